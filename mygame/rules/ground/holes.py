"""
Filling holes of templates that anybody may have written: `deal {amount} damage`; and back.

A hole is a name in braces and nothing else. Python's own `str.format` also reads attributes and
items of what it is given, and pads to any width, which costs whoever fills it time and memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_HOLE = re.compile(r"\{(\w+)\}")


def fill_from(template: Any, values: Mapping[str, Any], missing: str = "") -> str:
    """
    A template with values in its holes, and `missing` where there is none.

    >>> fill_from("{who} has {gold}{what}.", {"who": "Ann", "gold": 3})
    'Ann has 3.'
    """
    return _HOLE.sub(lambda hole: str(values.get(hole[1], missing)), str(template))


def split_template(template: str) -> tuple[str, ...]:
    """What stands around the holes of a template, and their names between: for `match_template`."""
    return tuple(_HOLE.split(template))


def match_template(parts: Sequence[str], text: str) -> dict[str, str] | None:
    """
    What stands in the holes of a template where a text is the template, filled; None where it is
    not. Each hole has at least a character, and no more than it needs. It goes through the text
    once, whatever stands there.

    >>> match_template(split_template("{who} has {what}."), "Ann has 3 gold.")
    {'who': 'Ann', 'what': '3 gold'}
    """
    if len(parts) == 1:
        return {} if text == parts[0] else None
    last = len(text) - len(parts[-1])
    if not text.startswith(parts[0]) or not text.endswith(parts[-1]):
        return None
    found, at = {}, len(parts[0])
    for name, behind in zip(parts[1:-2:2], parts[2:-2:2], strict=True):
        end = text.find(behind, at + 1, last)
        if end < 0:
            return None
        found[name], at = text[at:end], end + len(behind)
    if at >= last:
        return None
    found[parts[-2]] = text[at:last]
    return found


def fill(template: Any, **values: Any) -> str:
    """The same, with the values by name."""
    return fill_from(template, values)
