"""
The registry of words: every value, condition, chooser and doable with its parameters, its docstring
and its source.

A word is a small function that turns its compiled parameters into Python source. From the registry
come the checks of a pack, the JSON Schema, the reference page and the help in the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..weighing import measures

REQUIRED = object()

#: What a parameter may hold. The plural ones take anything that names entities, also several and
#: also by asking.
TYPES = {
    "number": "a number, a reference or arithmetic",
    "boolean": "true or false",
    "symbol": "a bare word",
    "player": "one player",
    "card": "one card",
    "entity": "one player or card",
    "players": "players",
    "cards": "cards",
    "entities": "players or cards",
    "any": "any value",
    "condition": "a condition",
    "conditions": "a list of conditions",
    "values": "a list of values",
    "doables": "a list of doables",
    "do": "a list of doables, expanded where the word uses it",
    "filter": "a condition about {it}",
    "raw": "as described",
}


@dataclass(frozen=True, slots=True)
class Param:
    """
    A parameter of a word: its type, its default (none: it must be given), other spellings and what
    it means.
    """

    type: str
    default: Any = REQUIRED
    aliases: tuple[str, ...] = ()
    doc: str = ""
    domain: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language."""

    name: str
    family: str  # value, condition, chooser, doable
    params: dict[str, Param]
    function: Callable
    doc: str
    source: str
    result: dict[str, str] = field(default_factory=dict)


WORDS: dict[str, dict[str, Word]] = {"value": {}, "condition": {}, "chooser": {}, "doable": {}}


def _register(family: str) -> Callable:
    def named(
        name: str, *, source: str, result: dict[str, str] | None = None, **params: Param | str
    ) -> Callable:
        def decorate(function: Callable) -> Callable:
            WORDS[family][name] = Word(
                name,
                family,
                {
                    key: value if isinstance(value, Param) else Param(value)
                    for key, value in params.items()
                },
                function,
                " ".join((function.__doc__ or "").split()),
                source,
                result or {},
            )
            return function

        return decorate

    return named


value = _register("value")
condition = _register("condition")
chooser = _register("chooser")
doable = _register("doable")


def json_schema(words: dict[str, dict[str, Word]]) -> dict:
    """
    A JSON Schema (draft 2020-12) of behaviours made of these words, for editors and other tools;
    with that of the section `report` among its definitions.
    """
    reference = {"type": ["string", "number"]}
    shapes: dict[str, Any] = {
        "number": {"anyOf": [reference, {"$ref": "#/$defs/value"}]},
        "condition": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/condition"}]},
        "conditions": {"type": "array", "items": {"$ref": "#/$defs/condition"}},
        "doables": {"type": "array", "items": {"$ref": "#/$defs/doable"}},
        "values": {"type": "array"},
        "raw": {},
    }
    shapes["filter"] = shapes["condition"]
    for kind in ("player", "card", "entity", "players", "cards", "entities"):
        shapes[kind] = {
            "anyOf": [{"type": "string"}, {"type": "array"}, {"$ref": "#/$defs/chooser"}]
        }
    definitions: dict[str, Any] = {}
    for family, table in words.items():
        key = "chooser" if family == "chooser" else "type"
        entries = []
        for word in table.values():
            properties = {name: shapes.get(p.type, {}) for name, p in word.params.items()}
            entries.append(
                {
                    "title": word.name,
                    "description": word.doc,
                    "type": "object",
                    "properties": {
                        key: {"const": word.name},
                        "id": {"type": "string"},
                        **properties,
                    },
                    "required": [
                        key,
                        *(name for name, p in word.params.items() if p.required and not p.aliases),
                    ],
                }
            )
        definitions[family] = {"anyOf": entries}
    definitions["chooser"]["anyOf"].append(
        {
            "type": "object",
            "properties": {"type": {"type": "string", "pattern": "Chooser$"}},
            "required": ["type"],
        }
    )
    definitions["report"] = measures.SCHEMA
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Behaviours",
        "type": "array",
        "items": {"$ref": "#/$defs/doable"},
        "$defs": definitions,
    }
