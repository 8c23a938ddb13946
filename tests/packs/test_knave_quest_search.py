"""Every quest of Knave can be finished, and the search that tells builders so finds a way."""

from functools import cache

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.weighing import quests

QUESTS = (
    *("cup", "debt", "deck", "evening", "friend", "letter"),
    *("map", "marked", "rats", "vault", "whistle"),
)


@cache
def game(name: str) -> Pack:
    return load_pack(WORLD / name)


def test_these_are_all_quests():
    found = [card.id for card in quests.quests_of(game("knave_town"))]
    assert sorted(found) == [f"knave.quest.{quest}" for quest in QUESTS]


@pytest.mark.parametrize("quest", QUESTS)
def test_the_search_finds_a_way_to_finish_it(quest):
    packs = {"knave": game("knave")}
    found = quests.find_way(game("knave_town"), packs, f"knave.quest.{quest}", ("duel", "race"))
    assert found.why == ()
    assert found.steps[-1].endswith("handIn")
