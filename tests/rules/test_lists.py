"""What a pack has, listed for who writes cards and scenarios; and how many cards a zone holds."""

from __future__ import annotations

import pytest
from tiny import BASE, TURN, beast, build, entity, merged, on_play, spell, start, value, write

from rules.ground.errors import PackError
from rules.playing.invariants import Broken, zones_have_room
from rules.workshop.command import main

MAIN = [{"type": "loop", "id": "t", "target": {"chooser": "players"}, "do": [TURN]}]
NOTED = {"type": "log", "message": "noted", "with": {"who": "{you}", "amount": 3}}
PICK = {"type": "playerChooser", "ask": "{you}"}
PUSH = {"type": "let", "id": "p", "value": PICK}
SECTIONS = merged(
    BASE,
    {
        "main": MAIN,
        "zones": {"den": {"of": "player", "most": 1}},
        "define": {"values": {"wealth": {"params": {"player": "player"}, "value": 1}}},
        "cards": [
            spell("bolt", on_play(NOTED, PUSH)),
            {**beast("x"), "name": {"zh": "甲", "en": "Ex"}},
        ],
    },
)


@pytest.mark.parametrize(
    ("what", "lines"),
    [
        (
            "events",
            ["onHit: beast (card), by (player), amount (number)", "onTick: number (number)"],
        ),
        ("timings", ["onPlay: playerUUID (player)"]),
        ("prompts", ["player", "turn"]),
        ("options", ["pass", "play CARD", "player SEAT"]),
        ("zones", ["hand: each player's, seen by its player", "pile.II: shared, seen by nobody"]),
        ("zones", ["den: each player's, seen by all, at most 1"]),
        ("fields", ["player mana: number, at least 0, at most 10", "match round: number"]),
        ("messages", ["noted: who (player), amount (number)"]),
        ("values", ["wealth: player (player)"]),
        ("cards", ["t.beast.x: Ex, 甲"]),
    ],
)
def test_a_pack_lists_what_it_has(tmp_path, capsys, what, lines):
    assert main(["list", str(write(tmp_path / "tiny", SECTIONS)), what]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line not in listed] == []


def test_what_is_listed_has_a_name(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["list", str(write(tmp_path / "tiny", SECTIONS)), "promts"])
    assert "say what to list: events, timings, questions" in capsys.readouterr().err


def test_a_zone_holds_at_most_so_many_cards(tmp_path):
    match = start(tmp_path, zones={"field": {"most": 1}}, cards=[beast("x"), beast("y")])
    field = match.program.layout.zone_names.index("field")
    match.move(entity(match, "x"), field)
    zones_have_room(match)
    match.move(entity(match, "y"), field)
    with pytest.raises(Broken, match="2 cards in field, at most 1"):
        zones_have_room(match)


def test_most_is_a_number_of_cards(tmp_path):
    with pytest.raises(PackError, match=r"zones.field.most: at least 1 belongs here, not 0"):
        build(tmp_path, zones={"field": {"most": 0}})


def test_the_one_that_a_filter_is_about_is_called_it_also_where_a_parameter_is(tmp_path):
    """A word with a parameter {it} hands it to another one, which goes through all players."""
    words = {
        "conditions": {
            "HasOthers": {
                "doc": "Somebody else is there.",
                "params": {"it": "player"},
                "value": {
                    "type": "GreaterThan",
                    "value1": {"type": "count", "of": {"chooser": "others", "than": "{it}"}},
                    "value2": 0,
                },
            },
            "Differs": {
                "doc": "They are two.",
                "params": {"one": "player", "it": "player"},
                "value": "{one} != {it}",
            },
        },
        "choosers": {
            "others": {
                "params": {"than": "player"},
                "value": {
                    "chooser": "players",
                    "where": {"type": "Differs", "one": "{than}", "it": "{it}"},
                },
            }
        },
    }
    ask = {
        "type": "if",
        "condition": {"type": "HasOthers", "it": "{match.startPlayer}"},
        "do": [{"type": "note", "amount": 7}],
    }
    assert value(start(tmp_path, ask, define=words), "total") == 7


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([], "{match.startPlayer}", "x is one thing here, and a list before; a list is [...]"),
        (0, ["{match.startPlayer}"], "x is a list here, and one thing before; a list is [...]"),
    ],
)
def test_a_name_is_of_one_thing_or_of_a_list(tmp_path, first, second, message):
    lets = [{"type": "let", "id": "x", "value": value} for value in (first, second)]
    with pytest.raises(PackError) as caught:
        start(tmp_path, lets[0], {"type": "if", "condition": True, "do": [lets[1]]})
    assert message in str(caught.value)
