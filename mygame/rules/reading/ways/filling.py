"""
What rules mean with their holes filled.

A hole is written as a reference, `{n}`; `{who.attack}` is a part of what fills it. Under the key
`...` stands what is laid into the table around it. A table with `!` is work for later
(`resolving`), or done here (`_AT_ONCE`). Begin with `fill_way`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..grammar import NOTHING, Rule, conjunction, conjuncts
from ..notation import Json

_REFERENCE = re.compile(r"\{(\w[\w ]*)((?:\.\w+)*)\}")
OMIT: Any = {"!": "omit"}  # a parameter that need not be given


def fill_way(rule: Rule, values: Sequence[Json]) -> Json:
    """What a rule means; NOTHING where that makes no sense."""
    given = dict(zip(rule.means["names"], values, strict=True))
    return _fill(rule.means["means"], given | dict.fromkeys(rule.means["absent"], OMIT))


def _fill(node: Json, given: Mapping[str, Json]) -> Json:
    if isinstance(node, str):
        return _fill_text(node, given)
    if isinstance(node, list):
        items: list[Json] = []
        for each in node:
            value = _fill(each, given)
            if value is NOTHING:
                return NOTHING
            spread = isinstance(each, str) or (isinstance(each, dict) and "!" in each)
            if spread and isinstance(value, list):
                items += value
            elif value is not OMIT:
                items.append(value)
        return items
    if not isinstance(node, dict):
        return node
    made: dict[str, Json] = {}
    for key, each in node.items():
        value = _fill(each, given)
        if value is NOTHING:
            return NOTHING
        if key == "...":
            made |= value
        elif value is not OMIT:
            made[key] = value
    work = _AT_ONCE.get(made.get("!", ""))
    return work(made) if work else made


def _fill_text(node: str, given: Mapping[str, Json]) -> Json:
    match = _REFERENCE.fullmatch(node)
    if match is None or match[1] not in given:
        return node
    value, path = given[match[1]], match[2]
    return get_part(value, path) if path and value is not OMIT else value


def get_part(value: Json, path: str) -> Json:
    """A part of what fills a hole: of a reference at once, of others when they have a name."""
    if isinstance(value, str) and value.startswith("{"):
        return value[:-1] + path + "}"
    if isinstance(value, dict) and value.get("!") == "part":
        return {**value, "path": value["path"] + path}
    if isinstance(value, dict) and "!" not in value and "$" not in value:
        for step in path.split(".")[1:]:
            value = value.get(step, OMIT)
        return value
    return {"!": "part", "of": value, "path": path}


# -- work that is done at once


def _narrow(made: dict[str, Json]) -> Json:
    """A set of which a condition about {it} must hold, or the one chosen of such a set."""
    of, more = made["of"], conjuncts(made["where"])
    if not isinstance(of, dict):
        return NOTHING
    if of.get("!") == "set":
        return {**of, "where": [*of.get("where", ()), *more]}
    if "set" in of:
        return {**of, "set": _narrow({"of": of["set"], "where": more})}
    return NOTHING


def _negate(made: dict[str, Json]) -> Json:
    of = made["of"]
    if isinstance(of, dict) and of.get("type") == "Not":
        return of["condition"]
    if isinstance(of, dict) and "$" in of and of["$"] in _OPPOSITE:
        return {**of, "$": _OPPOSITE[of["$"]]}
    plain = not isinstance(of, dict) or "$" in of
    return {"$": "not", "items": [of]} if plain else {"type": "Not", "condition": of}


_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def _like(made: dict[str, Json]) -> Json:
    """
    The statements of something, once more; with something else where one is changed: "instead
    deal 4". `is` names what that one has; `set`, `add` and `times` what becomes of it.
    """
    changed, more, factors = (made.get(key, {}) for key in ("set", "add", "times"))
    if not (changed or more or factors):
        return copy.deepcopy(made["of"])
    found = _copied(made["of"])
    asked = made.get("is", {}).items()
    told = [
        each for each in found
        if isinstance(each, dict) and (changed | more | factors).keys() <= each.keys()
        and asked <= {key: each[key] for key, _ in asked if key in each}.items()
    ]  # fmt: skip
    if not told:
        return NOTHING
    one = told[-1 if made.get("last") else 0]
    one.update(changed)
    for sign, others in (("+", more), ("*", factors)):
        for key, value in others.items():
            one[key] = _plus({"of": one[key], "with": value, "$": sign})
    return found


def _copied(node: Json) -> Json:
    """Statements once more, about the same things."""
    if isinstance(node, list):
        return [_copied(each) for each in node]
    if not isinstance(node, dict) or "!" in node:
        return node
    return {key: _copied(value) for key, value in node.items()}


def _each_with(made: dict[str, Json]) -> Json:
    """Statements to which the same is added, where they have a place for it."""
    return [{**each, **made["set"]} if isinstance(each, dict) else each for each in made["of"]]


def _only(made: dict[str, Json]) -> Json:
    """Something if it is of that form: `is` names keys that its first statement has."""
    of = made["of"]
    first = of[0] if isinstance(of, list) and of else of
    if not isinstance(first, dict):
        return NOTHING
    return of if all(first.get(key) == value for key, value in made["is"].items()) else NOTHING


def _put(made: dict[str, Json]) -> Json:
    """Something with what stands for names that it leaves open: `{@who}`."""
    given = {"{@" + name + "}": value for name, value in made["as"].items()}
    return _put_in(made["of"], given, {})


def _put_in(node: Json, given: Mapping[str, Json], known: dict[int, Json]) -> Json:
    """What stands at two places is one thing afterwards too."""
    if isinstance(node, str):
        return given.get(node, node)
    if isinstance(node, list):
        return [_put_in(each, given, known) for each in node]
    if not isinstance(node, dict):
        return node
    if id(node) not in known:
        made = {key: _put_in(value, given, known) for key, value in node.items()}
        known[id(node)] = {key: value for key, value in made.items() if value is not OMIT}
    return known[id(node)]


def _other(made: dict[str, Json]) -> Json:
    """A set without what was chosen before, or without this card (`resolving`)."""
    of = made["of"]
    return {**of, "rest": True} if isinstance(of, dict) and of.get("!") == "set" else NOTHING


def _except(made: dict[str, Json]) -> Json:
    """Something that is not of these sorts: what "it" is where only cards are meant."""
    of, sorts = made["of"], made["sorts"]
    if not isinstance(of, dict) or "!" not in of:
        return of
    if of["!"] == "it":
        others = [each for each in of.get("sort", ()) if each not in sorts]
        known = {**of, "sort": others}
        if of.get("or", {}).get("sort") in sorts:
            del known["or"]
        return known if others else NOTHING
    sort = of.get("sort", of["set"].get("sort") if isinstance(of.get("set"), dict) else None)
    return NOTHING if sort in sorts else of


def _leave_to_chance(made: dict[str, Json]) -> Json:
    """Statements in which chance chooses what somebody would."""
    known: dict[int, Json] = {}
    found = _by_chance(made["of"], known)
    return found if known else NOTHING


def _by_chance(node: Json, known: dict[int, Json]) -> Json:
    if isinstance(node, list):
        return [_by_chance(each, known) for each in node]
    if not isinstance(node, dict):
        return node
    if id(node) in known:
        return known[id(node)]
    if node.get("!") == "one" and not known:
        known[id(node)] = {"amount": 1, **node, "!": "random"}
        return known[id(node)]
    return {key: _by_chance(value, known) for key, value in node.items()}


def _extreme(made: dict[str, Json]) -> Json:
    """Those of a set that have the most or the least of something."""
    of = made["of"]
    if not isinstance(of, dict) or of.get("!") != "set":
        return NOTHING
    return {**of, **{key: made[key] for key in ("by", "top", "bottom") if key in made}}


def _part(made: dict[str, Json]) -> Json:
    """A part of what has a name is known at once."""
    is_open = not isinstance(made["of"], str) or made["of"].startswith("{@")
    return made if is_open else get_part(made["of"], made["path"])


def _about(made: dict[str, Json]) -> Json:
    """A condition about {it}, if there is one, as one about something else."""
    return _tell_of(made["is"], made["of"]) if "is" in made else OMIT


def _tell_of(node: Json, of: Json) -> Json:
    if isinstance(node, str):
        if node == "{it}":
            return of
        return get_part(of, node[3:-1]) if node.startswith("{it.") else node
    if isinstance(node, list):
        return [_tell_of(each, of) for each in node]
    return (
        {key: _tell_of(value, of) for key, value in node.items()}
        if isinstance(node, dict)
        else node
    )


def _plus(made: dict[str, Json]) -> Json:
    """Numbers that are known are worked out."""
    one, other, sign = made["of"], made["with"], made.get("$", "+")
    if isinstance(one, int) and isinstance(other, int):
        known = {"+": one + other, "-": one - other, "*": one * other, "//": one // (other or 1)}
        return known[sign]
    if sign == "*" and 1 in (one, other):
        return other if one == 1 else one
    if sign == "//" and other == 1:
        return one
    return {"$": sign, "items": [one, other]}


def _all_of(made: dict[str, Json]) -> Json:
    parts = [part for each in made["of"] for part in conjuncts(each)]
    return conjunction(parts) if parts else OMIT


_AT_ONCE: dict[Any, Callable[[dict[str, Json]], Json]] = {
    "narrow": _narrow, "not": _negate, "like": _like, "with": _each_with, "only": _only,
    "sum": _plus, "and": _all_of, "put": _put, "other": _other,
    "chance": _leave_to_chance, "about": _about,
    "extreme": _extreme, "except": _except, "part": _part,
}  # fmt: skip

#: All that can stand under `!`: done here, or when references are resolved.
WORK = frozenset(_AT_ONCE) | {
    "set", "one", "default", "random", "all", "single", "it", "number", "again", "before", "note",
}  # fmt: skip
