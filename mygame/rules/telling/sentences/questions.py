"""
Questions: how a card is asked, "{of} takes {it}", and what it answers, "you can discard a club".

A pack says both, in its table `question`, by the name of a question: `answer` is a card's own
sentence, `ask` (negated: `not`), `any` (negated: `none`) and `sum` are the words that ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...language.declared import Question
from ...language.query import as_test
from ...language.tree import Answer, Binding, Use
from .part import Part
from .scope import Phrase, Scope
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

    def answer(self, answer: Answer, scope: Scope) -> str:
        """The sentence of a card that says what it answers."""
        question, scope = answer.question, scope.inner_scope()
        called = self._phrases_of(question).get("context", {})
        for binding in answer.context:
            scope.names[binding] = self._given_phrase(binding, called.get(binding.name))
        if question.type == "boolean":
            value = Phrase(self.say.condition(answer.value, scope), tag=gist(as_test(answer.value)))
        else:
            value = self.say.value(answer.value, scope)
        values: dict[str, Any] = {each.name: scope.names[each] for each in answer.context}
        values |= {"answer": value, "type": Phrase("", tag=question.type)}
        told = self._phrases_of(question).get("answer")
        if told is not None:
            return self.variant(told, values)
        return self.fill("answering", {**values, "question": self._name_of(question)})

    def _phrases_of(self, question: Question) -> Mapping[str, Any]:
        found = self.words.look_up("question", question.name, default={})
        return found if isinstance(found, Mapping) else {}

    def _name_of(self, question: Question) -> Phrase:
        """What a question is called that has no phrase."""
        return Phrase(self.words.spell_out_in("question", question.name))

    def _given_phrase(self, binding: Binding, called: str | None) -> Phrase:
        if called is None and binding.type in _GIVEN:
            return self.words.entity_phrase(_GIVEN[binding.type])
        return self.words.noun_phrase(called or spell_out(binding.name), binding.name)
