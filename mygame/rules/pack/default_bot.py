"""
What bots play for in a pack without a section `bot`: that by which its matches end
(docs/language/bots.md). Begin at `default_bot`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ground.data import Json
from ..language.references import split_references
from .declare import is_value

KNOWN = {"it", "match"}  # what a value of bots can be about


def default_bot(raw: dict[str, Any]) -> dict[str, Any]:
    """
    The section `bot` for a pack that has none, of its sections: what `endMatch` says behind `by`,
    in hundredths, less what the others have of it on average. Nothing where matches end otherwise,
    by several values, or by one that only the flow knows.
    """
    values = [each["by"] for each in _ends([raw["main"], raw["define"]]) if "by" in each]
    if not values or any(each != values[0] for each in values):
        return {}
    if not _names_in(values[0]) <= KNOWN or is_value(raw["pack"].get("sides", "")):
        return {}
    worth = {"type": "multiply", "values": [values[0], 100]}
    others = {"chooser": "enemies", "of": "{it}"}
    mean = {
        "type": "divide",
        "value1": {"type": "sum", "of": others, "value": worth},
        "value2": {"type": "max", "values": [1, {"type": "count", "of": others}]},
    }
    return {
        "worth": {"type": "subtract", "value1": worth, "value2": mean},
        "weighsOthers": True,
    }


def _ends(node: Any) -> Iterator[dict[str, Json]]:
    """All `endMatch` in a piece of the flow."""
    if isinstance(node, dict):
        if node.get("type") == "endMatch":
            yield node
        node = [*node.values()]
    if isinstance(node, list | tuple):
        for inner in node:
            yield from _ends(inner)


def _names_in(node: Json) -> set[str]:
    """The names with which references in a value begin."""
    if isinstance(node, str):
        try:
            inside = [each for _, each in split_references(node) if each is not None]
        except ValueError:  # the flow tells it
            return {""}
        return {each.partition(".")[0] for each in inside}
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return {name for part in parts for name in _names_in(part)}
