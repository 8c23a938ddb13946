"""Who submits somebody or a place reads whether quests can still be finished, and why not."""

import json
import shutil
from pathlib import Path

import pytest

from rules.pack.pieces import parse_piece
from world import content
from world.content import publishing, trying
from world.shelf import games

CHORES = Path(__file__).parents[1] / "world" / "packs" / "chores"


@pytest.fixture
def submit(person, hall, own_file, turns):
    """What a builder reads of a draft that they submit, as one line."""
    shutil.copytree(CHORES, own_file.parents[1] / "chores")
    games.forget()
    games.keep_good()

    def ended(pool):
        return not publishing._turn.locked and not any(each.question for each in pool.processes)

    def make(address, language, change):
        bob = person(f"Bob{language}", language=language)
        bob.account.permissions.add("Builder")
        data = parse_piece(content.find_piece("chores", address).text)
        change(data)
        row = content.save_draft(bob.account, "chores", address, json.dumps(data))
        bob.type(f"card submit {row.pk}")
        for pool in (publishing.workers, trying.workers):
            turns.run_until(lambda pool=pool: ended(pool))
        return " ".join(bob.told().split())

    return make


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The quest Note cannot be finished: ben stands at no place."),
        ("zh", "委托“便条”无法完成：ben 没有站在任何地点。"),
    ],
)
def test_somebody_who_stands_nowhere_any_more_is_told_with_their_quests(submit, language, told):
    read = submit("entry:people.ben", language, lambda data: data.pop("place"))
    assert told in read


def test_a_place_that_changes_nothing_of_them_says_so(submit):
    read = submit("entry:places.yard", "en", lambda data: data.update(safe=True))
    assert "3 quests that it touches can be finished: Note, Ditch, Lost Spade." in read
