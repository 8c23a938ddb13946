"""Every quest of Knave can be finished, and the search that tells builders so finds a way."""

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.weighing import quests

TOWN, DUNGEON = load_pack(WORLD / "knave_town"), load_pack(WORLD / "knave")
QUESTS = [card.id for card in quests.quests_of(TOWN)]


def test_there_are_eleven():
    assert len(QUESTS) == 11


@pytest.mark.parametrize("quest", QUESTS)
def test_the_search_finds_a_way_to_finish_it(quest):
    found = quests.find_way(TOWN, {"knave": DUNGEON}, quest, ("duel", "race"))
    assert found.why == ()
    assert found.steps[-1].endswith("handIn")
