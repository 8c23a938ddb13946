"""
Scripts: the one clock of all tables.

One script for all of them rather than one a table: a tick looks at a few numbers per match and
costs microseconds, a script of its own would be a row in the database and a timer each.
"""

from __future__ import annotations

import time

from django.conf import settings
from evennia.scripts.scripts import DefaultScript
from evennia.utils import logger

from typeclasses import camps, scenes, summoning
from typeclasses.tables import Table
from world.accounts import guests
from world.play.hosting import registry

# Ticks between two looks at who has left a table; each tick looks at some of the tables.
TICKS_PER_ROUND_OF_TABLES = 10
# Ticks between two looks at which guests have not been here for long, and which camps are old.
TICKS_PER_ROUND_OF_GUESTS = 600


class Script(DefaultScript):
    """Base of the game's scripts."""

    def why_keep(self) -> str | None:
        """Why staff must not delete it: a key of `admin.keep`."""
        return "clock" if self.key in settings.GLOBAL_SCRIPTS else None


class RoundTicker(Script):
    """
    Once a second: warnings and default answers where a time limit passes, prompts for those
    whose connection has outlived a restart; now and then, tables nobody is left at, and
    guests who have not been here for long.

    Bots do not wait for it: `MatchHost` calls each of them in a turn of the reactor of its own.
    """

    def at_repeat(self, **kwargs) -> None:
        self.ndb.ticks = (self.ndb.ticks or 0) + 1
        self.tick(self.ndb.ticks % TICKS_PER_ROUND_OF_TABLES)
        if self.ndb.ticks % TICKS_PER_ROUND_OF_GUESTS == 0:
            _call_safely(guests.remove_stale)
            _call_safely(camps.end_old)

    def tick(self, turn: int | None = None, now: float | None = None) -> None:
        """One tick, which also sees to the tables whose turn it is (None: to all of them)."""
        tables = Table.live_tables()
        for table in tables:
            _call_safely(table.show_prompts)
        registry.tick_hosts()
        now = time.monotonic() if now is None else now
        _call_safely(scenes.look_after, now)
        _call_safely(summoning.look_after, tables, now)
        for table in tables:
            if turn is None or table.pk % TICKS_PER_ROUND_OF_TABLES == turn:
                _call_safely(table.look_after, now)


def _call_safely(function, *args) -> None:
    try:
        function(*args)
    except Exception:  # noqa: BLE001 (logged; the ticker goes on for the others)
        logger.log_trace("The round ticker goes on")
