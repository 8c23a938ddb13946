"""Lasting changes of numbers: "all your fire spells cost 1 less mana this round"."""

from __future__ import annotations

from ...ground.holes import fill
from ...language.query import (
    Path,
    compares_reference,
    conjuncts,
    last_compared,
    meant,
    mentions,
    path,
    symbol,
)
from ...language.scope import THIS, YOU
from ...language.tree import Comparison, Conditional, ModifierNode, Node, Select
from .conditions import is_owned
from .part import Part
from .scope import Phrase, Scope


class Modifiers(Part):
    """Says modifiers."""

    def modifier(self, node: ModifierNode | Select, scope: Scope, own: bool = False) -> str:
        """
        A lasting change of numbers; `own`: of this very card, under the conditions of `where`.
        """
        if isinstance(node, Select):
            return self.modifier(_taken(node), scope, own) if node.cases else ""
        inner = scope.inner()
        inner.owner = scope.names[YOU]
        where = conjuncts(node.where)
        other: list[Node] = []
        if own:
            inner.names[node.it] = cards = scope.names[THIS]
            # Whether anybody has the card at all is not worth saying.
            other = [part for part in where if not is_owned(part)]
        elif node.of is not None:
            cards = self.say.entity(node.of, scope)
        elif node.where is None or _is_only_this(node, where):
            cards = scope.names[THIS]
        else:
            cards, other = self._modified(node, where, inner)
        if cards.tag == "many" and any(self.say.lead(part) for part in other):
            text = self._change(node, self.words.entity_phrase("those_cards"), inner)
            text = self.say.provided_that(other, text, inner)
            text = self.fill("gain", {"cards": cards, "do": text})
        else:
            text = self.say.provided_that(other, self._change(node, cards, inner), inner)
        if own:  # wherever the card is
            return text
        return fill(self.words.look("duration", node.duration, default="{x}"), x=text)

    def _modified(
        self, node: ModifierNode, parts: tuple[Node, ...], scope: Scope
    ) -> tuple[Phrase, list[Node]]:
        """The cards that conditions speak of, and the conditions that speak of something else."""
        about = [part for part in parts if mentions(part, node.it)]
        other = [part for part in parts if not mentions(part, node.it)]
        for part in other:
            # "if no spell was played, all your spells" is "your first spell"
            key = last_compared(part) if compares_reference(part) else ""
            if which := self.words.look("which", key):
                other.remove(part)
                unowned = [item for item in about if not _says_whose(item)]
                noun = self.say.noun("card", unowned, scope, number=0)
                return Phrase(fill(which, noun=noun), tag="one"), other
        text = self.say.noun("card", about, scope, all_of=True)
        return self.words.noun_phrase(text, "many"), other

    def _change(self, node: ModifierNode, cards: Phrase, scope: Scope) -> str:
        """What a modifier changes; "+3; +5 instead if ..." where its amount is one of two."""
        name: str = node.property.name
        table = self.words["modifier"]
        template = table[name] if name in table else table.get(node.mode, "{property}")
        amount = meant(node.amount)
        either = amount if isinstance(amount, Conditional) else None
        values = {
            "property": self.words.field_name(name),
            "cards": cards,
            "amount": self.say.value(either.otherwise if either else amount, scope),
            "mode": Phrase(node.mode, tag=node.mode),
        }
        text = self.variant(template, values)
        if either is None or not text:
            return text
        condition = self.say.condition(either.test, scope)
        more = self.say.value(either.then, scope)
        told = {"base": text, "amount": more, "condition": condition}
        return self.fill(f"instead_{node.mode}", told)


def _taken(node: Select) -> ModifierNode | Select:
    """The case that the word means which it depends on, if that is known; else the first."""
    case = node.cases.get(symbol(node.by) or "", next(iter(node.cases.values())))
    assert isinstance(case, ModifierNode | Select)  # noqa: S101 (for mypy: see `language.lasting`)
    return case


def _is_only_this(node: ModifierNode, parts: tuple[Node, ...]) -> bool:
    """Whether conditions say nothing but that it is this card."""
    match parts:
        case (Comparison(operator="==", left=a, right=b),):
            sides, both = [path(a), path(b)], (Path(node.it), Path(THIS))
            return all(each in sides for each in both)
    return False


def _says_whose(part: Node) -> bool:
    return isinstance(part, Comparison) and is_owned(part.left)
