"""
Beasts and a spell for tests of the words that make cards and put them into zones: matches of the
tiny pack with these cards, and short ways to say what such tests say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tiny import beast, spell, start

from rules.playing.invariants import check_invariants
from rules.running.match import Match

PROPERTIES = {"token": {"type": "boolean", "default": 0}, "size": {"kind": "beast", "default": 1}}
CARDS = [
    beast("ox", size=3),
    beast("wolf", size=2),
    beast("bear", size=2),
    beast("pup", size=1, token=1),
    spell("bolt", manaCost=2),
]
SECTIONS: dict[str, Any] = {"cards": CARDS, "properties": PROPERTIES}
SMALL = {"chooser": "definitions", "where": "{it.kind} == beast and {it.size} == 2"}
FIRST = "{match.startPlayer}"
HAND = {"to": "hand", "of": FIRST}


def let(name: str, value: Any) -> dict:
    return {"type": "let", "id": name, "value": value}


def add(amount: Any) -> dict:
    """Add to the total of the match."""
    return {"type": "set", "of": "{match}", "field": "total", "mode": "add", "amount": amount}


def zone(match: Match, name: str, player: int = 0) -> int:
    return match.program.layout.zones[name].first + player


def lying(match: Match, name: str, player: int = 0) -> list[str]:
    """The ends of the ids of the cards in a zone."""
    there = match.zones[zone(match, name, player)]
    return [str(match.card_id(card)).rpartition(".")[2] for card in there]


def begin(tmp_path: Path, *main: Any, **sections: Any) -> Match:
    """A match of these cards that carries out `main`; all invariants hold in it."""
    match = start(tmp_path, *main, **{**SECTIONS, **sections})
    check_invariants(match)
    return match


def named(name: str) -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}", "bottom": 1}


def put(*names: str) -> list[dict]:
    """Beasts in a row on the field."""
    return [{"type": "move", "target": named(name), "to": "field"} for name in names]
