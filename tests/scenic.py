"""A small game for tests of scenarios, and a state in which they begin."""

from __future__ import annotations

from tiny import beast, on_play, spell

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

TOLD = {"type": "log", "message": "noted", "with": {"amount": "{d.result}", "card": "{this}"}}

AIM = {"type": "beastChooser", "ask": "{you}"}

CARDS = [
    spell("bolt", on_play({"type": "hit", "target": AIM, "amount": 3}), count=2),
    spell(
        "dice",
        on_play({"type": "roll", "id": "d"}, {"type": "note", "amount": "{d.result}"}, TOLD),
        school="fire",
    ),
    beast("x"),
    beast("y"),
    {**beast("slime_ball"), "name": {"zh": "史莱姆", "en": "Slime Ball"}},
    {**beast("king.slime"), "name": {"zh": "王", "en": "Twin"}},
    {**beast("queen.slime"), "name": {"zh": "后", "en": "Twin"}},
    {**beast("big.boss"), "kind": "beast"},
    {**beast("small.boss"), "kind": "beast"},
]

SECTIONS = {
    "properties": {"school": {"aliases": {"ice": "frost"}}},
    "fields": {"match": {"phase": {"type": ["day", "night"], "initial": "day"}}},
    "zones": {
        "den": {"of": "player", "most": 1},
        "nest": {
            "of": "player",
            "lay": [
                {"type": "move", "target": "{player.nest}", "to": "field"},
                {"type": "move", "target": "{card}", "to": "nest", "of": "{player}"},
            ],
        },
    },
    "define": {
        "values": {
            "wealth": {"params": {"player": "player"}, "value": "{player.mana} * 2"},
            "yours": {"value": "{you.hand.count}"},
            "might": {
                "params": {"card": "card", "more": {"type": "number", "default": 1}},
                "value": "{card.health} + {more}",
            },
            "held": {"params": {"of": "cards"}, "value": "{of.count}"},
        }
    },
}

GIVEN = {
    "at": "onCast",
    "seat": 0,
    "players": [{"mana": 9, "hand": ["bolt", "dice"]}, {"hand": ["bolt"]}],
    "zones": {"field": ["x", "y"]},
    "cards": {"y": {"health": 2}},
    "dice": [6],
}
