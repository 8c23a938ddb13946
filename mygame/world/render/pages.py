"""
Long answers page by page: for those who have asked for it (`pages on`), and on terminals that are
known to keep nothing of what has gone off the screen.

What does not fit the window waits in memory, and nothing waits for it: `show_more` or an empty line
shows the next page, everything else that is typed means what it always means. Another long answer
that comes meanwhile takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from world.locale.reader import height_of, preference, reader_of, sessions_of

_BELOW = 2  # lines of a window that are not the page: how to go on, and the input line


# How terminals without scroll-back call themselves, in the beginning of the name.
_FORGETFUL = ("LINUX", "VT1", "VT2", "VT5")


def wants_pages(who: Any) -> bool:
    """Whether somebody wants pages: by preference, or as the terminal is."""
    chosen = preference(who, "pages")
    if chosen is not None:
        return bool(chosen)
    names = (session.protocol_flags.get("CLIENTNAME") for session in sessions_of(who))
    return any(str(name).upper().startswith(_FORGETFUL) for name in names)


def show_lines(who: Any, lines: Sequence[str]) -> None:
    """Lines to somebody; the first page of them where they want pages."""
    told = "\n".join(lines)
    if not wants_pages(who):
        who.msg(told)
        return
    _show_page(who, told.split("\n"))


def show_more(who: Any) -> bool:
    """The next page; False if nothing is left."""
    waiting = who.ndb.pages
    if not waiting:
        return False
    _show_page(who, waiting)
    return True


def forget(who: Any) -> None:
    """Whatever waits is not wanted any more."""
    who.ndb.pages = None


def _show_page(who: Any, lines: list[str]) -> None:
    size = height_of(who) - _BELOW
    page, rest = lines[:size], lines[size:]
    who.ndb.pages = rest or None
    if rest:
        page = [*page, reader_of(who).say("more.left", count=len(rest))]
    who.msg("\n".join(page))
