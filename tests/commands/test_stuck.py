"""A game whose rules get stuck: it ends with a sentence, and the table plays another one."""

from pathlib import Path

import pytest

from rules.pack import load_pack
from world.models import MatchRecord
from world.shelf import games

FOLDER = Path(__file__).parents[1] / "world" / "packs" / "stuck"


@pytest.fixture
def table(ann, an):
    """Two people at a table of the game."""
    games.put_on_shelf(load_pack(FOLDER))
    ann.type("open stuck")
    an.type(f"watch {ann.character.location.number}")
    an.type("sit 2")
    return ann.character.location


def begin(ann, an):
    an.type("ready")
    ann.type("ready")
    return ann.type("start")


def test_a_game_that_gets_stuck_ends_as_it_stands_and_another_one_begins(table, ann, an):
    for _ in range(2):
        begin(ann, an)
        assert table.state == "playing"
        for _ in range(3):
            ann.type("1")
        told = ann.told().replace("\n", " ")
        assert "it ends as it stood and counts for nobody (1. 小安, 2. Ann)" in told
        assert "nothing has changed" not in told
        assert "以当时的名次结束，不计入战绩（第1名：小安、第2名：Ann）" in an.told().replace(
            "\n", ""
        )
        assert table.state == "finished"
    assert set(MatchRecord.objects.values_list("status", flat=True)) == {"abandoned"}
    assert "not ended" in ann.type("history")
