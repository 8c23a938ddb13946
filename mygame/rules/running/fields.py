"""
Changing a field of an entity within its limits.

`changer(fields, adding)` makes what compiled code calls: `change(state, entity, value)` returns the
real change and what a limit swallowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from ..ground.errors import RuleError
from .machine import bound
from .state import Field

Change = tuple[int, int]
Changer = Callable[[list[int], int, int], Change]


def lacks(entity: int, field: str) -> NoReturn:
    """An entity of a kind without the field was to be changed."""
    raise RuleError(f"entity {entity} has no {field}")


def changer(fields: tuple[Field, ...], adding: bool) -> Changer:
    """Sets a field, or adds to it: of several of one name that which the entity has."""
    if len(fields) > 1:
        return _either(fields, adding)
    (field,) = fields
    name, base, low, high = field.name, field.base, field.low, field.high
    least, most, most_at = field.minimum, field.maximum, field.maximum_base

    def change(v: list[int], entity: int, value: int) -> Change:
        if not low <= entity < high:
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


def _either(fields: tuple[Field, ...], adding: bool) -> Changer:
    changers = [(field.low, field.high, changer((field,), adding)) for field in fields]

    def change(v: list[int], entity: int, value: int) -> Change:
        for low, high, one in changers:
            if low <= entity < high:
                return one(v, entity, value)
        lacks(entity, fields[0].name)

    return change


def for_each(change: Callable[[int], Change], entities: Iterable[int]) -> Change:
    """A change of several entities; the sums of what it returns."""
    results = [change(entity) for entity in entities]
    return sum(real for real, _ in results), sum(swallowed for _, swallowed in results)
