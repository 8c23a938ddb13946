"""
Bots that think in the native machine, and in Python where that cannot be had or something fails.

`make_bot` and `weigh` are those of `rules.playing.bots`; with a budget in iterations they give the
same answers.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from random import Random

from ...backends.wasm import thinking
from ...backends.wasm.functions import NotNative
from ...backends.wasm.host import Trap, why_missing
from ...backends.wasm.matches import NativeMatch
from ...backends.wasm.recording import AT_RANDOM, Player, Record, play_recorded
from ...pack import pack_of_match
from ...running.match import Match
from .. import bots
from .answers import Line, choice_of, forced_answer
from .companions import companion_of
from .greedy import GreedyBot
from .machines import thinker_for
from .random import RandomBot
from .search import SearchBot


class NativeBot:
    """
    One player of one match. Until there is a machine (see `machines.thinker_for`: `waits`), in a
    match that it cannot play, and of what fails in it, the same bot of Python thinks.
    """

    def __init__(self, spec: str, seed: int, level: thinking.Level, waits: bool):
        python = bots.make_bot(spec, seed)
        assert isinstance(python, GreedyBot | SearchBot)  # noqa: S101 (for mypy: it has a level)
        self.python, self.level, self.waits = python, level, waits
        self.name, self.seed = python.name, seed
        self.dice: bytes | None = None  # as they lie in the machine; None: as the seed has them

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """The best answer to what this seat is asked."""
        return self.think(match, seat)[0].picks

    def think(self, match: Match, seat: int) -> list[Line]:
        """All answers that were weighed, its own first."""
        only = forced_answer(choice_of(match, seat))
        if only is not None and self.level.kind == thinking.GREEDY:
            return [Line(only)]
        thinker = thinker_for(pack_of_match(match), match.seats, self.waits)
        found = None if thinker is None else self._think_there(thinker, match, seat)
        return self._think_here(match, seat) if found is None else found

    def _think_here(self, match: Match, seat: int) -> list[Line]:
        """In Python, which goes on with the same dice."""
        dice = self.python.dice
        if self.dice is not None:
            dice.setstate(state_of_dice(self.dice))
        found = self.python.think(match, seat)
        self.dice = bytes_of_dice(dice)
        return found

    def _think_there(self, thinker: thinking.Thinker, match: Match, seat: int) -> list[Line] | None:
        if self.dice is None:
            thinker.dice.seed(self.seed)
        else:
            thinker.dice.state = self.dice
        companion = companion_of(match)
        try:
            if companion is not None:
                m = companion.found_in(thinker)
            else:
                m = NativeMatch.of(thinker.loaded, match)
        except NotNative:
            return None
        try:
            found = thinker.think(m, seat, self.level, thinker.dice)
        except Trap:
            return None
        finally:
            if companion is None:
                m.release()
        self.dice = thinker.dice.state
        return [Line(*each) for each in found]


def make_bot(spec: str, seed: int, waits: bool = True) -> bots.Bot:
    """
    A bot by its name, as `rules.playing.bots.make_bot`; `python:master` thinks there in any case.

    :raises ValueError: no bot of this name, or no such budget.
    """
    name = spec.removeprefix("python:")
    level = None if name != spec or why_missing() else level_of(name)
    return bots.make_bot(name, seed) if level is None else NativeBot(name, seed, level, waits)


def play_whole(
    match: Match, bots_of_seats: Sequence[str], seeds: Sequence[int], most: int, checks: bool
) -> Record | None:
    """
    A match that was prepared, played in the native machine as it would be by these bots of these
    seeds: see `recording.play_recorded`. None: it has to be played here, since a bot does not think
    there (or by the clock), no machine was made yet for bots at random alone, something fails, or
    as there.
    """
    if why_missing():
        return None
    levels = [thinking_alike(spec) for spec in bots_of_seats]
    players = [Player(level, seed) for level, seed in zip(levels, seeds, strict=True) if level]
    if len(players) < match.seats:
        return None
    thinks = any(level.kind != AT_RANDOM for level, _ in players)
    thinker = thinker_for(pack_of_match(match), match.seats, waits=True, makes=thinks)
    if thinker is None:
        return None
    try:
        return play_recorded(thinker, match, players, most, checks)
    except (NotNative, Trap):
        return None


def weigh(spec: str, seed: int, match: Match, seat: int) -> list[Line]:
    """What a bot thinks of a match, as `rules.playing.bots.weigh`; nobody waits for a machine."""
    return bots.weigh_by(make_bot(spec, seed, waits=False), match, seat)


_DICE = struct.Struct("<624I2i")  # `Dice` in kernel/bots.h


def state_of_dice(lying: bytes) -> tuple[int, tuple[int, ...], None]:
    """
    Dice of the machine as those of Python: what `setstate` takes.

    >>> dice = Random(7)
    >>> state_of_dice(bytes_of_dice(dice)) == dice.getstate()
    True
    """
    return Random.VERSION, _DICE.unpack(lying)[:-1], None


def bytes_of_dice(dice: Random) -> bytes:
    """Dice of Python as they lie in the machine."""
    return _DICE.pack(*dice.getstate()[1], 0)


def level_of(spec: str) -> thinking.Level | None:
    """
    How a bot (`make_bot`) thinks in the native machine; None: it does not.

    :raises ValueError: no such bot.
    """
    bot = bots.make_bot(spec, 0)
    if isinstance(bot, GreedyBot):
        return thinking.Level(thinking.GREEDY)
    if not isinstance(bot, SearchBot):
        return None
    budget = bot.budget
    seconds, slips, forced = budget.ms / 1000, bot.slips, bot.forced
    kind = thinking.TREE if bot.tree else thinking.SEARCH
    return thinking.Level(kind, budget.iterations, seconds, slips, forced)


@cache
def thinking_alike(spec: str) -> thinking.Level | None:
    """
    How a bot plays a whole match in the native machine, to the same answers each time; None: it
    does not.

    :raises ValueError: no such bot.
    """
    if spec == RandomBot.name:
        return thinking.Level(AT_RANDOM)
    if spec.startswith("python:"):
        return None
    level = level_of(spec)
    return None if level is None or level.seconds else level


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
