"""
Words of the language by their phrase: `{"type": "damage", "amount": 5}` is "deal 5 damage".

`Parameters` fills the holes of a phrase: each parameter is told when a hole asks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ...language.query import (
    as_test,
    compared_name,
    compares_reference,
    conjuncts,
    given_block,
    last_name,
    resolve,
    written_text,
)
from ...language.schema import Word
from ...language.tree import About, Block, Comparison, Literal, Logic, Node, Use, ZoneOf
from .forms import Filling
from .part import CONDITIONS, Part, Say
from .scope import DEPTH, Phrase, Scope

NUMBERS = ("number", "measure", "ordering", "again")  # types of what is counted
#: Words of the engine that other parts of the grammar say: they have no phrase of their own.
BY_GRAMMAR = frozenset(
    (
        *("getCardProperty", "getProperty", "add", "subtract", "multiply", "divide"),  # values
        *("Equals", "GreaterThan", "LessThan", "GreaterThanOrEqual", "LessThanOrEqual"),
        *("And", "Or", "Not", "AlwaysTrue", "AlwaysFalse"),  # conditions
        *("count", "sum", "min", "max", "players", "cards", "definitions"),  # things
        *("loop", "let", "choose", "askAll"),  # flow
        *("addTriggers", "addModifiers"),
        *("log", "fire", "finish"),  # nothing a reader of a card would care for
    )
)


class Vocabulary(Part):
    """Says words."""

    def word(self, use: Use, scope: Scope) -> str:
        """A word by its phrase, else by what it comes to, else by its name."""
        name = use.name
        if "question" in use.arguments and isinstance(use.word, Word):
            return self.say.question(use, scope)
        if name in self.words["text"]:
            return self.phrase(name, use, scope)
        if not isinstance(use.word, Word) and scope.depth < DEPTH:
            inner = scope.inner_scope()
            if use.word.family == "doables":
                return self.say.deeds(scope.trees.expand(use), inner)
            if use.word.family == "conditions":
                return self.say.condition(use.body, inner)
            return self.say.value(use.body, inner).text
        return self.fill("unknown", {"name": self.words.spell_out_in("text", name)})

    def phrase(
        self, name: str, use: Use, scope: Scope, told: Mapping[str, Phrase] | None = None,
        known: Collection[str] = (),
    ) -> str:  # fmt: skip
        """
        The phrase of a word with its parameters filled in, some of which are `told` already; those
        that are `known` are told otherwise, all others in or behind it.
        """
        filling = Parameters(self.say, use, scope, told or {})
        chosen = self.say.variants.choose(self.words["text"][name], filling)
        if chosen is None:
            return ""
        text = self.say.variants.fill_template(chosen.text, filling)
        return self.say.asides(text, use, chosen, filling, scope, known)

    def argument_phrase(self, argument: Any, scope: Scope) -> Phrase:
        """An argument of a word, of whatever type."""
        if isinstance(argument, About):
            argument = argument.test
        if isinstance(argument, tuple) and argument and isinstance(argument[0], Node):
            return self.say.entity(argument, scope)
        if argument is None or (isinstance(argument, Node) and not isinstance(argument, ZoneOf)):
            return self.say.entity(argument, scope)
        name = written_argument(argument)
        # A name with a dot is of a function of a script, and is told as it stands.
        return Phrase(name if "." in name else self.words.symbol(name), tag=name)

    def parameters(self, use: Use, scope: Scope) -> Mapping[str, Phrase]:
        """All parameters that a word was given, told."""
        return {key: self.argument_phrase(use.arguments.get(key), scope) for key in use.given}


class Parameters(Filling):
    """
    The parameters of a word, each told when a phrase asks for it. Of a word of the pack they are
    also what goes without saying. What is no parameter is a printed property of the card, or its
    kind.
    """

    def __init__(self, say: Say, use: Use, scope: Scope, told: Mapping[str, Phrase]):
        known = use.arguments
        if isinstance(use.word, Word):
            known = {key: known[key] for key in known if key in use.given}
        super().__init__(known)
        self._say, self._use, self._scope, self._told = say, use, scope, dict[str, Any](told)

    def _argument_of(self, key: str) -> Any:
        found = self._values.get(key)
        if found is None:
            found = given_block(self._use, key)
        return resolve(found) if isinstance(found, Node) else found

    def written_value(self, key: str) -> str:
        return written_argument(self._argument_of(key))

    def reference_name(self, key: str) -> str:
        return last_name(self._argument_of(key))

    def phrase_of(self, key: str) -> Any:
        if key not in self._told:  # variants ask for it again and again
            self._told[key] = self._phrase_for(key)
        return self._told[key]

    def _phrase_for(self, key: str) -> Any:
        if key not in self._use.word.params:
            return self._scope.facts.get(key)
        found, say = self._argument_of(key), self._say
        if found is None:
            return None
        if self._use.word.params[key].type == "dice":
            return Phrase(found, tag=found)
        if isinstance(found, Block):
            return say.deeds(found, self._scope.inner_scope()) if found.items else None
        truth = self._use.word.params[key].type not in NUMBERS
        if key in ("condition", "where") or (truth and _is_condition(found)):
            return Phrase(say.condition(found, self._scope), tag=gist(as_test(found)))
        return say.argument_phrase(found, self._scope)

    def context_name(self, key: str) -> str:
        for context in reversed(self._scope.events.values()):
            if key in context:
                return context[key].text
        return ""

    def describe_condition(self, key: str, noun: str) -> str | None:
        return self._say.describe_noun(noun, conjuncts(self._argument_of(key)), self._scope)


def _is_condition(node: Any) -> bool:
    family = getattr(node.word, "family", "") if isinstance(node, Use) else ""
    return isinstance(node, Comparison | Logic) or family in CONDITIONS


def written_argument(argument: Any) -> str:
    """An argument as it is written on the card: the name of what it is."""
    if isinstance(argument, ZoneOf):
        return argument.zone.name if argument.zone is not None else "nowhere"
    if isinstance(argument, Node):
        return last_name(argument) or written_text(argument)
    if isinstance(argument, bool):
        return str(argument).lower()
    if isinstance(argument, tuple):  # fields of one name
        return written_argument(argument[0]) if argument else ""
    return str(getattr(argument, "name", argument))


def gist(asked: Node) -> str:
    """By what variants know a condition: `always`, the name of its word, "amount > 3"."""
    if isinstance(asked, Literal):
        return "always" if asked.value else "never"
    if isinstance(asked, Use):
        return asked.name
    return compared_name(asked) if compares_reference(asked) else ""
