"""
Conditions that go without saying beside what is done: "you may discard a horse of its target", if
there is one. The table `unsaid` of a pack's words says beside what; anywhere else they are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...language.query import are_alike, reference_path
from ...language.tree import Node, Use
from .vocabulary import written_argument
from .words import Words


def goes_without_saying(words: Words, part: Node, macro: Use) -> bool:
    """Whether a condition of a behaviour is unsaid beside what else the behaviour says."""
    entry = words.look_up("unsaid", part.name, default=None) if isinstance(part, Use) else None
    if not isinstance(part, Use) or entry is None:
        return False
    beside = (use for use in _uses_in(macro, part) if _is_meant(entry["beside"], use))
    given = {key: of for key, of in entry.items() if key != "beside"}
    return any(all(_is_given(part, key, of, use) for key, of in given.items()) for use in beside)


def _is_meant(beside: Mapping[str, Any], use: Use) -> bool:
    """Whether a word is what a condition goes without saying beside."""
    for key, wanted in beside.items():
        named = key in ("type", "chooser", "at")
        written = use.name if named else written_argument(use.arguments.get(key))
        if written not in (wanted if isinstance(wanted, list) else [wanted]):
            return False
    return True


def _is_given(part: Use, key: str, of: str, use: Use) -> bool:
    """Whether a condition is about what it is taken to be about: a reference, or what `use` has."""
    argument = part.arguments.get(key)
    if "{" not in of:
        return are_alike(argument, use.arguments.get(of))
    path = reference_path(argument) if isinstance(argument, Node) else None
    return path is not None and str(path) == of[1:-1]


def _uses_in(node: Any, part: Use) -> Iterator[Use]:
    """The words that are written in a node, but for those of a part of it."""
    if node is part:
        return
    if isinstance(node, Use):
        yield node
    inside = node.arguments.values() if isinstance(node, Use) else ()
    more = node.children() if isinstance(node, Node) and not isinstance(node, Use) else ()
    for each in (*inside, *more, *(node if isinstance(node, tuple | list) else ())):
        yield from _uses_in(each, part)
