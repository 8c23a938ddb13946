"""Scenarios state what is taken home as things, and what places get."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import build

from rules.pack import load_pack
from rules.scenario import Player

BAZAAR = Path(__file__).parents[1] / "world" / "packs" / "bazaar"
HAS = {
    "gear": [
        {"thing": 7, "kind": "b.tool.rope", "zone": "bag", "fields": {"wear": 2}},
        {"thing": 8, "kind": "b.tool.lamp", "zone": "hand"},
    ]
}
#: The rope is dropped, the lamp gets a star; another rope is bought and 2 coins are found.
WHEN = [
    {"choose": "drop", "card": "rope"},
    {"choose": "take", "card": "lamp"},
    {"choose": "buy"},
    {"choose": "find"},
    {"choose": "spend"},
]


@pytest.fixture(scope="module")
def bazaar():
    return load_pack(BAZAAR)


def play(pack, then, when=WHEN):
    scenario = {
        "name": "a scenario",
        "seats": 1,
        "options": {"rounds": 5, "bring": [HAS]},
        "when": [*when],
        "then": then,
    }
    return [str(problem) for problem in Player(pack, scenario).play()]


def test_what_comes_home_and_what_places_get(bazaar):
    lamp = {"thing": 8, "kind": "lamp", "zone": "bag", "fields": {"mark": "star", "wear": 0}}
    then = {
        "over": True,
        "players.0.returns.things": {"anyOrder": [lamp, {"thing": 0, "kind": "rope"}]},
        "players.0.returns.things.count": 2,
        "players.0.returns.coins": -3,
        "places.market.things": [{"kind": "rope", "fields": {"wear": 2}}],
        "places.market.coins": 4,
        "source.coins": 2,
        "sink.coins": 1,
    }
    assert play(bazaar, then) == []


def test_before_the_end_nobody_and_no_place_has_anything(bazaar):
    then = {
        "over": False,
        "players.0.returns.things": [],
        "places.market.things": [],
        "places.market.coins": 0,
        "source.coins": 0,
    }
    assert play(bazaar, then, WHEN[:4]) == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("players.0.returns.things", ["lamp"]),
        ("players.0.returns.things", {"has": [{"kind": "rope", "zone": "hand"}]}),
        ("players.0.returns.things", {"has": [{"thing": 7}]}),
        ("players.0.returns.things", {"has": [{"fields": {"mark": "none", "wear": 1}}]}),
        ("players.0.returns.things", {"hasNot": ["lamp"]}),
        ("places.market.things", []),
        ("places.market.coins", 3),
        ("source.coins", {"min": 3}),
        ("sink.coins", 0),
    ],
)
def test_what_is_not_so_fails(bazaar, path, expected):
    [told] = play(bazaar, {path: expected})
    assert path in told
    assert "there is no" not in told


MISTAKES = [
    ("players.0.returns.things", ["roap"], "there is no card 'roap'; did you mean rope"),
    ("players.0.returns.things", ["opal"], "opal is no thing that players bring"),
    ("players.0.returns.things", [7], 'a thing is "card" or {"kind": "card", "zone": ...'),
    ("players.0.returns.things", [{}], "a thing is"),
    ("players.0.returns.things", [{"knd": "rope"}], "no key of a thing 'knd'; did you mean kind?"),
    (
        "players.0.returns.things",
        [{"zone": "bagg"}],
        "no zone from which things come home 'bagg'; did you mean bag?",
    ),
    (
        "players.0.returns.things",
        [{"fields": {"waer": 1}}],
        "no field of things that come home 'waer'; did you mean wear?",
    ),
    ("players.0.returns.things", [{"fields": {"wear": "much"}}], "this is a number, not"),
    ("players.0.returns.things", [{"fields": {"mark": "stra"}}], "'stra'; did you mean star?"),
    ("players.0.returns.things", [{"fields": ["wear"]}], "fields are an object by name"),
    ("players.0.returns.things", [{"thing": "x"}], "this is a number, not"),
    ("players.0.returns.things", "rope", "this is a list of things: a list belongs here"),
    ("players.9.returns.things", [], "seat"),
    ("players.0.returns.thing", [], "there is no thing to take home 'thing'"),
    ("places.markt.things", [], "there is no place 'markt'; did you mean market?"),
    ("places.market.coinz", 0, "there is no thing that market gets 'coinz'; did you mean coins?"),
    ("source.luck", 0, "there is no number that is conserved 'luck'"),
]


@pytest.mark.parametrize(("path", "expected", "sentence"), MISTAKES)
def test_each_mistake_is_one_sentence(bazaar, path, expected, sentence):
    [told] = play(bazaar, {path: expected})
    assert sentence in told


def test_where_no_things_come_home_that_is_said(tmp_path):
    scenario = {
        "name": "a scenario",
        "then": {"players.0.returns.things": [], "places.market.coins": 1},
    }
    told = [str(problem) for problem in Player(build(tmp_path), scenario).play()]
    assert len(told) == 2
    assert "nobody takes things home here, for return says nothing of them" in told[0]
    assert "there is no place 'market'" in told[1]
