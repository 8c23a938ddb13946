"""
Bots that search: flat Monte Carlo over what a seat cannot see.

`consider` tries the sensible answers in the same sampled worlds: states in which the hidden cards
and the dice to come are dealt anew (`hidden.redeal`). From each answer the match is played on by
cheap habits (`Habits`) until the pack's `bot.until` changes (a round ends), and judged by its
`bot.worth`, against the best of the others. What does badly is dropped along the way (successive
halving), so that the time goes to what is close. It can stop at any moment. No card is known by
name.

Where a pack says that turns can be decisive, bots first look for a win that is certain (`forced`),
and take it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from ...running.choices import Choice, Option
from ...running.match import Match
from . import greedy
from .answers import FAILED, FAILURES, WAYS, Line, Way, choice_of, distinct_options, forced_answer
from .forced import DEALS, Search, picks_of
from .hidden import redeal

log = logging.getLogger(__name__)

EXPLORE = 0.1  # how often a world is played on by any answer instead of the habitual one
HORIZON, FAR = 60, 2_000  # answers of anybody played on at most; to the end of a match
MAX_LINES = 24  # answers tried
TRUST = 3  # worlds that the greedy bot's opinion of an answer weighs
STATES = 10  # looked at for a forced win in the time that a world takes
WON = 1_000_000  # how far ahead it is to have won


class Budget(NamedTuple):
    """How long to think about one answer: milliseconds, or worlds played on (0: no such limit)."""

    ms: int = 0
    iterations: int = 0


class Level(NamedTuple):
    """
    How strong a bot plays: its budget, at how many of 100 answers it takes any it saw, and how many
    times its budget it first looks for a forced win, where the pack knows of such things; whether
    it searches a tree where it can.
    """

    budget: Budget
    slips: int
    forced: int
    tree: bool = False


LEVELS = {
    "novice": Level(Budget(ms=10), slips=20, forced=0),
    "adept": Level(Budget(ms=30), slips=5, forced=6),
    "master": Level(Budget(ms=100), slips=0, forced=2),
    "grandmaster": Level(Budget(ms=100), slips=0, forced=2, tree=True),
}


class SearchBot:
    """
    A searching player of one match. One that searches a tree (`backends/wasm/kernel/tree.c`) does
    so in the native machine only; here it searches like the others.
    """

    def __init__(self, name: str, seed: int, level: Level):
        self.name = name
        self.budget, self.slips, self.forced, self.tree = level
        self.dice = Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """What does best in the worlds that there was time for."""
        return self.think(match, seat)[0].picks

    def think(self, match: Match, seat: int) -> list[Line]:
        """The answers it considered, the one it gives first."""
        if self.tree:
            say_without_tree(self.name)
        win = forced_win(match, seat, self.budget, self.forced, self.dice)
        if win is not None:
            return [win]
        lines = consider(match, seat, self.budget, self.dice)
        if self.dice.randrange(100) < self.slips:
            lines.insert(0, lines.pop(self.dice.randrange(len(lines))))
        return lines


@cache
def say_without_tree(name: str) -> None:
    """Once in a process, for whoever looks why this level is no stronger."""
    log.warning("%s: only the native machine searches a tree; here it plays like master", name)


def forced_win(match: Match, seat: int, budget: Budget, times: int, dice: Random) -> Line | None:
    """
    The answer with which a win begins that is certain, if it is found in so many times the budget.

    :raises ValueError: the seat is not asked anything.
    """
    choice, used = choice_of(match, seat), _budget_clock(budget)
    if not times or match.program.bots.forced_win is None or forced_answer(choice) is not None:
        return None
    found = Search(match, seat, dice).run(lambda states: used(states / STATES) < times)
    if found is None:
        return None
    return Line(picks_of(choice, found[0]), WON * DEALS, DEALS, won=DEALS)


def consider(match: Match, seat: int, budget: Budget, dice: Random) -> list[Line]:
    """
    The answers to what a seat is asked, best first.

    :raises ValueError: the seat is not asked anything.
    """
    used = _budget_clock(budget)
    lines = _answers_to_consider(match, choice_of(match, seat), dice)
    return _sift_lines(match, seat, lines, used, dice) if len(lines) > 1 else lines


def _promise_of(line: Line) -> float:
    """How good a line looks: as it turned out, and at first as the greedy bot sees it."""
    return (line.total + TRUST * line.prior) / (line.worlds + TRUST)


def _budget_clock(budget: Budget) -> Callable[[float], float]:
    """From worlds played on to the part of the budget that is used up."""
    if budget.iterations:
        return lambda done: done / budget.iterations
    start, span = time.monotonic(), budget.ms / 1000
    return lambda done: (time.monotonic() - start) / span


def _answers_to_consider(match: Match, choice: Choice, dice: Random) -> list[Line]:
    """The answers worth a look; the first is the greedy one, which stands where time is short."""
    weighed = greedy.consider(match, choice.seat, dice)
    lines = {line.picks: Line(line.picks, prior=line.value) for line in weighed}
    if forced_answer(choice) is None and len(weighed) == 1 < len(distinct_options(match, choice)):
        lines = {
            picks: Line(picks)
            for picks in (weighed[0].picks, *_answers_near(choice, weighed[0].picks))
        }
    return list(lines.values())[:MAX_LINES]


def _answers_near(choice: Choice, first: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Answers of several picks: as by default, as many as can be, and one off from the first."""
    every = range(len(choice.options))
    near = [choice.default, tuple(every[: choice.maximum])]
    near += [tuple(sorted({*first} ^ {pick})) for pick in every]
    near += [
        tuple(sorted({*first, new} - {old})) for new in every if new not in first for old in first
    ]
    return [picks for picks in near if choice.minimum <= len(picks) <= choice.maximum]


