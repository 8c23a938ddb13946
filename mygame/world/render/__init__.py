"""
What people read: boards, prompts, the running account of a match, halls and tables.

Everything is rendered for one reader: in the language of the account, for the client's width, as a
picture of columns or, for a screen reader, as plain sentences. Nothing here knows a particular
game: how a board looks is data of the pack (`board.json5`), every word comes from the pack's
`words` or from `world/locale/{zh,en}.json5`.

`announce` holds what the world calls (`on_change`, `on_notice`, `on_arrival`,
`on_return`, `appearance`); `board`, `prompt` and `page` are pure, from a match to text; `look`
renders halls and tables. May import `world.content` and what is below; the sentences and their
readers are `world.locale`.
"""
