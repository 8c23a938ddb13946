"""
OpenSpiel as a contender: `python play_open_spiel.py GAME [alone]`, see `../contender.py`.

Matches are driven from Python through its bindings, as most of its users do; `alone` lets its own
random bots play a match of a game in C++ without Python between the moves.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib.metadata import version
from random import Random

import pyspiel
from contender import Figures, evenly, microseconds, rates, serve
from open_spiel.python import games  # noqa: F401  registers the games written in Python

game = pyspiel.load_game(sys.argv[1])
seats = range(game.num_players())


def moments(seed: int):
    """A match of random players, before every decision."""
    state, dice = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, weights)[0])
        else:
            yield state
            state.apply_action(dice.choice(state.legal_actions()))


def play(seed: int) -> dict[str, int]:
    """One match."""
    return {"decisions/s": sum(1 for _ in moments(seed)), "matches/s": 1}


def play_alone(seed: int) -> dict[str, int]:
    """One match that never leaves C++."""
    state = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in seats]
    pyspiel.evaluate_bots(state, bots, seed)
    # Every decision and every dealt card is a move; in a game of C++ only the deal is chance.
    return {"decisions/s": state.move_number() - DEALT, "matches/s": 1}


def measure(seconds: float) -> Figures:
    """A round."""
    save, load = pyspiel.serialize_game_and_state, pyspiel.deserialize_game_and_state
    saved = [save(game, state) for state in POSITIONS]
    calls = {
        "clone, µs": [state.clone for state in POSITIONS],
        "save, µs": [partial(save, game, state) for state in POSITIONS],
        "load, µs": [partial(load, data) for data in saved],
        "legal options, µs": [state.legal_actions for state in POSITIONS],
    }
    return rates(play, seconds) | {
        name: microseconds(each, seconds / 5) for name, each in calls.items()
    }


EVERY = [state.clone() for state in moments(0)]
DEALT = EVERY[0].move_number()  # cards dealt before the first decision
POSITIONS = evenly(EVERY, 16)
ALONE = sys.argv[2:] == ["alone"]
RULES = "Python" if sys.argv[1].startswith("python_") else "C++"
DRIVER = "C++" if ALONE else "Python"
serve(
    {
        "engine": f"open_spiel {version('open_spiel')}",
        "game": f"{game.get_type().short_name}, {len(seats)} players, rules in {RULES}, "
        f"driven from {DRIVER}",
    },
    partial(rates, play_alone) if ALONE else measure,
)
