"""
Views: what a seat may see of a match, as JSON-able data. The one place where secrets are kept.

Zones say who sees their cards (`see`: all, owner, none); fields say who sees their number. Hidden
cards are counted, never listed.
"""

from __future__ import annotations

from typing import Any

from .modifiers import modified


def view(m: Any, seat: int | None) -> dict:
    """The view of a seat; None is a spectator."""
    layout = m.pack.layout
    fields: dict[str, list] = {}
    for (kind, _), field in layout.fields.items():
        fields.setdefault(kind, []).append(field)
    players = []
    for other in range(m.seats):
        mine = other == seat
        zones = {
            zone.name: _zone(m, zone.first + other + 1, seat)
            for zone in layout.zones.values()
            if zone.of == "player"
        }
        values = {
            f.name: field_view(m, f, other + 1)
            for f in fields.get("player", ())
            if f.see == "all" or (mine and f.see == "owner")
        }
        players.append({"seat": other, "uuid": other + 1, "fields": values, "zones": zones})
    shared = {
        layout.zone_names[number]: _zone(m, number, seat)
        for zone in layout.zones.values()
        if zone.of != "player"
        for number in range(zone.first, zone.first + zone.size)
    }
    return {
        "game": m.pack.id,
        "seats": m.seats,
        "you": seat,
        "over": m.over,
        "standings": m.standings,
        "match": {f.name: field_view(m, f, 0) for f in fields.get("match", ()) if f.see == "all"},
        "players": players,
        "zones": shared,
        "choices": [choice_view(m, c) for c in m.choices if c.seat == seat],
        "waiting": [c.seat for c in m.choices],
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


def _zone(m: Any, number: int, seat: int | None) -> dict:
    cards = m.zones[number]
    visible = m.pack.layout.sees(seat, number)
    return {"count": len(cards), "cards": [card_view(m, card) for card in cards] if visible else []}


def card_view(m: Any, card: int) -> dict:
    """A card with its properties and fields as they stand."""
    plan = m.pack.card_plans.get(card)
    if plan is None:
        plan = m.pack.card_plans[card] = _plan(m, card)
    printed, changing, fields = plan
    shown = dict(printed)
    for fact in changing:
        value = modified(m, fact.index, card, fact.values[card])
        shown[fact.name] = _plain(m, fact.type, value)
    for field in fields:
        shown[field.name] = field_view(m, field, card)
    return shown


def _plan(m: Any, card: int) -> tuple[dict, list, list]:
    """What never changes of a card, which of its properties may, and its fields."""
    kind = m.kind_of(card)
    facts = [fact for fact in m.pack.properties.values() if kind in fact.kinds]
    printed = {"uuid": card, "id": m.card_id(card), "kind": kind}
    printed |= {f.name: _plain(m, f.type, f.values[card]) for f in facts if not f.modified}
    fields = [f for (of, _), f in m.pack.layout.fields.items() if of == kind and f.see == "all"]
    return printed, [fact for fact in facts if fact.modified], fields


def field_view(m: Any, field: Any, entity: int) -> Any:
    """A field as it stands, modifiers included."""
    value = m.state[field.base + entity]
    fact = m.pack.modifiable.get(field.name)
    if fact is not None and fact.modified:
        value = modified(m, fact.index, entity, value)
    return _plain(m, field.type, value)


def _plain(m: Any, type: str, value: int) -> Any:
    """A number as it is, a symbol by name, a player by seat, a card by id."""
    if type == "symbol":
        return m.pack.symbol_name(value)
    if type == "player":
        return value - 1 if value else None
    if type == "card":
        return value or None
    return bool(value) if type == "boolean" else value
