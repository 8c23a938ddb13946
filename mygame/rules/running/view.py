"""
Views: what a seat may see of a match, as JSON-able data. The one place where secrets are kept.

Zones say who sees their cards (`see`: all, owner, none); fields say who sees their number. Hidden
cards are counted, never listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from . import lasting
from .modifiers import modified

WORK = 100_000  # things that modifiers go through for one view; see `Match.spend`

_KEPT = 4096  # of fields as they were seen, by kind of entity


def view(m: Any, seat: int | None) -> dict:
    """The view of a seat; None is a spectator."""
    return _view(m, seat, lambda m, cards: [card_view(m, card) for card in cards])


def glimpse(m: Any, seat: int | None) -> dict:
    """
    The same, for who reads but little of it: `cards` of zones are `Cards`, no lists. To be read
    while the match stands as it does.
    """
    return _view(m, seat, Cards)


class Cards(Sequence):
    """The cards of a zone by their `numbers`; how they stand is worked out when it is looked at."""

    def __init__(self, m: Any, numbers: tuple[int, ...]):
        self._match, self.numbers = m, numbers
        self._shown: list[dict] | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: Any) -> Any:
        if self._shown is None:
            self._shown = [card_view(self._match, card) for card in self.numbers]
        return self._shown[index]


Shown = Callable[[Any, tuple[int, ...]], Sequence[dict]]  # what the cards of a match look like


def _view(m: Any, seat: int | None, cards: Shown) -> dict:
    plan = _plan(m.pack)
    m.work = WORK
    return {
        "game": m.pack.id,
        "seats": m.seats,
        "you": seat,
        "over": m.over,
        "standings": m.standings,
        "outcome": m.outcome._asdict() if m.over else None,
        "match": {**plan.match.shown(m, 0)},
        "players": [_player(m, plan, other, seat, cards) for other in range(m.seats)],
        "zones": {name: _zone(m, number, seat, cards) for name, number in plan.zones},
        "choices": [choice_view(m, c) for c in m.choices if c.seat == seat],
        "waiting": [c.seat for c in m.choices],
    }


def _player(m: Any, plan: _Plan, other: int, seat: int | None, cards: Shown) -> dict:
    """A player, as a seat sees them."""
    fields = plan.own if other == seat else plan.others
    zones = {name: _zone(m, first + other + 1, seat, cards) for name, first in plan.player_zones}
    return {
        "seat": other,
        "uuid": other + 1,
        "fields": {**fields.shown(m, other + 1)},
        "zones": zones,
    }


def choice_view(m: Any, choice: Any) -> dict:
    """A choice, as its seat sees it."""
    return {
        "seat": choice.seat,
        "prompt": choice.prompt,
        "subject": choice.subject or None,
        "subjectId": m.card_id(choice.subject),
        "minimum": choice.minimum,
        "maximum": choice.maximum,
        "default": list(choice.default),
        "options": [_option(m, option) for option in choice.options],
    }


def _option(m: Any, option: Any) -> dict:
    shown = {
        "word": option.word,
        "kind": option.kind,
        "entity": option.entity if option.kind else None,
    }
    if option.kind == "symbol":
        shown["symbol"] = m.pack.symbol_name(option.entity)
    elif option.kind not in ("", "number") and (name := m.card_id(option.entity)):
        shown["id"] = name
    return shown


def _zone(m: Any, number: int, seat: int | None, cards: Shown) -> dict:
    there = m.zones[number]
    seen = there and m.pack.layout.sees(seat, number)
    return {"count": len(there), "cards": cards(m, there) if seen else []}


def card_view(m: Any, card: int) -> dict:
    """A card with its properties and fields as they stand."""
    definition = m.state[card]
    plan = m.pack.card_plans.get(definition)
    if plan is None:
        plan = m.pack.card_plans[definition] = _card_plan(m.pack, m.pack.by_symbol[definition])
    printed, changing, fields = plan
    shown = {"uuid": card, **printed, **fields.shown(m, card)}
    for fact, own in changing:
        if own or fact.index in m.modifiers_of:
            value = _modified(m, fact.index, card, m.printed[definition][fact.index])
            shown[fact.name] = _plain(m.pack, fact.type, value)
    if card in m.borne:
        shown["bears"] = lasting.told(m, card)
    return shown


def _modified(m: Any, index: int, entity: int, base: int) -> int:
    """A value with its modifiers; without, if one of them fails: everybody can look at a match."""
    try:
        return modified(m, index, entity, base)
    except Exception:  # noqa: BLE001 (whatever is wrong with a card)
        return base


def field_view(m: Any, field: Any, entity: int) -> Any:
    """A field as it stands, modifiers included."""
    return _Fields(m.pack, [field]).shown(m, entity)[field.name]


def _plain(pack: Any, type: str, value: int) -> Any:
    """A number as it is, a symbol by name, a player by seat, a card by id."""
    if type == "symbol":
        return pack.symbol_name(value)
    if type == "player":
        return value - 1 if value else None
    if type == "card":
        return value or None
    return bool(value) if type == "boolean" else value


# -- what is the same in every match of a pack, worked out on first sight --------------------------


class _Fields:
    """Fields of the entities of one kind."""

    def __init__(self, pack: Any, fields: Sequence[Any]):
        self.names = [field.name for field in fields]
        self.bases = [field.base for field in fields]
        facts = {field.name: pack.modifiable.get(field.name) for field in fields}
        self.modified = [
            (name, fact.index) for name, fact in facts.items() if fact is not None and fact.modified
        ]
        self.types = {field.name: field.type for field in fields}
        self._read: dict[int, Callable[[Sequence[int]], tuple[int, ...]]] = {}
        self._known: dict[tuple[int, ...], dict[str, Any]] = {}

    def shown(self, m: Any, entity: int) -> dict[str, Any]:
        """As they stand, modifiers included; not to be changed."""
        read = self._read.get(entity)
        if read is None:
            # With two too many there is a tuple of them, however few they are.
            read = self._read[entity] = itemgetter(*[base + entity for base in self.bases], 0, 0)
        values = read(m.state)
        shown = self._known.get(values)
        if shown is None:
            shown = self._told(m.pack, values)
        for name, index in self.modified:
            if index in m.modifiers_of or (index, m.state[entity]) in m.pack.own_modifiers:
                value = _modified(m, index, entity, values[self.names.index(name)])
                shown = {**shown, name: _plain(m.pack, self.types[name], value)}
        return shown

    def _told(self, pack: Any, values: tuple[int, ...]) -> dict[str, Any]:
        """Fields by name, kept: in most views most cards are as they were."""
        told = {
            name: _plain(pack, self.types[name], value)
            for name, value in zip(self.names, values, strict=False)
        }
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[values] = told
        return told


def _plan(pack: Any) -> _Plan:
    if pack.view_plan is None:
        pack.view_plan = _Plan(pack)
    return pack.view_plan


class _Plan:
    """The public and the own fields of a pack, and its zones."""

    def __init__(self, pack: Any):
        layout = pack.layout
        fields: dict[str, list] = {}
        for (kind, _), field in layout.fields.items():
            fields.setdefault(kind, []).append(field)
        public = [f for f in fields.get("player", ()) if f.see == "all"]
        own = [f for f in fields.get("player", ()) if f.see in ("all", "owner")]
        self.match = _Fields(pack, [f for f in fields.get("match", ()) if f.see == "all"])
        self.others, self.own = _Fields(pack, public), _Fields(pack, own)
        self.cards = {
            kind: _Fields(pack, [f for f in found if f.see == "all"])
            for kind, found in fields.items()
        }
        zones = layout.zones.values()
        self.player_zones = [(zone.name, zone.first) for zone in zones if zone.of == "player"]
        self.zones = [
            (layout.zone_names[number], number)
            for zone in zones
            if zone.of != "player"
            for number in range(zone.first, zone.first + zone.size)
        ]


def _card_plan(pack: Any, card: Any) -> tuple[dict, list, _Fields]:
    """What is printed on a card, which of it may change and by the card itself, and its fields."""
    facts = [fact for fact in pack.properties.values() if card.kind in fact.kinds]
    values, own = pack.printed[card.symbol], pack.own_modifiers
    printed = {"id": card.id, "kind": card.kind}
    printed |= {f.name: _plain(pack, f.type, values[f.index]) for f in facts}
    changing = [(fact, (fact.index, card.symbol) in own) for fact in facts if fact.modified]
    return printed, changing, _plan(pack).cards.get(card.kind) or _Fields(pack, ())
