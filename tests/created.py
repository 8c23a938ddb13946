"""A small match in which cards are created, and questions about their rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tiny import beast, merged, on_play, spell, start

from rules.running import rows
from rules.running.match import Match
from rules.running.state import NOWHERE

CARDS = [
    beast("ox"),
    beast("bear", {"at": "onArrive", "do": [{"type": "note", "amount": 7}]}),
    spell("bolt", manaCost=3, school="fire"),
    spell("frost", manaCost=1, school="frost"),
]

FIELDS = {
    "match": {"shown": {"type": "card"}},
    "spell": {"charges": {"initial": 2}, "aim": {"type": "card"}},
}

GO = (0,)


def symbol(match: Match, name: str) -> int:
    return next(card.symbol for card in match.program.catalogue.cards if card.id.endswith(name))


def zone(match: Match, name: str, player: int = 0) -> int:
    return match.program.layout.zones[name].first + player


def go(match: Match) -> None:
    """An answer, before which rows are collected."""
    match.answer_unchecked(match.pending[0].seat, GO)


def made(match: Match, name: str, where: str = "field") -> int:
    """A new card; on the field if nothing else is said."""
    return match.create(symbol(match, name), zone(match, where))


def gone(match: Match, count: int = rows.ENOUGH) -> list[int]:
    """Created cards that have gone nowhere."""
    cards = [made(match, "ox") for _ in range(count)]
    for card in cards:
        match.move(card, NOWHERE)
    return cards


def lasting_match(tmp_path: Path, *do: Any, aim: Any = None, **sections: Any) -> Match:
    """A match in which the bolt of the first player has carried out these doables."""
    perform = {
        "type": "perform",
        "at": "onPlay",
        "target": {"chooser": "cards", "where": "{it.id} == t.spell.bolt"},
        "player": "{match.startPlayer}",
        "with": {"playerUUID": "{match.startPlayer}"},
    }
    if aim is not None:
        perform["aim"] = aim
    cards = [spell("bolt", on_play(*do)), *(card for card in CARDS if "bolt" not in card["id"])]
    return start(tmp_path, perform, **merged({"cards": cards, "fields": FIELDS}, sections))
