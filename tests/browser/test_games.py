"""
Small games without a board of their own at the table of the page: whole matches, in a window and on
a phone, in which nothing moves, is cut off or cannot be read.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from browser.whole.match import Plan, play

GAMES = Path(__file__).parents[1] / "games"
PLANS = [
    Plan("play bluff", "touch", 390, "en"),
    Plan("play drafting", "clicks", 1920, "zh"),
    Plan("play tricks", "touch", 390, "zh"),
]


@pytest.fixture(scope="module")
def house(copied):
    """A house with these games on its shelf."""
    house = copied()
    for game in GAMES.iterdir():
        shutil.copytree(game, house.data_dir / "packs" / game.name)
    house.start()
    return house


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_match_by_the_default_board_from_the_first_question_to_the_last(
    chromium, house, tmp_path, plan
):
    report = play(chromium, house, plan, seed=1, known=set(), folder=tmp_path)
    assert report.answers > 2
    assert not report.found
