"""
Scenarios: given a state, when these answers are given, then these facts hold. The form of tests for
rules and for cards.

    {"name": "R49: a card is paid for", "seats": 4,
     "given": {"at": "onBattleTurnStart", "seat": 0,
               "players": [{"mana": 9, "hand": ["ember"], "slot": ["slime_ball"]}],
               "cards": {"slime_ball": {"health": 7}}},
     "when": [{"choose": "play", "card": "ember"}],
     "then": {"players.0.mana": 7, "cards.slime_ball.health": 3, "asked": 1}}

`python -m rules.scenario PATH...` (from `mygame/`) plays files and folders of them, `missing PACK`
lists the cards that none tries; see `docs/scenarios.md`.
"""

from .command import main, play_file
from .files import load_scenarios
from .form import SCHEMA, ScenarioError
from .playing import Failure, Outcome, Player

__all__ = [
    "SCHEMA",
    "Failure",
    "Outcome",
    "Player",
    "ScenarioError",
    "load_scenarios",
    "main",
    "play_file",
]
