"""
Problems that only follow from others: what a mistake makes unknown is no mistake of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..ground.errors import Problem, near

_NOBODY = re.compile(r"nothing is called \{(\w+)")
_STEP = re.compile(r"\w+|\[(\d+)\]")
_UNKNOWN = ("there is no doable ", "there is no value ", "there is no chooser ")
#: By section that is wrong as a whole, how what is said begins of what needs it.
_NEEDED = {"bring": "players bring nothing like it", "return": "its things come home nowhere"}


def without_consequences(problems: Iterable[Problem], raw: dict[str, Any]) -> list[Problem]:
    """
    The problems without those that follow from others: a name that a mistyped doable would have
    given, or that is missed more than once; an option of a flow that could not be read; what needs
    a section that is none.
    """
    told = list(problems)
    lost = {_id_at(raw, each.place) for each in told if each.message.startswith(_UNKNOWN)}
    needless = tuple(_NEEDED[name] for each in told for name in _sections_wrong(each))
    missed: set[tuple[str, str]] = set()
    found = []
    for each in told:
        name, place = _NOBODY.match(each.message), _inside(each.place)
        if name is not None:
            key = re.split(r"[.\[]", place)[0], name[1]
            if name[1] in lost or key in missed:
                continue
            missed.add(key)
        of_bot = place.startswith("bot.") and each.message.startswith("there is no option ")
        if not of_bot and not each.message.startswith(needless):
            found.append(each)
    return found or told


def _inside(place: str) -> str:
    """A place without its file."""
    return place.rpartition(": ")[2]


def _sections_wrong(problem: Problem) -> list[str]:
    """The sections that are needed and that a problem says are none."""
    if problem.message == "this section is an object":
        return [name for name in _NEEDED if _inside(problem.place) == name]
    if problem.message.startswith("there is no section "):
        return near(_inside(problem.place), _NEEDED)
    return []


def _id_at(raw: dict[str, Any], place: str) -> str | None:
    """The `id` of a doable of the flow or of a word at a place, where that is told."""
    node: Any = raw
    for step in _STEP.finditer(_inside(place)):
        key = step[0] if step[1] is None else int(step[1])
        fits = isinstance(node, list | tuple) if isinstance(key, int) else isinstance(node, dict)
        try:
            node = node[key] if fits else None
        except (KeyError, IndexError):
            return None
    return node.get("id") if isinstance(node, dict) else None
