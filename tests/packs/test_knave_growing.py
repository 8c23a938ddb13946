"""When a knave learns a level (N18): with each thousand of experience."""

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.running.match import Match


@pytest.fixture(scope="module")
def pack():
    return load_pack(WORLD / "knave")


@pytest.mark.parametrize(
    ("level", "xp", "rises"),
    [(1, 999, False), (1, 1000, True), (2, 1999, False), (2, 2000, True), (10, 100_000, False)],
)
def test_a_knave_rises_at_the_mouth_with_the_experience_for_it(pack, level, xp, rises):
    brought = {"level": level, "maxHp": 8, "xp": xp, "trips": 9}
    match = Match.prepare(pack, 1, 1, {"bring": [brought]})
    match.begin()
    assert (match.choices[0].prompt == "raise") == rises
