"""
A bot that tries each option on a clone and takes the one after which its player stands best.

What "best" means is the pack's `bot.worth`, a value of the language about {it}, the player; no card
is known by name. The clone is dealt anew where the seat cannot see (`hidden.redeal`). It follows
its own choices inside an effect (targets, numbers), answers for others by default, and stops when
its action is over.
"""

from __future__ import annotations

from random import Random

from ..errors import RuleError
from ..match import Choice, Match
from .hidden import redeal

DEPTH = 2  # own choices followed inside one action
WIDTH = 12  # options tried at each
PATIENCE = 30  # answers of others during one action
FAILED = -(1 << 60)


class GreedyBot:
    """A greedy player of one match."""

    name = "greedy"

    def __init__(self, seed: int):
        self.dice = Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """The best answer to what this seat is asked, after one look ahead."""
        return choose(match, seat, self.dice)


def choose(match: Match, seat: int, dice: Random | None = None) -> tuple[int, ...]:
    """
    The best answer to what this seat is asked, after one look ahead.

    :param dice: deals what the seat cannot see; without it the deal follows from that alone.
    """
    choice = match.choice_of(seat)
    if choice is None:
        raise ValueError(f"seat {seat} is not asked anything")
    if len(choice.options) == choice.minimum:
        return tuple(range(choice.minimum))
    if choice.maximum == 0 or match.pack.worth is None:
        return choice.default
    start = redeal(match, seat, dice or Random(match.next_uuid))
    depth = len(match.stack)
    if choice.minimum == choice.maximum == 1:
        values = [
            _try(start, seat, (pick,), depth, DEPTH) + _preference(match, choice, pick)
            for pick in range(len(choice.options))
        ]
        return (max(range(len(values)), key=lambda pick: values[pick]),)
    return _several(start, seat, choice, depth)


def _preference(match: Match, choice: Choice, pick: int) -> int:
    """What the pack says about picking this option, beyond what comes of it (`bot.prefer`)."""
    preference = match.pack.preferences.get(choice.prompt)
    if preference is None:
        return 0
    return preference.value(match, choice.seat + 1, choice.options[pick].entity)


def _several(start: Match, seat: int, choice: Choice, depth: int) -> tuple[int, ...]:
    """
    Which of several to pick: the best ones singly, as many as must be, more only where each is a
    gain.
    """
    filler = choice.default
    singles = []
    for pick in range(len(choice.options)):
        rest = [other for other in range(len(choice.options)) if other != pick][
            : max(choice.minimum, 1) - 1
        ]
        value = _try(start, seat, (pick, *rest), depth, 0) + _preference(start, choice, pick)
        singles.append((value, -pick))
    base = _try(start, seat, filler, depth, 0) if choice.minimum == 0 else FAILED
    order = sorted(range(len(singles)), key=lambda pick: singles[pick], reverse=True)
    gains = [pick for pick in order if singles[pick][0] > base]
    wanted = order[: choice.minimum] if choice.minimum else gains[: choice.maximum]
    return tuple(sorted(wanted))


def _try(start: Match, seat: int, picks: tuple[int, ...], depth: int, ahead: int) -> int:
    """What an answer is worth; one that fails is worth least."""
    match = start.clone()
    try:
        match.step(seat, picks)
        return _follow(match, seat, depth, ahead)
    except (RuleError, ArithmeticError, LookupError, TypeError, ValueError):
        return FAILED


def _follow(match: Match, seat: int, depth: int, ahead: int) -> int:
    """The worth at the end of the action that is going on."""
    for _ in range(PATIENCE):
        if match.over or len(match.stack) <= depth:
            break
        choice = match.choices[0]
        if choice.seat != seat:
            match.step(choice.seat, choice.default)
        elif ahead and choice.minimum == choice.maximum == 1:
            return max(
                _try(match, seat, (pick,), depth, ahead - 1)
                for pick in range(min(len(choice.options), WIDTH))
            )
        else:
            match.step(seat, choice.default)
    return worth(match, seat)


def worth(match: Match, seat: int) -> int:
    """How well a seat stands, by the pack's own measure."""
    if match.standings is not None:
        place = next(i for i, group in enumerate(match.standings) if seat in group)
        return 1_000_000 * (match.seats - place)
    return match.pack.worth(match, seat + 1)
