"""Whether a quest can be finished is searched by playing, and where it cannot it is said why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.ground.errors import RuleError
from rules.pack import load_pack
from rules.pack.pieces import find_piece, parse_piece
from rules.pack.plays import marked
from rules.weighing import quests
from rules.workshop.checking import report_of
from rules.workshop.problems import in_language, report_in

GAMES = ("chess",)
STUCK = "nothing leads on from stage 1, and it is handed in at stage 2"


@pytest.fixture(scope="module")
def pack():
    return load_pack(Path(__file__).parents[1] / "world" / "packs" / "chores")


def find(pack, quest):
    return quests.find_way(pack, {}, f"c.chore.{quest}", GAMES)


@pytest.mark.parametrize(
    ("quest", "steps"),
    [
        ("note", ("ann take", "ben hand")),
        ("ditch", ("ann take", "down", "down", "ann hand")),
        ("spade", ("ann take", "down", "ben hand")),
        ("game", ("ben take", "chess ben", "ben hand")),
    ],
)
def test_a_quest_that_can_be_finished_tells_the_way(pack, quest, steps):
    assert find(pack, quest) == quests.Found(f"c.chore.{quest}", steps)


@pytest.mark.parametrize(
    ("quest", "why"),
    [
        ("giverless", ["c.chore.giverless names nobody as givenBy"]),
        ("nobody", ["c.folk.eve is nobody of the section people"]),
        ("nowhere", ["cy stands at no place"]),
        ("silent", ["dee opens no scene"]),
        ("stuck", [STUCK]),
        ("bones", [STUCK, "in 12 expeditions there was nowhere c.bone.old"]),
        ("gameless", [STUCK, "ben plays go, and there is no such game"]),
        ("away", [STUCK, "cy stands at no place"]),
        ("lacking", ["c.tool.spade is wanted, and found nowhere"]),
        ("unknown", ["there is no card 'c.tool.rake'"]),
        ("unreceived", ["c.chore.unreceived names nobody as takenBy"]),
        ("dear", ["nobody takes it at stage 1"]),
    ],
)
def test_why_a_quest_cannot_be_finished_is_said_in_both_languages(pack, quest, why):
    found = find(pack, quest)
    assert found.steps == ()
    assert list(found.why) == why
    for sentence in found.why:
        assert in_language(sentence, "zh") != sentence


def test_all_reasons_have_a_quest_that_shows_them(pack):
    assert {each.id for each in quests.quests_of(pack) if find(pack, each.id[8:]).why} == {
        f"c.chore.{case[0]}"
        for mark in test_why_a_quest_cannot_be_finished_is_said_in_both_languages.pytestmark
        for case in mark.args[1]
    }


def test_a_match_that_fails_is_told_and_the_search_goes_on(pack, monkeypatch):
    def fail(*_):
        raise RuleError("nothing works")

    monkeypatch.setattr(quests, "steady_answer", fail)
    told = "a match failed (down): nothing works"
    assert find(pack, "ditch").why == (told, STUCK.replace("stage 2", "stage 3"))
    assert find(pack, "note").why == ()


@pytest.mark.parametrize(
    ("address", "touched"),
    [
        ("card:c.chore.note", {"note"}),
        ("card:c.tool.spade", {"spade", "lacking"}),
        ("card:c.bone.old", {"bones"}),
        ("entry:people.cy", {"nowhere", "away"}),
    ],
)
def test_a_piece_touches_the_quests_that_name_it(pack, address, touched):
    assert {each[8:] for each in quests.quests_touched(pack, address)} == touched


def test_a_place_touches_all_quests(pack):
    assert len(quests.quests_touched(pack, "entry:places.yard")) == len(quests.quests_of(pack))


def test_the_command_line_tells_each_and_fails_where_one_cannot_be_finished(pack, capsys):
    assert quests.main([str(pack.origin.folder), "note", "stuck"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "c.chore.note: ann take -> ben hand",
        f"c.chore.stuck: cannot be finished: {STUCK}",
    ]
    assert quests.main([str(pack.origin.folder), "note"]) == 0


# -- what a draft of it is told


def report_on(pack, address, change):
    data = parse_piece(find_piece(pack.sources, pack.folder, address).text)
    change(data)
    return report_of(pack, address, json.dumps(data), {})


def test_winning_a_game_marks_fields_that_there_are(pack):
    def change(data):
        data["games"][0]["marks"] = {"c.chore.game": {"stpe": 2}}

    (problem,) = report_on(pack, "entry:people.ben", change)["problems"]
    assert problem["place"] == "people.ben.games[0].marks.c.chore.game.stpe"
    assert problem["text"] == "a chore has no field 'stpe'; did you mean step?"


def test_winning_a_game_leads_from_numbers_to_numbers(pack):
    def change(data):
        data["games"][0]["marks"] = {"c.chore.game": {"step": {"one": 2}}}

    (problem,) = report_on(pack, "entry:people.ben", change)["problems"]
    assert problem["place"] == "people.ben.games[0].marks.c.chore.game.step.one"
    assert problem["text"] == "a number belongs here, not 'one'"


@pytest.mark.parametrize(
    ("mark", "after"), [(2, [2, 2, 2, 3, 4]), ({"1": 3, "2": 4}, [0, 3, 4, 3, 4])]
)
def test_a_mark_is_at_least_so_much_or_from_one_value_to_another(mark, after):
    assert [marked(now, mark) for now in range(5)] == after


def test_a_description_of_more_than_three_lines_is_told_and_hinders_nothing(pack):
    texts = {"en": "dig " * 80, "zh": "挖。"}
    report = report_on(pack, "card:c.chore.ditch", lambda data: data.update(description=texts))
    told = "at most 3 lines of 78 columns are shown, and these are 5"
    assert report["problems"] == []
    assert report["warnings"] == [f"description.en: {told}"]
    assert report_in(report, "zh")["warnings"][0].startswith("description.en: 最多显示 3 行")
