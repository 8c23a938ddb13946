"""
The schemas of what cards do: doables, conditions, values, choosers, behaviours, and what lasts.

A word is an object that names it by `type` (`chooser`, of a chooser); which keys belong to it
follows from the name. Every word has its documentation, the engine's from the registry, a game's
from where it is defined, and the shortest use in a card of the game as an example.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...language import dialect
from ...language.declared import Declared, Defined
from ...language.lasting import MODIFIER_KEYS, TRIGGER_KEYS
from ...language.schema import ASKING, TYPES, WORDS, Param, Word
from ...language.words.choices import OPTION_KEYS
from ...pack.definition import Pack
from ...running.choices import RANDOM
from ...running.modifiers import LAYERS
from ...running.state import PLURAL, SINGULAR
from .forms import (
    COMMENT,
    OBJECT,
    REFERENCE,
    TEXT,
    Schema,
    name_among,
    one_of,
    one_or_more,
    record,
    ref,
    table_of,
    with_description,
)

#: The engine's families of words, and what a pack calls its own of each.
FAMILIES = {
    "doable": "doables",
    "condition": "conditions",
    "value": "values",
    "chooser": "choosers",
}
_NUMBERS = one_of({"type": "integer"}, {"type": "boolean"}, TEXT, ref("expression"))
_CONDITION = one_of({"type": ["string", "boolean", "integer"]}, ref("condition"))
_ENTITIES = one_of(
    {"type": ["string", "integer"]},
    {"type": "array", "items": {"type": ["string", "object", "array", "integer"]}},
    ref("expression"),
)
#: Older names of seed 000, which are read as well.
_OLD = ("conditions", "type", "effects")
#: Types of a behaviour's parameters that are what they say; the others may stand for anything.
_OF_MACROS = ("do", "condition", "event", "timing", "choice")
MOST = 160  # characters of an example


def word_definitions(pack: Pack) -> dict[str, Schema]:
    """By name: `doable`, `condition`, `expression`, `behavior` and so on, and each word."""
    shapes = shapes_of(pack)
    examples = word_examples(pack)
    made: dict[str, Schema] = {}
    families: dict[str, dict[str, Word | Defined]] = {
        family: {**WORDS[family], **pack.declarations.defines[own]}
        for family, own in FAMILIES.items()
    }
    for family, table in families.items():
        key = "chooser" if family == "chooser" else "type"
        for word in table.values():
            made[f"{family}.{word.name}"] = _word_schema(word, key, shapes, examples.get(word.name))
    for name, table in _asking_schemas(pack, shapes).items():
        made[f"chooser.{name}"] = table
    asked = [name.removeprefix("chooser.") for name in made if name.endswith("Chooser")]
    made["doable"] = _schema_by_name("type", "doable", families["doable"], required=True)
    made["conditions"] = one_or_more(_CONDITION)
    made["condition"] = one_of(
        {"type": "array", "items": _CONDITION},
        {**OBJECT, "allOf": [_names_schema(families, ("condition", "value")), ref("expression")]},
    )
    made["expression"] = {
        **OBJECT,
        "properties": {
            "type": {"enum": sorted(_known_names(families, asked))},
            "chooser": {"enum": sorted(families["chooser"])},
        },
        "allOf": [
            *_word_rules("type", "value", families["value"]),
            *_word_rules("type", "condition", families["condition"]),
            *_word_rules("chooser", "chooser", families["chooser"]),
            *_word_rules("type", "chooser", asked),
        ],
    }
    made["doables"] = one_of(
        {"type": "array", "items": one_of(ref("doable"), REFERENCE)},
        ref("doable"),
        {"type": "string", "pattern": r"^\{?\w+\}?$"},
    )
    made["answers"] = _answers_schema(pack, shapes)
    return {**made, **_lasting_schemas(pack), **_behavior_schemas(pack, shapes, examples)}


def shapes_of(pack: Pack) -> dict[str, Schema]:
    """What a parameter may be, by its type."""
    zones = name_among(pack.declarations.layout.zones)
    shapes: dict[str, Schema] = {
        "flag": one_of({"type": ["boolean", "integer"]}, REFERENCE),
        "symbol": one_of(TEXT, ref("expression")),
        "any": {},
        "again": {},
        "values": {"type": ["array", "string", "object", "number"]},
        "conditions": ref("conditions"),
        "doables": ref("doables"),
        "do": ref("doables"),
        "arguments": OBJECT,
        "cases": OBJECT,
        "dice": TEXT,
        "name": one_of(TEXT, {"type": "integer"}),
        "choice": TEXT,
        "prompt": {"type": "string", "examples": sorted(pack.spoken.prompts)},
        "event": name_among(all_spellings(pack.declarations.events)),
        "timing": name_among(all_spellings(pack.declarations.timings)),
        "question": name_among(pack.declarations.questions),
        "property": name_among(
            {*pack.declarations.modifiable, *pack.declarations.properties, *_field_names(pack)}
        ),
        "zone": zones,
        "position": one_of({"enum": ["top", "bottom"]}, _NUMBERS),
        "default": one_of({"type": "null"}, {"enum": ["minimum", "maximum", RANDOM]}, _NUMBERS),
        "options": {"type": "array", "items": ref("option")},
        "triggers": one_or_more(ref("trigger")),
        "modifiers": one_or_more(ref("modifier")),
        "ids": {"type": ["string", "array", "object"]},
    }
    for name in ("number", "measure", "ordering"):
        shapes[name] = _NUMBERS
    shapes["boolean"] = _CONDITION
    for name in ("condition", "filter", "own", "test"):
        shapes[name] = _CONDITION
    for name in (*SINGULAR, *PLURAL, "entity", "entities", "owner", "owners", "definition"):
        shapes.setdefault(name, _ENTITIES)
    return shapes


def all_spellings(table: Mapping[str, Declared]) -> set[str]:
    """Names of events or timings, and what else they are called."""
    return {name for one in table.values() for name in (one.name, *one.aliases)}


def _field_names(pack: Pack) -> Iterator[str]:
    return (name for _, name in pack.declarations.layout.fields)


def _word_schema(
    word: Word | Defined, key: str, shapes: Mapping[str, Schema], example: Any
) -> Schema:
    own = {name: _parameter_schema(param, shapes) for name, param in word.params.items()}
    aliased = {alias: own[name] for name, param in word.params.items() for alias in param.aliases}
    made = record(
        {key: {"const": word.name}, "id": {"description": "names its result"}, **own, **aliased},
        key,
    )
    needed = [
        one_of(*({"required": [spelled]} for spelled in (name, *param.aliases)))
        for name, param in word.params.items()
        if param.is_required
    ]
    if needed:
        made["allOf"] = needed
    head: Schema = {"title": word.name, "description": documentation_of(word)}
    return {**head, **made, "examples": [example]} if example is not None else {**head, **made}


def documentation_of(word: Word | Defined) -> str:
    """What is said of a word, with where it comes from."""
    return f"{word.doc} ({word.source})" if word.source else word.doc


def _parameter_schema(param: Param, shapes: Mapping[str, Schema]) -> Schema:
    shape = dict(shapes.get(param.type, {}))
    if param.domain and param.type in ("choice", "symbol"):
        shape = name_among(param.domain)
    elif param.domain:
        shape = one_of({"enum": list(param.domain)}, shape)
    made = with_description(shape, param.doc or TYPES.get(param.type, param.type))
    if not param.is_required and isinstance(param.default, str | int | bool):
        made = {**made, "default": param.default}
    return made


def _word_rules(key: str, family: str, names: Iterable[str]) -> list[Schema]:
    """If it is this word, then it has the keys of this word."""
    return [
        {
            "if": {"properties": {key: {"const": name}}, "required": [key]},
            "then": ref(f"{family}.{name}"),
        }
        for name in sorted(names)
    ]


def _schema_by_name(
    key: str, family: str, table: Mapping[str, Word | Defined], required: bool
) -> Schema:
    names = sorted(table)
    docs = [documentation_of(table[name]) for name in names]
    return {
        **OBJECT,
        "properties": {key: {"enum": names, "markdownEnumDescriptions": docs}},
        "required": [key] if required else [],
        "allOf": _word_rules(key, family, names),
    }


def _names_schema(
    families: Mapping[str, Mapping[str, Word | Defined]], of: Iterable[str]
) -> Schema:
    """What may be asked as a condition, documented."""
    words = {name: word for family in of for name, word in families[family].items()}
    names = sorted(words)
    known = {
        "enum": [*names, *dialect.OLD_CONDITIONS],
        "markdownEnumDescriptions": [documentation_of(words[name]) for name in names],
    }
    return {"properties": {"type": known}}


def _known_names(families: Mapping[str, Mapping[str, Any]], asked: Iterable[str]) -> set[str]:
    words = {name for family, table in families.items() if family != "doable" for name in table}
    return {*words, *asked, *dialect.OLD_CONDITIONS}


def _asking_schemas(pack: Pack, shapes: Mapping[str, Schema]) -> dict[str, Schema]:
    """Choosers that ask: of cards, players, numbers and so on, and of whatever the pack chooses."""
    plurals = {plural: one for one, plural in PLURAL.items()}
    kinds = {
        plurals.get(name, name.removesuffix("s")) for name in pack.declarations.defines["choosers"]
    }
    kinds |= {
        "card",
        "player",
        "entity",
        "definition",
        "number",
        *pack.declarations.layout.kinds[2:],
    }
    made = {}
    for kind in kinds:
        word = ASKING["number" if kind == "number" else "card"]
        defined = pack.declarations.defines["choosers"].get(PLURAL.get(kind, f"{kind}s"))
        params = {**word.params, **(defined.params if defined else {})}
        name = f"{kind}Chooser"
        own = {key: _parameter_schema(param, shapes) for key, param in params.items()}
        made[name] = {
            "title": name,
            "description": (defined.doc if defined and defined.doc else word.doc),
            **record({"type": {"const": name}, "id": {}, **own}, "type"),
        }
    return made


def _lasting_schemas(pack: Pack) -> dict[str, Schema]:
    """Triggers, modifiers and the options of menus."""
    events, modes = (
        name_among(all_spellings(pack.declarations.events), "instant"),
        ("always", "inPlay", *pack.declarations.modes),
    )
    lasting = name_among(modes, "once", "onBearer", *dialect.OLD_MODES)
    until = record(
        {"event": events, "condition": _CONDITION, "when": {"enum": ["before", "after"]}}, "event"
    )
    shared: dict[str, Schema] = {
        "id": with_description(TEXT, "its name, by which it can be taken away"),
        "of": with_description(_ENTITIES, "the thing that it is about"),
        "on": with_description(_ENTITIES, "the cards that bear it, each called {bearer} in it"),
        "until": with_description(until, "it ends with this event"),
        "owner": _ENTITIES,
        "unique": {"type": "boolean", "description": "there is one of this id at most"},
        "comment": COMMENT,
    }
    trigger = {
        **shared,
        "event": with_description(events, "what it waits for"),
        "when": {"enum": ["before", "after"], "description": "before it happens, or after it has"},
        "condition": with_description(_CONDITION, "it goes off only if this holds"),
        "mode": with_description(lasting, "how long it lasts"),
        "priority": {**_NUMBERS, "description": "those of a lower number go off first"},
        "do": with_description(ref("doables"), "what it does"),
    }
    modifier = {
        **shared,
        "property": with_description(
            name_among({*pack.declarations.modifiable, *_field_names(pack)}),
            "the property or field it changes",
        ),
        "mode": with_description(name_among(LAYERS), "how it changes it"),
        "amount": with_description(one_of({"type": "array"}, _NUMBERS), "by how much, or to what"),
        "where": with_description(_CONDITION, "of whom or what, called {it}"),
        "duration": with_description(lasting, "how long it lasts"),
        "layer": {"type": "integer", "description": "those of a lower number are applied first"},
        "change": {
            "type": ["string", "object"],
            "description": "a short text such as +1/+1, or an amount for each property",
        },
    }
    option = {
        "id": with_description(TEXT, "its name; it has words under prompts"),
        "each": with_description(_ENTITIES, "one line for each of these"),
        "when": with_description(_CONDITION, "it is offered if this holds"),
        "unless": with_description(
            table_of(_CONDITION), "why it is not offered, by the name of the reason: words.unless"
        ),
        "do": with_description(ref("doables"), "what is done when it is chosen"),
    }
    return {
        "trigger": _open_record(trigger, (*TRIGGER_KEYS, *_OLD)),
        "modifier": _open_record(modifier, MODIFIER_KEYS),
        "option": _open_record(option, OPTION_KEYS),
    }


def _open_record(properties: Mapping[str, Schema], keys: Iterable[str]) -> Schema:
    """A record of which more keys are known than are described."""
    return record({**{key: {} for key in keys}, **properties})


def what_is_given(question: Declared, given: str = "given") -> str:
    """What a question gives to whoever answers: `given: {who} (player), {card} (card)`."""
    told = ", ".join(f"{{{name}}} ({type})" for name, (type, _) in question.context.items())
    return f"{given}: {told}" if told else ""


def _answers_schema(pack: Pack, shapes: Mapping[str, Schema]) -> Schema:
    """What a card answers: a value of its type for each question."""
    questions = pack.declarations.questions.values()
    return record(
        {
            each.name: with_description(
                shapes[each.type],
                what_is_given(each),
            )
            for each in questions
        }
    )


def _behavior_schemas(
    pack: Pack, shapes: Mapping[str, Schema], examples: Mapping[str, Any]
) -> dict[str, Schema]:
    """What a card does at a timing, or by a behaviour of the game's own shape."""
    macros = pack.declarations.defines["behaviors"]
    made = {}
    for macro in macros.values():
        events = _events_of(macro)
        own = {
            name: _macro_parameter_schema(param, name in events, shapes)
            for name, param in macro.params.items()
        }
        made[f"behavior.{macro.name}"] = {
            "title": macro.name,
            "description": documentation_of(macro),
            **record({"at": {"const": macro.name}, **own}, "at"),
            "examples": [examples[macro.name]] if macro.name in examples else [],
        }
    timings = sorted(all_spellings(pack.declarations.timings))
    known = [*timings, "always", *sorted(macros)]
    docs = [
        *("when the card comes to this" for _ in timings),
        "a modifier of this very card, wherever it is",
        *(documentation_of(macros[name]) for name in sorted(macros)),
    ]
    own_modifier = {"at": {"const": "always"}, "modifiers": one_or_more(ref("modifier"))}
    at_timing = {"at": {"enum": timings}, "do": one_of(ref("doables"), TEXT)}
    made["behavior.always"] = record(own_modifier, "at", "modifiers")
    made["behavior.timing"] = {
        **record(at_timing, "at"),
        # `"do": "addTriggers"` with its parameters beside it is the older form.
        "additionalProperties": {},
    }
    made["behavior"] = {
        **OBJECT,
        "properties": {
            "at": {
                "enum": known,
                "markdownEnumDescriptions": docs,
                "description": "when it does this",
            }
        },
        "required": ["at"],
        "allOf": [
            *_word_rules("at", "behavior", [*macros, "always"]),
            {"if": {"properties": {"at": {"enum": timings}}}, "then": ref("behavior.timing")},
        ],
    }
    return made


def _events_of(macro: Defined) -> set[str]:
    """The parameters of a behaviour that stand where an event is named."""
    named = (node.get("event") for node in dialect.walk_objects(macro.body))
    return {name.strip("{}") for name in named if isinstance(name, str)}


def _macro_parameter_schema(param: Param, is_event: bool, shapes: Mapping[str, Schema]) -> Schema:
    """It may stand where no value could: only some types are what they say."""
    if is_event:
        return with_description(shapes["event"], param.doc or TYPES["event"])
    return _parameter_schema(param, shapes) if param.type in _OF_MACROS or param.domain else {}


def word_examples(pack: Pack) -> dict[str, Any]:
    """The shortest use of each word in the cards of a game, by its name."""
    found: dict[str, tuple[int, Any]] = {}
    for card in pack.cards:
        for node in dialect.walk_objects(card.source.get("behaviors", [])):
            for key in ("type", "chooser", "at"):
                name = node.get(key)
                if isinstance(name, str):
                    size = len(json.dumps(node, ensure_ascii=False))
                    if size <= MOST and size < found.get(name, (MOST + 1, None))[0]:
                        found[name] = (size, node)
    return {name: node for name, (_, node) in found.items()}
