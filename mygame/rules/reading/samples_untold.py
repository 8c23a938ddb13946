"""
Samples of words whose phrases do not tell all that they are given: that is known from what is going
on. "It was your last hand card" is of the card that was lost; "it is red" of what was judged.

Begin with `Untold.by_event`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from ..language.schema import Param
from .notation import Json
from .unsaid import Shapes
from .uses import SKIPPED, Sample, Uses
from .verify import Judge

_THINGS = ("player", "card")
_GIVEN = (*_THINGS, "symbol", "number")
_ONLY = frozenset(("deed", "condition"))


class Untold(Uses):
    """Samples of what is told of an event, or of what was done before, without a word of it."""

    def by_event(self) -> Iterator[Sample]:
        """Words that are given values of an event."""
        shapes, seen = Shapes(self.pack), set[str]()
        for family, name, params, untold in self._words_with_untold():
            for event, declared in self.pack.declarations.events.items():
                options: list[list[Json]] = []
                for key in untold:
                    of = params[key].type
                    part = shapes.part_like(event, key, of)
                    if part != key and of not in _THINGS:
                        part = ""
                    found = [f"{{{event}.{part}}}"] if part and part in declared.context else []
                    options.append([*found, *(["{you}"] if of == "player" else [])])
                for given in product(*options):
                    key = repr((name, given)).replace(f"{event}.", "")
                    if key not in seen and repr(given).count(event):
                        seen.add(key)
                        values = dict(zip(untold, given, strict=True))
                        for use in islice(self.uses_of_word(name, params, "type"), 6):
                            do = self._as_deed(family, {**use, **values})
                            yield Sample(self.trigger_on({"event": event}, do=[do]), only=_ONLY)

    def by_result(self) -> Iterator[Sample]:
        """Words that are given, by its name, a part of what was done before."""
        parts = self._doables_by_part()
        for family, name, params, untold in self._words_with_untold():
            for key in untold:
                if key in parts:
                    for use in islice(self.uses_of_word(name, params, "type"), 6):
                        after = self._as_deed(family, {**use, key: f"{{given.{key}}}"})
                        yield Sample(self.behavior_doing(parts[key], after), only=_ONLY)

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
            for part in sorted(judge.results_of(name) - {"", *found} if name not in SKIPPED else ()):
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