def _sift_lines(
    match: Match, seat: int, lines: list[Line], used: Callable[[float], float], dice: Random
) -> list[Line]:
    """
    The lines, best first, after trying all in the same worlds, and half as many at each stage.

    A world for which there was not time enough to try all of them in it does not count.
    """
    stages = (len(lines) - 1).bit_length()
    alive, dropped, habits, done = lines, list[Line](), Habits(dice), 0
    for stage in range(1, stages + 1):
        while used(done) < stage / stages:
            world = redeal(match, seat, dice)
            outcomes = []
            for line in alive:
                if used(done) >= 1:
                    break
                outcomes.append(_play_out(world, seat, line.picks, habits))
                done += 1
            else:
                for line, (ahead, won) in zip(alive, outcomes, strict=True):
                    line.total += ahead
                    line.won += won
                    line.worlds += 1
        alive = sorted(alive, key=_promise_of, reverse=True)
        half = (len(alive) + 1) // 2
        alive, dropped = alive[:half], alive[half:] + dropped
    return alive + dropped


def _play_out(
    world: Match, seat: int, picks: tuple[int, ...], habits: Habits
) -> tuple[float, bool]:
    """How far the seat is ahead after an answer in one world, and whether it has won."""
    for way in WAYS:
        match = world.clone()
        try:
            way(match, seat, picks)
            habits.play_on(match, way)
            return greedy.lead_of(match, seat), bool(match.ended and seat in match.ended.won)
        except FAILURES:
            continue
    return FAILED, False


class Habits:
    """
    How worlds are played on: the option of the kind that gained most, by the greedy bot's measure,
    where it was first met in this search; now and then any.
    """

    def __init__(self, dice: Random):
        self.dice = dice
        self.gains: dict[tuple[Any, ...], int] = {}

    def play_on(self, match: Match, way: Way = WAYS[0]) -> None:
        """Play until `bot.until` changes; where no standing is worth anything, to the end."""
        until, to_the_end = match.program.bots.until, match.program.bots.worth is None
        now = until(match) if until else None
        for _ in range(FAR if to_the_end else HORIZON):
            if match.is_over or (until and not to_the_end and until(match) != now):
                return
            choice = match.choices[0]
            way(match, choice.seat, self.answer(match, choice))

    def answer(self, match: Match, choice: Choice) -> tuple[int, ...]:
        """The answer out of habit; of several picks the default."""
        if not choice.minimum == choice.maximum == 1:
            return choice.default
        options = choice.options
        if match.program.bots.worth is None or self.dice.random() < EXPLORE:
            return (int(self.dice.random() * len(options)),)
        subject = match.card_id(choice.subject)
        known = [
            self._gain_of(
                match,
                choice,
                pick,
                (choice.prompt, subject, *_kind_of_option(match, choice, option)),
            )
            for pick, option in enumerate(options)
        ]
        return (known.index(max(known)),)

    def _gain_of(self, match: Match, choice: Choice, pick: int, kind: tuple[Any, ...]) -> int:
        gain = self.gains.get(kind)
        if gain is None:
            before = greedy.worth_of(match, choice.seat)
            after = greedy.worth_of_answer(match, choice.seat, (pick,), len(match.stack), 0)
            gain = after - before + greedy.preference_of(match, choice, pick)
            self.gains[kind] = gain
        return gain


def _kind_of_option(match: Match, choice: Choice, option: Option) -> tuple[Any, ...]:
    """What options are alike in: the card by its id, a player by the way round the table."""
    if option.kind == "player":
        return option.word, (option.entity - choice.seat) % match.seats
    return option.word, match.card_id(option.entity) if option.kind == "card" else option.entity
