"""What tests of the specification have in common: names of things, and small cards."""

from __future__ import annotations

from typing import Any

from chrono_variant import note

YOU = "{onPlay.playerUUID}"

MONSTER = {"type": "monsterChooser", "ask": YOU}

PLAYERS = {"chooser": "players"}


def choosing(condition: Any) -> dict:
    """An `if` that notes which way it went."""
    return {
        "type": "if",
        "condition": condition,
        "do": [note(then=1)],
        "elsedo": [note(then=0)],
    }


def health(table: Any) -> tuple[int, int]:
    return table.card_of("slime_ball", "health"), table.card_of("thief", "health")


TRUE, FALSE = {"type": "AlwaysTrue"}, {"type": "AlwaysFalse"}


def two(type: str, value1: Any, value2: Any) -> dict:
    return {"type": type, "value1": value1, "value2": value2}
