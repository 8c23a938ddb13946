"""The form of a file of scenarios, and what a scenario says that does not fit it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from ..ground.data import Json
from ..ground.places import Path

MAX_NAMES = 40  # that are listed where one of them belongs

_SEAT = {"type": "integer", "minimum": 0}
_CARDS = {"type": "array", "items": {"type": "string"}, "description": "cards by id, end or name"}
_FIELDS = {"type": "object", "description": "fields by name"}
_FACTS = {"type": "object", "description": "facts by path, and what they are"}
_PICK = {
    "type": ["string", "integer", "array"],
    "items": {"type": ["string", "integer"]},
    "description": "entities of a choice: cards by name, seats, numbers; [] for none",
}
_DICE = {"type": "array", "items": {"type": "integer", "minimum": 1}}
_OPTION = {
    "choose": {"type": "string", "description": "an option of a menu"},
    "card": {"type": "string"},
    "player": _SEAT,
    "number": {"type": "integer"},
    "symbol": {"type": "string"},
    "text": {"type": "string"},
    "definition": {"type": "string"},
    "pick": _PICK,
}
_SHARED = {
    "seats": {"type": "integer", "minimum": 1},
    "seed": {"type": "integer", "minimum": 0},
    "options": {"type": "object", "description": "options of the match"},
    "given": {"$ref": "#/$defs/given"},
}

#: The form of a file of scenarios (JSON Schema 2020-12), for editors and other tools.
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Scenarios",
    "type": "object",
    "required": ["scenarios"],
    "additionalProperties": False,
    "properties": {
        **_SHARED,
        "$schema": {"type": "string", "description": "where editors find the schema of the file"},
        "scenarios": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/scenario"}},
        "comment": {"type": "string"},
    },
    "$defs": {
        "scenario": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {
                "name": {"type": "string", "description": "a sentence that states the rule"},
                "rule": {"type": "string", "description": "its number"},
                "comment": {"type": "string"},
                **_SHARED,
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
                "setupDice": _DICE,
                "dice": _DICE,
                "match": _FIELDS,
                "players": {"type": "array", "items": {"type": "object"}},
                "zones": {"type": "object", "additionalProperties": _CARDS},
                "cards": {"type": "object", "additionalProperties": _FIELDS},
                "rest": {"enum": ["empty"], "description": "of zones that are not given"},
                "comment": {"type": "string"},
            },
        },
        "step": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "by": {**_SEAT, "description": "who answers"},
                **_OPTION,
                "default": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "so many answers by default",
                },
                "until": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "prompt": {"type": "string"},
                        "by": _SEAT,
                        "event": {"type": "string"},
                        "over": {"enum": [True]},
                    },
                    "description": "default answers until this is asked or has happened",
                },
                "refused": {
                    "type": ["string", "object"],
                    "additionalProperties": False,
                    "properties": _OPTION,
                    "description": "an option not offered, or an answer not legal",
                },
                "concede": _SEAT,
                "then": _FACTS,
                "comment": {"type": "string"},
            },
        },
    },
}

ANSWERS = ("choose", "pick", "refused", "default", "until", "concede")
ABOUT = ("card", "player", "number", "symbol", "text", "definition")
TYPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "object": ("an object", lambda node: isinstance(node, dict)),
    "array": ("a list", lambda node: isinstance(node, list)),
    "string": ("a text", lambda node: isinstance(node, str)),
    "integer": ("a whole number", lambda node: type(node) is int),
}


def path_text(path: Path) -> str:
    """A path as people read it: `when[0].then.players.0.mana`."""
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).removeprefix(".")


class ScenarioError(Exception):
    """
    A scenario that cannot be carried out as written: what is wrong, what is possible instead, and
    the path to where in the scenario.
    """

    def __init__(self, sentence: str, path: Path = ()):
        self.sentence, self.path = sentence, path
        super().__init__(f"{path_text(path)}: {sentence}" if path else sentence)


def unknown_name(what: str, name: Json, known: Iterable[str]) -> ScenarioError:
    """Something of this name is not there; what is called nearly so, or else what there is."""
    names = sorted({str(one) for one in known})
    close = get_close_matches(str(name), names, 3)
    sentence = f"there is no {what} {name!r}"
    if close:
        sentence += f"; did you mean {' or '.join(close)}?"
    elif 0 < len(names) <= MAX_NAMES:
        sentence += f"; there are {', '.join(names)}"
    return ScenarioError(sentence)


def form_problems(scenario: Json) -> Iterator[tuple[Path, str]]:
    """Where a scenario does not fit the form, or says nothing that could fail."""
    found = list(schema_misfits(scenario, SCHEMA["$defs"]["scenario"]))
    yield from found
    if found or not isinstance(scenario, dict):
        return
    yield from _part_problems(scenario)


def _part_problems(scenario: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """The same of one that has the form."""
    steps = scenario.get("when", [])
    for number, step in enumerate(steps):
        yield from _step_problems(("when", number), step)
    facts = [scenario.get("then", {}), *(step.get("then", {}) for step in steps)]
    if not any(fact.keys() - {"comment"} for fact in facts) and not any(
        "refused" in step for step in steps
    ):
        yield (), "it states nothing: a fact in then, or something refused, belongs into it"


def _step_problems(path: Path, step: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """A step is one answer, and what it says about it is looked at."""
    if isinstance(step.get("refused"), dict):
        yield from _answer_problems((*path, "refused"), step["refused"], ("choose", "pick"))
    if set(step) == {"then"} or set(step) == {"then", "comment"}:
        return
    yield from _answer_problems(path, step, ANSWERS)
    if "by" in step and ("until" in step or "concede" in step):
        yield (*path, "by"), "by says who gives a single answer; until has a by of its own"
    if "until" in step and len(step["until"].keys() & {"prompt", "event", "over"}) != 1:
        yield (*path, "until"), "until is a prompt, an event or over"
    elif "by" in step.get("until", {}) and "prompt" not in step["until"]:
        yield (*path, "until", "by"), "by says who is asked the prompt, and there is no prompt"


def _answer_problems(
    path: Path, node: dict[str, Any], answers: tuple[str, ...]
) -> Iterator[tuple[Path, str]]:
    given = [key for key in answers if key in node]
    if len(given) != 1:
        told = f"not {' and '.join(given)}" if given else "and there is none"
        yield path, f"one answer belongs here ({', '.join(answers)}), {told}"
    about = [key for key in ABOUT if key in node]
    if about and "choose" not in node:
        yield (*path, about[0]), f"{about[0]} says which option of choose is meant"
    elif len(about) > 1:
        yield (*path, about[1]), f"an option is about one thing, not {' and '.join(about)}"


def schema_misfits(node: Json, form: dict[str, Any], path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Where a node does not fit a schema, of what `SCHEMA` uses of JSON Schema."""
    if "$ref" in form:
        form = SCHEMA["$defs"][form["$ref"].rsplit("/", 1)[-1]]
    types = form.get("type", ())
    if isinstance(types, str):
        types = (types,)
    if types and not any(TYPES[type][1](node) for type in types):
        told = " or ".join(TYPES[type][0] for type in types)
        yield path, f"{told} belongs here, not {shorten(node)}"
    elif "enum" in form and node not in form["enum"]:
        yield path, f"{' or '.join(map(shorten, form['enum']))} belongs here, not {shorten(node)}"
    elif isinstance(node, int) and node < form.get("minimum", node):
        yield path, f"at least {form['minimum']} belongs here, not {node}"
    elif isinstance(node, list):
        if len(node) < form.get("minItems", 0):
            yield path, "there is nothing in it"
        if items := form.get("items"):
            for number, item in enumerate(node):
                yield from schema_misfits(item, items, (*path, number))
    elif isinstance(node, dict):
        inner, others = form.get("properties", {}), form.get("additionalProperties", {})
        for key in form.get("required", ()):
            if key not in node:
                yield path, f"its {key} is missing"
        for key, item in node.items():
            within = inner.get(key, others)
            if within is False:
                yield (*path, key), str(unknown_name("key", key, inner))
            elif within:
                yield from schema_misfits(item, within, (*path, key))


def shorten(node: Json, most: int = 60) -> str:
    """A value as it is written, of which long ones are cut."""
    text = json.dumps(node, ensure_ascii=False, default=str)
    return text if len(text) <= most else text[: most - 3] + "..."
