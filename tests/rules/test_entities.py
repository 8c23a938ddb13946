"""What is used as a player or card is one: never a number that reads the far end of the state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import build, start, value

from rules.ground.errors import ActionFailed, PackError

PLAYERS = {"chooser": "players"}


def note(amount: Any) -> dict:
    return {"type": "set", "of": "{match}", "field": "round", "amount": amount}


#: Ways to use what only a match can tell as an entity; {any} is the parameter of a word.
USES = {
    "a field of players": note("{any.mana}"),
    "a field of cards": note("{any.health}"),
    "a printed property": note("{any.manaCost}"),
    "a zone of a player": note("{any.hand.count}"),
    "where it lies": note("{any.position}"),
    "its owner": note("{any.owner.mana}"),
    "a neighbour": note("{any.next.mana}"),
    "its kind": {"type": "if", "condition": "{any.kind} == player", "do": [note(7)]},
    "a change of it": {"type": "set", "of": "{any}", "field": "mana", "amount": 1},
    "a move of it": {"type": "move", "target": "{any}", "to": "field"},
    "whose zone it is": {"type": "shuffle", "zone": "hand", "of": "{any}"},
    "one of several": {
        "type": "loop",
        "id": "e",
        "target": ["{any}"],
        "do": [note("{e.target.position}")],
    },
    "a player that is kept": {
        "type": "set",
        "of": "{match}",
        "field": "startPlayer",
        "amount": "{any}",
    },
    "cards beside it": note({"type": "count", "of": {"chooser": "neighbours", "of": "{any}"}}),
    "who is asked": {
        "type": "choose",
        "ask": "{any}",
        "prompt": "x",
        "options": [{"id": "a"}, {"id": "b"}],
    },
}


@pytest.mark.parametrize("number", [-1, -30, 10_000])
@pytest.mark.parametrize("use", USES)
def test_a_number_that_is_no_entity_is_told_where_it_is_used_as_one(
    tmp_path: Path, use: str, number: int
) -> None:
    word = {"params": {"any": "any"}, "do": [USES[use]]}
    define = {"doables": {"use": word}}
    with pytest.raises(ActionFailed, match=r"is no player|is no card|nobody is there"):
        start(tmp_path, {"type": "use", "any": number}, define=define)


def test_a_card_is_no_player(tmp_path: Path) -> None:
    word = {"params": {"any": "any"}, "do": [USES["whose zone it is"]]}
    card = {"chooser": "cards", "top": 1}
    let = {"type": "let", "id": "c", "value": card}
    use = {"type": "use", "any": "{c.first}"}
    with pytest.raises(ActionFailed, match="is no player"):
        start(tmp_path, let, use, define={"doables": {"use": word}}, cards=[CARD])


CARD = {"id": "t.beast.ox", "name": "ox", "behaviors": []}


@pytest.mark.parametrize(
    ("doable", "problem"),
    [
        ({"field": "startPlayer", "amount": "{match.total} - 9"}, "a player belongs here"),
        ({"field": "startPlayer", "amount": -9}, "a player belongs here"),
        ({"field": "startPlayer", "mode": "add", "amount": 1}, "to which nothing can be added"),
    ],
)
def test_a_field_that_holds_a_player_is_never_set_to_a_number(
    tmp_path: Path, doable: dict, problem: str
) -> None:
    with pytest.raises(PackError, match=problem):
        build(tmp_path, main=[{"type": "set", "of": "{match}", **doable}])


def test_the_value_of_an_event_is_changed_to_one_of_its_kind(tmp_path: Path) -> None:
    change = {"type": "change", "value": "by", "to": "{onHit.amount} - 9"}
    trigger = {"event": "onHit", "when": "before", "do": [change]}
    with pytest.raises(PackError, match="a player belongs here, not a number"):
        build(tmp_path, main=[{"type": "addTriggers", "triggers": [trigger]}])


def test_players_and_the_match_have_a_kind_as_cards_do(tmp_path: Path) -> None:
    lay = {"type": "move", "target": {"chooser": "cards", "top": 1}, "to": "field"}
    define = {
        "doables": {
            "look": {
                "params": {"one": "entity", "by": "number"},
                "do": [
                    {
                        "type": "switch",
                        "value": "{one.kind}",
                        "cases": {
                            "player": [add("{by}")],
                            "beast": [add("{by} * 2")],
                            "match": [add("{by} * 3")],
                        },
                    }
                ],
            }
        }
    }
    looks = [
        {"type": "look", "one": one, "by": by}
        for one, by in (
            ({"chooser": "players", "where": "{it.seat} == 0"}, 1),
            ("{match.field.top}", 10),
            ("{match}", 100),
        )
    ]
    kind = {
        "type": "loop",
        "id": "p",
        "target": PLAYERS,
        "do": [{"type": "if", "condition": "{p.target.kind} == player", "do": [add(1000)]}],
    }
    m = start(tmp_path, lay, *looks, kind, define=define, cards=[CARD])
    assert value(m, "total") == 2321


def add(amount: Any) -> dict:
    return {"type": "set", "of": "{match}", "field": "total", "mode": "add", "amount": amount}
