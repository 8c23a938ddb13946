"""Nouns and how conditions narrow them: "a fire card whose mana cost is 4 or less"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from ...ground.templates import fill
from ...language.query import (
    Path,
    as_test,
    is_it_path,
    reference_path,
    written_number,
    written_symbol,
)
from ...language.scope import THIS
from ...language.tree import Comparison, Logic, Node, Use
from .part import Part
from .scope import Phrase, Scope

_KINDS = ("kind", "type")


class Nouns(Part):
    """Says which things."""

    def noun(
        self,
        kind: str,
        parts: Sequence[Node],
        scope: Scope,
        it: Path | None = None,
        article: bool = False,
        all_of: bool = False,
        number: int = 1,
        late: list[str] | None = None,
    ) -> str:
        """
        Things of a kind, narrowed by conditions about {it}: "all your fire cards". Events call it
        otherwise: `it` is the reference that is meant.

        `number` 0 is one and 1 many; clauses behind the noun go to `late`, if given.
        """
        number = 0 if article else number
        noun = self.words.look_up("noun", kind, number) or self.words.look_up(
            "noun", "card", number
        )
        rest, owner, special = [], "", False
        adjectives: list[str] = []
        for part in parts:
            match _compared_property(part, it):
                case "owner", Comparison(operator="==", right=whose):
                    owner = self.say.value(whose, scope).possessive
                    continue
                case name, Comparison(operator="==", right=which):
                    named = written_symbol(which)
                    own = f"{name} {named}" in self.words.table_of("adjective", {})
                    if named is not None and not own and self.words.look_up("noun", named):
                        # What has a noun of its own, such as a tribe, is more than its kind.
                        if name not in _KINDS or not special:
                            kind, noun = named, self.words.look_up("noun", named, number)
                        special = special or name not in _KINDS
                        continue
            key = part.name if isinstance(part, Use) else _one_of_several(part, it)
            if named := self.words.look_up("kinds", key):
                kind, noun = named, self.words.look_up("noun", named, number)
                adjectives += self._own_symbols(part) if isinstance(part, Use) else ()
                continue
            rest.append(part)
        for word in adjectives:
            form = self.words.table_of("adjective", {}).get(word)
            form = form or self.words["filter"]["adjective"]
            noun = fill(form, value=self.words.symbol(word), noun=noun)
        if all_of:  # wherever they lie, not only where they are played
            noun = self.words.look_up("everywhere", kind, number) or noun
        text = self.narrow_noun(noun, rest, scope, it, late)
        if owner:
            mine = owner == self.words.entity_phrase("you").possessive
            key = ("all_" if all_of else "") + ("yours" if mine else "theirs")
            return fill(self.words["filter"][key], noun=text, owner=owner)
        if article:
            return fill(self.words.look_up("article", kind) or self.words["a"], noun=text)
        return fill(self.words["all"], noun=text) if all_of else text

    @staticmethod
    def _own_symbols(part: Use) -> list[str]:
        """The bare words that a word of the pack is given: a school."""
        given = ((key, written_symbol(part.arguments[key])) for key in part.given)
        return [each for key, each in given if each is not None and each != _usual(part, key)]

    def narrow_noun(
        self,
        noun: str,
        parts: Sequence[Node],
        scope: Scope,
        it: Path | None = None,
        late: list[str] | None = None,
    ) -> str:
        """A noun narrowed by conditions; with `late` the clauses behind it are put there."""
        words = self.words["filter"]
        clauses, others = [], []
        for part in parts:
            found = _compared_property(part, it)
            if form := self.words.look_up("narrowed", _word_of(part) or _comparison_of(found)):
                noun = fill(form, noun=noun)
                continue
            if _is_another(part, it, scope):
                noun = fill(words["another"], noun=noun)
                continue
            if (without := _excluded(part, it)) is not None:
                other = self.say.value(without, scope)
                noun = fill(words["other_than"], noun=noun, value=other)
                continue
            if found is None or found[1].operator not in words:
                others.append(self.say.condition(part, scope.inner_scope()))
                continue
            name, compared = found
            value, word = self.say.value(compared.right, scope).text, written_symbol(compared.right)
            if word is not None and compared.operator in ("==", "!="):
                key = "adjective" if compared.operator == "==" else "not_adjective"
                forms = self.words.table_of(key, {})
                named = forms.get(f"{name} {word}") or forms.get(f"{name} *")
                form = named or forms.get(word) or words[key]
                noun = fill(form, value=value, noun=noun)
            else:
                told = {"name": self.words.field_name(name), "value": value}
                clauses.append(fill(words[compared.operator], **told))
        for key, parted in (("other", others), ("clause", clauses)):
            if clause := words["clauses"].join(each for each in parted if each):
                if late is not None and words[key].startswith("{noun}"):
                    late.append(fill(words[key], noun="", clause=clause))
                else:
                    noun = fill(words[key], noun=noun, clause=clause)
        return noun

    def describe_noun(self, noun: str, parts: Sequence[Node], scope: Scope) -> str:
        """`described.<noun>`: the thing, and how each condition narrows it."""
        words = self.words["described"][noun]
        text: str = words["noun"]
        for part in parts:
            if isinstance(part, Use) and part.name in words:
                values = {**self.say.parameters(part, scope), "noun": Phrase(text)}
                text = self.variant(words[part.name], values)
            elif _is_about_value(part) and part.operator in words:
                told = self.say.value(part.right, scope)
                text = fill(words[part.operator], noun=text, b=told)
            else:
                text = fill(words["*"], noun=text, condition=self.say.condition(part, scope))
        return text


def _word_of(part: Node) -> str:
    """The word that a condition is, "Damaged", or that it denies, "NotDamaged"; "" of others."""
    if isinstance(part, Logic) and part.operator == "not":
        inner = as_test(part.items[0])
        return f"Not{inner.name}" if isinstance(inner, Use) else ""
    return part.name if isinstance(part, Use) else ""


def _comparison_of(found: tuple[str, Comparison] | None) -> str:
    """A property that is compared with a number, as the tables write it: "frozen > 0"."""
    if found is None or (number := written_number(found[1].right)) is None:
        return ""
    return f"{found[0]} {found[1].operator} {number}"


def _one_of_several(part: Node, it: Path | None) -> str:
    """A property that is one of several words: "kind in (spell, secret)"; "" of all else."""
    if not isinstance(part, Logic) or part.operator != "or":
        return ""
    words, names = [], set()
    for found in (_compared_property(as_test(item), it) for item in part.items):
        word = written_symbol(found[1].right) if found is not None else None
        if found is None or word is None or found[1].operator != "==":
            return ""
        words.append(word)
        names.add(found[0])
    return f"{names.pop()} in ({', '.join(words)})" if len(names) == 1 else ""


def _is_another(part: Node, it: Path | None, scope: Scope) -> bool:
    """Whether a condition says that it is not this very card."""
    if not isinstance(part, Comparison) or part.operator != "!=":
        return False
    sides = [reference_path(part.left), reference_path(part.right)]
    this = Path(THIS) in sides and scope.names[THIS].tag == "this"
    return this and any(
        each is not None and (each == it or (it is None and is_it_path(each))) for each in sides
    )


def _excluded(part: Node, it: Path | None) -> Node | None:
    """What things are not, by a condition that says only that."""
    if not isinstance(part, Comparison) or part.operator != "!=":
        return None
    for side, other in ((part.left, part.right), (part.right, part.left)):
        found = reference_path(side)
        if found is not None and (found == it or (it is None and is_it_path(found))):
            return other
    return None


def _is_about_value(part: Node) -> TypeGuard[Comparison]:
    """Whether a condition compares a value of an event, such as the amount of damage."""
    found = reference_path(part.left) if isinstance(part, Comparison) else None
    return found is not None and found.names == ("amount",)


def _usual(part: Use, key: str) -> Any:
    """What a parameter is where nothing is given."""
    param = part.word.params.get(key)
    return param.default if param is not None else None


def _compared_property(part: Node, it: Path | None) -> tuple[str, Comparison] | None:
    """Which property of the thing a condition compares; None if it is about something else."""
    found = reference_path(part.left) if isinstance(part, Comparison) else None
    if not isinstance(part, Comparison) or found is None or not found.names:
        return None
    thing = found._replace(names=found.names[:-1])
    return (found.last_name, part) if thing == it or (it is None and is_it_path(thing)) else None
