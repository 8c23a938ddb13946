"""Options of a table whose value is some of the game's cards: generals that are left out."""

from pathlib import Path

import pytest

import rules
from rules.pack import load_pack
from world.locale.reader import Reader
from world.render import announce
from world.render.lobby import Lobby
from world.shelf import games

KINGDOMS = Path(rules.__file__).parents[1] / "world" / "packs" / "kingdoms"
CAO_CAO, GUO_JIA, LIU_BEI = (f"kingdoms.general.{name}" for name in ("caocao", "guojia", "liubei"))


@pytest.fixture
def shelf(hall):
    games.put_on_shelf(load_pack(KINGDOMS))


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("options generals left out Cao Cao, Guo Jia", [CAO_CAO, GUO_JIA]),
        ("options leftOut guo jia cao cao players 4", [CAO_CAO, GUO_JIA]),
        ("options 不用的武将 曹操、刘备", [CAO_CAO, LIU_BEI]),
        ("options leftout=caocao", [CAO_CAO]),
        (f"options leftOut {GUO_JIA},{CAO_CAO}", [CAO_CAO, GUO_JIA]),
        ("options leftOut none", []),
        ("选项 不用的武将 无", []),
    ],
)
def test_cards_are_named_in_either_language_or_by_id(shelf, ann, typed, chosen):
    ann.type("open kingdoms players 4 leftOut Zhao Yun")
    table = ann.character.location
    assert table.options["leftOut"] == ["kingdoms.general.zhaoyun"]
    ann.type(typed)
    assert table.options["leftOut"] == chosen
    assert table.options["players"] == 4


def test_those_that_are_chosen_are_told_with_the_options(shelf, ann, an):
    assert "Generals left out: none" in ann.type("open kingdoms players 4")
    told = ann.type("options generals left out Liu Bei, Cao Cao")
    assert "Generals left out: Cao Cao, Liu Bei." in told
    assert "Generals left out: Cao Cao, Liu Bei" in ann.type("options")
    an.type(f"加入 {ann.character.location.number}")
    assert "不用的武将：曹操、刘备" in an.type("选项")


def test_what_names_no_card_is_refused_and_told(shelf, ann, an):
    told = ann.type("open kingdoms leftOut Cao Cao, Tsao")
    assert "“Tsao” is nothing that “Generals left out” can be" in told
    an.type("开桌 kingdoms")
    assert "“不用的武将”里没有“张三”" in an.type("选项 不用的武将 曹操、张三")
    assert an.character.location.options["leftOut"] == []


def test_too_many_are_refused_with_what_can_be(shelf, ann, an):
    ann.type("open kingdoms players 10 leftOut Cao Cao, Liu Bei")
    told = ann.type("options players 7")
    assert "“Generals left out” can be at most 0 cards, not 2, for 7 players" in told
    assert ann.character.location.options["players"] == 10
    ann.type("options players 7 offered 3")
    assert ann.character.location.options["players"] == 7
    an.type("开桌 三国身份局 人数 7")
    assert "7人局按现在的其他选项，“不用的武将”最多0张" in an.type("选项 不用的武将 曹操")


def test_options_are_as_they_were_at_the_start_until_the_end(shelf, ann):
    ann.type("open kingdoms leftOut Cao Cao")
    ann.type("bot 4")
    ann.type("start")
    table = ann.character.location
    assert table.match.options["leftOut"] == [CAO_CAO]
    told = ann.type("options leftOut Liu Bei")
    assert "That cannot be changed while the game is going on." in told
    assert table.match.options["leftOut"] == [CAO_CAO]


def test_a_client_is_told_of_all_that_can_be_chosen(shelf, ann):
    ann.type("open kingdoms leftOut Cao Cao")
    table = ann.character.location
    own = Lobby().own_table_message(table, ann.character, Reader("zh"))
    option = next(each for each in own["options"] if each["name"] == "leftOut")
    assert option["kind"] == "cards"
    assert option["value"] == [CAO_CAO]
    assert {"value": CAO_CAO, "text": "曹操"} in option["choices"]
    assert len(option["choices"]) == 25


def test_what_an_option_can_be_is_told_in_one_language_also_before_there_is_a_table(hall, an, ann):
    assert "人数可以是3至4" in an.type("开桌 人数 9")
    assert "players can be 3 – 4" in ann.type("open players 9")


def test_who_comes_in_reads_how_many_bots_are_in_the_game_that_begins(hall, ann, an, shelf):
    assert "with 3 bots at once" in told_at_arrival(ann)
    games._shelf = {"kingdoms": games.games_by_id()["kingdoms"]}
    assert "with 4 bots at once" in told_at_arrival(ann)
    assert "对手是4名机器人" in told_at_arrival(an)


def test_each_game_says_how_many_bots_it_begins_with(hall, ann, an, shelf):
    told = ann.type("games")
    for part in ("Chrono Wizard (3 bots)", "Kingdoms (4 bots)"):
        assert part in told
    assert "（4名机器人）" in an.type("游戏")


def told_at_arrival(person):
    announce.show_arrival(person.character)
    return person.told()
