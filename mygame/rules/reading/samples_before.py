"""
Samples of what speaks of something done before: "discard 2 of them", "draw that many cards".

Begin with `Before.results`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from .notation import Json
from .uses import Sample, Uses
from .verify import Judge


class Before(Uses):
    """Samples of results of doables, and of names that `let` gives."""

    def results(self) -> Iterator[Sample]:
        judge = Judge(self.pack, self.learner.language)
        seen: set[str] = set()
        for name, params in self.words("doables", "doable"):
            parts = judge.results_of(name)
            if not parts or parts <= seen:
                continue
            seen |= parts
            for use in islice(self.uses_of_word(name, params, "type"), 6):
                for part in sorted(parts):
                    value = f"{{given.{part}}}" if part else "{given}"
                    compared = {"type": "GreaterThan", "value1": value, "value2": 7}
                    doables = {**use, "id": "given"}, self.behavior_under(compared)
                    yield Sample(self.behavior_doing(*doables), only=frozenset(("phrase",)))

    def passed_on(self) -> Iterator[Sample]:
        """What was done before, given to others: "draw 2 cards; discard 1 of them"."""
        judge = Judge(self.pack, self.learner.language)
        for name, params in self.words("doables", "doable"):
            parts = judge.results_of(name) & {"cards", "UUID"}
            uses = [*self.uses_of_word(name, params, "type")] if parts else []
            use = next((each for each in uses if each.get("amount") == 7), None)
            if use is not None and self.sentence_of(self.behavior_doing(use)):
                for amount in (7, 1):
                    before = {**use, "amount": amount, "id": "given"}
                    yield from self._pass_on(before, f"{{given.{sorted(parts)[-1]}}}")
                return

    def _pass_on(self, before: Json, cards: str) -> Iterator[Sample]:
        for limits in ({}, {"minimum": 7, "maximum": 7}, {"minimum": 0, "maximum": 7}):
            asked = {"type": "cardChooser", "ask": "{you}", "from": cards, **limits}
            compared = {"type": "Equals", "value1": asked, "value2": "{this}"}
            yield Sample(
                self.behavior_doing(before, self.behavior_under(compared)),
                only=frozenset(("phrase",)),
            )
            for use in self.words_taking_from(asked):
                yield Sample(self.behavior_doing(before, use), only=frozenset(("deed",)))
        for family, engine in (
            ("doables", "doable"), ("conditions", "condition"), ("values", "value"),
        ):  # fmt: skip
            for name, params in self.words(family, engine):
                things = [k for k, p in params.items() if p.type in ("card", "cards", "entities")]
                for use in islice(self.uses_of_word(name, params, "type"), 3 if things else 0):
                    for key in things:
                        if key in use:
                            after = self._as_doable(family, {**use, key: cards})
                            only = frozenset(("deed", "condition", "phrase"))
                            yield Sample(self.behavior_doing(before, after), only=only)

    def _as_doable(self, family: str, use: Json) -> Json:
        """A use of a word as something done."""
        if family == "values":
            (compared,) = self.value_sample(use).behaviors[0]["do"]
            return compared
        return use if family == "doables" else self.behavior_under(use)

    def named_values(self) -> Iterator[Sample]:
        """Words with phrases of their own for a value that was named before."""
        only = frozenset(("deed",))
        for name, params in self.words("doables", "doable"):
            for when in self.arguments.variants(name):
                for key, tag in when.items():
                    for value in self._values_with_tag(tag) if key in params else ():
                        let = {"type": "let", "id": "given", "value": value}
                        for use in islice(self.uses_of_word(name, params, "type"), 1):
                            yield Sample(
                                self.behavior_doing(let, {**use, key: "{given}"}), only=only
                            )

    def _values_with_tag(self, tag: str) -> Iterator[Json]:
        """What a value can be that is called so where it has got a name."""
        numbers = [name for name in (self.arguments.grows, self.arguments.plain) if name]
        if tag == "that_many":
            yield from (f"{{you.{zone}.count}}" for zone in self.arguments.zones)
        elif tag == "that_total":
            for name in numbers:
                yield {"type": "sum", "of": {"chooser": "players"}, "value": f"{{it.{name}}}"}
        elif tag == "any":
            for name in numbers:
                least = {"minimum": 0, "maximum": f"{{you.{name}}}"}
                yield {"type": "numberChooser", "ask": "{you}", **least}
