"""Nouns and how conditions narrow them: "a fire card whose mana cost is 4 or less"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ground.holes import fill
from .part import Part
from .scope import Phrase, Scope
from .trees import Compare, Symbol, Word, is_of_reference

# What conditions call the thing that they narrow; events call it otherwise.
IT = ("it",)


class Nouns(Part):
    """Says which things."""

    def noun(
        self,
        kind: str,
        parts: Sequence[Any],
        scope: Scope,
        it: tuple[str, ...] = IT,
        article: bool = False,
        all_of: bool = False,
        number: int = 1,
        late: list[str] | None = None,
    ) -> str:
        """
        Things of a kind, narrowed by conditions about `it`: "all your fire cards".

        `number` 0 is one and 1 many; clauses behind the noun go to `late`, if given.
        """
        number = 0 if article else number
        noun = self.words.look("noun", kind, number) or self.words.look("noun", "card", number)
        rest, owner = [], ""
        for part in parts:
            if is_of_reference(part) and part.op == "==":
                if part.a.parts == (*it, "owner"):
                    owner = self.say.value(part.b, scope).possessive
                    continue
                kinds = part.a.parts in ((*it, "kind"), (*it, "type"))
                if kinds and isinstance(part.b, Symbol) and self.words.look("noun", part.b.name):
                    kind = part.b.name
                    noun = self.words.look("noun", kind, number)
                    continue
            rest.append(part)
        text = self.narrowed(noun, rest, scope, it, late)
        if owner:
            mine = owner == self.words.entity_phrase("you").possessive
            key = ("all_" if all_of else "") + ("yours" if mine else "theirs")
            return fill(self.words["filter"][key], noun=text, owner=owner)
        if article:
            return fill(self.words.look("article", kind) or self.words["a"], noun=text)
        return fill(self.words["all"], noun=text) if all_of else text

    def narrowed(
        self,
        noun: str,
        parts: Sequence[Any],
        scope: Scope,
        it: tuple[str, ...] = IT,
        late: list[str] | None = None,
    ) -> str:
        """A noun narrowed by conditions; with `late` the clauses behind it are put there."""
        words = self.words["filter"]
        clauses, others = [], []
        for part in parts:
            if not (is_of_reference(part) and part.op in words and part.a.parts[:-1] == it):
                inner = scope.inner()
                inner.names["it"] = self.words.entity_phrase("it")
                others.append(self.say.condition(part, inner))
                continue
            name, value = part.a.parts[-1], self.say.value(part.b, scope).text
            if isinstance(part.b, Symbol) and part.op in ("==", "!="):
                key = "adjective" if part.op == "==" else "not_adjective"
                form = self.words.get(key, {}).get(part.b.name) or words[key]
                noun = fill(form, value=value, noun=noun)
            else:
                clauses.append(fill(words[part.op], name=self.words.field_name(name), value=value))
        if others := [clause for clause in others if clause]:
            noun = fill(words["other"], noun=noun, clause=words["clauses"].join(others))
        if clauses:
            clause = words["clauses"].join(clauses)
            if late is not None and words["clause"].startswith("{noun}"):
                late.append(fill(words["clause"], noun="", clause=clause))
            else:
                noun = fill(words["clause"], noun=noun, clause=clause)
        return noun

    def described(self, noun: str, parts: Sequence[Any], scope: Scope) -> str:
        """`described.<noun>`: the thing, and how each condition narrows it."""
        words = self.words["described"][noun]
        text = words["noun"]
        for part in parts:
            if isinstance(part, Word) and part.node.get("type") in words:
                values = {**self.say.parameters(part.node, scope), "noun": Phrase(text)}
                text = self.variant(words[part.node["type"]], values)
            elif isinstance(part, Compare) and part.op in words:
                text = fill(words[part.op], noun=text, b=self.say.value(part.b, scope))
            else:
                text = fill(words["*"], noun=text, condition=self.say.condition(part, scope))
        return text
