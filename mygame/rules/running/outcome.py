"""
How a match ends: who won, drew and lost, by which rule of its game. Begin with `outcome_by_place`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .parts import Parts
from .sides import Standings, are_one_side, merge_sides, unite_sides
from .state import Ended, Seats


class Outcome(NamedTuple):
    """Seats, and the rule that the pack named (None: it named none)."""

    won: Seats
    drew: Seats
    lost: Seats
    rule: str | None


def outcome_of(m: Parts) -> Outcome | None:
    """The outcome of a match; None while it goes on."""
    if m.ended is None:
        return None
    won, drew, lost, rule = m.ended
    return Outcome(won, drew, lost, m.program.symbol_name(rule))


def outcome_by_place(m: Parts, standings: Standings, rule: int = 0) -> tuple[Standings, Ended]:
    """
    The end of a match in which seats came in so, ties together. A side comes in where the best of
    its seats does. The side that comes first alone has won (without sides: the seat); several that
    come first have drawn; all others have lost.
    """
    standings = merge_sides(m, standings)
    first = standings[0] if standings else ()
    rest = tuple([seat for group in standings[1:] for seat in group])
    rest += tuple([seat for seat in range(m.seats) if seat not in first and seat not in rest])
    if are_one_side(m, first):
        return standings, Ended(first, (), rest, rule)
    return standings, Ended((), first, rest, rule)


def outcome_by_name(
    m: Parts, groups: Sequence[Sequence[int]], rule: int = 0
) -> tuple[Standings, Ended]:
    """
    The end of a match of those groups of seats that have won, drawn and lost, each with its side;
    who is named twice has the better of both. Who is named nowhere has lost or, where nobody is
    said to have won or drawn, won.
    """
    of: dict[int, int] = {}
    for place, seats in enumerate(groups):
        for seat in unite_sides(m, seats):
            of.setdefault(seat, place)
    unnamed = 2 if 0 in of.values() or 1 in of.values() else 0
    every = dict.fromkeys([*of, *range(m.seats)])
    won, drew, lost = (
        tuple([seat for seat in every if of.get(seat, unnamed) == place]) for place in range(3)
    )
    ended = Ended(won, drew, lost, rule)
    return tuple(filter(None, ended[:3])), ended


def draw_of_all(m: Parts) -> tuple[Standings, Ended]:
    """The end of a match in which all have come in together."""
    every = tuple(range(m.seats))
    return (every,), Ended((), every, (), 0)
