"""Bots that think in the native machine: their levels there, and their thoughts as lines."""

from __future__ import annotations

from ...backends.wasm import thinking
from ...backends.wasm.matches import NativeMatch
from . import make_bot
from .answers import Line
from .greedy import GreedyBot
from .search import SearchBot


def level_of(spec: str) -> thinking.Level | None:
    """
    How a bot (`make_bot`) thinks in the native machine; None: it does not.

    :raises ValueError: no such bot.
    """
    bot = make_bot(spec, 0)
    if isinstance(bot, GreedyBot):
        return thinking.Level(thinking.GREEDY)
    if not isinstance(bot, SearchBot):
        return None
    budget = bot.budget
    seconds, slips, forced = budget.ms / 1000, bot.slips, bot.forced
    kind = thinking.TREE if bot.tree else thinking.SEARCH
    return thinking.Level(kind, budget.iterations, seconds, slips, forced)


def think(thinker: thinking.Thinker, m: NativeMatch, seat: int, spec: str, seed: int) -> list[Line]:
    """
    What a bot (`make_bot(spec, seed)`) thinks of a match in the native machine.

    :raises ValueError: no such bot, or none that thinks there; the seat is not asked anything.
    :raises Trap: something fails in the game, or does not end: Python can think of it.
    """
    level = level_of(spec)
    if level is None:
        raise ValueError(f"{spec} does not think in the native machine")
    thinker.dice.seed(seed)
    return [Line(*each) for each in thinker.think(m, seat, level, thinker.dice)]
