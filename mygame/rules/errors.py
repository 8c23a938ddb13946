"""Everything the engine says when something is wrong, as sentences for the person who caused it."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """One thing wrong with a pack: where, and what to do about it."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class PackError(Exception):
    """A pack is refused as a whole; `problems` lists everything found wrong with it."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class IllegalAnswer(ValueError):
    """An answer that is not among the options of the pending choice; nothing has changed."""


class RuleError(RuntimeError):
    """A behaviour asked for something impossible while it was running."""


class BudgetExceeded(RuleError):
    """An action took more steps, triggers or depth than any sensible card needs."""


class ActionFailed(Exception):
    """
    An action failed and was undone: the match stands as it stood before the answer.

    `card` is the id of the card whose behaviour failed (None for the flow), `reason` one sentence.
    """

    def __init__(self, card: str | None, reason: str):
        self.card = card
        self.reason = reason
        super().__init__(f"{card or 'the flow'}: {reason}")
