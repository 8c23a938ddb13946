"""
Templates of a layout, read once: text, holes (`{hand.count}`, `{phase|symbol}`), and groups in
square brackets, which are left out when a hole in them is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_HOLE = re.compile(r"\{([\w.]+)(?:\|(\w+))?\}")
_GROUP = re.compile(r"\[([^\[\]]*)\]")


class Hole(NamedTuple):
    """Where a value belongs: the names that lead to it, and its form."""

    path: tuple[str, ...]
    form: str | None


class Group(NamedTuple):
    """What is told only with something in each of its holes."""

    parts: tuple[str | Hole, ...]


@lru_cache(maxsize=4096)
def parse_template(template: str) -> tuple[str | Hole | Group, ...]:
    """
    The parts of a template.

    >>> parse_template("{gold} gold[ +{many}]")
    (Hole(path=('gold',), form=None), ' gold', Group(parts=(' +', Hole(path=('many',), form=None))))
    """
    parts: list[str | Hole | Group] = []
    end = 0
    for group in _GROUP.finditer(template):
        parts += _walk_holes(template[end : group.start()])
        parts.append(Group(tuple(_walk_holes(group.group(1)))))
        end = group.end()
    return (*parts, *_walk_holes(template[end:]))


def _walk_holes(text: str) -> Iterator[str | Hole]:
    end = 0
    for hole in _HOLE.finditer(text):
        if hole.start() > end:
            yield text[end : hole.start()]
        yield Hole(tuple(hole.group(1).split(".")), hole.group(2))
        end = hole.end()
    if end < len(text):
        yield text[end:]
