"""
A tiny game for tests of the simulator: in each of four rounds each player buys one of three cards
and a beast appears. The crown is worth ten points, others one; the dud is never really bought.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tiny import BASE, START, beast, merged, spell, write

ROUNDS, ROW = 4, 3
CARDS = ["crown", "dud", "apple", "pear", "plum", "fig"]


def _fire(event: str, **context: str) -> dict:
    return {"type": "fire", "event": event, "with": context}


def _points(amount: int) -> dict:
    return {"type": "set", "of": "{p.target}", "field": "score", "mode": "add", "amount": amount}


BUY = [
    {
        "type": "if",
        "condition": "{buy.id} != t.spell.dud",
        "do": [
            _points(1),
            _fire("onBuy", playerUUID="{p.target}", cardUUID="{buy}"),
            {"type": "if", "condition": "{buy.id} == t.spell.crown", "do": [_points(9)]},
        ],
    }
]
TURN = [
    {"type": "shuffle", "zone": "field"},
    {
        "type": "choose",
        "ask": "{p.target}",
        "prompt": "shop",
        "options": [
            {
                "id": "buy",
                "each": {"chooser": "cards", "zone": "field", "top": ROW},
                "do": BUY,
            }
        ],
    },
]
ROUND = [
    {"type": "set", "of": "{match}", "field": "round", "amount": "{r.index}"},
    _fire("onRound", round="{r.index}"),
    _fire("onAppear", cardUUID="{beasts.first}"),
    {"type": "roll", "id": "die", "sides": 2},
    {
        "type": "if",
        "condition": "{die.result} == 1",
        "do": [_fire("onFall", cardUUID="{beasts.first}")],
    },
    {"type": "loop", "id": "p", "target": {"chooser": "players"}, "do": TURN},
]
SECTIONS: dict[str, Any] = {
    "pack": {"id": "market", "options": {"fair": {"type": "boolean", "default": False}}},
    "events": {
        "onRound": {"context": {"round": "number"}},
        "onBuy": {
            "context": {"playerUUID": "player", "cardUUID": "card"},
            "subject": "cardUUID",
        },
        "onAppear": {"context": {"cardUUID": "card"}},
        "onFall": {"context": {"cardUUID": "card"}},
    },
    "cards": [
        *(spell(name) | {"name": {"zh": f"{name}牌", "en": name.title()}} for name in CARDS),
        beast("wolf"),
    ],
    "main": [
        {"type": "let", "id": "first", "value": {"chooser": "players"}},
        START,
        {
            "type": "move",
            "target": {"chooser": "cards", "where": "{it.kind} == spell"},
            "to": "field",
        },
        {
            "type": "let",
            "id": "beasts",
            "value": {"chooser": "cards", "where": "{it.kind} == beast"},
        },
        {"type": "loop", "id": "r", "times": ROUNDS, "do": ROUND},
        {"type": "endMatch", "standings": {"chooser": "players"}, "by": "{it.score}"},
    ],
    "report": {
        "round": {"event": "onRound", "number": "round"},
        "score": "{it.score}",
        "series": {"mana": "{it.mana}"},
        "cards": {
            "where": "{it.kind} == spell",
            "having": ["bought"],
            "stages": {
                "offered": {"prompt": "shop", "option": "buy"},
                "taken": {"prompt": "shop", "option": "buy", "taken": True},
                "bought": {"event": "onBuy", "card": "cardUUID", "player": "playerUUID"},
            },
        },
        "lives": {
            "where": "{it.kind} == beast",
            "begins": {"event": "onAppear", "card": "cardUUID"},
            "ends": {"event": "onFall", "card": "cardUUID"},
        },
    },
    "words": {
        language: {"prompt": {"shop": "?"}, "option": {"buy": {"text": "{entity}"}}}
        for language in ("zh", "en")
    },
}


def market(folder: Path, **sections: Any) -> Path:
    """Write the game into a folder, with these sections merged into it; returns the folder."""
    return write(folder / "market", merged(merged(BASE, SECTIONS), sections))
