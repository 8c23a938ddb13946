"""
The catalogue of a game: its cards as they are printed, and what can be printed on cards.

A card in a match is the address of a row, which begins with its definition: the symbol of its id.
Everything here is by id or by definition. Imports nothing of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..ground.data import Json


@dataclass(slots=True)
class Fact:
    """A property of cards (or a field, as something modifiers can change)."""

    name: str
    index: int
    kinds: tuple[str, ...]
    type: str
    domain: tuple[str, ...] = ()
    default: int = 0
    minimum: int | None = None
    aliases: dict[str, str] = field(default_factory=dict)
    modified: bool = False  # by something in the pack
    owned: bool = False  # by a card's own modifier
    entity: str = "card"


@dataclass(slots=True)
class CardDef:
    """
    A card as declared. `source` is the JSON as read, `facts` its printed properties, `text` its
    description; `symbol`, the number of its id, is its definition in a match.
    """

    id: str
    name: dict[str, str]
    kind: str
    count: int
    per_player: bool
    facts: dict[str, Any]
    source: dict[str, Any]
    place: str
    text: Json = None
    symbol: int = 0
    number: int = 0  # among the cards of the pack


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The cards of a game."""

    definitions: dict[str, CardDef] = field(default_factory=dict)  # by id, in their order
    by_symbol: dict[int, CardDef] = field(default_factory=dict)
    # By definition: the printed facts, in the order of the properties; and the row of a new card.
    printed: dict[int, tuple[int, ...]] = field(default_factory=dict)
    rows: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def cards(self) -> list[CardDef]:
        """All of them, in their order."""
        return list(self.definitions.values())

    def card(self, id: str) -> CardDef:
        """A card by id. KeyError if there is none."""
        return self.definitions[id]

    def print_fact(self, card: CardDef, index: int, value: int) -> None:
        """What is found out about a card while it is compiled, as if it were printed on it."""
        printed = list(self.printed[card.symbol])
        printed[index] = value
        self.printed[card.symbol] = tuple(printed)
