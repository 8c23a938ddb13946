"""Who and what: references, players, cards of zones, and what the pack's choosers give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ...ground.holes import fill
from .choices import Choices
from .nodes import Node
from .part import Part
from .scope import Phrase, Scope
from .trees import Compare, Ref, Word, conjuncts, name_of, value_tree

if TYPE_CHECKING:
    from .whole import Sentences


class Things(Part):
    """Says entities and what is counted of them."""

    def __init__(self, say: Sentences):
        super().__init__(say)
        self._choices = Choices(say)

    def entity(self, node: Node, scope: Scope) -> Phrase:
        """Who or what: a reference, a union of such, or a chooser."""
        node = scope.bound(node)
        if isinstance(node, list):
            return self._union(node, scope)
        if not isinstance(node, Mapping) or not isinstance(value_tree(node), Word):
            return self.say.value(node, scope)
        name = str(node.get("type") or node.get("chooser") or "")
        match name:
            case "count":
                return self._count(node, scope)
            case "sum" | "min" | "max" if node.get("of") is not None:
                return self._over(name, node, scope)
            case "players":
                return self._players(node, scope)
            case "cards" | "definitions":
                return self.cards(node, scope)
        if name.endswith("Chooser"):
            return self._choices.choice(name, node, scope)
        family = "choosers" if "chooser" in node else "values"
        phrase = self.words.noun_phrase(self.say.word(family, node, scope), name)
        return phrase if "chooser" in node else replace(phrase, each=self.words.look("each", name))

    def _union(self, nodes: list, scope: Scope) -> Phrase:
        phrases = [phrase for node in nodes if (phrase := self.entity(node, scope)).text]
        if not phrases:
            return Phrase("")
        if len(phrases) == 1:
            return phrases[0]
        return self.words.noun_phrase(self.words["union"].join(p.text for p in phrases))

    def _count(self, node: Mapping, scope: Scope) -> Phrase:
        of = scope.bound(node.get("of"))
        things, each = self.words.cards_of(self.entity(of, scope)), ""
        if isinstance(of, Mapping) and of.get("chooser") == "cards" and of.get("zone"):
            each = self.cards(of, scope, "each").text
            things = self.cards(of, scope, listed=False).text
        return Phrase(fill(self.words["count"], things=things), each=each)

    def _over(self, name: str, node: Mapping, scope: Scope) -> Phrase:
        """The sum, the lowest or the highest of a property or of any value of things."""
        things = self.words.cards_of(self.entity(node.get("of"), scope))
        tree = value_tree(node.get("value"))
        if isinstance(tree, Ref) or tree is None:
            what = self.words.field_name(tree.parts[-1] if tree else str(node.get("property")))
        else:
            what = self.say.value(node["value"], scope).text
        return Phrase(fill(self.words[name], things=things, what=what))

    def _players(self, node: Mapping, scope: Scope) -> Phrase:
        others = node.get("except") is not None
        rest = []
        for part in conjuncts(node.get("where")):
            if (
                isinstance(part, Compare)
                and part.op == "!="
                and {"it", "you"} == {name_of(part.a), name_of(part.b)}
            ):
                others = True
            else:
                rest.append(part)
        base = self.words.entity_phrase("every_other_player" if others else "every_player")
        if not rest:
            return base
        return self.words.noun_phrase(self.say.narrowed(base.text, rest, scope), base.tag)

    # -- cards

    def cards(
        self, node: Mapping, scope: Scope, quantity: str = "", n: str = "", listed: bool = True
    ) -> Phrase:
        """
        Cards of a zone; with a `quantity` of `words["quantity"]` that many of them, `n` the number.

        Without one they are all; not `listed`, nothing says so.
        """
        where = conjuncts(node.get("where"))
        owner = self.entity(node["of"], scope) if node.get("of") is not None else None
        zone = node.get("zone")
        one = quantity in ("one", "each") or (n == "1" and bool(quantity))
        late: list[str] = []
        noun = self.say.noun("card", where, scope, number=0 if one else 1, late=late)
        if node.get("from") is not None or zone is None:
            noun += "".join(late)
            late.clear()
        place = {
            "owner": owner.text if owner else "",
            "possessive": owner.possessive if owner else "",
            "zone": self.words.zone_name(str(zone)) if zone is not None else "",
        }
        ends = [side for side in ("top", "bottom") if node.get(side) is not None]
        for side in ends:
            count = self.say.value(node[side], scope)
            key = f"{side}_one" if count.tag == "1" else side
            if zone is not None and owner and f"{key}_of_zone" in self.words:
                text = fill(self.words[f"{key}_of_zone"], n=count.text, cards=noun, **place)
                return self.words.noun_phrase(text, "those_cards")
            noun = fill(self.words[key], n=count.text, cards=noun)
        if node.get("from") is not None:
            pool = self.entity(node["from"], scope)
            return self._among(pool, noun if where else "", quantity, n)
        if quantity == "each":
            return Phrase(fill(self.words["each_in_zone"], cards=noun, **place) + "".join(late))
        if quantity:
            noun = fill(self.words["quantity"][quantity], noun=noun, n=n)
        elif listed and zone is not None and not ends:
            noun = fill(self.words["all"], noun=noun)
        if zone is None:
            return self.words.noun_phrase(noun)
        owned = owner and owner.possessive and owner.tag != "match"
        template = self.words["in_zone" if owned else "in_shared_zone"]
        text = fill(template, cards=noun, **place) + "".join(late)
        return self.words.noun_phrase(text, "those_cards")

    def _among(self, pool: Phrase, noun: str, quantity: str, n: str) -> Phrase:
        """Certain cards among others; all of the others without a noun and a quantity."""
        text = self.words.cards_of(pool)
        if noun:
            if quantity:
                noun = fill(self.words["quantity"][quantity], noun=noun, n=n)
            text = fill(self.words["among"], cards=noun, things=text)
        elif quantity:
            text = self.words.of_those(pool, text, quantity, n)
        else:
            return pool
        return self.words.noun_phrase(text)
