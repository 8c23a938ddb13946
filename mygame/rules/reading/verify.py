"""
Whether JSON that a text may mean does say that text: the teller has the last word.

`Judge` puts the pieces that were understood together to behaviours, reads them as the compiler
does, tells them and compares. Begin with `Judge.candidates`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..language.schema import WORDS
from ..language.tree import Answer
from ..pack.definition import Pack
from ..telling.phrasebook import book_of
from .answering import as_conditions
from .grammar import NOTHING, Rule
from .hoisting import hoist_words
from .meanings import meaning_of
from .naming import Unbound, bind_names, hoist_names
from .notation import Json
from .placed import Checking, Read
from .typed import Typed, join_normal
from .unsaid import Shapes

_JOINED_OTHERWISE = 4.0
_MOST_TIMINGS = 3  # that are tried where a text does not say when


class Judge:
    """Tells what was understood, in one language of a pack."""

    def __init__(self, pack: Pack, language: str):
        self.pack, self.language = pack, language
        self.trees = Checking(pack)
        self.shapes = Shapes(pack)
        self._results: dict[str, frozenset[str]] = {}
        self._timings: dict[str, list[str]] = {}

    # -- put together

    def meaning_of(self, rule: Rule, values: Sequence[Json]) -> Json:
        """What a rule means with these values in its holes; NOTHING where no shape takes that."""
        found = meaning_of(rule, values)
        if rule.category == "macro" and isinstance(found, dict) and not self.shapes.can_be(found):
            return NOTHING
        return found

    def candidates(
        self, items: Sequence[Json], kind: str
    ) -> Iterator[tuple[Json, dict[str, Any], Json]]:
        """Behaviours, printed properties and answers that the items of a card can be."""
        facts: dict[str, Any] = {}
        answers: dict[str, Json] = {}
        for item in items:
            if item[0] == "fact":
                facts |= item[1]
            elif item[0] == "answers":
                answers |= as_conditions(item[1])
        printed = self.pack.declarations.properties
        if kind and any(kind not in printed[name].kinds for name in facts if name in printed):
            return  # another kind of card has that printed
        deeds = [each for what, *given in items if what == "deed" for each in given]
        timings = self.timings(kind) if deeds else [""]
        if deeds and all(map(_only_begins, deeds)):
            timings = [*dict.fromkeys((*timings, *self._beginning_timings(kind)))]
        for timing in timings:
            behaviors: list[Json] = []
            for what, *given in items:
                if what == "deed":
                    last = behaviors[-1] if behaviors else {}
                    if last.get("at") == timing and last.get("open"):
                        last["do"] = [*last["do"], *given]
                    else:
                        behaviors.append({"at": timing, "do": given, "open": True})
                elif what == "macro":
                    behaviors += given
            closed = [{k: v for k, v in each.items() if k != "open"} for each in behaviors]
            try:
                bound = bind_names(hoist_names(closed), self.results_of, self.shapes.event_of)
            except Unbound:
                continue
            yield hoist_words(bound), facts, answers

    def timings(self, kind: str) -> list[str]:
        """
        When the cards of a kind do what does not say when, the most usual first; of a kind that has
        no such cards yet when those of any do.
        """
        if kind not in self._timings:
            silent = self._silent_timings()
            counted: Counter[tuple[bool, str]] = Counter()
            for card in self.pack.cards:
                for each in card.source.get("behaviors", ()):
                    name = self.pack.declarations.timing(each.get("at"))
                    if name is not None and name.name in silent:
                        counted[card.kind == kind, name.name] += 1
            own = any(mine for mine, _ in counted)
            usual = [name for (mine, name), _ in counted.most_common() if mine or not own]
            self._timings[kind] = (usual or sorted(silent))[:_MOST_TIMINGS]
        return self._timings[kind]

    def _beginning_timings(self, kind: str) -> list[str]:
        """When cards of a kind begin what goes on while they are in play: nothing says that."""
        written = [
            each for card in self.pack.cards if card.kind == kind
            for each in card.source.get("behaviors", ()) if isinstance(each.get("do"), list)
        ]  # fmt: skip
        counted = Counter(
            name.name for each in written if all(map(_only_begins, each["do"]))
            if (name := self.pack.declarations.timing(each.get("at"))) is not None
        )  # fmt: skip
        return [name for name, _ in counted.most_common(_MOST_TIMINGS)]

    def _silent_timings(self) -> set[str]:
        """Timings that a sentence need not name."""
        when = book_of(self.pack, self.language).phrases["when"]

        def can_be_silent(template: Any) -> bool:
            variants = template if isinstance(template, list) else [template]
            return any((v["text"] if isinstance(v, Mapping) else v) == "" for v in variants)

        return {
            n for n in self.pack.declarations.timings if n not in when or can_be_silent(when[n])
        }

    def results_of(self, name: str) -> frozenset[str]:
        """The parts of what a doable gives; "" where it is something itself."""
        if name not in self._results:
            defined = self.pack.declarations.defined_word("doables", name)
            word = WORDS["doable"].get(name)
            if name == "let":
                found = {""}
            elif defined is not None:
                found = set(self.trees.results_of(defined))
            elif word is None or word.result is None:
                found = set()
            else:
                found = {"UUID", "id", "cards", ""} if callable(word.result) else set(word.result)
            self._results[name] = frozenset(found)
        return self._results[name]

    # -- told

    def read_tree(self, behaviors: Json) -> Read | None:
        """The tree of behaviours; None where something is wrong with them."""
        try:
            found = self.trees.read_behaviors(behaviors, located=False)
        except Exception:  # noqa: BLE001 (whatever a text may come to)
            return None
        return None if found.problems else found

    def sentences_of(
        self, read: Read, kind: str, facts: Mapping[str, Any], language: str = "",
        answers: Sequence[Answer] = (),
    ) -> str:  # fmt: skip
        """What behaviours and answers say."""
        book = book_of(self.pack, language or self.language)
        self.trees.begin_budget()
        facts = {name: int(v) if isinstance(v, bool) else v for name, v in facts.items()}
        try:
            return book.sentences.card(self.trees, read.behaviors, kind, facts, None, answers)
        except Exception:  # noqa: BLE001 (likewise)
            return ""

    def cost_of_difference(self, text: str, typed: str) -> float | None:
        """
        Whether a text is what was typed, and at which cost: 0 if it is that very text, more if it
        is joined otherwise (`typed.join_normal`); None if it is another one.
        """
        told = Typed(text, self.language).text.strip(" .")
        if told == typed:
            return 0.0
        same = join_normal(told, self.language) == join_normal(typed, self.language)
        return _JOINED_OTHERWISE if same else None


def _only_begins(doable: Json) -> bool:
    """Whether a doable does nothing but begin what goes on while its card is in play."""
    if not isinstance(doable, dict):
        return False
    begun = [*doable.get("triggers", ()), *doable.get("modifiers", ())]
    return bool(begun) and all(
        isinstance(each, dict) and each.get("mode", each.get("duration")) == "inPlay"
        for each in begun
    )
