"""
A chart parser (Earley) over the characters of a text.

Rules say texts and holes; texts are matched whole, with an index by their first characters. What
was understood is a forest, of which `Chart.best_meanings` gives the cheapest meanings. What could
come next at the place where nothing fits any more is in the same chart. Begin with `Chart`.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from .grammar import NOTHING, NUMBER, Hole, Rule
from .notation import Json

MOST_ITEMS = 60_000  # of a chart
KEPT = 12  # meanings of a piece
_DIGITS = re.compile(r"\d{1,9}")


class TooMuchWork(Exception):
    """A text is understood in more ways than are looked at."""


class Index:
    """The rules of a grammar by category and by what they begin with."""

    def __init__(self, rules: Sequence[Rule]):
        self.rules = rules
        self.literal: dict[str, dict[str, list[int]]] = {}
        self.open: dict[str, list[int]] = {}
        self.starts: dict[str, set[str]] = {}
        for number, rule in enumerate(rules):
            first = rule.says[0]
            if isinstance(first, Hole):
                self.open.setdefault(rule.category, []).append(number)
            else:
                table = self.literal.setdefault(rule.category, {})
                table.setdefault(first[0], []).append(number)
                self.starts.setdefault(rule.category, set()).add(first)
        self._first = self._first_characters()
        self._characters = frozenset[str]().union(*self._first.values())
        self._beginning: dict[tuple[str, str], list[int]] = {}

    def _first_characters(self) -> dict[str, frozenset[str]]:
        """What a piece of each category can begin with: characters, or NUMBER."""
        first = {name: set(self.literal.get(name, ())) for name in {*self.literal, *self.open}}
        first[NUMBER] = {NUMBER}
        grows = True
        while grows:
            grows = False
            for category, numbers in self.open.items():
                known = len(first[category])
                for number in numbers:
                    hole = self.rules[number].says[0]
                    first[category] |= first.get(hole.category, set())  # type: ignore[union-attr]
                grows = grows or len(first[category]) > known
        return {category: frozenset(found) for category, found in first.items()}

    def rules_beginning(self, category: str, character: str) -> list[int]:
        """The rules of a category by which something can begin with a character."""
        if character not in self._characters:
            character = NUMBER if character.isdecimal() else ""
        known = self._beginning.get((category, character))
        if known is None:
            wanted = {character, NUMBER} if character.isdecimal() else {character}
            known = list(self.literal.get(category, {}).get(character, ()))
            for number in self.open.get(category, ()):
                hole = self.rules[number].says[0]
                if not wanted.isdisjoint(self._first.get(hole.category, ())):  # type: ignore[union-attr]
                    known.append(number)
            self._beginning[category, character] = known
        return known


class Item(NamedTuple):
    """A rule of which so much is found, from a place on."""

    rule: int
    dot: int
    origin: int


class Meaning(NamedTuple):
    """What a piece can mean."""

    cost: float
    value: Json


Made = Callable[[Rule, Sequence[Json]], Json]


class Chart:
    """What was understood of a text from its beginning."""

    def __init__(self, index: Index, text: str, start: str, without: frozenset[int] = frozenset()):
        self.index, self.text, self.start, self.without = index, text, start, without
        self.sets: list[dict[Item, list[tuple[int, Item, Any]]]] = [
            {} for _ in range(len(text) + 1)
        ]
        self.waiting: list[dict[str, list[Item]]] = [{} for _ in range(len(text) + 1)]
        self.complete: dict[tuple[str, int, int], list[Item]] = {}
        self.partial: dict[int, set[str]] = {}
        self.furthest = 0
        self.items = 0
        self._place = 0  # that is looked at
        self._known: dict[tuple[str, int, int], list[Meaning]] = {}
        self._open: set[tuple[str, int, int]] = set()
        self._run()

    # -- recognising

    def _run(self) -> None:
        self._predict(self.start, 0)
        for place in range(len(self.text) + 1):
            self._place = place
            todo = list(self.sets[place])
            while todo:
                item = todo.pop()
                todo += self._step(item, place)

    def _step(self, item: Item, place: int) -> list[Item]:
        """What follows from an item; the new items at the same place."""
        rule = self.index.rules[item.rule]
        if item.dot == len(rule.says):
            return self._complete(rule.category, item, place)
        category = rule.says[item.dot].category  # type: ignore[union-attr]
        waiting = self.waiting[place].setdefault(category, [])
        waiting.append(item)
        if category == NUMBER:
            if found := _DIGITS.match(self.text, place):
                self.furthest = max(self.furthest, found.end())
                self._advance(item, place, found.end(), int(found[0]))
            return []
        return self._predict(category, place) if len(waiting) == 1 else []

    def _complete(self, category: str, item: Item, place: int) -> list[Item]:
        span = (category, item.origin, place)
        known = self.complete.setdefault(span, [])
        known.append(item)
        if len(known) > 1:
            return []
        fresh: list[Item] = []
        for waiting in self.waiting[item.origin].get(category, ()):
            fresh += self._advance(waiting, item.origin, place, span)
        return fresh

    def _predict(self, category: str, place: int) -> list[Item]:
        fresh: list[Item] = []
        if place < len(self.text):
            for number in self.index.rules_beginning(category, self.text[place]):
                if number not in self.without:
                    fresh += self._enter(Item(number, 0, place), place, None)
        return fresh

    def _advance(self, item: Item, start: int, place: int, child: Any) -> list[Item]:
        """Behind a hole that is filled with what stands from `start` to `place`."""
        behind = Item(item.rule, item.dot + 1, item.origin)
        return self._enter(behind, place, (start, item, child))

    def _enter(self, item: Item, place: int, back: Any) -> list[Item]:
        """An item, behind the texts that stand where it is; those at the place looked at."""
        says = self.index.rules[item.rule].says
        dot, now, text = item.dot, place, self.text
        while dot < len(says) and isinstance(literal := says[dot], str):
            if not text.startswith(literal, now):
                self._note_stop(literal, now)
                return []
            now += len(literal)
            dot += 1
        self.furthest = max(self.furthest, now)
        moved = Item(item.rule, dot, item.origin)
        known = self.sets[now]
        fresh = moved not in known
        if fresh:
            self.items += 1
            if self.items > MOST_ITEMS:
                raise TooMuchWork
            known[moved] = []
        if back is not None:
            known[moved].append(back)
        return [moved] if fresh and now == self._place else []

    def _note_stop(self, literal: str, place: int) -> None:
        """A text did not go on as a rule would have it."""
        same = 0
        most = min(len(literal), len(self.text) - place)
        while same < most and literal[same] == self.text[place + same]:
            same += 1
        end = place + same
        if end >= self.furthest:
            self.partial.setdefault(end, set()).add(literal[same:])
            self.furthest = max(self.furthest, end) if same else self.furthest

    # -- what it means

    @property
    def is_complete(self) -> bool:
        """Whether all of the text was understood."""
        return (self.start, 0, len(self.text)) in self.complete

    def best_meanings(self, span: tuple[str, int, int], made: Made) -> list[Meaning]:
        """The cheapest meanings of a piece."""
        if span in self._known:
            return self._known[span]
        if span in self._open:  # a piece that is nothing but itself
            return []
        self._open.add(span)
        found: dict[str, Meaning] = {}
        for item in self.complete.get(span, ()):
            rule = self.index.rules[item.rule]
            for children in islice(self._child_meanings(item, span[2]), 64):
                for meaning in self._combine(rule, children, made):
                    key = repr(meaning.value)
                    if key not in found or found[key].cost > meaning.cost:
                        found[key] = meaning
        self._open.discard(span)
        best = heapq.nsmallest(KEPT, found.values(), key=lambda each: each.cost)
        self._known[span] = best
        return best

    def _child_meanings(self, item: Item, place: int) -> Any:
        """What can fill the holes of a rule, from the last to the first."""
        backs = self.sets[place].get(item, [])
        if not any(isinstance(each, Hole) for each in self.index.rules[item.rule].says[: item.dot]):
            yield ()
            return
        for start, before, child in backs:
            for others in self._child_meanings(before, start):
                yield (*others, child)

    def _combine(self, rule: Rule, children: Sequence[Any], made: Made) -> list[Meaning]:
        options: list[list[Meaning]] = []
        for child in children:
            if isinstance(child, int):
                options.append([Meaning(0.0, child)])
            else:
                options.append(self.best_meanings(child, made))
        if not all(options):
            return []
        combined: list[Meaning] = []
        for choice in _cheapest_choices(options, KEPT * 2):
            try:
                value = made(rule, [meaning.value for meaning in choice])
            except (LookupError, TypeError, ValueError, AttributeError):
                continue
            if value is not NOTHING:
                cost = rule.cost + sum(meaning.cost for meaning in choice)
                combined.append(Meaning(cost, value))
        return combined

    # -- what could come next

    def next_texts(self) -> list[tuple[str, str]]:
        """(category, text) that could stand at the furthest place."""
        place = self.furthest
        found = [("", text) for text in self.partial.get(place, ())]
        for category in self._expected_texts(place):
            found += [(category, text) for text in self.index.starts.get(category, ())]
        return found

    def _expected_texts(self, place: int) -> set[str]:
        expected = set(self.waiting[place])
        waiting = [*expected, *((self.start,) if place == 0 else ())]
        while waiting:
            for number in self.index.open.get(waiting.pop(), ()):
                first = self.index.rules[number].says[0]
                if isinstance(first, Hole) and first.category not in expected:
                    expected.add(first.category)
                    waiting.append(first.category)
        return expected


def _cheapest_choices(options: Sequence[list[Meaning]], most: int) -> list[tuple[Meaning, ...]]:
    """The cheapest ways to choose one of each, `most` of them."""
    ways: list[tuple[float, tuple[Meaning, ...]]] = [(0.0, ())]
    for each in options:
        longer = [
            (cost + meaning.cost, (*chosen, meaning)) for cost, chosen in ways for meaning in each
        ]
        ways = heapq.nsmallest(most, longer, key=lambda way: way[0])
    return [chosen for _, chosen in ways]
