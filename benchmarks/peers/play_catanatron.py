"""
Catanatron as a contender: `python play_catanatron.py`, see `../contender.py`.
"""

from __future__ import annotations

import pickle
from functools import partial
from importlib.metadata import version

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer
from contender import Figures, evenly, microseconds, rates, serve


def moments(seed: int):
    """A match of four random players, yielded before every decision."""
    # Seed 0 would mean "any".
    game = Game([RandomPlayer(color) for color in Color], seed=seed + 1)
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        yield game
        game.play_tick()


def play(seed: int) -> dict[str, int]:
    """One match."""
    return {"decisions/s": sum(1 for _ in moments(seed)), "matches/s": 1}


def measure(seconds: float) -> Figures:
    """A round."""
    calls = {
        "clone, µs": [game.copy for game in POSITIONS],
        "save, µs": [partial(pickle.dumps, game) for game in POSITIONS],
        "load, µs": [partial(pickle.loads, data) for data in map(pickle.dumps, POSITIONS)],
    }
    return rates(play, seconds) | {
        name: microseconds(each, seconds / 5) for name, each in calls.items()
    }


POSITIONS = evenly([game.copy() for game in moments(0)], 16)
serve(
    {
        "engine": f"catanatron {version('catanatron')}",
        "game": "Catan, 4 players, rules in Python",
    },
    measure,
)
