"""
How the cards of a pack are usually written: what of several ways to say one sentence is likely.

A sentence does not say which prompt is asked, nor that an aura does not stack. Cards that do such
things agree on much of that. `Habits.strangeness` says how unusual behaviours are, `usual` adds
what most cards write at such a place. Counted by card, so that one can be left out. Begin with
`Habits`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..pack.definition import Pack
from .notation import Json, take_apart

_OFTEN = 0.5  # of the cards that could write it
_LEAST = 1  # cards that do
_NAMES = ("type", "chooser", "at")
_NEVER = 8.0  # how strange a heading is that no card has
_OWN = frozenset((*_NAMES, "do", "elsedo", "condition", "where", "event", "description", "comment"))

Place = tuple[str, ...]


class Habits:
    """What the cards of a pack write at which places."""

    def __init__(self, pack: Pack):
        self._of: dict[str, tuple[Counter[Place], Counter[tuple[Place, str, str]]]] = {}
        self.places: Counter[Place] = Counter()
        self.values: Counter[tuple[Place, str, str]] = Counter()
        for card in pack.cards:
            places: Counter[Place] = Counter()
            values: Counter[tuple[Place, str, str]] = Counter()
            facts = _sorts_of_card(card.kind, card.facts, pack)
            for of, node in _walk_tables(take_apart(card.source.get("behaviors", [])), ()):
                for place in _headings(of, node):
                    places[place] += 1
                    values.update((place, key, _head_of(value)) for key, value in node.items())
                for sort in facts if "at" in node else ():
                    places["fact", sort] += 1
                    values[("fact", sort), "at", _head_of(node["at"])] += 1
            self._of[card.id] = places, values
            self.places.update(places)
            self.values.update(values)
        self.keys: dict[Place, set[str]] = {}
        self.scalars: dict[tuple[Place, str], set[str]] = {}
        for place, key, head in self.values:
            self.keys.setdefault(place, set()).add(key)
            self.scalars.setdefault((place, key), set()).add(head)

    def _counts_without(self, without: Iterable[str]) -> tuple[Counter[Any], Counter[Any]]:
        places: Counter[Any] = Counter()
        values: Counter[Any] = Counter()
        for card in without:
            if card in self._of:
                places.update(self._of[card][0])
                values.update(self._of[card][1])
        return places, values

    def strangeness(
        self, behaviors: Json, kind: str = "", facts: Mapping[str, Any] | None = None,
        without: Iterable[str] = (), pack: Pack | None = None,
    ) -> float:  # fmt: skip
        """How unusual it is to write so: the sum of what each part would have been otherwise."""
        less_places, less_values = self._counts_without(without)
        sorts = _sorts_of_card(kind, facts or {}, pack)
        total = 0.0
        for of, node in _walk_tables(behaviors, ()):
            places = _headings(of, node)
            if "at" in node:
                for sort in sorts:
                    total += 2.0 * self._unlikeliness(
                        ("fact", sort), "at", _head_of(node["at"]), less_places, less_values
                    )
            sums = [self._strangeness_at(each, node, less_places, less_values) for each in places]
            total += sum(sums) / len(sums) if sums else 0.0
            total += 0.3 * len(node) + 0.5 * self._rarity(node, less_places)
        return total

    def _strangeness_at(
        self, place: Place, node: Json, places: Counter[Any], values: Counter[Any]
    ) -> float:
        """How unusual what is written there is under one heading."""
        if self.places[place] - places[place] <= 0:
            return _NEVER
        keys = (self.keys.get(place, set()) | node.keys()) - set(_NAMES)
        return sum(
            self._unlikeliness(
                place, key, _head_of(node[key]) if key in node else None, places, values
            )
            for key in sorted(keys)
        )

    def _rarity(self, node: Json, less: Counter[Any]) -> float:
        """How rare a word is among all that cards use."""
        if not (name := _word_name(node)):
            return 0.0
        seen = self.places["word", name] - less["word", name]
        return -math.log((seen + 0.5) / (self.places.total() + 1.0))

    def _unlikeliness(
        self, place: Place, key: str, head: str | None, places: Counter[Any], values: Counter[Any]
    ) -> float:
        count = self.places[place] - places[place]
        if head is None:
            used = sum(
                self.values[place, key, each] - values[place, key, each]
                for each in self.scalars.get((place, key), ())
            )
            seen = count - used
        else:
            seen = self.values[place, key, head] - values[place, key, head]
        return -math.log((seen + 0.3) / (count + 1.0))

    def add_usual(self, behaviors: Json, without: Iterable[str] = ()) -> Json:
        """The same with what most cards write at such places beside."""
        less_places, less_values = self._counts_without(without)
        return self._usual_at(behaviors, (), less_places, less_values)

    def _usual_at(self, node: Json, of: Place, places: Counter[Any], values: Counter[Any]) -> Json:
        if isinstance(node, list):
            return [self._usual_at(each, of, places, values) for each in node]
        if not isinstance(node, dict):
            return node
        made = {}
        own = _word_name(node)
        for key, value in node.items():
            made[key] = self._usual_at(value, (own or (of[0] if of else ""), key), places, values)
        for place in _headings(of, node):
            count = self.places[place] - places[place]
            for key in sorted(self.keys.get(place, set()) - made.keys() - _OWN):
                for head in self.scalars[place, key]:
                    seen = self.values[place, key, head] - values[place, key, head]
                    if seen >= max(_LEAST, _OFTEN * count) and head[:1] == "=":
                        made[key] = _value_of_head(head)
        return made


def _sorts_of_card(kind: str, facts: Mapping[str, Any], pack: Pack | None) -> list[str]:
    """Of which sorts a card is: its kind, and bare words printed on it."""
    found = [f"kind={kind}"]
    for name, value in facts.items():
        fact = pack.declarations.properties.get(name) if pack is not None else None
        if fact is not None and fact.domain and name not in ("id", "kind"):
            told = pack.program.symbol_name(value) if pack and isinstance(value, int) else value
            found.append(f"{name}={told}")
    return found


def _word_name(node: Json) -> str:
    return next((str(node[key]) for key in _NAMES if isinstance(node.get(key), str)), "")


def _headings(of: Place, node: Json) -> list[Place]:
    """Under which headings what is written in a table is counted."""
    found: list[Place] = []
    if name := _word_name(node):
        found.append(("word", name))
        if of:
            found.append(("of", *of, name))
    if isinstance(node.get("event"), str):
        found.append(("event", node["event"], name))
        found.append(("mode", str(node.get("mode", "")), name))
    if "property" in node and not name:
        found += [
            ("property", str(node["property"])), ("duration", str(node.get("duration", ""))),
        ]  # fmt: skip
    return found


def _walk_tables(node: Json, of: Place) -> Iterator[tuple[Place, Json]]:
    """All tables, with the word and the parameter in which they stand."""
    if isinstance(node, list):
        for each in node:
            yield from _walk_tables(each, of)
    elif isinstance(node, dict) and "$" not in node:
        yield of, node
        own = _word_name(node)
        for key, value in node.items():
            yield from _walk_tables(value, (own or (of[0] if of else ""), key))
    elif isinstance(node, dict):
        yield from _walk_tables(node.get("items"), of)


def _head_of(value: Json) -> str:
    """What is counted of a value."""
    if isinstance(value, bool):
        return f"={str(value).lower()}"
    if isinstance(value, int):
        return "#" if abs(value) > 1 else f"#{value}"
    if isinstance(value, str):
        return f"={value}" if "." not in value or value == "{this.id}" else "reference"
    if isinstance(value, dict):
        return str(value.get("$") or _word_name(value))
    return "list"


def _value_of_head(head: str) -> Json:
    return {"=true": True, "=false": False}.get(head, head[1:])
