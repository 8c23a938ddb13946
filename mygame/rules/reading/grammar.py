"""
The grammar of a pack in a language: rules by which a piece of a sentence is a piece of JSON.

A rule has a category, what is said (`says`: texts and holes) and what that means (`means`: JSON
with holes). Plain data throughout, so that a grammar can be kept on disk. Begin with `Rule`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from .notation import Json


class Hole(NamedTuple):
    """A place in a rule for something of a category."""

    category: str


class Rule(NamedTuple):
    """
    What is said, and what it means.

    In `means` `{"#": n}` is what stands in hole n: `sign` and `offset` of a number, `{"#where":
    [n]}` conditions of holes, `"#event": n` what a hole says of an event. `by` names a function of
    `meanings` that makes more of the holes.
    """

    category: str
    says: tuple[str | Hole, ...]
    means: Json
    cost: float
    by: str = ""
    sources: frozenset[str] = frozenset()  # the cards without which nothing would show it
    shown: frozenset[str] = frozenset()  # all cards that show it


NUMBER = "number"  # the category of digits
NOTHING: Any = object()


def conjunction(conditions: Sequence[Json]) -> Json:
    """Conditions that must all hold, as one."""
    parts: list[Json] = []
    for each in conditions:
        if isinstance(each, dict) and each.get("$") == "and":
            parts += each["items"]
        elif isinstance(each, list):
            parts += each
        else:
            parts.append(each)
    parts = [each for number, each in enumerate(parts) if each not in parts[:number]]
    if len(parts) == 1:
        return parts[0]
    if all(not isinstance(each, dict) or "$" in each for each in parts):
        return {"$": "and", "items": parts}
    return parts


def conjuncts(condition: Json) -> list[Json]:
    """A condition as the parts that must all hold."""
    if isinstance(condition, list):
        return [part for each in condition for part in conjuncts(each)]
    if isinstance(condition, dict) and condition.get("$") == "and":
        return [part for each in condition["items"] for part in conjuncts(each)]
    if isinstance(condition, dict) and condition.get("type") == "And":
        return [part for each in condition["conditions"] for part in conjuncts(each)]
    return [condition]


def fill_meaning(means: Json, values: Sequence[Json]) -> Json:
    """What a rule means with its holes filled. NOTHING where nothing shall stand."""
    if isinstance(means, list):
        items: list[Json] = []
        for each in means:
            value = fill_meaning(each, values)
            if isinstance(each, dict) and "#" in each and isinstance(value, list):
                items += value
            elif value is not NOTHING:
                items.append(value)
        return items
    if not isinstance(means, dict):
        return means
    if "#" in means:
        value = values[means["#"]]
        if "as" in means:
            return _rename_it(value, means["as"])
        if "sign" in means:
            return means["sign"] * (value - means["offset"])
        return value
    if set(means) == {"text"} and isinstance(means["text"], list):
        return "".join(str(fill_meaning(each, values)) for each in means["text"])
    if "#where" in means:
        parts = [part for number in means["#where"] for part in values[number]]
        parts += [fill_meaning(each, values) for each in means.get("and", ())]
        return conjunction(parts) if parts else NOTHING
    made = {}
    for key, each in means.items():
        if key != "#event" and (value := fill_meaning(each, values)) is not NOTHING:
            made[key] = value
    return _with_event(made, values[means["#event"]]) if "#event" in means else made


def _rename_it(conditions: Json, name: str) -> Json:
    """Conditions about {it} as conditions about something else."""
    if isinstance(conditions, str):
        return re.sub(r"\{it(?=[.}])", "{" + name, conditions)
    if isinstance(conditions, dict):
        return {key: _rename_it(value, name) for key, value in conditions.items()}
    return (
        [_rename_it(each, name) for each in conditions]
        if isinstance(conditions, list)
        else conditions
    )


def untold_cost(means: Json) -> float:
    """How much a rule means that nobody says: what is written in it beside its holes."""
    if isinstance(means, dict):
        if "#" in means:
            return 0.0
        inner = sum(
            untold_cost(value) for key, value in means.items() if key not in ("type", "chooser")
        )
        return inner + 0.02 * len(means)
    if isinstance(means, list):
        return sum(untold_cost(value) for value in means)
    if isinstance(means, str):
        return 0.15 if "{" in means else 0.1
    return 0.05


def _with_event(outer: Json, event: Json) -> Json:
    conditions = [*event.get("condition", ()), *conjuncts(outer.get("condition", []))]
    merged: dict[str, Json] = {}
    for key, value in {**outer, **event}.items():
        if key not in ("condition", "do"):
            merged[key] = value
    if conditions:
        merged["condition"] = conjunction(conditions)
    if "do" in outer:
        merged["do"] = outer["do"]
    return merged
