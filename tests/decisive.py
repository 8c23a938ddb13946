"""
A small game in which a turn can be decisive: who has ten points has won, and a turn (a round here)
goes on until its player passes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tiny import BASE, DISCARD, PLAY, merged, on_play, spell, write


def score(amount: Any, mode: str = "add") -> dict[str, Any]:
    return {"type": "set", "of": "{you}", "field": "score", "mode": mode, "amount": amount}


DOUBLE = score("{you.score} * 2", "set")
TOP = {"type": "move", "target": "{you.deck.top}", "to": "hand", "of": "{you}"}
LOT: list[dict[str, Any]] = [
    {"type": "roll", "id": "die", "sides": 2},
    {"type": "if", "condition": "{die.result} == 2", "do": [score(10)]},
]
CARDS = [
    spell("four", on_play(score(4)), count="$2"),
    spell("two", on_play(score(2)), count="$2"),
    spell("double", on_play(DOUBLE), count="$2"),
    spell("ten", on_play(score(10)), count="$1"),
    spell("nothing", count="$4"),
    spell("find", on_play(TOP), count="$1"),
    spell("lot", on_play(*LOT), count="$1"),
]
ASK = {
    "type": "choose",
    "ask": "{t.target}",
    "prompt": "turn",
    "default": "pass",
    "auto": False,
    "options": [
        {
            "id": "play",
            "each": "{t.target.hand}",
            "do": [
                DISCARD,
                PLAY,
                {
                    "type": "if",
                    "condition": "{t.target.score} >= 10",
                    "do": [
                        {
                            "type": "endMatch",
                            "standings": {"chooser": "players"},
                            "by": "{it.score}",
                        }
                    ],
                },
            ],
        },
        {
            "id": "pass",
            "do": [{"type": "set", "of": "{match}", "field": "round", "mode": "add", "amount": 1}],
        },
    ],
}
TURNS = {
    "type": "while",
    "condition": "{match.round} < 9",
    "do": [
        {
            "type": "loop",
            "id": "t",
            "target": {"chooser": "players"},
            "do": [
                {"type": "set", "of": "{match}", "field": "total", "amount": "{match.round}"},
                {"type": "while", "condition": "{match.round} == {match.total}", "do": [ASK]},
            ],
        }
    ],
}
FORCED = {"until": "{match.round}", "lacking": "10 - {it.score}"}
WORTH = "{it.hand.count} * 100"  # it says that no card should be played


def taken(cards: list[str], to: str) -> list[dict[str, Any]]:
    """Doables that put cards of the first player into a zone of theirs."""
    where = "{it.forPlayer} == {all.first} and {it.id} == t.spell."
    pool = {"chooser": "cards", "zone": "box", "top": 1}
    return [
        {"type": "move", "target": pool | {"where": where + card}, "to": to, "of": "{all.first}"}
        for card in cards
    ]


def write_game(folder: Path, hand: list[str], deck: list[str], forced: dict[str, Any]) -> Path:
    """The game, of which the first player has these cards; returns the folder."""
    main = [
        {"type": "let", "id": "all", "value": {"chooser": "players"}},
        *taken(hand, "hand"),
        *taken(deck, "deck"),
        {"type": "shuffle", "zone": "deck", "of": "{all.first}"},
        TURNS,
    ]
    bot = {"worth": WORTH, "until": "{match.round}", "forcedWin": forced}
    sections = {"pack": {"seats": [2]}, "main": main, "cards": CARDS, "bot": bot}
    return write(folder / "decisive", merged(BASE, sections))
