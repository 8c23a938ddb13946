"""
The numbers at the corners of cards (`board.table.faces`), and which of them is what a card costs:
one of which less is better.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from .definition import Pack

_HOLE = re.compile(r"\{(\w+)\}")


class Corner(NamedTuple):
    """The printed number at the corner of a kind of cards; `less`: the less, the better."""

    name: str
    less: bool
    label: Mapping[str, str]


def corners_of(pack: Pack) -> dict[str, Corner]:
    """The number at the corner of each kind of cards that has one."""
    faces = (pack.board.get("table") or {}).get("faces") or {}
    found: dict[str, Corner] = {}
    for kind, face in faces.items():
        corner = face.get("corner") or {}
        text = corner.get("text", "") if isinstance(corner, Mapping) else corner
        hole = _HOLE.search(text if isinstance(text, str) else "")
        given = corner if isinstance(corner, Mapping) else {}
        name = str(given.get("printed") or (hole[1] if hole and given else ""))
        declared = pack.program.properties.get(name)
        if declared is not None and declared.type == "number":
            found[kind] = Corner(name, bool(given.get("less")), given.get("label") or {})
    return found


def cost_of(pack: Pack, kind: str) -> str:
    """The property that is what cards of a kind cost; "" where none is."""
    corner = corners_of(pack).get(kind)
    return corner.name if corner is not None and corner.less else ""
