"""
The state of a match: one flat list of ints, zones as tuples of cards, and a stack of frames.

Entities are ints: 0 is the match (and "nothing"), then the players; a card is the address of its
row in the list. A row is the card's definition (the symbol of its id), its zone, then its fields;
all rows are equally wide, and cards of all kinds keep a field of one name at the same place (where
that saves much, fields of different kinds share a place: `Layout.shared`). So a field of any entity
is `state[field.base + entity]`:

    0 ...              zeros: what nothing and players have of a card
    fields of the match
    fields of players  a column each, from nobody's on
    rows of cards      from `layout.first` on

`Layout` is the table of all fields and zones of a pack; `match.FIELDS_OF_A_MATCH` is the one table
that drives clone, save, load and hash. This module imports nothing of the engine.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

#: Of all zones, the contents of those that each player has of a family, by turns of the players.
type Piles = Callable[[list[tuple[int, ...]]], Iterable[tuple[int, ...]]]

#: What a register can hold, and so what a result, an id or a line of the log is made of.
type Value = int | str | tuple[Value, ...] | None
#: Those of a frame. A block knows what is in each of its own, so they are read as what they are.
Registers = list[Any]
#: Zones with the rows of cards that have lain there: see `gaps`.
Gaps = tuple[tuple[int, tuple[int, ...]], ...]
#: The results of a doable whose id holds a reference, by key.
Family = tuple[tuple[Value, Any], ...]
#: How a lasting effect, or what a doable came to, can be named: a symbol, and what it refers to.
Identifier = tuple[Value, ...]
#: What is known of an event: its values as declared, then the flags cancelled and countered.
Context = tuple[Any, ...]

NOWHERE = 0  # the zone of a card that is in no zone
SHARE = 0.75  # fields share places where they need no more than this part of them: what is shared
# costs a test at each reading, and what is not costs every clone
#: What a value can be, one and many.
PLURAL = {
    "player": "players",
    "card": "cards",
    "entity": "entities",
    "number": "numbers",
    "symbol": "symbols",
    "definition": "definitions",
    "text": "texts",
    "any": "entities",
}
SINGULAR = {many: one for one, many in PLURAL.items() if one != "any"}
KIND = 1  # the place of a card's kind among its printed facts
ZONE, FIRST_FIELD = 1, 2  # places in the row of a card, which begins with its definition
COUNTED = 256  # numbers below are no cards, where there are pools
ENTITY = 1 << 40  # see `index_for`; more than any address that the limits of a pack allow


@dataclass(frozen=True, slots=True)
class Field:
    """
    A field of the entities of a kind: that of entity `e` is `state[base + e]`. A card of another
    kind has 0 there, if the place is not shared.
    """

    name: str
    kind: str
    base: int
    initial: int
    minimum: int | None
    maximum: int | str | None  # a number, or the name of another field of the same kind
    type: str  # number, boolean, symbol, player, card
    domain: tuple[str, ...] = ()  # the symbols it may hold
    see: str = "all"
    maximum_base: int = 0  # base of the field that is the maximum, if one is
    reset: str = ""  # the group with which it begins anew: a mode, or a name for the word `reset`

    @property
    def has_limits(self) -> bool:
        return self.minimum is not None or self.maximum is not None


@dataclass(frozen=True, slots=True)
class Zone:
    """A family of zones: one shared, one a player, or one for each of a list of names."""

    name: str
    first: int
    of: str | tuple[str, ...] | None
    see: str
    size: int
    most: int | None = None  # cards in each of them


@dataclass(slots=True)
class Layout:
    """Where everything of a pack stands in the state."""

    players: int  # the most seats
    kinds: tuple[str, ...] = ()  # "match", "player", then those of cards
    fields: dict[tuple[str, str], Field] = field(default_factory=dict)  # (kind, name)
    zones: dict[str, Zone] = field(default_factory=dict)
    zone_names: list[str] = field(default_factory=lambda: ["nowhere"])  # "hand", "pile.III" by zone
    zone_family: list[str] = field(default_factory=lambda: ["nowhere"])
    zone_owner: list[int] = field(default_factory=lambda: [0])
    zone_see: list[str] = field(default_factory=lambda: ["all"])
    zone_seers: list[int] = field(default_factory=lambda: [0])  # the seats that see it, as bits
    pools: dict[int, str] = field(default_factory=dict)  # by zone; those that name one
    nobodys: set[int] = field(default_factory=set)
    # families of zones: that have rules for what comes; a move to which can be interrupted
    ruled: frozenset[str] = frozenset()
    hooked: frozenset[str] = frozenset()
    leaving: bool = False  # whether something happens where cards leave some zone
    initial: list[int] = field(default_factory=list)  # the state without cards
    columns: dict[str, int] = field(default_factory=dict)  # places of the fields of cards, by name
    shared: bool = False  # whether fields of different kinds may have the same place
    owned: bool = False  # whether players have copies of cards of theirs: `Parts.owners`
    width: int = FIRST_FIELD  # of the row of a card
    first: int = 0  # the address of the first row, a multiple of the width
    _hidden: dict[int | None, tuple[int, ...]] = field(default_factory=dict, compare=False)

    def open_rows(self, kinds: Mapping[str, Iterable[str]]) -> None:
        """
        Give the fields of cards, by kind, their places. The state begins with the zeros that
        players have of a card.
        """
        names = list(dict.fromkeys(name for fields in kinds.values() for name in fields))
        apart = {name: FIRST_FIELD + place for place, name in enumerate(names)}
        shared = _share_places(names, kinds)
        self.shared = len(set(shared.values())) <= SHARE * len(names)
        self.columns = shared if self.shared else apart
        self.width = 1 + max(self.columns.values(), default=ZONE)
        self.initial = [0] * (self.players + self.width)

    def close_head(self) -> None:
        """
        End the part before the rows. What is written past its end, by way of a number that is no
        card, must not reach them. With pools, what a match holds is told apart by its size: numbers
        that are counted with, and those of cards (`hidden.redeal`).
        """
        rows = -(-max(len(self.initial), COUNTED if self.pools else 0) // self.width) + 1
        self.first = rows * self.width
        self.initial += [0] * (self.first - len(self.initial))

    def add_zone(
        self,
        name: str,
        of: str | tuple[str, ...] | None,
        see: str,
        most: int | None = None,
        pool: str = "",
    ) -> Zone:
        """Append a family of zones."""
        first = len(self.zone_names)
        if (
            of == "player"
        ):  # the first is nobody's and always empty, so that nothing has empty zones
            labels, owners = [name] * (self.players + 1), list(range(self.players + 1))
            self.nobodys.add(first)
        elif isinstance(of, tuple):
            labels, owners = [f"{name}.{label}" for label in of], [0] * len(of)
        else:
            labels, owners = [name], [0]
        self.zone_names += labels
        self.zone_family += [name] * len(labels)
        self.zone_owner += owners
        self.zone_see += [see] * len(labels)
        self.zone_seers += [
            -1 if see == "all" else 1 << owner - 1 if see == "owner" and owner else 0
            for owner in owners
        ]
        if pool:
            self.pools |= dict.fromkeys(range(first, first + len(labels)), pool)
        zone = Zone(name, first, of, see, len(labels), most)
        self.zones[name] = zone
        return zone

    def sees(self, seat: int | None, zone: int) -> bool:
        """Whether a seat (None: a spectator) may see the cards of a zone."""
        see = self.zone_see[zone]
        return see == "all" or (see == "owner" and self.zone_owner[zone] - 1 == seat)

    def hidden_from(self, seat: int | None) -> tuple[int, ...]:
        """The zones whose cards a seat (None: a spectator) may not see, once all are there."""
        found = self._hidden.get(seat)
        if found is None:
            zones = range(len(self.zone_names))
            found = self._hidden[seat] = tuple(z for z in zones if not self.sees(seat, z))
        return found


def index_for(index: int, entity: int) -> int:
    """
    Where that is indexed what listens to an event, or changes a property, of one entity; beside
    the index itself, for all entities. So it takes one sum in compiled code.
    """
    return (index + 1) * ENTITY + entity


def split_index(place: int) -> tuple[int, int]:
    """What a place in such an index is about; entity 0: all."""
    index, entity = divmod(place, ENTITY)
    return (index - 1, entity) if index else (entity, 0)


def piles_of(first: int, players: tuple[int, ...]) -> Piles:
    """Of all zones, those of a family that these players have, in their order."""
    of = [first + player for player in players]
    return itemgetter(*of) if len(of) > 1 else itemgetter(slice(of[0], of[0] + 1))


def _share_places(names: Iterable[str], kinds: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Places for fields such that those of no kind share one."""
    places: dict[str, int] = {}
    for name in names:
        own = [fields for fields in kinds.values() if name in fields]
        taken = {places[other] for fields in own for other in fields if other in places}
        free = (place for place in itertools.count(FIRST_FIELD) if place not in taken)
        places[name] = next(free)
    return places


def freeze(value: Any) -> Any:
    """Lists (as JSON gives them back) into tuples, all the way down."""
    return tuple(map(freeze, value)) if isinstance(value, list) else value


Seats = tuple[int, ...]


class Ended(NamedTuple):
    """How a match ended, as it is kept: seats, and the rule as a symbol (0: none is named)."""

    won: Seats
    drew: Seats
    lost: Seats
    rule: int


MASK = (1 << 64) - 1


def next_random(state: int) -> tuple[int, int]:
    """SplitMix64: the next state and 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
    return state, bits ^ (bits >> 31)


def draw_numbers(state: int, sizes: Iterable[int]) -> tuple[int, list[int]]:
    """
    Many of `next_random` without the calls: the last state, and for each of these sizes a number
    from 0 to below it.
    """
    found = []
    for size in sizes:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        found.append((bits ^ (bits >> 31)) % size)
    return state, found
