"""Dice, several at once. They draw from the match, and scenarios can lay them out beforehand."""

from __future__ import annotations

from .contract import kernel
from .parts import Parts


@kernel(writes=True)
def roll_dice(
    m: Parts, amount: int, sides: int, plus: int, highest: int | None, lowest: int | None
) -> tuple[int, tuple[int, ...], int, int, int]:
    """
    The sum of some dice of so many sides and `plus`, and what each shows, in order; of them only
    so many of the `highest` or `lowest` count, where that is said. Then the highest and the lowest
    die (0 where there is none), and the sum of all dice and `plus`.
    """
    dice = tuple([m.roll(sides) for _ in m.number_range(1, amount)])
    counted = list(dice)
    if highest is not None:
        counted = sorted(dice, reverse=True)[: max(0, highest)]
    elif lowest is not None:
        counted = sorted(dice)[: max(0, lowest)]
    total = sum(dice) + plus
    return sum(counted) + plus, dice, max(dice, default=0), min(dice, default=0), total
