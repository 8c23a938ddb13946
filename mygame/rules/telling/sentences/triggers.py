"""What happens when something else does: "when you cast a fire spell, draw 1 card"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...ground.templates import fill, fill_from
from ...language.declared import Declared
from ...language.query import (
    Path,
    concerns_only,
    conjunction,
    conjuncts,
    given_argument,
    reference_path,
    written_number,
    written_text,
)
from ...language.tree import (
    Binding,
    Block,
    Comparison,
    Literal,
    ModifierNode,
    Node,
    Place,
    TriggerNode,
    Until,
    Use,
)
from .beside import goes_without_saying
from .flow import is_one, uses_in
from .forms import Filling
from .part import Part
from .scope import Phrase, Scope
from .values import value_of_event
from .words import spell_out

# Who an event is of: what the actor is called in its clause.
_ACTORS = {"you": "you", "other": "another_player", "any": "some_player"}
# What the event and its deeds say of a behaviour of the pack's own shape.
_OF_EVENT = ("event", "when", "condition", "do")
# What can only be done to what has not happened yet.
_BEFORE = frozenset({"cancel", "change"})
_ONCE = Literal(place=Place(""), type="number", value=1)


def own_ending(lasting: TriggerNode | ModifierNode, mode: str, scope: Scope) -> Until | None:
    """What ends something lasting beside what its mode says."""
    known = scope.trees.declarations.modes.get(mode)
    usual = len(known["events"]) if known is not None else 0
    return lasting.until[-1] if len(lasting.until) > usual else None


class Triggers(Part):
    """Says events, and what is done when they happen."""

    def trigger(self, trigger: TriggerNode, scope: Scope) -> str:
        """A trigger that a doable begins; "" when it does nothing a reader cares for."""
        table = self.words["trigger"]
        inner = scope.later_scope()
        if trigger.on is not None and trigger.bearer is not None:
            return self._borne_clause(trigger, trigger.on, trigger.bearer, inner)
        if trigger.event is None:
            do = fill(table["instant"], do=self.say.deeds(trigger.do, inner))
            return self.say.clause_under(conjuncts(trigger.condition), do, inner)
        event, at, rest = self._event_phrase(trigger, trigger.condition, inner)
        deeds = uses_in(trigger.do)
        clause, adverb = self._condition_clauses(rest, deeds, inner)
        if per := self._per_event_clause(trigger, deeds, inner):
            event = per
            deeds = [replace(deeds[0], arguments={**deeds[0].arguments, "times": _ONCE})]
            table = {**table, **table["per"]}
        do = self.say.deeds(deeds, inner)
        if not do:
            return ""
        if trigger.spell is not None:
            of = self.say.value(trigger.spell, inner)
            do = self.variant(table["effect"], {"do": do, "of": of}) if of.text else do
        mode = trigger.mode
        if mode == "inPlay" and self._ends_own_card(trigger, inner):
            mode = "final"
        text = table.get(mode, table["inPlay"])
        until = own_ending(trigger, trigger.mode, inner)
        if mode == "once" and until is not None:
            short = table.get("once_until", {}).get(until.event.name)
            if short is not None and until.condition is None:
                text, until = short, None
        values = {"event": event, "at": at, "if": clause, "do": do}
        told = adverb + self.variant(text, values)
        return self.until_clause(told, until, inner) if until is not None else told

    def until_clause(self, text: str, until: Until, scope: Scope) -> str:
        """What lasts until something happens."""
        ending = TriggerNode(
            place=until.place, event=until.event, before=until.before, context=until.context,
            do=Block(place=until.place, items=()),
        )  # fmt: skip
        event, _, rest = self._event_phrase(ending, until.condition, scope)
        clause, _ = self._condition_clauses(rest, [], scope)
        return fill(self.words["trigger"]["until"], event=event + clause, x=text)

    def _borne_clause(self, trigger: TriggerNode, on: Node, bearer: Binding, scope: Scope) -> str:
        """What cards bear: 'that monster gains "when this card is destroyed, draw 1 card"'."""
        cards = self.say.entity(on, scope)
        scope.names[bearer] = self.words.entity_phrase("this")
        do = self.trigger(replace(trigger, on=None, bearer=None), scope)
        template = "gains" if is_one(on, cards) else "gain"
        return self.fill(template, {"cards": cards, "do": do}) if do else ""

    def reaction(self, macro: Use, listener: TriggerNode, scope: Scope) -> str:
        """
        A behaviour of the pack's own shape that waits for an event: `{event}`, `{if}` and `{do}`.
        `listener` is the trigger that it comes to.
        """
        inner = scope.inner_scope()
        parts = [
            part
            for part in conjuncts(macro.arguments.get("condition"))
            if not goes_without_saying(self.words, part, macro)
        ]
        event, at, rest = self._event_phrase(listener, conjunction(parts), inner)
        deeds = uses_in(macro.arguments.get("do"))
        if never := self._prevention_clause(listener, rest, deeds, inner):
            return never
        clause, adverb = self._condition_clauses(rest, deeds, inner)
        clauses = self.say.clauses(deeds, inner)
        do = Phrase(self.words.join_clauses(clauses), tag="one" if len(clauses) == 1 else "many")
        if any(do.text.startswith(start) for start in self.words["sentence"]["starts"]):
            do = replace(do, tag="many")
        values = {**scope.facts, "event": Phrase(event), "at": at, "if": Phrase(clause), "do": do}
        for key in ("limit", "when", *macro.given - {"event", "if", "do", "condition"}):
            values[key] = self.say.argument_phrase(macro.arguments.get(key), inner)
        filling, variants = Filling(values), self.say.variants
        chosen = variants.choose(self.words["text"][macro.name], filling)
        if chosen is None:
            return adverb
        text = variants.fill_template(chosen.text, filling)
        return adverb + self.say.asides(text, macro, chosen, filling, inner, _OF_EVENT)

    def _per_event_clause(self, trigger: TriggerNode, deeds: Sequence[Use], scope: Scope) -> str:
        """ "you draw a card", for something done once for each of what an event counts"""
        words = self.words.look_up("event", _event_of(trigger).name, default=None)
        per = words.get("per", {}) if isinstance(words, Mapping) else {}
        times = reference_path(given_argument(deeds[0], "times")) if len(deeds) == 1 else None
        if times is None or times.root is not trigger.context or times.last_name not in per:
            return ""
        return str(per[times.last_name].get(_actor_phrase(scope, trigger).tag, ""))

    def _ends_own_card(self, trigger: TriggerNode, scope: Scope) -> bool:
        """Whether an event is the end of the very card that waits for it."""
        about = trigger.of is not None and self.say.entity(trigger.of, scope).tag == "this"
        words = self.words.look_up("event", _event_of(trigger).name, default=None)
        return about and isinstance(words, Mapping) and bool(words.get("final"))

    # -- the event

    def _event_phrase(
        self, trigger: TriggerNode, condition: Node | None, scope: Scope
    ) -> tuple[str, Phrase | None, list[Node]]:
        """
        The event as a clause; the moment of one that is called so (`event.<name>.at`: "at the end
        of your turn"); and what of the condition these do not say already.
        """
        name, context = _event_of(trigger).name, trigger.context
        assert context is not None  # noqa: S101 (for mypy: every event has one)
        words = self.words.look_up("event", name, default=None)
        if not isinstance(words, Mapping):
            words = {"any": words or self.words.spell_out_in("event", name)}
        # Conditions about this value of the event narrow the noun.
        it = Path(context, (words["card"],)) if words.get("card") else None
        of = self.say.entity(trigger.of, scope) if trigger.of is not None else None
        subject = _subject_player(_event_of(trigger))
        actor_name = words.get("player") or subject or "playerUUID"
        yours = of is not None and of.tag == "you" and actor_name == subject
        who, filters, rest = "you" if yours else "any", [], []
        for part in conjuncts(condition):
            if player := self._player_of_comparison(part, context, actor_name, scope):
                who = player
            elif it is not None and (concerns_only(part, it) or self._is_narrowing_word(part, it)):
                filters.append(part)
            else:
                rest.append(part)
        this = of is not None and of.tag == "this"
        noun = str(words.get("noun", "card"))
        thing = of if of is not None and this else self._thing_of_event(noun, filters)
        scope.events[context] = self._context_phrases(words, actor_name, who, thing)
        keys = [f"this_{who}", "this"] if this else []
        keys += [who, "any"]
        before = [f"before_{key}" for key in keys]
        called = words.get("at", {})
        at = next((key for key in (before if trigger.before else keys) if key in called), "")
        if trigger.before:
            keys = [*before, *keys]
        key = next((key for key in keys if key in words), "")
        if "{card}" not in str(words.get(key, "")):
            rest, filters = [*rest, *filters], []
        plain = "" if filters else "_plain"  # what is said of any thing, or of none
        clause = words.get(f"{key}{plain}", words.get(key)) if key else spell_out(name)
        card = self.say.noun(noun, filters, scope, it=it, article=True)
        actor = self.words.entity_phrase(_ACTORS[who]).text
        told = {"card": card, "who": actor}
        event = fill_from(clause, told)
        about = of.text if of is not None and not yours else ""
        for form in self._untold_of_event(trigger, key, who, about, str(words.get(key, ""))):
            event = fill(form, event=event, thing=about, who=actor)
        moment = fill_from(called.get(f"{at}{plain}", called[at]), told) if at else ""
        for form in self._untold_of_event(trigger, at, who, about, str(called.get(at, ""))):
            moment = moment and fill(form, event=moment, thing=about, who=actor)
        return event, Phrase(moment, tag="at") if moment else None, rest

    def _untold_of_event(
        self, trigger: TriggerNode, key: str, who: str, about: str, template: str
    ) -> Iterator[str]:
        """
        How that of an event is told which its words do not say: by whom, of what, before. What can
        only be done before it happens says so itself.
        """
        forms = self.words["event_more"]
        if who != "any" and not key.endswith(who) and "{who}" not in template:
            yield forms["who"]
        if about and "this" not in key:
            yield forms["of"]
        if key.startswith("before"):
            return
        words = self.words.look_up("event", _event_of(trigger).name)
        late = isinstance(words, Mapping) and words.get("countered") == "after"
        before = _BEFORE if late else {*_BEFORE, "counter"}
        if trigger.before != _does_one_of(before, trigger.do):
            yield forms["before" if trigger.before else "after"]

    def _is_narrowing_word(self, part: Node, it: Path) -> bool:
        """Whether it is a word that says which of such things this one is: "another minion"."""
        if not isinstance(part, Use) or not any(
            self.words.look_up(table, part.name) for table in ("narrowed", "kinds")
        ):
            return False
        return it in [
            reference_path(each) for each in part.arguments.values() if isinstance(each, Node)
        ]

    def _player_of_comparison(
        self, part: Node, event: Binding, actor: str | None, scope: Scope
    ) -> str | None:
        """A comparison of the event's player with you says whose event it is."""
        if not isinstance(part, Comparison) or part.operator not in ("==", "!="):
            return None
        for a, b in ((part.left, part.right), (part.right, part.left)):
            found = reference_path(a)
            if found is None or found.root is not event or len(found.names) != 1:
                continue
            its_player = found.last_name == actor or found.last_name.lower().endswith("playeruuid")
            if its_player and self.say.value(b, scope).tag == "you":
                return "you" if part.operator == "==" else "other"
        return None

    def _thing_of_event(self, noun: str, filters: Sequence[Node]) -> Phrase:
        """What the thing of an event is called from then on."""
        kinds = [
            noun,
            *(written_text(part.right) for part in filters if isinstance(part, Comparison)),
        ]
        own = (f"that_{kind}" for kind in kinds if kind != "card")
        name = next((name for name in own if name in self.words["entity"]), "that_card")
        return self.words.noun_phrase(self.words.entity_phrase(name).text, name)

    def _context_phrases(
        self, words: Mapping[str, Any], player: str, who: str, thing: Phrase
    ) -> dict[str, Phrase]:
        """What the values of an event are called while one reacts to it."""
        actor = self.words.entity_phrase("you" if who == "you" else "that_player")
        context = {"playerUUID": actor, player: actor}
        for key, told in (words.get("context") or {}).items():
            context[key] = self.words.named_phrase(told, key)
        for key, told in (words.get("each") or {}).items():
            known = context.get(key) or value_of_event(self.words, key, {})
            context[key] = replace(known, each=told)
        return {**context, words.get("card") or "cardUUID": thing}

    # -- its conditions

    def _condition_clauses(
        self, rest: Sequence[Node], deeds: Sequence[Use], scope: Scope
    ) -> tuple[str, str]:
        """The conditions of a trigger as a clause after its event, and as one before it."""
        adverbs, others = [], []
        for part in rest:
            word = part.name if isinstance(part, Use) else ""
            if word in self.words.table_of("adverb", {}):
                adverbs.append(self.words["adverb"][word])
            elif not _is_implied_by_count(part, deeds):
                others.append(part)
        clause = ""
        if others and (told := self.say.condition(conjunction(others), scope)):
            clause = fill(self.words["trigger"]["if"], condition=told)
        return clause, "".join(adverbs)

    def _prevention_clause(
        self, trigger: TriggerNode, rest: Sequence[Node], deeds: Sequence[Use], scope: Scope
    ) -> str:
        """What is always prevented cannot be done: `event.<name>.never_you`."""
        if rest or [deed.name for deed in deeds] != ["cancel"]:
            return ""
        words = self.words.look_up("event", _event_of(trigger).name)
        who = _actor_phrase(scope, trigger).tag
        return words.get(f"never_{who}", "") if isinstance(words, Mapping) else ""


def _does_one_of(words: Collection[str], node: Node) -> bool:
    """Whether something is done there and then by one of these words."""
    return (isinstance(node, Use) and node.name in words) or any(
        _does_one_of(words, each) for each in node.children() if not isinstance(each, TriggerNode)
    )


def _event_of(trigger: TriggerNode) -> Declared:
    """The event that a trigger waits for."""
    assert trigger.event is not None  # noqa: S101 (for mypy: instant ones wait for none)
    return trigger.event


def _subject_player(event: Declared) -> str | None:
    """The value of an event that is the player whom it is about, if it is about one."""
    type, _ = event.context.get(event.subject or "", ("", ()))
    return event.subject if type == "player" else None


def _actor_phrase(scope: Scope, trigger: TriggerNode) -> Phrase:
    """Whose event it is."""
    assert trigger.context is not None  # noqa: S101 (for mypy: every event has one)
    return scope.events[trigger.context]["playerUUID"]


def _is_implied_by_count(part: Node, deeds: Sequence[Use]) -> bool:
    """That there is at least one says nothing more where all is done once for each."""
    if not isinstance(part, Comparison) or (part.operator, written_number(part.right)) != (">", 0):
        return False
    times = reference_path(given_argument(deeds[0], "times")) if len(deeds) == 1 else None
    return times is not None and times == reference_path(part.left)
