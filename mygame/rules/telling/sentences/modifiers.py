"""Lasting changes of numbers: "all your fire spells cost 1 less mana this round"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...ground.holes import fill
from .nodes import Node
from .part import Part
from .scope import Phrase, Scope
from .trees import (
    OWNER_OF_IT,
    Compare,
    Math,
    conjuncts,
    is_of_reference,
    last_compared,
    mentions,
    name_of,
    value_tree,
)


class Modifiers(Part):
    """Says modifiers."""

    def modifier(self, node: Node, scope: Scope, own: bool = False) -> str:
        """
        A lasting change of numbers; `own`: of this very card, under the conditions of `where`.
        """
        if not isinstance(node, Mapping):
            return ""
        inner = scope.inner()
        inner.names["it.owner"] = scope.names["you"]
        where = conjuncts(node.get("where"))
        other: list[Any] = []
        if own:
            inner.names["it"] = cards = scope.names["this"]
            # Whether anybody has the card at all is not worth saying.
            other = [part for part in where if part != OWNER_OF_IT]
        elif node.get("of") is not None:
            cards = self.say.entity(node["of"], scope)
        elif node.get("where") is None or _is_only_this(where):
            cards = scope.names["this"]
        else:
            cards, other = self._modified(where, inner)
        if cards.tag == "many" and any(self.say.lead(part) for part in other):
            text = self._change(node, self.words.entity_phrase("those_cards"), inner)
            text = self.say.provided_that(other, text, inner)
            text = self.fill("gain", {"cards": cards, "do": text})
        else:
            text = self.say.provided_that(other, self._change(node, cards, inner), inner)
        duration = str(scope.bound(node.get("duration")) or "inPlay")
        return fill(self.words.look("duration", duration, default="{x}"), x=text)

    def _modified(self, parts: tuple, scope: Scope) -> tuple[Phrase, list]:
        """The cards that conditions speak of, and the conditions that speak of something else."""
        about = [part for part in parts if mentions(part, "it")]
        other = [part for part in parts if not mentions(part, "it")]
        for part in other:
            # "if no spell was played, all your spells" is "your first spell"
            key = last_compared(part) if is_of_reference(part) else ""
            if which := self.words.look("which", key):
                other.remove(part)
                unowned = [item for item in about if getattr(item, "a", None) != OWNER_OF_IT]
                noun = self.say.noun("card", unowned, scope, number=0)
                return Phrase(fill(which, noun=noun), tag="one"), other
        text = self.say.noun("card", about, scope, all_of=True)
        return self.words.noun_phrase(text, "many"), other

    def _change(self, node: Mapping, cards: Phrase, scope: Scope) -> str:
        """What a modifier changes; "+3; +5 instead if ..." where its amount is one of two."""
        mode, name = str(node.get("mode", "add")), str(node.get("property"))
        table = self.words["modifier"]
        template = table[name] if name in table else table.get(mode, "{property}")
        tree = value_tree(node.get("amount"))
        base, test, more = tree, None, None
        if isinstance(tree, Math) and tree.op == "if":
            more, test, base = tree.items
        values = {
            "property": self.words.field_name(name),
            "cards": cards,
            "amount": self.say.value(base, scope),
            "mode": Phrase(mode, tag=mode),
        }
        text = self.variant(template, values)
        if more is None or not text:
            return text
        condition = self.say.condition(test, scope)
        told = {"base": text, "amount": self.say.value(more, scope), "condition": condition}
        return self.fill(f"instead_{mode}", told)


def _is_only_this(parts: tuple) -> bool:
    """Whether conditions say nothing but that it is this card."""
    match parts:
        case (Compare(op="==", a=a, b=b),):
            return {name_of(a), name_of(b)} == {"it", "this"}
    return False
