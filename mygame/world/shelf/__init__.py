"""
The shelf: the games that can be opened at a table, and the decks that players build for them.

`games` loads the packs and knows their versions, `published` is what the database has of them,
`options` are those of a table, `decks` belong to players, `prototypes` to builders. May import
`world.accounts` and what is below. Begin with `games`.
"""
