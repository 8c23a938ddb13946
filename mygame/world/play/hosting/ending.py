"""
How a match ends that has no result: its table is closed, staff calls it off, or nothing works any
more. Its seats take home what they have then, so that nobody has more by it than by playing on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rules.ground.errors import ActionFailed, IllegalAnswer
from rules.running import brought
from rules.running.match import Match
from world.accounts import records
from world.models import MatchRecord
from world.play.hosting import storing
from world.play.hosting.events import MatchBroken, MatchClosed
from world.play.hosting.readers import Readers


class Ending:
    """The part of a `MatchHost` that lets go of its match."""

    record: MatchRecord
    match: Match
    readers: Readers
    closed: bool
    is_held: Callable[[int], bool]
    release: Callable[[], None]

    def abandon(self, note: str = "", given_up: bool = False) -> None:
        """
        Stop hosting a match that is not over; it will not be recovered. Where its people have let
        it down (`given_up`) they go home as who has given up.
        """
        if not self.closed and not self.match.is_over:
            self._close_match("abandon", MatchRecord.Status.ABANDONED, note, given_up)
        self.release()

    def call_off(self, reason: str = "") -> None:
        """End a match without a result, and tell those who play it."""
        self.abandon(reason)
        self.readers.tell(MatchClosed(reason))

    def give_up(self, reason: str) -> None:
        """The match cannot go on."""
        self._close_match("break", MatchRecord.Status.BROKEN, reason)
        self.release()
        self.readers.tell(MatchBroken(reason))

    def _close_match(self, what: str, status: Any, note: str, given_up: bool = False) -> None:
        """Store that the match is over without a result, and what its seats take home."""
        match = self.match
        if given_up:
            match = match.draft()
            for seat in filter(self.is_held, range(match.seats)):
                with suppress(IllegalAnswer, ActionFailed):
                    match.concede(seat)
        returns, elsewhere = brought.returns_now(match), brought.elsewhere_of(match)
        more = (status, note, None, returns, elsewhere)
        storing.write_later(what, records.close_record, self.record, *more)
