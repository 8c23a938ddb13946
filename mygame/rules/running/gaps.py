"""
Gaps: where cards stood that have left a zone, among those that still lie there.

While a `keepPlaces` lasts, `Match.gaps` has a row for each zone that a card has left: the cards as
they lie there and, with a minus, those that are gone. What came or left meanwhile is looked for
when a gap is asked for, so a gap is never a number that was right once. Begin with `fill_gap`; this
may import what `state` declares.
"""

from __future__ import annotations

from .parts import Parts
from .state import NOWHERE


def keep_gap(m: Parts, card: int, zone: int) -> None:
    """Keep the place of a card that is about to leave a zone."""
    row = [-each if each == card else each for each in _cards_and_gaps(m, zone)]
    others = [(at, tuple([each for each in row if each != -card])) for at, row in m.gaps or ()]
    m.gaps = (*((at, row) for at, row in others if at != zone), (zone, tuple(row)))


def zone_of(m: Parts, card: int) -> int:
    """The zone that has a gap where a card stood; NOWHERE, where none has."""
    return next((zone for zone, row in m.gaps or () if -card in row), NOWHERE)


def fill_gap(m: Parts, card: int, gone: int, zone: int) -> int:
    """
    The place for a card in the gap of one that is gone, as an index among the others of the zone;
    it counts as one that stands before the gap from now on.
    """
    row = [each for each in _cards_and_gaps(m, zone) if each != card]
    place = row.index(-gone)
    kept = (*row[:place], card, *row[place:])
    m.gaps = tuple((at, kept if at == zone else other) for at, other in m.gaps or ())
    return sum(each > 0 for each in row[:place])


def _cards_and_gaps(m: Parts, zone: int) -> list[int]:
    """
    The cards of a zone and its gaps, each gap right behind the last of those before it that still
    lie there.
    """
    row, place = list(m.zones[zone]), 0
    for each in next((known for at, known in m.gaps or () if at == zone), ()):
        if each < 0:
            row.insert(place, each)
            place += 1
        elif each in row:
            place = row.index(each) + 1
    return row
