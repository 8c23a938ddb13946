"""
The journal of a match: every entry that was ever made, and which of the answers still stand.

An entry is a seat, what it picked, and what was left out of that answer because it failed (most
often nothing; `failing`). It is evidence, so nothing is ever taken out: who takes an answer back
adds an entry that says so. Five kinds of entries are no picks: `CONCEDE`, `HANDOVER`, `undone(n)`,
`REOPEN` and those that begin with `GONE`. Begin with `standing_answers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

#: Something that was left out: its unit, what it is in it, and its number there; see `failing`.
LeftOut = tuple[str, str, int]
Entry = tuple[int, tuple[int, ...], tuple[LeftOut, ...]]  # the seat, its picks, what was left out
#: Entries, also as JSON gives them back, or only seats and picks.
Journal = Iterable[Sequence[Any]]

CONCEDE = (-1,)  # the seat gives up: from now on its defaults are taken
UNDO = -2  # begins `undone(n)`
REOPEN = (-3,)  # the seat takes back its own last answer, one in secret that is not opened yet
HANDOVER = (-4,)  # somebody else plays the seat from now on, also if it has given up
#: Begins an entry for things of a stock that somebody has got elsewhere: then comes the option of
#: the seat that would have taken them (-1: none), and their numbers.
GONE = (-5,)


def undo_entry(count: int) -> tuple[int, int]:
    """The entry of a seat for which the last `count` answers that stood are taken back."""
    return UNDO, count


def is_answer(picks: Sequence[int]) -> bool:
    """Whether an entry is an answer, and no deed beside the questions."""
    return not picks or picks[0] >= 0


def takes_back(picks: Sequence[int]) -> bool:
    """Whether an entry takes answers back."""
    return tuple(picks) == REOPEN or tuple(picks[:1]) == (UNDO,)


def things_gone(journal: Journal) -> set[int]:
    """The things of stocks that are in a match no more, for somebody has got them elsewhere."""
    entries = (picks for _, (_, picks, _) in standing_answers(journal))
    return {thing for picks in entries if picks[:1] == GONE for thing in picks[2:]}


def standing_answers(journal: Journal) -> list[tuple[int, Entry]]:
    """
    The answers that have not been taken back, each with its place in the journal.

    >>> standing_answers([(0, (1,)), (1, (0,)), (0, (-2, 1)), (1, (2,))])
    [(0, (0, (1,), ())), (3, (1, (2,), ()))]

    :raises ValueError: something was taken back that had not been answered.
    """
    found: list[tuple[int, Entry]] = []
    for index, entry in enumerate(map(read_entry, journal)):
        seat, picks, _ = entry
        if picks[:1] == (UNDO,):
            if not 0 < picks[1] <= len(found):
                raise ValueError(f"entry {index} takes back {picks[1]} answers of {len(found)}")
            del found[-picks[1] :]
        elif picks == REOPEN:
            own = last_answer_of(found, seat)
            if own is None:
                raise ValueError(f"entry {index} takes back an answer of seat {seat}: it has none")
            del found[own]
        else:
            found.append((index, entry))
    return found


def last_answer_of(answers: Sequence[tuple[int, Entry]], seat: int) -> int | None:
    """Which of the answers that stand is the last of a seat; None if it has given none."""
    return next((i for i in reversed(range(len(answers))) if answers[i][1][0] == seat), None)


@lru_cache(maxsize=4096)
def make_entry(seat: int, picks: tuple[int, ...], left_out: tuple[LeftOut, ...] = ()) -> Entry:
    """An entry of a journal; matches share those that are alike."""
    return seat, picks, left_out


def read_entry(data: Sequence[Any]) -> Entry:
    """An entry as JSON gives it back; one of only a seat and its picks says of nothing else."""
    seat, picks, *rest = data
    left_out = rest[0] if rest else None
    return make_entry(seat, tuple(picks), tuple(map(tuple, left_out or ())))
