"""How a match ended: who won, drew and lost, and by which rule of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .parts import Parts

from .sides import are_one


class Outcome(NamedTuple):
    """Seats, and the rule that the pack named (None: it named none)."""

    won: tuple[int, ...]
    drew: tuple[int, ...]
    lost: tuple[int, ...]
    rule: str | None


def outcome(m: Parts) -> Outcome | None:
    """
    The outcome of a match; None while it goes on. The side that comes first alone has won (without
    sides: the seat); several that come first have drawn; all others have lost.
    """
    if m.standings is None:
        return None
    first, *others = m.standings or ((),)
    alone = are_one(m, first)
    return Outcome(
        won=first if alone else (),
        drew=() if alone else first,
        lost=tuple([seat for group in others for seat in group]),
        rule=m.pack.symbol_name(m.ended_by),
    )
