"""
What compiled code may rely on of the functions of the engine that it calls.

Each of them is marked where it stands, `@kernel(turns=True)`; the passes of the compiler read that
(`program.contracts`), and refuse a call of a function without a mark. The mark is an attribute:
the function itself stays as it is. This imports nothing of the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MARK = "contract"  # the attribute


@dataclass(frozen=True, slots=True)
class Contract:
    """What a function may do to a match. Whatever is not said it does not do."""

    turns: bool = False  # turns a card into another one
    moves: bool = False  # puts cards into other zones, or into another order
    writes: bool = False  # changes anything else that can be read: fields, lasting effects, dice
    fires: bool = False  # carries out other code, which may do all of this
    asks: bool = False  # returns whether somebody has to be waited for
    spent: bool = False  # what it returns is off the budget of the action, or one thing at most

    @property
    def may_turn(self) -> bool:
        """Whether a card may be another one after it."""
        return self.turns or self.fires

    @property
    def is_pure(self) -> bool:
        """Whether everything reads after it as it did before."""
        return not (self.turns or self.moves or self.writes or self.fires or self.asks)

    def __or__(self, other: Contract) -> Contract:
        """Of what does one or the other."""
        return Contract(
            turns=self.turns or other.turns,
            moves=self.moves or other.moves,
            writes=self.writes or other.writes,
            fires=self.fires or other.fires,
            asks=self.asks or other.asks,
            spent=self.spent and other.spent,
        )


QUIET = Contract()


def kernel[Function: Callable[..., Any]](
    *,
    turns: bool = False,
    moves: bool = False,
    writes: bool = False,
    fires: bool = False,
    asks: bool = False,
    spent: bool = False,
) -> Callable[[Function], Function]:
    """Mark a function that compiled code may call: see `Contract`."""
    contract = Contract(turns, moves, writes, fires, asks, spent)

    def mark(function: Function) -> Function:
        setattr(function, MARK, contract)
        return function

    return mark


def contract_of(function: object) -> Contract | None:
    """What a function is marked with; None: compiled code may not call it."""
    found = getattr(function, MARK, None)
    return found if isinstance(found, Contract) else None
