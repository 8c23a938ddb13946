"""
Who is here and what is played, as anybody may know it: for the first page.

It is asked for in the reactor's thread, at most once in a few seconds for all visitors together.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from server.threads import in_reactor
from world.accounts import people

KEPT = 5.0  # seconds
NAMES_SHOWN = 12
TABLES_SHOWN = 6


class Seen(NamedTuple):
    """A table that is nobody's secret: its number, its game's id, its state, who sits there."""

    number: int
    game: str
    state: str
    names: Sequence[str]


class Now(NamedTuple):
    """What goes on: names of some who are here, of how many; some tables, and how many play."""

    names: Sequence[str]
    online: int
    tables: Sequence[Seen]
    playing: int


_known: tuple[float, Now] | None = None


def current_activity() -> Now:
    """What goes on, not older than `KEPT` seconds."""
    global _known
    moment = time.monotonic()
    if _known is None or not 0 <= moment - _known[0] < KEPT:
        _known = moment, in_reactor(_look_up)
    return _known[1]


def forget() -> None:
    """Look anew at the next call. For tests."""
    global _known
    _known = None


def _look_up() -> Now:
    from typeclasses.tables import Table  # Evennia must be up, and Django reads addresses before

    here, tables = people.wizards_online(), Table.live_tables()
    shown = [table for table in tables if not table.options["private"]][:TABLES_SHOWN]
    return Now(
        [character.key for character in here[:NAMES_SHOWN]],
        len(here),
        [Seen(each.number, each.game_id, each.public_state, list(each.names)) for each in shown],
        sum(table.public_state == "playing" for table in tables),
    )
