"""
Behaviours in fewer words of their game: whether two ways to say something come to the same.

`unfolded` puts in for a word what it stands for, where that is only another way to write a
condition, a value, a chooser or one doable. Begin there.
"""

from __future__ import annotations

import operator
import re
from typing import Any

from ..pack.definition import Pack
from ..reading.notation import Json, take_apart

_FAMILIES = {"type": ("conditions", "values", "doables"), "chooser": ("choosers",)}
_ENTITIES = ("target", "on", "of")
_REFERENCE = re.compile(r"\{(\w+)((?:\.\w+)*)\}")
_COMPARED = {
    "Equals": "==", "GreaterThan": ">", "LessThan": "<", "GreaterThanOrEqual": ">=",
    "LessThanOrEqual": "<=",
}  # fmt: skip
_ORDERS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
_ITSELF = re.compile(r"(\{\w+(?:\.\w+)*)\.UUID\}")
_LIST = re.compile(r"(\{\w+(?:\.\w+)*)\.(?:top|first|last)\}")


def unfolded(pack: Pack, node: Json, key: str = "") -> Json:
    """JSON that is taken apart (`take_apart`), in fewer words: what plays alike is alike in it."""
    if isinstance(node, list):
        return [unfolded(pack, each, key) for each in node]
    if isinstance(node, str) and key in _ENTITIES:
        return _plain_entity(pack, node)
    if not isinstance(node, dict):
        return node
    if "at" in node and key == "":
        node = _as_you(node, "{" + str(node["at"]) + ".playerUUID")
    node = _from_zone(node)
    put_in = _unfold(pack, node)
    if put_in is not node:
        return unfolded(pack, put_in, key)
    return _fold({name: unfolded(pack, value, name) for name, value in node.items()})


def _from_zone(node: dict[str, Any]) -> dict[str, Any]:
    """Cards of a zone of a player as those from it."""
    of = node.get("of")
    if node.get("chooser") != "cards" or "zone" not in node or not isinstance(of, str):
        return node
    rest = {name: value for name, value in node.items() if name not in ("zone", "of")}
    return {**rest, "from": of[:-1] + "." + str(node["zone"]) + "}"}


def _plain_entity(pack: Pack, node: str) -> str:
    """A card, or all of a zone that holds but one, without a word for that."""
    if found := _ITSELF.fullmatch(node):
        return found[1] + "}"
    if found := _LIST.fullmatch(node):
        zone = found[1].rpartition(".")[2]
        if holds_one(pack, zone):
            return found[1] + "}"
    return node


def holds_one(pack: Pack, zone: str) -> bool:
    """Whether a zone holds one card at most."""
    spec = pack.origin.raw["zones"].get(zone, {})
    return 1 in (spec.get("max"), spec.get("most"))


def _as_you(node: Json, player: str) -> Json:
    """The player of a timing is the one whom the behaviour belongs to."""
    if isinstance(node, list):
        return [_as_you(each, player) for each in node]
    if isinstance(node, dict):
        return {name: _as_you(value, player) for name, value in node.items()}
    if isinstance(node, str) and node.startswith((player + "}", player + ".")):
        return "{you" + node[len(player) :]
    return node


def _unfold(pack: Pack, node: dict[str, Any]) -> Json:
    """What a word stands for; the node itself where it does more, or what it takes does not fit."""
    for key, families in _FAMILIES.items():
        for family in families:
            word = pack.declarations.defined_word(family, str(node.get(key, "")))
            if word is None or word.options.get("target") or "id" in node:
                continue
            body = word.body
            if family == "doables":
                if len(body) != 1 or body[0].get("type") in ("if", "loop", "addTriggers"):
                    continue
                body = {name: value for name, value in body[0].items() if name != "id"}
            given = {
                name: node[name] if name in node else take_apart(param.default)
                for name, param in word.params.items()
            }
            found = _put_in(take_apart(body), given)
            if found is not None:
                return found
    return node


def _put_in(node: Json, given: dict[str, Any]) -> Json:
    """A body with what its parameters are given; None where a part of something is asked for."""
    if isinstance(node, list):
        parts = [_put_in(each, given) for each in node]
        return None if None in parts else parts
    if isinstance(node, dict):
        made = {name: _put_in(value, given) for name, value in node.items()}
        return None if None in made.values() else made
    if not isinstance(node, str) or not (found := _REFERENCE.fullmatch(node)):
        return node
    if found[1] not in given:
        return node
    value = given[found[1]]
    if not found[2]:
        return value
    is_reference = isinstance(value, str) and _REFERENCE.fullmatch(value)
    return value[:-1] + found[2] + "}" if is_reference else None


def _fold(node: dict[str, Any]) -> Json:
    """Comparisons of what is written out, and what follows from them, worked out."""
    match node:
        case {"type": str(word), "value1": one, "value2": other} if word in _COMPARED:
            return _fold({"$": _COMPARED[word], "items": [one, other]})
        case {"type": "AlwaysTrue" | "AlwaysFalse" as word}:
            return word == "AlwaysTrue"
        case {"type": "Not", "condition": bool(known)}:
            return not known
        case {"type": "count", "of": {"chooser": "cards", "from": str(zone), **rest}}:
            return node if rest else f"{zone[:-1]}.count}}"
        case {"type": "count", "of": str(things), **rest} if not rest:
            return f"{things[:-1]}.count}}"
    items = node.get("items", [])
    match node.get("$"):
        case "==" if all(_is_written_out(each) for each in items):
            return items[0] == items[1]
        case sign if sign in _ORDERS and all(isinstance(each, int) for each in items):
            return _ORDERS[sign](*items)
        case "-" if all(isinstance(each, int) for each in items):
            return items[0] - items[1]
        case "or" if True in items:
            return True
        case "and" if any(each is False for each in items):
            return False
        case "or" | "and" as join:
            neutral = join == "and"
            left = [each for each in items if each is not neutral]
            return left[0] if len(left) == 1 else {**node, "items": left}
    return node


def _is_written_out(node: Json) -> bool:
    return isinstance(node, int) or (isinstance(node, str) and "{" not in node)
