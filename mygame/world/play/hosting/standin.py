"""
Answers for seats that cannot answer or read an error: what bots picked, what
people always answer, and defaults.

Where even a default fails it is tried again later, at a pace that harms nobody, but not for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from evennia.utils import logger
from twisted.internet import defer
from twisted.python.failure import Failure

from rules.running.choices import Choice
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting.acts import Act
from world.play.hosting.events import AnsweredAsAlways, Notice

# After so many failures in a row of answers by default, a match is given up.
FAILURES_BEFORE_END = 20


class Attended(Protocol):
    """What `StandIn` needs of its host."""

    record: MatchRecord
    closed: bool

    def choice_of(self, seat: int) -> Choice | None: ...
    def carry_out(self, act: Act) -> defer.Deferred: ...
    def try_later(self, seat: int) -> None: ...
    def give_up(self, reason: str) -> None: ...


class StandIn:
    """Answers for the seats of one match."""

    def __init__(self, host: Attended):
        self.host = host
        self._failures = 0

    def act_by_default(self, seat: int) -> defer.Deferred:
        """Give the default answer of a seat; try again later if even that does not work."""
        choice = self.host.choice_of(seat)
        if choice is None:
            return defer.succeed(False)
        return self.act_for(seat, tuple(choice.default)).addCallback(self._note_worked, seat)

    def _note_worked(self, worked: bool, seat: int) -> bool:
        if worked or self.host.closed:
            return worked
        self._failures += 1
        if self._failures >= FAILURES_BEFORE_END:
            self.host.give_up("not even the default answers work any more")
        else:
            self.host.try_later(seat)
        return False

    def act_as_ordered(self, seat: int, picks: tuple[int, ...]) -> defer.Deferred:
        """Give the answer that a person has ordered, as theirs. Fires with whether it worked."""
        choice = self.host.choice_of(seat)
        if choice is None:
            return defer.succeed(False)
        return self.act_for(seat, picks, lambda at: AnsweredAsAlways(at, choice, picks))

    def act_for(
        self,
        seat: int,
        picks: tuple[int, ...],
        notice: Callable[[int], Notice] | None = None,
    ) -> defer.Deferred:
        """
        Give an answer; with a `notice` of it, it is that of who sits there. Fires with whether it
        worked.
        """
        choice = self.host.choice_of(seat)

        def failed(failure: Failure) -> bool:
            failure.trap(TableError)
            if failure.value.key == "stockGone":
                return True  # and is asked anew, without it
            told = f"Answer {picks} for seat {seat} of {self.host.record}: {failure.value}"
            logger.log_err(told)
            return False

        def worked(_: Any) -> bool:
            self._failures = 0
            return True

        own = notice is not None
        act = Act(seat, lambda draft: draft.answer(seat, picks), choice, notice=notice, own=own)
        done = defer.maybeDeferred(self.host.carry_out, act)
        return done.addCallbacks(worked, failed)
