"""
What players have said they always answer to a question, so that the house answers for them.

An `Order` is for a prompt and its subject (that skill, that card), for the prompt whatever it is
about, or for what one player does (`board.doer` names the value that says who). It holds until the
end of the match, or until the seat is asked something that is no response (`board.responses`) and
another prompt than its own: its own turn. One whose options are not offered is passed over; what a
seat takes back it is asked again. Begin with `Orders.answer_for`; `world.play.hosting.botturns`
gives the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules.pack import pack_of_match
from rules.running.choices import Choice
from rules.running.match import Match
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting import storing
from world.play.hosting.events import OrdersChanged
from world.play.hosting.readers import Readers

ORDERS_MOST = 20  # of a seat
CARD = "card"  # the kind of the options that are another thing at each question


class Order(NamedTuple):
    """
    What a seat always answers. `subject`: None for any; `answer`: word, kind and entity of each
    option picked; `told`: question and answer in each language, as they were when it was given;
    `doer`: the seat whose doings it is about, None for whoever it is.
    """

    prompt: str
    subject: str | None
    answer: tuple[tuple[str, str, int], ...]
    until_turn: bool
    told: Mapping[str, Sequence[str]]
    doer: int | None = None

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> Order:
        """An order as the database keeps it."""
        prompt, subject, answer, until_turn, told, *doer = data
        return cls(prompt, subject, tuple((w, k, e) for w, k, e in answer), until_turn, told, *doer)

    def picks_of(self, choice: Choice, subject: str, doer: int | None) -> tuple[int, ...] | None:
        """What it answers to a choice about a subject; None where it does not fit."""
        if choice.prompt != self.prompt or self.subject not in (None, subject):
            return None
        if self.doer not in (None, doer):
            return None
        places = {
            (option.word, option.kind, option.entity): index
            for index, option in enumerate(choice.options)
        }
        if any(each not in places for each in self.answer):
            return None
        picks = tuple(places[each] for each in self.answer)
        return picks if choice.minimum <= len(picks) <= choice.maximum else None


class Ordered(Protocol):
    """What `Orders` needs of its host."""

    record: MatchRecord
    match: Match
    readers: Readers

    def choice_of(self, seat: int) -> Choice | None: ...
    def plays_self(self, seat: int) -> bool: ...


class Orders:
    """The standing answers of one match. `show(seat)`: show a question that was passed over."""

    def __init__(self, host: Ordered, show: Callable[[int], None]):
        self.host, self._show = host, show
        self._by_seat = {
            seat: list(map(Order.from_data, data))
            for seat, data in storing.orders_of(host.record).items()
        }

    def of_seat(self, seat: int) -> Sequence[Order]:
        """What a seat has ordered, the oldest first."""
        return self._by_seat.get(seat, ())

    def answer_for(self, seat: int) -> tuple[int, ...] | None:
        """What a person always answers to what they are asked now; None if they are to say."""
        orders, choice = self._by_seat.get(seat), self.host.choice_of(seat)
        if not orders or choice is None or not self.host.plays_self(seat):
            return None
        about = self._subject_of(choice), self.doer_of(choice)
        found = (order.picks_of(choice, *about) for order in reversed(orders))
        return next((picks for picks in found if picks is not None), None)

    def add(
        self,
        seat: int,
        picks: Sequence[int],
        *,
        any_subject: bool = False,
        until_turn: bool = False,
        of_doer: bool = False,
        told: Mapping[str, Sequence[str]],
    ) -> None:
        """
        Answer what a seat is asked now always so; `of_doer`: whatever it is about, as long as the
        same player does it. It takes the place of one for the same.

        :raises TableError: `notAsked`, `illegalAnswer`, `alwaysCard` (picked by hand each time),
            `alwaysNobody` (no player does it), `alwaysMany` (limit).
        """
        choice = self.host.choice_of(seat)
        if choice is None:
            raise TableError("notAsked")
        if not all(0 <= pick < len(choice.options) for pick in picks):
            raise TableError("illegalAnswer", reason=f"{picks} are not options")
        options = [choice.options[pick] for pick in picks]
        if any(option.kind == CARD for option in options):
            raise TableError("alwaysCard")
        doer = self.doer_of(choice) if of_doer else None
        if of_doer and doer is None:
            raise TableError("alwaysNobody")
        subject = None if any_subject or of_doer else self._subject_of(choice)
        kept = [
            order
            for order in self.of_seat(seat)
            if (order.prompt, order.subject, order.doer) != (choice.prompt, subject, doer)
        ]
        if len(kept) >= ORDERS_MOST:
            raise TableError("alwaysMany", limit=ORDERS_MOST)
        answer = tuple((option.word, option.kind, option.entity) for option in options)
        self._keep(seat, [*kept, Order(choice.prompt, subject, answer, until_turn, told, doer)])

    def drop(self, seat: int, place: int | None = None) -> None:
        """
        Drop an order of a seat by its place in the list, or all of them.

        :raises TableError: `alwaysNone` (number): there is none at that place.
        """
        orders = list(self.of_seat(seat))
        if place is not None and not 0 <= place < len(orders):
            raise TableError("alwaysNone", number=place + 1)
        self._keep(seat, [] if place is None else orders[:place] + orders[place + 1 :])

    def drop_fitting(self, seat: int) -> None:
        """Drop what answers the present question of a seat, which is asked again."""
        if (choice := self.host.choice_of(seat)) is not None and self._by_seat.get(seat):
            about = self._subject_of(choice), self.doer_of(choice)
            orders = [o for o in self._by_seat[seat] if o.picks_of(choice, *about) is None]
            self._keep(seat, orders)

    def note_failure(self, seat: int) -> None:
        """An answer cannot be given, or again and again: the person is asked after all."""
        self.drop_fitting(seat)
        self._show(seat)

    def note_questions(self, choices: Sequence[Choice]) -> None:
        """Seats are asked something new: it may be their turn."""
        for choice in choices:
            orders = self._by_seat.get(choice.seat)
            if orders and choice.prompt not in responses_of(self.host.match):
                kept = [o for o in orders if not o.until_turn or o.prompt == choice.prompt]
                self._keep(choice.seat, kept)

    def doer_of(self, choice: Choice) -> int | None:
        """The seat of the player whose doings a question is about; None if nobody's."""
        name = pack_of_match(self.host.match).board.get("doer")
        found = (value for each, kind, value in choice.values if (each, kind) == (name, "player"))
        player = next(found, 0)
        return player - 1 if isinstance(player, int) and player else None

    def _subject_of(self, choice: Choice) -> str:
        """What a question is about, so that it is the same when it is asked again."""
        if not choice.subject:
            return ""
        card = self.host.match.card_of(choice.subject)
        return card.id if card is not None else str(choice.subject)

    def _keep(self, seat: int, orders: list[Order]) -> None:
        if orders == self._by_seat.get(seat, []):
            return
        self._by_seat[seat] = orders
        data = [list(order) for order in orders]
        storing.write_later("orders", storing.keep_orders, self.host.record, seat, data)
        self.host.readers.tell(OrdersChanged(seat))


def responses_of(match: Match) -> frozenset[str]:
    """The prompts that are about what another player does, as the pack names them."""
    return frozenset(pack_of_match(match).board.get("responses", ()))
