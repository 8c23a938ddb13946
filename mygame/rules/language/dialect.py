"""
Reading what authors write: JSON with comments and trailing commas, and the older forms of the card
language.

`parse_json5` names line and column of a mistake. `modernise` turns the older dialect (seed 000:
`"do": "addTriggers"`, `conditions/type/effects`, `equals left/right`, `permanent`, the short forms)
into the present one; references `$a.b` are read by the compiler as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pyjson5

from ..ground.errors import Problem
from .schema import Source

SHORT_FORMS = {"dealDamage": "damage", "regenMana": "mana", "drawCards": "drawCard"}
OLD_MODES = {"permanent": "always"}
OLD_CONDITIONS = {
    "equals": "Equals",
    "greaterThan": "GreaterThan",
    "lessThan": "LessThan",
    "greaterThanOrEqual": "GreaterThanOrEqual",
    "lessThanOrEqual": "LessThanOrEqual",
    "and": "And",
    "or": "Or",
    "not": "Not",
}
MAX_CHARACTERS = 2_000_000
MAX_DEPTH = 60


def parse_json5(text: str, place: str) -> tuple[Any, list[Problem]]:
    """
    Parse JSON5 text. Returns (data, problems); with problems the data is None.

    A mistake is placed by line and column: `cards.json5:12:5`.
    """
    if len(text) > MAX_CHARACTERS:
        return None, [
            Problem(
                place, f"the file has {len(text)} characters; at most {MAX_CHARACTERS} are read"
            )
        ]
    try:
        return pyjson5.decode(text, maxdepth=MAX_DEPTH), []
    except pyjson5.Json5DecoderException as error:
        reason = str(error.args[0]) if error.args else ""
        found = re.search(r" near (\d+)", reason)
        offset = min(int(found.group(1)), len(text)) if found else len(text)
        offset = (
            _first_extra_character(text, offset) if "Extra data" in reason else max(offset - 1, 0)
        )
        line = text.count("\n", 0, offset) + 1
        column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        return None, [
            Problem(
                place,
                f"{_explain_decoder_error(reason)}; is a bracket or comma missing or too many?",
                (line, column),
            )
        ]


def _explain_decoder_error(reason: str) -> str:
    """
    The decoder's reason in words: `Expected b'comma' or U+007d near 8, found U+005d` -> `expected
    comma or '}', found ']'`.
    """
    reason = re.sub(r" near \d+", "", reason)
    reason = (
        re.sub(r"b'(\w+)'", r"\1", reason)
        .replace("JSON5Value", "a value")
        .replace("IdentifierStart", "a name")
    )
    reason = re.sub(
        r"[uU]\+([0-9a-fA-F]{4,6})", lambda code: repr(chr(int(code.group(1), 16))), reason
    )
    return reason[:1].lower() + reason[1:] or "not valid JSON5"


def _first_extra_character(text: str, offset: int) -> int:
    """The first character of what follows a complete value."""
    while offset < len(text) and text[offset].isspace():
        offset += 1
    return offset


def modernise(node: Any) -> Any:
    """The present form of a behaviour, trigger, doable or condition written in any older one."""
    if isinstance(node, list):
        return [modernise(item) for item in node]
    if not isinstance(node, dict):
        return node
    node = dict(node)
    if isinstance(node.get("do"), str) and "at" in node:
        node = _modernise_behavior(node)
    if "event" in node and (
        "effects" in node or "conditions" in node or word_of(node) in ("once", "permanent", "round")
    ):
        node = _modernise_trigger(node)
    if word_of(node) in OLD_CONDITIONS:
        node = _modernise_condition(node)
    return {key: modernise(item) for key, item in node.items()}


def _modernise_behavior(node: Source) -> Source:
    """
    `{"at": .., "do": "addTriggers", "triggers": ..}` and the short forms, which are instant
    triggers (seed 000 1.1.1).
    """
    rest = {key: item for key, item in node.items() if key not in ("at", "do")}
    name = node["do"]
    if name in SHORT_FORMS:
        effect = {"type": SHORT_FORMS[name], **rest}
        if name == "regenMana":
            effect.setdefault("mode", "add")
        trigger = {"event": "instant", "mode": "once", "do": [_modernise_aim(effect)]}
        return {"at": node["at"], "do": [{"type": "addTriggers", "triggers": [trigger]}]}
    return {"at": node["at"], "do": [{"type": name, **rest}]}


def _modernise_trigger(node: Source) -> Source:
    trigger = {
        key: item for key, item in node.items() if key not in ("conditions", "type", "effects")
    }
    if conditions := node.get("conditions"):
        alone = isinstance(conditions, list) and len(conditions) == 1
        trigger["condition"] = conditions[0] if alone else {"type": "And", "conditions": conditions}
    if "type" in node:
        trigger["mode"] = OLD_MODES.get(word_of(node), node["type"])
    if "effects" in node:
        effects = node["effects"]
        trigger["do"] = (
            [_modernise_aim(e) for e in effects] if isinstance(effects, list) else effects
        )
    return trigger


def _modernise_aim(effect: Any) -> Any:
    """In the older form `{"chooser": "monsters"}` means that the player picks one of them."""
    if isinstance(effect, dict) and effect.get("target") == {"chooser": "monsters"}:
        return {**effect, "target": {"type": "monsterChooser", "ask": "{you}"}}
    return effect


def _modernise_condition(node: Source) -> Source:
    node["type"] = OLD_CONDITIONS[node["type"]]
    for old, new in (("left", "value1"), ("right", "value2")):
        if old in node:
            node[new] = node.pop(old)
    return node


def word_of(node: Source) -> str:
    """The word that an object uses; "" for one that names none."""
    word = node.get("type")
    return word if isinstance(word, str) else ""


def walk_objects(tree: Any) -> Iterator[Source]:
    """Every object in a tree of JSON."""
    if isinstance(tree, dict):
        yield tree
    if isinstance(tree, dict | list | tuple):
        for inner in tree.values() if isinstance(tree, dict) else tree:
            yield from walk_objects(inner)
