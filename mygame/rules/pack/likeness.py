"""
Cards that are printed like another one.

A card may say `"like": id`: what it does not say itself stands on it as on that card, but for its
id, name and how many there are. So thirty cards of a deck are one text and thirty lines. The other
card may be like a third one.

In the sections of a pack such cards stand as they are once that is done, and under `like` as they
are written, since the other card may change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from ..ground.errors import Problem

OWN_KEYS = ("id", "name", "count", "comment")  # never those of the other card


def note_likeness(raw: dict[str, Any], name: str, node: dict[str, Any] | None) -> None:
    """A card is written so from now on (None: there is none)."""
    raw["like"].pop(name, None)
    if node is not None and "like" in node:
        raw["like"][name] = node


def resolve_likeness(raw: dict[str, Any]) -> None:
    """Give cards that are like others what they do not say themselves."""
    cards = raw["cards"]
    written = raw["like"] = {name: node for name, node in raw["like"].items() if name in cards}
    whole: dict[str, dict[str, Any]] = {}  # those that are done
    for first in written:
        line = list(takewhile(lambda name: name not in whole, line_of(raw, first)))
        for name in reversed(line):  # each after the one that it is like
            node = written.get(name)
            if node is None:
                whole[name] = cards[name][1]
                continue
            other = node["like"]
            above = whole.get(other, {}) if isinstance(other, str) else {}
            whole[name] = {k: v for k, v in above.items() if k not in OWN_KEYS} | node
            cards[name] = cards[name][0], whole[name]


def line_of(raw: dict[str, Any], name: str) -> list[str]:
    """The id of a card, of the one that it is like, and so on; up to one that is none, or again."""
    line: dict[str, None] = {}
    while isinstance(name, str) and name in raw["cards"] and name not in line:
        line[name] = None
        name = raw["like"].get(name, {}).get("like", "")
    return list(line)


def without_repetitions(problems: Iterable[Problem], raw: dict[str, Any]) -> list[Problem]:
    """The problems without those of what a card has from another one, which are told there."""
    places = {raw["cards"][name][0]: node for name, node in raw["like"].items()}

    def is_own(problem: Problem) -> bool:
        for place, node in places.items():
            if problem.place.startswith(f"{place}."):
                key = re.match(r"\w*", problem.place[len(place) + 1 :])
                return key is None or key[0] in node
        return True

    return [problem for problem in problems if is_own(problem)]
