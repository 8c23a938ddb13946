"""
Players that are machines. They answer the same choices with the same options as people do and know
no card by name: they look at what their seat can see and try things out on clones.

`make("master:ms=50", seed)` gives one by name. `random` is any legal answer, `greedy` looks one
action ahead, and the search bots (`search`, in the levels below) play on from each answer in states
in which what they cannot see is dealt anew (`hidden`). The highest level, `grandmaster`, searches a
tree of its answers in the native machine, and elsewhere plays like `master`. `smart` answers as a
script of the pack says (`scripted`); in a pack without one it plays like `greedy`.
"""

from __future__ import annotations

from typing import Protocol

from ...running.failing import failed_value
from ...running.match import Match
from .answers import Line, Unanswered, choice_of
from .greedy import GreedyBot
from .random import RandomBot
from .scripted import ScriptedBot
from .search import LEVELS, Budget, SearchBot

NAMES = ("random", "greedy", *LEVELS)
SCRIPTED = ScriptedBot.name  # of packs whose scripts answer


class Bot(Protocol):
    """One player of one match."""

    name: str

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """The picks for what this seat is asked. ValueError if it is not asked anything."""

    def think(self, match: Match, seat: int) -> list[Line]:
        """The same, with all answers that were weighed; its own is the first."""


def weigh(spec: str, seed: int, match: Match, seat: int) -> list[Line]:
    """
    What a bot (`make_bot`) thinks of a match; the first line has what failed of a value of the game
    meanwhile, such as how likely a card lies somewhere.
    """
    lines = make_bot(spec, seed).think(match, seat)
    why = failed_value(match)
    if why is not None and lines[0].failure is None:
        lines[0].failure = Unanswered(why, choice_of(match, seat).prompt, "")
    return lines


def make_bot(spec: str, seed: int) -> Bot:
    """
    A bot by its name, and for a search bot its budget a decision: `master:ms=50`,
    `master:iterations=200`.

    What it chooses follows from its seed, what it was asked before and what its seat sees; with a
    budget in ms also from the speed of the machine.

    :raises ValueError: no bot of this name, or no such budget; the sentence says what there is.
    """
    name, _, parameter = spec.partition(":")
    if name not in (*NAMES, SCRIPTED):
        raise ValueError(f"there is no bot {name!r}; there are {', '.join(NAMES)}, {SCRIPTED}")
    if name in LEVELS:
        level = LEVELS[name]
        if parameter:
            level = level._replace(budget=_parse_budget(spec, parameter))
        return SearchBot(name, seed, level)
    if parameter:
        raise ValueError(f"bot {spec!r}: {name} does not search and takes no budget")
    if name == SCRIPTED:
        return ScriptedBot(seed)
    return RandomBot(seed) if name == "random" else GreedyBot(seed)


def _parse_budget(spec: str, parameter: str) -> Budget:
    key, _, number = parameter.partition("=")
    if key not in ("ms", "iterations") or not number.isdecimal() or int(number) < 1:
        raise ValueError(f"bot {spec!r}: a budget is ms=100 or iterations=200, a number above 0")
    return Budget(**{key: int(number)})
