"""How scenarios name the cards and options of one match."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..pack.definition import CardDef
from ..running.choices import Choice, Option
from ..running.match import Match
from .form import ScenarioError
from .vocabulary import vocabulary

Fits = Callable[[Any], bool]


class Names:
    """The names of the cards and options of one match; one that means nothing is an error."""

    def __init__(self, match: Match):
        self.match = match
        self.words = vocabulary(match.pack)

    # -- cards -------------------------------------------------------------------------------------

    def card(
        self, name: Json, taken: set[int] | frozenset[int] = frozenset(), owner: int = 0
    ) -> int:
        """
        A card by its id, the end of it or its name (`ember`, `ember#2` for the second copy), not
        one of `taken`; of `owner` first.
        """
        card, copy = self.words.copy(name)
        copies = self.of(card)
        if copy and copies[copy - 1 : copy] and copies[copy - 1] in taken:
            raise ScenarioError(f"{name} is already in another place")
        every = len(copies)
        if not copy:
            copies = sorted(
                (e for e in copies if e not in taken), key=lambda e: self.player(e) != owner
            )
        if len(copies) < max(copy, 1):
            raise ScenarioError(
                f"there are not that many {str(name).partition('#')[0]} ({every} in all)"
            )
        return copies[max(copy, 1) - 1]

    def bring(self, name: Json, taken: set[int] | frozenset[int] = frozenset()) -> None:
        """
        Let there be the copies of a card that players could have brought in their decks, and one
        beside those `taken` of a card that is only made while a match goes on.
        """
        match, (card, _) = self.match, self.words.copy(name)
        rules, there = match.pack.deck_rules, [self.player(copy) for copy in self.of(card)]
        limit = rules.limits.get(card.id, 0) if rules is not None else 0
        match.work = match.WORK
        if not card.count and taken.issuperset(self.of(card)):
            match.create(card.symbol, match.pack.start_zone)
        for player in range(1, match.seats + 1):
            for _ in range(limit - there.count(player)):
                match.create(card.symbol, match.pack.start_zone, player)

    def of(self, card: CardDef) -> list[int]:
        """The copies of a card, those of the first player first."""
        return sorted(self.match.copies_of(card.symbol), key=lambda copy: (self.player(copy), copy))

    def player(self, card: int) -> int:
        """The player who has a card as a copy of theirs; 0 where it is nobody's."""
        return self.match.owners.get(card, 0)

    def copies(self, name: Json) -> tuple[int, ...]:
        """All cards of a name, or with `#2` behind it that copy."""
        card, copy = self.words.copy(name)
        return (self.card(name),) if copy else tuple(self.of(card))

    def short(self, entity: int) -> str:
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
            return f"{option.word} {self.short(option.entity)}"
        if option.kind == "player":
            player = f"player {option.entity - 1}"
            return player if option.word == "player" else f"{option.word} {player}"
        if option.kind == "symbol":
            return f"{option.word} {self.match.pack.symbol_name(option.entity)}"
        return f"{option.word} {option.entity}" if option.kind else option.word

    def option(self, text: Json) -> Fits:
        """
        Which options a text means: `play ember`, `push player 2`, `number 3`, `pass`; `play` alone
        is every option of this word.
        """
        if not isinstance(text, str):
            raise ScenarioError(f"an option is written as `play ember` or `pass`, not {text!r}")
        word, _, about = text.partition(" ")
        kinds = self.words.option(word)
        if not about:
            return lambda option: option.word == word
        seat = re.fullmatch(r"(?:player )?(\d+)", about)
        number = re.fullmatch(r"-?\d+", about)
        if seat and "player" in kinds:
            wanted: Json = int(seat.group(1))
        else:
            wanted = int(about) if number and "number" in kinds else about
        fits = self.about(kinds, wanted)
        return lambda option: option.word == word and fits(option)

    def about(self, kinds: set[str], wanted: Json) -> Fits:
        """Which options are about a thing, of options that are about these kinds of things."""
        problem: ScenarioError | None = None
        for kind in sorted(kinds, reverse=True):
            try:
                entities = self._entities(kind, wanted)
            except ScenarioError as error:
                problem = error
            else:
                if entities is not None:
                    return lambda option: option.kind == kind and option.entity in entities
        told = " or ".join(f"a {kind}" for kind in sorted(kinds - {""})) or "nothing"
        raise problem or ScenarioError(f"what is chosen here is about {told}, not {wanted!r}")

    def _entities(self, kind: str, wanted: Json) -> tuple[int, ...] | None:
        """The entities of options of a kind that are meant; None: nothing of this kind is."""
        if kind in ("number", "player") and type(wanted) is int:
            return (wanted,) if kind == "number" else (self.seat(wanted) + 1,)
        if kind == "symbol" and isinstance(wanted, str):
            return (self.match.pack.symbol(self.words.symbol(wanted)),)
        if kind == "definition" and isinstance(wanted, str):
            return (self.words.copy(wanted)[0].symbol,)
        return self.copies(wanted) if kind == "card" and isinstance(wanted, str) else None

    def picked(self, choice: Choice, wanted: Json) -> Fits:
        """Which options of a choice are meant by an item of `pick`."""
        words = {option.word for option in choice.options if not option.kind}
        if wanted in words:
            return lambda option: not option.kind and option.word == wanted
        return self.about({option.kind for option in choice.options}, wanted)
