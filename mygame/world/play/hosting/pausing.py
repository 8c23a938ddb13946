"""Whether a match goes on: it is over or let go of, or staff lets it stand still for a while."""

from __future__ import annotations

from typing import Any

from rules.running.match import Match
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting import storing
from world.play.hosting.events import Paused, Resumed
from world.play.hosting.readers import Readers
from world.play.hosting.timing import Timekeeper


class Pausing:
    """The part of a `MatchHost` that says whether anything can be done."""

    record: MatchRecord
    match: Match
    readers: Readers
    time: Timekeeper
    closed: bool
    _bots: Any

    @property
    def is_paused(self) -> bool:
        """Whether staff has paused the match."""
        return self.record.paused

    def pause(self, pauses: bool = True) -> None:
        """
        Let the match stand still until it is resumed, also over a restart: no answers, no clocks,
        no bots.

        :raises TableError: `matchOver`.
        """
        self.check_hosted()
        if pauses == self.is_paused:
            return
        self.record.paused = pauses
        storing.write_later("pause", storing.keep_pause, self.record, pauses)
        self.time.stand_still(pauses)
        self.readers.tell(Paused() if pauses else Resumed())
        self._bots.schedule()

    def check_hosted(self) -> None:
        """:raises TableError: `matchOver`."""
        if self.closed or self.match.is_over:
            raise TableError("matchOver")

    def check_open(self) -> None:
        """:raises TableError: `matchOver`, `matchPaused`."""
        self.check_hosted()
        if self.is_paused:
            raise TableError("matchPaused")
