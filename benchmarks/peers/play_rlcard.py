"""
RLCard as a contender: `python play_rlcard.py GAME`, see `../contender.py`.

It has no clone and no save of its own; what its users copy is `copy.deepcopy` of the environment.
"""

from __future__ import annotations

import sys
from copy import deepcopy
from functools import partial
from importlib.metadata import version
from random import Random

import numpy
import rlcard
from contender import Figures, evenly, microseconds, rates, serve

GAME = sys.argv[1]
env = rlcard.make(GAME)


def play(seed: int, moments: list | None = None) -> dict[str, int]:
    """One match of random players; copies of all its moments go to `moments`."""
    numpy.random.seed(seed)
    env.seed(seed)
    dice, decisions = Random(seed), 0
    state, _ = env.reset()
    while not env.is_over():
        if moments is not None:
            moments.append(deepcopy(env))
        state, _ = env.step(dice.choice(list(state["legal_actions"])))
        decisions += 1
    return {"decisions/s": decisions, "matches/s": 1}


def measure(seconds: float) -> Figures:
    """A round."""
    copies = [partial(deepcopy, position) for position in POSITIONS]
    return rates(play, seconds) | {"clone, µs": microseconds(copies, seconds / 5)}


MOMENTS: list = []
play(0, MOMENTS)
POSITIONS = evenly(MOMENTS, 16)
serve(
    {
        "engine": f"rlcard {version('rlcard')}",
        "game": f"{GAME}, {env.num_players} players, rules in Python",
    },
    measure,
)
