"""
Matches that sleep: what one person plays and has let lie leaves memory, with its host. Journal and
snapshots are in the database anyhow; from them `recovery.wake` brings it back when it is asked for.

A match is for one person where all other seats are bots' from the beginning. A `MatchHost` falls
asleep by its clock (`fall_asleep_if_left`, asked by `registry.tick_hosts`); after a restart
`sleeps` says of a record whether it is to be left asleep.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from world.models import MatchRecord
from world.play.hosting.clocks import Clocks
from world.play.hosting.events import FellAsleep
from world.play.hosting.seating import Seating

# Seconds without any answer, after which a match for one person sleeps.
SLEEP_AFTER = 15 * 60


class Sleeping(Clocks):
    """The part of a `MatchHost` that lets go of its match while nobody needs it."""

    seating: Seating
    #: Whether anybody but its players reads the match; whoever hosts people replaces it.
    is_watched: Callable[[], bool]
    release: Callable[[], None]
    answered_at: float  # by the clock: when the match was last answered, or brought back

    @property
    def is_for_one(self) -> bool:
        """Whether one person plays, and has from the beginning."""
        people = [sitter for sitter in self.seating.sitters if not sitter.bot]
        return len(people) == 1 and not self.seating.among_people

    def fall_asleep_if_left(self) -> bool:
        """Let go of a match for one person in which nothing was answered for long."""
        if self.clock.seconds() - self.answered_at < SLEEP_AFTER or not self.is_for_one:
            return False
        if self.closed or self.is_busy or self.is_watched():
            return False
        self.release()
        self.readers.tell(FellAsleep())
        return True


def sleeps(record: MatchRecord) -> bool:
    """
    Whether a running match, hosted by nobody yet, has been left by its one person, or broken off.
    """
    if record.camped_at is not None:
        return True
    people = [row for row in record.seats.all() if not row.bot]
    if len(people) != 1 or people[0].substitutes:
        return False
    last = record.journal.order_by("-index").values_list("at", flat=True).first()
    return timezone.now() - (last or record.started_at) >= timedelta(seconds=SLEEP_AFTER)
