"""How often one person may do what, and how much one connection may send. Data only, for settings.

Each action: how many at once, and in how many seconds so many come back. Who does more is told
how long to wait, and nothing happens; nobody else notices. The sentences are `error.tooOften` and
`limits.action.*` of the locale files.
"""

from server.buckets import Rate

ACTION_LIMITS = {
    # All that others read: say, emote, tell, channels.
    "talk": Rate(8, 16),
    # What a guest says to people anywhere: tells, the public channel, invitations.
    "guestTalk": Rate(3, 30),
    # Said to one and the same person: telling, inviting, asking to be a friend.
    "tell": Rate(6, 30),
    "invite": Rate(4, 60),
    # What costs the server something, or stays in the database.
    "openTable": Rate(6, 120),
    "openScene": Rate(20, 120),
    "carry": Rate(20, 40),  # picking up and laying down
    "newDeck": Rate(30, 300),
    # On the web site; in the game the rate of lines is the limit.
    "changeDeck": Rate(60, 30),
    "advice": Rate(12, 60),
    "replay": Rate(60, 60),
    "push": Rate(10, 600),  # browsers that want to be told
    "picture": Rate(30, 60),  # drawn, not those that are kept
    "report": Rate(5, 3600),
    # Over the API, also for staff: what reads, what writes, what another process works at, and
    # what keeps that busy for long.
    "api": Rate(240, 60),
    "apiWrite": Rate(60, 60),
    "apiWork": Rate(90, 60),
    "apiHeavy": Rate(10, 60),
    "model": Rate(30, 3600),  # sentences that the house's model proposes
}

# What one connection may send; the Portal sheds the rest (`server.guard`). A MUD client pastes a
# turn of some twenty lines at once.
LINE_RATE = Rate(60, 8)
LINE_RATE_BEFORE_LOGIN = Rate(20, 10)
NEGOTIATION_RATE = Rate(200, 10)
BYTE_RATE = Rate(128 * 1024, 4)
# After so many lines shed it is a flood, and so many are read until none has been shed for some
# seconds: each costs the Server a hundred times what it costs the Portal to shed it.
FLOOD_LINES, FLOOD_CALM = 30, 5
FLOOD_LINE_RATE = Rate(1, 1)
# Lines shed in one go after which a connection is closed.
LINES_SHED_AT_MOST = 1500
# Bytes of a line, and of a telnet negotiation (GMCP comes in these).
LINE_BYTES = 16 * 1024
NEGOTIATION_BYTES = 64 * 1024
# Bytes sent to a client which it has not read, after which it is disconnected.
UNREAD_BYTES = 1024 * 1024
# Seconds in which somebody who is connected types something at the login screen.
LOGIN_PATIENCE = 600
