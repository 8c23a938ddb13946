"""
What is wrong with tables of ways: `problems_of_ways`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...pack.definition import Pack
from ..grammar import NUMBER, Hole
from ..notation import Json
from .filling import WORK
from .paraphrased import own_ways, ways_of
from .patterns import NO_RULES, BadPattern, rules_of_pattern


def problems_of_ways(pack: Pack, language: str) -> Iterator[tuple[str, str]]:
    """
    (place, problem) of the ways of a pack in a language: patterns that cannot be read, holes that
    nothing fills, work that nobody knows.
    """
    ways_known = ways_of(pack, language)
    known = {NUMBER, *ways_known.table, *ways_known.categories}
    for category, ways in own_ways(pack, language).items():
        if category in NO_RULES:
            continue
        for pattern, meaning in ways.items():
            place = f"words.{language}.ways.{category}.{pattern}"
            for problem in _problems_of(category, pattern, meaning, language, known):
                yield place, problem


def _problems_of(
    category: str, pattern: str, meaning: Json, language: str, known: set[str]
) -> Iterator[str]:
    try:
        rules = list(rules_of_pattern(category, pattern, meaning, language))
    except BadPattern as error:
        yield f"the pattern cannot be read: {error}"
        return
    filled = {each.category for rule in rules for each in rule.says if isinstance(each, Hole)}
    for name in sorted(filled - known):
        yield f"nothing fills the hole {{{name}}}"
    for name in sorted({*_works_in(meaning)} - WORK):
        yield f"there is no work called {name!r}"
    if not rules:
        yield "the pattern says nothing"


def _works_in(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get("!"), str):
            yield node["!"]
        for value in node.values():
            yield from _works_in(value)
    elif isinstance(node, list):
        for value in node:
            yield from _works_in(value)
