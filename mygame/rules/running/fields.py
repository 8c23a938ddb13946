"""
Changing a field of an entity within its limits.

`changer(layout, fields, adding)` makes what compiled code calls: `change(state, entity, value)`
returns the real change and what a limit swallowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

from ..ground.errors import RuleError
from .machine import bound
from .state import Field, Layout

Change = tuple[int, int]
Changer = Callable[[list[int], int, int], Change]


def lacks(entity: int, field: str) -> NoReturn:
    """An entity of a kind without the field was to be changed."""
    raise RuleError(f"entity {entity} has no {field}")


def changer(
    layout: Layout,
    cards_of: Mapping[str, frozenset[int]],
    fields: tuple[Field, ...],
    adding: bool,
) -> Changer:
    """
    Sets a field, or adds to it: of several of one name that which the entity has. `cards_of`: the
    definitions of each kind.
    """
    if len(fields) > 1:
        return _either(layout, cards_of, fields, adding)
    (field,) = fields
    name, base, width = field.name, field.base, layout.width
    own = cards_of.get(field.kind)
    low, high = (1, layout.players) if field.kind == "player" else (0, 0)
    least, most, most_at = field.minimum, field.maximum, field.maximum_base

    def change(v: list[int], entity: int, value: int) -> Change:
        fits = low <= entity <= high if own is None else v[entity] in own and not entity % width
        if not fits:
            lacks(entity, name)
        index = base + entity
        old = v[index]
        wanted = value = bound(old + value) if adding else value
        if most is not None:
            top = most if isinstance(most, int) else v[most_at + entity]
            if value > top:
                value = top
        if least is not None and value < least:
            value = least
        v[index] = value
        return value - old, wanted - value

    return change


def _either(
    layout: Layout,
    cards_of: Mapping[str, frozenset[int]],
    fields: tuple[Field, ...],
    adding: bool,
) -> Changer:
    """Of a player, the match, or cards of one kind or another."""
    by_definition: dict[int, Changer] = {}
    of_match = of_player = None
    for field in fields:
        one = changer(layout, cards_of, (field,), adding)
        if field.kind == "match":
            of_match = one
        elif field.kind == "player":
            of_player = one
        else:
            by_definition |= dict.fromkeys(cards_of[field.kind], one)
    name, players = fields[0].name, layout.players

    def change(v: list[int], entity: int, value: int) -> Change:
        if 0 <= entity <= players:
            one = of_player if entity else of_match
        else:
            one = by_definition.get(v[entity])
        if one is None:
            lacks(entity, name)
        return one(v, entity, value)

    return change


def for_each(change: Callable[[int], Change], entities: Iterable[int]) -> Change:
    """A change of several entities; the sums of what it returns."""
    results = [change(entity) for entity in entities]
    return sum(real for real, _ in results), sum(swallowed for _, swallowed in results)
