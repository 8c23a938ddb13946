"""Conditions as clauses: "you have a wand equipped", "there are at least 3 cards in your hand"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from ...ground.templates import fill
from ...language.query import (
    MATCH,
    MIRROR,
    OPPOSITE,
    Path,
    as_test,
    compared_name,
    compares_reference,
    conjunction,
    is_it_path,
    is_reference,
    is_written,
    last_name,
    reference_path,
    resolve,
    written_number,
    written_symbol,
    written_text,
)
from ...language.tree import Comparison, Literal, Logic, Member, Node, Place, Reference, Use
from .part import Part, Pile
from .questions import question_of
from .scope import Phrase, Scope

_NOTHING = Literal(place=Place(""), type="number", value=0)


class Conditions(Part):
    """Says what must hold."""

    def condition(self, node: Node | None, scope: Scope) -> str:
        """A condition as a clause: "you have a wand equipped"."""
        asked = as_test(node)
        match asked:
            case Literal(value=bool() as known):
                return str(self.words["logic"]["true" if known else "false"])
            case Logic(operator="not", items=(negated, *_)):
                return self._negation_clause(as_test(negated), scope)
            case Logic(operator=operator, items=items):
                parts = [item for item in items if not is_ownership(item)]
                told = [self.condition(item, scope) for item in parts]
                if len(parts) > 1:
                    told = [*map(partial(self._bracketed, operator), parts, told)]
                return str(self.words["logic"][operator].join(part for part in told if part))
            case Comparison():
                return self._comparison_clause(asked, scope)
            case Use():
                return self.say.word(asked, scope)
            case _ if is_reference(asked):
                for sign in (">", "!="):
                    if f"{last_name(asked)} {sign} 0" in self.words.table_of("comparison", {}):
                        return self._comparison_clause(_compare_with_zero(sign, asked), scope)
        return self.say.value(asked, scope).text

    def _bracketed(self, operator: str, item: Node, told: str) -> str:
        """A part of "and" or "or", in brackets where it would be read otherwise."""
        inner = as_test(item)
        loose = isinstance(inner, Logic) and inner.operator not in (operator, "not")
        return fill(self.words["math"]["()"], a=told) if told and loose else told

    def _negation_clause(self, asked: Node, scope: Scope) -> str:
        """That something does not hold; the opposite where there is one."""
        match asked:
            case Logic(operator="not", items=(negated, *_)):
                return self.condition(negated, scope)
            case Comparison(operator="in"):
                return self._comparison_clause(replace(asked, operator="not in"), scope)
            case Comparison(operator=operator):
                return self.condition(replace(asked, operator=OPPOSITE[operator]), scope)
            case Use() if question_of(asked) and (told := self.say.question(asked, scope, True)):
                return told
            case Use(word=word) if f"Not{word.name}" in self.words["text"]:
                return self.say.phrase(f"Not{word.name}", asked, scope)
            case _ if is_reference(asked):
                return self.condition(_compare_with_zero("==", asked), scope)
        return fill(self.words["logic"]["not"], x=self.condition(asked, scope))

    # -- comparisons

    def _comparison_clause(self, node: Comparison, scope: Scope) -> str:
        operator, a, b = node.operator, node.left, node.right
        if is_written(a) and not is_written(b):
            operator, a, b = MIRROR[operator], b, a
        number = written_number(b)
        if is_reference(a):
            table = self.words.table_of("comparison", {})
            for name, other in product((written_text(a), last_name(a)), (written_text(b), "*")):
                if (template := table.get(f"{name} {operator} {other}")) is not None:
                    return self.variant(template, self._side_phrases(a, b, scope))
            if last_name(a) == "count" and number is not None:
                counted = self._holder_of(a, scope)
                is_any = (operator, number) in ((">", 0), (">=", 1))
                if counted.tag in ("that_card", "those_cards") and is_any:
                    return str(self.words["some_chosen"])
                alone = "_lone" if counted.tag == "lone" else ""
                held = self.words.cards_of(counted)
                return self._count_clause(operator, held, number, alone, written_text(a))
        found = resolve(a)
        if isinstance(found, Use) and found.name == "count" and number is not None:
            of = resolve(found.arguments["of"])
            if isinstance(of, Use) and of.name == "cards":
                things = self.say.cards(Pile.of_chooser(of), scope, listed=False)
            else:
                things = self.say.entity(of, scope)
            name = of.name if isinstance(of, Use) else ""
            return self._count_clause(operator, things.text, number, of=name)
        if (
            last_name(a) == "kind"
            and operator in self.words["is_a"]
            and (named := written_symbol(b))
        ):
            holder, noun = self._holder_of(a, scope), self.words.look_up("noun", named, 0)
            if holder.text and noun:
                thing = fill(self.words.look_up("article", named) or self.words["a"], noun=noun)
                return fill(self.words["is_a"][operator], a=holder.text, thing=thing)
        sides = self._side_phrases(a, b, scope)
        return self.variant(self.words["compare"][operator], sides)

    def _side_phrases(self, a: Node, b: Node, scope: Scope) -> dict[str, Phrase]:
        owner = self._holder_of(a, scope)
        return {
            "a": self.say.value(a, scope),
            "b": self.say.value(b, scope),
            "owner": owner,
            "possessive": Phrase(owner.possessive),
        }

    def _holder_of(self, node: Node, scope: Scope) -> Phrase:
        """What a reference is without its last name."""
        found = resolve(node)
        if isinstance(found, Member):
            return scope.names[MATCH] if found.of is None else self.say.value(found.of, scope)
        if isinstance(found, Reference) and found.part:
            return self.say.value(replace(found, part=""), scope)
        return Phrase("")

    def _count_clause(
        self, operator: str, things: str, b: int, alone: str = "", of: str = ""
    ) -> str:
        """
        How many there are, as a clause; `alone` where there is one at most. Of what it is counted
        (`of`) a pack may say it in its own way: `words.comparison`, "yourMinions at_least".
        """
        key = ""
        if (operator, b) in (("==", 0), ("<", 1), ("<=", 0)):
            key = f"empty{alone}"
        elif (operator, b) in ((">", 0), (">=", 1), ("!=", 0)):
            key = f"some{alone}"
        elif operator in (">", ">="):
            key, b = "at_least", b + (operator == ">")
        elif operator in ("<", "<="):
            key, b = "at_most", b - (operator == "<")
        if key:
            own = self.words.table_of("comparison", {}).get(f"{of} {key}")
            return fill(own or self.words[key], things=things, n=b)
        count = fill(self.words["count"], things=things)
        sides = {"a": Phrase(count), "b": Phrase.of_number(b)}
        return self.variant(self.words["compare"][operator], sides)

    # -- what is done under conditions

    def clause_under(self, parts: Sequence[Node], do: str, scope: Scope) -> str:
        """A clause under conditions; a keyword of the pack leads it: "Spread: draw 1 card"."""
        others = []
        for part in parts:
            if lead := self.lead_keyword(part):
                known = self.say.parameters(part, scope) if isinstance(part, Use) else {}
                do = self.variant(lead, {**known, "do": Phrase(do)})
            else:
                others.append(part)
        clause = self.condition(conjunction(others), scope) if others else ""
        return self.fill("if", {"condition": clause, "do": do}) if clause else do

    def lead_keyword(self, part: Node) -> Any:
        """The keyword that stands for a condition, if the pack has one: `words.lead`."""
        table = self.words.table_of("lead", {})
        if isinstance(part, Use):
            return table.get(part.name)
        return table.get(compared_name(part)) if compares_reference(part) else None


def is_ownership(part: Node) -> bool:
    """Whether a condition is only whose card it is, which a noun says with "your"."""
    found = reference_path(part)
    return found is not None and found.names == ("owner",) and is_it_path(Path(found.root))


def _compare_with_zero(operator: str, node: Node) -> Comparison:
    """A reference compared with 0."""
    return Comparison(
        place=node.place, type="boolean", operator=operator, left=node, right=_NOTHING
    )
