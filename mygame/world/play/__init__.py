"""
Matches: while they are played, and what stays of them.

`hosting` plays them; `thinking` and `foreseeing` ask processes what bots do and what options would
do; `failures` keeps what went wrong, `match_staff` and `sheet_staff` are what staff can do.
`history` and `replays` look back. May import `world.shelf` and what is below.
Begin with `hosting.host.MatchHost`.
"""
