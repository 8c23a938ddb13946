"""
Small packs for tests of the engine: `build(tmp_path, main=[...], cards=[...])` makes one and loads
it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.pack import Pack, load_pack
from rules.running.match import Match

BASE: dict[str, Any] = {
    "pack": {
        "id": "tiny",
        "name": {"zh": "小", "en": "Tiny"},
        "seats": [2, 3],
        "order": "startPlayer",
    },
    "kinds": ["spell", "beast"],
    "properties": {
        "manaCost": {"kind": "spell", "type": "number", "default": 0, "min": 0},
        "school": {"kind": "spell", "type": ["none", "fire", "frost"], "default": "none"},
        "type": {"type": ["spell", "beast"], "default": "spell"},
    },
    "fields": {
        "match": {
            "round": {"initial": 1},
            "startPlayer": {"type": "player"},
            "total": {"initial": 0},
        },
        "player": {
            "mana": {"initial": 5, "min": 0, "max": 10},
            "seen": {"initial": 0},
            "score": {"initial": 0},
        },
        "beast": {
            "health": {"initial": 10, "min": 0, "max": "cap"},
            "defeated": {"initial": 0},
        },
    },
    "zones": {
        "box": {"see": "none", "start": True},
        "hand": {"of": "player", "see": "owner"},
        "deck": {"of": "player", "see": "none"},
        "discard": {"of": "player", "see": "all"},
        "field": {"see": "all"},
        "pile": {"of": ["I", "II"], "see": "none"},
    },
    "events": {
        "onHit": {
            "context": {"beast": "card", "by": "player", "amount": "number"},
            "subject": "beast",
        },
        "onTick": {"context": {"number": "number"}},
        "onEnd": {"context": {"playerUUID": "player"}, "aliases": ["onOver"]},
        "onCast": {"context": {"playerUUID": "player", "cardUUID": "card"}, "subject": "cardUUID"},
    },
    "timings": {
        "onPlay": {"context": {"playerUUID": "player"}},
        "onArrive": {"context": {"playerUUID": "player"}},
    },
    "modes": {
        "turn": {"events": ["onEnd"], "own": "playerUUID"},
        "round": {"events": ["onTick"]},
    },
    "define": {
        "doables": {
            "hit": {
                "doc": "Deal damage.",
                "source": "test",
                "params": {"target": "cards", "amount": "number"},
                "do": [
                    {
                        "type": "loop",
                        "id": "each",
                        "target": "{target}",
                        "do": [
                            {
                                "type": "fire",
                                "id": "blow",
                                "event": "onHit",
                                "when": "before",
                                "with": {
                                    "beast": "{each.target}",
                                    "by": "{you}",
                                    "amount": "{amount}",
                                },
                            },
                            {
                                "type": "if",
                                "condition": "not {blow.cancelled}",
                                "do": [
                                    {
                                        "type": "set",
                                        "of": "{each.target}",
                                        "field": "health",
                                        "mode": "add",
                                        "amount": "0 - {blow.amount}",
                                    },
                                    {
                                        "type": "fire",
                                        "event": "onHit",
                                        "with": {
                                            "beast": "{each.target}",
                                            "by": "{you}",
                                            "amount": "{blow.amount}",
                                        },
                                    },
                                ],
                            },
                        ],
                    }
                ],
            },
            "note": {
                "doc": "Add to the total of the match.",
                "source": "test",
                "params": {"amount": "number"},
                "do": [
                    {
                        "type": "set",
                        "of": "{match}",
                        "field": "total",
                        "mode": "add",
                        "amount": "{amount}",
                    }
                ],
            },
        },
        "choosers": {"beasts": {"value": {"chooser": "cards", "zone": "field"}, "target": True}},
    },
    "main": [],
    "cards": [],
}
BASE["fields"]["beast"] = {
    "cap": {"initial": 10},
    "health": {"initial": 10, "min": 0, "max": "cap"},
    "defeated": {"initial": 0},
}

WAIT = {
    "type": "choose",
    "ask": {"chooser": "players"},
    "prompt": "wait",
    "auto": False,
    "options": [{"id": "go"}],
}


#: How a player {t.target} of a loop carries out a card that is played.
PLAY = {
    "type": "perform",
    "at": "onPlay",
    "target": "{play}",
    "player": "{t.target}",
    "with": {"playerUUID": "{t.target}"},
}
DISCARD = {"type": "move", "target": "{play}", "to": "discard", "of": "{t.target}"}
#: What each player {t.target} of a loop is asked: play a card of the hand, or pass.
TURN = {
    "type": "choose",
    "ask": "{t.target}",
    "prompt": "turn",
    "default": "pass",
    "auto": False,
    "options": [
        {
            "id": "play",
            "each": "{t.target.hand}",
            "do": [PLAY, DISCARD],
        },
        {"id": "pass"},
    ],
}


def spell(name: str, *behaviors: Any, **facts: Any) -> dict:
    """A spell card."""
    return {"id": f"t.spell.{name}", "name": name, "behaviors": list(behaviors), **facts}


def beast(name: str, *behaviors: Any, **facts: Any) -> dict:
    """A beast card."""
    return {"id": f"t.beast.{name}", "name": name, "behaviors": list(behaviors), **facts}


def on_play(*do: Any) -> dict:
    return {"at": "onPlay", "do": list(do)}


def play(card: str, player: str = "{match.startPlayer}", **rest: Any) -> list[dict]:
    """Doables that carry out a card by its id."""
    where = f"{{it.id}} == t.spell.{card}"
    return [
        {
            "type": "perform",
            "at": "onPlay",
            "target": {"chooser": "cards", "where": where},
            "player": player,
            "with": {"playerUUID": player},
            **rest,
        }
    ]


def merged(base: Any, extra: Any) -> Any:
    if isinstance(base, dict) and isinstance(extra, dict):
        keys = {**base, **extra}
        return {
            key: merged(base[key], extra[key]) if key in base and key in extra else keys[key]
            for key in keys
        }
    return extra


def write(folder: Path, sections: dict[str, Any]) -> Path:
    """Write a pack's sections as one file; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.json5").write_text(json.dumps(sections, ensure_ascii=False), encoding="utf-8")
    return folder


def build(
    tmp_path: Path, name: str = "tiny", lua: dict[str, str] | None = None, **sections: Any
) -> Pack:
    """The tiny pack with these sections merged into it, and with files in Lua by name."""
    folder = write(tmp_path / name, merged(BASE, sections))
    for file, text in (lua or {}).items():
        path = folder / "lua" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return load_pack(folder)


START = {"type": "set", "of": "{match}", "field": "startPlayer", "amount": "{first.first}"}


def start(tmp_path: Path, *main: Any, seats: int = 2, seed: int = 1, **sections: Any) -> Match:
    """
    A match of the tiny pack that runs `main` with player 1 as the start player, then waits for
    ever.
    """
    flow = [
        {"type": "let", "id": "first", "value": {"chooser": "players"}},
        START,
        *main,
        {"type": "while", "condition": True, "do": [WAIT]},
    ]
    return Match.new(build(tmp_path, main=flow, **sections), seats, seed)


def value(match: Match, field: str, entity: int = 0) -> int:
    """A field of an entity."""
    column = match.program.layout.fields[match.kind_of(entity) or "", field]
    return match.state[column.base + entity]


def entity(match: Match, name: str) -> int:
    """The first copy of a card by the end of its id."""
    card = next(card for card in match.program.catalogue.cards if card.id.endswith("." + name))
    return match.copies_of(card.symbol)[0]
