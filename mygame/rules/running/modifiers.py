"""
Modifiers: layers over the value of a property or field.

Base, then `set` in order of age, `multiply`, `add`, `cap` (at most), `floor` (at least). A modifier
is asked only when its property is read, so nothing has to be refreshed when something else changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .code import ModifierDef
from .contract import kernel
from .failing import leave_modifier_out
from .machine import MOST, clamp_number
from .parts import Parts
from .state import ENTITY, ZONE, index_for

LAYERS = {"set": 0, "multiply": 10, "add": 20, "cap": 30, "floor": 40}


def index_keys(definition: ModifierDef, registers: Sequence[Any]) -> tuple[int, int]:
    """
    The keys under which a modifier is indexed; `registers` are those that it captures. The property
    itself lists all that there are; beside it, one that is bound to a single entity is found by
    both, and all others under `~property`.
    """
    property = definition.property
    bound_to = registers[definition.of] if definition.of >= 0 else 0
    if isinstance(bound_to, tuple):
        bound_to = bound_to[0] if len(bound_to) == 1 else 0
    return property, index_for(property, bound_to) if bound_to else ~property


@kernel()
def modified_value(m: Parts, index: int, entity: int, base: int) -> int:
    """The value of a property with all modifiers that concern this entity."""
    known = m.modifiers_of
    uuids = known.get(~index)
    of_it = known.get((index + 1) * ENTITY + entity)  # see `about`
    own = m.program.own_modifiers.get(index)
    if own is not None:
        own = own.get(m.state[entity])  # type: ignore[assignment]
    one = uuids if of_it is None else of_it
    if own is not None or (one is not uuids and uuids is not None) or one is None or len(one) > 1:
        if own is None and one is None:
            return base
        value = _apply_layers(m, own or (), uuids or (), of_it or (), entity, base)  # type: ignore[arg-type]
    else:
        m.work = left = m.work - 1
        if left < 0:
            m.spend(one)  # which says so
        modifier = m.modifiers[one[0]]
        definition = modifier.definition
        if m.muted and definition in m.muted:
            return base
        where = definition.where
        try:
            # One that was found by its entity is about that alone.
            if where is not None and of_it is None and not where(m, modifier.captured, entity):
                return base
            value = definition.amount(m, modifier.captured, entity)
        except Exception as error:  # noqa: BLE001 (a card may fail in any way)
            leave_modifier_out(m, definition, error, left)
            return base
        if definition.mode == "add":
            value += base
            if not -MOST <= value <= MOST:
                value = clamp_number(value)
        else:
            value = _apply_modifier(definition, base, value)
    minimum = m.program.minimums[index]
    return value if minimum is None or value >= minimum else minimum


def _apply_layers(
    m: Parts,
    own: Sequence[ModifierDef],
    uuids: tuple[int, ...],
    of_it: tuple[int, ...],
    entity: int,
    base: int,
) -> int:
    """A value with what is printed on its card, and with several modifiers."""
    hits: list[tuple[ModifierDef, Sequence[Any]]] = []
    if own and entity not in m.stripped:
        owner = m.program.layout.zone_owner[m.state[entity + ZONE]]
        hits = [(each, (owner, entity, 0, None)) for each in own]
    if of_it:
        uuids = tuple(sorted(uuids + of_it)) if uuids else of_it  # in order of age
    for uuid in m.spend(uuids):
        modifier = m.modifiers[uuid]
        hits.append((modifier.definition, modifier.captured))
    if len(hits) > 1:
        hits.sort(key=_layer_of)
    work = m.work
    for definition, registers in hits:
        if m.muted and definition in m.muted:
            continue
        try:
            if definition.where is None or definition.where(m, registers, entity):
                base = _apply_modifier(definition, base, definition.amount(m, registers, entity))
        except Exception as error:  # noqa: BLE001 (a card may fail in any way)
            leave_modifier_out(m, definition, error, work)
    return base


def _apply_modifier(definition: ModifierDef, value: int, amount: int) -> int:
    """What a modifier makes of a value."""
    match definition.mode:
        case "add":
            return clamp_number(value + amount)
        case "set":
            return amount
        case "multiply":
            return clamp_number(value * amount)
        case "cap":
            return min(value, amount)
    return max(value, amount)


def _layer_of(hit: tuple[ModifierDef, Sequence[Any]]) -> int:
    return hit[0].layer
