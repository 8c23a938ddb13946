"""
From a sentence to a card: `read(pack, "en", "Draw 2 cards.")` gives behaviours that say it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..pack.definition import Pack
from .books import Book, book
from .chart import Chart, TooMuchWork
from .meanings import made
from .notation import together
from .typed import Typed

MOST_CHARACTERS = 400
MOST_TRIED = 150  # meanings that are told


class Refused(ValueError):
    """A text that is not read; `args[0]` is the key of the reason: too_long, too_much."""


class Reading(NamedTuple):
    """One way to understand a text."""

    behaviors: list[Any]
    sentence: dict[str, str]
    facts: dict[str, Any]


class Understood(NamedTuple):
    """What is understood of a text, and what could come next."""

    readings: list[Reading]
    upto: int
    next: list[str]


def read(
    pack: Pack, language: str, text: str, kind: str = "",
    facts: Mapping[str, Any] | None = None, limit: int = 8,
) -> Understood:  # fmt: skip
    return read_in(book(pack, language), text, kind, facts, limit)


def read_in(
    of: Book, text: str, kind: str = "", facts: Mapping[str, Any] | None = None, limit: int = 8,
    sources: Iterable[str] = (),
) -> Understood:  # fmt: skip
    if len(text) > MOST_CHARACTERS:
        raise Refused("too_long")
    typed = Typed(text, of.language)
    plain = typed.text.strip().rstrip(".")
    try:
        chart = Chart(of.index, plain, "card", of.without(sources) if sources else frozenset())
    except TooMuchWork:
        raise Refused("too_much") from None
    readings: list[Reading] = []
    if chart.whole:
        seen: set[str] = set()
        tried = 0
        for meaning in chart.best(("card", 0, len(plain)), made):
            for behaviors, own in of.judge.candidates(meaning.value, kind):
                tried += 1
                if (key := repr((behaviors, own))) in seen or tried > MOST_TRIED:
                    continue
                seen.add(key)
                tree = of.judge.read(behaviors)
                if tree is None:
                    continue
                told = of.judge.told(tree, kind, {**(facts or {}), **own})
                if of.judge.says(told, plain):
                    readings.append(Reading(together(behaviors), {of.language: told}, own))
                    if len(readings) >= limit:
                        return Understood(readings, len(text), [])
    return Understood(readings, len(text) if readings else typed.upto(chart.furthest), [])
