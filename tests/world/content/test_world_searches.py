"""A trial of what belongs to a world tells whether the quests that it touches can be finished."""

import json
import shutil
from pathlib import Path

import pytest
from twisted.python.failure import Failure

from rules.pack.pieces import parse_piece
from world import content
from world.locale.messages import strip_marks
from world.locale.reader import Reader
from world.render.content import trial_lines
from world.shelf import games

CHORES = Path(__file__).parents[1] / "packs" / "chores"


@pytest.fixture
def trial_of(shelf, people, settings, turns):
    """Tries a piece out as it becomes by a change; gives what is told, in both languages."""
    settings.TRIAL_MATCHES = 2
    shutil.copytree(CHORES, shelf.file.parents[1] / "chores")
    games.forget()
    games.keep_good()

    def play(address, change, text=None):
        if text is None:
            data = json.loads(json.dumps(piece(address)))
            change(data)
            text = json.dumps(data)
        row = content.save_draft(people.bob, "chores", address, text)
        found = []
        content.await_trial(people.bob, row).addBoth(found.append)
        turns.run_until(lambda: found)
        if isinstance(found[0], Failure):
            return found[0].value.key
        lines = [trial_lines(found[0], Reader(language, 400)) for language in ("en", "zh")]
        return [" ".join(strip_marks(" ".join(each)).split()) for each in lines]

    return play


def piece(address):
    """What stands there now, as data."""
    return parse_piece(content.find_piece("chores", address).text)


def test_the_way_of_a_quest_is_told(trial_of):
    en, zh = trial_of("card:c.chore.note", lambda data: None)
    assert "The quest Note can be finished: ann take → ben hand." in en
    assert "委托“便条”可以完成：ann take → ben hand。" in zh


def test_why_it_cannot_be_finished_is_told(trial_of):
    en, zh = trial_of("card:c.chore.note", lambda data: data.update(done=2))
    assert "The quest Note cannot be finished: nothing leads on from stage 1, and it is" in en
    assert "委托“便条”无法完成：没有什么能让它走出第 1 步，而要到第 2 步才能交。" in zh


def test_somebody_who_goes_takes_their_quests_along(trial_of):
    en, _ = trial_of("entry:people.cy", lambda data: data.update(place="yard"))
    assert "The quest C can be finished: cy take → ann hand." in en
    assert "stands at no place" not in en
    en, _ = trial_of("entry:people.ben", lambda data: data.pop("place"))
    assert "The quest Note cannot be finished: ben stands at no place." in en


def test_a_place_is_tried_with_all_quests_and_plays_no_matches(trial_of):
    en, _ = trial_of("entry:places.yard", lambda data: data.pop("passages"))
    assert "The quest Ditch cannot be finished: nothing leads on from stage 1" in en
    assert "The quest Note can be finished: ann take → ben hand." in en
    assert "Tried out in" not in en


def test_what_touches_nothing_says_so(trial_of):
    tool = {"id": "c.tool.hoe", "count": 0, "name": {"zh": "锄", "en": "hoe"}}
    en, _ = trial_of("card:c.tool.hoe", None, json.dumps(tool))
    assert "quest" not in en
    en, zh = trial_of("entry:timings.onRest", None, '{"context": {"playerUUID": "player"}}')
    assert "3 quests that it touches can be finished: Note, Ditch, Lost Spade." in en
    assert "它涉及的3个委托都可以完成：便条、沟、寻铲。" in zh


def test_a_draft_with_mistakes_is_not_tried(trial_of):
    wrong = '{"id": "c.tool.hoe", "count": 0, "nmae": "hoe"}'
    assert trial_of("card:c.tool.hoe", None, wrong) == "draftHasProblems"


def test_drafts_of_one_author_are_searched_together(trial_of, people, done):
    data = piece("entry:people.cy") | {"place": "yard"}
    other = content.save_draft(people.bob, "chores", "entry:people.cy", json.dumps(data))
    other.report = {"problems": []}
    other.save()
    en, _ = trial_of("card:c.chore.nowhere", lambda data: None)
    assert "The quest C can be finished: cy take → ann hand." in en
    assert f"Searched together with your drafts {other.pk}." in en
