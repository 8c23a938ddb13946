"""
Rules for what cards answer: the sentences that are told of several answers (the table `answers`).

Cards show theirs, as they stand. What says of whom or what an answer is true (a noun, narrowed by
conditions about {it}) is put together of conditions, those that cards have and those whose
parameters a question gives by their names. Begin with `answering_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ground.templates import Hole as TemplateHole
from ..ground.templates import holes_of, parse_template
from ..language.declared import Question
from ..language.dialect import modernise
from ..language.query import conjuncts
from ..language.tree import Answer, Node, Use
from ..pack.definition import Pack
from ..running.catalogue import CardDef
from ..telling.phrasebook import Phrasebook, book_of
from ..telling.text import Text
from .grammar import NUMBER, Hole, Rule
from .notation import Json, take_apart
from .typed import normal_form

_NOUNS = {"player": "player", "card": "card"}  # what {it} is called, by its type


def answering_rules(pack: Pack, language: str, cards: bool) -> Iterator[tuple[Rule, str]]:
    """All such rules, each with the card that shows it, "" for none."""
    book = book_of(pack, language)
    groups = book.phrases.get("answers", {})
    of = _Answering(pack, language, book)
    for group in groups.values():
        yield from ((rule, "") for rule in of.of_group(group))
    for question in pack.declarations.questions.values():
        yield from ((rule, "") for rule in (*of.nouns(question), *of.numbers(question)))
    if cards:
        text = Text(pack, language)
        for card in pack.cards:
            if card.source.get("answers"):
                for rule in of.of_card(card, text):
                    yield rule, card.id


def said_answers(pack: Pack, language: str, card: CardDef) -> dict[str, Json]:
    """What a card answers, but for what its sentences do not say at all."""
    of = _Answering(pack, language, book_of(pack, language))
    found: dict[str, Json] = {}
    for told, answers in of.sentences(card, Text(pack, language)):
        if told:
            found |= answers
    return found


class _Answering:
    def __init__(self, pack: Pack, language: str, book: Phrasebook):
        self.pack, self.language, self.words = pack, language, book.phrases
        self.sayer = book.sentences

    # -- what cards show

    def of_card(self, card: CardDef, text: Text) -> Iterator[Rule]:
        """The sentences of a card's answers as they stand, and the conditions in them."""
        for told, answers in self.sentences(card, text):
            if told:
                says = (normal_form(told.rstrip(".。"), self.language),)
                yield Rule("answers", says, answers, 3.0)
        written = take_apart(modernise(card.source["answers"]))
        for answer in self.pack.trees.answers(card):
            for part, json in zip(*self._parts(answer, written), strict=False):
                if isinstance(part, Use):
                    yield from self._narrowing(answer.question, part.name, json)

    def sentences(self, card: CardDef, text: Text) -> Iterator[tuple[str, dict[str, Json]]]:
        """Each sentence about answers, with the answers that it says."""
        written = take_apart(modernise(card.source.get("answers", {})))
        every = self.pack.trees.answers(card)
        groups = [group["of"] for group in self.words.get("answers", {}).values()]
        together = {name for names in groups for name in names}
        for names in [
            *groups,
            *([e.question.name] for e in every if e.question.name not in together),
        ]:
            these = [each for each in every if each.question.name in names]
            if these:
                scope = self.sayer.beginning(self.pack.trees, card.kind, text.facts(card))
                self.pack.trees.begin_budget()
                before, after = self.sayer.answers(these, scope)
                told = self.sayer.words.join_sentences([*before, *after])
                yield told, {each.question.name: written[each.question.name] for each in these}

    @staticmethod
    def _parts(answer: Answer, written: Json) -> tuple[tuple[Node, ...], list[Json]]:
        """The conditions of an answer, as trees and as JSON."""
        json = written[answer.question.name]
        parts = conjuncts(answer.value)
        listed = (
            json["conditions"] if isinstance(json, dict) and json.get("type") == "And" else [json]
        )
        return (parts, listed) if len(parts) == len(listed) else ((), [])

    # -- what the tables show

    def of_group(self, group: Mapping[str, Any]) -> Iterator[Rule]:
        text = group["text"]
        for variant in text if isinstance(text, list) else [text]:
            template = variant["text"] if isinstance(variant, Mapping) else variant
            when = variant.get("when", {}) if isinstance(variant, Mapping) else {}
            yield from self._of_variant(str(template), when, group["of"])

    def numbers(self, question: Question) -> Iterator[Rule]:
        """The sentences of an answer that is a number: any number, or the one of a variant."""
        entry = self.words["question"].get(question.name, {})
        told = entry.get("answer", "") if isinstance(entry, Mapping) else ""
        for variant in told if isinstance(told, list) else [told]:
            text = str(variant["text"] if isinstance(variant, Mapping) else variant)
            when = variant.get("when", {}) if isinstance(variant, Mapping) else {}
            wanted, holes = str(when.get("answer", "")), [hole.name for hole in holes_of(text)]
            if question.type != "number" or set(holes) - {"answer"}:
                continue
            if holes == ["answer"]:
                says = [
                    Hole(NUMBER) if isinstance(part, TemplateHole)
                    else normal_form(str(part), self.language) for part in parse_template(text)
                ]  # fmt: skip
                kept = tuple(each for each in says if each != "")
                yield Rule("answers", kept, {question.name: {"#": 0}}, 1.0)
            elif wanted.lstrip("-").isdigit():
                plain = (normal_form(text, self.language),)
                yield Rule("answers", plain, {question.name: int(wanted)}, 1.0)

    def _of_variant(self, template: str, when: Mapping[str, Any], of: list[str]) -> Iterator[Rule]:
        """A sentence with holes for nouns; what else it says is in what chooses it."""
        known = self.pack.declarations.questions
        holes = list(holes_of(template))
        if not template or any(
            hole.form or not self._noun_of(known.get(hole.name)) for hole in holes
        ):
            return
        means: dict[str, Json] = {
            hole.name: {"#where": [number]} for number, hole in enumerate(holes)
        }
        for name, wanted in when.items():
            if name in of and name not in means and wanted != "*":
                value = self._value_named(known[name], str(wanted))
                if value is None:
                    return
                means[name] = value
        if means:
            says = [
                Hole(f"what {part.name}")
                if isinstance(part, TemplateHole)
                else normal_form(str(part), self.language)
                for part in parse_template(template)
            ]
            cost = 1.0 + 0.3 * (len(means) - len(holes))
            yield Rule("answers", tuple(each for each in says if each != ""), means, cost)

    def _value_named(self, question: Question, name: str) -> Json:
        """An answer by what variants know it by: always, or a condition of the pack."""
        if name in ("always", "never"):
            return name == "always"
        return self._use_named(question, name)

    def _use_named(self, question: Question, name: str) -> Json:
        """
        A condition whose parameters a question gives by their names, but for one that is {it};
        None where it does not.
        """
        word = self.pack.declarations.defines["conditions"].get(name)
        if word is None:
            return None
        required = [key for key, param in word.params.items() if param.is_required]
        others = [key for key in required if key not in question.context]
        of_it = question.context.get("it", ("",))[0]
        if len(others) > 1 or any(word.params[key].type != of_it for key in others):
            return None
        given = {key: "{it}" if key in others else f"{{{key}}}" for key in required}
        return {"type": name, **given}

    def _noun_of(self, question: Question | None) -> str:
        """What {it} of a question is called; "" where it has none."""
        if question is None or question.type != "boolean" or "it" not in question.context:
            return ""
        return _NOUNS.get(question.context["it"][0], "")

    def nouns(self, question: Question) -> Iterator[Rule]:
        """Of whom or what an answer is true: lists of conditions."""
        noun = self._noun_of(question)
        if not noun:
            return
        plain = f"what {question.name}"
        text = normal_form(self.words["noun"][noun][0], self.language)
        yield Rule(plain, (text,), [], 0.1)
        for name in self.words.get("narrowed", {}):
            use = self._use_named(question, name)
            if use is not None and {"it", "chosen", "picked"} & use.keys():
                yield from self._narrowing(question, name, use)
        tables = self.pack.origin.raw["fields"].values()
        fields = {spec.get("from"): name for each in tables for name, spec in each.items()}
        for fact in self.pack.declarations.properties.values():
            for symbol in fact.domain:
                forms = self.words.get("adjective", {})
                form = forms.get(f"{fact.name} {symbol}") or forms.get(symbol)
                said = self.words["symbol"].get(symbol, symbol)
                form = form or self.words["filter"]["adjective"].replace("{value}", said)
                field = fields.get(fact.name, fact.name)
                comparison = {"$": "==", "items": [f"{{it.{field}}}", symbol]}
                yield from self._wrapped(plain, form, comparison)
        for zone in self.pack.declarations.layout.zones if noun == "card" else ():
            if form := self.words.get("adjective", {}).get(zone):
                yield from self._wrapped(plain, form, {"$": "==", "items": ["{it.zone}", zone]})

    def _narrowing(self, question: Question, name: str, use: Json) -> Iterator[Rule]:
        form = self.words.get("narrowed", {}).get(name)
        if form and form != "{noun}" and self._noun_of(question):
            yield from self._wrapped(f"what {question.name}", form, use)

    def _wrapped(self, plain: str, form: str, condition: Json) -> Iterator[Rule]:
        """A noun narrowed by one more condition."""
        says: list[str | Hole] = []
        for part in parse_template(form):
            if isinstance(part, TemplateHole):
                first = Hole(plain) not in says
                noun = normal_form(self.words["noun"][self._noun_word(plain)][0], self.language)
                says.append(Hole(plain) if first else noun)
            else:
                says.append(normal_form(str(part), self.language))
        if Hole(plain) in says:
            kept = tuple(each for each in says if each != "")
            yield Rule(plain, kept, [{"#": 0}, condition], 0.5)

    def _noun_word(self, plain: str) -> str:
        return self._noun_of(self.pack.declarations.questions[plain.removeprefix("what ")])


def as_conditions(answers: Mapping[str, Json]) -> dict[str, Json]:
    """Answers as a card writes them: of several conditions the word for all of them."""
    return {
        name: {"type": "And", "conditions": value} if isinstance(value, list) else value
        for name, value in answers.items()
    }
