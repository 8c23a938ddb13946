"""The form of a file of scenarios, and what a scenario says that does not fit it."""

from __future__ import annotations

from typing import Any

_SEAT = {"type": "integer", "minimum": 0}
_CARDS = {"type": "array", "items": {"type": "string"}, "description": "ids of cards or their ends"}
_FIELDS = {"type": "object", "description": "fields by name"}
_FACTS = {"type": "object", "description": "facts by path, and what they are"}
_PICK = {"description": "entities of a choice: cards by name, seats, numbers; [] for none"}

#: The form of a file of scenarios (JSON Schema 2020-12), for editors and other tools.
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Scenarios",
    "type": "object",
    "required": ["scenarios"],
    "additionalProperties": False,
    "properties": {"scenarios": {"type": "array", "items": {"$ref": "#/$defs/scenario"}}},
    "$defs": {
        "scenario": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {
                "name": {"type": "string", "description": "a sentence that states the rule"},
                "rule": {"type": "string", "description": "its number"},
                "comment": {"type": "string"},
                "seats": {"type": "integer", "minimum": 1},
                "seed": {"type": "integer", "minimum": 0},
                "options": {"type": "object", "description": "options of the match"},
                "given": {"$ref": "#/$defs/given"},
                "when": {"type": "array", "items": {"$ref": "#/$defs/step"}},
                "then": _FACTS,
            },
        },
        "given": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "at": {"type": "string", "description": "the event at which the state is laid out"},
                "seat": {**_SEAT, "description": "whose event it is"},
                "context": {"type": "object", "description": "or other values of its context"},
                "setupDice": {"type": "array", "items": {"type": "integer"}},
                "dice": {"type": "array", "items": {"type": "integer"}},
                "match": _FIELDS,
                "players": {"type": "array", "items": {"type": "object"}},
                "zones": {"type": "object", "additionalProperties": _CARDS},
                "cards": {"type": "object", "additionalProperties": _FIELDS},
                "comment": {"type": "string"},
            },
        },
        "step": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "by": {**_SEAT, "description": "who answers"},
                "choose": {"type": "string", "description": "an option of a menu"},
                "card": {"type": "string"},
                "player": _SEAT,
                "number": {"type": "integer"},
                "symbol": {"type": "string"},
                "pick": _PICK,
                "default": {"type": "integer", "description": "so many answers by default"},
                "until": {"type": "object", "description": "default answers until: prompt, event"},
                "refused": {"description": "an option not offered, or an answer not legal"},
                "concede": _SEAT,
                "then": _FACTS,
                "comment": {"type": "string"},
            },
        },
    },
}


class ScenarioError(Exception):
    """A scenario that cannot be carried out as written: where, and what is possible there."""


def known(node: Any, form: str, place: str) -> None:
    """Refuse keys that this form of the schema does not have."""
    if not isinstance(node, dict):
        raise ScenarioError(f"{place} is an object")
    keys = SCHEMA["$defs"][form]["properties"].keys()
    for key in node.keys() - keys:
        raise ScenarioError(f"{place} has {', '.join(sorted(keys - {'comment'}))}, not {key}")
