"""What is done, one clause a doable: "deal 5 damage", "draw 1 card"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...ground.holes import fill
from .flow import Flow
from .nodes import Node, are_many, asks, blur, listed
from .part import Part
from .scope import DEPTH, Scope
from .trees import Math, value_tree

if TYPE_CHECKING:
    from .whole import Sentences

# Nothing a reader of a card would care for.
_SILENT = frozenset({"log", "fire", "finish"})
# A key of a doable, beside its parameters: what its amount is now, in a running match.
NOW = "=now"
# Likewise: the choice that was put in the place of its target.
_INLINED = "="


class Deeds(Part):
    """Says doables."""

    def __init__(self, say: Sentences):
        super().__init__(say)
        self._flow = Flow(say)
        # Doables that are more than a phrase with parameters.
        self._special = {
            "if": self._flow.if_,
            "loop": self._flow.loop,
            "while": self._flow.while_,
            "let": self._flow.let,
            "choose": self._flow.choose,
            "askAll": self._flow.ask_all,
            "cancel": self._cancel,
            "addTriggers": self._add_triggers,
            "addModifiers": self._add_modifiers,
        }

    def deeds(self, nodes: Node, scope: Scope) -> str:
        """Everything that is done, joined."""
        return self.words.join(self.clauses(nodes, scope))

    def clauses(self, nodes: Node, scope: Scope) -> list[str]:
        """One clause for each doable that means something to a reader."""
        nodes = scope.bound(nodes)
        if isinstance(nodes, str):
            return [nodes]
        told: list[str] = []
        for node in self._inlined(listed(nodes)):
            if isinstance(node, Mapping) and (text := self._doable(dict(node), scope)):
                told.append(self._once_more(text, told))
        return told

    def _once_more(self, text: str, before: Sequence[str]) -> str:
        """ "Deal 2 damage. Spread: deal 2 damage again": what was said before happens again."""
        for said in before:
            if text.endswith(said) and len(text) > len(said):
                return text.removesuffix(said) + fill(self.words["again"], do=said)
        return text

    def _inlined(self, nodes: list) -> list:
        """
        A choice together with what is done to the thing chosen: "choose a card; return that card
        to hand" is "return a card to hand". The name stands for that card from then on.
        """
        out: list = []
        for node in nodes:
            last = out[-1] if out else None
            if isinstance(last, Mapping) and isinstance(node, Mapping):
                kind, key = last.get("type"), f"{{{last.get('id')}}}"
                used = [name for name, value in node.items() if value == key]
                if kind == "let" and asks(last.get("value")) and used and "id" not in node:
                    out[-1] = {**node, used[0]: last["value"], _INLINED: last}
                    continue
                deeds = listed(node.get("do"))
                looped = kind == "askAll" and node.get("type") == "loop" and len(deeds) == 1
                if looped and f"askAll_{deeds[0].get('type')}" in self.words["text"]:
                    out[-1] = {"type": "askAll", "then": (node, deeds[0]), _INLINED: last}
                    continue
            out.append(node)
        return out

    def _doable(self, node: dict, scope: Scope) -> str:
        """One doable as a clause; takes the marks out of the node."""
        name = str(node.get("type", ""))
        if name in _SILENT or scope.depth > DEPTH:
            return ""
        if (now := node.pop(NOW, None)) is not None:
            text = self._doable(node, scope)
            return fill(self.words["now"], text=text, n=now) if text else ""
        if (inlined := node.pop(_INLINED, None)) is not None:
            if name == "askAll":
                loop, deed = node["then"]
                return self._flow.everybody(inlined, loop, deed, scope)
            text = self._doable(node, scope)
            self._flow.let(inlined, scope)
            return text
        amount = value_tree(node["amount"]) if isinstance(node.get("amount"), str) else None
        if isinstance(amount, Math) and amount.op == "if":
            more, test, base = amount.items
            do, other = {**node, "amount": more}, {**node, "amount": base}
            node = {"type": "if", "condition": test, "do": [do], "elsedo": [other]}
            name = "if"
        special = self._special.get(name)
        text = special(node, scope) if special else self.say.word("doables", node, scope)
        if key := node.get("id"):
            self._name_result(blur(str(key)), node, scope)
        return text

    def _name_result(self, key: str, node: Mapping, scope: Scope) -> None:
        """After a doable its id stands for what it dealt with; `let` has said that already."""
        if key in scope.names and node.get("type") == "let":
            return
        many = are_many(node, "amount", "maximum")
        scope.names[key] = self.words.entity_phrase("those_cards" if many else "that_card")

    # -- doables that need a look around

    def _cancel(self, node: Mapping, scope: Scope) -> str:
        """Preventing something, in the words of the event that is prevented."""
        for name in reversed(scope.events):
            words = self.words.look("event", name)
            if isinstance(words, Mapping) and "cancel" in words:
                return words["cancel"]
        return self.say.word("doables", node, scope)

    def _add_triggers(self, node: Mapping, scope: Scope) -> str:
        triggers = listed(node.get("triggers"))
        return self.words.join([self.say.trigger(trigger, scope) for trigger in triggers])

    def _add_modifiers(self, node: Mapping, scope: Scope) -> str:
        modifiers = listed(node.get("modifiers"))
        return self.words.join([self.say.modifier(modifier, scope) for modifier in modifiers])
