"""Dice, several at once. They draw from the match, and scenarios can lay them out beforehand."""

from __future__ import annotations

from .contract import kernel
from .machine import clamp_number
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
    if amount == 1 and highest is None and lowest is None:  # most often
        m.work -= 1
        die = m.roll(sides)
        total = clamp_number(die + plus)
        return total, (die,), die, die, total
    dice = tuple([m.roll(sides) for _ in m.number_range(1, amount)])
    if not dice:
        return plus, dice, 0, 0, plus
    total = sum(dice) + plus
    result = total
    if highest is not None:
        result = sum(sorted(dice, reverse=True)[: max(0, highest)]) + plus
    elif lowest is not None:
        result = sum(sorted(dice)[: max(0, lowest)]) + plus
    return clamp_number(result), dice, max(dice), min(dice), clamp_number(total)
