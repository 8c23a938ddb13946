"""
Small games of different families under `tests/games`, made by `python -m rules.pack new` and the
documents alone: they play, and need nothing but words of the language.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import compare_bots, play_game, try_game

GAMES = sorted((Path(__file__).parent / "games").iterdir())
every = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def test_there_are_games_of_three_families():
    assert [game.name for game in GAMES] == ["bluff", "drafting", "tricks"]


@every
def test_it_has_no_mistakes_and_scenarios_that_hold(game):
    try_game(game)


@every
def test_bots_finish_100_matches_and_who_looks_ahead_wins_more(game):
    won, fair = play_game(game, 100)
    assert won > fair


@every
def test_bots_think_alike_of_it_on_both_machines(game):
    pytest.importorskip("wasmtime")
    compare_bots(game)


@every
def test_it_says_nothing_of_boards_bots_and_first_words(game):
    files = {path.name for path in game.rglob("*.json5")}
    assert files.isdisjoint({"board.json5", "bot.json5", "learning.json5"})
