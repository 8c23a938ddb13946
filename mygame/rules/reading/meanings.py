"""
What rules mean that is more than JSON with holes: by the names of these functions (`Rule.by`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .grammar import NOTHING, Rule, conjunction, conjuncts, fill_meaning
from .notation import Json


def meaning_of(rule: Rule, values: Sequence[Json]) -> Json:
    """What a rule means with these values in its holes."""
    if rule.means == {"#": 0} and not rule.by:
        return values[0]
    found = fill_meaning(rule.means, values)
    return _BY[rule.by](found) if rule.by else found


def _mean_instead(found: Json) -> Json:
    """ "deal 9 damage; 12 instead if ..." """
    base = found["base"]
    if len(base) != 1 or "amount" not in base[0]:
        return NOTHING
    more = [{**base[0], "amount": found["amount"]}]
    return [{"type": "if", "condition": found["condition"], "do": more, "elsedo": base}]


def _mean_may(found: Json) -> Json:
    """ "you may ..." """
    options = [{"id": "yes", "do": found}, {"id": "no", "do": []}]
    return [{"type": "choose", "ask": "{you}", "prompt": "may", "options": options}]


def _mean_lasting(found: Json) -> Json:
    """ "this round ..." """
    modifier = {**found["modifiers"][0], "duration": found["duration"]}
    return [{"type": "addModifiers", "modifiers": [modifier]}]


def _mean_provided(found: Json) -> Json:
    """ "in battle, whenever ...", "Spread: this card costs 0": one more condition of what lasts."""
    of, more = found["of"], found["condition"]
    match of:
        case {"event": _}:
            return _under_condition(of, "condition", more)
        case {"property": _}:
            return _under_condition(of, "where", more)
        case {"modifiers": [modifier]}:
            return {**of, "modifiers": [_under_condition(modifier, "where", more)]}
        case [{"type": "addTriggers", "triggers": [trigger]}]:
            return [
                {"type": "addTriggers", "triggers": [_under_condition(trigger, "condition", more)]}
            ]
    return NOTHING


def _under_condition(table: Json, key: str, condition: Json) -> Json:
    known = conjuncts(table[key]) if key in table else []
    return {**table, key: conjunction([*known, *conjuncts(condition)])}


_BY: dict[str, Callable[[Json], Json]] = {
    "instead": _mean_instead,
    "may": _mean_may,
    "text": lambda found: "".join(map(str, found)),
    "lasting": _mean_lasting,
    "provided": _mean_provided,
    "item": lambda found: found,
    "and": conjunction,
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
