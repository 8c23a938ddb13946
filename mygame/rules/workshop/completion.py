"""
What fits at a place of a card: the words, names and references that the language takes there.

`Fitting(tree, language).at(slot)` lists them, each with a line of help and the JSON that it stands
for, those that the cards of the pack use most first. Help is `helping`'s. Where a word can stand
follows from types alone (`editing`), so all is of any game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ..language.declared import Declared, Defined
from ..language.read import Reader
from ..language.schema import WORDS, Param
from ..language.scope import Scope
from ..language.tree import Place
from ..pack import Pack
from ..running.choices import RANDOM
from ..running.state import PLURAL
from ..telling.phrasebook import in_language
from ..telling.text import Text
from .editing import CONDITIONS, ENTITIES, NUMBERS, Slot, Tree, family_of, words_of_family
from .helping import help_lines, help_of_pack, help_of_param, help_of_type, help_of_word
from .scope import References

# Of whom phrases of events speak, the most general first.
GENERAL = ("text", "any", "this", "you")

_used: WeakKeyDictionary[Pack, Counter[str]] = WeakKeyDictionary()


class Fit(NamedTuple):
    """Something that fits: `kind` is word, name or reference, `value` the JSON of it."""

    name: str
    help: str
    value: Any
    kind: str = "word"


def count_uses(pack: Pack) -> Counter[str]:
    """How often the cards of a pack use each word and name."""
    if pack not in _used:
        found: Counter[str] = Counter()
        for card in pack.cards:
            found.update(_walk_texts(card.source.get("behaviors", [])))
        _used[pack] = found
    return _used[pack]


def _walk_texts(node: Any) -> Iterator[str]:
    """Every text in some JSON, but for the names in objects."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for inner in node.values():
            yield from _walk_texts(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _walk_texts(inner)


class Fitting:
    """What fits in a piece of a pack, told in a language."""

    def __init__(self, tree: Tree, language: str):
        self.tree, self.pack, self.language = tree, tree.pack, language
        self.text = Text(self.pack, language)

    def completions_at(self, slot: Slot) -> list[Fit]:
        """Everything that fits at a place, the usual first; nothing where one writes freely."""
        type = slot.type
        if isinstance(slot.value, list) and type in ("behaviors", "doables", "do", "conditions"):
            type = {"behaviors": "behavior", "conditions": "condition"}.get(type, "doable")
        found = list(self._completions_of_type(type, slot))
        usual = count_uses(self.pack)
        found.sort(key=lambda fit: -usual[_use_key(fit)])
        return found

    def _completions_of_type(self, type: str, slot: Slot) -> Iterator[Fit]:
        domain = slot.param.domain if slot.param is not None else ()
        references = References(self.tree, self.language)
        if type in ("doables", "do", "doable"):
            yield from self._word_completions("doable", "")
        elif type in ("behaviors", "behavior", "at"):
            yield from self._behavior_completions(bare=type == "at")
        elif type in ("triggers", "trigger"):
            yield Fit("trigger", self._type_line("trigger"), {"event": "", "do": []})
        elif type in ("modifiers", "modifier"):
            yield Fit("modifier", self._type_line("modifier"), {"property": "", "amount": 1})
        elif type in ("options", "option"):
            yield Fit("option", self._type_line("option"), {"id": "", "do": []})
        elif type == "games":
            yield Fit("cardGame", self._type_line("cardGame"), {"game": self.pack.id})
        elif type == "until":
            yield Fit("until", self._type_line("until"), {"event": ""})
        elif type in ("conditions", *CONDITIONS):
            yield from self._word_completions("condition", "")
            yield from self._name_completions(references.comparisons(slot))
        elif type in ENTITIES or type in NUMBERS or type == "values":
            yield from self._word_completions(family_of(type), type)
            if type == "any":
                yield from self._word_completions("chooser", type)
            yield from self._name_completions(references.references_of_type(slot, type))
            if type in ("position", "default"):
                yield from self._symbol_completions(
                    ("top", "bottom") if type == "position" else ("minimum", "maximum", RANDOM)
                )
        else:
            yield from self._declared_completions(type, slot, domain)

    # -- words

    def _word_completions(self, family: str, type: str) -> Iterator[Fit]:
        for name, params, defined in words_of_family(self.pack, family):
            if family == "chooser" and not self._is_chooser_of(name, params, defined, type):
                continue
            help = help_of_word(self.pack, family, name, self.language)
            yield Fit(name, help, self.skeleton(family, name, params))
        if family == "chooser":
            yield from self._asking_completions(type)

    def _asking_completions(self, type: str) -> Iterator[Fit]:
        """Choosers that ask a player, for each kind of thing of the pack."""
        kinds = ["card", "player", *self._target_choosers()]
        for kind in dict.fromkeys(kinds):
            given = "players" if kind == "player" else "cards"
            if type in ("player", "players") and given == "cards":
                continue
            if type in ("card", "cards") and given == "players":
                continue
            name = f"{kind}Chooser"
            params = {"ask": Param("player")}
            if kind == "card":
                params["from"] = Param("entities")
            help = help_of_word(self.pack, "chooser", name, self.language)
            yield Fit(name, help, {**self.skeleton("value", name, params)})

    def _target_choosers(self) -> list[str]:
        """What the pack's choosers of targets are called, one of them."""
        own = self.pack.declarations.defines["choosers"]
        targets = (name for name, each in own.items() if each.options.get("target"))
        return [name.removesuffix("s") for name in targets]

    def _is_chooser_of(
        self, name: str, params: Mapping[str, Param], defined: Defined | None, type: str
    ) -> bool:
        """Whether a chooser gives what is wanted, as far as that can be said."""
        if type in ("any", "values", "entity", "entities", "owner", "owners"):
            return True
        if defined is None:
            given = WORDS["chooser"][name].type or "cards"
        else:
            reader = Reader(self.pack.trees, Scope(), Place(""))
            self.pack.trees.begin_budget()
            node = {"chooser": name, **{k: "{you}" for k, p in params.items() if p.is_required}}
            given = reader.entities(node, "entities").type
        wanted = PLURAL.get(type, type)
        return given in (wanted, "entities", "any")

    def skeleton(self, family: str, name: str, params: Mapping[str, Param]) -> dict[str, Any]:
        """A use of a word with what it must be given, as far as one can guess."""
        key = "chooser" if family == "chooser" else "type"
        return {key: name} | {
            each: self.guess(param)
            for each, param in params.items()
            if param.is_required and self.guess(param) is not None
        }

    def guess(self, param: Param) -> Any:
        """Something for a parameter to begin with; None where there is nothing to guess."""
        type = param.type
        if param.domain:
            return param.domain[0]
        if type in ("player", "players", "entity", "entities", "owner"):
            return "{you}"
        if type in ("card", "cards"):
            return "{this}"
        if type in CONDITIONS:
            return {"type": "AlwaysTrue"}
        if type in ("number", "measure", "again", "any", "whole"):
            return 1
        if type in ("doables", "do", "conditions", "values", "options", "triggers", "modifiers"):
            return []
        return {"texts": {}, "flag": True, "cases": {}, "dice": "1d6"}.get(type)

    # -- names

    def _behavior_completions(self, bare: bool) -> Iterator[Fit]:
        for name, declared in self.pack.declarations.timings.items():
            told = self.timing_line(name) or self._context_line(declared)
            yield Fit(name, told, name if bare else {"at": name, "do": []})
        for name, defined in self.pack.declarations.defines["behaviors"].items():
            params = {k: p for k, p in defined.params.items() if p.is_required}
            given = {k: g for k, p in params.items() if (g := self.guess(p)) is not None}
            given |= {"do": []} if "do" in defined.params else {}
            help = help_of_pack(self.pack, defined, self.language)
            yield Fit(name, help, name if bare else {"at": name, **given})
        help = help_lines(self.language)["fits"]["always"]
        yield Fit("always", help, "always" if bare else {"at": "always", "modifiers": []})

    def timing_line(self, name: str) -> str:
        """When a timing comes: as the pack's docs say it, else the phrase of cards."""
        docs = self.pack.words.get(self.language, {}).get("docs") or {}
        return str(docs.get(name) or self._usual_phrase("when", name))

    def _usual_phrase(self, table: str, name: str) -> str:
        """What cards say of a timing, an event or a time: the phrase that always fits."""
        phrase: Any = self.text.words(table, name)
        while isinstance(phrase, list | Mapping) and phrase:
            if isinstance(phrase, list):
                phrase = phrase[-1]
            else:
                phrase = next((phrase[key] for key in GENERAL if key in phrase), None)
        return str(phrase or "").replace("{x}", "").strip(" ，,：:")

    def _context_line(self, declared: Declared) -> str:
        return ", ".join(f"{name}: {type}" for name, (type, _) in declared.context.items())

    def _declared_completions(
        self, type: str, slot: Slot, domain: tuple[str, ...]
    ) -> Iterator[Fit]:
        """Names of what the pack declares, of a type that takes nothing else."""
        pack, text = self.pack, self.text
        if domain == ("lasting",):
            usual = ("onBearer",) if isinstance(slot.value, str) else ()
            yield from self._symbol_completions(
                ("once", "always", "inPlay", *pack.declarations.modes, *usual), "duration"
            )
        elif type == "zone":
            yield from (
                Fit(n, text.zone(n), n, "name") for n in (*pack.declarations.layout.zones, *domain)
            )
        elif type == "event":
            if slot.of == "trigger":
                yield Fit(
                    "instant", help_lines(self.language)["fits"]["instant"], "instant", "name"
                )
            yield from (
                Fit(n, self._usual_phrase("event", n) or self._context_line(d), n, "name")
                for n, d in pack.declarations.events.items()
            )
        elif type == "timing":
            yield from (Fit(n, self.timing_line(n), n, "name") for n in pack.declarations.timings)
        elif type == "question":
            yield from (
                Fit(n, self._context_line(d), n, "name")
                for n, d in pack.declarations.questions.items()
            )
        elif type in ("property", "modifiable"):
            table = (
                pack.declarations.modifiable
                if type == "modifiable"
                else pack.declarations.properties
            )
            yield from (Fit(n, text.field(n), n, "name") for n in table)
            if type == "property":
                fields = dict.fromkeys(field for _, field in pack.declarations.layout.fields)
                yield from (Fit(n, text.field(n), n, "name") for n in fields if n not in table)
        elif type == "prompt":
            yield from (
                Fit(n, str(text.words("prompt", n) or n)[:80], n, "name")
                for n in sorted(pack.spoken.prompts)
            )
        elif type == "symbol" and not domain:
            domains = [fact.domain for fact in pack.declarations.properties.values()]
            domains += [field.domain for field in pack.declarations.layout.fields.values()]
            names = dict.fromkeys(name for each in domains for name in each)
            yield from (Fit(n, text.symbol(n), n, "name") for n in names)
        elif type == "name" and slot.name == "field":
            fields = dict.fromkeys(field for _, field in pack.declarations.layout.fields)
            yield from (Fit(n, text.field(n), n, "name") for n in fields)
        elif type in ("placeName", "cardName", "gameName"):
            yield from self._world_completions(type)
        elif type in ("flag", "boolean"):
            for name, each in (("true", True), ("false", False)):
                yield Fit(name, text.symbol(name), each, "name")
        else:
            yield from self._symbol_completions(domain)

    def _world_completions(self, type: str) -> Iterator[Fit]:
        """Places, games, and cards of the kinds of those that stand somewhere already."""
        pack, text = self.pack, self.text
        if type == "placeName":
            for name, place in pack.places.items():
                yield Fit(name, in_language(place.get("name", name), self.language), name, "name")
        elif type == "gameName":
            yield Fit(pack.id, in_language(pack.name, self.language), pack.id, "name")
        else:
            standing = {str(each.get("card")) for each in pack.people.values()}
            kinds = {card.kind for card in pack.cards if card.id in standing}
            for card in pack.cards:
                if card.kind in kinds or not kinds:
                    yield Fit(card.id, text.card(card), card.id, "name")

    def _symbol_completions(self, names: tuple[str, ...], table: str = "symbol") -> Iterator[Fit]:
        """Bare words, of the pack (by its table) or of the engine."""
        general = help_lines(self.language)["names"]
        for name in names:
            told = self._usual_phrase(table, name) or general.get(name) or self.text.symbol(name)
            yield Fit(name, told if told != name else "", name, "name")

    def _name_completions(self, found: Iterator[tuple[str, str]]) -> Iterator[Fit]:
        yield from (Fit(written, help, written, "reference") for written, help in found)

    def _type_line(self, type: str) -> str:
        return help_of_type(type, self.language)

    # -- what stands there

    def help_line(self, slot: Slot) -> str:
        """A line about the word that stands at a place; else what belongs there."""
        value = slot.value
        if isinstance(value, dict) and self.tree.is_word(slot):
            family = family_of(slot.type, value)
            return help_of_word(self.pack, family, self.tree.word_of(slot), self.language)
        defined = self.pack.declarations.defined_word("behaviors", self.tree.word_of(slot))
        if defined is not None and slot.type == "behavior":
            return help_of_pack(self.pack, defined, self.language)
        if slot.param is not None and slot.param.doc:
            return help_of_param(slot.param, self.language)
        return help_of_type(slot.type, self.language)

    def summary_line(self, slot: Slot) -> str:
        """What stands at a place, in a few words."""
        value = slot.value
        if not slot.is_filled:
            return ""
        if isinstance(value, list) and slot.type in ("point", "nameList"):
            return ", ".join(map(str, value))
        if isinstance(value, list):
            return f"[{len(value)}]"
        if slot.type == "texts" and isinstance(value, dict):
            return in_language(value, self.language)
        if slot.type == "behavior" and isinstance(value, dict):
            return (
                f"{value.get('at', '?')} ({len(value.get('do') or value.get('modifiers') or ())})"
            )
        if isinstance(value, dict) and self.tree.is_word(slot):
            rest = {key: each for key, each in value.items() if key not in ("type", "chooser")}
            inner = json.dumps(rest, ensure_ascii=False)[1:-1].replace('"', "")
            told = f"{self.tree.word_of(slot)}  {inner}"
        else:
            told = json.dumps(value, ensure_ascii=False)
        return told if len(told) <= 70 else told[:67] + "..."


def _use_key(fit: Fit) -> str:
    """The word or name by which its use is counted."""
    value = fit.value
    if isinstance(value, dict):
        return str(value.get("type") or value.get("chooser") or value.get("at") or "")
    return str(value)
