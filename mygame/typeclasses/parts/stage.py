"""What a match is played on, for those who play it and those who tell it: a table, or a scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred

from rules.pack import Pack, pack_of_match
from rules.playing.bots.search import LEVELS
from rules.running.choices import Choice
from rules.running.match import Match
from typeclasses.parts.places import check_kind
from world.errors import TableError
from world.play.hosting.host import MatchHost
from world.play.hosting.orders import CARD, Order, responses_of
from world.play.hosting.timing import Left
from world.play.hosting.undoing import Undoing


class Stage:
    """Characters hold seats of a match; what they do in it, and what is to be known of it."""

    #: A match goes on: `playing`. What else a table can be is its own matter.
    state: str
    #: Whether it is without a table.
    is_scene = False
    #: Whether its board is shown above what is asked, as at a table.
    has_board = True

    if TYPE_CHECKING:  # of tables and scenes

        @property
        def host(self) -> MatchHost | None: ...
        @property
        def pack(self) -> Pack | None: ...
        @property
        def names(self) -> list[str]: ...

        def seat_of(self, character: Any) -> int | None: ...
        def people(self) -> list[Any]: ...

    # ------------------------------------------------------------------ the match

    @property
    def match(self) -> Match | None:
        """
        The live match, or the one that has just ended, or None.

        Never keep it: every answer puts a new one in its place.
        """
        host = self.host
        return host.match if host is not None else None

    def time_left(self, seat: int) -> Left | None:
        """What a seat has left for its answer; None without limit or question."""
        host = self._running_host()
        return host.time_left(seat) if host is not None else None

    def hints_allowed(self) -> bool:
        """Whether bots may be asked about the match: among people only where all were told so."""
        host = self._running_host()
        return host is None or host.record.advised or not host.seating.among_people

    def check_hints(self) -> None:
        """:raises TableError: `hintsOff`."""
        if not self.hints_allowed():
            raise TableError("hintsOff")

    def is_playing(self, character: Any) -> bool:
        """Whether a character holds a seat of the running match, and has not given up."""
        host, seat = self._running_host(), self.seat_of(character)
        return host is not None and seat is not None and not host.has_conceded(seat)

    def is_waited_for(self, seat: int) -> bool:
        """Whether others wait for this seat in the running match, so that defaults are taken."""
        host = self._running_host()
        return host is not None and host.time.is_waited_for(seat)

    def autopilot_of(self, seat: int | None) -> str:
        """The kind of bot that answers for a person's seat now; empty if none does."""
        host = self._running_host()
        return host.seating.autopilots.get(seat, "") if host and seat is not None else ""

    def answers_for(self, seat: int | None) -> bool:
        """Whether a bot answers for a person's seat now, or what the person always answers."""
        host = self._running_host()
        return host is not None and seat is not None and host.is_answered(seat)

    def has_conceded(self, seat: int) -> bool:
        """Whether a seat has given up the match that is played here, or was played last."""
        return self.host is not None and self.host.has_conceded(seat)

    def _running_host(self) -> MatchHost | None:
        """The host of a match that goes on."""
        host = self.host
        return host if self.state == "playing" and host is not None and not host.closed else None

    def _check_running(self) -> MatchHost:
        host = self._running_host()
        if host is None:
            raise TableError("noMatch")
        return host

    # ------------------------------------------------------------------ people

    def eyes_of(self, character: Any) -> int | None:
        """The seat with whose eyes somebody sees the match: their own."""
        return self.seat_of(character)

    def _check_seated(self, character: Any) -> int:
        seat = self.seat_of(character)
        if seat is None:
            raise TableError("notSeated")
        return seat

    def name_of(self, character: Any) -> str:
        """The name to show for somebody at this table, seated or not."""
        seat = self.seat_of(character)
        return character.key if seat is None else self.names[seat]

    def spectators(self) -> list[Any]:
        """Those of the people who hold no seat."""
        return [character for character in self.people() if self.seat_of(character) is None]

    # ------------------------------------------------------------------ answering

    def answer(self, character: Any, picks: Iterable[int]) -> Deferred:
        """
        Answer what this character is asked: indices into the options of the choice.

        The Deferred fires when it is stored and everybody has been told, see `MatchHost.answer`.

        :raises TableError: `notSeated`, `noMatch`, `notAsked`, `illegalAnswer`, `notSaved`,
            `answerKept`, `matchOver`, `engineFailed`; nothing has changed then.
        """
        seat = self._check_seated(character)
        host = self._check_running()
        if self.autopilot_of(seat):
            host.set_autopilot(seat, "")
        return host.answer(seat, picks)

    # ------------------------------------------------------------------ taking back

    def undoing(self, character: Any) -> Undoing:
        """
        How a player of the running match takes answers back.

        :raises TableError: `notSeated`, `noMatch`; `undoOff` (pack): this game has no way back.
        """
        self._check_seated(character)
        host = self._check_running()
        if not self.has_way_back():
            raise TableError("undoOff", pack=pack_of_match(host.match))
        return host.undoing

    def has_way_back(self) -> bool:
        """Whether answers of the running match can be taken back at all."""
        host = self._running_host()
        return host is not None and pack_of_match(host.match).undo

    def can_take_back(self, seat: int) -> bool:
        """Whether this seat can take back its last answer without asking the others."""
        host = self._running_host()
        return host is not None and self.has_way_back() and host.undoing.is_free(seat)

    def answer_is_secret(self, seat: int) -> bool:
        """Whether this seat has answered in secret, and others have not yet."""
        host = self._running_host()
        return host is not None and host.undoing.is_secret(seat)

    def asks_consent(self, seat: int) -> bool:
        """Whether this seat is asked if somebody may take back an answer."""
        host = self._running_host()
        question = host.undoing.question if host is not None else None
        return question is not None and seat in question.waits_for

    # ------------------------------------------------------------------ answered for somebody

    def set_autopilot(self, character: Any, kind: str) -> None:
        """
        Let a kind of bot answer for this character until they answer themselves; with an empty
        one no longer.

        :raises TableError: `notSeated`, `noMatch`, `unknownBot`, `hintsOff`, `hasConceded`,
            `notSaved`.
        """
        seat = self._check_seated(character)
        host = self._check_running()
        if kind:
            check_kind(kind, self.pack)
        if kind in LEVELS:
            self.check_hints()
        host.set_autopilot(seat, kind)

    def set_pace(self, character: Any, name: str) -> None:
        """
        Let bots answer at another pace: `slow`, `usual` or `fast`.

        :raises TableError: `notSeated`, `noMatch`, `matchOver`, `paceShared`.
        """
        self._check_seated(character)
        self._check_running().set_pace(name)

    def pace_for(self, character: Any) -> str:
        """At which pace bots answer, for whoever may choose it; else empty."""
        host = self._running_host()
        chooses = host is not None and self.seat_of(character) is not None
        return host.pace_name if host and chooses and not host.seating.among_people else ""

    def answer_always(self, character: Any, picks: Sequence[int], **how: Any) -> Deferred:
        """
        Answer what this character is asked, and the same question so from now on; `how` as
        `Orders.add`.

        :raises TableError: of `Orders.add` and `answer`.
        """
        seat = self._check_seated(character)
        orders = self._check_running().orders
        orders.add(seat, picks, **how)

        def take_back(failure: Any) -> Any:
            orders.drop_fitting(seat)
            return failure

        try:
            return self.answer(character, picks).addErrback(take_back)
        except TableError:
            orders.drop_fitting(seat)
            raise

    def can_be_always(self, choice: Choice) -> list[int]:
        """The options of a response that are worth being answered always: a single one, no card."""
        host = self._running_host()
        if host is None or not choice.minimum == choice.maximum == 1:
            return []
        responds = choice.prompt in responses_of(host.match)
        return [i for i, option in enumerate(choice.options) if responds and option.kind != CARD]

    def doer_of(self, choice: Choice) -> int | None:
        """The seat whose doings a choice is about, if that can be answered always; else None."""
        host = self._running_host()
        return host.orders.doer_of(choice) if host is not None else None

    def orders_of(self, character: Any) -> Sequence[Order]:
        """What this character always answers in the running match, the oldest first."""
        seat = self._check_seated(character)
        return self._check_running().orders.of_seat(seat)

    def drop_order(self, character: Any, place: int | None = None) -> None:
        """
        Say what one answers oneself again: an order by its place in the list, or all.

        :raises TableError: `notSeated`, `noMatch`, `alwaysNone`.
        """
        seat = self._check_seated(character)
        self._check_running().orders.drop(seat, place)
