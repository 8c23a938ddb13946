"""
What no play shows: the forms in which programs are compared that are told alike.

Two programs of one form play alike by the rules of arithmetic and logic, whatever a match is like;
the exceptions that a game or a word makes stand in `exceptions.json5`. Begin with
`without_exceptions`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyjson5
from telling.given import YOU

from rules.pack import Pack
from rules.reading.notation import Json
from rules.workshop.unfolding import holds_one

EXCEPTIONS = pyjson5.decode((Path(__file__).parent / "exceptions.json5").read_text("utf-8"))
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_REFERENCE = re.compile(r"\{[\w.]+\}")
_ONE_OF_ZONE = re.compile(r"\.(\w+)\.(?:top|bottom|first|last)(?=[.}])")
_CONSTANT = re.compile(r"\{(this|you)\}")
_TESTS = ("condition", "where")


def without_exceptions(pack: Pack, node: Json, key: str = "") -> Json:
    """A program without what no play shows."""
    if isinstance(node, list):
        nodes = _with_one_result(_without_constants(node))
        left = [without_exceptions(pack, each, key) for each in nodes]
        return [each for part in left for each in _doing(pack, part)]
    if isinstance(node, str):
        node = _without_places(pack, node)
        return _holds(pack, node) if key in _TESTS and _REFERENCE.fullmatch(node) else node
    if not isinstance(node, dict):
        return node
    if (mine := _event_of_you(node)) and "do" in node:
        node = {**node, "do": _renamed(node["do"], mine, "you")}
    word = str(node.get("type") or node.get("chooser") or node.get("at") or "")
    written = " ".join(str(each) for each in node.values())
    if (holds := EXCEPTIONS["constant"].get(pack.id, {}).get(written)) is not None:
        return bool(holds)
    if word == "cards" and node.get("of") == {"chooser": "players"}:
        node = {name: each for name, each in node.items() if name != "of"}  # what it is without
    known = EXCEPTIONS["words"].get(word, {})
    node, shape, word = {**known.get("with", {}), **node}, word, known.get("is", word)
    left_out = {*EXCEPTIONS["parameters"].get("*", {}), *EXCEPTIONS["parameters"].get(word, {})}
    inside = node.get("$") in ("and", "or", "not")
    if inside:
        node["items"] = [_is_always(pack, each) or each for each in node["items"]]
    made = {
        name: without_exceptions(pack, each, "condition" if inside and name == "items" else name)
        for name, each in node.items()
        if name not in left_out
        and not (name in _TESTS and word not in ("if", "while", "Not") and _is_always(pack, each))
        and not (name == "condition" and _is_of_you(pack, node))
    }
    made |= {key: word for key in ("type", "at") if made.get(key) == shape != word}
    return _plain_test(pack, made)


def _doing(pack: Pack, node: Json) -> list[Json]:
    """
    What a doable or behaviour does: nothing where it is silent or holds nothing, and what is done
    under a condition that always holds.
    """
    if not isinstance(node, dict) or "id" in node:
        return [node]
    word = node.get("type")
    if word == "if" and "elsedo" not in node and _is_always(pack, node["condition"]):
        return [*node["do"]]
    if word == "if" and node["condition"] is False:
        return [*node.get("elsedo", ())]
    if word in EXCEPTIONS["silent"] and "do" not in node and "elsedo" not in node:
        return []
    lasting = node.get("triggers")
    if isinstance(lasting, list) and all(each == {} for each in lasting):
        return []
    shape = pack.declarations.defines["behaviors"].get(str(node.get("at")))
    waits = shape is not None and {"do", "event"} <= shape.params.keys()
    if node.get("do", [] if waits else None) == []:
        return [{}] if "event" in node and "at" not in node else []
    return [node]


def _is_always(pack: Pack, node: Json) -> bool:
    if not isinstance(node, dict):
        return node is True
    items = node.get("items", ())
    alike = f"{items[0]} {node.get('$')} {items[1]}" if len(items) == 2 else ""
    known = EXCEPTIONS["always"].get(pack.id, ())
    return node.get("type") == "AlwaysTrue" or alike in known


def _is_of_you(pack: Pack, behavior: dict[str, Any]) -> bool:
    """Whether a shape that waits for events of {you} has no condition but that it is of {you}."""
    word = pack.declarations.defines["behaviors"].get(str(behavior.get("at")))
    event = pack.declarations.events.get(str(behavior.get("event")))
    if word is None or event is None or "'of': '{you}'" not in repr(word.body):
        return False
    of = f"{{{event.name}.{event.subject}}}"
    return bool(behavior["condition"] == {"$": "==", "items": [of, "{you}"]})


def _event_of_you(trigger: dict[str, Any]) -> str:
    """The player of an event, by its name, who is {you} wherever this trigger is heard; or ""."""
    test, event = trigger.get("condition"), trigger.get("event")
    for each in test["items"] if _is(test, "and") else (test,):
        left, right = each["items"] if _is(each, "==") else ("", "")
        if right == YOU and str(left).startswith(f"{{{event}."):
            return str(left).strip("{}")
    return ""


def _is(node: Json, sign: str) -> bool:
    return isinstance(node, dict) and node.get("$") == sign


def _holds(pack: Pack, reference: Json) -> Json:
    """A reference as a condition: it is not 0."""
    return {"$": "!=", "items": [reference, 0]}


def _plain_test(pack: Pack, node: dict[str, Any]) -> Json:
    """A comparison or its opposite in one form of several."""
    negated = node.get("condition") if node.get("type") == "Not" else None
    if isinstance(negated, bool):
        return not negated
    if node.get("$") == "not":
        negated = node["items"][0]
    if isinstance(negated, dict):
        if negated.get("$") in _OPPOSITE:
            return _plain_test(pack, {**negated, "$": _OPPOSITE[negated["$"]]})
        return negated["condition"] if negated.get("type") == "Not" else node
    sign, items = node.get("$"), node.get("items", ())
    if sign in _MIRRORED and type(items[0]) is int and type(items[1]) is not int:
        sign, items = _MIRRORED[sign], [items[1], items[0]]
    if sign not in _OPPOSITE or type(items[1]) is not int:
        return node
    if sign in (">=", "<="):
        sign, items = sign[0], [items[0], items[1] - 1 if sign == ">=" else items[1] + 1]
    if _is_no_less_than_0(pack, items[0]) and (sign, items[1]) in ((">", 0), ("<", 1)):
        sign, items = "!=" if sign == ">" else "==", [items[0], 0]
    return {"$": sign, "items": items}


def _is_no_less_than_0(pack: Pack, node: Json) -> bool:
    """Whether a number cannot be below 0: how many there are, and fields that say so."""
    if isinstance(node, dict):
        return node.get("type") == "count"
    name = str(node).strip("{}").rpartition(".")[2]
    fields = [of[name] for of in pack.origin.raw["fields"].values() if name in of]
    return name == "count" or (bool(fields) and all(each.get("min", -1) >= 0 for each in fields))


def _without_places(pack: Pack, reference: str) -> str:
    """
    The one card of a zone that holds one has no place there; before one of two players stands the
    one who stands behind.
    """
    if pack.declarations.seats == (2,):
        reference = reference.replace(".previous", ".next")
    for name, same in EXCEPTIONS["same"].get(pack.id, {}).items():
        reference = reference.replace(name, same)

    def zone_alone(found: re.Match[str]) -> str:
        return "." + found[1] if holds_one(pack, found[1]) else found[0]

    return _ONE_OF_ZONE.sub(zone_alone, reference)


def _without_constants(nodes: list[Json]) -> list[Json]:
    """Doables without names for what is the same at every moment."""
    for number, node in enumerate(nodes):
        if isinstance(node, dict) and node.get("type") == "let":
            value = node.get("value")
            if isinstance(value, str) and _CONSTANT.fullmatch(value):
                rest = _renamed(nodes[number + 1 :], str(node["id"]), value[1:-1])
                return _without_constants([*nodes[:number], *rest])
    return nodes


def _with_one_result(nodes: list[Json]) -> list[Json]:
    """Doables with one name for what was dealt with: of one, the last of the cards is the cards."""
    for number, node in enumerate(nodes):
        if isinstance(node, dict) and isinstance(node.get("id"), str) and node.get("type") != "let":
            rest = _renamed(nodes[number + 1 :], f"{node['id']}.cards.count", f"{node['id']}.count")
            if node.get("amount", 1) == 1:
                rest = _renamed(rest, f"{node['id']}.UUID", f"{node['id']}.cards")
            nodes = [*nodes[: number + 1], *rest]
    return nodes


def _renamed(node: Json, name: str, to: str) -> Json:
    if isinstance(node, list):
        return [_renamed(each, name, to) for each in node]
    if isinstance(node, dict):
        return {key: _renamed(each, name, to) for key, each in node.items()}
    if isinstance(node, str):
        return re.sub(rf"\{{{re.escape(name)}(?=[.}}])", "{" + to, node)
    return node
