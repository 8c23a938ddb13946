"""
Time for answers: a free delay for each, and a bank per seat and match for what goes beyond it.

Limits protect other people who wait. So the clock of a seat stands still while no other person is
at the table: who plays alone or with bots has all the time in the world. A `Timekeeper` has the
clocks of one match; `world.hosting` asks it once a second (`look`) and does what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

# Seconds for a player who is away, bank included; and for one who has already let the time run
# out (away, or present): the others should not wait that long at every prompt.
AWAY_LIMIT = 120
AWAY_AGAIN_LIMIT = 10
PRESENT_AGAIN_LIMIT = 20
# A warning comes this many seconds before the end, or at two thirds of a short time.
WARNING = 20


class Left(NamedTuple):
    """Seconds a seat has left: of the delay of this answer, and in its bank."""

    answer: float
    bank: float

    @property
    def total(self) -> float:
        return self.answer + self.bank


class Sign(NamedTuple):
    """Something to be told: `timeWarning`, `timeBank` (it is used from now on) or `timeout`."""

    key: str
    seat: int
    left: Left


@dataclass
class _Watch:
    """The stopwatch of one question."""

    at: float  # when it was last looked at
    runs: bool
    spent: float = 0.0
    warned: bool = False
    on_bank: bool = False

    def run(self, now: float) -> None:
        """Look at it."""
        if self.runs:
            self.spent += now - self.at
        self.at = now


class Timekeeper:
    """
    The clocks of a match by seat.

    `limit`: seconds of the delay, 0 for no limit; `banks`: seconds left by seat. `plays(seat)` says
    whether a person answers for the seat, `is_present(seat)` whether that person is here.
    """

    def __init__(
        self,
        clock: Any,
        limit: int,
        banks: dict[int, float],
        plays: Callable[[int], bool],
        is_present: Callable[[int], bool],
        still: bool = False,
    ):
        self.clock, self.limit, self.banks = clock, limit, banks
        self.plays, self.is_present = plays, is_present
        self.still = still  # while the match is paused no clock runs
        self.late: set[int] = set()  # let the time run out, and have not answered since
        self._watches: dict[int, _Watch] = {}

    # -- what happens

    def begin(self, seat: int) -> None:
        """A seat is asked something new, or its person is here again: the delay begins anew."""
        self._watches[seat] = _Watch(self.clock.seconds(), self._counts(seat))

    def end(self, seat: int) -> bool:
        """
        A seat has answered, or has been answered for. Whether its bank has less now.
        """
        watch = self._watches.get(seat)
        if watch is None:
            return False
        watch.run(self.clock.seconds())
        del self._watches[seat]
        delay, bank = self._allowed(seat)
        used = min(watch.spent - delay, bank)
        if used <= 0:
            return False
        self.banks[seat] -= used
        return True

    def keep_only(self, seats: set[int]) -> None:
        """Forget the questions of all others: what led to them was taken back."""
        for seat in self._watches.keys() - seats:
            del self._watches[seat]

    def look(self) -> Iterator[Sign]:
        """What is to be told now, each sign once; after a `timeout` the seat counts as late."""
        for seat, watch in list(self._watches.items()):
            left = self.left(seat)
            if left is None or seat not in self._watches:
                continue
            delay, bank = self._allowed(seat)
            if left.total <= 0:
                self.end(seat)
                self.late.add(seat)
                yield Sign("timeout", seat, left)
            elif not watch.warned and left.total <= min(WARNING, (delay + bank) / 3):
                watch.warned = True
                yield Sign("timeWarning", seat, left)
            elif not watch.on_bank and left.answer <= 0:
                watch.on_bank = True
                yield Sign("timeBank", seat, left)

    def returned(self, seat: int) -> None:
        """The person of a seat is here again."""
        self.late.discard(seat)
        if seat in self._watches:
            self.begin(seat)

    def give_back(self, seconds: float) -> None:
        """Everybody has waited for something else: so much of it counts for nobody."""
        for seat, watch in self._watches.items():
            self._run(seat, watch)
            watch.spent = max(0.0, watch.spent - seconds)

    def stand_still(self, still: bool) -> None:
        """Stop all clocks, or let them go on."""
        for seat, watch in self._watches.items():
            self._run(seat, watch)
        self.still = still
        for seat, watch in self._watches.items():
            self._run(seat, watch)

    # -- how it stands

    def left(self, seat: int) -> Left | None:
        """What a seat has left for its answer; None if it can take its time."""
        watch = self._watches.get(seat)
        if watch is None:
            return None
        self._run(seat, watch)
        if not watch.runs:
            return None
        delay, bank = self._allowed(seat)
        beyond = max(0.0, watch.spent - delay)
        return Left(max(0.0, delay - watch.spent), max(0.0, bank - beyond))

    def _run(self, seat: int, watch: _Watch) -> None:
        watch.run(self.clock.seconds())
        watch.runs = self._counts(seat)

    def _counts(self, seat: int) -> bool:
        """Whether the clock of a seat runs: a person is asked, and another one waits."""
        if self.still or not self.plays(seat) or not (self.limit or not self.is_present(seat)):
            return False
        return any(
            other != seat and self.plays(other) and self.is_present(other) for other in self.banks
        )

    def _allowed(self, seat: int) -> tuple[float, float]:
        """Seconds of delay and bank that a seat may use for this answer."""
        limit, bank, late = self.limit, self.banks[seat], seat in self.late
        if not self.is_present(seat):
            if late:
                return AWAY_AGAIN_LIMIT, 0
            delay = limit or AWAY_LIMIT
            return delay, min(bank, max(0, AWAY_LIMIT - delay))
        if late:  # here, but not looking
            return min(limit, max(PRESENT_AGAIN_LIMIT, limit // 3)), 0
        return limit, bank
