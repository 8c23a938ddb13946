"""
What a text says in people's own words: `Ways.read` of `ways_of(pack, language)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyjson5

from ...ground.once import once_a_language
from ...pack.definition import Pack
from ..chart import Chart, Index, TooMuchWork
from ..grammar import Hole, Rule
from ..notation import Json, put_together, take_apart
from .filling import fill_way
from .left_out import LeftOut
from .mentions import Unresolved
from .naming import named_rules
from .patterns import rules_of
from .resolving import Resolver
from .tokens import mend_spelling, same_tokens, say_otherwise, spell, tokens_of

FOLDER = Path(__file__).parent
_START = "text"
_MOST = 12


class Way(NamedTuple):
    """One way to understand a text."""

    cost: float
    behaviors: list[Json]
    printed: dict[str, Json]
    answers: dict[str, Json]
    is_unclear: bool = False  # what is pointed at could be something else


class Mended(NamedTuple):
    """What was read as another word: from where to where it was typed, and the word."""

    start: int
    end: int
    word: str


def mended_text(text: str, mended: Iterable[Mended]) -> str:
    """A text with the words as which its misspelled ones were read."""
    for start, end, word in sorted(mended, reverse=True):
        text = text[:start] + word + text[end:]
    return text


class Found(NamedTuple):
    """Ways to understand a text, the likeliest first; what was mended; how much of it is read."""

    ways: list[Way]
    mended: list[Mended]
    upto: int


class Ways:
    """The ways of saying of a pack in a language."""

    def __init__(self, pack: Pack, language: str):
        self.language = language
        table = merge_ways(general_ways(language), own_ways(pack, language))
        self.table: Mapping[str, Mapping[str, Json]] = table
        self.rules: list[Rule] = [*rules_of(table, language), *named_rules(pack, language)]
        self.same = same_tokens(table, language)
        self.left_out = LeftOut(table, language)
        self.index = Index(self.rules)
        self.categories = {rule.category for rule in self.rules}
        self.vocabulary = frozenset(word for words in self.same for word in words) | frozenset(
            word
            for rule in self.rules
            for said in rule.says
            if not isinstance(said, Hole)
            for word in said.split()
        )

    def read(self, text: str, kind: str, facts: Mapping[str, Any] | None = None) -> Found:
        """
        Ways to understand a text on a card of a `kind` with printed properties (`facts`).

        It begins with the category `text of VALUE`, where VALUE is printed, or `text of KIND`,
        or with `text`, whichever is the first that gives a way.
        """
        tokens = say_otherwise(tokens_of(text, self.language), self.same)
        mended = dict(mend_spelling(tokens, self.vocabulary))
        tokens = say_otherwise([mended.get(each, each) for each in tokens], self.same)
        spelled = spell(tokens, self.language)
        told = [Mended(each.start, each.end, str(each)) for each in mended.values()]
        furthest = 0
        kinds = [each for each in (facts or {}).values() if isinstance(each, str)]
        own = [f"{_START} of {each}" for each in (*kinds, kind)]
        for start in [each for each in (*own, _START) if each in self.categories]:
            try:
                chart = Chart(self.index, spelled, start)
            except TooMuchWork:
                continue
            furthest = max(furthest, chart.furthest)
            if chart.is_complete:
                ways = list(self._ways_of(chart, (start, 0, len(spelled))))
                if ways:
                    return Found(sorted(ways, key=lambda way: way.cost)[:_MOST], told, len(text))
        return Found([], told, _typed_until(tokens, spelled, furthest, self.language))

    def _ways_of(self, chart: Chart, span: tuple[str, int, int]) -> Iterator[Way]:
        seen: set[str] = set()
        for meaning in chart.best_meanings(span, fill_way):
            parts = meaning.value if isinstance(meaning.value, list) else [meaning.value]
            resolver = Resolver()
            try:
                behaviors, printed, answers = resolver.behaviors(parts)
            except (Unresolved, LookupError, TypeError, AttributeError, RecursionError):
                continue
            key = repr((behaviors, printed, answers))
            if key not in seen:
                seen.add(key)
                cost = meaning.cost + resolver.guessed
                yield Way(
                    cost, put_together(take_apart(behaviors)), printed, answers, resolver.is_unclear
                )


def _typed_until(tokens: list[Any], spelled: str, furthest: int, language: str) -> int:
    """Where in what was typed the last token ends that is understood."""
    place, end = 0, 0
    for token in tokens:
        place += len(spell([token], language))
        if place > furthest:
            break
        end = token.end
    return end


@cache
def general_ways(language: str) -> Mapping[str, Mapping[str, Json]]:
    """The engine's own ways of a language."""
    path = FOLDER / f"{language}.json5"
    found: dict[str, dict[str, Json]] = {}
    if path.exists():
        found = pyjson5.decode(path.read_text(encoding="utf-8"))
    return found


def own_ways(pack: Pack, language: str) -> Mapping[str, Mapping[str, Json]]:
    """Those of a pack."""
    found: Mapping[str, Mapping[str, Json]] = (pack.words or {}).get(language, {}).get("ways", {})
    return found


def merge_ways(*tables: Mapping[str, Mapping[str, Json]]) -> dict[str, dict[str, Json]]:
    """Tables of ways laid together: what the same pattern means is said by the last."""
    merged: dict[str, dict[str, Json]] = {}
    for table in tables:
        for category, ways in table.items():
            merged.setdefault(category, {}).update(ways)
    return merged


@once_a_language
def ways_of(pack: Pack, language: str) -> Ways:
    """The ways of a pack in a language, put together once."""
    return Ways(pack, language)
