"""
Samples of what happens later and of what lasts: events, triggers, modifiers, shapes of the pack.

Begin with `Lasting.events`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from ..ground.templates import holes_of
from ..language.schema import Param
from .notation import Json
from .unsaid import Shapes
from .uses import Sample, Uses


class Lasting(Uses):
    """Samples of events, triggers, modifiers and behaviours of the pack's own shapes."""

    def events(self) -> Iterator[Sample]:
        only = frozenset(("event",))
        for event in self.every_event():
            yield Sample(self.trigger_on(event), only=only)
        for written in self.phrases.get("comparison", {}):
            for name, condition in self._conditions_by_event(written):
                event = {"event": name, "condition": condition}
                yield Sample(self.trigger_on(event), only=frozenset(("condition",)))
        for name, words in self.phrases["event"].items():
            if (
                name in self.pack.declarations.events
                and isinstance(words, Mapping)
                and "cancel" in words
            ):
                prevented = self.trigger_on(
                    {"event": name, "when": "before"}, do=[{"type": "cancel"}]
                )
                yield Sample(prevented, only=frozenset(("deed",)))
        yield from self._changed_values()
        called: set[str] = set()  # what is in other events, as it is called there
        for name, declared in self.pack.declarations.events.items():
            for part, (of, _) in declared.context.items():
                value = f"{{{name}.{part}}}"
                yield from self._samples_of_event(name, value, of, called)

    def _changed_values(self) -> Iterator[Sample]:
        """What becomes another value before an event is carried out."""
        only = frozenset(("deed",))
        for name, declared in self.pack.declarations.events.items():
            for part, (of, domain) in declared.context.items():
                told = f"{{{name}.{part}}}"
                more = [{"$": sign, "items": [told, 1]} for sign in ("+", "-")]
                others = list(domain)[:3] if domain else ["fire"]
                for to in [7, 1, 0, *more] if of == "number" else others if of == "symbol" else ():
                    deed = {"type": "change", "value": part, "to": to}
                    event = {"event": name, "when": "before"}
                    yield Sample(self.trigger_on(event, do=[deed]), only=only)

    def _conditions_by_event(self, written: str) -> Iterator[tuple[str, Json]]:
        """
        Such a condition (`overflow > 0`) of each event that has such a value; `onDeal.amount > 1`
        of that event alone.
        """
        left, operator, right = (*written.split(" "), "", "")[:3]
        value = int(right) if right.lstrip("-").isdigit() else right
        event, _, part = left.rpartition(".")
        for name, declared in self.pack.declarations.events.items():
            if operator and part in declared.context and event in ("", name):
                yield name, {"$": operator, "items": [f"{{{name}.{part}}}", value]}

    def _samples_of_event(
        self, name: str, value: str, of: str, called: set[str]
    ) -> Iterator[Sample]:
        only = frozenset(("phrase",))
        values: list[Json] = [value]
        fields = self.pack.declarations.layout.fields
        if of == "player":
            values += [
                f"{value[:-1]}.{field}}}" for kind, field in fields if kind == "player"
                and field in self.phrases["field"]
            ]  # fmt: skip
            values += [f"{value[:-1]}.{zone}}}" for zone in self.arguments.zones]
            others = {"chooser": "players", "except": value}
            values += [{"type": "playerChooser", "ask": value, "from": others}]
        elif of in ("card", "entity"):
            values += [f"{value[:-1]}.{field}}}" for field in self.numbers_of_cards()]
            values += [f"{value[:-1]}.{field}.base}}" for field in self.numbers_of_cards()]
            values += [f"{value[:-1]}.owner}}"]
        whose: list[Json] = [{}]
        if value == (player := f"{{{name}.playerUUID}}"):  # what you have is called otherwise
            whose.append({"condition": {"$": "==", "items": [player, "{you}"]}})
        for each in values:
            for who in tuple(whose):
                compared = {"type": "GreaterThan", "value1": each, "value2": 7}
                trigger = {"event": name, **who}
                yield Sample(
                    self.trigger_on(trigger, do=[self.behavior_under(compared)]), only=only
                )
                if each == value and self.learner.shown:
                    if (shown := repr(self.learner.shown)) in called:
                        whose.remove(who)  # what it has is called as there, too
                    called.add(shown)

    def triggers(self) -> Iterator[Sample]:
        modes = ["always", "inPlay", "once", *self.pack.declarations.modes]
        untils = {end for table in [self.phrases["trigger"].get("once_until", {})] for end in table}
        for event, condition, mode in product(
            self.plain_events(), self.conditions_of_triggers(), modes
        ):
            given = {**event, "mode": mode}
            if condition is not None:
                given["condition"] = condition
            yield Sample(self.trigger_on(given), only=frozenset(("deed",)))
            if mode == "once":
                for end in untils:
                    until = {"until": {"event": end}}
                    yield Sample(self.trigger_on({**given, **until}), only=frozenset(("deed",)))
        yield from self._once_for_each_counted()

    def _once_for_each_counted(self) -> Iterator[Sample]:
        """Something done once for each of what an event counts."""
        for name, words in self.phrases["event"].items():
            each = words.get("each", {}) if isinstance(words, Mapping) else {}
            for part in each if name in self.pack.declarations.events else ():
                for word, params in self.words("doables", "doable"):
                    if "times" not in params:
                        continue
                    for use in islice(self.uses_of_word(word, params, "type"), 2):
                        deed = {**use, "times": f"{{{name}.{part}}}"}
                        who = {"$": "==", "items": [f"{{{name}.playerUUID}}", "{you}"]}
                        yield from self._deeds_for_each(name, who, deed)

    def _deeds_for_each(self, name: str, who: Json, deed: Json) -> Iterator[Sample]:
        """Such a deed under an event of anybody and of you, in every way to wait for it."""
        modes = "inPlay", *self.pack.declarations.modes
        for event in ({"event": name}, {"event": name, "condition": who}):
            for mode in modes:
                waiting = self.trigger_on({**event, "mode": mode}, do=[deed])
                yield Sample(waiting, only=frozenset(("deed",)))
            for shape, word in self.pack.declarations.defines["behaviors"].items():
                if "event" in word.params and "do" in word.params:
                    use = {"at": shape, **event, "do": [deed]}
                    yield Sample([use], only=frozenset(("macro", "deed")))

    def macros(self) -> Iterator[Sample]:
        for name, word in self.pack.declarations.defines["behaviors"].items():
            if "event" in word.params:
                yield from self._reactions(name, word.params)
            else:
                if "property" in word.params:
                    yield from self._property_samples(name, word.params)
                known: set[str] = set()
                for use in islice(self.uses_of_word(name, word.params, "at"), 400):
                    told = self.sentence_of([use])
                    if told and told not in known:
                        known.add(told)
                        yield Sample([use], only=frozenset(("macro", "condition")))

    def _property_samples(self, name: str, params: Mapping[str, Param]) -> Iterator[Sample]:
        """A shape that changes a property: each that has words, by how much, and of which cards."""
        either = next((n for n in self.arguments.numbers() if _is_either(n)), 7)
        modes = [None, *(["set"] if "mode" in params else [])]
        conditions = [each for each in self.arguments.conditions() if "$" in each]
        where = [*self.arguments.comparisons(), *conditions] if "where" in params else []
        known: set[str] = set()
        apart: set[tuple[str, ...]] = set()  # conditions that are told apart from what is changed
        for key in self._modified_properties():
            template = self.phrases["modifier"].get(key, "{cards} {amount}")
            forms = sorted({h.form for h in holes_of(str(template)) if h.name == "cards"})
            narrowed = [None, *(where if forms else conditions)]
            amounts = (7, 1, 0, either) if _says_amount(template) else (1,)
            shown: set[tuple[Json, str]] = set()  # changes of which such a condition was told
            alike: set[tuple[Json, str]] = set()  # changes that are told as others are
            by_change: set[str] = set()  # the rules that changes show by themselves
            for mode, narrow, amount in product(modes, narrowed, amounts):
                condition, change = (repr(narrow), *forms), (mode, repr(amount))
                if (condition in apart and change in shown) or (narrow and change in alike):
                    continue
                given = {"mode": mode, "where": narrow}
                more = {each: value for each, value in given.items() if value is not None}
                use = {"at": name, "property": key, "amount": amount, **more}
                told = self.sentence_of([use])
                if told and told not in known:
                    known.add(told)
                    yield Sample([use], only=frozenset(("macro",)))
                    if narrow is None and (rules := repr(self.learner.shown)) in by_change:
                        alike.add(change)
                    elif narrow is None:
                        by_change.add(rules)
                    if any("#where" in repr(rule.means) for rule in self.learner.shown):
                        apart.add(condition)
                        shown.add(change)
                elif condition in apart:
                    shown.add(change)  # as another is

    def _reactions(self, name: str, params: Mapping[str, Param]) -> Iterator[Sample]:
        more: list[Json] = [{}]
        for key, param in params.items():
            if key not in ("event", "condition", "do") and not param.is_required:
                more += [{key: option} for option in self.options(name, key, param)[:3]]
        blocks = [[self.deed], [self.deed, self.other], [{"type": "cancel"}], [{"type": "counter"}]]
        needed = {
            key: option for key, param in params.items()
            if key not in ("event", "condition", "do") and param.is_required
            for option in self.options(name, key, param)[:1]
        }  # fmt: skip
        # A shape for one event names it itself, or speaks of what it gives.
        own = [{"event": event} for event in sorted(Shapes(self.pack).own_events(name))]
        events = (own or self.plain_events()) if params["event"].is_required else [{}]
        for event, condition, given, do in product(
            events, self.conditions_of_triggers(), more, blocks
        ):
            use = {"at": name, **event, **needed, **given}
            if condition is not None:
                use["condition"] = condition
            if "do" in params:
                use["do"] = do
            yield Sample([use], only=frozenset(("macro", "deed")))
        for event in self._prevented_events():
            yield Sample(
                [{"at": name, **event, "do": [{"type": "cancel"}]}], only=frozenset(("macro",))
            )

    def _prevented_events(self) -> Iterator[Json]:
        """Events that have words of their own where they are always prevented."""
        for event in self.every_event():
            words = self.phrases["event"].get(event["event"])
            if isinstance(words, Mapping) and any(key.startswith("never") for key in words):
                yield event

    def modifiers(self) -> Iterator[Sample]:
        own, whose = self._bearers()
        for name in self._modified_properties():
            for change in self._changes(name):
                for of in whose:
                    yield self._modifier_sample({"property": name, **change, **of})
                for of in own:
                    modifier = {"property": name, **change, **of}
                    yield Sample(
                        [{"at": "always", "modifiers": [modifier]}], only=frozenset(("macro",))
                    )

    def _modified_properties(self) -> list[str]:
        """The properties whose changes have words."""
        return [
            name for name, fact in self.pack.declarations.modifiable.items()
            if name in self.phrases["modifier"]
            or (name in self.phrases["field"] and fact.modified)
        ]  # fmt: skip

    def _modifier_sample(self, modifier: Json) -> Sample:
        doable = {"type": "addModifiers", "modifiers": [modifier]}
        return Sample(self.behavior_doing(doable), only=frozenset(("deed",)), lasting=True)

    def _changes(self, name: str) -> Iterator[Json]:
        fact = self.pack.declarations.modifiable[name]
        if not _says_amount(self.phrases["modifier"].get(name, "{amount}")):
            yield from ({"mode": mode, "amount": 1} for mode in ("set", "add"))
            return
        for mode, amounts in (("set", (1, 7)), ("add", (7, -7)), ("multiply", (2,))):
            if fact.domain:
                amounts = fact.domain[:1] if mode == "set" else ()  # type: ignore[assignment]
            for amount in amounts:
                yield {"mode": mode, "amount": amount}
        value = f"{{you.{self.arguments.grows or self.arguments.plain}}}"
        if not fact.domain:
            yield {"mode": "add", "amount": value}
            yield {"mode": "add", "amount": {"$": "negative", "items": [value]}}
            if isinstance(self.condition, dict) and "$" in self.condition:
                either = {"$": "if", "items": [self.condition, 13, 3]}
                yield {"mode": "add", "amount": either}
                yield {"mode": "set", "amount": either}
            grown = {"$": "*", "items": [7, value]}
            yield {"mode": "add", "amount": {"$": "negative", "items": [grown]}}

    def _bearers(self) -> tuple[list[Json], list[Json]]:
        """Of which cards or players: own modifiers of a card, and those that are added."""
        narrow = self.arguments.narrowing_condition()
        mine = {"$": "==", "items": ["{it.owner}", "{you}"]}
        of = [{"of": "{you}"}, {"of": "{this}"}]
        where = [
            {"where": narrow}, {"where": mine}, {"where": {"$": "and", "items": [mine, narrow]}},
            {"where": {"$": "and", "items": [mine, narrow, self.condition]}}
            if "type" not in self.condition else {"where": [mine, narrow, self.condition]},
        ]  # fmt: skip
        own: list[Json] = [{}, {"where": "{it.owner}"}]
        every = [
            {**each, "duration": duration} for each in (*of, *where) for duration in ("inPlay",)
        ]
        return own, every

    def events_of_this_card(self) -> Iterator[Sample]:
        """Events of this very card, for behaviours that are about nothing else."""
        for name, word in self.pack.declarations.defines["behaviors"].items():
            if "event" in word.params and '"of"' in repr(word.body).replace("'", '"'):
                for event in self.every_event():
                    if "of" not in event:
                        use = {"at": name, **event, "do": [self.deed]}
                        yield Sample([use], only=frozenset(("event",)))


def _says_amount(template: Json) -> bool:
    """Whether a phrase says by how much; of others what matters is that there is one."""
    return any(hole.name == "amount" for hole in holes_of(str(template)))


def _is_either(number: Json) -> bool:
    return isinstance(number, dict) and number.get("$") == "if"
