"""
Plans: how cards, fields and zones of a game are read for views. The same in all of its matches, and
worked out on first sight; `shown` looks at a match with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypedDict

from .program import Program, once
from .state import Field

_KEPT = 4096  # fields as they were seen, by kind of entity
_KEPT_OF_A_CARD = 256
PLANS = 4_096  # cards of which is known how they are told

Plain = int | str | None  # a number, a truth, a symbol, a card's id, a seat
CardView = dict[str, Any]  # `uuid`, `id`, `kind`, then properties and fields as they stand
Reader = Callable[[Sequence[int]], tuple[int, ...]]


class ZoneView(TypedDict):
    """How many cards lie in a zone, and those of them that can be seen."""

    count: int
    cards: list[CardView]


class Changing(NamedTuple):
    """A property or field that modifiers may change; a field stands at `place` of the values."""

    name: str
    type: str
    number: int  # of the property, for modifiers
    place: int | None


#: What has changed of a card, and into what.
Changes = tuple[tuple[Changing, int], ...]


def plain_value(program: Program, type: str, value: int) -> Plain:
    """A number as it is, a symbol by name, a player by seat, a definition or a card by id."""
    if type in ("symbol", "definition"):
        return program.symbol_name(value)
    if type == "player":
        return value - 1 if value else None
    if type == "card":
        return value or None
    return bool(value) if type == "boolean" else value


def _state_reader(places: Iterable[int]) -> Reader:
    """What reads these places of a state; two too many, so that it is a tuple however few."""
    return itemgetter(*places, 0, 0)


class Fields:
    """Fields of the entities of one kind."""

    def __init__(self, program: Program, fields: Sequence[Field]):
        self.names = [field.name for field in fields]
        self.bases = [field.base for field in fields]
        facts = {field.name: program.modifiable.get(field.name) for field in fields}
        self.modified = [
            (name, fact.index) for name, fact in facts.items() if fact is not None and fact.modified
        ]
        self.types = {field.name: field.type for field in fields}
        self._readers: dict[int, Reader] = {}
        self._known: dict[tuple[int, ...], dict[str, Plain]] = {}

    def places(self, entity: int) -> list[int]:
        """Where the numbers of an entity stand in a state."""
        return [base + entity for base in self.bases]

    def state_reader_of(self, entity: int) -> Reader:
        """What reads the numbers of an entity in a state."""
        read = self._readers.get(entity)
        if read is None:
            read = self._readers[entity] = _state_reader(self.places(entity))
        return read

    def values_by_name(self, program: Program, values: tuple[int, ...]) -> dict[str, Plain]:
        """Fields by name, kept."""
        told = self._known.get(values)
        if told is None:
            told = {
                name: plain_value(program, self.types[name], value)
                for name, value in zip(self.names, values, strict=False)
            }
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[values] = told
        return told


class CardPlan:
    """One card: what is printed on it, what of it may change, how to read its fields."""

    def __init__(self, program: Program, card: int, definition: int):
        printed = program.catalogue.by_symbol.get(definition)
        kind, values = printed.kind if printed else "", program.catalogue.printed[definition]
        facts = [fact for fact in program.properties.values() if kind in fact.kinds]
        fields = plan_of(program).cards.get(kind) or Fields(program, ())
        self.number, self.definition, self.kind = card, definition, kind
        id = printed.id if printed else None
        self.printed: CardView = {"uuid": card, "id": id, "kind": kind}
        self.numbers = {fact.index: values[fact.index] for fact in facts}
        for fact in facts:
            self.printed[fact.name] = plain_value(program, fact.type, values[fact.index])
        self.changing = [
            *(Changing(f.name, f.type, f.index, None) for f in facts if f.modified),
            *(
                Changing(name, fields.types[name], index, fields.names.index(name))
                for name, index in fields.modified
            ),
        ]
        own = program.own_modifiers
        self.own = [one for one in self.changing if definition in own.get(one.number, ())]
        self.fields = fields
        self.places = fields.places(card)
        self.read = _state_reader(self.places)
        self.known: dict[tuple[tuple[int, ...], Changes], CardView] = {}

    def base_value(self, one: Changing, values: tuple[int, ...]) -> int:
        """The number that modifiers change."""
        return self.numbers[one.number] if one.place is None else values[one.place]

    def view_of(self, program: Program, values: tuple[int, ...], changes: Changes) -> CardView:
        """The card with these fields and changes, kept: in most views most are as they were."""
        shown = {**self.printed, **self.fields.values_by_name(program, values)}
        for one, value in changes:
            shown[one.name] = plain_value(program, one.type, value)
        if len(self.known) >= _KEPT_OF_A_CARD:
            self.known.clear()
        self.known[values, changes] = shown
        return shown


class ZonePlan:
    """Some cards that lie in a zone: how to read all that can be seen of them at once."""

    __slots__ = ("cards", "kinds", "read", "there")

    def __init__(self, there: tuple[int, ...], cards: Sequence[CardPlan]):
        self.there, self.cards = there, cards
        of_kind: dict[str, list[CardPlan]] = {}
        for card in cards:
            of_kind.setdefault(card.kind, []).append(card)
        self.kinds = list(of_kind.items())
        places = list(there)  # their definitions
        for card in cards:
            places += card.places
        self.read = _state_reader(places)


class SeenZone(NamedTuple):
    """
    A zone as it was when somebody looked last: what was read, what modifiers had changed, and what
    it looked like (None: read, but not yet shown).
    """

    plan: ZonePlan
    values: tuple[int, ...]
    changes: tuple[tuple[int, Changes], ...]
    shown: ZoneView | None


class Plan:
    """
    The fields and zones of a game: those everybody sees, and those of its player alone. A zone is
    its name, its number (that of nobody's, for one of each player), and whether all see its cards.
    """

    def __init__(self, program: Program):
        layout = program.layout
        fields: dict[str, list[Field]] = {}
        for (kind, _), field in layout.fields.items():
            fields.setdefault(kind, []).append(field)
        players = fields.get("player", ())
        self.match = Fields(program, [f for f in fields.get("match", ()) if f.see == "all"])
        self.others = Fields(program, [f for f in players if f.see == "all"])
        # In the order of all fields, so that a player is told in one order to everybody.
        own = any(f.see == "owner" for f in players)
        self.own = Fields(program, [f for f in players if own and f.see in ("all", "owner")])
        self.cards = {
            kind: Fields(program, [f for f in found if f.see == "all"])
            for kind, found in fields.items()
        }
        zones = layout.zones.values()
        of_players = [zone for zone in zones if zone.of == "player"]
        self.player_zones = [(zone.name, zone.first, zone.see == "all") for zone in of_players]
        #: Zones of which everybody sees the cards, by number; of seats that are free, too.
        self.open = [
            number for number, see in enumerate(layout.zone_see) if number and see == "all"
        ]
        self.own_zones = [(zone.name, zone.first) for zone in of_players if zone.see == "owner"]
        self.zones = [
            (layout.zone_names[number], number, layout.zone_see[number] == "all")
            for zone in zones
            if zone.of != "player"
            for number in range(zone.first, zone.first + zone.size)
        ]


@once
def plan_of(program: Program) -> Plan:
    """The fields and zones of a game."""
    return Plan(program)


@once
def card_plans(program: Program) -> dict[tuple[int, int], CardPlan]:
    """The plans of cards, by number and definition, as far as any was looked at."""
    return {}
