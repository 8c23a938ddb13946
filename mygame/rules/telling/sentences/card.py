"""The whole card: one sentence or more for each of its behaviours, and for its telling facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from ...ground.templates import fill
from ...language.macros import first_trigger
from ...language.query import MATCH, walk_doables
from ...language.scope import ANYWHERE, THIS, YOU
from ...language.tree import Answer, Behavior, Binding, ModifierNode, Node, TriggerNode, Use
from ...language.trees import Trees
from .part import Part
from .scope import Now, Phrase, Scope


class Cards(Part):
    """Says cards."""

    def card(
        self,
        trees: Trees,
        behaviors: Sequence[Behavior],
        kind: str = "",
        facts: Mapping[str, Any] | None = None,
        now: Now | None = None,
        answers: Sequence[Answer] = (),
    ) -> str:
        """
        The sentences of a card's behaviours and answers, and of its telling facts, in one line.

        `facts` are its printed properties, `now` what amounts are in a running match (see `Scope`);
        "" for a card that does nothing.
        """
        scope = self.beginning_sentences(trees, kind, facts, now)
        before, after = self.say.answers(answers, scope)
        done = [*before, *self.behaviors(behaviors, scope), *after]
        parts = [*self._fact_sentences("keyword_fact", scope), *done]
        return self.words.join_sentences(parts + self._fact_sentences("fact", scope))

    def behaviors(self, behaviors: Sequence[Behavior], scope: Scope) -> list[str]:
        """The sentences of a card's behaviours alone, in the scope of its `beginning`."""
        parts: list[str] = []
        for _, same in groupby(behaviors, key=lambda each: id(each.unfolded or each)):
            parts += self._macro_sentences(list(same), scope.inner_scope())
        return parts

    def _fact_sentences(self, table: str, scope: Scope) -> list[str]:
        """What printed properties say by themselves: keywords, before all else, and the rest."""
        return [self.variant(each, scope.facts) for each in self.words.table_of(table, {}).values()]

    def beginning_sentences(
        self,
        trees: Trees,
        kind: str = "",
        facts: Mapping[str, Any] | None = None,
        now: Now | None = None,
    ) -> Scope:
        """What every card of a kind knows; see `card`."""
        names: dict[Binding, Phrase] = {
            binding: self.words.entity_phrase(name)
            for name, binding in {**ANYWHERE, "match": MATCH}.items()
        }
        if kind in self.words.table_of("entity_of_kind", {}):
            other = self.words.entity_phrase(self.words["entity_of_kind"][kind])
            names[THIS] = replace(other, tag="this")
        printed = {
            name: Phrase(self.words.symbol(str(value)), tag=str(value))
            for name, value in {"kind": kind, **(facts or {})}.items()
        }
        return Scope(trees, names=names, facts=printed, now=now or {})

    def _macro_sentences(self, behaviors: Sequence[Behavior], scope: Scope) -> list[str]:
        """
        A behaviour, or all that one of the pack's own shape comes to: by its phrase if it has one.
        """
        macro = behaviors[0].unfolded
        if macro is None or self.words["text"].get(macro.word.name) is None:
            return [
                part
                for each in behaviors
                for part in self._behavior_sentences(each, scope.inner_scope())
            ]
        use = scope.trees.macro_use(behaviors[0])
        listener = first_trigger(behaviors[0])
        if "event" in use.arguments and listener is not None:
            return [self.say.reaction(use, listener, scope)]
        if told := self.say.phrase(use.name, use, scope):
            return [told]
        # No variant of its phrase fits.
        return [
            part
            for each in behaviors
            for part in self._behavior_sentences(each, scope.inner_scope())
        ]

    def _behavior_sentences(self, behavior: Behavior, scope: Scope) -> list[str]:
        at = "always" if behavior.timing is None else behavior.timing.name
        if behavior.context is not None:
            called = {
                key: self.words.named_phrase(self.variant(told, scope.facts), key)
                for key, told in self.words.look_up("moment", at, default={}).items()
            }
            scope.names[YOU] = called.pop("you", scope.names[YOU])
            own = dict.fromkeys(("playerUUID", "*"), scope.names[YOU])
            scope.events[behavior.context] = own | called
        deeds = [
            self.say.modifier(modifier, scope, own=at == "always")
            for modifier in behavior.modifiers
        ]
        lead = self.variant(self._timing_lead(at), scope.facts)
        if not lead:
            form = self.words.table_of("while_there", {}).get(at, "")
            for begins, uses in groupby(
                walk_doables(behavior.do), lambda use: bool(form) and _modes_of(use) == {"inPlay"}
            ):
                clauses = self.say.clauses([*uses], scope)
                deeds += [fill(form, x=each) for each in clauses] if begins else clauses
            return [part for part in deeds if part]
        deeds = [part for part in deeds if part]
        lasting: list[str] = []
        silent = at in self.words.table_of("begins", ())
        for begins, uses in groupby(walk_doables(behavior.do), self._begins_lasting_effect):
            # What lasts from then on is no deed of this moment.
            told = lasting if silent and begins else deeds
            told += self.say.clauses([*uses], scope)
        return ([lead + self.words.join_clauses(deeds)] if deeds else []) + lasting

    def _timing_lead(self, at: str) -> Any:
        """What leads the deeds of a timing."""
        lead = self.words.look_up("when", at, default=None)
        if lead is None:
            self.words.missing.add(("when", at))
        return lead or ""

    def _begins_lasting_effect(self, use: Use) -> bool:
        """Whether a doable only begins something that goes on while the card is in play."""
        return use.name in self.words.table_of("lasting", ()) or _modes_of(use) == {"inPlay"}


def _modes_of(use: Use) -> set[str]:
    """How long what a doable begins lasts."""
    started = (*use.arguments.get("triggers", ()), *use.arguments.get("modifiers", ()))
    return {_mode_of(each) for each in started}


def _mode_of(lasting: Node) -> str:
    """How long a trigger or modifier lasts; "" where a word's parameter says so."""
    if isinstance(lasting, TriggerNode):
        return lasting.mode
    return lasting.duration if isinstance(lasting, ModifierNode) else ""
