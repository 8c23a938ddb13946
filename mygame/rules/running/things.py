"""
Things: cards that players bring as what they are, with fields, and that come home as the same ones;
and such as lie at a place of the world (`stock`).

A thing has a number outside of matches (`thing`; 0: nobody's, made for the match). It has a row of
the deal, so which card is which thing follows from the options of a match and needs no place in it.
What of it comes home the game says in `return.things` (`bring.Home`). Begin with `things_brought`;
what comes home is in `brought`. This may import what is declared, and the parts of a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from .bring import THINGS, brought_by_seat
from .parts import Parts
from .program import Program
from .state import ZONE, Field
from .symbols import symbol_of

#: A thing that comes home: its number (0: it was made), its card, the zone it lies in, its fields.
type Came = tuple[int, str, str, tuple[tuple[str, int | str], ...]]


NOBODY = -1  # the seat of what lies in a stock


class Thing(NamedTuple):
    """A thing that a seat brings, or `NOBODY`: one of a stock."""

    seat: int
    thing: int
    kind: str
    zone: str
    fields: Mapping[str, int | str]


#: Makes a thing of a tuple with all its parts, at a third of what `Thing` itself costs.
_new_thing = partial(tuple.__new__, Thing)


def things_brought(program: Program, seats: int, options: Mapping[str, Any]) -> list[Thing]:
    """
    All things that are brought to a match, in the order of seats and of what is declared; then
    those of its stock.
    """
    entries = [each for each in program.bringing.entries.values() if each.type == THINGS]
    found: list[Thing] = []
    for seat in range(seats) if entries else ():
        brought = brought_by_seat(options, seat)
        for entry in entries:
            for one in brought.get(entry.name, entry.default):
                one = one if isinstance(one, dict) else {"kind": one}
                number, zone = one.get("thing", 0), one.get("zone", "")
                fields = one.get("fields") or {}
                found.append(_new_thing((seat, number, one["kind"], zone, fields)))
    for shelf in program.bringing.stock.values():
        for each in shelf.things_in(options):
            number, fields = each.get("thing", 0), each.get("fields") or {}
            found.append(Thing(NOBODY, number, each["kind"], shelf.zone, fields))
    return found


def lay_out_things(m: Parts, dealt: Sequence[tuple[Thing, int]]) -> None:
    """Put things, each with its card, where they lie, and give them their fields."""
    layout, home = m.program.layout, m.program.bringing.home
    if dealt:
        start, own = m.program.start_zone, frozenset([row for _, row in dealt])
        m.zones[start] = tuple([card for card in m.zones[start] if card not in own])
    if home is None:
        return
    for (seat, _, _, wanted, fields), row in dealt:
        name = wanted if seat == NOBODY or wanted in home.zones else home.zones[0]
        zone = layout.zones[name].first + seat + 1
        m.state[row + ZONE] = zone
        m.zones[zone] += (row,)
        for each, value in fields.items():
            field = layout.fields.get((m.kind_of(row) or "", each))
            if field is not None and each in home.fields:
                m.state[field.base + row] = _number_of(field, value)


def _number_of(field: Field, value: int | str) -> int:
    """A value as a field of a thing holds it, within limits that are numbers."""
    if isinstance(value, str):
        return symbol_of(value) if value else 0
    if isinstance(field.maximum, int):
        value = min(value, field.maximum)
    return value if field.minimum is None else max(value, field.minimum)
