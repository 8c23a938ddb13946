"""The weakest bot: any legal answer, each as likely. It finds what examples miss."""

from __future__ import annotations

from ...running.match import Match
from ...running.state import next_random
from .answers import Line, choice_of


class RandomBot:
    """Answers at random from its own seed, so that a match of random bots can be repeated."""

    name = "random"

    def __init__(self, seed: int):
        self.state = next_random(seed)[1]

    def random_below(self, limit: int) -> int:
        self.state, bits = next_random(self.state)
        return bits % limit

    def think(self, match: Match, seat: int) -> list[Line]:
        """Its answer; it weighs no other."""
        return [Line(self.choose(match, seat))]

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """A random answer to what this seat is asked."""
        choice = choice_of(match, seat)
        count = choice.minimum + self.random_below(choice.maximum - choice.minimum + 1)
        left = list(range(len(choice.options)))
        return tuple(left.pop(self.random_below(len(left))) for _ in range(count))
