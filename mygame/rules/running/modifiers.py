"""
Modifiers: layers over the value of a property or field.

Base, then `set` in order of age, `multiply`, `add`, `cap` (at most), `floor` (at least). A modifier
is asked only when its property is read, so nothing has to be refreshed when something else changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .code import ModifierDef
from .machine import bound
from .state import ZONE, Identifier

if TYPE_CHECKING:
    from .match import Match

ENTITY_SHIFT = 1 << 16  # see `keys_of`
LAYERS = {"set": 0, "multiply": 10, "add": 20, "cap": 30, "floor": 40}


@dataclass(slots=True)
class Modifier:
    """
    A modifier at work: which declaration, whose, made by which card, with which captured registers.
    Copies of a match share it: it does not change.
    """

    definition: ModifierDef
    owner: int
    source: int
    captured: tuple[Any, ...]
    id: Identifier | None
    removers: tuple[int, ...]

    @property
    def rest(self) -> tuple[Any, ...]:
        """All but the declaration."""
        return self.owner, self.source, self.captured, self.id, self.removers


def keys_of(definition: ModifierDef, registers: Sequence[Any]) -> tuple[int, int]:
    """
    The keys under which a modifier is indexed; `registers` are those that it captures. The property
    itself lists all that there are; beside it, one that is bound to a single entity is found by
    both, and all others under `~property`.
    """
    property = definition.property
    bound_to = registers[definition.of] if definition.of >= 0 else 0
    if isinstance(bound_to, tuple):
        bound_to = bound_to[0] if len(bound_to) == 1 else 0
    return property, property + ENTITY_SHIFT * bound_to if bound_to else ~property


def modified(m: Match, index: int, entity: int, base: int) -> int:
    """The value of a property with all modifiers that concern this entity."""
    known = m.modifiers_of
    uuids: Sequence[int] = ()
    if index in known:
        of_any = known.get(~index, ())
        of_it = known.get(index + ENTITY_SHIFT * entity, ()) if entity else ()
        uuids = sorted(of_any + of_it) if of_any and of_it else of_any or of_it  # in order of age
    own = m.pack.own_modifiers.get((index, m.state[entity]))
    if own is not None and entity in m.stripped:
        own = None
    hits: list[tuple[ModifierDef, Sequence[Any]]] = []
    if own is not None:
        registers: Sequence[Any] = [
            m.pack.layout.zone_owner[m.state[entity + ZONE]],
            entity,
            0,
            None,
        ]
        hits = [(d, registers) for d in own if d.where is None or d.where(m, registers, entity)]
    if uuids:
        m.spend(uuids)
        for uuid in uuids:
            modifier = m.modifiers[uuid]
            where = modifier.definition.where
            if where is None or where(m, modifier.captured, entity):
                hits.append((modifier.definition, modifier.captured))
    if not hits:
        return base
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


def _layer(hit: tuple[ModifierDef, Sequence[Any]]) -> int:
    return hit[0].layer
