"""How scenarios name the cards and options of one match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ..ground.data import Json
from ..pack import pack_of_match
from ..running.choices import Choice, Option
from ..running.match import Match
from ..running.state import ZONE
from ..running.view import card_view
from .form import ScenarioError
from .vocabulary import vocabulary_of

Fits = Callable[[Any], bool]


class Names:
    """
    The names of the cards and options of one match; one that means nothing is an error.

    The name of a card means a copy of it that was laid out by `given`, or has been in play since:
    has lain where somebody sees it. Those copies keep their numbers; what comes later comes behind.
    """

    def __init__(self, match: Match):
        self.match = match
        self.words = vocabulary_of(pack_of_match(match))
        layout = match.program.layout
        self.open = {
            number
            for number, family in enumerate(layout.zone_family)
            if number and layout.zones[family].see != "none"
        }
        #: The copies that names can mean, in the order in which they came; the seat whose each is.
        self.seats: dict[int, int | None] = {}

    # -- cards -------------------------------------------------------------------------------------

    def lay_out(self, card: int, zone: int) -> None:
        """Let names mean a copy that is laid into this zone."""
        self.seats[card] = self.seat_of(card, zone)

    def update_copies(self) -> None:
        """Let names mean the copies that have come into play since."""
        state = self.match.state
        for card in [card for card in self.seats if not state[card]]:
            del self.seats[card]  # its row is free for another
        came = [
            card
            for card in self.match.cards
            if card not in self.seats and state[card + ZONE] in self.open
        ]
        for card in sorted(came, key=lambda card: (self.player(card), card)):
            self.seats[card] = self.seat_of(card, state[card + ZONE])

    def seat_of(self, card: int, zone: int) -> int | None:
        """Whose a copy is: who has it as a copy of theirs, or else who has the zone."""
        player = self.player(card) or self.match.program.layout.zone_owner[zone]
        return player - 1 if player else None

    def find_card(self, name: Json, anywhere: bool = False) -> int:
        """
        The card of a name, its id or an end of it: the only copy, `ember@1` the only one of seat 1,
        `ember#2` or `ember@1#2` the second of several. With `anywhere` also the only copy that
        there is, wherever it lies.
        """
        found = self.copies_of(name)
        if anywhere and not found:
            found = self.match.copies_of(self.words.find_copy(name).card.symbol)
        if len(found) == 1:
            return found[0]
        raise self.unclear_name(name, found)

    def copies_of(self, name: Json) -> list[int]:
        """The copies that a name can mean, of those that are laid out or in play."""
        wanted = self.words.find_copy(name)
        if wanted.seat is not None:
            self.seat(wanted.seat)
        found = [
            card
            for card, seat in self.seats.items()
            if self.match.state[card] == wanted.card.symbol and wanted.seat in (None, seat)
        ]
        return found[wanted.number - 1 : wanted.number] if wanted.number else found

    def unclear_name(self, name: Json, found: Sequence[int]) -> ScenarioError:
        """A name that does not mean one copy: where there are copies, and how they are named."""
        if found:
            return ScenarioError(
                f"{name} may be {self.list_copies(found)}; one of them belongs here"
            )
        card = self.words.find_copy(name).card
        if there := self.copies_of(card.id):
            return ScenarioError(f"no copy is {name}; there is {self.list_copies(there)}")
        layout, state = self.match.program.layout, self.match.state
        zones = {
            layout.zone_family[state[copy + ZONE]] for copy in self.match.copies_of(card.symbol)
        }
        if not zones:
            return ScenarioError(f"no {name} is laid out or in play; there is no copy of it")
        lying = ", ".join(sorted(zones))
        return ScenarioError(f"no {name} is laid out or in play; copies lie in {lying}")

    def list_copies(self, cards: Sequence[int]) -> str:
        """Copies by their full names, and where each lies."""
        layout, state = self.match.program.layout, self.match.state
        return ", ".join(
            f"{self.full_name(card)} ({layout.zone_names[state[card + ZONE]]})" for card in cards
        )

    def full_name(self, card: int) -> str:
        """The shortest name that means a copy and no other, as scenarios write it."""
        definition = self.match.card_of(card)
        if definition is None:
            return str(card)
        name, copies = self.words.shortest_name(definition.id), self.copies_of(definition.id)
        if not self.match.is_card(card):
            return name
        if card not in copies:
            seat = self.seat_of_copy(card)
            return name if seat is None else f"{name}@{seat}"
        seat = self.seats[card]
        if len(copies) == 1:
            return name
        if seat is None:
            return f"{name}#{copies.index(card) + 1}"
        theirs = self.copies_of(f"{name}@{seat}")
        return f"{name}@{seat}" + (f"#{theirs.index(card) + 1}" if len(theirs) > 1 else "")

    def free_copy(self, name: Json, taken: set[int], owner: int) -> int:
        """A copy of a card for a zone of `given`, not one of `taken`; of `owner` first."""
        wanted = self.words.find_copy(name)
        if wanted.number:
            bare = str(name).partition("#")[0]
            raise ScenarioError(
                f"copies are numbered in the order in which given lays them: {bare}, not {name}"
            )
        every = self.match.copies_of(wanted.card.symbol)
        copies = [card for card in every if card not in taken]
        if wanted.seat is not None:
            self.seat(wanted.seat)
            copies = [card for card in copies if self.player(card) == wanted.seat + 1]
        if not copies:
            raise ScenarioError(f"there are not that many {name} ({len(every)} in all)")
        return min(copies, key=lambda card: (self.player(card) != owner, self.player(card), card))

    def bring_copies(self, name: Json, taken: set[int]) -> None:
        """
        Let there be the copies of a card that players could have brought in their decks, and one
        beside those `taken` of a card that is only made while a match goes on.
        """
        match, card = self.match, self.words.find_copy(name).card
        copies = match.copies_of(card.symbol)
        rules, there = match.program.deck_rules, [self.player(copy) for copy in copies]
        limit = rules.limits.get(card.id, 0) if rules is not None else 0
        match.work = match.WORK
        if not card.count and taken.issuperset(copies):
            match.create(card.symbol, match.program.start_zone)
        for player in range(1, match.seats + 1):
            for _ in range(limit - there.count(player)):
                match.create(card.symbol, match.program.start_zone, player)

    def player(self, card: int) -> int:
        """The player who has a card as a copy of theirs; 0 where it is nobody's."""
        return self.match.owners.get(card, 0)

    def copies(self, name: Json) -> tuple[int, ...]:
        """All cards of a name, wherever they lie; with `@1` or `#2` behind it only those."""
        wanted = self.words.find_copy(name)
        if wanted.number:
            return (self.find_card(name),)
        if wanted.seat is not None:
            self.seat(wanted.seat)
        return tuple(
            copy
            for copy in self.match.copies_of(wanted.card.symbol)
            if wanted.seat in (None, self.seat_of_copy(copy))
        )

    def seat_of_copy(self, card: int) -> int | None:
        """The seat whose a copy is."""
        if card in self.seats:
            return self.seats[card]
        return self.seat_of(card, self.match.state[card + ZONE])

    def short_name(self, entity: int) -> str:
        identifier = self.match.card_id(entity) or str(entity)
        return identifier.rsplit(".", 1)[-1]

    def seat(self, seat: Json) -> int:
        """A seat of this match."""
        if type(seat) is not int or not 0 <= seat < self.match.seats:
            raise ScenarioError(f"there is no seat {seat!r}; there are 0 to {self.match.seats - 1}")
        return seat

    # -- options -----------------------------------------------------------------------------------

    def option_text(self, option: Option) -> str:
        if option.kind in ("card", "definition"):
            return f"{option.word} {self.full_name(option.entity)}"
        if option.kind == "player":
            player = f"player {option.entity - 1}"
            return player if option.word == "player" else f"{option.word} {player}"
        if option.kind == "symbol":
            return f"{option.word} {self.match.program.symbol_name(option.entity)}"
        return f"{option.word} {option.entity}" if option.kind else option.word

    def options_meant(self, text: Json) -> Fits:
        """
        Which options a text means: `play ember`, `push player 2`, `number 3`, `pass`; `play` alone
        is every option of this word.
        """
        if not isinstance(text, str):
            raise ScenarioError(f"an option is written as `play ember` or `pass`, not {text!r}")
        word, _, about = text.partition(" ")
        kinds = self.words.kinds_of_option(word)
        if not about:
            return lambda option: option.word == word
        seat = re.fullmatch(r"(?:player )?(\d+)", about)
        number = re.fullmatch(r"-?\d+", about)
        if seat and "player" in kinds:
            wanted: Json = int(seat.group(1))
        else:
            wanted = int(about) if number and "number" in kinds else about
        fits = self.options_about(kinds, wanted)
        return lambda option: option.word == word and fits(option)

    def check_in_play(self, text: Json) -> None:
        """Whether a card that an option is about is laid out or in play, or could not be."""
        word, _, about = str(text).partition(" ")
        if about and self.words.kinds_of_option(word) == {"card"} and not self.copies_of(about):
            raise self.unclear_name(about, ())

    def options_about(self, kinds: set[str], wanted: Json) -> Fits:
        """Which options are about a thing, of options that are about these kinds of things."""
        problem: ScenarioError | None = None
        for kind in sorted(kinds, reverse=True):
            try:
                entities = self._entities_meant(kind, wanted)
            except ScenarioError as error:
                problem = error
            else:
                if entities is not None:
                    return lambda option: option.kind == kind and option.entity in entities
        told = " or ".join(f"a {kind}" for kind in sorted(kinds - {""})) or "nothing"
        raise problem or ScenarioError(f"what is chosen here is about {told}, not {wanted!r}")

    def _entities_meant(self, kind: str, wanted: Json) -> tuple[int | str, ...] | None:
        """The entities of options of a kind that are meant; None: nothing of this kind is."""
        if kind in ("number", "player") and type(wanted) is int:
            return (wanted,) if kind == "number" else (self.seat(wanted) + 1,)
        if kind == "symbol" and isinstance(wanted, str):
            return (self.match.program.symbol(self.words.find_symbol(wanted)),)
        if kind == "text" and isinstance(wanted, str):
            return (wanted,)
        if kind == "definition" and isinstance(wanted, str):
            return (self.words.find_copy(wanted).card.symbol,)
        return self.copies(wanted) if kind == "card" and isinstance(wanted, str) else None

    def items_meant(self, choice: Choice, wanted: Json) -> Fits:
        """Which options of a choice are meant by an item of `pick`."""
        words = {option.word for option in choice.options if not option.kind}
        if wanted in words:
            return lambda option: not option.kind and option.word == wanted
        return self.options_about({option.kind for option in choice.options}, wanted)

    def only_option(self, choice: Choice, indices: Sequence[int], wanted: Json) -> int:
        """
        The option that an answer means, of those that fit it: the only one, or the first of cards
        that lie in one zone and are alike.
        """
        options = [choice.options[index] for index in indices]
        if any(self._look_of(option) != self._look_of(options[0]) for option in options[1:]):
            texts = ", ".join(map(self.option_text, options))
            raise ScenarioError(f"{wanted} may be {texts}; one of them belongs here")
        return indices[0]

    def _look_of(self, option: Option) -> object:
        """What tells an option from others; of a card where it lies and how it stands."""
        if option.kind != "card" or not self.match.is_card(option.entity):
            return option
        shown = {**card_view(self.match, option.entity), "uuid": None}
        return option.word, self.match.state[option.entity + ZONE], shown
