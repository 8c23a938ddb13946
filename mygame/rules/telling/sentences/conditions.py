"""Conditions as clauses: "you have a wand equipped", "there are at least 3 cards in your hand"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...ground.holes import fill, filled
from .nodes import Node
from .part import Part
from .scope import Phrase, Scope
from .trees import (
    MIRROR,
    OPPOSITE,
    OWNER_OF_IT,
    Compare,
    Logic,
    Ref,
    Symbol,
    Word,
    condition_tree,
    is_of_reference,
    last_compared,
    name_of,
    plain,
    value_tree,
)


class Conditions(Part):
    """Says what must hold."""

    def condition(self, node: Node, scope: Scope) -> str:
        """A condition as a clause: "you have a wand equipped"."""
        tree = condition_tree(scope.bound(node))
        match tree:
            case bool():
                return self.words["logic"]["true" if tree else "false"]
            case Logic(op="not", items=(negated, *_)):
                return self._negation(condition_tree(scope.bound(negated)), scope)
            case Logic(op=op, items=items):
                told = [self.condition(item, scope) for item in items if item != OWNER_OF_IT]
                return self.words["logic"][op].join(part for part in told if part)
            case Compare():
                return self._comparison(tree, scope)
            case Word(node=word):
                return self.say.word("conditions", word, scope)
            case Ref(parts=parts):
                for op in (">", "!="):
                    if f"{parts[-1]} {op} 0" in self.words.get("comparison", {}):
                        return self._comparison(Compare(op, tree, 0), scope)
        return self.say.value(tree, scope).text

    def _negation(self, tree: Any, scope: Scope) -> str:
        """That something does not hold; the opposite where there is one."""
        match tree:
            case Ref():
                return self.condition(Compare("==", tree, 0), scope)
            case Compare(op=op, a=a, b=b):
                return self.condition(Compare(OPPOSITE[op], a, b), scope)
            case Word(node=word) if (name := f"Not{word.get('type')}") in self.words["text"]:
                return self.say.phrase(name, word, scope)
        return fill(self.words["logic"]["not"], x=self.condition(tree, scope))

    def known(self, node: Node, scope: Scope) -> bool | None:
        """A condition that is settled by the parameters of a word needs no saying."""
        tree = condition_tree(scope.bound(node))
        if isinstance(tree, bool):
            return tree
        if isinstance(tree, Compare) and tree.op in ("==", "!="):
            a, b = (self._literal(side, scope) for side in (tree.a, tree.b))
            if a is not None and b is not None:
                return (a == b) == (tree.op == "==")
        return None

    def _literal(self, tree: Any, scope: Scope) -> str | None:
        """A side of a comparison that needs no running match."""
        if name_of(tree) in scope.params:
            tree = value_tree(scope.params[name_of(tree)])
        if isinstance(tree, Symbol):
            return tree.name
        return str(tree) if isinstance(tree, int) else None

    # -- comparisons

    def _comparison(self, tree: Compare, scope: Scope) -> str:
        op, a, b = tree.op, tree.a, tree.b
        if isinstance(a, int | Symbol) and not isinstance(b, int | Symbol):
            op, a, b = MIRROR[op], b, a
        if isinstance(a, Ref):
            table = self.words.get("comparison", {})
            for name in (plain(a), a.parts[-1]):
                if (template := table.get(f"{name} {op} {plain(b)}")) is not None:
                    return filled(template, self._sides(a, b, scope))
            if a.parts[-1] == "count" and isinstance(b, int):
                counted = self.say.value(Ref(a.parts[:-1]), scope)
                if counted.tag in ("that_card", "those_cards") and (op, b) == (">", 0):
                    return self.words["some_chosen"]
                return self._counted(op, self.words.cards_of(counted), b)
        if isinstance(a, Word) and a.node.get("type") == "count" and isinstance(b, int):
            of = scope.bound(a.node.get("of"))
            if isinstance(of, Mapping) and of.get("chooser") == "cards":
                return self._counted(op, self.say.cards(of, scope, listed=False).text, b)
            return self._counted(op, self.say.entity(of, scope).text, b)
        sides = self._sides(a, b, scope)
        return fill(self.words["compare"][op], a=sides["a"], b=sides["b"])

    def _sides(self, a: Any, b: Any, scope: Scope) -> dict[str, str]:
        owner = Phrase("")
        if isinstance(a, Ref) and len(a.parts) > 1:
            owner = self.say.value(Ref(a.parts[:-1]), scope)
        return {
            "a": self.say.value(a, scope).text,
            "b": self.say.value(b, scope).text,
            "owner": owner.text,
            "possessive": owner.possessive,
        }

    def _counted(self, op: str, things: str, b: int) -> str:
        """How many there are, as a clause."""
        if (op, b) in (("==", 0), ("<", 1), ("<=", 0)):
            return fill(self.words["empty"], things=things)
        if (op, b) in ((">", 0), (">=", 1), ("!=", 0)):
            return fill(self.words["some"], things=things)
        if op in (">", ">="):
            return fill(self.words["at_least"], things=things, n=b + (op == ">"))
        if op in ("<", "<="):
            return fill(self.words["at_most"], things=things, n=b - (op == "<"))
        count = fill(self.words["count"], things=things)
        return fill(self.words["compare"][op], a=count, b=b)

    # -- what is done under conditions

    def provided_that(self, parts: Sequence[Any], do: str, scope: Scope) -> str:
        """A clause under conditions; a keyword of the pack leads it: "Spread: draw 1 card"."""
        others = []
        for part in parts:
            if lead := self.lead(part):
                node = part.node if isinstance(part, Word) else {}
                told = {**self.say.parameters(node, scope), "do": Phrase(do)}
                do = self.variant(lead, told)
            else:
                others.append(part)
        clause = self.condition(Logic("and", tuple(others)), scope) if others else ""
        return self.fill("if", {"condition": clause, "do": do}) if clause else do

    def lead(self, part: Any) -> Any:
        """The keyword that stands for a condition, if the pack has one: `words.lead`."""
        table = self.words.get("lead", {})
        if isinstance(part, Word):
            return table.get(str(part.node.get("type")))
        return table.get(last_compared(part)) if is_of_reference(part) else None
