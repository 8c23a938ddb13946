"""The lessons, typed by a newcomer at a real table, in both languages."""

from pathlib import Path

import pytest

import rules
from rules.pack import load_pack
from rules.weighing.sim import play_match
from world.play.hosting import botturns
from world.shelf import games

PACKS = Path(rules.__file__).parents[1] / "world" / "packs"
LANGUAGES = ("en", "zh")

#: What each lesson asks for, and what the newcomer types; by language. The last line is what is
#: told when it is over.
LESSONS = {
    "chrono_lesson": {
        "en": [
            ("tutorial", "explore III"),
            ("explore III", "play cluster"),
            ("play cluster", "play ember"),
            ("play ember", "Step 4 of 9"),
            ("reverse", "play crystal"),
            ("play crystal", "Lightning Strike"),
            ("play icicle", "Lightning Strike"),
            ("play lightning", "Three are best"),
            ("3", "A new treasure"),
            ("1", "You have 7 gold"),
            ("2", "Step 9 of 9"),
            ("tavern", "Stone"),
            ("stone", "“play chrono”"),
        ],
        "zh": [
            ("教程", "探索III"),
            ("探索III", "出晶簇"),
            ("出晶簇", "出火苗"),
            ("出火苗", "第4步，共9步"),
            ("逆转", "出水晶"),
            ("出水晶", "雷击"),
            ("出冰锥", "雷击"),
            ("出雷击", "走3步最好"),
            ("3", "新宝物"),
            ("1", "7金币"),
            ("2", "第9步，共9步"),
            ("酒馆", "小石子"),
            ("小石子", "“开玩 逆时巫师”"),
        ],
    },
    "race_lesson": {
        "en": [
            ("tutorial race", '"open"'),
            ("open", "boulder"),
            ("boulder", "play spark"),
            ("play spark", "Slot 2 is free"),
            ("2", "“play race”"),
        ],
        "zh": [
            ("教程竞速", "“展示”"),
            ("展示", "巨石"),
            ("巨石", "出火花"),
            ("出火花", "卡位2空着"),
            ("2", "“开玩 竞速卡牌”"),
        ],
    },
    "duel_lesson": {
        "en": [
            ("tutorial duel", "play wolf"),
            ("play wolf", "end"),
            ("end", "power squire"),
            ("power squire", "attack tieyue"),
            ("attack tieyue", "end"),
            ("end", "attack totem with wolf"),
            ("attack totem with wolf", "play hawk"),
            ("play hawk", "attack tieyue"),
            ("attack tieyue with ox", "attack tieyue"),
            ("attack tieyue", "“play duel”"),
        ],
        "zh": [
            ("教程 召唤对决", "出灰狼"),
            ("出灰狼", "结束"),
            ("结束", "技能侍从"),
            ("技能侍从", "攻击铁岳"),
            ("攻击铁岳", "结束"),
            ("结束", "用灰狼攻击木图腾"),
            ("用灰狼攻击木图腾", "出信鹰"),
            ("出信鹰", "攻击铁岳"),
            ("用耕牛攻击铁岳", "攻击铁岳"),
            ("攻击铁岳", "“开玩 召唤对决”"),
        ],
    },
    "kingdoms_lesson": {
        "en": [
            ("tutorial kingdoms", "use qinggang"),
            ("use qinggang", "use ex nihilo"),
            ("use ex nihilo", "Step 3 of 10"),
            ("end", "play jink"),
            ("play jink", "use slash"),
            ("use slash", "Gan Ning sits across from you"),
            ("1", "keep the peach"),
            ("1", "Discard"),
            ("1", "save peach"),
            ("save peach", "skill wusheng"),
            ("skill wusheng", "Hearts and diamonds are red"),
            ("1", "“play kingdoms”"),
        ],
        "zh": [
            ("教程 三国身份局", "用青釭剑"),
            ("用青釭剑", "用无中生有"),
            ("用无中生有", "第3步，共10步"),
            ("结束", "出闪"),
            ("出闪", "用杀"),
            ("用杀", "甘宁坐在对面"),
            ("1", "桃留着"),
            ("1", "弃置哪张牌"),
            ("1", "救桃"),
            ("救桃", "第9步，共10步"),
            ("发动武圣", "红桃和方块是红色"),
            ("1", "“开玩 三国身份局”"),
        ],
    },
}


