"""
What rules mean that is more than JSON with holes: by the names of these functions (`Rule.by`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .grammar import NOTHING, Rule, all_of, filled
from .notation import Json


def made(rule: Rule, values: Sequence[Json]) -> Json:
    """What a rule means with these values in its holes."""
    if rule.means == {"#": 0} and not rule.by:
        return values[0]
    found = filled(rule.means, values)
    for hole, value in zip(_number_holes(rule.means), values, strict=False):
        if hole and (value - hole["offset"]) < 0:
            return NOTHING
    return _BY[rule.by](found) if rule.by else found


def _number_holes(means: Json) -> list[Any]:
    return []


def _instead(found: Json) -> Json:
    """ "deal 9 damage; 12 instead if ..." """
    base = found["base"]
    if len(base) != 1 or "amount" not in base[0]:
        return NOTHING
    more = [{**base[0], "amount": found["amount"]}]
    return [{"type": "if", "condition": found["condition"], "do": more, "elsedo": base}]


def _may(found: Json) -> Json:
    """ "you may ..." """
    options = [{"id": "yes", "do": found}, {"id": "no", "do": []}]
    return [{"type": "choose", "ask": "{you}", "prompt": "may", "options": options}]


def _lasting(found: Json) -> Json:
    """ "this round ..." """
    modifier = {**found["modifiers"][0], "duration": found["duration"]}
    return [{"type": "addModifiers", "modifiers": [modifier]}]


_BY: dict[str, Callable[[Json], Json]] = {
    "instead": _instead,
    "may": _may,
    "text": lambda found: "".join(map(str, found)),
    "lasting": _lasting,
    "item": lambda found: found,
    "and": all_of,
    "or": lambda found: (
        {"$": "or", "items": found}
        if all(not isinstance(each, dict) or "$" in each for each in found)
        else {"type": "Or", "conditions": found}
    ),
    "not": lambda found: (
        {"$": "not", "items": [found]}
        if not isinstance(found, dict) or "$" in found
        else {"type": "Not", "condition": found}
    ),
}
