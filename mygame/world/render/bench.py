"""
A sandbox (`world.content.sandbox`) as a table: what the messages of a match (`world.render.oob`)
ask of one, so that clients that draw tables draw a sandbox in the same way.

One person answers for every seat; whose eyes they see with is another matter (`eyes_of`). What a
sandbox has beside a match goes out as `Chrono.Sandbox`. Begin with `enter_bench`.
"""

from __future__ import annotations

from typing import Any

from twisted.internet import defer

from rules.pack import Pack
from rules.running.choices import Choice
from rules.running.match import Match
from world.content.sandbox import Sandbox
from world.locale.reader import sessions_of
from world.render import hallnews, oob


class Bench:
    """Somebody's sandbox, as their clients know a table; the sandbox is its host."""

    number = 0  # those of the hall count from 1
    state = "playing"

    def __init__(self, own: Sandbox, who: Any):
        self.host, self.who = own, who

    @property
    def pack(self) -> Pack:
        return self.host.pack

    @property
    def match(self) -> Match:
        return self.host.match

    @property
    def names(self) -> list[str]:
        return self.host.names()

    def match_for(self, character: Any) -> Match:
        """What stands here hides nothing from its one person."""
        return self.host.match

    def stand_for(self, character: Any) -> Sandbox:
        """As it is."""
        return self.host

    def seat_of(self, character: Any) -> int | None:
        """Whoever is asked: one person answers for all."""
        choice = self.host.pending_choice
        return choice.seat if choice is not None else None

    def eyes_of(self, character: Any) -> int | None:
        """The seat with whose eyes the table is seen."""
        return self.host.seat_seeing

    def answer(self, character: Any, picks: list[int]) -> defer.Deferred:
        """Answer what is asked. :raises TableError: as `Sandbox.answer`."""
        return self.host.answer(picks)

    def spectators(self) -> list[Any]:
        """Nobody looks on."""
        return []

    def time_left(self, seat: int) -> None:
        """There is no hurry."""
        return

    def answers_for(self, seat: int | None) -> bool:
        """Bots that play along are part of the situation."""
        return False

    def autopilot_of(self, seat: int | None) -> str:
        """Nobody is away."""
        return ""

    def pace_for(self, character: Any) -> str:
        """Bots that play along answer at once."""
        return ""

    def doer_of(self, choice: Choice) -> int | None:
        """Nothing is answered always."""
        return None

    def can_be_always(self, choice: Choice) -> list[int]:
        """Whoever tries something answers it each time."""
        return []

    def hints_allowed(self) -> bool:
        """Whose situation it is may ask whoever they like."""
        return True

    def can_take_back(self, seat: int) -> bool:
        """Whether there is an answer to take back."""
        return bool(self.host.situation["answers"])

    # -- what happens, to those clients that draw it

    def show_changed(self) -> None:
        """It stands otherwise, or is seen with other eyes."""
        oob.send_match(self, self.who)

    def show_foretold(self) -> None:
        """It is known what the options of the question would do."""
        sessions = filter(oob.wants_data, sessions_of(self.who))
        oob.send_foretold(self, self.host, self.who, sessions)


def enter_bench(who: Any, own: Sandbox) -> None:
    """Somebody tries something from now on; their clients draw it."""
    who.ndb.sandbox = own
    own.table = bench = Bench(own, who)
    own.changed, own.foretold = bench.show_changed, bench.show_foretold
    for session in filter(oob.wants_data, sessions_of(who)):
        oob.send_again(session)  # before the hall says that one is there
        hallnews.send_all(session)


def leave_bench(who: Any) -> None:
    """Somebody is done with trying, and is where they were."""
    who.ndb.sandbox = None
    for session in filter(oob.wants_data, sessions_of(who)):
        hallnews.send_all(session)
        oob.send_again(session)
