"""What a cast can be aimed at, known before anybody casts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, on_play, spell, start, value

from rules.running.match import Match

BEAST = {"type": "beastChooser", "ask": "{onPlay.playerUUID}"}
TIRED = {**BEAST, "where": "{it.health} < 5"}


def hit(target: Any) -> dict:
    return {"type": "hit", "target": target, "amount": 1}


RIDDLE = {
    "type": "choose",
    "ask": "{you}",
    "prompt": "wait",
    "options": [
        {"id": "one", "do": [hit(TIRED)]},
        {"id": "two", "do": [hit({**BEAST, "where": "{it.health} > 9"})]},
    ],
}
CARDS = [
    beast("ox"),
    beast("bear"),
    spell("bolt", on_play(hit(BEAST))),
    spell("mercy", on_play(hit(TIRED))),
    spell("song", on_play({"type": "note", "amount": 1})),
    spell("riddle", on_play(RIDDLE)),
    spell("twice", on_play(hit(TIRED), hit(BEAST))),
    spell("mine", on_play(hit({**BEAST, "where": "{onPlay.playerUUID.mana} == {it.health}"}))),
]


def card(name: str, kind: str = "beast") -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.{kind}.{name}"}


FIELD = {"type": "move", "target": [card("ox"), card("bear")], "to": "field"}


def health(name: str, amount: int) -> dict:
    return {"type": "set", "of": card(name), "field": "health", "mode": "set", "amount": amount}


def aims(tmp_path: Path, name: str, *before: dict) -> int:
    """How many targets a cast of a spell has; -1 where it has none by `HasAim`."""
    of = {"card": card(name, "spell"), "player": "{match.startPlayer}"}
    count = {"type": "let", "id": "n", "value": {"chooser": "aims", **of}}
    note = {"type": "note", "amount": "{n.count}"}
    none = {"type": "Not", "condition": {"type": "HasAim", **of}}
    if_none = {"type": "if", "condition": none, "do": [{"type": "note", "amount": -1}]}
    m: Match = start(tmp_path, FIELD, *before, count, note, if_none, cards=CARDS)
    return value(m, "total")


@pytest.mark.parametrize(
    ("name", "before", "count"),
    [
        ("bolt", [], 2),
        ("mercy", [], -1),  # nobody is tired
        ("mercy", [health("ox", 4)], 1),
        ("song", [], -1),  # it has no target
        ("riddle", [health("ox", 4)], 2),  # of one branch or the other
        ("twice", [health("ox", 4)], 1),  # a further mention means the same target
        ("mine", [health("ox", 5)], 1),  # the player in its context is the one who casts
    ],
)
def test_what_a_cast_can_be_aimed_at(
    tmp_path: Path, name: str, before: list[dict], count: int
) -> None:
    assert aims(tmp_path, name, *before) == count
