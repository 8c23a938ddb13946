"""The clocks of a hosted match: time for answers, and what follows when it is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.pack import pack_of_match
from world.play.hosting import storing
from world.play.hosting.events import BankUsed, TimedOut, TimeWarning
from world.play.hosting.orders import responses_of
from world.play.hosting.pausing import Pausing
from world.play.hosting.questions import Questions
from world.play.hosting.timing import Left, Timekeeper
from world.play.hosting.undoing import Undoing

# Seconds until something that the database refused is tried again.
RETRY = 2.0
# A time bank that is being used is stored each time so many seconds are gone from it.
BANK_KEPT = 10.0
# What the clocks of a match say.
_SIGNS = {sign.key: sign for sign in (TimeWarning, BankUsed, TimedOut)}


class Clocks(Pausing):
    """The part of a `MatchHost` that keeps the time."""

    undoing: Undoing
    clock: Any
    is_present: Callable[[int], bool]
    is_held: Callable[[int], bool]
    plays_self: Callable[[int], bool]
    act_by_default: Callable[[int], Any]
    _asked: Questions

    @property
    def is_busy(self) -> bool:
        """Whether something is being stored, so that the match stands still."""
        raise NotImplementedError

    def make_clocks(self) -> Timekeeper:
        """The clocks of the match, by its record and what its pack says of prompts."""
        times = pack_of_match(self.match).times
        return Timekeeper(
            self.clock,
            self.record.time_limit,
            storing.banks_of(self.record),
            self.plays_self,
            lambda seat: self.is_held(seat) and self.is_present(seat),
            lambda seat: self.is_present(seat),
            still=self.record.paused,
            response=self.record.time_response,
            responds=lambda seat: self._asked[seat].prompt in responses_of(self.match),
            own_limit=lambda seat: times.limits.get(self._asked[seat].prompt),
            grace=times.grace,
        )

    def tick(self) -> None:
        """Look at the clock: warn, and answer by default where the time is up."""
        if self.closed or self.is_busy or self.is_paused:
            return
        self.undoing.tick()
        for sign in self.time.due_signs():
            choice = self._asked.get(sign.seat)
            if self.closed or choice is None:
                continue
            told = _SIGNS[sign.key](sign.seat, sign.left, choice)
            self.readers.tell(told)
            if isinstance(told, TimedOut):
                self.act_by_default(sign.seat)
        self.keep_banks(BANK_KEPT)

    def keep_banks(self, seconds: float = 0.0) -> None:
        """Store the time banks that have changed by more than so many seconds."""
        for seat, left in self.time.unstored_banks(seconds).items():
            storing.write_later("time bank", storing.keep_bank, self.record, seat, left)

    def time_left(self, seat: int) -> Left | None:
        """As `Timekeeper.time_left`."""
        return self.time.time_left(seat)

    def note_return(self, seat: int) -> None:
        """The person of a seat is here again: the time for the answer goes on."""
        self.time.note_return(seat)

    def left_table(self, seat: int) -> None:
        """The person of a seat has left on purpose: the others wait less for it."""
        self.time.left_table(seat)

    def try_later(self, seat: int) -> None:
        """Something did not work for a seat: it is tried again, at a pace that harms nobody."""
        if seat in self._asked:
            self.time.begin(seat)
        self._bots.schedule(RETRY)
