"""Practising alone at a real table: found by its name, begun at once, played to its result."""

import re
from pathlib import Path

import pytest

import rules
from rules.pack import load_pack
from rules.weighing.sim import play_match
from world.shelf import games

FOLDER = Path(rules.__file__).parents[1] / "world" / "packs" / "chrono_practice"


@pytest.fixture(scope="module")
def practice():
    return load_pack(FOLDER)


def test_random_practices_end_and_nothing_breaks(practice):
    failures = {seed: play_match(practice, seed, 1, checks=10).failure for seed in range(30)}
    assert not any(failures.values()), failures


def test_one_person_practises_from_the_first_question_to_the_result(person, practice):
    games.put_on_shelf(practice)
    ann = person("Ann")
    told = ann.type("play solo")
    assert "At which rank do you fight?" in told
    told = ann.type("1")
    assert "Which of them do you challenge" in told
    assert not re.search(r"^ +\d+\) .*  [.,。，]", told, re.MULTILINE)  # no detail begins so
    assert "With which deck?" in ann.type("1")
    told = ann.type("fire")
    assert "You fight alone" in told
    assert "Chaos Dragon" in told
    assert "90" in told
    assert "Another fight?" in ann.type("stop")
    assert "Fights: 1, won: 0, monsters beaten: 0 of 6" in ann.type("end")


def test_the_practice_speaks_chinese(person, practice):
    games.put_on_shelf(practice)
    an = person("小安", language="zh")
    assert "以第几名的身份挑战" in an.type("开玩 独自练习")
    an.type("4")
    assert "使用哪副牌" in an.type("1")
    assert "独自战斗" in an.type("冰霜")
