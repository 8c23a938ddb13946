"""
Filling holes of templates that anybody may have written: `deal {amount} damage`.

A hole is a name in braces and nothing else. Python's own `str.format` also reads attributes and
items of what it is given, and pads to any width, which costs whoever fills it time and memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_HOLE = re.compile(r"\{(\w+)\}")


def filled(template: Any, values: Mapping[str, Any], missing: str = "") -> str:
    """
    A template with values in its holes, and `missing` where there is none.

    >>> filled("{who} has {gold}{what}.", {"who": "Ann", "gold": 3})
    'Ann has 3.'
    """
    return _HOLE.sub(lambda hole: str(values.get(hole[1], missing)), str(template))


def fill(template: Any, **values: Any) -> str:
    """The same, with the values by name."""
    return filled(template, values)
