"""
What each seat is told of the other players (`board.between`, docs/table.md): numbers between {you},
who look, and {it}, such as a distance. In views they stand beside the fields of {it}.
"""

from __future__ import annotations

from typing import Any

from ..language.compile import Compiler
from ..running.program import Between
from .asked import Asked, unit_of_values

UNIT = "between"
PLACE = "board.between"
OTHER = "player", "you, 0, 0, None", "m you it"  # see `Asked`


def compile_between(section: dict[str, Any], compiler: Compiler) -> dict[str, Between]:
    """The numbers of `board.between`, by name: each of a match, of {you} and of {it}."""
    if not section:
        return {}
    asked = [Asked(f"{PLACE}.{name}", node, *OTHER) for name, node in section.items()]
    unit = compiler.compile_unit(UNIT, section, unit_of_values(asked))
    if unit is None:
        return {}
    return {name: unit.values[f"{PLACE}.{name}"] for name in section}
