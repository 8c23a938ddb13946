"""
What small games that somebody has made are tried with: `try_game(folder)` and `play_game(folder)`.
"""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path

from rules.backends.wasm.exam import load_both
from rules.backends.wasm.thinking import Thinker
from rules.pack import load_pack
from rules.playing.bots.exam import compare_thoughts
from rules.scenario import main as play_scenarios
from rules.weighing.sim import play_match
from rules.workshop.command import main as ask_for

MATCHES = 100
AHEAD = "novice:iterations=40"
CHECKED = 10  # of so many decisions one is looked at closely
THOUGHTS = 20
TABLES = ("about", "rules", "prompt", "option", "log", "field", "zone", "symbol")
NATIVE = importlib.util.find_spec("wasmtime") is not None


def try_game(folder: Path) -> None:
    """It has no mistakes and all words, and a scenario tries each card, on all machines."""
    assert ask_for(["check", str(folder)]) == 0
    assert play_scenarios([*(["--both"] if NATIVE else []), str(folder / "scenarios")]) == 0
    assert play_scenarios(["missing", str(folder)]) == 0
    words = load_pack(folder).words
    for table in TABLES:
        assert words["zh"][table].keys() == words["en"][table].keys(), table


def play_game(folder: Path, matches: int = MATCHES) -> list[float]:
    """
    Bots play it to the end for every number of players: one that looks ahead against others that
    do not. The share of matches that who looks ahead has won, and that chance would have given it.
    """
    pack = load_pack(folder)
    won = fair = 0.0
    for seed, seats in zip(range(matches), itertools.cycle(pack.program.seats), strict=False):
        names = ["random"] * seats
        names[seed % seats] = AHEAD
        result = play_match(pack, seed, seats, names, CHECKED)
        assert not result.failure, (seed, result.failure)
        won += result.won == (seed % seats,)
        fair += 1 / seats
    return [won / matches, fair / matches]


def compare_bots(folder: Path) -> None:
    """Bots think the same in Python and in the native machine."""
    pack, loaded = load_both(folder)
    thinker, told = Thinker(loaded), 0
    for seed in itertools.count():
        told += sum(1 for _ in compare_thoughts(pack, thinker, seed))
        if told >= THOUGHTS:
            return
