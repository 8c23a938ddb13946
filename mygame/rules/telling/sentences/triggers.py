"""What happens when something else does: "when you cast a fire spell, draw 1 card"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...ground.holes import fill, filled
from .nodes import Node, first_trigger, listed
from .part import Part
from .scope import Phrase, Scope
from .trees import Compare, Logic, Ref, Word, conjuncts, is_about, plain, value_tree
from .values import value_of_event
from .words import spell_out

# Who an event is of: what the actor is called in its clause.
_ACTORS = {"you": "you", "other": "another_player", "any": "some_player"}


class Triggers(Part):
    """Says events, and what is done when they happen."""

    def trigger(self, node: Node, scope: Scope) -> str:
        """A trigger that a doable begins; "" when it does nothing a reader cares for."""
        if not isinstance(node, Mapping):
            return ""
        name = str(scope.bound(node.get("event")) or "instant")
        table = self.words["trigger"]
        inner = scope.afterwards()
        if name == "instant":
            do = fill(table["instant"], do=self.say.deeds(node.get("do"), inner))
            return self.say.provided_that(conjuncts(node.get("condition")), do, inner)
        event, rest = self._event(name, node, inner)
        clause, adverb = self._provided(rest, listed(node.get("do")), inner)
        deeds = listed(node.get("do"))
        if per := self._per(name, deeds, inner):
            event, deeds = per, [{**deeds[0], "times": 1}]
            table = {**table, **table["per"]}
        do = self.say.deeds(deeds, inner)
        if not do:
            return ""
        mode = str(scope.bound(node.get("mode")) or "inPlay")
        if mode == "inPlay" and self._is_final(name, node, inner):
            mode = "final"
        text = table.get(mode, table["inPlay"])
        if mode == "once" and isinstance(until := node.get("until"), Mapping):
            ends = table.get("once_until", {})
            text = ends.get(str(until.get("event")), text)
        return adverb + filled(text, {"event": event, "if": clause, "do": do})

    def reaction(self, name: str, node: Mapping, define: Node, scope: Scope) -> str:
        """
        A behaviour of the pack's own shape that waits for an event: `{event}`, `{if}` and `{do}`.
        """
        inner = scope.inner()
        listener = first_trigger(define)
        about = {"of": listener["of"]} if "of" in listener else {}
        event, rest = self._event(str(node["event"]), {**about, **node}, inner)
        deeds = listed(node.get("do"))
        if never := self._never(str(node["event"]), rest, deeds, inner):
            return never
        clause, adverb = self._provided(rest, deeds, inner)
        clauses = self.say.clauses(deeds, inner)
        do = Phrase(self.words.join(clauses), tag="one" if len(clauses) == 1 else "many")
        if any(do.text.startswith(start) for start in self.words["sentence"]["starts"]):
            do = replace(do, tag="many")
        values = {"event": Phrase(event), "if": Phrase(clause), "do": do}
        for key in ("limit", "when"):
            values[key] = self.say.value(node.get(key), inner)
        return adverb + self.variant(self.words["text"][name], values)

    def _per(self, name: str, deeds: list, scope: Scope) -> str:
        """ "you draw a card", for something done once for each of what an event counts"""
        words = self.words.look("event", name, default=None)
        per = words.get("per", {}) if isinstance(words, Mapping) else {}
        if len(deeds) != 1 or not isinstance(deeds[0], Mapping):
            return ""
        times = value_tree(deeds[0].get("times"))
        if not isinstance(times, Ref) or times.parts[:-1] != (name,) or times.parts[-1] not in per:
            return ""
        return per[times.parts[-1]].get(scope.events[name]["playerUUID"].tag, "")

    def _is_final(self, name: str, node: Mapping, scope: Scope) -> bool:
        """Whether an event is the end of the very card that waits for it."""
        about = node.get("of") is not None and self.say.entity(node["of"], scope).tag == "this"
        words = self.words.look("event", name, default=None)
        return about and isinstance(words, Mapping) and bool(words.get("final"))

    # -- the event

    def _event(self, name: str, node: Mapping, scope: Scope) -> tuple[str, list]:
        """The event as a clause, and what of the condition the clause does not say already."""
        words = self.words.look("event", name, default=None)
        if not isinstance(words, Mapping):
            words = {"any": words or self.words.spelled_out("event", name)}
        # Conditions about this value of the event narrow the noun.
        it = (name, words.get("card") or "")
        who, filters, rest = "any", [], []
        for part in conjuncts(node.get("condition")):
            if player := self._pinned_player(part, name, words.get("player"), scope):
                who = player
            elif it[1] and is_about(part, it):
                filters.append(part)
            else:
                rest.append(part)
        this = node.get("of") is not None and self.say.entity(node["of"], scope).tag == "this"
        noun = str(words.get("noun", "card"))
        thing = scope.names["this"] if this else self._that_thing(noun, filters)
        scope.events[name] = self._context(words, who, thing)
        scope.events[str(node.get("spelled", name))] = scope.events[name]
        scope.names["subject"] = thing
        card = self.say.noun(noun, filters, scope, it=it, article=True)
        keys = [f"this_{who}", "this"] if this else []
        keys += [who, "any"]
        if node.get("when") == "before":
            keys = [*(f"before_{key}" for key in keys), *keys]
        template = next((words[key] for key in keys if key in words), spell_out(name))
        actor = self.words.entity_phrase(_ACTORS[who]).text
        return filled(template, {"card": card, "who": actor}), rest

    def _pinned_player(self, part: Any, event: str, actor: str | None, scope: Scope) -> str | None:
        """A comparison of the event's player with you says whose event it is."""
        if not isinstance(part, Compare) or part.op not in ("==", "!="):
            return None
        for a, b in ((part.a, part.b), (part.b, part.a)):
            if (
                isinstance(a, Ref)
                and len(a.parts) == 2
                and a.parts[0] == event
                and (a.parts[1] == actor or a.parts[1].lower().endswith("playeruuid"))
                and self.say.value(b, scope).tag == "you"
            ):
                return "you" if part.op == "==" else "other"
        return None

    def _that_thing(self, noun: str, filters: Sequence[Any]) -> Phrase:
        """What the thing of an event is called from then on."""
        kinds = (noun, *(plain(getattr(part, "b", None)) for part in filters))
        own = (f"that_{kind}" for kind in kinds if kind != "card")
        name = next((name for name in own if name in self.words["entity"]), "that_card")
        return self.words.noun_phrase(self.words.entity_phrase(name).text, name)

    def _context(self, words: Mapping, who: str, thing: Phrase) -> dict[str, Phrase]:
        """What the values of an event are called while one reacts to it."""
        actor = self.words.entity_phrase("you" if who == "you" else "that_player")
        context = {"playerUUID": actor, words.get("player", "playerUUID"): actor}
        for key, told in (words.get("context") or {}).items():
            context[key] = self.words.noun_phrase(told, key)
        for key, told in (words.get("each") or {}).items():
            known = context.get(key) or value_of_event(self.words, key, {})
            context[key] = replace(known, each=told)
        return {**context, words.get("card") or "cardUUID": thing}

    # -- its conditions

    def _provided(self, rest: Sequence[Any], deeds: list, scope: Scope) -> tuple[str, str]:
        """The conditions of a trigger as a clause after its event, and as one before it."""
        adverbs, others = [], []
        for part in rest:
            word = part.node.get("type") if isinstance(part, Word) else ""
            if word in self.words.get("adverb", {}):
                adverbs.append(self.words["adverb"][word])
            elif not self._counted_anyway(part, deeds):
                others.append(part)
        clause = ""
        if others and (told := self.say.condition(Logic("and", tuple(others)), scope)):
            clause = fill(self.words["trigger"]["if"], condition=told)
        return clause, "".join(adverbs)

    @staticmethod
    def _counted_anyway(part: Any, deeds: list) -> bool:
        """That there is at least one says nothing more where all is done once for each."""
        return (
            isinstance(part, Compare)
            and (part.op, part.b) == (">", 0)
            and len(deeds) == 1
            and isinstance(deeds[0], Mapping)
            and deeds[0].get("times") is not None
            and value_tree(deeds[0]["times"]) == part.a
        )

    def _never(self, event: str, rest: Sequence[Any], deeds: list, scope: Scope) -> str:
        """What is always prevented cannot be done: `event.<name>.never_you`."""
        prevented = [deed.get("type") for deed in deeds if isinstance(deed, Mapping)]
        if rest or prevented != ["cancel"]:
            return ""
        words = self.words.look("event", event)
        who = scope.events[event]["playerUUID"].tag
        return words.get(f"never_{who}", "") if isinstance(words, Mapping) else ""
