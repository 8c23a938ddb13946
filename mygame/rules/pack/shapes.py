"""
What the sections of a pack look like: objects, lists, texts and numbers where they belong.

`check` looks at this and nothing else, before anything is made of a section; what the names in it
mean is looked at where they are read (`declare`, `compile`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.data import Json

# A type; a list of what is in a list; an object by key (`*`: every other one); a tuple of choices.
type Shape = type | list[Shape] | dict[str, Shape] | tuple[Shape, ...] | None

TEXTS: Shape = (str, [str])
DECLARED: Shape = {
    "*": {
        "context": {"*": TEXTS},
        "aliases": [str],
        "contextAliases": {"*": str},
        "subject": str,
    }
}
PARAMETER: Shape = {"type": TEXTS, "aliases": [str], "doc": str}
WORD: Shape = {"params": {"*": (str, [str], PARAMETER)}, "result": {}, "doc": str, "source": str}
CARD: Shape = {"kind": str, "name": (str, {}), "behaviors": list, "description": (str, {})}
FIELD: Shape = {
    "type": TEXTS,
    "min": (int, None),
    "max": (int, str, None),
    "from": str,
    "reset": str,
}
BROUGHT: Shape = {"type": TEXTS, "min": int, "max": int, "kind": TEXTS, "see": str}
PART: Shape = {
    "id": str,
    "draw": str,
    "each": str,
    "zones": [(str, {})],
    "fields": [{}],
    "when": {"*": list},
    "marks": {"*": (str, {})},
    "cells": int,
}
NUMBER: Shape = (
    str,
    {
        "text": (str, {}),
        "of": str,
        "printed": str,
        "blank": bool,
        "plain": bool,
        "less": bool,
        "in": [str],
        "glyph": str,
        "label": (str, {}),
    },
)
BADGE: Shape = {
    "if": str,
    "is": [str],
    "unlike": str,
    "in": [str],
    "printed": str,
    "blank": bool,
    "text": (str, {}),
    "glyph": str,
}
FACE: Shape = {
    "frame": str,
    "tone": str,
    "art": {"by": [str]},
    "line": (str, {}),
    "corner": NUMBER,
    "left": NUMBER,
    "right": NUMBER,
    "bar": {"value": str, "most": str},
    "badges": [BADGE],
    "states": {"*": str},
}
TABLE: Shape = {
    "areas": {"*": [str]},
    "columns": {"*": [str]},
    "parts": [PART],
    "back": {"glyph": str, "tone": int},
    "faces": {"*": FACE},
    "tones": {"*": int},
    "greys": [str],
    "glyphs": {"*": str},
}
SECTIONS: dict[str, Shape] = {
    "pack": {
        "options": {"*": {}},
        "order": str,
        "collectable": str,
        "concede": str,
        "begins": (str, None),
        "listeners": str,
        "age": str,
        "sides": str,
    },
    "properties": {
        "*": {"kind": TEXTS, "type": TEXTS, "aliases": {}, "min": (int, None)},
    },
    "fields": {
        "*": {"*": (int, str, FIELD)},
    },
    "tallies": {"*": {"event": str, "by": str, "per": str, "amount": str, "last": str}},
    "enchantments": {
        "pair": [str],
        "words": {"*": (str, {"*": str})},
        "durations": {"*": (str, {"*": str})},
    },
    "zones": {"*": {"of": TEXTS, "see": str, "most": (int, None), "overflow": (str, None)}},
    "events": DECLARED,
    "timings": DECLARED,
    "modes": {"*": {"events": [str], "own": str}},
    "bot": {"prefer": {}, "cards": {}, "forcedWin": {"within": int}},
    "bring": {"deck": {"parts": {"*": {"columns": [str]}}, "ready": {"*": {}}}, "*": BROUGHT},
    "return": {"*": (int, str, {})},
    "report": {"series": {}, "deeds": {}},
    "words": {"*": {}},
    "board": {
        "unasked": [str],
        "asked": {"*": [str]},
        "steps": {"track": str, "prompts": {"*": (str, {"*": str})}},
        "table": TABLE,
        "lesson": {"of": str, "steps": [str]},
        "rules": {"*": str},
    },
}


def check(raw: dict[str, Any], problem: Callable[[str, str], None]) -> None:
    """Tell every place of merged sections, all or some, at which something else belongs."""
    for section, shape in SECTIONS.items():
        if section in raw:
            _look(raw[section], shape, section, problem)
    for table in raw.get("define", {}).values():
        for place, spec in table.values():
            _look(spec, WORD, place, problem)
    for place, card in raw.get("cards", {}).values():
        _look(card, CARD, place, problem)


def _look(node: Json, shape: Shape, place: str, problem: Callable[[str, str], None]) -> None:
    fitting = next((each for each in _choices(shape) if _fits(node, each)), None)
    if fitting is None and not (node is None and None in _choices(shape)):
        told = " or ".join(_name(each) for each in _choices(shape) if each is not None)
        problem(place, f"{told} belongs here, not {str(node)[:40]!r}")
    elif isinstance(fitting, dict) and isinstance(node, dict):
        for key, inner in node.items():
            if (within := fitting.get(key, fitting.get("*"))) is not None:
                _look(inner, within, f"{place}.{key}", problem)
    elif isinstance(fitting, list) and isinstance(node, list):
        for number, inner in enumerate(node):
            _look(inner, fitting[0], f"{place}[{number}]", problem)


def _choices(shape: Shape) -> tuple[Shape, ...]:
    return shape if isinstance(shape, tuple) else (shape,)


def _fits(node: Json, shape: Shape) -> bool:
    if shape is None:
        return False
    if isinstance(shape, list) and isinstance(node, list):
        return _all(node, shape)
    return isinstance(node, shape if isinstance(shape, type) else type(shape))


def _all(node: list[Json], shape: list[Shape]) -> bool:
    """Whether a list may be of this shape: nothing in it is of another type."""
    return all(any(_fits(inner, each) for each in _choices(shape[0])) for inner in node)


def _name(shape: Shape) -> str:
    kind = shape if isinstance(shape, type) else type(shape)
    names = {dict: "an object", list: "a list", str: "a text", int: "a number"}
    if isinstance(shape, list):
        return f"a list of {names[shape[0]].split()[1]}s" if shape[0] in names else "a list"
    return names[kind]
