"""Which properties and fields modifiers change: all others are read as they are."""

from __future__ import annotations

from typing import Any

from ..ground.data import Json
from ..language import dialect
from ..language.declared import Declarations


def mark_modified(declared: Declarations, raw: dict[str, Any]) -> None:
    """Mark them. What was found of each card and word is kept with the sections."""
    # A table of its own: versions share their sections where these are the same.
    known: dict[str, tuple[list[str], list[str]]] = dict(raw.get("modified", {}))
    raw["modified"] = known
    changed: set[str] = set(declared.enchantments.properties)
    own: set[str] = set()
    for name, node in parts_with_modifiers(raw).items():
        if name not in known:
            known[name] = modified_names(node)
        changed.update(known[name][0])
        own.update(known[name][1])
    for name, fact in declared.modifiable.items():
        fact.modified, fact.owned = name in changed, name in own


def parts_with_modifiers(raw: dict[str, Any]) -> dict[str, Any]:
    """All in which modifiers can stand, by name: cards, words, the flow."""
    parts = {f"card {name}": node for name, (_, node) in raw["cards"].items()}
    for family, table in raw["define"].items():
        parts |= {f"{family} {name}": node for name, (_, node) in table.items()}
    return parts | {"main": raw["main"]}


def modified_names(tree: Json) -> tuple[list[str], list[str]]:
    """The properties and fields that any modifier in it changes, and those that cards' own do."""
    reading = ("getCardProperty", "getProperty", "sum")

    def names(tree: Json) -> list[str]:
        nodes = (node for node in dialect.walk_objects(tree) if node.get("type") not in reading)
        found: set[str] = set()
        for node in nodes:
            if isinstance(node.get("property"), str):
                found.add(node["property"])
            if isinstance(node.get("change"), dict):
                found.update(node["change"])
        return sorted(found)

    return names(tree), names([n for n in dialect.walk_objects(tree) if n.get("at") == "always"])
