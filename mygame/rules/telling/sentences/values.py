"""Values: numbers, references and arithmetic, "3 times your frost", "the cards in your hand"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...ground.templates import fill
from ...language.expressions import NUMBER
from ...language.query import (
    MATCH,
    PRINTED,
    Path,
    is_it_path,
    reference_path,
    resolve,
    written_number,
)
from ...language.scope import THIS
from ...language.tree import (
    Binding,
    Comparison,
    Conditional,
    Literal,
    Logic,
    Member,
    Node,
    Operation,
    Reference,
    Several,
    Use,
)
from .part import CONDITIONS, Part
from .scope import DEPTH, ONE, Phrase, Scope
from .words import Words, spell_out

# What follows a dot and says nothing new.
_ITSELF = frozenset({"UUID", "id", "cardUUID", "cards", "cardUUIDs", "target", "base"})
# How the tables of a language call the operators that have names.
_SIGNS = {"negative": "neg"}


def value_of_event(words: Words, key: str, context: Mapping[str, Phrase]) -> Phrase:
    """What a value of an event is called, as far as the context knows."""
    if key in context:
        return context[key]
    if key.lower().endswith("playeruuid"):
        return context.get("playerUUID") or words.entity_phrase("that_player")
    if "*" in context:
        return context["*"]
    if key == "cardUUID":
        return words.entity_phrase("that_card")
    return words.noun_phrase(words.look_up("context", key, default=spell_out(key)), key)


class Values(Part):
    """Says values."""

    def value(self, node: Node | None, scope: Scope) -> Phrase:
        """Any value as a phrase."""
        if scope.depth > DEPTH:
            return Phrase("…")
        node = resolve(node)
        match node:
            case None:
                return Phrase("", tag="-")
            case Literal(type="entity"):
                return scope.names[MATCH]
            case Literal(value=bool() as known):
                name = str(known).lower()
                return Phrase(self.words.symbol(name), tag=name)
            case Literal(value=int() as known):
                return Phrase(str(known), tag=str(known))
            case Literal(value=str() as name):
                return Phrase(self.words.symbol(name), tag=name)
            case Reference():
                return self._reference_phrase(node, scope)
            case Member():
                return self._member_phrase(node, scope)
            case Comparison() | Logic() | Operation(operator="truth"):
                return self._truth_phrase(node, scope)
            case Use(word=word) if word.family in CONDITIONS:
                return self._truth_phrase(node, scope)
            case Operation() | Conditional():
                return self._arithmetic_phrase(node, scope)
            case Several() | Use():
                return self.say.entity(node, scope)
        return Phrase("…")

    def _truth_phrase(self, node: Node, scope: Scope) -> Phrase:
        """A condition where a number stands: 1 where it holds."""
        clause = self.say.condition(node, scope)
        return Phrase(fill(self.words["math"]["if"], a="1", c=clause, b="0"))

    # -- references

    def _reference_phrase(self, node: Reference, scope: Scope) -> Phrase:
        """A name, or a part of what it names."""
        if node.binding in scope.events or self.words.look_up("event", node.binding.name):
            context = scope.events.get(node.binding, {})
            return value_of_event(self.words, node.part, context)
        phrase = self._binding_phrase(node.binding, scope)
        return self._name_after_dot(phrase, node.part) if node.part else phrase

    def _binding_phrase(self, binding: Binding, scope: Scope) -> Phrase:
        """What a name is called here."""
        if binding not in scope.names:
            if binding.name == "it":
                return self.words.entity_phrase("it")
            return Phrase(spell_out(binding.name))
        phrase = scope.names[binding]
        if phrase.tag == "once":
            scope.names[binding] = self.words.entity_phrase("those_cards")
        return phrase

    def _member_phrase(self, node: Member, scope: Scope) -> Phrase:
        """`{you.hand.count}`: "the number of cards in your hand"."""
        if node.name == "owner" and scope.owner is not None and _is_the_thing(node.of):
            return scope.owner
        phrase = scope.names[MATCH] if node.of is None else self.value(node.of, scope)
        for name in node.name.split("."):
            phrase = self._name_after_dot(phrase, name + PRINTED if node.base else name)
        return phrase

    def _name_after_dot(self, phrase: Phrase, name: str) -> Phrase:
        """What follows a dot."""
        if name == "UUID" and phrase.tag == "those_cards":
            name = "last"  # of several
        if name in _ITSELF:
            return phrase
        if name in ("next", "previous", "owner"):
            if phrase.tag == "you" and (key := f"your_{name}") in self.words["entity"]:
                return replace(self.words.entity_phrase(key), tag="that_player")
            text = fill(self.words[name], text=phrase.text, possessive=phrase.possessive)
            return self.words.noun_phrase(text, "that_player")
        if name == "count":
            each = fill(self.words["each_of"], things=phrase.text) if phrase.tag == "zone" else ""
            things = self.words.cards_of(phrase)
            return Phrase(fill(self.words["count"], things=things), each=each)
        if name in ("first", "last", "top", "bottom"):
            if phrase.tag in ONE:
                return phrase
            key = "first" if name in ("first", "bottom") else "last"
            return self.words.noun_phrase(fill(self.words[key], things=phrase.text))
        if name in self.words["zone"]:
            own = "" if phrase.tag == "match" else phrase.possessive
            template = self.words["of" if own else "the"]
            text = fill(template, possessive=own, name=self.words.zone_name(name))
            lone = name in self.words.table_of("lone", ())
            return self.words.noun_phrase(text, "lone" if lone else "zone")
        if name in self.words["result"] and name not in self.words["field"]:
            return Phrase(self.words["result"][name])
        if not phrase.possessive:
            return Phrase(self.words.field_name(name), tag=name)
        told = {"possessive": phrase.possessive, "owner": phrase.text}
        form = self.words.look_up("of_field", name) or self.words["of"]
        text = fill(form, **told, name=self.words.field_name(name))
        return Phrase(text, tag=name, each=fill(self.words.look_up("each", name), **told))

    # -- arithmetic

    def _arithmetic_phrase(self, node: Operation | Conditional, scope: Scope) -> Phrase:
        words = self.words["math"]
        if isinstance(node, Conditional):
            clause = self.say.condition(node.test, scope)
            a, b = self.value(node.then, scope), self.value(node.otherwise, scope)
            return Phrase(fill(words["if"], a=a, c=clause, b=b))
        if (number := written_number(node)) is not None:
            return Phrase(str(number), tag=str(number))
        op = _SIGNS.get(node.operator, node.operator)
        parts = [self.value(item, scope) for item in node.items]
        if (known := _computed_number(op, parts)) is not None:
            return known
        items = node.items
        if op == "-" and len(parts) == 2 and parts[0].tag == "0":
            op, parts, items = "neg", parts[1:], items[1:]
        if (grown := self._growing_phrase(op, parts)) is not None:
            return grown
        parts = [
            self._bracketed(op, number, item, part)
            for number, (item, part) in enumerate(zip(items, parts, strict=True))
        ]
        if (told := self._event_value_phrase(op, parts)) is not None:
            return told
        if op == "*" and len(parts) == 2 and any(_is_negative(part) for part in parts):
            return self._negative_phrase(self._arithmetic_phrase(_flip_signs(node), scope))
        if op == "neg":
            return self._negative_phrase(parts[0])
        if op in ("*", "min", "max") and NUMBER.fullmatch(parts[0].tag):
            parts.reverse()
        key = _operator_key(op, parts[-1])
        if key not in words:
            return Phrase("…")
        text = parts[0].text
        for part in parts[1:] or [Phrase("")]:
            text = fill(words[key], a=text, b=part.text)
        return Phrase(text)

    def _bracketed(self, op: str, number: int, item: Node, part: Phrase) -> Phrase:
        """A part of a sum or product, in brackets where it would be read otherwise."""
        inner = resolve(item)
        if isinstance(inner, Conditional):
            loose = True
        elif isinstance(inner, Operation) and len(inner.items) > 1:
            alike = inner.operator in "+-*" and op in "+-" and (op == "+" or not number)
            loose = not alike and op not in ("min", "max") and written_number(inner) is None
        else:
            return part
        if not loose:
            return part
        return replace(part, text=fill(self.words["math"]["()"], a=part.text), each="")

    def _negative_phrase(self, phrase: Phrase) -> Phrase:
        text = fill(self.words["math"]["neg"], a=phrase)
        return Phrase(text, tag=f"-{phrase.text}")

    def _event_value_phrase(self, op: str, parts: Sequence[Phrase]) -> Phrase | None:
        """Twice the damage of an event: variants know it by a tag of its own."""
        words = self.words["math"]
        if parts[0].tag not in self.words["context"] or len(parts) != 2:
            return None
        key = _operator_key(op, parts[1])
        if key not in words:
            return None
        text = fill(words[key], a=parts[0].text, b=parts[1].text)
        return Phrase(text, tag=f"{parts[0].tag}{op}{parts[1].tag}")

    def _growing_phrase(self, op: str, parts: Sequence[Phrase]) -> Phrase | None:
        """An amount that grows with something: 3 for each, 8 and 1 for each, at least 20."""
        words = self.words["math"]
        if op == "neg" and parts[0].each and not parts[0].base:
            negative = self._negative_phrase(parts[0])
            told = replace(parts[0], text=negative.text, tag=negative.tag)
            return replace(told, factor=-told.factor)
        if len(parts) != 2:
            return None
        number, grows = sorted(parts, key=lambda part: bool(part.each))
        if not NUMBER.fullmatch(number.tag) or not grows.each:
            return None
        n = int(number.tag)
        if op == "*" and not grows.base:
            text = fill(words["*2" if n == 2 else "*"], a=grows.text, b=abs(n))
            negative_tag = f"-{text}" if n < 0 else ""
            if n < 0:
                text = fill(words["neg"], a=text)
            factor = grows.factor * n
            return replace(grows, text=text, tag=negative_tag, possessive="", factor=factor)
        if op in "+-" and not grows.base and (op == "+" or parts[0] is number):
            text = fill(words[op], a=n, b=grows.text)
            factor = grows.factor if op == "+" else -grows.factor
            return replace(grows, text=text, tag="", base=str(n), factor=factor)
        if op == "max":
            return replace(grows, text=fill(words["max"], a=grows.text, b=n), floor=str(n))
        return None


def _is_the_thing(node: Node | None) -> bool:
    """Whether it is the very thing that conditions are about: {it}, or {this} of its own."""
    found = reference_path(node)
    return found is not None and (found == Path(THIS) or is_it_path(found))


def _flip_signs(node: Operation) -> Operation:
    """A product with the numbers that are written in it turned from negative to positive."""
    items = []
    for item in node.items:
        number = written_number(item)
        items.append(
            item if number is None else Literal(place=item.place, type="number", value=-number)
        )
    return replace(node, items=tuple(items))


def _computed_number(op: str, parts: Sequence[Phrase]) -> Phrase | None:
    """What numbers come to."""
    numbers = all(NUMBER.fullmatch(part.tag) for part in parts)
    if op not in ("+", "-", "*") or len(parts) != 2 or not numbers:
        return None
    a, b = (int(part.tag) for part in parts)
    n = a + b if op == "+" else a - b if op == "-" else a * b
    return Phrase(str(n), tag=str(n))


def _is_negative(part: Phrase) -> bool:
    return re.match(r"-\d", part.tag) is not None


def _operator_key(op: str, last: Phrase) -> str:
    """The template of an operator; "twice" has one of its own."""
    return "*2" if op == "*" and last.tag == "2" else op
