"""
Uses of words to ask the teller about: what all samples have in common.

`Uses` knows plain things to be done and asked, and gives a word the arguments that its phrase tells
apart. Begin with `Uses.uses_of_word`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple

from ..language.schema import WORDS, Param
from ..pack.definition import Pack
from ..telling.phrasebook import book_of
from .arguments import OMITTED, Arguments
from .learning import Learner
from .notation import Json
from .verify import Judge

MOST = 40  # samples of a word
SKIPPED = frozenset(
    ("let", "choose", "askAll", "addTriggers", "addModifiers", "log", "fire", "finish", "loop",
     "while", "if", "switch", "rollOn", "stop", "keepAnswers", "keepPlaces", "strip")
)  # fmt: skip


class Sample(NamedTuple):
    """Behaviours to be told, on a card of a kind; `only` these pieces of it are learned from."""

    behaviors: Json
    kind: str = ""
    facts: dict[str, Any] = {}
    only: frozenset[str] = frozenset()
    lasting: bool = False  # a modifier, to be learned without its duration


class Uses:
    """Uses of the words of one pack, told in one language."""

    def __init__(self, pack: Pack, language: str, learner: Learner):
        self.pack, self.learner = pack, learner
        self.plain = book_of(pack, language).sentences
        self.timing = (
            Judge(pack, language).timings("")[0] if pack.declarations.timings else "always"
        )
        self.arguments = Arguments(pack, language, learner.teller, learner.trees, self.timing)
        self.phrases = self.arguments.phrases
        self.deed, self.other = self.plain_deeds()
        conditions = self.arguments.conditions()
        usual = {"$": "==", "items": ["{this.owner}", "{you}"]}
        self.condition: Json = conditions[0] if conditions else usual

    def sentence_of(self, behaviors: Json) -> str:
        """What a sample says; "" where words are missing."""
        teller, trees = self.plain, self.learner.trees
        teller.words.missing.clear()
        try:
            read = trees.read_behaviors(behaviors, located=False)
            trees.begin_budget()
            text = "\n".join(teller.behaviors(read.behaviors, teller.beginning(trees)))
        except Exception:  # noqa: BLE001 (a sample that cannot be told)
            return ""
        if any(table in ("text", "event") for table, _ in teller.words.missing):
            return ""
        return text

    def behavior_doing(self, *doables: Json) -> Json:
        return [{"at": self.timing, "do": list(doables)}]

    def plain_deeds(self) -> tuple[Json, Json]:
        """Two things that are done, told without commas."""
        found: list[Json] = []
        for name, params in self.words("doables", "doable"):
            for use in islice(self.uses_of_word(name, params, "type"), 3):
                text = self.sentence_of(self.behavior_doing(use))
                if text and not any(mark in text for mark in ",，;；:：") and name not in SKIPPED:
                    if all(each["type"] != name for each in found):
                        found.append(use)
                    break
            if len(found) == 2:
                return found[0], found[1]
        deed = (
            found[0]
            if found
            else {"type": "shuffle", "zone": next(iter(self.pack.declarations.layout.zones))}
        )
        return deed, deed

    def words(self, family: str, engine: str) -> Iterator[tuple[str, Mapping[str, Param]]]:
        for name, defined in self.pack.declarations.defines[family].items():
            takes_blocks = any(param.type == "do" for param in defined.params.values())
            if name in self.phrases["text"] or takes_blocks:
                yield name, defined.params
        for name, word in WORDS[engine].items():
            if name in self.phrases["text"]:
                yield name, word.params

    def uses_of_word(self, name: str, params: Mapping[str, Param], key: str) -> Iterator[Json]:
        """A word with arguments: the fewest it needs, others one by one, those of its variants."""
        options = {each: self.options(name, each, param) for each, param in params.items()}
        least = {
            each: options[each][0]
            for each, param in params.items()
            if param.is_required and options[each]
        }
        for each, param in params.items():
            if param.is_required and not options[each]:
                return
        seen: set[str] = set()
        for given in self.uses_with_options(name, params, options, least):
            use = {key: name, **{k: v for k, v in given.items() if v is not OMITTED}}
            if (text := repr(use)) not in seen:
                seen.add(text)
                yield use

    def uses_with_options(
        self, name: str, params: Mapping[str, Param], options: dict[str, list[Json]], least: Json
    ) -> Iterator[Json]:
        yield least
        for when in self.arguments.variants(name):
            said = self.arguments.parameters_told(name, when)
            asked = [k.partition(".")[0] for k in when]
            keys = [key for key in dict.fromkeys((*asked, *said)) if key in params]
            fitting = [self.fitting_options(key, when, options[key], params[key]) for key in keys]
            for chosen in islice(product(*fitting), 60):
                yield {**least, **dict(zip(keys, chosen, strict=True))}
                for other in params:
                    if other not in (*keys, *least) and options[other] and len(fitting) < 3:
                        way = {**least, **dict(zip(keys, chosen, strict=True))}
                        yield {**way, other: options[other][0]}
        for key in params:
            for option in options[key]:
                yield {**least, key: option}
        for one in params:
            for two in params:
                if one < two and options[one] and options[two]:
                    for a, b in islice(product(options[one][:6], options[two][:6]), 36):
                        yield {**least, one: a, two: b}

    def fitting_options(
        self, key: str, when: Mapping[str, Any], options: list[Json], param: Param
    ) -> list[Json]:
        wanted = [(name, want) for name, want in when.items() if name.partition(".")[0] == key]
        all_ = [*options, *([] if param.is_required else [OMITTED])]
        found = [each for each in all_ if all(self.arguments.fits(w, each, n) for n, w in wanted)]
        if not param.is_required and OMITTED not in found:
            default = param.default if isinstance(param.default, str | int) else None
            if default is not None and all(self.arguments.fits(w, default, n) for n, w in wanted):
                found.insert(0, OMITTED)
        if not wanted:
            kept = [each for each in found if each is not OMITTED]
            return kept if param.type == "zone" else [*kept[:1], OMITTED][: 2 - param.is_required]
        return found[:4] or [OMITTED]

    def options(self, name: str, key: str, param: Param) -> list[Json]:
        if param.type in ("do", "doables"):
            return [[self.deed], [self.deed, self.other]] if hasattr(self, "deed") else []
        if param.type in ("conditions", "values", "options", "triggers", "modifiers", "ids"):
            return []
        if param.type in ("prompt", "name") and not param.is_required:
            return []
        found = self.arguments.arguments_of(name, key, param)
        macro = self.pack.declarations.defines["behaviors"].get(name)
        for event in _events_awaited(macro.body) if macro is not None else ():
            if key == "condition":
                found += self.arguments.conditions_of_event(event)
            elif param.type == "number":
                found += self.arguments.numbers_of_event(event)
        return found

    def behavior_under(self, condition: Json) -> Json:
        return {"type": "if", "condition": condition, "do": [self.deed]}

    def comparisons_of(self, written: str) -> Iterator[Json]:
        """The conditions that an entry such as `hand.count >= 7` can be about."""
        left, _, rest = written.partition(" ")
        operator, _, right = rest.partition(" ")
        if not right:
            return
        value = int(right) if right.lstrip("-").isdigit() else right
        for owner in ("", "you.", "this.", "match.", "you.next."):
            if not owner or not left.startswith(owner):
                yield {"$": operator, "items": [f"{{{owner}{left}}}", value]}

    def pile(self) -> Json:
        zone = next(iter((*self.arguments.zones, *self.pack.declarations.layout.zones)), "")
        return {"chooser": "cards", "zone": zone, "of": "{you}"}

    def numbers_of_cards(self) -> list[str]:
        named = self.phrases["field"]
        facts = [
            n
            for n, f in self.pack.declarations.properties.items()
            if f.type == "number" and n in named
        ]
        fields = [
            n for kind, n in self.pack.declarations.layout.fields if kind not in ("player", "match")
        ]
        return list(dict.fromkeys([*facts, *(n for n in fields if n in named)]))

    def value_sample(self, value: Json) -> Sample:
        """Compared with what is no number: how many there are has words of its own."""
        compared = {"type": "GreaterThan", "value1": value, "value2": "{this}"}
        return Sample(
            self.behavior_doing(self.behavior_under(compared)), only=frozenset(("phrase",))
        )

    def thing_sample(self, thing: Json, only: tuple[str, ...] = ("phrase",)) -> Sample:
        compared = {"type": "Equals", "value1": thing, "value2": "{this}"}
        return Sample(self.behavior_doing(self.behavior_under(compared)), only=frozenset(only))

    def words_taking_from(self, chosen: Json) -> Iterator[Json]:
        """Words whose phrase says where from something is taken."""
        for name, params in self.words("doables", "doable"):
            template = str(self.phrases["text"].get(name, ""))
            for key in params:
                if f"{{{key}|from}}" in template:
                    for use in islice(self.uses_of_word(name, params, "type"), 1):
                        yield {**use, key: chosen}

    def later_condition(self) -> Json:
        numbers = self.numbers_of_cards()
        if not numbers:
            return None
        return {"$": "and", "items": [
            self.arguments.narrowing_condition(), {"$": "<=", "items": [f"{{it.{numbers[0]}}}", 7]}
        ]}  # fmt: skip

    def trigger_on(self, event: Json, **more: Any) -> Json:
        trigger = {"mode": "always", **event, "do": [self.deed], **more}
        return self.behavior_doing({"type": "addTriggers", "triggers": [trigger]})

    def every_event(self) -> Iterator[Json]:
        """Every event, whoever does it, before and after, of any card and of this one."""
        for name, declared in self.pack.declarations.events.items():
            words = self.phrases["event"].get(name)
            table = words if isinstance(words, Mapping) else {}
            player = table.get("player", "playerUUID")
            players = [part for part in declared.context if part == player]
            card = table.get("card")
            narrowed = self.event_of_card(name, card) if card in declared.context else None
            for before, of in product((False, True), (False, True)):
                event: dict[str, Any] = {"event": name}
                if before:
                    event["when"] = "before"
                if of:
                    event["of"] = "{this}"
                whose: list[Json] = [None]
                for part in players:
                    reference = f"{{{name}.{part}}}"
                    whose += [{"$": sign, "items": [reference, "{you}"]} for sign in ("==", "!=")]
                for who in whose:
                    for narrow in (None, narrowed) if narrowed and not of else (None,):
                        parts = [each for each in (who, narrow) if each is not None]
                        if not parts:
                            yield event
                        elif len(parts) == 1:
                            yield {**event, "condition": parts[0]}
                        else:
                            yield {**event, "condition": {"$": "and", "items": parts}}

    def event_of_card(self, event: str, card: str | None) -> Json:
        condition = self.arguments.narrowing_condition()
        reference = condition["items"][0].replace("{it.", f"{{{event}.{card}.")
        return {**condition, "items": [reference, condition["items"][1]]}

    def plain_events(self) -> list[Json]:
        """An event that is told as one, and one that is told as a moment."""
        found: dict[bool, Json] = {}
        for name, words in self.phrases["event"].items():
            if (
                name in self.pack.declarations.events
                and isinstance(words, Mapping)
                and "any" in words
            ):
                found.setdefault("at" in words, {"event": name})
        return list(found.values())

    def conditions_of_triggers(self) -> list[Json]:
        return [None, self.condition]


def _events_awaited(body: Json) -> dict[str, None]:
    """The events that a behaviour of the pack's own shape waits for, whatever it is given."""
    return dict.fromkeys(re.findall(r"'event': '(\w+)'", repr(body)))
