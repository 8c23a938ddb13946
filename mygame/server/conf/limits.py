"""How often one person may do what. Data only; `settings.py` takes it as `ACTION_LIMITS`.

Each action: how many at once, and in how many seconds so many come back. Who does more is told
how long to wait, and nothing happens; nobody else notices. The sentences are `error.tooOften` and
`limits.action.*` of the locale files.
"""

from server.buckets import Rate

ACTION_LIMITS = {
    # All that others read: say, emote, tell, channels.
    "talk": Rate(8, 16),
    # Said to one and the same person: telling, inviting, asking to be a friend.
    "tell": Rate(6, 30),
    "invite": Rate(4, 60),
    # What costs the server something, or stays in the database.
    "openTable": Rate(6, 120),
    "newDeck": Rate(30, 300),
    "advice": Rate(12, 60),
    "report": Rate(5, 3600),
}
