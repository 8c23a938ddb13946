"""What the game lists stays whole: a line breaks between items, never inside one."""

import re

import pytest

from commands.hall import game_named
from rules.ground.width import ITEM, ITEM_END, display_width
from world.locale.reader import reader_of
from world.shelf import games

from .conftest import load

NAMES = (
    "chrono_lesson",
    "duel",
    "duel_lesson",
    "kingdoms",
    "kingdoms_lesson",
    "race",
    "race_simple",
)


@pytest.fixture
def shelf(hall):
    for name in NAMES:
        games.put_on_shelf(load(name))
    return list(games.games_by_id().values())


def set_width(person, columns):
    person.session.update_flags(SCREENWIDTH={0: columns}, SCREENREADER=False)


def names_of(shelf, person):
    return [pack.name[person.account.language] for pack in shelf]


@pytest.mark.parametrize("columns", [36, 50, 61, 80, 100])
@pytest.mark.parametrize("who", ["ann", "an"])
def test_no_line_breaks_inside_the_name_of_a_game(shelf, who, columns, request):
    person = request.getfixturevalue(who)
    set_width(person, columns)
    for typed in ("games", "rules"):
        lines = person.type(typed).splitlines()
        assert all(display_width(line) <= columns for line in lines)
        for name in names_of(shelf, person)[1:]:
            assert any(name in line for line in lines), (typed, name)


def test_a_listener_hears_a_list_in_one_line_without_marks(shelf, ann):
    ann.account.attributes.add("screenreader", True)
    ann.session.update_flags(SCREENREADER=True)
    told = ann.type("games")
    assert len(told.splitlines()) == 1
    assert not {ITEM, ITEM_END} & set(told)


def test_marks_of_items_reach_nobody(shelf, ann, ben):
    ann.character.msg(f"unbalanced {ITEM}text")
    ann.character.msg(text=(f"{ITEM_END}and data", {"type": "log"}))
    assert not {ITEM, ITEM_END} & set(ann.told())
    assert reader_of(ann.character).screen


# -- names instead of ids


@pytest.mark.parametrize("who", ["ann", "an"])
@pytest.mark.parametrize(
    "typed", ["games", "rules", "rules duel", "deck", "play chess", "open chess"]
)
def test_games_are_called_by_their_names_not_by_their_ids(shelf, who, typed, request):
    told = request.getfixturevalue(who).type(typed)
    assert not re.search(r"\b\w+_\w+", told)
    assert not re.search(r"\((chrono|race|duel|kingdoms)\)|（(chrono|race|duel|kingdoms)）", told)


def test_a_game_is_named_by_what_the_lists_call_it(shelf):
    for pack in shelf:
        for name in pack.name.values():
            assert game_named(name) is pack
            assert game_named(name.replace("（", "(").replace("）", ")").upper()) is pack
    assert game_named("speed race") is games.games_by_id()["race"]


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("open Lesson (Duel of Summoners)", "duel_lesson"),
        ("open the speed race private yes", "race"),
        ("open 竞速卡牌（简易规则） 私人 是", "race_simple"),
        ("open 竞速卡牌(简易规则)", "race_simple"),
        ("open 三国身份局", "kingdoms"),
        ("open Lesson (Kingdoms)", "kingdoms_lesson"),
    ],
)
def test_a_table_is_opened_for_a_game_by_its_whole_name(shelf, ann, typed, game):
    ann.type(typed)
    assert getattr(ann.character.location, "game_id", None) == game


# -- cards in lines of the log, and what an option would do


@pytest.mark.parametrize("columns", [40, 58, 80])
@pytest.mark.parametrize("who", ["ann", "an"])
def test_no_line_of_the_log_breaks_inside_one_of_several_cards(shelf, who, columns, request):
    person = request.getfixturevalue(who)
    set_width(person, columns)
    told = person.type("play chrono")
    table = person.character.location
    seat = table.seat_of(person.character)
    view = table.match.view(seat)
    hand = view["players"][seat]["zones"]["hand"]["cards"]
    names = {table.pack.card(card["id"]).name[person.account.language] for card in hand}
    assert names
    for name in names:
        assert any(name in line for line in told.splitlines()), name
