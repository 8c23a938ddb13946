"""
Samples of words whose phrases do not tell all that they are given: that is known from what is going
on. "It was your last hand card" is of the card that was lost; "it is red" of what was judged.

Begin with `Untold.by_event`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product

from ..language.schema import Param
from .notation import Json
from .unsaid import Shapes
from .uses import SKIPPED, Sample, Uses
from .verify import Judge

_THINGS = ("player", "card")
_GIVEN = (*_THINGS, "symbol", "number")
_MOST_ALIKE = 3  # values of events that a word is given
_ONLY = frozenset(("deed", "condition"))


class Untold(Uses):
    """Samples of what is told of an event, or of what was done before, without a word of it."""

    @cached_property
    def shapes(self) -> Shapes:
        return Shapes(self.pack)

    def by_event(self) -> Iterator[Sample]:
        """Words that are given values of an event."""
        for family, name, params, untold in self._words_with_untold():
            for event, given in self._usual_values(params, untold):
                for use in islice(self.uses_of_word(name, params, "type"), 6):
                    do = self._as_deed(family, {**use, **given})
                    yield Sample(self.trigger_on({"event": event}, do=[do]), only=_ONLY)

    def _usual_values(
        self, params: Mapping[str, Param], untold: Sequence[str]
    ) -> Iterator[tuple[str, dict[str, Json]]]:
        """What most events can give to parameters, each with one event that does."""
        count: Counter[str] = Counter()
        found: dict[str, tuple[str, dict[str, Json]]] = {}
        for event in self.pack.declarations.events:
            options = [self._values_of_event(event, key, params[key].type) for key in untold]
            for given in product(*options):
                values = [each for each in given if each != "{you}"]
                if values and len(set(values)) == len(values):
                    alike = repr(given).replace(f"{event}.", "")
                    count[alike] += 1
                    found.setdefault(alike, (event, dict(zip(untold, given, strict=True))))
        for alike, _ in count.most_common(_MOST_ALIKE):
            yield found[alike]

    def _values_of_event(self, event: str, key: str, type: str) -> list[Json]:
        part = self.shapes.part_like(event, key, type)
        fits = part == key or (part and type in _THINGS)
        return [
            *([f"{{{event}.{part}}}"] if fits else []), *(["{you}"] if type == "player" else [])
        ]  # fmt: skip

    def by_result(self) -> Iterator[Sample]:
        """Words that are given, by its name, a part of what was done before."""
        parts = self._doables_by_part()
        for family, name, params, untold in self._words_with_untold():
            for key in untold if len(untold) == 1 else ():
                if key in parts:
                    for use in islice(self.uses_of_word(name, params, "type"), 6):
                        after = self._as_deed(family, {**use, key: f"{{given.{key}}}"})
                        yield Sample(self.behavior_doing(parts[key], after), only=_ONLY)
        for event, declared in self.pack.declarations.events.items():
            for part, (of, _) in declared.context.items():
                if part in parts and of in _THINGS:
                    change = {"type": "change", "value": part, "to": f"{{given.{part}}}"}
                    waiting = {"event": event, "when": "before"}
                    yield Sample(self.trigger_on(waiting, do=[parts[part], change]), only=_ONLY)

    def compared_results(self) -> Iterator[Sample]:
        """Parts of what was done before, compared as the table `comparison` has words for."""
        parts = self._doables_by_part()
        for written in self.phrases.get("comparison", {}):
            left, operator, right = (*written.split(" "), "", "")[:3]
            if left not in parts or not right:
                continue
            reference = f"{{given.{left}}}"
            value = int(right) if right.lstrip("-").isdigit() else right
            conditions: list[Json] = [{"$": operator, "items": [reference, value]}]
            if value == 0:
                truth = {"==": {"$": "not", "items": [reference]}, ">": reference}
                conditions += [truth[operator]] if operator in truth else []
            for condition in conditions:
                after = self.behavior_under(condition)
                only = frozenset(("condition",))
                yield Sample(self.behavior_doing(parts[left], after), only=only)

    def _as_deed(self, family: str, use: Json) -> Json:
        return use if family == "doables" else self.behavior_under(use)

    def _doables_by_part(self) -> dict[str, Json]:
        """By each part that results have, a doable that gives it, called `given`."""
        judge, found = Judge(self.pack, self.learner.language), dict[str, Json]()
        for name, params in self.words("doables", "doable"):
            fresh = judge.results_of(name) - {"", *found}
            for part in sorted(fresh) if name not in SKIPPED else ():
                for use in islice(self.uses_of_word(name, params, "type"), 1):
                    found[part] = {**use, "id": "given"}
        return found

    def _words_with_untold(
        self,
    ) -> Iterator[tuple[str, str, Mapping[str, Param], list[str]]]:
        """Words of the pack that say something, with the parameters that they need and do not."""
        for family in ("conditions", "doables"):
            for name, word in self.pack.declarations.defines[family].items():
                if not self.phrases["text"].get(name):
                    continue
                told: set[str] = set()
                for when in self.arguments.variants(name):
                    told |= {key.partition(".")[0] for key in when}
                    told |= set(self.arguments.parameters_told(name, when))
                untold = [
                    key for key, param in word.params.items()
                    if param.is_required and key not in told and param.type in _GIVEN
                ]  # fmt: skip
                if untold:
                    yield family, name, word.params, untold
