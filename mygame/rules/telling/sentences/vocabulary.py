"""
Words of the language by their phrase: `{"type": "damage", "amount": 5}` is "deal 5 damage".

`Parameters` fills the holes of a phrase: each parameter is told when a hole asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .nodes import are_doables, defaults
from .part import Part
from .scope import DEPTH, Phrase, Scope
from .templates import Filling
from .trees import COMPARISONS, condition_tree, conjuncts, gist, value_tree

if TYPE_CHECKING:
    from .whole import Sentences

_CONDITIONS = {*COMPARISONS, "And", "Or", "Not", "AlwaysTrue", "AlwaysFalse", "IsType", "IsNotType"}


class Vocabulary(Part):
    """Says words."""

    def word(self, family: str, node: Mapping, scope: Scope) -> str:
        """A word by its phrase, else by the pack's definition of it, else by its name."""
        name = str(node.get("type") or node.get("chooser") or "")
        define = self.say.defines.get(family, {}).get(name)
        if name in self.words["text"]:
            return self.phrase(name, {**defaults(define or {}), **node}, scope)
        if define and scope.depth < DEPTH:
            inner = scope.of_definition({**defaults(define), **node})
            if family == "doables":
                return self.say.deeds(define.get("do"), inner)
            if family == "conditions":
                return self.say.condition(define.get("value"), inner)
            return self.say.value(define.get("value"), inner).text
        return self.fill("unknown", {"name": self.words.spelled_out("text", name)})

    def phrase(self, name: str, node: Mapping, scope: Scope) -> str:
        """The phrase of a word with its parameters filled in."""
        return self.variant(self.words["text"][name], Parameters(self.say, node, scope))

    def parameters(self, node: Mapping, scope: Scope) -> dict[str, Phrase]:
        """All parameters of a word, told."""
        return {key: self.say.entity(node[key], scope) for key in node if key != "type"}


class Parameters(Filling):
    """The parameters of a word, each told when a phrase asks for it."""

    def __init__(self, say: Sentences, node: Mapping, scope: Scope):
        super().__init__(node)
        self._say, self._scope = say, scope

    def raw(self, key: str) -> Any:
        return self._scope.bound(self._values.get(key))

    def tree(self, key: str) -> Any:
        return value_tree(self.raw(key))

    def given(self, key: str) -> Any:
        node, say = self.raw(key), self._say
        if node is None:
            return None
        if are_doables(node):
            return say.deeds(node, self._scope.inner()) if node else None
        if key in ("condition", "where") or self._is_condition(node):
            return Phrase(say.condition(node, self._scope), tag=gist(condition_tree(node)))
        return say.entity(node, self._scope)

    def _is_condition(self, node: Any) -> bool:
        if not isinstance(node, Mapping):
            return False
        name = node.get("type")
        return name in _CONDITIONS or name in self._say.defines.get("conditions", {})

    def context(self, key: str) -> str:
        for context in reversed(self._scope.events.values()):
            if key in context:
                return context[key].text
        return ""

    def described(self, key: str, noun: str) -> str | None:
        return self._say.described(noun, conjuncts(self.raw(key)), self._scope)
