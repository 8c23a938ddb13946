"""
What the teller is asked about: sample uses of every word, whether a card has it yet or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..pack.definition import Pack
from .notation import Json


class Sample(NamedTuple):
    behaviors: Json
    kind: str = ""
    facts: dict[str, Any] = {}
    only: frozenset[str] = frozenset()


def samples(pack: Pack, language: str) -> Iterator[Sample]:
    return iter(())
