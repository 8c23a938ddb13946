"""
What happens in a hosted match, as data for its readers.

`Changed`, `Foreseen` and `Ended` are the match; a `Notice` is something beside the game, whose
`key` is that of its sentence in the locale files (`notice.<key>`). Seats count from 0. Events are
values: a reader may keep them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol, Self

from rules.running.bring import Taken
from rules.running.choices import Choice
from rules.running.log import LogEntry
from rules.running.match import Match
from rules.running.outcome import Outcome
from world.play.hosting.timing import Left

Standings = Sequence[Sequence[int]]  # seats from first to last; ties stand together


class Event:
    """Something that has happened in a match; all of it is stored."""

    __slots__ = ()


class Reader(Protocol):
    """Whoever is told what happens in a match: text, data, a recording."""

    def read(self, event: Event) -> None:
        """
        Something has happened. An error in here is logged and goes no further; what takes long
        does not belong here.
        """


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """
    The match stands otherwise: `number` counts its changes (`MatchHost.number`), `entries` are the
    new lines of its log, `choices` what people are asked anew, one for each seat. Both may be
    empty.
    """

    number: int
    entries: Sequence[LogEntry]
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Foreseen(Event):
    """It is known now what the options of a seat would do (`world.play.foreseeing.facts_of`)."""

    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over; `returns`: what each seat takes home, by name."""

    standings: Standings
    outcome: Outcome
    returns: tuple[Taken, ...] = ()

    @classmethod
    def of_match(cls, match: Match) -> Self:
        """The end of a match that is over."""
        assert match.standings is not None and match.outcome is not None  # noqa: S101, PT018
        return cls(match.standings, match.outcome, match.returns or ())


# -- beside the game


@dataclass(frozen=True, slots=True)
class Notice(Event):
    """Something beside the game."""

    key: ClassVar[str]

    def details(self) -> dict[str, Any]:
        """What the sentence may need, by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True, slots=True)
class _OfSeat(Notice):
    seat: int


class StorageBusy(_OfSeat):
    """The database keeps everybody waiting; `seat` has answered."""

    __slots__ = ()
    key = "storageBusy"


class AnswerIn(_OfSeat):
    """A seat has answered in secret, and others have not yet."""

    __slots__ = ()
    key = "answerIn"


@dataclass(frozen=True, slots=True)
class AnsweredAsAlways(_OfSeat):
    """The house gives the answer that a seat has ordered (`world.play.hosting.orders`)."""

    key = "always"
    choice: Choice
    picks: Sequence[int]


@dataclass(frozen=True, slots=True)
class OrdersChanged(Event):
    """What a seat always answers is something else now; only its person knows of it."""

    seat: int


class Conceded(_OfSeat):
    """A seat has given up."""

    __slots__ = ()
    key = "conceded"


class Settled(_OfSeat):
    """A seat has taken home what it had, and plays no further."""

    __slots__ = ()
    key = "settled"


@dataclass(frozen=True, slots=True)
class AutopilotSet(_OfSeat):
    """A kind of bot answers for a seat from now on; no longer, where it is empty."""

    key = "autopilot"
    kind: str


@dataclass(frozen=True, slots=True)
class BehaviorFailed(_OfSeat):
    """
    Something failed in what a seat did: a card is broken, and what fails of it is left out.
    `withdrawn`: nothing has changed, and the seat is asked anew. `off`: nothing of the card is
    carried out any more.
    """

    key = "actionFailed"
    card: str | None
    reason: str
    withdrawn: bool
    off: bool = False


@dataclass(frozen=True, slots=True)
class _OfTime(_OfSeat):
    left: Left
    choice: Choice


class TimeWarning(_OfTime):
    """The time for an answer is nearly over."""

    __slots__ = ()
    key = "timeWarning"


class BankUsed(_OfTime):
    """From now on the time bank of a seat is used."""

    __slots__ = ()
    key = "timeBank"


class TimedOut(_OfTime):
    """The time is up: the default answer of `choice` is given."""

    __slots__ = ()
    key = "timeout"


class Undone(_OfSeat):
    """A seat has taken answers back."""

    __slots__ = ()
    key = "undone"


@dataclass(frozen=True, slots=True)
class UndoAsked(_OfSeat):
    """The other people are asked whether a seat may take back an answer, for so many seconds."""

    key = "undoAsked"
    others: Sequence[int]
    seconds: int


class UndoAgreed(_OfSeat):
    """A seat has said yes; others have not yet."""

    __slots__ = ()
    key = "undoAgreed"


@dataclass(frozen=True, slots=True)
class UndoRefused(_OfSeat):
    """Somebody (`by`) has said no to what a seat wanted to take back."""

    key = "undoRefused"
    by: int


class UndoExpired(_OfSeat):
    """Somebody did not say yes in time."""

    __slots__ = ()
    key = "undoExpired"


class Paused(Notice):
    """Staff lets the match stand still."""

    __slots__ = ()
    key = "paused"


class Resumed(Notice):
    """It goes on."""

    __slots__ = ()
    key = "resumed"


@dataclass(frozen=True, slots=True)
class _Closing(Notice):
    reason: str


class MatchBroken(_Closing):
    """The match cannot go on; it can be brought back by hand."""

    __slots__ = ()
    key = "matchBroken"


class MatchClosed(_Closing):
    """Staff have ended the match without a result."""

    __slots__ = ()
    key = "matchClosed"


class SceneLeft(Notice):
    """Who played a match without a table has left it, and it is over by that."""

    __slots__ = ()
    key = "sceneLeft"


@dataclass(frozen=True, slots=True)
class MatchAborted(Notice):
    """The game failed at every answer: it is over as it stood, and counts for nobody."""

    key = "matchAborted"
    standings: Standings


class FellAsleep(Event):
    """The match of one person was left for long: it is in the database alone, and goes on later."""

    __slots__ = ()


#: What ends a match without a result.
WITHOUT_RESULT = (MatchBroken, MatchClosed, MatchAborted, SceneLeft)
