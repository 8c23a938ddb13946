"""The best of three: matches at one table, their score, and who begins."""

from pathlib import Path

import pytest

import rules
from rules.pack import load_pack
from typeclasses.tables import Table, restore_matches
from world.play.hosting import registry
from world.shelf import games

DUEL = Path(rules.__file__).parents[1] / "world" / "packs" / "duel"


@pytest.fixture
def two(person):
    """Ann and Ben at a table of the duel, which plays the best of three."""
    games.put_on_shelf(load_pack(DUEL))
    ann, ben = person("Ann"), person("Ben")
    ann.type("open duel series 3")
    ben.type("join")
    ben.type("rematch")
    ann.type("rematch")
    return ann, ben


def table_of(somebody):
    return somebody.character.table


def first(somebody):
    """The seat that has begun this match."""
    match = table_of(somebody).match
    return match.state[match.program.turns.order_base] - 1


def lose(somebody):
    return somebody.type("concede yes")


def again(*people):
    return [somebody.type("rematch") for somebody in people][-1]


def test_the_score_is_told_until_somebody_has_won_two(two):
    ann, ben = two
    told = lose(ann)
    assert "best of three: Ann 0, Ben 1. rematch plays on." in told
    assert "Match 2, best of three: Ann 0, Ben 1." in again(ben, ann)
    assert "Ann 1, Ben 1" in lose(ben)
    assert "Match 3, best of three" in again(ann, ben)
    assert "Ann 1, Ben 2. Ben has won the series!" in lose(ann)
    assert "Match 1, best of three: Ann 0, Ben 0." in again(ben, ann)


def test_who_begins_takes_turns(two):
    ann, ben = two
    began = [first(ann)]
    for loser in (ann, ben):
        lose(loser)
        again(ann, ben)
        began.append(first(ann))
    assert began in ([0, 1, 0], [1, 0, 1])


def test_a_match_waits_for_both_and_decks_are_kept(two):
    ann, ben = two
    lose(ann)
    ann.type("deck use The Caravan")
    ann.type("rematch")
    assert table_of(ann).state == "finished"
    ben.type("rematch")
    assert table_of(ann).state == "playing"
    lose(ben)
    again(ann, ben)
    assert table_of(ann).match.options["bring"][0] == {"deck": "caravan"}


def test_the_score_survives_a_restart(two):
    ann, ben = two
    lose(ann)
    again(ann, ben)
    table = table_of(ann)
    registry.forget_all()
    table.ndb.now = None
    del table._current_state
    restore_matches()
    assert Table.live_tables()[0].match is not None
    assert "Ann 0, Ben 2. Ben has won the series!" in lose(ann)


def test_with_somebody_else_another_series_begins(two, person):
    ann, ben = two
    lose(ann)
    ben.type("leave")
    cyn = person("Cyn")
    cyn.type("join")
    assert "Match 1, best of three: Ann 0, Cyn 0." in again(ann, cyn)


def test_single_matches_have_no_score(two):
    ann, ben = two
    lose(ann)
    ann.type("options series 1")
    told = again(ben, ann)
    assert table_of(ann).state == "playing"
    assert "best of" not in told
    assert "best of" not in lose(ann)


def test_the_score_is_told_in_chinese(person):
    games.put_on_shelf(load_pack(DUEL))
    an = person("小安", language="zh")
    an.type("开桌 duel 赛制 3")
    assert "赛制：三局两胜" in an.type("选项")
    an.type("机器人 随机")
    an.type("再来一局")
    assert "三局两胜：小安0胜、Ada1胜。再来一局 继续。" in an.type("投降 是")
