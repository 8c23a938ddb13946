"""
Bots that search: flat Monte Carlo over what a seat cannot see.

`consider` tries every sensible answer in the same sampled worlds: states in which the hidden cards
and the dice to come are dealt anew (`hidden.redeal`). From each answer the match is played on by a
cheap policy to the end of the round, and judged by the pack's `bot.worth`, against the others. What
does badly is dropped along the way (successive halving), so that the time goes to what is close.
It can stop at any moment. No card is known by name.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ..errors import RuleError
from ..match import Choice, Match
from . import greedy
from .hidden import redeal

FAILURES = (RuleError, ArithmeticError, LookupError, TypeError, ValueError)
HORIZON = 60  # answers of anybody played on at most
LOST = -1e9  # what an answer is worth that fails


class Budget(NamedTuple):
    """How long to think about one answer: milliseconds, or matches played on (0: no such limit)."""

    ms: int = 0
    iterations: int = 0


class Level(NamedTuple):
    """How strong a bot plays: its budget, and in how many of 100 answers it slips."""

    budget: Budget
    slips: int


LEVELS = {
    "novice": Level(Budget(ms=10), 30),
    "adept": Level(Budget(ms=30), 5),
    "master": Level(Budget(ms=100), 0),
}


@dataclass(slots=True)
class Line:
    """An answer that was considered: its mean value in so many worlds."""

    picks: tuple[int, ...]
    total: float = 0.0
    worlds: int = 0

    @property
    def value(self) -> float:
        return self.total / self.worlds if self.worlds else LOST


class SearchBot:
    """A searching player of one match."""

    def __init__(self, name: str, seed: int, budget: Budget, slips: int = 0):
        self.name = name
        self.budget = budget
        self.slips = slips
        self.dice = Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """What does best in the worlds that there was time for."""
        lines = consider(match, seat, self.budget, self.dice)
        if self.slips and self.dice.randrange(100) < self.slips:
            return self.dice.choice(lines).picks
        return lines[0].picks


def consider(match: Match, seat: int, budget: Budget, dice: Random) -> list[Line]:
    """
    The answers to what a seat is asked, best first.

    :raises ValueError: the seat is not asked anything.
    """
    choice = match.choice_of(seat)
    if choice is None:
        raise ValueError(f"seat {seat} is not asked anything")
    lines = [Line(picks) for picks in answers(match, choice, dice)]
    if len(lines) > 1:
        _sift(match, seat, lines, _clock(budget), dice)
    return sorted(lines, key=lambda line: (line.worlds, line.value), reverse=True)


def answers(match: Match, choice: Choice, dice: Random) -> list[tuple[int, ...]]:
    """The answers worth a look; the first is the greedy one."""
    first = greedy.choose(match, choice.seat, dice)
    if choice.minimum == choice.maximum == 1:
        rest: list[tuple[int, ...]] = [(pick,) for pick in range(len(choice.options))]
    else:
        rest = _several(choice, first)
    return [first, *(picks for picks in rest if picks != first)]


def _several(choice: Choice, first: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Answers of several picks near the greedy one: one more, one less, as few, as many."""
    every = range(len(choice.options))
    near = [choice.default, tuple(every)[: choice.maximum]]
    for pick in every:
        near.append(tuple(sorted(set(first) ^ {pick})))
        near += [tuple(sorted({*first, pick} - {out})) for out in first if pick not in first]
    return [
        picks for picks in dict.fromkeys(near) if choice.minimum <= len(picks) <= choice.maximum
    ]


def _clock(budget: Budget) -> Callable[[int], float]:
    """Of iterations carried out -> the part of the budget that is used up."""
    if budget.iterations:
        return lambda done: done / budget.iterations
    start, span = time.monotonic(), budget.ms / 1000
    return lambda done: (time.monotonic() - start) / span


def _sift(
    match: Match, seat: int, lines: list[Line], used: Callable[[int], float], dice: Random
) -> None:
    """Try the lines in the same worlds, and half as many of them at each stage."""
    stages = max(1, (len(lines) - 1).bit_length())
    alive, done = lines, 0
    for stage in range(1, stages + 1):
        while used(done) < stage / stages:
            world = redeal(match, seat, dice)
            for line in alive:
                line.total += _outcome(world, seat, line.picks, dice)
                line.worlds += 1
                done += 1
                if used(done) >= 1:
                    return
        alive = sorted(alive, key=lambda line: line.value, reverse=True)[: (len(alive) + 1) // 2]


def _outcome(world: Match, seat: int, picks: tuple[int, ...], dice: Random) -> float:
    match = world.clone()
    try:
        match.step(seat, picks)
        play_on(match, seat, dice)
        return standing(match, seat)
    except FAILURES:
        return LOST


def play_on(match: Match, seat: int, dice: Random) -> None:
    """Play to the end of the round."""
    this_round = match.field("round")
    for _ in range(HORIZON):
        if match.over or match.field("round") != this_round:
            return
        choice = match.choices[0]
        match.step(choice.seat, policy(match, choice, dice))


def policy(match: Match, choice: Choice, dice: Random) -> tuple[int, ...]:
    """A cheap answer."""
    if choice.minimum == choice.maximum == 1:
        return (dice.randrange(len(choice.options)),)
    return choice.default


def standing(match: Match, seat: int) -> float:
    """How much better a seat stands than the best of the others."""
    if match.pack.worth is None and match.standings is None:
        return 0.0
    return greedy.worth(match, seat) - max(
        greedy.worth(match, other) for other in range(match.seats) if other != seat
    )
