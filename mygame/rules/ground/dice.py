"""
Dice and ranges as people write them: `2d6+1`, `6-15`. The words of packs (`language.words.tables`)
and the roll engine (`rules.dice`) both read them here, so both say the same of what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

MAX_DICE = 1_000
MAX_SIDES = 1_000_000

_DICE = re.compile(r"([0-9]{0,9})d([0-9]{1,9})([+-][0-9]{1,9})?", re.IGNORECASE)
_RANGE = re.compile(r"(-?[0-9]{1,9})(?:-(-?[0-9]{1,9})|(\+))?")

#: From a number to another one, or to no end.
type Span = tuple[int, int | None]


class Dice(NamedTuple):
    """So many dice of so many sides, and what is added to their sum."""

    amount: int
    sides: int
    plus: int = 0


def parse_dice(text: str) -> Dice | None:
    """
    The dice that a text says; None where it says none.

    :raises ValueError: no die at all, one without sides, or more than `MAX_DICE` or `MAX_SIDES`.

    >>> parse_dice("2d6+1"), parse_dice("d20"), parse_dice("six")
    (Dice(amount=2, sides=6, plus=1), Dice(amount=1, sides=20, plus=0), None)
    """
    found = _DICE.fullmatch(text)
    if found is None:
        return None
    amount, sides = int(found[1] or 1), int(found[2])
    if not 1 <= amount <= MAX_DICE:
        raise ValueError(f"{text!r}: roll 1 to {MAX_DICE} dice, not {amount}")
    if not 1 <= sides <= MAX_SIDES:
        raise ValueError(f"{text!r}: a die has 1 to {MAX_SIDES} sides, not {sides}")
    return Dice(amount, sides, int(found[3] or 0))


def parse_range(text: str) -> Span | None:
    """
    The numbers for which a row of a table is; None where the text is no number or range.

    :raises ValueError: it runs backwards.

    >>> parse_range("6-15"), parse_range("20"), parse_range("6+"), parse_range("six")
    ((6, 15), (20, 20), (6, None), None)
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    low = int(found[1])
    high = None if found[3] else int(found[2]) if found[2] else low
    if high is not None and high < low:
        raise ValueError(f"the range {text} runs backwards: the lower number comes first")
    return low, high


def number_of_two_rows(spans: Iterable[Span]) -> int | None:
    """The first number for which two rows of a table are; None where each is for its own."""
    for (_, high), (low, _) in pairwise(sorted(spans, key=lambda span: span[0])):
        if high is None or low <= high:
            return low
    return None
