"""What a player is asked for: "a card in your hand", "up to 2 of those cards"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...ground.holes import fill
from .nodes import Node
from .part import Part
from .scope import Phrase, Scope
from .trees import NUMBER, Logic, Ref, conjuncts, value_tree

_ONE_OF_THE_OTHERS = "one_other_player"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A chooser as it is read: `who` chooses up to `n` of a kind, under conditions."""

    kind: str
    who: Phrase | None
    n: Phrase
    where: tuple[Any, ...]
    node: Mapping

    @property
    def by_you(self) -> bool:
        return self.who is None or self.who.tag == "you"

    @property
    def optional(self) -> bool:
        return str(self.node.get("minimum", 1)) == "0"

    @property
    def one(self) -> bool:
        return str(self.node.get("maximum", 1)) == "1"

    @property
    def quantity(self) -> str:
        """Which of the quantities of the language it is."""
        if self.optional:
            return "up_to" if NUMBER.fullmatch(self.n.tag) else "any"
        return "one" if self.one else "n"


class Choices(Part):
    """Says what is chosen, and by whom if that is not you."""

    def choice(self, name: str, node: Mapping, scope: Scope) -> Phrase:
        """A chooser such as `cardChooser`; your own choice among everything is only "a card"."""
        kind = name.removesuffix("Chooser")
        pool = scope.bound(node.get("from"))
        who = self.say.entity(node["ask"], scope) if node.get("ask") is not None else None
        n = self.say.value(node.get("maximum", 1), scope)
        asked = _Asked(kind, who, n, conjuncts(node.get("where")), node)
        if kind == "number":
            return self._number(asked, scope)
        if pool is None and name in self.words["text"]:
            return self._among_all(name, asked, scope)
        pool = self._as_chooser(pool)
        phrase = self._among(pool, asked, scope)
        # Somebody among the others of whoever chooses: who that is goes without saying.
        others = isinstance(pool, Mapping) and pool.get("except") == node.get("ask")
        if asked.by_you or (others and phrase.tag == _ONE_OF_THE_OTHERS):
            return phrase
        told = {"things": phrase.text, "who": asked.who}
        return self.words.noun_phrase(fill(self.words["chosen_by"], **told))

    def _number(self, asked: _Asked, scope: Scope) -> Phrase:
        """A number between two."""
        low = self.say.value(asked.node.get("minimum", 0), scope)
        template = self.words["text"]["numberChooser"]
        text = self.variant(template, {"minimum": low, "maximum": asked.n})
        return self.words.noun_phrase(text, "any" if asked.optional else "")

    def _among_all(self, name: str, asked: _Asked, scope: Scope) -> Phrase:
        """A choice among everything there is: "a monster"."""
        text = self.say.phrase(name, asked.node, scope)
        if asked.where:
            text = self.say.narrowed(text, asked.where, scope)
        tag = asked.kind if asked.by_you and not asked.where else ""
        return Phrase(text, self.words.possessive(text), tag)

    def _among(self, pool: Node, asked: _Asked, scope: Scope) -> Phrase:
        """A choice among the cards of a zone, or among what another chooser gives."""
        chooser = pool if isinstance(pool, Mapping) else {}
        if chooser.get("chooser") == "cards":
            if asked.where:
                both = Logic("and", (*conjuncts(chooser.get("where")), *asked.where))
                chooser = {**chooser, "where": both}
            return self.say.cards(chooser, scope, asked.quantity, asked.n.text)
        if asked.where and (noun := self._noun_of(chooser)):
            text = self.say.noun(noun, asked.where, scope, number=0 if asked.one else 1)
            text = fill(self.words["quantity"][asked.quantity], noun=text, n=asked.n.text)
            return self.words.noun_phrase(text)
        if pool is None and asked.kind == "card":
            everywhere = {"where": asked.node.get("where")}
            return self.say.cards(everywhere, scope, asked.quantity, asked.n.text)
        of = self.say.entity(pool or {"chooser": f"{asked.kind}s"}, scope)
        if asked.kind == "player":
            if of.tag == "every_other_player":
                return self.words.entity_phrase(_ONE_OF_THE_OTHERS)
            return self.words.noun_phrase(self.words["text"]["playerChooser"])
        things = self.words.cards_of(of)
        if asked.where:
            things = self.say.narrowed(things, asked.where, scope)
        elif asked.quantity == "one" and (one := self.words.look("one", chooser.get("chooser"))):
            return self.words.noun_phrase(one)
        some = self.words.of_those(of, things, asked.quantity, asked.n.text)
        return self.words.noun_phrase(some)

    def _as_chooser(self, pool: Node) -> Node:
        """ "{you.play}" as the chooser of the same cards; anything else as it is"""
        tree = value_tree(pool) if isinstance(pool, str) else None
        if not isinstance(tree, Ref) or len(tree.parts) < 2:
            return pool
        *whose, zone = tree.parts
        if zone not in self.words["zone"]:
            return pool
        of = {} if whose == ["match"] else {"of": f"{{{'.'.join(whose)}}}"}
        return {"chooser": "cards", "zone": zone, **of}

    def _noun_of(self, pool: Mapping) -> str:
        """The noun for a pack's chooser such as `monsters`, if it has one."""
        name = str(pool.get("chooser", "")).removesuffix("s")
        name = name.removeprefix("all").lower()
        return name if name in self.words["noun"] else ""
