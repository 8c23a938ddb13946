"""
Commands of players that have no control on the page of the table, and why. All others have one: a
command that is neither here nor typed by a script of the page is missing there
(`tests/web/test_controls.py`). Whatever stands here can be typed into the page's console.
"""

from __future__ import annotations

_SHOWN = "The page shows it all the time."
_SITE = "The site has a page for it, to which the table and the hall link."
_TERMINAL = "It is about terminals, which a browser is not."
_OUTSIDE = "It is of use outside the hall, where the game tells the page what to offer."

#: By topic of the help.
TYPED = {
    **dict.fromkeys(("board", "hand", "log", "prompt", "seats", "look", "tables"), _SHOWN),
    **dict.fromkeys(("games", "history", "records", "map", "password", "token", "credits"), _SITE),
    **dict.fromkeys(("compact", "colour", "pages", "more", "encoding", "client"), _TERMINAL),
    **dict.fromkeys(("visit", "challenge", "party", "parties", "follow", "unfollow"), _OUTSIDE),
    **dict.fromkeys(("camp", "go_on", "go", "get", "drop", "give", "inventory"), _OUTSIDE),
    **dict.fromkeys(("quests", "rumours", "fallen", "sheet"), _OUTSIDE),
    "card": "A card is shown in full by a hover, a long press, or the key i.",
    "replay": "The end of a match leads to its replay, and so do the pages of people.",
    "help": "The site has the pages of the help; the keys of the page are behind “Keys”.",
    "news": "The game tells them to whoever comes in.",
    "language": "The settings of the page lead to it in each language.",
    "screenreader": "The page is written for screen readers as it is.",
    "quit": "One closes the tab.",
    "reply": "The talk has everybody who is here in its list of whom one speaks to.",
    "emote": "What one does in words is for those who like to type.",
    "listed": "It is a switch on the page of a person.",
    "motto": "It is said once, and read on the page of a person, not at a table.",
    "tips": "They end by themselves after three matches.",
}
