"""
Cards, fields and zones of a match as views tell them: `view` puts them together.

Most of a match is as it was when somebody looked last. So what something looks like is kept with
the numbers it was made of: cards and the fields of an entity by pack, for all its matches; whole
zones by match (`Match.seen`), which a copy inherits. Looking again takes one reading of these
numbers, and gives the same object. What lasting modifiers change is worked out each time, for they
may depend on anything. Begin with `Showing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from .active import Modifier
from .lasting import borne_view as told_borne
from .modifiers import modified_value
from .parts import Parts
from .plans import (
    PLANS,
    CardPlan,
    CardView,
    Changes,
    Changing,
    Fields,
    Plain,
    SeenZone,
    ZonePlan,
    ZoneView,
    card_plans,
    plain_value,
)
from .state import split_index

WORK = 100_000  # things that modifiers go through for one view; see `Match.spend`


@cache
def hidden_zone(count: int) -> ZoneView:
    """A zone whose cards nobody sees."""
    return {"count": count, "cards": []}


NO_CARDS = hidden_zone(0)


class Showing:
    """A match as it stands now; for one view. `look_at` some zones, then take them by `zone`."""

    def __init__(self, m: Parts):
        self.match, self.state = m, m.state
        self.cards = card_plans(m.program)
        self.zones: dict[int, SeenZone] = {}  # that were looked at, by number
        self.changed: dict[int, Changes] = {}  # what modifiers change of cards that were looked at
        m.work = WORK

    def zone_view(self, number: int) -> ZoneView:
        """A zone that was looked at; where no card bears anything the same object as before."""
        plan, values, before, shown = self.zones[number]
        changes = self.changes_in(plan.there)
        if shown is None or changes != before:
            cards = [self.base_view(card) for card in plan.cards]
            shown = {"count": len(cards), "cards": cards}
            self.match.seen[number] = SeenZone(plan, values, changes, shown)
        m, there = self.match, plan.there
        if (m.borne or m.stripped) and not (
            m.borne.keys().isdisjoint(there) and m.stripped.isdisjoint(there)
        ):
            cards = [self.with_borne(card["uuid"], card) for card in shown["cards"]]
            return {"count": len(cards), "cards": cards}
        return shown

    def card_view(self, card: int) -> CardView:
        """A card; equal ones that bear nothing are the same object."""
        plan = self.card_plan(card)
        self.find_changes({plan.kind: [plan]})
        return self.with_borne(card, self.base_view(plan))

    # -- what is kept

    def card_plan(self, card: int) -> CardPlan:
        definition = self.state[card]
        plan = self.cards.get((card, definition))
        if plan is None:
            if len(self.cards) >= PLANS:
                self.cards.clear()
            plan = self.cards[card, definition] = CardPlan(self.match.program, card, definition)
        return plan

    def seen_zone(self, number: int, there: tuple[int, ...]) -> SeenZone:
        """A zone with these cards: as it was seen last, or what its numbers are now."""
        state, known = self.state, self.match.seen.get(number)
        if known is not None and known.plan.there is there:
            values = known.plan.read(state)
            if values == known.values:
                return known
            if all(state[card.number] == card.definition for card in known.plan.cards):
                return SeenZone(known.plan, values, (), None)
        plan = ZonePlan(there, [self.card_plan(card) for card in there])
        return SeenZone(plan, plan.read(state), (), None)

    def base_view(self, plan: CardPlan) -> CardView:
        """A card with what has changed of it, without what it bears."""
        key = plan.read(self.state), self.changed.get(plan.number, ())
        return plan.known.get(key) or plan.view_of(self.match.program, *key)

    def with_borne(self, card: int, shown: CardView) -> CardView:
        """A card with what it bears, and whether it is stripped of what is printed on it."""
        if card in self.match.borne:
            shown = {**shown, "bears": told_borne(self.match, card)}
        return {**shown, "stripped": True} if card in self.match.stripped else shown

    # -- what lasting modifiers change

    def read_zones(self, numbers: Iterable[int]) -> None:
        """Read some zones in which cards lie, and work out what modifiers have changed of them."""
        m, zones = self.match, self.match.zones
        looked = {number: self.seen_zone(number, zones[number]) for number in numbers}
        self.zones |= looked
        if not (m.modifiers_of or m.program.own_modifiers):
            return
        of_kind: dict[str, list[CardPlan]] = {}
        for seen in looked.values():
            for kind, cards in seen.plan.kinds:
                of_kind[kind] = of_kind[kind] + cards if kind in of_kind else cards
        self.find_changes(of_kind)

    def changes_in(self, there: tuple[int, ...]) -> tuple[tuple[int, Changes], ...]:
        """What has changed of the cards of a zone that was looked at, by card."""
        changed = self.changed
        if not changed or changed.keys().isdisjoint(there):
            return ()
        return tuple([(card, changed[card]) for card in there if card in changed])

    def may_change(self, card: CardPlan) -> bool:
        """Whether modifiers may change anything of cards of the kind of this one."""
        changed, own = self.match.modifiers_of, self.match.program.own_modifiers
        return bool(own) or any(one.number in changed for one in card.changing)

    def find_changes(self, of_kind: Mapping[str, Sequence[CardPlan]]) -> None:
        """Work out what has changed of cards, by kind."""
        for cards in of_kind.values():
            if not self.may_change(cards[0]):
                continue
            for card, every in self.modifier_targets(cards).items():
                self.changed[card.number] = self.changes(card, every)

    def modifier_targets(self, cards: Sequence[CardPlan]) -> dict[CardPlan, list[Changing]]:
        """What modifiers are about, of cards of one kind."""
        m = self.match
        found: dict[CardPlan, list[Changing]] = {}
        for one in cards[0].changing:
            if one.number not in m.modifiers_of:
                continue
            for uuid in m.modifiers_of.get(~one.number, ()):
                for card in self.cards_concerned(cards, m.modifiers[uuid]):
                    found.setdefault(card, []).append(one)
            bound = self.entities_bound_to(one.number)
            for card in [card for card in cards if card.number in bound] if bound else ():
                found.setdefault(card, []).append(one)
        for card in [card for card in cards if card.own] if m.program.own_modifiers else ():
            found.setdefault(card, []).extend(card.own)
        return found

    def entities_bound_to(self, number: int) -> set[int]:
        """The entities to which modifiers of a property are bound."""
        bound = [split_index(key) for key in self.match.modifiers_of if key >= 0]
        return {entity for property, entity in bound if entity and property == number}

    def changes(self, plan: CardPlan, changing: Iterable[Changing]) -> Changes:
        """What some properties and fields of a card have become, each once."""
        m, values = self.match, plan.read(self.state)
        return tuple(
            [
                (one, modified_or_base(m, one.number, plan.number, plan.base_value(one, values)))
                for one in dict.fromkeys(changing)
            ]
        )

    def cards_concerned(self, cards: Sequence[CardPlan], modifier: Modifier) -> Sequence[CardPlan]:
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


def modified_or_base(m: Parts, index: int, entity: int, base: int) -> int:
    """A value with its modifiers; without, if one of them fails: everybody can look at a match."""
    try:
        return modified_value(m, index, entity, base)
    except Exception:  # noqa: BLE001 (whatever is wrong with a card)
        return base


def between_seats(m: Parts, seat: int, other: int) -> dict[str, int | None]:
    """
    What a seat is told of another one, by name (`board.between`); nothing of itself. None where a
    value fails, since everybody can look at a match.
    """
    if seat == other:
        return {}
    told: dict[str, int | None] = {}
    for name, value in m.program.between.items():
        try:
            told[name] = value(m, seat + 1, other + 1)
        except Exception:  # noqa: BLE001 (whatever is wrong with a value)
            told[name] = None
    return told


def fields_now(m: Parts, fields: Fields, entity: int) -> dict[str, Plain]:
    """The fields of an entity as they stand, modifiers included; not to be changed."""
    values = fields.state_reader_of(entity)(m.state)
    shown = fields.values_by_name(m.program, values)
    own = m.program.own_modifiers
    for name, index in fields.modified:
        if index in m.modifiers_of or m.state[entity] in own.get(index, ()):
            value = modified_or_base(m, index, entity, values[fields.names.index(name)])
            shown = {**shown, name: plain_value(m.program, fields.types[name], value)}
    return shown
