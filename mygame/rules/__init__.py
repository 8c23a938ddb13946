"""
The engine: card games as data, played deterministically.

A pack (a folder of JSON5) is read by `dialect`, declared in `pack`, compiled by `compile` with the
words of `values`, `conditions`, `choosers` and `doables` into plain Python, and played by `match`.
Nothing here imports Evennia, Django or a game. Start reading at `docs/language.md`, then
`machine.py`, which is the whole of the running part in one loop.
"""
