"""Things of a place that several matches offer: what is taken of them, and what has gone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import WAIT, beast, build, spell, value

from rules.ground.errors import IllegalAnswer, PackError
from rules.pack import Pack
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants, journal_replays
from rules.running import brought, stock
from rules.running.journal import GONE, standing_answers, undo_entry
from rules.running.match import Match
from rules.telling.text import Text
from rules.weighing import steps, summary
from rules.workshop.problems import in_language

OX, BEAR, BOLT = "t.beast.ox", "t.beast.bear", "t.spell.bolt"
PLAYERS = {"chooser": "players"}
BRING: dict[str, Any] = {"gear": {"type": "things", "kind": "beast"}}
HOME: dict[str, Any] = {"things": {"zones": ["hand"], "fields": ["health"]}}
STOCK: dict[str, Any] = {"field": {"place": "shop", "max": 3}}
CARDS = [beast("ox", count=0), beast("bear", count=0), spell("bolt")]
WORN = {"thing": 7, "kind": BEAR, "fields": {"health": 4}}
PLAIN = {"thing": 8, "kind": OX}
FIELD = {"chooser": "cards", "zone": "field"}
FIRST = {"type": "let", "id": "all", "value": PLAYERS}
TAKE = {
    "id": "take",
    "each": FIELD,
    "do": [{"type": "move", "target": "{take}", "to": "hand", "of": "{all.first}"}],
}
TURN = {
    "type": "choose",
    "ask": "{all.first}",
    "prompt": "wait",
    "default": "pass",
    "auto": False,
    "options": [TAKE, {"id": "pass"}],
}


def pack_of_stock(tmp_path: Path, *main: Any, **sections: Any) -> Pack:
    flow = [FIRST, *main, {"type": "while", "condition": True, "do": [WAIT]}]
    known = {"bring": BRING, "return": HOME, "stock": STOCK, "cards": CARDS, "main": flow}
    return build(tmp_path, **{**known, **sections})


def match_of(tmp_path: Path, *main: Any, lying: Any = (WORN, PLAIN), place="market") -> Match:
    given = {"field": {"place": place, "things": list(lying)}}
    return Match.new(pack_of_stock(tmp_path, *main), 2, 1, {"stock": given})


def words(m: Match) -> list[str]:
    """The options of whoever is asked first, each with its card."""
    return [f"{each.word} {m.card_id(each.entity) or ''}".strip() for each in m.choices[0].options]


def take(m: Match, card: str) -> None:
    m.answer(m.choices[0].seat, (words(m).index(f"take {card}"),))


def taken(m: Match) -> set[int]:
    return {*stock.taken_things(m, stock.shared_rows(m))}


def test_what_lies_there_is_nobodys_and_has_its_fields(tmp_path):
    m = match_of(tmp_path)
    zone = m.program.layout.zones["field"].first
    assert [m.card_id(card) for card in m.zones[zone]] == [BEAR, OX]
    assert value(m, "health", m.zones[zone][0]) == 4
    assert not m.owners.keys() & {*m.zones[zone]}
    assert brought.returns_now(m) == ({}, {})
    assert brought.elsewhere_of(m).things.keys() == {"market"}
    check_invariants(m)
    check_invariants(redeal(m, 1, Random(3)))


def test_without_a_place_there_is_what_the_game_lays_out_and_no_thing(tmp_path):
    pack = pack_of_stock(tmp_path, stock={"field": {"place": "shop", "default": [OX]}})
    m = Match.new(pack, 2, 1)
    assert [m.card_id(card) for card in m.zones[m.program.layout.zones["field"].first]] == [OX]
    assert stock.shared_rows(m) == {}
    assert brought.elsewhere_of(m).things == {"shop": []}


def test_what_has_left_its_zone_is_taken(tmp_path):
    m = match_of(tmp_path, TURN)
    assert taken(m) == set()
    take(m, BEAR)
    assert taken(m) == {7}
    assert [each[:3] for each in brought.returns_now(m)[0]["things"]] == [[7, BEAR, "hand"]]
    journal_replays(m)


def test_what_the_flow_takes_after_an_answer_is_taken_too(tmp_path):
    gone = {"type": "move", "target": FIELD, "to": "deck", "of": "{all.last}"}
    m = match_of(tmp_path, TURN, gone)
    m.answer(m.choices[0].seat, (2,))
    assert taken(m) == {7, 8}


def test_what_has_gone_is_asked_anew_and_never_taken(tmp_path):
    m = match_of(tmp_path, TURN)
    seat = m.choices[0].seat
    m.lose_things(seat, [7], 0)
    assert words(m) == [f"take {OX}", "pass"]
    assert m.choices[0].default == (1,)
    assert (m.journal, taken(m)) == ([(seat, (*GONE, 0, 7), ())], set())
    again = Match.load(m.game, m.save())
    assert (again.hash(), taken(again)) == (m.hash(), set())
    journal_replays(m)
    take(m, OX)
    assert taken(m) == {8}


def test_an_option_that_would_have_taken_it_without_naming_it_is_not_offered_again(tmp_path):
    sure = {
        **TURN,
        "default": "no",
        "options": [
            {"id": "yes", "do": [{**TAKE["do"][0], "target": FIELD}]},
            {"id": "no"},
        ],
    }
    m = match_of(tmp_path, sure)
    m.lose_things(m.choices[0].seat, [7], 0)
    assert words(m) == ["no"]


def test_where_nothing_is_left_to_choose_it_goes_on(tmp_path):
    only = {**TURN, "default": "take", "options": [TAKE]}
    m = match_of(tmp_path, only, {**TURN, "options": [{"id": "pass"}]}, lying=[WORN])
    assert words(m) == [f"take {BEAR}"]
    m.lose_things(m.choices[0].seat, [7], 0)
    assert words(m) == ["pass"]
    journal_replays(m)


def test_what_others_have_answered_in_secret_goes_on_without_it(tmp_path):
    pick = {"type": "askAll", "id": "x{p}", "target": PLAYERS, "as": "p", "prompt": "wait"}
    pick |= {"from": FIELD, "minimum": 1, "maximum": 1}
    to = {"type": "move", "target": "{x{g.target}}", "to": "hand", "of": "{g.target}"}
    m = match_of(tmp_path, pick, {"type": "loop", "id": "g", "target": PLAYERS, "do": [to]})
    first, second = [choice.seat for choice in m.choices]
    m.answer(first, (0,))  # the bear
    m.lose_things(second, [7], 1)
    assert [m.card_id(each.entity) for each in m.choices[0].options] == [OX]
    m.answer(second, (0,))
    assert taken(m) == {8}
    journal_replays(m)


def test_what_has_gone_is_no_answer_and_can_be_gone_back_over(tmp_path):
    m = match_of(tmp_path, TURN, TURN)
    seat = m.choices[0].seat
    m.answer(seat, (2,))
    before = Match.new(m.game, 2, 1, m.options).hash()
    m.lose_things(seat, [7], 0)
    again = Match.new(m.game, 2, 1, m.options).follow([*m.journal, (seat, undo_entry(2))])
    assert (again.hash(), standing_answers(again.journal)) == (before, [])
    assert words(again)[0] == f"take {BEAR}"  # and is refused once more


def test_nothing_is_lost_to_a_match_that_is_over(tmp_path):
    m = match_of(tmp_path, TURN, {"type": "endMatch", "standings": PLAYERS, "by": "{it.mana}"})
    m.answer(m.choices[0].seat, (2,))
    with pytest.raises(IllegalAnswer):
        m.lose_things(0, [7])


def test_those_who_look_back_are_told_that_it_has_gone(tmp_path):
    m = match_of(tmp_path, TURN)
    m.lose_things(m.choices[0].seat, [7], 0)
    m.hand_over(m.choices[0].seat)
    for eyes in (0, 1, None, steps.ALL):
        told = steps.retell(
            m.game, 2, 1, m.options, m.journal, eyes, Text(m.game, "en", ["Ann", "Ben"])
        )
        assert [step["deed"] for step in told["steps"][1:]] == ["gone", "handover"]
    summary.retell(m.game, 2, 1, m.options, m.journal)


@pytest.mark.parametrize(
    ("sections", "message", "chinese"),
    [
        (
            {"stock": {"feld": {}}},
            "stock.feld: there is no zone 'feld'; did you mean field",
            "区域",
        ),
        ({"stock": {"hand": {}}}, "stock.hand: a stock lies in a zone that is shared", "公共"),
        (
            {"stock": {"field": {"plase": "x"}}},
            "nothing reads 'plase' here; did you mean place",
            "place",
        ),
        ({"stock": {"field": {"max": 0}}}, "stock.field.max: 1 to 1000 things", "1 到 1000"),
        (
            {"stock": {"field": {"default": ["t.beast.oxx"]}}},
            "no card 't.beast.oxx'; did you mean t.beast.ox",
            "t.beast.ox",
        ),
        (
            {"stock": {"field": {"default": [BOLT]}}},
            "t.spell.bolt is no thing",
            "不是玩家能带的物品",
        ),
        ({"bring": {}, "return": {}}, "stock: what lies there are things", "物品"),
        (
            {"pack": {"options": {"stock": {}}}},
            "an option of the game is called 'stock'",
            "换个名字",
        ),
    ],
)
def test_mistakes_are_told(tmp_path: Path, sections: dict, message: str, chinese: str) -> None:
    with pytest.raises(PackError, match=message) as error:
        pack_of_stock(tmp_path, **sections)
    told = [in_language(each.message, "zh") for each in error.value.problems]
    assert any(chinese in sentence for sentence in told)
    assert not any(sentence.isascii() for sentence in told)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (7, "by zone which place"),
        ({"feld": {}}, "no stock in 'feld'; did you mean field"),
        ({"field": {"place": "x"}}, "has a place and a list"),
        ({"field": {"place": "x", "things": [{"thing": 1, "kind": BOLT}]}}, "no thing of this"),
        ({"field": {"place": "x", "things": [{"thing": 0, "kind": OX}]}}, "no thing of this"),
        ({"field": {"place": "x", "things": [PLAIN, PLAIN]}}, "in one zone, once"),
        ({"field": {"place": "x", "things": [PLAIN] * 4}}, "3 things at most"),
    ],
)
def test_only_what_a_place_can_hold_lies_there(tmp_path: Path, given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Match.new(pack_of_stock(tmp_path), 2, 1, {"stock": given})
