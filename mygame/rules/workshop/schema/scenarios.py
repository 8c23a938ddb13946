"""The schema of a file of scenarios (docs/scenarios.md), with the names of one game."""

from __future__ import annotations

from copy import deepcopy

from ...pack.definition import Pack
from ...running.program import OptionSpec
from ...scenario.form import SCHEMA
from .forms import OBJECT, Schema, one_of
from .words import all_spellings

#: What a fact may be compared with beside the value itself.
EXPECTED = ("min", "max", "has", "hasNot", "anyOrder", "not")


def scenario_definitions(pack: Pack) -> dict[str, Schema]:
    """By name: `scenarios`, the file, and `scenario`, `given` and `step`."""
    made = deepcopy(SCHEMA["$defs"])
    file = deepcopy({key: SCHEMA[key] for key in SCHEMA if key not in ("$defs", "$schema")})
    options = {
        name: {**_option_schema(pack, spec), "default": spec.default}
        for name, spec in pack.declarations.options.items()
    }
    for place in (file, made["scenario"]):
        place["properties"]["options"] = {
            **OBJECT,
            "description": "options of the match",
            "properties": {
                **options,
                **({"bring": {"type": "array"}} if pack.program.brings else {}),
                **({"stock": {"type": "object"}} if pack.program.bringing.stock else {}),
            },
            "additionalProperties": False,
        }
        place["properties"]["seats"] = {"enum": sorted({1, *pack.declarations.seats})}
    _describe_given(pack, made["given"]["properties"])
    _describe_step(pack, made["step"]["properties"])
    for place in (made["scenario"], made["step"]):
        place["properties"]["then"] = _facts_schema(pack)
    return {**made, "scenarios": file}


def _option_schema(pack: Pack, option: OptionSpec) -> Schema:
    if option.cards is None:
        return {"type": "boolean" if option.type == "boolean" else "integer"}
    cards = pack.program.catalogue.by_symbol
    ids = [cards[each].id for each in option.cards.pool(pack.program.catalogue)]
    return {"type": "array", "items": {"enum": ids}, "uniqueItems": True}


def _describe_given(pack: Pack, keys: dict[str, Schema]) -> None:
    layout = pack.declarations.layout
    keys["at"] = {**keys["at"], "enum": sorted(all_spellings(pack.declarations.events))}
    of_match = [name for kind, name in layout.fields if kind == "match"]
    keys["match"] = {**OBJECT, "properties": {key: {} for key in of_match}}
    own = [name for kind, name in layout.fields if kind == "player"]
    zones = [zone.name for zone in layout.zones.values() if zone.of == "player"]
    keys["players"]["items"] = {
        **OBJECT,
        "properties": {
            **{key: {"description": "cards by id, end or name"} for key in zones},
            **{key: {"description": "a field"} for key in own},
        },
    }


def _describe_step(pack: Pack, keys: dict[str, Schema]) -> None:
    keys["choose"] = {**keys["choose"], "examples": sorted(pack.spoken.option_words)}
    keys["until"]["properties"]["prompt"]["examples"] = sorted(pack.spoken.prompts)
    keys["until"]["properties"]["event"]["enum"] = sorted(all_spellings(pack.declarations.events))


def _facts_schema(pack: Pack) -> Schema:
    zones = [zone.name for zone in pack.declarations.layout.zones.values() if zone.of == "player"]
    own = [name for kind, name in pack.declarations.layout.fields if kind == "player"]
    paths = [
        *("prompt", "asked", "offered", "over", "standings", "log"),
        *(f"players.0.{name}" for name in (*own, *zones)),
        *(f"events.{name}" for name in pack.declarations.events),
    ]
    compared = {**OBJECT, "properties": {key: {} for key in EXPECTED}}
    return {
        **OBJECT,
        "description": "facts by path, and what they are",
        "propertyNames": {"anyOf": [{"examples": paths}, {"type": "string"}]},
        "additionalProperties": one_of(
            {"type": ["string", "number", "boolean", "null", "array"]}, compared
        ),
    }
