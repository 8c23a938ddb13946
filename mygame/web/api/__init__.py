"""
The API under `/api/1/`: what the pages show, as data, and content written by programs and editors.

`urls` has the addresses, `base` what every answer has in common: who asks (`identity`), how often
they may, and one form for everything that goes wrong. `reads` answers for everybody; `drafts` and
`content` call `world.content`, which knows the rights; `shapes` says what goes in, for the checks
and for the documentation, which is made of all this (`/api/1/`, and `/api/1/openapi.json`).
"""
