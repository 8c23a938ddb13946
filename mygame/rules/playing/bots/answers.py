"""The answers to a choice, as bots weigh them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...ground.errors import RuleError
from ...running.choices import Choice, Option
from ...running.match import Match

FAILED = -(1 << 60)
FAILURES = (
    *(RuleError, ArithmeticError, LookupError, TypeError, ValueError),
    *(AttributeError, MemoryError, RecursionError),
)

#: How a clone is answered.
type Way = Callable[[Match, int, Sequence[int]], None]
# First as if nothing could fail; where something does, once more without what fails of cards, which
# takes a clone of each answer.
WAYS: tuple[Way, ...] = (Match.answer_unchecked, Match.answer_leaving_out)


class Unanswered(NamedTuple):
    """
    Why what a game says of bots did not help one: a script did not answer, or a value failed. The
    reason begins with its file and line, or where the value stands, where they are known; then
    what was asked, and the card that it was about ("": none).
    """

    reason: str
    prompt: str
    card: str

    def __str__(self) -> str:
        about = f"{self.prompt}, {self.card}" if self.card else self.prompt
        return f"{self.reason} ({about})"


@dataclass(slots=True)
class Line:
    """
    An answer that was weighed.

    `total` is the sum, over so many `worlds`, of how far the seat was ahead of the best other
    player (in the unit of the pack's `bot.worth`); in `won` of them the match ended and was won.
    `prior` is the same right after the answer, by the greedy bot. `failure` is why a script did not
    give it, or what failed while it was weighed.
    """

    picks: tuple[int, ...]
    total: float = 0.0
    worlds: int = 0
    won: int = 0
    prior: float = 0.0
    failure: Unanswered | None = None

    @property
    def value(self) -> float:
        return self.total / self.worlds if self.worlds else FAILED


def choice_of(match: Match, seat: int) -> Choice:
    """What a seat is asked. ValueError if it is not asked anything."""
    choice = match.choice_of(seat)
    if choice is None:
        raise ValueError(f"seat {seat} is not asked anything")
    return choice


def forced_answer(choice: Choice) -> tuple[int, ...] | None:
    """The only answer there is, if there is only one."""
    if len(choice.options) == choice.minimum:
        return tuple(range(choice.minimum))
    return () if choice.maximum == 0 else None


def distinct_options(match: Match, choice: Choice) -> list[int]:
    """The options to pick from, without those that are another copy of a card in the same state."""
    named = _entities_named(match)
    first: dict[tuple[Any, ...], int] = {}
    for pick, option in enumerate(choice.options):
        first.setdefault(_option_likeness(match, option, named), pick)
    return list(first.values())


def _entities_named(match: Match) -> list[Any]:
    """What lasting effects speak of: for them one copy is not another."""
    named = [value for m in match.modifiers.values() for value in (m.source, *m.captured)]
    return named + [value for t in match.triggers.values() for value in (t.source, *t.captured)]


def _option_likeness(match: Match, option: Option, named: list[Any]) -> tuple[Any, ...]:
    """What the same options have the same."""
    entity = option.entity
    if option.kind != "card" or entity in named or not match.is_card(entity):
        return option
    return option.word, *match.state[entity : entity + match.program.layout.width]
