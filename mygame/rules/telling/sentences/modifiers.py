"""Lasting changes of numbers: "all your fire spells cost 1 less mana this round"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ...ground.templates import fill
from ...language.enchantments import Change, Enchantment
from ...language.query import (
    MATCH,
    Path,
    compared_name,
    compares_reference,
    conjuncts,
    mentions_binding,
    reference_path,
    resolve,
    written_number,
    written_symbol,
)
from ...language.scope import THIS, YOU
from ...language.tree import Binding, Comparison, Conditional, ModifierNode, Node, Select
from ...running.modifiers import LAYERS
from .conditions import is_ownership
from .flow import is_one
from .forms import Filling
from .part import Part
from .scope import Phrase, Scope
from .triggers import own_ending


class Modifiers(Part):
    """Says modifiers."""

    def modifiers(self, nodes: Sequence[Node], scope: Scope) -> list[str]:
        """Lasting changes; those of the same bearers are one enchantment where they can be."""
        told: list[str] = []
        for _, group in groupby(nodes, lambda node: id(getattr(node, "on", None) or node)):
            changes = [node for node in group if isinstance(node, ModifierNode | Select)]
            if text := self._enchantment_clause(changes, scope):
                told.append(text)
            else:
                told += [self.modifier(node, scope) for node in changes]
        return told

    def _enchantment_clause(self, nodes: Sequence[ModifierNode | Select], scope: Scope) -> str:
        """ "that monster gets +1/+2 this turn"; "" where a short text cannot say it"""
        words = scope.trees.declarations.enchantments
        changes = [_short_change(node) for node in nodes]
        lasting = [node for node in nodes if isinstance(node, ModifierNode)]
        durations = {node.duration for node in lasting}
        if any(own_ending(node, node.duration, scope) is not None for node in lasting):
            return ""
        on = nodes[0].on if isinstance(nodes[0], ModifierNode) else None
        if on is None or None in changes or len(durations) != 1:
            return ""
        known = [change for change in changes if change is not None]
        if not {change.property for change in known} <= words.properties:
            return ""
        # A printed number that is set is no gain: "the attack of that monster becomes 1".
        properties = scope.trees.declarations.properties
        numbers = {
            node.property.name
            for node in lasting
            if node.mode == "set" and node.property.type == "number"
        }
        if numbers & properties.keys() not in (set(), {*words.pair}):
            return ""
        (duration,) = durations
        text = words.text_of(Enchantment(tuple(known)), self.words["language"])
        cards = self.say.entity(on, scope)
        template = "enchanted_one" if is_one(on, cards) else "enchanted"
        text = self.variant(self.words["text"][template], {"cards": cards, "text": text})
        return fill(self.words.look_up("duration", duration, default="{x}"), x=text)

    def modifier(self, node: ModifierNode | Select, scope: Scope, own: bool = False) -> str:
        """
        A lasting change of numbers; `own`: of this very card, under the conditions of `where`.
        """
        if isinstance(node, Select):
            return self.modifier(_taken_case(node), scope, own) if node.cases else ""
        inner = scope.inner_scope()
        inner.owner = scope.names[YOU]
        if node.on is not None and node.bearer is not None:
            return self._borne_clause(node, node.on, node.bearer, inner)
        where = conjuncts(node.where)
        other: list[Node] = []
        if own:
            inner.names[node.it] = cards = scope.names[THIS]
            # Whether anybody has the card at all is not worth saying.
            other = [part for part in where if not is_ownership(part)]
        elif node.of is not None:
            cards = self.say.entity(node.of, scope)
        elif _is_this_card_only(node, where):
            cards = scope.names[THIS]
        else:
            cards, other = self._modified_cards(node, where, inner)
        if cards.tag == "many" and any(self.say.lead_keyword(part) for part in other):
            text = self._change_clause(node, self.words.entity_phrase("those_cards"), inner)
            text = self.say.clause_under(other, text, inner)
            text = self.fill("gain", {"cards": cards, "do": text})
        else:
            text = self.say.clause_under(other, self._change_clause(node, cards, inner), inner)
        if own:  # wherever the card is
            return text
        return self._lasting_clause(node, text, inner)

    def _lasting_clause(self, node: ModifierNode, text: str, scope: Scope) -> str:
        """A change with how long it lasts; of what ends otherwise it goes without saying."""
        until = own_ending(node, node.duration, scope)
        if until is None or node.duration != "always":
            text = fill(self.words.look_up("duration", node.duration, default="{x}"), x=text)
        return self.say.until_clause(text, until, scope) if text and until is not None else text

    def _borne_clause(self, node: ModifierNode, on: Node, bearer: Binding, scope: Scope) -> str:
        """What cards bear: a change of them, or what they change of others."""
        cards = self.say.entity(on, scope)
        if node.where is None and node.of is None:
            scope.names[bearer] = self.words.entity_phrase("it")
            return self._lasting_clause(node, self._change_clause(node, cards, scope), scope)
        scope.names[bearer] = self.words.entity_phrase("this")
        text = self.modifier(replace(node, on=None, bearer=None), scope)
        return self.fill("gains" if is_one(on, cards) else "gain", {"cards": cards, "do": text})

    def _modified_cards(
        self, node: ModifierNode, parts: tuple[Node, ...], scope: Scope
    ) -> tuple[Phrase, list[Node]]:
        """The cards that conditions speak of, and the conditions that speak of something else."""
        if node.property.kinds == ("match",):
            return scope.names[MATCH], [*parts]
        about = [part for part in parts if mentions_binding(part, node.it)]
        other = [part for part in parts if not mentions_binding(part, node.it)]
        for part in other:
            # "if no spell was played, all your spells" is "your first spell"
            key = compared_name(part) if compares_reference(part) else ""
            if which := self.words.look_up("which", key):
                other.remove(part)
                unowned = [item for item in about if not _is_about_owner(item)]
                noun = self.say.noun("card", unowned, scope, number=0)
                return self.words.noun_phrase(fill(which, noun=noun), "one"), other
        kind = "player" if node.it.type == "player" else "card"
        text = self.say.noun(kind, about, scope, all_of=True)
        return replace(self.words.noun_phrase(text, "many"), many=True), other

    def _change_clause(self, node: ModifierNode, cards: Phrase, scope: Scope) -> str:
        """What a modifier changes; "+3; +5 instead if ..." where its amount is one of two."""
        name: str = node.property.name
        table = self.words["modifier"]  # by properties and by modes
        key = name if name in table and name not in LAYERS else node.mode
        amount = resolve(node.amount)
        either = amount if isinstance(amount, Conditional) else None
        values = {
            "property": self.words.field_name(name),
            "changed": self.words.field_of(cards, name),
            "cards": cards,
            "amount": self.say.value(either.otherwise if either else amount, scope),
            "mode": Phrase(node.mode, tag=node.mode),
        }
        found = self.say.variants.choose(table.get(key, ""), Filling(values))
        # A property is told in its own way for the modes that its phrases know.
        text = self.variant(found.text if found else table[node.mode], values)
        if either is None or not text:
            return text
        condition = self.say.condition(either.test, scope)
        more = self.say.value(either.then, scope)
        told = {"base": text, "amount": more, "condition": condition}
        return self.fill(f"instead_{node.mode}", told)


def _short_change(node: ModifierNode | Select) -> Change | None:
    """A change that a short text can say: "+2 Attack", "Taunt"."""
    if isinstance(node, Select) or node.mode not in ("add", "set"):
        return None
    amount = written_number(node.amount)
    if amount is None or node.where is not None or node.of is not None:
        return None
    return Change(node.property.name, node.mode, amount)


def _taken_case(node: Select) -> ModifierNode | Select:
    """The case that the word means which it depends on, if that is known; else the first."""
    case = node.cases.get(written_symbol(node.by) or "", next(iter(node.cases.values())))
    assert isinstance(case, ModifierNode | Select)  # noqa: S101 (for mypy: see `language.lasting`)
    return case


def _is_this_card_only(node: ModifierNode, parts: tuple[Node, ...]) -> bool:
    """Whether conditions say nothing but that it is this card."""
    match parts:
        case (Comparison(operator="==", left=a, right=b),):
            sides, both = [reference_path(a), reference_path(b)], (Path(node.it), Path(THIS))
            return all(each in sides for each in both)
    return False


def _is_about_owner(part: Node) -> bool:
    return isinstance(part, Comparison) and is_ownership(part.left)
