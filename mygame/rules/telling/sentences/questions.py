"""
Questions: how a card is asked, "{of} takes {it}", and what it answers, "you can discard a club".

A pack says both, in its table `question`, by the name of a question: `answer` is a card's own
sentence, `ask` (negated: `not`), `any` (negated: `none`) and `sum` are the words that ask. What a
card says to several questions can be one sentence, by the table `answers`: `of` which questions it
is, in front of (`before`) or behind what the card does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...language.declared import Question
from ...language.query import (
    as_test,
    conjunction,
    conjuncts,
    mentions_binding,
    resolve,
    written_number,
    written_symbol,
)
from ...language.tree import Answer, Binding, Conditional, Node, Use
from ...running.catalogue import CardDef
from .part import Part
from .scope import DEPTH, Phrase, Scope
from .vocabulary import gist
from .words import spell_out

#: The entry of a question for a word that asks it, and for that it is not so.
_ASKED = {"answer": ("ask", "not"), "anyAnswer": ("any", "none"), "sumOfAnswers": ("sum", "")}
#: What that is called which a question gives, by its type.
_GIVEN = {
    "player": "that_player",
    "card": "that_card",
    "entity": "that_card",
    "cards": "those_cards",
    "entities": "those_cards",
}


def question_of(use: Use) -> Question | None:
    """The question that a word asks; None of all other words."""
    found = use.arguments.get("question") if use.name in _ASKED else None
    return found if isinstance(found, Question) else None


class Questions(Part):
    """Says questions and answers."""

    def asked(self, use: Use, scope: Scope, negated: bool = False) -> str:
        """A word that asks a question; "" where nothing says that it is not so."""
        question = question_of(use)
        assert question is not None  # noqa: S101 (for mypy: see who calls this)
        entry = _ASKED[use.name][negated]
        told = self._phrases_of(question).get(entry)
        given, of = use.arguments["with"], self.say.argument_phrase(use.arguments["of"], scope)
        if told is not None:
            values = dict(zip(question.context, given.values, strict=True))
            return self.variant(
                told,
                {key: self.say.argument_phrase(node, scope) for key, node in values.items()}
                | {"of": of},
            )
        name = f"Not{use.name}" if negated else use.name
        if name not in self.words["text"]:
            return ""
        known = {"question": self._name_of(question), "type": Phrase("", tag=question.type)}
        return self.say.phrase(name, use, scope, {**known, "of": of})

    def answers(self, answers: Sequence[Answer], scope: Scope) -> tuple[list[str], list[str]]:
        """The sentences of what a card answers: in front of what it does, and behind that."""
        groups = self.words.table_of("answers", {}).values()
        named = {each.question.name: each for each in answers}
        before: list[str] = []
        after: list[str] = []
        for group in groups:
            of = [named[name] for name in group["of"] if name in named]
            if of:
                told = {each.question.name: self._part_of_sentence(each, scope) for each in of}
                text = self.variant(group["text"], {**scope.facts, **told})
                (before if group.get("before") else after).append(text)
        together = {name for group in groups for name in group["of"]}
        alone = [each for each in answers if each.question.name not in together]
        return before, [*after, *(self.answer(each, scope) for each in alone)]

    def _part_of_sentence(self, answer: Answer, scope: Scope) -> Phrase:
        """
        An answer in a sentence about several: a condition, that about {it} a noun ("wounded
        player"), or a value. The tag of a condition is that of its first part that says something;
        those of the table `quiet_in_answers` say nothing there.
        """
        question, scope = answer.question, self._inside_answer(answer, scope)
        if question.type != "boolean":
            value = self.say.value(answer.value, scope)
            if card := _card_given(answer.value, scope):
                return replace(value, says=lambda: self._rules_of(card, scope))
            return value
        test = as_test(answer.value)
        quiet = self.words.table_of("quiet_in_answers", ())
        known = conjuncts(test)
        parts = [part for part in known if getattr(part, "name", "") not in quiet]
        told = [(part, self.say.condition(part, scope)) for part in parts]
        text = self.words["logic"]["and"].join(each for _, each in told if each)
        tag = next((gist(part) for part, each in told if each), gist(test))
        it = next((each for each in answer.context if each.name == "it"), None)
        if it is not None and parts:
            kind = "player" if it.type == "player" else "card"
            text = self.say.noun(kind, parts, scope, number=0)
        return Phrase(text if known else self.say.condition(test, scope), tag=tag)

    def _rules_of(self, card: CardDef, scope: Scope) -> str:
        """What a card says, as clauses."""
        trees = scope.trees
        if scope.depth > DEPTH:
            return ""
        known = trees.declarations.properties
        facts = {key: value for key, value in card.source.items() if key in known}
        inner = self.say.beginning(trees, card.kind, facts)
        inner.depth = scope.depth + 1
        before, after = self.answers(trees.answers(card), inner)
        done = self.say.behaviors(trees.behaviors(card), inner)
        parts = [part for part in (*before, *done, *after) if part]
        return str(self.words["sentence"]["parts"].join(parts))

    def _inside_answer(self, answer: Answer, scope: Scope) -> Scope:
        """What a question gives has names inside an answer."""
        inner = scope.inner_scope()
        called = self._phrases_of(answer.question).get("context", {})
        for binding in answer.context:
            inner.names[binding] = self._given_phrase(binding, called.get(binding.name))
        return inner

    def answer(self, answer: Answer, scope: Scope) -> str:
        """The sentence of a card that says what it answers."""
        question, scope = answer.question, self._inside_answer(answer, scope)
        held, said = _what_must_hold(answer)
        if question.type == "boolean":
            value = Phrase(self.say.condition(said, scope), tag=gist(as_test(said)))
        else:
            value = self.say.value(said, scope)
        values: dict[str, Any] = {each.name: scope.names[each] for each in answer.context}
        values |= {"answer": value, "type": Phrase("", tag=question.type)}
        told = self._phrases_of(question).get("answer")
        if told is not None:
            text = self.variant(told, values)
        else:
            text = self.fill("answering", {**values, "question": self._name_of(question)})
        return self.say.clause_under(held, text, scope)

    def _phrases_of(self, question: Question) -> Mapping[str, Any]:
        found = self.words.look_up("question", question.name, default={})
        return found if isinstance(found, Mapping) else {}

    def _name_of(self, question: Question) -> Phrase:
        """What a question is called that has no phrase."""
        return Phrase(self.words.spell_out_in("question", question.name))

    def _given_phrase(self, binding: Binding, called: str | None) -> Phrase:
        if called is not None and called in self.words["entity"]:
            return self.words.entity_phrase(called)
        if called is None and binding.type in _GIVEN:
            return self.words.entity_phrase(_GIVEN[binding.type])
        return self.words.noun_phrase(called or spell_out(binding.name), binding.name)


def _what_must_hold(answer: Answer) -> tuple[tuple[Node, ...], Node]:
    """
    The conditions under which a card answers a question so, which are not about what the question
    gives, and its answer then; else it answers no, or 0.
    """

    def is_apart(node: Node) -> bool:
        return not any(mentions_binding(node, binding) for binding in answer.context)

    value = as_test(answer.value)
    if isinstance(value, Conditional) and written_number(value.otherwise) == 0:
        if is_apart(value.test):
            return conjuncts(value.test), value.then
    elif answer.question.type == "boolean":
        held = tuple(part for part in conjuncts(value) if is_apart(part))
        rest = tuple(part for part in conjuncts(value) if not is_apart(part))
        if held and rest:
            return held, conjunction(rest) if len(rest) > 1 else rest[0]
    return (), answer.value


def _card_given(value: Node, scope: Scope) -> CardDef | None:
    """The card that an answer gives: it, or what is given to the word that says it."""
    found = resolve(value)
    nodes = [found, *(found.arguments.values() if isinstance(found, Use) else ())]
    known = scope.trees.declarations.catalogue.definitions
    names = (written_symbol(node) for node in nodes if isinstance(node, Node))
    return next((known[name] for name in names if name in known), None)
