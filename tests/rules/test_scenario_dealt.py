"""Scenarios of games in which the pile that people draw from is where all cards begin."""

from __future__ import annotations

from tiny import WAIT, build, spell

from rules.scenario import Player

TICK = {"type": "fire", "event": "onTick", "with": {"number": 1}}
DRAW = {"type": "move", "target": "{match.box.top}", "to": "field"}


def play(pack, **scenario):
    scenario = {"name": "a scenario", "when": [], **scenario}
    return [str(failure) for failure in Player(pack, scenario).play()]


def test_where_all_cards_begin_there_lies_what_is_given_and_no_more(tmp_path):
    cards = [spell("bolt", count=3), spell("frost", count=2), spell("thaw")]
    pack = build(tmp_path, main=[TICK, DRAW, WAIT], cards=cards)
    given = {"at": "onTick", "rest": "empty", "zones": {"box": ["frost", "bolt"]}}
    then = {"zones.box": ["frost"], "zones.field": ["bolt"]}
    assert play(pack, given=given, then=then) == []
    assert play(pack, given={**given, "zones": {"box": []}}, then={"zones.box": []}) == []


def test_where_it_is_not_named_the_others_lie_there(tmp_path):
    cards = [spell("bolt", count=3), spell("frost")]
    pack = build(tmp_path, main=[TICK, WAIT], cards=cards)
    given = {"at": "onTick", "rest": "empty", "zones": {"field": ["frost"]}}
    assert play(pack, given=given, then={"zones.box.count": 3}) == []


def test_who_has_no_event_to_lay_a_state_out_at_is_told_to_declare_one(tmp_path):
    pack = build(tmp_path, main=[WAIT])
    pack.declarations.events.clear()
    (told,) = play(pack, given={"rest": "empty"}, then={"over": False})
    assert told.endswith("this pack has none: declare one (events) and fire it where a turn begins")
