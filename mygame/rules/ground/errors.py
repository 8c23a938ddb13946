"""Everything the engine says when something is wrong, as sentences for the person who caused it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, NamedTuple

MOST_NAMED = 30


class Problem(NamedTuple):
    """
    One thing wrong with a pack: where, and what to do about it.

    `place` is `file: path`; `at` its line and column in the file, where they are known; column 0
    is the whole line.
    """

    place: str
    message: str
    at: tuple[int, int] | None = None

    def __str__(self) -> str:
        file, mark, path = self.place.partition(": ")
        position = "".join(f":{number}" for number in self.at or () if number)
        return f"{file}{position}{mark}{path}: {self.message}"


def near(wrong: Any, known: Iterable[str]) -> list[str]:
    """Which of the names that there are may have been meant, the nearest first."""
    folded = {str(name).lower(): str(name) for name in known}
    found = difflib.get_close_matches(str(wrong).lower()[:100], folded, n=3, cutoff=0.7)
    return [folded[name] for name in found]


def suggest(wrong: Any, known: Iterable[str], lead: str = "there are") -> str:
    """
    The end of a sentence about a name that nothing has: what may have been meant, else what there
    is.

    >>> suggest("drawCrad", ["damage", "drawCard"]), suggest(7, ["III", "VI"], "it has")
    ('; did you mean drawCard?', '; it has III, VI')
    """
    names = [str(name) for name in known]
    if meant := near(wrong, names):
        return f"; did you mean {' or '.join(meant)}?"
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"; {lead} {', '.join(names[:MOST_NAMED]) or 'none'}{more}"


def escape_controls(text: str) -> str:
    """
    A text that repeats what stands in a file, with what a screen would obey spelled out.

    >>> escape_controls("no card 'a\x1b[2J'")
    "no card 'a\\\\x1b[2J'"
    """
    if text.isprintable():
        return text
    shown = (each if each.isprintable() or each == "\n" else ascii(each)[1:-1] for each in text)
    return "".join(shown)


class PackError(Exception):
    """A pack is refused as a whole; `problems` lists everything found wrong with it."""

    def __init__(self, problems: list[Problem]):
        self.problems = [
            problem._replace(
                place=escape_controls(problem.place), message=escape_controls(problem.message)
            )
            for problem in problems
        ]
        super().__init__("\n".join(map(str, problems)))

    def __reduce__(self) -> tuple[type[PackError], tuple[list[Problem]]]:
        """It comes whole from one process to another."""
        return PackError, (self.problems,)


class IllegalAnswer(ValueError):
    """An answer that is not among the options of the pending choice; nothing has changed."""


class RuleError(RuntimeError):
    """A behaviour asked for something impossible while it was running."""


class BudgetExceeded(RuleError):
    """An action took more steps, triggers or depth than any sensible card needs."""


class ActionFailed(Exception):
    """
    Something failed while an answer was carried out.

    `card` is the id of the card that failed first (None for the flow), `reason` one sentence. What
    fails of a card is left out, and the answer stands. `withdrawn`: the flow itself fails, so the
    match stands as before the answer, without the option that led to it. `aborted`: there is no
    other option either, so the match is over as it stood. `off`: the card has failed so often that
    nothing more of it is carried out in this match.
    """

    def __init__(
        self, card: str | None, reason: str, aborted: bool = False, withdrawn: bool = False
    ):
        self.card = card
        self.reason = reason
        self.aborted = aborted
        self.withdrawn = withdrawn
        self.off = False
        super().__init__(f"{card or 'the flow'}: {reason}")
