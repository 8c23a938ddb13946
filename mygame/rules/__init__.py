"""
The engine: card games as data, played deterministically.

A pack (a folder of JSON5) is read and declared by `pack`, compiled by `language` into a small form
(`program`), of which `backends` make plain Python over one list of ints, and played by `running`;
`telling` says in sentences what a card does, `reading` finds the card for a sentence, `playing` has
the bots. Each folder is a floor: what it may import stands below it (`pyproject.toml`). Nothing
here imports Evennia, Django or a game.

Start reading at `docs/architecture.md`, then `running/machine.py`, which is the whole of the
running part in one loop.
"""
