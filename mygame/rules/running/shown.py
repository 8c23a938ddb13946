"""
Cards, fields and zones of a match as views tell them: `view` puts them together.

Most of a match is as it was when somebody looked last. So what something looks like is kept with
the numbers it was made of: cards and the fields of an entity by pack, for all its matches; whole
zones by match (`Match.seen`), which a copy inherits. Looking again takes one reading of these
numbers, and gives the same object. What lasting modifiers change is worked out each time, for they
may depend on anything. Begin with `Showing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from .lasting import told as told_borne
from .modifiers import Modifier, modified
from .state import index_and_entity

if TYPE_CHECKING:
    from ..pack.definition import Pack
    from .match import Match
    from .state import Field

WORK = 100_000  # things that modifiers go through for one view; see `Match.spend`

_KEPT = 4096  # fields as they were seen, by kind of entity
_KEPT_OF_A_CARD = 256
_PLANS = 4_096  # cards of which is known how they are told

Plain = int | str | None  # a number, a truth, a symbol, a card's id, a seat
CardView = dict[str, Any]  # `uuid`, `id`, `kind`, then properties and fields as they stand
Reader = Callable[[Sequence[int]], tuple[int, ...]]


class ZoneView(TypedDict):
    """How many cards lie in a zone, and those of them that can be seen."""

    count: int
    cards: list[CardView]


@cache
def counted(count: int) -> ZoneView:
    """A zone whose cards nobody sees."""
    return {"count": count, "cards": []}


class _Changing(NamedTuple):
    """A property or field that modifiers may change; a field stands at `place` of the values."""

    name: str
    type: str
    number: int  # of the property, for modifiers
    place: int | None


# What has changed of a card, and into what.
_Changes = tuple[tuple[_Changing, int], ...]


class Showing:
    """A match as it stands now; for one view. `look_at` some zones, then take them by `zone`."""

    def __init__(self, m: Match):
        self.match, self.state = m, m.state
        self.cards = m.pack.card_plans
        self.zones: dict[int, SeenZone] = {}  # that were looked at, by number
        self.changed: dict[int, _Changes] = {}  # what modifiers change of cards that were looked at
        m.work = WORK

    def zone(self, number: int) -> ZoneView:
        """A zone that was looked at; where no card bears anything the same object as before."""
        plan, values, before, shown = self.zones[number]
        changes = self.changes_in(plan.there)
        if shown is None or changes != before:
            cards = [self.told(card) for card in plan.cards]
            shown = {"count": len(cards), "cards": cards}
            self.match.seen[number] = SeenZone(plan, values, changes, shown)
        m, there = self.match, plan.there
        if (m.borne or m.stripped) and not (
            m.borne.keys().isdisjoint(there) and m.stripped.isdisjoint(there)
        ):
            cards = [self.with_borne(card["uuid"], card) for card in shown["cards"]]
            return {"count": len(cards), "cards": cards}
        return shown

    def card(self, card: int) -> CardView:
        """A card; equal ones that bear nothing are the same object."""
        plan = self.card_plan(card)
        self.look_for_changes({plan.kind: [plan]})
        return self.with_borne(card, self.told(plan))

    # -- what is kept

    def card_plan(self, card: int) -> CardPlan:
        definition = self.state[card]
        plan = self.cards.get((card, definition))
        if plan is None:
            if len(self.cards) >= _PLANS:
                self.cards.clear()
            plan = self.cards[card, definition] = CardPlan(self.match, card, definition)
        return plan

    def seen(self, number: int, there: tuple[int, ...]) -> SeenZone:
        """A zone with these cards: as it was seen last, or what its numbers are now."""
        state, known = self.state, self.match.seen.get(number)
        if known is not None and known.plan.there is there:
            values = known.plan.read(state)
            if values == known.values:
                return known
            if all(state[card.number] == card.definition for card in known.plan.cards):
                return SeenZone(known.plan, values, (), None)
        plan = _ZonePlan(there, [self.card_plan(card) for card in there])
        return SeenZone(plan, plan.read(state), (), None)

    def told(self, plan: CardPlan) -> CardView:
        """A card with what has changed of it, without what it bears."""
        key = plan.read(self.state), self.changed.get(plan.number, ())
        return plan.known.get(key) or plan.told(self.match.pack, *key)

    def with_borne(self, card: int, shown: CardView) -> CardView:
        """A card with what it bears, and whether it is stripped of what is printed on it."""
        if card in self.match.borne:
            shown = {**shown, "bears": told_borne(self.match, card)}
        return {**shown, "stripped": True} if card in self.match.stripped else shown

    # -- what lasting modifiers change

    def look_at(self, numbers: Iterable[int]) -> None:
        """Read some zones in which cards lie, and work out what modifiers have changed of them."""
        m, zones = self.match, self.match.zones
        looked = {number: self.seen(number, zones[number]) for number in numbers}
        self.zones |= looked
        if not (m.modifiers_of or m.pack.own_modifiers):
            return
        of_kind: dict[str, list[CardPlan]] = {}
        for seen in looked.values():
            for kind, cards in seen.plan.kinds:
                of_kind[kind] = of_kind[kind] + cards if kind in of_kind else cards
        self.look_for_changes(of_kind)

    def changes_in(self, there: tuple[int, ...]) -> tuple[tuple[int, _Changes], ...]:
        """What has changed of the cards of a zone that was looked at, by card."""
        changed = self.changed
        if not changed or changed.keys().isdisjoint(there):
            return ()
        return tuple([(card, changed[card]) for card in there if card in changed])

    def may_change(self, card: CardPlan) -> bool:
        """Whether modifiers may change anything of cards of the kind of this one."""
        changed, own = self.match.modifiers_of, self.match.pack.own_modifiers
        return bool(own) or any(one.number in changed for one in card.changing)

    def look_for_changes(self, of_kind: Mapping[str, Sequence[CardPlan]]) -> None:
        """Work out what has changed of cards, by kind."""
        for cards in of_kind.values():
            if not self.may_change(cards[0]):
                continue
            for card, every in self.changing(cards).items():
                self.changed[card.number] = self.changes(card, every)

    def changing(self, cards: Sequence[CardPlan]) -> dict[CardPlan, list[_Changing]]:
        """What modifiers are about, of cards of one kind."""
        m = self.match
        found: dict[CardPlan, list[_Changing]] = {}
        for one in cards[0].changing:
            if one.number not in m.modifiers_of:
                continue
            for uuid in m.modifiers_of.get(~one.number, ()):
                for card in self.concerned(cards, m.modifiers[uuid]):
                    found.setdefault(card, []).append(one)
            bound = self.bound_to(one.number)
            for card in [card for card in cards if card.number in bound] if bound else ():
                found.setdefault(card, []).append(one)
        for card in [card for card in cards if card.own] if m.pack.own_modifiers else ():
            found.setdefault(card, []).extend(card.own)
        return found

    def bound_to(self, number: int) -> set[int]:
        """The entities to which modifiers of a property are bound."""
        bound = [index_and_entity(key) for key in self.match.modifiers_of if key >= 0]
        return {entity for property, entity in bound if entity and property == number}

    def changes(self, plan: CardPlan, changing: Iterable[_Changing]) -> _Changes:
        """What some properties and fields of a card have become, each once."""
        m, values = self.match, plan.read(self.state)
        return tuple(
            [
                (one, modified_or_not(m, one.number, plan.number, plan.base(one, values)))
                for one in dict.fromkeys(changing)
            ]
        )

    def concerned(self, cards: Sequence[CardPlan], modifier: Modifier) -> Sequence[CardPlan]:
        """The cards that a modifier is about; all of them where its condition fails."""
        m, where, given = self.match, modifier.definition.where, modifier.captured
        m.work -= len(cards)
        if m.work < 0:
            return ()
        if where is None:
            return cards
        try:
            return [card for card in cards if where(m, given, card.number)]
        except Exception:  # noqa: BLE001 (whatever is wrong with a card)
            return cards


def modified_or_not(m: Match, index: int, entity: int, base: int) -> int:
    """A value with its modifiers; without, if one of them fails: everybody can look at a match."""
    try:
        return modified(m, index, entity, base)
    except Exception:  # noqa: BLE001 (whatever is wrong with a card)
        return base


def _plain(pack: Pack, type: str, value: int) -> Plain:
    """A number as it is, a symbol by name, a player by seat, a definition or a card by id."""
    if type in ("symbol", "definition"):
        return pack.symbol_name(value)
    if type == "player":
        return value - 1 if value else None
    if type == "card":
        return value or None
    return bool(value) if type == "boolean" else value


# -- what is the same in every match of a pack, worked out on first sight --------------------------


def _reader(places: Iterable[int]) -> Reader:
    """What reads these places of a state; two too many, so that it is a tuple however few."""
    return itemgetter(*places, 0, 0)


class Fields:
    """Fields of the entities of one kind."""

    def __init__(self, pack: Pack, fields: Sequence[Field]):
        self.names = [field.name for field in fields]
        self.bases = [field.base for field in fields]
        facts = {field.name: pack.modifiable.get(field.name) for field in fields}
        self.modified = [
            (name, fact.index) for name, fact in facts.items() if fact is not None and fact.modified
        ]
        self.types = {field.name: field.type for field in fields}
        self._readers: dict[int, Reader] = {}
        self._known: dict[tuple[int, ...], dict[str, Plain]] = {}

    def places(self, entity: int) -> list[int]:
        """Where the numbers of an entity stand in a state."""
        return [base + entity for base in self.bases]

    def shown(self, m: Match, entity: int) -> dict[str, Plain]:
        """As they stand, modifiers included; not to be changed."""
        read = self._readers.get(entity)
        if read is None:
            read = self._readers[entity] = _reader(self.places(entity))
        values = read(m.state)
        shown = self.told(m.pack, values)
        own = m.pack.own_modifiers
        for name, index in self.modified:
            if index in m.modifiers_of or m.state[entity] in own.get(index, ()):
                value = modified_or_not(m, index, entity, values[self.names.index(name)])
                shown = {**shown, name: _plain(m.pack, self.types[name], value)}
        return shown

    def told(self, pack: Pack, values: tuple[int, ...]) -> dict[str, Plain]:
        """Fields by name, kept."""
        told = self._known.get(values)
        if told is None:
            told = {
                name: _plain(pack, self.types[name], value)
                for name, value in zip(self.names, values, strict=False)
            }
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[values] = told
        return told


class CardPlan:
    """One card: what is printed on it, what of it may change, how to read its fields."""

    def __init__(self, m: Match, card: int, definition: int):
        pack, kind = m.pack, m.kind_of(card) or ""
        values = m.printed[definition]
        facts = [fact for fact in pack.properties.values() if kind in fact.kinds]
        fields = plan_of(pack).cards.get(kind) or Fields(pack, ())
        self.number, self.definition, self.kind = card, definition, kind
        self.printed: CardView = {"uuid": card, "id": m.card_id(card), "kind": kind}
        self.numbers = {fact.index: values[fact.index] for fact in facts}
        for fact in facts:
            self.printed[fact.name] = _plain(pack, fact.type, values[fact.index])
        self.changing = [
            *(_Changing(f.name, f.type, f.index, None) for f in facts if f.modified),
            *(
                _Changing(name, fields.types[name], index, fields.names.index(name))
                for name, index in fields.modified
            ),
        ]
        own = pack.own_modifiers
        self.own = [one for one in self.changing if definition in own.get(one.number, ())]
        self.fields = fields
        self.places = fields.places(card)
        self.read = _reader(self.places)
        self.known: dict[tuple[tuple[int, ...], _Changes], CardView] = {}

    def base(self, one: _Changing, values: tuple[int, ...]) -> int:
        """The number that modifiers change."""
        return self.numbers[one.number] if one.place is None else values[one.place]

    def told(self, pack: Pack, values: tuple[int, ...], changes: _Changes) -> CardView:
        """The card with these fields and changes, kept: in most views most are as they were."""
        shown = {**self.printed, **self.fields.told(pack, values)}
        for one, value in changes:
            shown[one.name] = _plain(pack, one.type, value)
        if len(self.known) >= _KEPT_OF_A_CARD:
            self.known.clear()
        self.known[values, changes] = shown
        return shown


class _ZonePlan:
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
        self.read = _reader(places)


class SeenZone(NamedTuple):
    """
    A zone as it was when somebody looked last: what was read, what modifiers had changed, and what
    it looked like (None: read, but not yet shown).
    """

    plan: _ZonePlan
    values: tuple[int, ...]
    changes: tuple[tuple[int, _Changes], ...]
    shown: ZoneView | None


def plan_of(pack: Pack) -> Plan:
    """The fields and zones of a pack."""
    if pack.view_plan is None:
        pack.view_plan = Plan(pack)
    return pack.view_plan


class Plan:
    """
    The fields and zones of a pack: those everybody sees, and those of its player alone. A zone is
    its name, its number (that of nobody's, for one of each player), and whether all see its cards.
    """

    def __init__(self, pack: Pack):
        layout = pack.layout
        fields: dict[str, list[Field]] = {}
        for (kind, _), field in layout.fields.items():
            fields.setdefault(kind, []).append(field)
        players = fields.get("player", ())
        self.match = Fields(pack, [f for f in fields.get("match", ()) if f.see == "all"])
        self.others = Fields(pack, [f for f in players if f.see == "all"])
        # In the order of all fields, so that a player is told in one order to everybody.
        own = any(f.see == "owner" for f in players)
        self.own = Fields(pack, [f for f in players if own and f.see in ("all", "owner")])
        self.cards = {
            kind: Fields(pack, [f for f in found if f.see == "all"])
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
