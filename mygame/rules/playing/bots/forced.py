"""
Wins that are certain: answers of one's own, one after the other, that end the match won before
anybody else is asked.

A pack in which a turn can be decisive says so (`bot.forcedWin`): until what changes a win is looked
for, and how much the player still lacks for one. `Search` tries own answers on clones of a state
dealt anew from what the seat sees, never twice in the same state. Where dice are thrown or hidden
cards move it goes on in several deals at once: what it answers has to be possible and to win in all
of them. No card is known by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, cycle, islice
from operator import is_not, itemgetter
from random import Random
from typing import NamedTuple

from ...running.choices import Choice, Option
from ...running.match import Match
from ...running.state import NOWHERE
from .answers import FAILURES, WAYS, choice_of, distinct_options
from .hidden import redeal

DEALS = 4  # in which a line has to win that depends on luck
MANY = 24  # answers tried at most where several options can be picked

type Answer = tuple[Option, ...]  # what is picked: in every deal the same, whatever its number


class Step(NamedTuple):
    """An answer and the steps before it."""

    answer: Answer
    before: Step | None

    def answers_so_far(self) -> list[Answer]:
        """The answers from the first to this one."""
        return [*(self.before.answers_so_far() if self.before else ()), self.answer]


@dataclass(slots=True)
class Node:
    """A state to go on from: the same in several deals, without those that are won already."""

    worlds: tuple[Match, ...]
    step: Step | None
    depth: int
    lacking: int
    untried: Iterator[tuple[int, ...]]
    done: bool = False

    def compares_ways(self) -> bool:
        """Whether it asks how to do something (whom to aim at) while something is lacking."""
        return self.lacking > 0 and self.worlds[0].choices[0].words is None

    def order_by_lacking(self) -> tuple[int, ...]:
        """Its place in the order of those that lack least."""
        return self.lacking, len(self.worlds) > 1, -self.depth

    def order_by_answers(self) -> tuple[int, ...]:
        """Its place in the order of those with few answers before them and little lacking."""
        return self.depth + self.lacking, len(self.worlds) > 1


# Which node comes next, in turn, and whether all answers are tried in it at once. Trying one after
# the other finds most wins in a quarter of the time; where there is something to compare all are
# tried, and so they are where a win could come soonest, which has its turn as well: where least is
# lacking is often a dead end with many doors.
NEAREST, SOONEST = 0, 1
ORDERS = Node.order_by_lacking, Node.order_by_answers
TURNS = (*[(NEAREST, False)] * 4, (SOONEST, True))


class Search:
    """
    A search for a win of the seat that is asked, in a pack that has `bot.forcedWin`: certain as far
    as so many DEALS of what the seat cannot see tell.

    `states`: how many it has come to. `exhausted`: there are no more, so there is no such win.

    :raises ValueError: the seat is not asked anything, or the pack does not know of such wins.
    """

    def __init__(self, match: Match, seat: int, dice: Random):
        choice_of(match, seat)
        if match.program.bots.forced_win is None:
            raise ValueError(f"{match.program.id} has no bot.forcedWin")
        self.match, self.seat, self.dice, self.rules = (
            match,
            seat,
            dice,
            match.program.bots.forced_win,
        )
        self.states, self.exhausted = 0, False
        self.now = self.rules.until(match)
        # Nowhere is no zone; two of it, so that this gives a tuple in any game.
        self.hidden = itemgetter(NOWHERE, NOWHERE, *match.program.layout.hidden_from(seat))
        self.others: list[Match] = []  # the other deals, made when they are first wanted
        self.known: set[tuple[int, ...]] = set()
        self.waiting: tuple[list[tuple[tuple[int, ...], int, Node]], ...] = ([], [])

    def run(self, goes_on: Callable[[int], bool]) -> list[Answer] | None:
        """The answers that win; None where there are none, or `goes_on(states)` has ended it."""
        world = redeal(self.match, self.seat, self.dice)
        if self._is_to_move(world) and not self.rules.is_far(world, self.seat + 1):
            self._add_node((world,), None, 0, 0)
        for order, fully in cycle(TURNS):
            node = self._next_node(order)
            if node is None:
                break
            for picks in node.untried:
                if not goes_on(self.states):
                    return None
                self.states += 1
                step = self._try_answer(node, picks)
                if step is not None:
                    return step.answers_so_far()
                if not fully and not node.compares_ways():
                    break
            else:
                node.done = True
        self.exhausted = True
        return None

    def _next_node(self, order: int) -> Node | None:
        """The first node in an order in which there is something left to try."""
        heap = self.waiting[order]
        while heap and heap[0][-1].done:
            heappop(heap)
        return heap[0][-1] if heap else None

    def _try_answer(self, node: Node, picks: tuple[int, ...]) -> Step | None:
        """Give an answer in a state; the step if that wins."""
        choice = node.worlds[0].choices[0]
        step = Step(tuple([choice.options[pick] for pick in picks]), node.step)
        after = self._worlds_after(node.worlds, step)
        if after is None:
            return None
        if not after:
            return step
        # what need not be picked comes later
        self._add_node(after, step, node.depth + 1, int(len(picks) > choice.minimum))
        return None

    def _add_node(
        self, worlds: tuple[Match, ...], step: Step | None, depth: int, more: int
    ) -> None:
        """Put a state that is new with those to go on from."""
        likeness = tuple([world.likeness() for world in worlds])
        if likeness in self.known:
            return
        self.known.add(likeness)
        # More than enough is no nearer than enough.
        lacking = max(0, *[self.rules.lacking(world, self.seat + 1) for world in worlds]) + more
        untried = answers_to_try(worlds[0].choices[0], worlds[0])
        node = Node(worlds, step, depth, lacking, untried)
        for order, heap in zip(ORDERS, self.waiting, strict=True):
            heappush(heap, (order(node), -len(self.known), node))

    def _worlds_after(self, worlds: tuple[Match, ...], step: Step) -> tuple[Match, ...] | None:
        """What an answer leads to, without the worlds that it wins; None where it is no good."""
        found = []
        for world in worlds:
            after = self._world_after(world, [step.answer])
            if after is None:
                return None
            found.append(after)
        if len(worlds) == 1 and self._involved_luck(worlds[0], found[0]):
            while len(self.others) < DEALS - 1:
                self.others.append(redeal(self.match, self.seat, self.dice))
            for deal in self.others:
                other = self._world_after(deal, step.answers_so_far())
                if other is None:
                    return None
                found.append(other)
        return tuple([world for world in found if not world.is_over])

    def _world_after(self, world: Match, answers: Sequence[Answer]) -> Match | None:
        """A world after some answers; None where it is not won, nor the seat goes on in it."""
        for way in WAYS:
            after = world.clone()
            try:
                for answer in answers:
                    if after.is_over:
                        break
                    try:
                        picks = picks_of(after.choices[0], answer)
                    except ValueError:
                        return None
                    way(after, self.seat, picks)
                    if not self._is_any_good(after):
                        return None
                return after
            except FAILURES:
                continue
        return None

    def _is_any_good(self, world: Match) -> bool:
        """Whether a world is won, or the seat goes on in it."""
        if world.is_over:
            return has_won(world, self.seat)
        return self._is_to_move(world) and self.rules.until(world) == self.now

    def _involved_luck(self, before: Match, after: Match) -> bool:
        """Whether dice were thrown, or hidden cards have moved."""
        moved = map(is_not, self.hidden(after.zones), self.hidden(before.zones))
        return after.rng != before.rng or any(moved)

    def _is_to_move(self, match: Match) -> bool:
        """Whether the seat is asked, and nobody else."""
        return len(match.choices) == 1 and match.choices[0].seat == self.seat


def has_won(match: Match, seat: int) -> bool:
    """Whether the match is over and the seat has won."""
    return match.outcome is not None and seat in match.outcome.won


def picks_of(choice: Choice, answer: Sequence[Option]) -> tuple[int, ...]:
    """An answer as options by number. ValueError if it is not among them."""
    return tuple([choice.options.index(option) for option in answer])


def answers_to_try(choice: Choice, match: Match) -> Iterator[tuple[int, ...]]:
    """The answers to try: without those that come to the same; of several picks the first ones."""
    picks = distinct_options(match, choice)
    amounts = range(choice.minimum, choice.maximum + 1)
    every = (each for amount in amounts for each in combinations(picks, amount))
    yield from every if choice.maximum == 1 else islice(every, MANY)
