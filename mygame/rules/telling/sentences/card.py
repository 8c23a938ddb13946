"""The whole card: one sentence or more for each of its behaviours, and for its telling facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .nodes import Node, defaults, listed
from .part import Part
from .scope import DEPTH, Phrase, Scope


class Cards(Part):
    """Says cards."""

    def card(self, behaviors: Node, kind: str = "", facts: Mapping[str, Any] | None = None) -> str:
        """
        The sentences of a card's behaviours and of its telling facts in one line.

        `facts` are its printed properties; "" for a card that does nothing.
        """
        scope = self._beginning(kind, facts or {})
        parts: list[str] = []
        for behavior in listed(behaviors):
            if isinstance(behavior, Mapping):
                parts += self._behavior(behavior, scope.inner())
        for template in self.words.get("fact", {}).values():
            parts.append(self.variant(template, scope.facts))
        return self.words.sentences(parts)

    def _beginning(self, kind: str, facts: Mapping[str, Any]) -> Scope:
        """What every card of a kind knows."""
        names = {
            name: self.words.entity_phrase(name)
            for name in ("you", "this", "spell", "match", "target")
        }
        if kind in self.words.get("entity_of_kind", {}):
            other = self.words.entity_phrase(self.words["entity_of_kind"][kind])
            names["this"] = replace(other, tag="this")
        printed = {
            name: Phrase(self.words.symbol(str(value)), tag=str(value))
            for name, value in facts.items()
        }
        return Scope(names=names, facts=printed)

    def _behavior(self, node: Mapping, scope: Scope) -> list[str]:
        at = str(node.get("at", ""))
        if at in self.say.defines.get("behaviors", {}):
            return self._defined(at, node, scope)
        scope.events[at] = {"playerUUID": scope.names["you"], "*": scope.names["you"]}
        deeds = [
            self.say.modifier(modifier, scope, own=at == "always")
            for modifier in listed(node.get("modifiers"))
        ]
        lead = self.variant(self._when(at), scope.facts)
        if not lead:
            return [part for part in (*deeds, *self.say.clauses(node.get("do"), scope)) if part]
        deeds = [part for part in deeds if part]
        lasting: list[str] = []
        for doable in listed(node.get("do")):
            # What lasts from then on is no deed of this moment.
            told = lasting if self._lasts(doable) else deeds
            told += self.say.clauses(doable, scope)
        return ([lead + self.words.join(deeds)] if deeds else []) + lasting

    def _when(self, at: str) -> Any:
        """What leads the deeds of a timing."""
        lead = self.words.look("when", at, default=None)
        if lead is None:
            self.words.missing.add(("when", at))
        return lead or ""

    def _lasts(self, node: Node) -> bool:
        """Whether a doable only begins something that goes on while the card is in play."""
        if not isinstance(node, Mapping):
            return False
        started = [*listed(node.get("triggers")), *listed(node.get("modifiers"))]
        modes = {str(item.get("mode" if "event" in item else "duration")) for item in started}
        return node.get("type") in self.words.get("lasting", ()) or modes == {"inPlay"}

    def _defined(self, name: str, node: Mapping, scope: Scope) -> list[str]:
        """A behaviour of the pack's own shape: its phrase, else the behaviours it stands for."""
        define = self.say.defines["behaviors"][name]
        if self.words["text"].get(name) is not None:
            values = {**defaults(define), **node, "type": name}
            if "event" in values:
                return [self.say.reaction(name, values, define, scope)]
            return [self.say.phrase(name, values, scope)]
        if scope.depth >= DEPTH:
            return []
        given = {key: value for key, value in node.items() if key != "at"}
        inner = scope.of_definition({**defaults(define), **given})
        parts: list[str] = []
        for behavior in listed(define.get("behaviors")):
            if isinstance(behavior, Mapping):
                parts += self._behavior(behavior, inner)
        return parts
