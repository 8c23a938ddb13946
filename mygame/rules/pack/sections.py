"""
What the sections of a pack look like: objects, lists, texts and numbers where they belong, and no
key that nothing reads.

`check_sections` looks at this and nothing else, before anything is made of a section; what the
names in it mean is looked at where they are read (`declare`, `compile`). Words and boards are in
`textshapes`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .plays import PLAY
from .shapes import ANY, NUMBER_OR_TEXT, OBJECT, TEXT, TEXTS, Shape, check_node
from .textshapes import BOARD, WORDS

DECLARED: Shape = {
    "*": {
        "context": {"*": TEXTS},
        "aliases": [str],
        "contextAliases": {"*": str},
        "subject": str,
    }
}
PARAMETER: Shape = {"type": TEXTS, "aliases": [str], "doc": str, "default": ANY}
WORD: Shape = {
    "params": {"*": (str, [str], PARAMETER)},
    "result": OBJECT,
    "doc": str,
    "source": str,
    "do": ANY,
    "value": ANY,
    "behaviors": ANY,
    "target": ANY,
}
CARD: Shape = {
    "kind": str,
    "name": (str, OBJECT),
    "behaviors": list,
    "answers": OBJECT,
    "description": TEXT,
    "unlocks": TEXTS,
    "*": ANY,
}
QUESTION: Shape = {"context": {"*": TEXTS}, "type": TEXTS, "default": (int, str, None)}
FIELD: Shape = {
    "type": TEXTS,
    "initial": (int, str, None),
    "min": (int, None),
    "max": (int, str, None),
    "from": str,
    "see": str,
    "reset": str,
}
BROUGHT: Shape = {
    "type": TEXTS,
    "min": int,
    "max": int,
    "kind": TEXTS,
    "see": str,
    "default": ANY,
    "conserved": (bool, {"source": ANY, "sink": ANY, "places": OBJECT}),
    "progress": str,
    "outlives": bool,
    "quiet": bool,
}
DECK: Shape = {
    "parts": {
        "*": {
            "kind": TEXTS,
            "size": (int, [int]),
            "name": TEXT,
            "ordered": bool,
            "columns": [str],
            "rule": TEXT,
            "*": ANY,
        }
    },
    "ready": {"*": {"name": TEXT, "*": TEXTS}},
    "*": ANY,
}
MIGRATION: Shape = {"rename": {"*": str}, "add": OBJECT, "values": {"*": {"*": str}}}
MANIFEST: Shape = {
    "id": str,
    "name": TEXT,
    "version": NUMBER_OR_TEXT,
    "inherits": (str, None),
    "seats": list,
    "simultaneous": str,
    "options": {"*": {"seats": [int], "of": TEXTS, "*": ANY}},
    "order": str,
    "collectable": str,
    "concede": str,
    "away": {"grace!": int},
    "camp": [str],
    "limits": {"*": (int, str)},
    "begins": (str, None),
    "listeners": str,
    "age": str,
    "sides": ANY,
    "realm": str,
    "listed": bool,
    "undo": bool,
    "templates": {"*": str},
    "migrate": {"*": MIGRATION},
}
OPENED: dict[str, Shape] = {"game!": str, "options": OBJECT}
OPENS: Shape = OPENED
PLACE: Shape = {
    "name!": TEXT,
    "aliases": [str],
    "text!": TEXT,
    "night": TEXT,
    "at!": [int],
    "exits": {"*": str},
    "passages": {"*": {**OPENED, "name": TEXT, "aliases": [str], "to": TEXT}},
    "safe": bool,
    "fromHall": bool,
    "door": TEXT,
    "opens": OPENS,
}
PERSON: Shape = {
    "card": str,
    "place": str,
    "aliases": [str],
    "opens": OPENS,
    "errands": [str],
    "games": [PLAY],
    "purse": int,
}
ERRAND: Shape = {
    "opens!": OPENS,
    "name": TEXT,
    "words": {"*": TEXTS},
    "options": [str],
    "until": str,
}
ZONE: Shape = {
    "of": TEXTS,
    "see": str,
    "pool": str,
    "likely": ANY,
    "mayBe": ANY,
    "start": bool,
    "most": (int, None),
    "max": ANY,
    "size": ANY,
    "overflow": (str, None),
    "holds": ANY,
    "heeds": ANY,
    "arrive": ANY,
    "leave": ANY,
    "lay": ANY,
}
SECTIONS: dict[str, Shape] = {
    "pack": MANIFEST,
    "properties": {
        "*": {
            "kind": TEXTS,
            "type": TEXTS,
            "aliases": {"*": str},
            "min": (int, None),
            "default": (int, str, None),
        },
    },
    "fields": {"*": {"*": (int, str, FIELD)}},
    "tallies": {
        "*": {
            "event": str,
            "by": str,
            "per": str,
            "amount": str,
            "last": str,
            "condition": ANY,
            "see": str,
        }
    },
    "enchantments": {
        "pair": [str],
        "words": {"*": (str, {"*": str})},
        "durations": {"*": (str, {"*": str})},
    },
    "zones": {"*": ZONE},
    "events": DECLARED,
    "timings": DECLARED,
    "questions": {"*": QUESTION},
    "modes": {"*": {"events": [str], "own": str}},
    "bot": {
        "worth": ANY,
        "weighsOthers": bool,
        "until": ANY,
        "spans": int,
        "prefer": OBJECT,
        "cards": OBJECT,
        "forcedWin": {"within": int, "*": ANY},
    },
    "bring": {"deck": DECK, "*": BROUGHT},
    "return": {"*": (int, str, OBJECT)},
    "stock": {"*": {"place": str, "max": int, "default": [str]}},
    "places": {"*": PLACE},
    "people": {"*": PERSON},
    "errands": {"*": ERRAND},
    "scripts": {"reads": [str], "words": [str], "bot": str, "folders": {"*": str}},
    "report": {"series": OBJECT, "deeds": OBJECT, "*": ANY},
    "words": WORDS,
    "board": BOARD,
}


def spell_limits(raw: dict[str, Any]) -> None:
    """Spell limits `min` and `max` where a pack says `minimum` and `maximum`."""
    manifest, fields = raw.get("pack"), raw.get("fields")
    options = manifest.get("options") if isinstance(manifest, dict) else None
    tables = [options, *(raw.get(name) for name in ("properties", "bring", "stock", "zones"))]
    tables += fields.values() if isinstance(fields, dict) else []
    for table in tables:
        for spec in table.values() if isinstance(table, dict) else ():
            for written, short in (("minimum", "min"), ("maximum", "max")):
                if isinstance(spec, dict) and written in spec:
                    spec.setdefault(short, spec.pop(written))


def check_sections(raw: dict[str, Any], problem: Callable[[str, str], None]) -> None:
    """Tell every place of merged sections, all or some, at which something else belongs."""
    for section, shape in SECTIONS.items():
        if section in raw:
            check_node(raw[section], shape, section, problem)
    for table in raw.get("define", {}).values():
        for place, spec in table.values():
            check_node(spec, WORD, place, problem)
    for place, card in raw.get("cards", {}).values():
        check_node(card, CARD, place, problem)
