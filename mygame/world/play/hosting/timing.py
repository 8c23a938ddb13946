"""
Time for answers: a free delay for each, and a bank per seat and match for what goes beyond it.

Limits protect other people who wait. So the clock of a seat stands still while no other person is
at the table: who plays alone or with bots has all the time in the world. Without a limit only who
is away is answered for. Responses, prompts of a pack that are about what another player does
(`board.responses`), may have a time of their own: it is shorter, and the bank is not for them; so
may any prompt for which the pack says so (`pack.limits`). A `Timekeeper` has the clocks of one
match; `world.play.hosting` asks it once a second (`due_signs`) and does what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.pack.times import Limit

# Seconds for a player who is away, bank included, where the pack does not say; and for one who has
# left on purpose, or already let the time run out (away, or present): the others should not wait
# that long at every prompt.
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
    """
    The stopwatch of one question: seconds `spent` on it, those of them of which its person has been
    `away` without a break, and those that the bank has already paid (`charged`).
    """

    at: float  # when it was last looked at
    runs: bool
    delay: int  # seconds for it
    banked: bool  # whether the bank is for it as well
    spent: float = 0.0
    away: float = 0.0
    charged: float = 0.0
    warned: bool = False
    on_bank: bool = False


class Timekeeper:
    """
    The clocks of a match by seat.

    `limit`: seconds of the delay, 0 for no limit; `banks`: seconds left by seat. `plays(seat)` says
    whether a person answers for the seat, `waits(seat)` whether a person at the table waits for the
    others there, `is_present(seat)` whether the person of the seat is at the table. `response`:
    seconds for a response, 0 if it is asked like all else; `responds(seat)` says whether what a
    seat is asked is one, `own_limit(seat)` which limit the pack has for it. `grace`: seconds after
    which is answered for who is away, whatever the limit.

    Nothing but a new question begins a clock anew: who comes back, whose autopilot ends, or who
    takes an answer back goes on with the time that is left.
    """

    def __init__(
        self,
        clock: Any,
        limit: int,
        banks: dict[int, float],
        plays: Callable[[int], bool],
        waits: Callable[[int], bool],
        is_present: Callable[[int], bool],
        still: bool = False,
        response: int = 0,
        responds: Callable[[int], bool] = lambda seat: False,
        own_limit: Callable[[int], Limit | None] = lambda seat: None,
        grace: int | None = None,
    ):
        self.clock, self.limit, self.banks = clock, limit, banks
        self.plays, self.waits, self.is_present = plays, waits, is_present
        self.response, self.responds, self.own_limit = response, responds, own_limit
        self.grace = AWAY_LIMIT if grace is None else grace
        self.still = still  # while the match is paused no clock runs
        self.late: set[int] = set()  # waited for less: see `_delay`
        self._watches: dict[int, _Watch] = {}
        self._spent: dict[int, list[tuple[float, float]]] = {}  # on answers: seconds, of the bank
        self._again: dict[int, tuple[float, float]] = {}  # the same of questions that come back
        self._stored = dict(banks)

    # -- what happens

    def begin(self, seat: int) -> None:
        """A seat is asked something new, or again what it has taken back its answer to."""
        self._drop_watch(seat)
        spent, charged = self._again.pop(seat, (0.0, 0.0))
        delay, banked = self.limit, True
        if self.response and self.responds(seat):
            delay, banked = self.response, False
        if (own := self.own_limit(seat)) is not None:
            delay, banked = own.of_limit(delay), banked and own.seconds is None
        now, runs = self.clock.seconds(), self._is_running(seat)
        self._watches[seat] = _Watch(now, runs, delay, banked, spent, charged=charged)

    def end(self, seat: int) -> None:
        """A seat has answered, or has been answered for."""
        if (watch := self._drop_watch(seat)) is not None:
            self._spent.setdefault(seat, []).append((watch.spent, watch.charged))

    def take_back(self, counts: Mapping[int, int]) -> None:
        """
        So many answers of seats are taken back, the last ones: what was spent on them, and since,
        is spent on the question that is asked again.
        """
        for seat, count in counts.items():
            answers = self._spent.get(seat, [])
            taken = [answers.pop() for _ in range(min(count, len(answers)))]
            if (watch := self._drop_watch(seat)) is not None:
                taken.append((watch.spent, watch.charged))
            self._again[seat] = sum(s for s, _ in taken), sum(c for _, c in taken)

    def keep_only(self, seats: set[int]) -> None:
        """Forget the questions of all others: what led to them was taken back."""
        for seat in self._watches.keys() - seats:
            self._drop_watch(seat)

    def due_signs(self) -> Iterator[Sign]:
        """
        What is to be told now, each sign once. After a `timeout` the seat counts as late, but for
        who is here and has only let something pass for which the bank is not.
        """
        for seat, watch in list(self._watches.items()):
            left = self.time_left(seat)
            if left is None or seat not in self._watches:
                continue
            if left.total <= 0:
                self.end(seat)
                if watch.banked or not self.is_present(seat):
                    self.late.add(seat)
                yield Sign("timeout", seat, left)
            elif not watch.warned and left.total <= min(WARNING, (left.total + watch.spent) / 3):
                watch.warned = True
                yield Sign("timeWarning", seat, left)
            elif not watch.on_bank and left.answer <= 0 and watch.banked:
                watch.on_bank = True
                yield Sign("timeBank", seat, left)

    def left_table(self, seat: int) -> None:
        """The person of a seat has left on purpose: the others need not wait long."""
        if (watch := self._watches.get(seat)) is not None:
            self._run_clock(seat, watch)
            self._charge_bank(seat, watch)
        self.late.add(seat)

    def note_return(self, seat: int) -> None:
        """The person of a seat is here again; the time for the answer goes on."""
        self.late.discard(seat)
        if seat in self._watches:
            self._run_clock(seat, self._watches[seat])

    def give_back(self, seconds: float) -> None:
        """Everybody has waited for something else: so much of it counts for nobody."""
        for seat, watch in self._watches.items():
            self._run_clock(seat, watch)
            watch.spent = max(0.0, watch.spent - seconds)
            watch.away = max(0.0, watch.away - seconds)

    def stand_still(self, still: bool) -> None:
        """Stop all clocks, or let them go on."""
        for seat, watch in self._watches.items():
            self._run_clock(seat, watch)
        self.still = still
        for seat, watch in self._watches.items():
            self._run_clock(seat, watch)

    def unstored_banks(self, seconds: float = 0.0) -> dict[int, float]:
        """
        The banks that have changed by more than so many seconds since this was last asked: seconds
        left, by seat.
        """
        for seat, watch in self._watches.items():
            self._charge_bank(seat, watch)
        stored = self._stored
        found = {seat: b for seat, b in self.banks.items() if abs(stored[seat] - b) > seconds}
        self._stored.update(found)
        return found

    # -- how it stands

    def time_left(self, seat: int) -> Left | None:
        """What a seat has left for its answer; None if it can take its time."""
        watch = self._watches.get(seat)
        if watch is None:
            return None
        self._run_clock(seat, watch)
        if not watch.runs:
            return None
        away = not self.is_present(seat)
        grace = min(AWAY_AGAIN_LIMIT, self.grace) if seat in self.late else self.grace
        most = grace - watch.away
        if not self.limit:
            return Left(max(0.0, most), 0.0)
        answer = max(0.0, self._delay_of(seat, watch) - watch.spent)
        bank = (
            0.0
            if seat in self.late or not watch.banked
            else self._bank_when_asked(seat, watch) - self._seconds_of_bank(seat, watch)
        )
        if away:
            answer = min(answer, max(0.0, most))
            bank = min(bank, most - answer)
        return Left(answer, max(0.0, bank))

    def _run_clock(self, seat: int, watch: _Watch) -> None:
        """Look at a stopwatch."""
        now = self.clock.seconds()
        passed = now - watch.at if watch.runs else 0.0
        watch.spent += passed
        watch.away = 0.0 if self.is_present(seat) else watch.away + passed
        watch.at = now
        watch.runs = self._is_running(seat)

    def _is_running(self, seat: int) -> bool:
        """Whether the clock of a seat runs: a person is asked, and another one waits."""
        if self.still or not self.plays(seat) or (not self.limit and self.is_present(seat)):
            return False
        return self.is_waited_for(seat)

    def is_waited_for(self, seat: int) -> bool:
        """Whether another person at the table waits while this seat is asked."""
        return any(other != seat and self.waits(other) for other in self.banks)

    def _delay_of(self, seat: int, watch: _Watch) -> float:
        """Seconds for an answer before the bank is used; less if the seat is late."""
        delay = watch.delay
        return min(delay, max(PRESENT_AGAIN_LIMIT, delay // 3)) if seat in self.late else delay

    def _bank_when_asked(self, seat: int, watch: _Watch) -> float:
        """What was in the bank of a seat when it was asked."""
        return self.banks[seat] + watch.charged

    def _seconds_of_bank(self, seat: int, watch: _Watch) -> float:
        """Seconds of the bank that a question has taken."""
        return min(
            max(0.0, watch.spent - self._delay_of(seat, watch)), self._bank_when_asked(seat, watch)
        )

    def _charge_bank(self, seat: int, watch: _Watch) -> None:
        """Let the bank pay what a question has taken of it; or take it back, see `give_back`."""
        if not self.limit or seat in self.late or not watch.banked:
            return
        used = self._seconds_of_bank(seat, watch)
        self.banks[seat] += watch.charged - used
        watch.charged = used

    def _drop_watch(self, seat: int) -> _Watch | None:
        """The stopwatch of a seat ends; the bank pays."""
        watch = self._watches.pop(seat, None)
        if watch is not None:
            self._run_clock(seat, watch)
            self._charge_bank(seat, watch)
        return watch
