"""Small questions about the data of a card, before anything of it is said."""

import re
from collections.abc import Mapping
from typing import Any

# A value, a condition, a chooser or a doable as it stands in the data of a card.
Node = Any


def listed(node: Node) -> list:
    """What may be missing, one or many, as a list."""
    if node is None:
        return []
    return node if isinstance(node, list) else [node]


def defaults(define: Mapping) -> dict[str, Any]:
    """The parameters of a definition that need not be given, with what they are then."""
    params = define.get("params", {})
    return {
        name: param["default"]
        for name, param in params.items()
        if isinstance(param, Mapping) and "default" in param
    }


def are_doables(node: Node) -> bool:
    """Whether it is a list of things to do, and not of choosers."""
    return isinstance(node, list) and all(
        isinstance(item, Mapping) and "type" in item and "Chooser" not in str(item["type"])
        for item in node
    )


def asks(node: Node) -> bool:
    """Whether somebody is asked for it."""
    return isinstance(node, Mapping) and str(node.get("type", "")).endswith("Chooser")


def are_many(node: Mapping, *keys: str) -> bool:
    """Whether a word deals with more than one, by the first of these parameters it has."""
    number = next((node[key] for key in keys if key in node), "1")
    return str(number) not in ("1", "")


def first_trigger(node: Node) -> Mapping:
    """The first trigger inside a definition; empty when there is none."""
    for inner in node.values() if isinstance(node, Mapping) else node:
        if isinstance(node, Mapping) and node.get("triggers"):
            return listed(node["triggers"])[0]
        if isinstance(inner, Mapping | list) and (found := first_trigger(inner)):
            return found
    return {}


def blur(key: str) -> str:
    """
    An id without the references in it, as `trees.parse` reads it.

    >>> blur("dc{loop1.index}")
    'dc*'
    """
    return re.sub(r"\{[^{}]*\}", "*", key)
