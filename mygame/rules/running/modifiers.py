"""
Modifiers: layers over the value of a property or field.

Base, then `set` in order of age, `multiply`, `add`, `cap` (at most), `floor` (at least). A modifier
is asked only when its property is read, so nothing has to be refreshed when something else changes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .machine import bound

LAYERS = {"set": 0, "multiply": 10, "add": 20, "cap": 30, "floor": 40}


class Modifier(NamedTuple):
    """
    A modifier at work: which declaration, whose, made by which card, with which captured registers.
    """

    definition: int
    owner: int
    source: int
    captured: tuple
    id: tuple | None
    removers: tuple[int, ...]


def modified(m: Any, index: int, entity: int, base: int) -> int:
    """The value of a property with all modifiers that concern this entity."""
    uuids = m.modifiers_of.get(index)
    own = m.pack.own_modifiers.get((index, entity))
    if uuids is None and own is None:
        return base
    if uuids is not None:
        m.spend(uuids)
    hits = []
    if own is not None:
        registers = [
            m.pack.layout.zone_owner[m.state[m.pack.layout.where + entity]],
            entity,
            0,
            None,
        ]
        hits = [(d, registers) for d in own if d.where is None or d.where(m, registers, entity)]
    definitions = m.pack.modifiers
    for uuid in uuids or ():
        modifier = m.modifiers[uuid]
        definition = definitions[modifier.definition]
        if definition.where is None or definition.where(m, modifier.captured, entity):
            hits.append((definition, modifier.captured))
    if len(hits) > 1:
        hits.sort(key=_layer)
    value = base
    for definition, registers in hits:
        amount = definition.amount(m, registers, entity)
        match definition.mode:
            case "add":
                value += amount
            case "set":
                value = amount
            case "multiply":
                value *= amount
            case "cap":
                value = min(value, amount)
            case "floor":
                value = max(value, amount)
    value = bound(value)
    minimum = m.pack.minimums[index]
    return value if minimum is None or value >= minimum else minimum


def _layer(hit: tuple) -> int:
    return hit[0].layer
