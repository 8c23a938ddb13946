"""The form of scenarios: what it can say, and what it says of mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from tiny import beast, build, on_play, spell, write

from rules import dialect
from rules.scenario import SCHEMA, Player, main

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
TURN = {
    "type": "choose",
    "ask": "{match.startPlayer}",
    "prompt": "turn",
    "default": "rest",
    "auto": False,
    "options": [
        {
            "id": "play",
            "each": "{match.startPlayer.hand}",
            "do": [
                {
                    "type": "perform",
                    "at": "onPlay",
                    "target": "{play}",
                    "player": "{match.startPlayer}",
                    "with": {"playerUUID": "{match.startPlayer}"},
                },
                {
                    "type": "move",
                    "target": "{play}",
                    "to": "discard",
                    "of": "{match.startPlayer}",
                },
            ],
        },
        {"id": "rest"},
    ],
}
CAST = {"playerUUID": "{match.startPlayer}", "cardUUID": "{match.cards.first}"}
FLOW = [
    {"type": "let", "id": "all", "value": {"chooser": "players"}},
    {
        "type": "set",
        "of": "{match}",
        "field": "startPlayer",
        "amount": {
            "type": "getProperty",
            "of": {"chooser": "players", "where": "{it.seat} == 0"},
            "property": "UUID",
        },
    },
    {
        "type": "loop",
        "times": 3,
        "do": [
            {"type": "fire", "event": "onCast", "with": CAST},
            TURN,
        ],
    },
]  # fmt: skip
AIM = {"type": "beastChooser", "ask": "{you}"}
CARDS = [
    spell("bolt", on_play({"type": "hit", "target": AIM, "amount": 3}), count=2),
    spell("dice", on_play({"type": "roll", "id": "d"}, {"type": "note", "amount": "{d.result}"})),
    beast("x"),
    beast("y"),
]
GIVEN = {
    "at": "onCast",
    "seat": 0,
    "players": [{"mana": 9, "hand": ["bolt", "dice"]}, {"hand": ["bolt#2"]}],
    "zones": {"field": ["x", "y"]},
    "cards": {"y": {"health": 2}},
    "dice": [6],
}


@pytest.fixture
def play(tmp_path):
    pack = build(tmp_path, main=FLOW, cards=CARDS)

    def run(given=GIVEN, when=(), then=None, **rest):
        scenario = {"name": "a scenario", "given": given, "when": list(when), **rest}
        return [str(f) for f in Player(pack, {**scenario, "then": then or {}}).play()]

    return run


def test_the_given_state_is_there_when_the_first_answer_is_asked(play):
    then = {
        "players.0.mana": 9,
        "players.0.hand": ["bolt", "dice"],
        "players.1.hand.count": 1,
        "zones.field": ["x", "y"],
        "cards.y.health": 2,
        "cards.x.zone": "field",
        "cards.bolt.owner": 0,
        "asked": 0,
        "prompt": "turn",
        "offered": {"has": ["play bolt", "rest"]},
        "offered.count": 3,
        "seen.0.players.0.hand": ["bolt", "dice"],
        "seen.1.players.0.hand": [],
        "seen.1.zones.field": ["x", "y"],
    }
    assert play(then=then) == []


def test_answers_are_given_by_option_name_and_card(play):
    when = [
        {"choose": "play", "card": "bolt"},
        {"by": 0, "pick": "y", "then": {"cards.y.health": 0, "events.onHit": 1}},
        {"choose": "play", "card": "dice", "then": {"match.total": 6}},
        {"refused": "play bolt"},
        {"refused": {"pick": []}},
        {"default": 1},
    ]
    assert play(when=when, then={"over": True, "winner": None, "standings": [[0, 1, 2]]}) == []


def test_default_answers_go_on_until_something_is_asked_or_happens(play):
    assert play(when=[{"until": {"event": "onCast"}}], then={"events.onCast": 1}) == []
    assert play(when=[{"until": {"over": True}}], then={"over": True}) == []


def test_a_fact_that_does_not_hold_is_told_with_expected_and_found(play):
    failures = play(then={"players.0.mana": 8, "cards.x.health": {"min": 3, "max": 4}})
    assert failures == [
        "a scenario: then.players.0.mana: expected 8, found 9",
        'a scenario: then.cards.x.health: expected {"min": 3, "max": 4}, found 10',
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"when": [{"choose": "fly"}]}, "seat 0 (turn) is not offered fly; offered are play bolt"),
        ({"when": [{"by": 1, "choose": "rest"}]}, "seat 1 is not asked anything; asked is seat 0"),
        ({"when": [{"walk": 1}]}, "when[0] has by, card"),
        ({"when": ["rest"]}, "when[0]: a step is an object"),
        ({"when": [{"until": {"prompt": "war"}}]}, "was never reached by default answers"),
        ({"then": {"cards.z.health": 1}}, "there is no card 'z'"),
        ({"then": {"cards.x.wings": 1}}, "a card has uuid"),
        ({"then": {"moon": 1}}, "a fact is over, winner"),
        ({"then": {"players.0.wings": 1}}, "a player has mana"),
        ({"given": {**GIVEN, "wind": 1}}, "given has at, cards"),
        ({"given": {"players": []}}, "given needs at"),
        ({"given": {"at": "onParty"}}, "there is no event 'onParty'"),
        ({"given": {"at": "onTick"}}, "was not reached by default answers"),
        ({"given": {**GIVEN, "players": [{"wings": 2}]}}, "there is no such field or zone"),
        ({"given": {**GIVEN, "zones": {"moon": []}}}, "there is no zone 'moon'"),
        ({"given": {**GIVEN, "zones": {"field": ["x", "x"]}}}, "there are not that many x"),
        ({"seats": 7}, "is for 2 or 3 players, not 7"),
    ],
)
def test_a_scenario_that_cannot_be_played_says_where_and_what_is_possible(play, change, words):
    failures = play(**{"given": GIVEN, **change})
    assert len(failures) == 1
    assert words in failures[0]


def test_the_command_prints_failures_and_a_count(tmp_path, capsys):
    from tiny import BASE, merged

    folder = write(tmp_path / "tiny", merged(BASE, {"main": FLOW, "cards": CARDS}))
    file = folder / "scenarios" / "all.json5"
    file.parent.mkdir()
    good = {"name": "good", "given": GIVEN, "then": {"asked": 0}}
    bad = {"name": "bad", "given": GIVEN, "then": {"asked": 1}}
    file.write_text(json.dumps({"scenarios": [good, bad]}), encoding="utf-8")
    assert main([str(folder)]) == 1
    out = capsys.readouterr().out
    assert "bad: then.asked: expected 1, found 0" in out
    assert out.strip().endswith("1 passed, 1 failed")
    file.write_text('{"scenarios": [}', encoding="utf-8")
    assert main([str(file)]) == 1
    assert "all.json5:1:16" in capsys.readouterr().out


def test_all_scenarios_of_the_packs_fit_the_schema():
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for file in PACKS.glob("*/scenarios/**/*.json5"):
        data, problems = dialect.read(file.read_text(encoding="utf-8"), file.name)
        assert not problems
        errors = [f"{file.name}: {list(e.path)}: {e.message}" for e in validator.iter_errors(data)]
        assert errors == []
