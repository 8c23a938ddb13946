"""
What players bring and nobody takes home: `bring` entries that change in play without a `return`,
and zones of which `return` knows nothing, though cards that were brought can lie there at the end;
and what is conserved and changes by hand.

None of it is certainly wrong, so `python -m rules.pack check` tells them as warnings. It looks at
the words as they are written: what a word of the pack is given as a parameter is not followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..ground.errors import Problem
from ..pack.bringing import WAYS
from ..pack.definition import Pack
from ..pack.located import locate_problems
from ..running.bring import Entry
from ..running.zone_rules import NO_RULES

CODE = ("main", "zones", "cards", "define", "tallies")  # sections in which something is done
MAKING = ("move", "create", "copy")  # words that put cards into a zone, `to`
_NAMES = re.compile(r"\.(\w+)")


def homeless_places(pack: Pack) -> list[Problem]:
    """Every such place, by file and line."""
    raw = pack.origin.raw
    done = [*objects_of_code(pack)]
    problems: list[Problem] = []
    for entry in pack.declarations.bring.values():
        if entry.is_list:
            problems += _zones_unread(pack, entry, done)
        elif entry.name not in raw["return"]:
            problems += _changed_fields(pack, entry, done)
        if entry.conserved:
            problems += _changed_by_hand(pack, entry, done)
    return locate_problems(problems, pack.sources)


def objects_of_code(pack: Pack) -> Iterator[dict[str, Any]]:
    """All objects in what a pack does, as they are written."""
    for section in CODE:
        yield from _objects(pack.origin.raw[section])


def _objects(node: Any) -> Iterator[dict[str, Any]]:
    """All objects in a piece of JSON."""
    if isinstance(node, dict):
        yield node
        for inner in node.values():
            yield from _objects(inner)
    elif isinstance(node, list | tuple):
        for inner in node:
            yield from _objects(inner)


def _changed_fields(pack: Pack, entry: Entry, done: list[dict[str, Any]]) -> Iterator[Problem]:
    """That a number is brought and changes, and nobody takes home what becomes of it."""
    fields = {name for name, of in pack.declarations.brought_fields.items() if of == entry.name}
    changed = {node.get("field") for node in done if node.get("type") == "set"}
    for field in sorted(fields & {each for each in changed if isinstance(each, str)}):
        message = (
            f"{field} begins with it and changes in play, and nothing of it is in return: "
            "what becomes of it is lost"
        )
        yield Problem(f"bring.{entry.name}", message)


def _changed_by_hand(pack: Pack, entry: Entry, done: list[dict[str, Any]]) -> Iterator[Problem]:
    """That a field which words for conserved numbers change is changed by `set` as well."""
    is_own = pack.declarations.brought_fields.get(entry.name) == entry.name
    by_hand = any(each.get("type") == "set" and each.get("field") == entry.name for each in done)
    if is_own and by_hand:
        message = (
            f"{entry.name} is conserved and changes by a set: transfer, mint and burn change as "
            "much elsewhere"
        )
        yield Problem(f"bring.{entry.name}", message)


def _zones_unread(pack: Pack, entry: Entry, done: list[dict[str, Any]]) -> Iterator[Problem]:
    """The zones in which cards of a list can lie at the end that its `return` does not read."""
    given = pack.origin.raw["return"].get(entry.name)
    made = any(node.get("what") == entry.name for node in done if node.get("chooser") == "brought")
    if not isinstance(given, dict) or given.keys().isdisjoint(WAYS) or not made:
        return
    read = _zones_read(pack, given, set())
    unread = [zone for zone in _zones_used(pack, entry, done) if zone not in read]
    if read and unread:
        message = (
            f"cards of it can lie in {', '.join(unread)} at the end, and return does not read that:"
            " what lies there is neither kept nor lost"
        )
        yield Problem(f"return.{entry.name}", message)


def _zones_used(pack: Pack, entry: Entry, done: list[dict[str, Any]]) -> list[str]:
    """The zones into which something is put that take a card of a list."""
    layout, raw = pack.declarations.layout, pack.origin.raw["zones"]
    used = {node.get("to") for node in done if node.get("type") in MAKING}
    used |= {raw[name].get("overflow") for name in used & raw.keys()}
    pool = entry.pool(pack.declarations.catalogue)
    rules = pack.program.zone_rules
    return [
        name
        for name, zone in layout.zones.items()
        if name in used and any(rules.get(zone.first, NO_RULES).takes(card) for card in pool)
    ]


def _zones_read(pack: Pack, node: Any, seen: set[str]) -> set[str]:
    """The zones that a piece of JSON names, also in what words of the pack are made of."""
    zones = pack.declarations.layout.zones
    defines = pack.declarations.defines
    found: set[str] = set()
    texts = [text for each in _objects({"": node}) for text in _texts(each)]
    for each in _objects({"": node}):
        if isinstance(each.get("zone"), str):
            found.add(each["zone"])
        for name in (each.get("type"), each.get("chooser")):
            if not isinstance(name, str) or name in seen:
                continue
            seen.add(name)
            for family in defines.values():
                if name in family:
                    found |= _zones_read(pack, family[name].body, seen)
    for text in texts:
        found |= set(_NAMES.findall(text))
    return found & zones.keys()


def _texts(node: dict[str, Any]) -> Iterator[str]:
    """The texts in an object, alone or in lists."""
    for inner in node.values():
        for each in inner if isinstance(inner, list) else (inner,):
            if isinstance(each, str):
                yield each
