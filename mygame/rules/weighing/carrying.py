"""
Things as searches carry them from one match to the next (`quests`, `trading`): what came home, and
what of it is brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..running.bring import THINGS

#: A thing that is carried on: its card, its zone, its fields.
type Carried = tuple[str, str, tuple[tuple[str, Any], ...]]


def carried_home(taken: Mapping[str, Any]) -> list[Carried]:
    """The things in what a seat takes home (`rules.running.brought.returns_now`)."""
    things = taken.get(THINGS, ())
    return [(kind, zone, tuple(sorted(fields.items()))) for _, kind, zone, fields in things]


def as_brought(things: Iterable[Carried]) -> list[dict[str, Any]]:
    """The same as what a seat brings."""
    return [{"kind": kind, "zone": zone, "fields": dict(fields)} for kind, zone, fields in things]
