"""
What can be brought to a match, and what can be taken home from it, as a game declares it.

In `bring` it says what each seat has with it beside a deck (`decks`): a collection of cards, a
level, coins; in `return` what a seat takes home when the match ends, or when it settles before (the
word `settle`); in `stock` which zones hold what lies at places of the world. Here is what an entry
of each is; `brought` and `stock` do it. This imports nothing but the catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .catalogue import Catalogue
from .symbols import symbol_of

OPTION = "bring"  # of a match: for each seat what it brings, by name, or None
STOCK = "stock"  # of a match: by zone of which place what lies there, and the things
DECK = "deck"  # the name under which a deck is brought
MOST_CARDS = 1_000  # of one collection, where a pack does not say
MOST_IN_STOCK = 50  # things in one zone, where a pack does not say

#: What one seat brings, as it is written down: numbers, names, ids of cards, a deck.
Given = Mapping[str, Any]
#: What each player (0 is nobody) has brought of cards as they are printed, by name.
Brought = tuple[dict[str, tuple[int, ...]], ...]
#: What one seat takes home: a change of a number, ids of cards under `gains` and `loses`, things.
Taken = dict[str, Any]
#: The same as a match keeps it.
Kept = tuple[tuple[str, Any], ...]
THINGS = "things"  # the name under which things are taken home


def brought_by_seat(options: Mapping[str, Any], seat: int) -> Given:
    """What a seat brings by the options of a match, without defaults."""
    given = options.get(OPTION) or ()
    return (given[seat] if seat < len(given) else None) or {}


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One thing that players bring beside a deck. `type` is number, boolean, symbol (one of `domain`),
    definition (a card by its id), definitions (a list of them, between `least` and `most` long) or
    things (cards with what they were before); `kinds` are those of the cards (empty: of any). A
    number that is `conserved` comes from somewhere and goes somewhere: see `Flow`. Things that have
    the field `progress` are tasks, and it says how far they have come.
    """

    name: str
    type: str
    default: int | bool | str | tuple[str, ...]
    least: int | None = None
    most: int | None = None
    domain: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    see: str = "all"
    conserved: bool = False
    counted: tuple[
        tuple[str, str], ...
    ] = ()  # fields of the match that count it: `words.conserved`
    outlives: bool = False  # whether the next sheet begins with what a dead one had
    progress: str = ""
    quiet: bool = False  # whether a 0 is not told

    @property
    def is_list(self) -> bool:
        """Whether it is a list of cards as they are printed."""
        return self.type == "definitions"

    @property
    def is_value(self) -> bool:
        """Whether it is one value, for a field."""
        return self.type not in ("definitions", THINGS)

    def problem(self, catalogue: Catalogue, value: Any) -> str:
        """Why a value cannot be brought, as a sentence; "" where it can."""
        if self.type == "number" or self.type == "boolean":
            return self._wrong_number(value)
        if self.type == "symbol":
            fits = value in self.domain
            return "" if fits else f"{self.name} is one of {', '.join(self.domain)}, not {value!r}"
        if self.is_value:
            return self._wrong_card(catalogue, value)
        if not isinstance(value, list | tuple):
            return f"{self.name} is a list of ids of cards"
        if not (self.least or 0) <= len(value) <= (self.most or 0):
            return f"{self.name} is {self.least or 0} to {self.most} cards, not {len(value)}"
        wrong = self._wrong_card if self.is_list else self._wrong_thing
        for each in value:
            if problem := wrong(catalogue, each):
                return problem
        return ""

    def _wrong_thing(self, catalogue: Catalogue, value: Any) -> str:
        """A thing is its `kind`, or {"thing": number, "kind", "zone", "fields"}."""
        if not isinstance(value, dict):
            return self._wrong_card(catalogue, value)
        return self._wrong_card(catalogue, value.get("kind"))

    def _wrong_number(self, value: Any) -> str:
        if not isinstance(value, int) or (isinstance(value, bool) and self.type == "number"):
            return f"{self.name} is a {self.type}, not {value!r}"
        low, high = self.least, self.most
        if (low is None or value >= low) and (high is None or value <= high):
            return ""
        if high is None:
            return f"{self.name} is {low} at least, not {value}"
        if low is None:
            return f"{self.name} is {high} at most, not {value}"
        return f"{self.name} is from {low} to {high}, not {value}"

    def _wrong_card(self, catalogue: Catalogue, value: Any) -> str:
        card = catalogue.definitions.get(value) if isinstance(value, str) else None
        if card is None:
            return f"{self.name}: there is no card {value!r}"
        if self.kinds and card.kind not in self.kinds:
            return f"{self.name}: {value} is no {' or '.join(self.kinds)}"
        return ""

    def takes(self, catalogue: Catalogue, card: str) -> bool:
        """Whether a card can be brought."""
        return not self._wrong_card(catalogue, card)

    def pool(self, catalogue: Catalogue) -> list[int]:
        """The definitions of the cards that can be brought."""
        return [c.symbol for c in catalogue.cards if not self.kinds or c.kind in self.kinds]

    def canonical(self, value: Any) -> Any:
        """A value that fits, as an option of a match keeps it: lists in order of ids."""
        if self.type == "number":
            return value
        if self.is_list:
            return sorted(value)
        if self.type == THINGS:
            return list(value)
        return bool(value) if self.type == "boolean" else value

    def number(self, value: Any) -> int:
        """A single value as a field holds it."""
        if self.type in ("symbol", "definition"):
            return symbol_of(value) if value else 0
        return int(value)


@dataclass(frozen=True, slots=True)
class Return:
    """
    What a seat takes home under a name: `change`, a number; or the cards that it `gains` and
    `loses`. Each is value(match, player, place, won, drew, lost).
    """

    name: str
    change: Callable[..., int] | None = None
    gains: Callable[..., Sequence[int]] | None = None
    loses: Callable[..., Sequence[int]] | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """
    Which things come home: those that lie in `zones` of a player, with their `fields`; what lies in
    a zone of `places` goes to the place of that name. `made`: also cards that were made.
    `outlives`: from which zones of a dead sheet things go to the next one.
    """

    zones: tuple[str, ...]
    fields: tuple[str, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    made: bool = False
    outlives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """
    A zone in which things of a place lie that several matches offer at once, at most `most` of
    them. `place`: which one ("": whoever opens a match says it); `default`: what lies at that one
    at first.
    """

    zone: str
    place: str = ""
    most: int = MOST_IN_STOCK
    default: tuple[str, ...] = ()

    def place_in(self, options: Mapping[str, Any]) -> str:
        """The place whose things lie here in a match."""
        given = (options.get(STOCK) or {}).get(self.zone)
        return self.place if given is None else str(given["place"])

    def things_in(self, options: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """The things that lie here as a match begins: {"thing": number, "kind", "fields"}."""
        given = (options.get(STOCK) or {}).get(self.zone)
        found: Sequence[Mapping[str, Any]]
        found = [{"kind": kind} for kind in self.default] if given is None else given["things"]
        return found


@dataclass(frozen=True, slots=True)
class Flow:
    """
    Where a number that is conserved comes from and goes to in a match, beside its players: how much
    is made (`source`) and used up (`sink`), and by how much that of a place changes. Each is
    value(match).
    """

    name: str
    source: Callable[..., int] | None = None
    sink: Callable[..., int] | None = None
    places: Mapping[str, Callable[..., int]] = field(default_factory=dict)
