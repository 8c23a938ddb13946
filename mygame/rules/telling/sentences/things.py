"""Who and what: references, players, cards of zones, and what the pack's choosers give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...ground.templates import fill
from ...language.query import (
    as_chooser,
    as_test,
    conjuncts,
    given_argument,
    is_asking,
    last_name,
    reference_path,
    resolve,
    written_number,
)
from ...language.tree import Comparison, Node, Several, Use
from .choices import Choices
from .part import Part, Pile, Say
from .scope import Phrase, Scope


class Things(Part):
    """Says entities and what is counted of them."""

    def __init__(self, say: Say):
        super().__init__(say)
        self._choices = Choices(say)

    def entity(self, node: Node | tuple[Node, ...] | None, scope: Scope) -> Phrase:
        """Who or what: a reference, a union of such, or a chooser."""
        phrase = self._entity_phrase(node, scope)
        return replace(phrase, many=True) if self.words.are_many(phrase.text) else phrase

    def _entity_phrase(self, node: Node | tuple[Node, ...] | None, scope: Scope) -> Phrase:
        if isinstance(node, tuple):
            return self._union_phrase(node, scope)
        found = resolve(node)
        if isinstance(found, Several):
            return self._union_phrase(found.items, scope)
        if not isinstance(found, Use):
            return self.say.value(found, scope)
        return self._word_phrase(found, scope)

    def _word_phrase(self, use: Use, scope: Scope) -> Phrase:
        if is_asking(use) or use.name == "askAll":
            return self._choices.choice(use, scope)
        match use.name:
            case "count":
                return self._count_phrase(use, scope)
            case "sum" | "min" | "max":
                return self._aggregate_phrase(use, scope)
            case "players":
                return self._players_phrase(use, scope)
            case "allies" | "enemies":
                return self._side_phrase(use, scope)
            case "cards" | "definitions":
                return self.cards(Pile.of_chooser(use), scope)
        text = self.say.word(use, scope)
        if use.name == "numbers" and (parts := conjuncts(use.arguments["where"])):
            text = self.say.narrow_noun(text, parts, scope)
        phrase = self.words.noun_phrase(text, use.name)
        if as_chooser(use) is not None:
            one = "" if use.given else self.words.look_up("single", use.name)
            return replace(phrase, single=one)
        return replace(phrase, each=self.words.look_up("each", use.name))

    def _union_phrase(self, nodes: Sequence[Node], scope: Scope) -> Phrase:
        phrases = [phrase for node in nodes if (phrase := self.entity(node, scope)).text]
        if not phrases:
            return Phrase("")
        if len(phrases) == 1:
            return phrases[0]
        return self.words.noun_phrase(self.words["union"].join(p.text for p in phrases))

    def _count_phrase(self, use: Use, scope: Scope) -> Phrase:
        of = resolve(use.arguments["of"])
        things, each = self.words.cards_of(self.entity(of, scope)), ""
        if isinstance(of, Use) and not of.given:
            each = self.words.look_up("each", of.name)
        if isinstance(of, Use) and of.name == "cards":
            pile = Pile.of_chooser(of)
            if pile.zone is not None:
                each = self.cards(pile, scope, "each").text
                things = self.cards(pile, scope, listed=False).text
            elif pile.source is not None and pile.where:
                among = self.words.cards_of(self.entity(pile.source, scope))
                noun = self.say.noun("card", pile.where, scope, number=0)
                each = fill(self.words["each_among"], cards=noun, things=among)
        if parts := conjuncts(use.arguments["where"]):
            things, each = self.say.narrow_noun(things, parts, scope), ""
        return Phrase(fill(self.words["count"], things=things), each=each)

    def _aggregate_phrase(self, use: Use, scope: Scope) -> Phrase:
        """The sum, the lowest or the highest of a property or of any value of things."""
        things = self.words.cards_of(self.entity(use.arguments["of"], scope))
        what = self._measure_name(use.arguments["value"], scope)
        return Phrase(fill(self.words[use.name], things=things, what=what))

    def _measure_name(self, by: Node, scope: Scope) -> str:
        """What of each thing is added up or compared: "health"."""
        path = reference_path(value := as_test(by))
        if path is not None and len(path.names) == 1:
            return self.words.field_name(path.last_name)
        return self.say.value(value, scope).text

    def _players_phrase(self, use: Use, scope: Scope) -> Phrase:
        parts = conjuncts(use.arguments["where"])
        rest = [part for part in parts if not _excludes_you(part)]
        without = self.say.entity(given_argument(use, "except"), scope)
        others = without.tag == "you" or len(rest) < len(parts)
        base = self.words.entity_phrase("every_other_player" if others else "every_player")
        if (by := given_argument(use, "by")) is not None and (end := _end_of(use)) is not None:
            base = self._foremost_phrase(by, end, rest, scope)
        elif rest:
            text = self.say.narrow_noun(base.text, rest, scope)
            base = self.words.noun_phrase(text, f"such_{base.tag}")
        more = (
            [fill(self.words["players"]["except"], who=without)]
            if without.text
            and not (without.tag == "you" and base.tag.endswith("every_other_player"))
            else []
        )
        if (first := given_argument(use, "from")) is not None:
            more.append(fill(self.words["players"]["from"], who=self.entity(first, scope)))
        if "direction" in use.given and use.arguments["direction"] == "clockwise":
            more.append(self.words["players"]["clockwise"])
        if not more:
            return base
        words = self.words["asides"]
        text = fill(words["text"], text=base, more=words["joined"].join(more))
        return self.words.noun_phrase(text, f"such_{base.tag}")

    def _foremost_phrase(
        self, by: Node, end: tuple[str, Node], rest: Sequence[Node], scope: Scope
    ) -> Phrase:
        """So many players with the most or least of something."""
        side, number = end
        count, what = self.say.value(number, scope), self._measure_name(by, scope)
        one = "_one" if count.tag == "1" else ""
        text = fill(self.words["foremost"][f"{side}{one}"], what=what, n=count.text)
        text = self.say.narrow_noun(text, rest, scope) if rest else text
        return self.words.noun_phrase(text, "" if one else "players_of_a_side")

    def _side_phrase(self, use: Use, scope: Scope) -> Phrase:
        text = self.say.phrase(use.name, use, scope)
        if parts := conjuncts(use.arguments["where"]):
            text = self.say.narrow_noun(text, parts, scope)
        return self.words.noun_phrase(text, "" if "from" in use.given else "players_of_a_side")

    # -- cards

    def some(self, pool: Node, scope: Scope, quantity: str, n: str) -> Phrase:
        """That many out of a pool, as `words["quantity"]` says it, `n` the number."""
        if is_asking(found := resolve(pool)):
            things = self.entity(found, scope)
            several = "maximum" in found.given
            text = fill(self.words["quantity_of"][quantity], things=things, n=n)
            known = self.words["quantity"]
            if not several and known["random"] == known["one"]:  # it would be one at random
                you = self.words.entity_phrase("you")
                text = fill(self.words["chosen_by"], things=things, who=you)
                return self.words.noun_phrase(text)
            return self.words.noun_phrase(text) if several else things
        if (pile := self._choices.pile_of(found)) is not None:
            return self.cards(pile, scope, quantity, n)
        if noun := self._choices.noun_of(as_chooser(pool)):
            noun = self.say.noun(noun, (), scope, number=0 if n == "1" else 1)
            return self.words.noun_phrase(fill(self.words["quantity"][quantity], noun=noun, n=n))
        of = self.entity(pool, scope)
        return self.words.noun_phrase(self.words.some_of(self.words.cards_of(of), quantity, n))

    def cards(
        self, pile: Pile, scope: Scope, quantity: str = "", n: str = "", listed: bool = True
    ) -> Phrase:
        """
        Cards of a zone; with a `quantity` of `words["quantity"]` that many of them, `n` the number.

        Without one they are all; not `listed`, nothing says so.
        """
        owner = self._owner_of(pile, scope)
        late: list[str] = []
        ends = {"top": pile.top, "bottom": pile.bottom}
        ends = {side: number for side, number in ends.items() if number is not None}
        one = quantity in ("one", "each") or (n == "1" and bool(quantity))
        if ends:
            one = any(written_number(number) == 1 for number in ends.values())
        if ends and quantity not in ("", "each") and not one and pile.source is None:
            whole = self.cards(pile, scope)
            return self.words.noun_phrase(self.words.some_of(whole.text, quantity, n))
        noun = self.say.noun(
            *("card", pile.where, scope),
            all_of=pile.all_of and not quantity,
            number=0 if one else 1,
            late=late,
        )
        if pile.source is not None or pile.zone is None:
            noun += "".join(late)
            late.clear()
        place = {
            "owner": owner.text if owner else "",
            "possessive": owner.possessive if owner else "",
            "zone": self.words.zone_name(pile.zone) if pile.zone is not None else "",
        }
        what = self._measure_name(pile.by, scope) if pile.by is not None else ""
        if what and not ends:
            noun = fill(self.words["in_order"], cards=noun, what=what)
        for side, number in ends.items():
            count = self.say.value(number, scope)
            key = f"{side}_one" if count.tag == "1" else side
            if what:
                template = self.words["foremost_cards"][key]
                noun = fill(template, n=count.text, cards=noun, what=what)
                continue
            if pile.zone is not None and owner and f"{key}_of_zone" in self.words:
                text = fill(self.words[f"{key}_of_zone"], n=count.text, cards=noun, **place)
                return self.words.noun_phrase(text, "those_cards")
            noun = fill(self.words[key], n=count.text, cards=noun)
        if pile.source is not None:
            pool = self.entity(pile.source, scope)
            if ends:
                things = self.words.cards_of(pool)
                foremost = fill(self.words["some_among"], cards=noun, things=things)
                if quantity:
                    foremost = self.words.some_of(foremost, quantity, n)
                return self.words.noun_phrase(foremost, "those_cards")
            told = pile.where or pile.by is not None
            return self._among_phrase(pool, noun if told else "", quantity, n, listed)
        if quantity == "each":
            return Phrase(fill(self.words["each_in_zone"], cards=noun, **place) + "".join(late))
        if quantity:
            noun = fill(self.words["quantity"][quantity], noun=noun, n=n)
        elif listed and pile.zone is not None and not ends:
            noun = fill(self.words["all"], noun=noun)
        if pile.zone is None:
            single = "" if quantity else self.say.noun("card", pile.where, scope, number=0)
            return replace(self.words.noun_phrase(noun), single=single)
        owned = owner and owner.possessive and owner.tag != "match"
        template = self.words["in_zone" if owned else "in_shared_zone"]
        text = fill(template, cards=noun, **place) + "".join(late)
        return self.words.noun_phrase(text, "those_cards")

    def _owner_of(self, pile: Pile, scope: Scope) -> Phrase | None:
        """Whose zone it is; of every player where a zone of players is nobody's."""
        if pile.of is not None:
            return self.entity(pile.of, scope)
        zone = scope.trees.declarations.layout.zones.get(pile.zone or "")
        owned = zone is not None and zone.of == "player"
        return self.words.entity_phrase("every_player") if owned else None

    def _among_phrase(self, pool: Phrase, noun: str, quantity: str, n: str, listed: bool) -> Phrase:
        """Certain cards among others; all of the others without a noun and a quantity."""
        text = self.words.cards_of(pool)
        if noun:
            if quantity:
                noun = fill(self.words["quantity"][quantity], noun=noun, n=n)
            some = quantity or not listed
            text = fill(self.words["some_among" if some else "among"], cards=noun, things=text)
        elif quantity:
            text = self.words.some_of(text, quantity, n)
        else:
            return pool
        return self.words.noun_phrase(text)


def _end_of(use: Use) -> tuple[str, Node] | None:
    """The end of an order that is meant, and how many of it."""
    ends = ((side, given_argument(use, side)) for side in ("top", "bottom"))
    return next(((side, number) for side, number in ends if number is not None), None)


def _excludes_you(part: Node) -> bool:
    """Whether a condition says that it is not you."""
    if not isinstance(part, Comparison) or part.operator != "!=":
        return False
    return {last_name(part.left), last_name(part.right)} == {"it", "you"}
