"""The lesson of the duel, typed by a newcomer at a real table, in both languages."""

from pathlib import Path

import pytest

import rules
from rules.pack import load_pack
from rules.weighing.sim import play
from world import games
from world.hosting import botturns

PACKS = Path(rules.__file__).parents[1] / "world" / "packs"

#: What the lesson asks for, and what the newcomer types; by language.
LESSON = {
    "en": [
        ("play lesson", "play wolf"),
        ("play wolf", "end"),
        ("end", "power squire"),
        ("power squire", "attack tieyue"),
        ("attack tieyue", "end"),
        ("end", "attack totem with wolf"),
        ("attack totem with wolf", "play hawk"),
        ("play hawk", "attack tieyue"),
        ("attack tieyue with ox", "attack tieyue"),
    ],
    "zh": [
        ("开玩 入门课", "出灰狼"),
        ("出灰狼", "结束"),
        ("结束", "技能侍从"),
        ("技能侍从", "攻击铁岳"),
        ("攻击铁岳", "结束"),
        ("结束", "用灰狼攻击木图腾"),
        ("用灰狼攻击木图腾", "出信鹰"),
        ("出信鹰", "攻击铁岳"),
        ("用耕牛攻击铁岳", "攻击铁岳"),
    ],
}
LAST = {"en": ("attack tieyue", "“play duel”"), "zh": ("攻击铁岳", "“开玩 召唤对决”")}


@pytest.fixture(scope="module")
def lesson():
    return load_pack(PACKS / "duel_lesson")


@pytest.mark.parametrize("language", LESSON)
def test_a_newcomer_who_types_what_is_told_wins(person, lesson, language):
    games.put_on_shelf(lesson)
    ann = person("Ann", language=language)
    for typed, asked in LESSON[language]:
        assert asked in " ".join(ann.type(typed).split()), typed
    typed, told = LAST[language]
    assert told in " ".join(ann.type(typed).split())
    assert ann.character.location.match is None or ann.character.location.match.over


def test_whoever_misses_the_win_may_try_again(person, lesson):
    games.put_on_shelf(lesson)
    ann = person("Ann")
    for typed, _ in LESSON["en"][:7]:
        ann.type(typed)
    told = ann.type("end")
    assert "Once more." in told
    assert "win in this turn!" in told


def test_random_lessons_end_and_nothing_breaks(lesson):
    failures = {seed: play(lesson, seed, 2, checks=10).failure for seed in range(10)}
    assert not any(failures.values()), failures


def test_a_match_against_bots_of_a_level_is_one_line(person, monkeypatch):
    monkeypatch.setitem(botturns.BOTS, "master", botturns.BOTS["greedy"])  # without thinking
    games.put_on_shelf(load_pack(PACKS / "duel"))
    ann = person("Ann")
    for line, kind in (
        ("play duel random", "random"),
        ("play duel master", "master"),
        ("play duel", "master"),
    ):
        ann.type(line)
        table = ann.character.location
        assert table.state == "playing"
        assert table.occupants()[1].bot == kind
        ann.type("concede yes")
    assert "nonsense" in ann.type("play duel nonsense")
