"""
Bots at tables: who thinks how, and when it is their turn.

`BOTS` are the kinds of bots; `BotTurns` lets those of one match answer, one after the other, each
in a turn of the reactor of its own, at a pace people can follow. What people always answer
(`orders`) is given in the same way, before that and at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from evennia.utils import logger
from twisted.internet import defer
from twisted.python.failure import Failure

from rules.pack import Pack
from rules.playing import bots
from rules.playing.bots.answers import Line
from rules.running.choices import Choice
from rules.running.match import Match
from world.models import MatchRecord
from world.play import failures, thinking
from world.play.hosting.orders import Orders

# A bot that has given so many answers in a row takes the default: it goes round in circles.
STREAK = 200
# How long bots wait before they answer, by what people call it: times `settings.BOT_PACE`.
PACES = {"slow": 4.0, "usual": 1.0, "fast": 0.0}

#: Gives the answers that a bot has weighed for a seat of a match, its own first, or a Deferred of
#: them.
type Thinker = Callable[[Match, int], Sequence[Line] | defer.Deferred]


def _pick_at_random(match: Match, seat: int) -> Sequence[Line]:
    """The one bot that does not think."""
    return bots.weigh("random", secrets.randbits(63), match, seat)


def _quick_thinker(kind: str) -> Thinker:
    """A bot that takes milliseconds."""
    return lambda match, seat: thinking.think_quickly(kind, match, seat)


def _remote_thinker(level: str) -> Thinker:
    """A bot that thinks in another process."""
    return lambda match, seat: thinking.think_elsewhere(level, match, seat)


def _default_lines(choice: Choice) -> list[Line]:
    """The default answer, for a bot that fails or goes round in circles."""
    return [Line(choice.default)]


# What those that sit down are called, one after the other.
BOT_NAMES = ("Ada", "Bo", "Cyn", "Dag", "Eli", "Fay", "Gus", "Hex")
# By kind of bot, from weak to strong.
BOTS: dict[str, Thinker] = {
    "random": _pick_at_random,
    "novice": _remote_thinker("novice"),
    "greedy": _quick_thinker("greedy"),
    **{kind: _remote_thinker(kind) for kind in (bots.SCRIPTED, "adept", "master", "grandmaster")},
}


def kinds_of_bots(pack: Pack | None) -> list[str]:
    """The kinds of bots that play a game (None: any), from weak to strong."""
    scripts = pack.program.scripts if pack is not None else None
    return [kind for kind in BOTS if kind != bots.SCRIPTED or (scripts is not None and scripts.bot)]


class Deed(NamedTuple):
    """What a bot has done: the match before it, what it was asked, the answers it weighed."""

    seat: int
    match: Match
    choice: Choice
    lines: Sequence[Line]  # its own first


class Seated(Protocol):
    """What `BotTurns` needs of its host."""

    record: MatchRecord
    match: Match
    clock: Any
    pace: float
    closed: bool
    orders: Orders

    @property
    def is_busy(self) -> bool: ...
    @property
    def is_paused(self) -> bool: ...
    def asked_seats(self) -> list[int]: ...
    def bot_of(self, seat: int) -> str: ...
    def choice_of(self, seat: int) -> Choice | None: ...
    def act_for(self, seat: int, picks: tuple[int, ...]) -> defer.Deferred: ...
    def act_as_ordered(self, seat: int, picks: tuple[int, ...]) -> defer.Deferred: ...
    def act_by_default(self, seat: int) -> defer.Deferred: ...
    def log(self, text: str) -> None: ...


class BotTurns:
    """The bots of one match; `deeds` is the last of each, in order."""

    def __init__(self, host: Seated):
        self.host = host
        self.deeds: dict[int, Deed] = {}
        self.unanswering = failures.Unanswering(host.record)
        self._call: Any = None
        self._thinks: int | None = None

    def schedule(self, delay: float | None = None) -> None:
        """See to it that a bot which is asked answers soon, in a turn of the reactor of its own."""
        host = self.host
        if host.closed or host.is_paused or self._call is not None or self._thinks is not None:
            return
        if (seat := self._first_asked()) is not None:
            pace = host.pace if host.bot_of(seat) else 0.0
            self._call = host.clock.callLater(pace if delay is None else delay, self._take_turn)

    def cancel(self) -> None:
        """Nobody waits for an answer any more."""
        if self._call is not None and self._call.active():
            self._call.cancel()
        self._call = None

    def _first_asked(self) -> int | None:
        """The first seat for which an order answers; else the first bot that is asked."""
        host, asked = self.host, self.host.asked_seats()
        ordered = (seat for seat in asked if host.orders.answer_for(seat) is not None)
        return next(ordered, next((seat for seat in asked if host.bot_of(seat)), None))

    def _take_turn(self) -> None:
        self._call = None
        seat = self._first_asked()
        if self.host.closed or self.host.is_paused or self.host.is_busy or seat is None:
            return  # it is called again when nothing is being stored any more, and when it goes on
        choice = self.host.match.choice_of(seat)
        if choice is None:
            return
        self._thinks = seat
        if (picks := self.host.orders.answer_for(seat)) is not None:
            given = self._give_ordered(seat, picks)
            given.addErrback(lambda failure: logger.log_err(failure.getTraceback()))
            return
        thought = defer.maybeDeferred(self._think, seat, choice)
        thought.addErrback(self._fall_back, choice)
        thought.addCallback(self._give_answer, seat, choice)
        thought.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    @defer.inlineCallbacks
    def _give_ordered(self, seat: int, picks: tuple[int, ...]) -> Any:
        """Answer as a person has ordered; ask them where that leads nowhere."""
        host, worked = self.host, False
        if not self._is_going_round(seat):
            worked = yield host.act_as_ordered(seat, picks)
        self._thinks = None
        if not (worked or host.closed):
            host.orders.note_failure(seat)
        self.schedule()

    def _think(self, seat: int, choice: Choice) -> Sequence[Line] | defer.Deferred:
        """What the bot of a seat weighs, or a Deferred of it."""
        if self._is_going_round(seat):
            return _default_lines(choice)
        return BOTS.get(self.host.bot_of(seat), BOTS["greedy"])(self.host.match, seat)

    def _is_going_round(self, seat: int) -> bool:
        """Whether this seat alone has answered for so long that it will not stop by itself."""
        latest = self.host.match.journal[-STREAK:]
        return len(latest) == STREAK and all(other == seat for other, *_ in latest)

    def _fall_back(self, failure: Failure, choice: Choice) -> list[Line]:
        self.host.log(f"A bot failed:\n{failure.getTraceback()}")
        return _default_lines(choice)

    @defer.inlineCallbacks
    def _give_answer(self, lines: Sequence[Line], seat: int, choice: Choice) -> Any:
        host, worked = self.host, True
        before = host.match
        if (failure := lines[0].failure) is not None:
            self.unanswering.keep(len(before.journal), seat, failure)
        # It may have thought about something that has passed.
        if (
            not (host.closed or host.is_paused)
            and host.choice_of(seat) == choice
            and host.bot_of(seat)
        ):
            worked = yield host.act_for(seat, lines[0].picks)
            if worked:
                self.deeds.pop(seat, None)
                self.deeds[seat] = Deed(seat, before, choice, lines)
        self._thinks = None
        if not worked:
            yield host.act_by_default(seat)
        self.schedule()
