"""
Things: cards that players bring as what they are, with fields, and that come home as the same ones.

A thing has a number outside of matches (`thing`; 0: nobody's, made for the match). It has a row of
the deal, so which card is which thing follows from the options of a match and needs no place in it.
What of it comes home the game says in `return.things` (`bring.Home`). Begin with `things_brought`
and `things_of_seat`; this may import what is declared, and the parts of a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .bring import OPTION, THINGS, Home
from .parts import Parts
from .program import Program
from .state import ZONE, Field
from .symbols import symbol_of

#: A thing that comes home: its number (0: it was made), its card, the zone it lies in, its fields.
type Taken = tuple[int, str, str, tuple[tuple[str, int | str], ...]]


class Thing(NamedTuple):
    """A thing that a seat brings."""

    seat: int
    thing: int
    kind: str
    zone: str
    fields: Mapping[str, int | str]


def things_brought(program: Program, seats: int, options: Mapping[str, Any]) -> list[Thing]:
    """All things that are brought to a match, in the order of seats and of what is declared."""
    entries = [each for each in program.bringing.entries.values() if each.type == THINGS]
    given = options.get(OPTION) or ()
    found: list[Thing] = []
    for seat in range(seats) if entries else ():
        brought = (given[seat] if seat < len(given) else None) or {}
        for entry in entries:
            for one in brought.get(entry.name, entry.default):
                one = one if isinstance(one, dict) else {"kind": one}
                number, zone = one.get("thing", 0), one.get("zone", "")
                found.append(Thing(seat, number, one["kind"], zone, one.get("fields") or {}))
    return found


def lay_out_things(m: Parts, rows: Sequence[int]) -> None:
    """Put things, which have been dealt these rows, where they lie, and give them their fields."""
    layout, home = m.program.layout, m.program.bringing.home
    for thing, row in zip(things_brought(m.program, m.seats, m.options), rows, strict=True):
        if home is not None:
            name = thing.zone if thing.zone in home.zones else home.zones[0]
            zone = layout.zones[name].first + thing.seat + 1
            m.state[row + ZONE] = zone
            m.zones[zone] += (row,)
            for each, value in thing.fields.items():
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


def things_of_seat(m: Parts, seat: int) -> list[Taken]:
    """The things that a seat has with it now, and what was made for it."""
    home = m.program.bringing.home
    if home is None:
        return []
    zones = {m.program.layout.zones[name].first + seat + 1: name for name in home.zones}
    gone = {each[0] for _, kept in m.settled for each in dict(kept).get(THINGS, ())}
    found = [each for each in _things_in(m, home, zones) if each[0] not in gone - {0}]
    return [each for each in found if each[0] or home.made]


def things_at_places(m: Parts) -> dict[str, list[Taken]]:
    """The things that lie where a place of the world gets them, by its name."""
    home, found = m.program.bringing.home, dict[str, list[Taken]]()
    if home is None:
        return found
    for name, place in home.places.items():
        family = m.program.layout.zones[name]
        zones = dict.fromkeys(range(family.first, family.first + family.size), "")
        there = [each for each in _things_in(m, home, zones) if each[0]]
        found.setdefault(place, []).extend(there)
    return found


def _things_in(m: Parts, home: Home, zones: Mapping[int, str]) -> Iterator[Taken]:
    """The cards in some zones that are things: of the kinds that are brought as such."""
    entries = [each for each in m.program.bringing.entries.values() if each.type == THINGS]
    numbers = _numbers_by_row(m)
    for zone, name in zones.items():
        for row in m.zones[zone]:
            card = m.card_id(row)
            if card is not None and any(each.takes(m.program.catalogue, card) for each in entries):
                yield numbers.get(row, 0), card, name, _fields_of(m, row, home)


def _numbers_by_row(m: Parts) -> dict[int, int]:
    """By card, which thing it is."""
    from .deal import deal_match  # which imports this

    given = things_brought(m.program, m.seats, m.options)
    rows = deal_match(m.program, m.seats, m.seed, m.options).things
    return {row: each.thing for each, row in zip(given, rows, strict=True)}


def _fields_of(m: Parts, row: int, home: Home) -> tuple[tuple[str, int | str], ...]:
    kind, found = m.kind_of(row) or "", list[tuple[str, int | str]]()
    for name in home.fields:
        field = m.program.layout.fields.get((kind, name))
        if field is not None:
            value = m.state[field.base + row]
            told = (m.program.symbol_name(value) or "") if field.type == "symbol" else value
            found.append((name, told))
    return tuple(found)