@pytest.fixture(scope="module")
def packs():
    """The lessons and the games they are of."""
    return {name: load_pack(PACKS / name) for name in (*LESSONS, "race", "duel", "kingdoms")}


@pytest.fixture
def shelf(hall, packs):
    for pack in packs.values():
        games.put_on_shelf(pack)
    return packs


def words(told):
    return " ".join(told.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_newcomer_who_types_what_is_told_is_through(person, shelf, lesson, language):
    ann = person("Ann", language=language)
    for typed, told in LESSONS[lesson][language]:
        assert told in words(ann.type(typed)), typed
    table = ann.character.location
    assert table.game_id == lesson
    assert 0 in table.match.ended.won


@pytest.mark.parametrize("lesson", LESSONS)
def test_something_else_is_answered_kindly_and_the_step_stays(person, shelf, lesson):
    ann = person("Ann")
    (begin, _), (_, _), *_ = LESSONS[lesson]["en"]
    ann.type(begin)
    before = ann.choice
    for wrong in ("pass", "concede", "9", "play dragon"):
        ann.type(wrong)
        assert ann.choice is before
    other = shelf[lesson].words["en"]["lesson"][before.prompt]["other"]
    assert words(other) in words(ann.type("xyzzy"))
    assert "Step 1 of" in ann.type("")


def test_a_lesson_can_be_left_and_begun_again(person, shelf):
    ann = person("Ann")
    ann.type("tutorial")
    ann.type("explore III")
    assert "You are in the lesson" in ann.type("tutorial")
    ann.type("leave")
    assert "Step 2 of 9" in ann.type("tutorial")
    ann.type("concede yes")
    assert "Step 1 of 9" in ann.type("tutorial")
    ann.type("concede yes")
    assert "Step 1 of 4" in ann.type("tutorial race")


def test_who_names_a_game_without_a_lesson_reads_which_have_one(person, shelf):
    ann = person("Ann")
    told = words(ann.type("tutorial chess"))
    assert "no lesson for chess" in told
    assert "Chrono Wizard" in told
    for pack in LESSONS:
        games.games_by_id().pop(pack)
    assert "No game here has a lesson" in ann.type("tutorial")


def test_whoever_misses_the_win_of_the_duel_may_try_again(person, shelf):
    ann = person("Ann")
    for typed, _ in LESSONS["duel_lesson"]["en"][:7]:
        ann.type(typed)
    told = ann.type("end")
    assert "Once more." in told
    assert "win in this turn!" in told


@pytest.mark.parametrize("lesson", LESSONS)
def test_random_lessons_end_and_nothing_breaks(packs, lesson):
    seats = packs[lesson].program.seats[0]
    failures = {
        seed: play_match(packs[lesson], seed, seats, checks=10).failure for seed in range(5)
    }
    assert not any(failures.values()), failures


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_says_the_same_in_both_languages(packs, lesson):
    pack = packs[lesson]
    english, chinese = (pack.words[language]["lesson"] for language in LANGUAGES)
    assert english.keys() == chinese.keys() <= pack.spoken.prompts.keys()
    assert set(pack.board["lesson"]["steps"]) <= english.keys()
    for said in (*english.values(), *chinese.values()):
        assert said["text"]
        assert said["other"]


def test_a_match_against_bots_of_a_level_is_one_line(person, shelf, monkeypatch):
    monkeypatch.setitem(botturns.BOTS, "master", botturns.BOTS["greedy"])  # without thinking
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
