"""
Groups of fields that begin anew, as data: `Reset` is what the fields of a group begin with, by
entity. `fields.reset_fields` puts them back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .state import Field, Layout

#: What fields begin with, those side by side together: the base of the first, the base after the
#: last, and the value of each.
Beginning = tuple[tuple[int, int, tuple[int, ...]], ...]


class Reset(NamedTuple):
    """What the fields of a group begin with; of cards by definition."""

    match: Beginning
    player: Beginning
    cards: dict[int, Beginning]


def reset_groups(
    layout: Layout, rows: Mapping[int, tuple[int, ...]], kind_of: Callable[[int], str]
) -> dict[str, Reset]:
    """
    The groups of fields that begin anew; `rows` are the first rows of cards, by definition, and
    `kind_of` tells the kind of one.
    """
    fields: dict[str, dict[str, list[Field]]] = {}
    for field in layout.fields.values():
        if field.reset:
            fields.setdefault(field.reset, {}).setdefault(field.kind, []).append(field)
    found = {}
    for group, by_kind in fields.items():
        match, player = (
            _group_values({field.base: field.initial for field in by_kind.pop(kind, ())})
            for kind in ("match", "player")
        )
        cards = {
            symbol: _group_values({field.base: row[field.base] for field in by_kind[kind]})
            for symbol, row in rows.items()
            if (kind := kind_of(symbol)) in by_kind
        }
        found[group] = Reset(match, player, cards)
    return found


def _group_values(values: Mapping[int, int]) -> Beginning:
    """What fields begin with, by base; those side by side together."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for base in sorted(values):
        if found and found[-1][1] == base:
            first, _, before = found.pop()
            found.append((first, base + 1, (*before, values[base])))
        else:
            found.append((base, base + 1, (values[base],)))
    return tuple(found)
