"""
Programs to be told apart: uses of every word with varied parameters, alone and in pairs.

They are made from what words and packs declare (`given`). Begin with `Programs.all`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, product

from telling.given import MOST, NEXT, YOU, Given, compare

from rules.language.schema import WORDS
from rules.reading.notation import Json


class Programs(Given):
    """Programs of one pack, for a card of a kind that does things at a timing."""

    # -- whole programs

    def doing(self, *doables: Json) -> Json:
        return [{"at": self.timing, "do": list(doables)}]

    def under(self, condition: Json) -> Json:
        return self.doing({"type": "if", "condition": condition, "do": [self.deed]})

    def all(self, parts: Collection[str] = ()) -> Iterator[tuple[str, Json]]:
        """Every program, with what it varies; of these `parts` only, if any are named."""
        for part in (
            self.single_words, self.single_conditions, self.single_shapes, self.single_timings,
            self.triggers, self.modifiers, self.flow, self.results, self.choices_twice,
            self.named_values, self.events_spoken_of,
        ):  # fmt: skip
            if not parts or part.__name__ in parts:
                yield from ((part.__name__, program) for program in part())

    def single_words(self) -> Iterator[Json]:
        for name, params in self.doables():
            for use in islice(self.uses(name, params, "type"), MOST):
                yield self.doing(use)

    def single_conditions(self) -> Iterator[Json]:
        some = list(islice(self.conditions(False), 4))
        for condition in self.conditions():
            yield self.under(condition)
            yield self.under({"type": "Not", "condition": condition})
        for one, two in product(some, some):
            if one != two:
                for join in ("And", "Or"):
                    yield self.under({"type": join, "conditions": [one, two]})
                    yield self.under(
                        {"type": "Not", "condition": {"type": join, "conditions": [one, two]}}
                    )
                for three in some:
                    inner = {"type": "Or", "conditions": [two, three]}
                    yield self.under({"type": "And", "conditions": [one, inner]})
                    inner = {"type": "And", "conditions": [one, two]}
                    yield self.under({"type": "Or", "conditions": [inner, three]})

    def single_shapes(self) -> Iterator[Json]:
        """Behaviours of the pack's own shapes."""
        for name, word in self.declared.defines["behaviors"].items():
            if "event" in word.params:
                for event in self.events():
                    given = {k: v for k, v in event.items() if k in word.params}
                    yield [
                        {
                            "at": name,
                            **given,
                            **({"do": [self.deed]} if "do" in word.params else {}),
                        }
                    ]
                    for do in ([self.deed, self.other], [{"type": "cancel"}]):
                        if "condition" not in event and "do" in word.params:
                            yield [{"at": name, **given, "do": do}]
                for key, param in word.params.items():
                    if key not in ("event", "do", "condition", "when"):
                        for value in self.given(key, param):
                            event = next(iter(self.declared.events))
                            yield [{"at": name, "event": event, key: value, "do": [self.deed]}]
            for use in islice(self.uses(name, word.params, "at"), MOST):
                yield [use]

    def single_timings(self) -> Iterator[Json]:
        for timing in self.declared.timings:
            yield [{"at": timing, "do": [self.deed]}]
            yield [{"at": timing, "do": [self.deed, self.other]}]
            yield [{"at": timing, "do": [self.deed]}, {"at": timing, "do": [self.other]}]
        for one, two in product(self.declared.timings, self.declared.timings):
            if one != two:
                yield [{"at": one, "do": [self.deed]}, {"at": two, "do": [self.other]}]

    def events(self) -> Iterator[Json]:
        """Every event, of whom, of what, before and after."""
        for name, declared in self.declared.events.items():
            for before in ({}, {"when": "before"}):
                yield {"event": name, **before}
                yield {"event": name, **before, "of": "{this}"}
                for part, (of, domain) in declared.context.items():
                    value = f"{{{name}.{part}}}"
                    if of == "player":
                        for operator, whom in product(("==", "!="), (YOU, NEXT)):
                            yield {
                                "event": name,
                                **before,
                                "condition": compare(operator, value, whom),
                            }
                    elif of == "number":
                        for operator, n in product((">", ">=", "=="), (0, 3)):
                            yield {
                                "event": name,
                                **before,
                                "condition": compare(operator, value, n),
                            }
                    elif of == "symbol":
                        for each in domain[:2] or ("fire",):
                            yield {"event": name, **before, "condition": compare("==", value, each)}
                    elif of in ("card", "entity") and not before:
                        for where in self.filters(f"{name}.{part}"):
                            yield {"event": name, "condition": where}
        event = next(iter(self.declared.events))
        for condition in self.conditions(False):
            yield {"event": event, "condition": condition}

    def trigger(self, given: Json) -> Json:
        return self.doing(
            {"type": "addTriggers", "triggers": [{"mode": "always", "do": [self.deed], **given}]}
        )

    def triggers(self) -> Iterator[Json]:
        for event in self.events():
            yield self.trigger(event)
        some = [{"event": name} for name in islice(self.declared.events, 3)]
        modes = ["always", "inPlay", "once", *self.declared.modes]
        for event, mode in product(some, modes):
            yield self.trigger({**event, "mode": mode})
            for until in self.declared.events:
                yield self.trigger({**event, "mode": mode, "until": {"event": until}})
            yield self.trigger({**event, "mode": mode, "times": 2})
            yield self.trigger({**event, "mode": mode, "do": [self.deed, self.other]})
        for thing in (*islice(self.things(), 30), *islice(self.chosen(), 10)):
            yield self.trigger({**some[0], "on": thing})
            yield self.trigger({**some[0], "of": thing})
        yield self.trigger({"instant": True})

    def modifiers(self) -> Iterator[Json]:
        durations = ["always", "inPlay", *self.declared.modes]
        for name, fact in self.declared.modifiable.items():
            if name not in self.pack.words["en"]["field"]:
                continue
            values: tuple[Json, ...] = tuple(fact.domain[:2]) or (2, 3, -2, 0, 1)
            modes = (
                ("set",) if fact.type == "symbol" else ("add", "set", "multiply", "cap", "floor")
            )
            for mode, amount in product(modes, values):
                yield self.modifier({"property": name, "mode": mode, "amount": amount})
                yield self.printed({"property": name, "mode": mode, "amount": amount})
            for duration in durations:
                yield self.modifier(
                    {"property": name, "mode": modes[0], "amount": values[0], "duration": duration}
                )
        names = [
            name for name, fact in self.declared.modifiable.items()
            if name in self.pack.words["en"]["field"] and fact.type != "symbol"
        ]  # fmt: skip
        for name in names[:3]:
            for number in self.numbers():
                yield self.modifier({"property": name, "mode": "add", "amount": number})
            mine = compare("==", "{it.owner}", YOU)
            for where in self.filters():
                yield self.modifier({"property": name, "mode": "add", "amount": 2, "where": where})
                both = {"$": "and", "items": [mine, where]}
                yield self.modifier({"property": name, "mode": "add", "amount": 2, "where": both})
            for thing in (*self.things(), *self.several_players()):
                for key in ("on", "of"):
                    yield self.modifier({"property": name, "mode": "add", "amount": 2, key: thing})

    def printed(self, given: Json) -> Json:
        return [{"at": "always", "modifiers": [given]}]

    def modifier(self, given: Json) -> Json:
        return self.doing({"type": "addModifiers", "modifiers": [given]})

    def flow(self) -> Iterator[Json]:
        deed, other = [self.deed], [self.other]
        both = [*deed, *other]
        condition = next(self.conditions())
        yield self.doing(*both)
        yield self.doing(*reversed(both))
        yield self.doing(*deed, *deed)
        for times in self.numbers():
            yield self.doing({"type": "loop", "times": times, "do": deed})
        yield self.doing({"type": "loop", "times": 2, "do": both})
        yield self.doing({"type": "loop", "times": 2, "do": deed}, *other)
        for target in (*self.several_players(), *self.things()):
            yield self.doing({"type": "loop", "target": target, "do": deed})
            yield self.doing({"type": "loop", "target": target, "times": 2, "do": deed})
        for word in ("if", "while"):
            yield self.doing({"type": word, "condition": condition, "do": both})
            yield self.doing({"type": word, "condition": condition, "do": deed}, *other)
            yield self.doing(*other, {"type": word, "condition": condition, "do": deed})
        yield self.doing({"type": "if", "condition": condition, "do": deed, "elsedo": other})
        yield self.doing({"type": "if", "condition": condition, "do": other, "elsedo": deed})
        yield self.doing({"type": "if", "condition": condition, "do": deed, "elsedo": both})
        yield self.doing(
            {"type": "if", "condition": condition, "do": deed, "elsedo": other}, *other
        )
        for who in self.players():
            ask = {"type": "choose", "ask": who, "prompt": "choose"}
            first, second = {"id": "first", "do": deed}, {"id": "second", "do": other}
            nothing = {"id": "no", "do": []}
            for options in (
                [first, second],
                [second, first],
                [first, nothing],
                [first, second, nothing],
            ):
                yield self.doing({**ask, "options": options})
                yield self.doing({**ask, "options": options}, *other)
        for who in self.several_players():
            first, second = {"id": "first", "do": deed}, {"id": "second", "do": other}
            yield self.doing(
                {"type": "askAll", "target": who, "options": [first, second], "prompt": "choose"}
            )

    def results(self) -> Iterator[Json]:
        """Something done, then something else with what it gave."""
        after = [(name, params) for name, params in self.doables()]
        for name, params in self.doables():
            defined = self.declared.defined_word("doables", name)
            word = WORDS["doable"].get(name)
            if defined is not None:
                parts = {part: of for part, (of, _) in self.pack.trees.results_of(defined).items()}
            else:
                found = word.result if word is not None else None
                parts = {"": "cards"} if callable(found) else dict.fromkeys(found or (), "number")
            before = [
                {**use, "id": "a"} for use in islice(self.uses(name, params, "type", False), 4)
            ]
            for part, use in product(parts, before):
                path = f"{{a.{part}}}" if part else "{a}"
                for of, value in (
                    ("number", path),
                    ("cards", path),
                    ("number", f"{path[:-1]}.count}}"),
                ):
                    for other, others in after[:60]:
                        key = next(
                            (
                                k
                                for k, p in others.items()
                                if p.type == of or (of == "cards" and p.type == "card")
                            ),
                            "",
                        )
                        least = next(self.uses(other, others, "type", False), None)
                        if key and least is not None:
                            yield self.doing(use, {**least, key: value})

    def choices_twice(self) -> Iterator[Json]:
        """One target of two deeds, or two targets."""
        params = dict(self.doables())
        takes = []
        for name, each in params.items():
            keys = [
                key for key in ("target", "card") if key in each and each[key].type[:4] == "card"
            ]
            takes += [(name, keys[0])] if keys else []
        pool = [*self.chosen()]
        things = [*pool[:2], pool[-1], *islice(self.things(), 3)]
        for (one, key), (two, other) in product(takes[:14], takes[:14]):
            first, second = (
                next(self.uses(name, params[name], "type", False)) for name in (one, two)
            )
            for thing in things:
                yield self.doing({**first, key: thing}, {**second, other: thing})
                named = {"type": "let", "id": "a", "value": thing}
                yield self.doing(named, {**first, key: "{a}"}, {**second, other: "{a}"})
                yield self.doing({**first, key: thing}, {**second, other: "{this}"})

    def named_values(self) -> Iterator[Json]:
        """A value named before something is done, and one worked out behind that."""
        fields = self.fields.get("player", [])
        values: list[Json] = [f"{{you.{field}}}" for field in fields[:3]]
        values += [f"{{you.{zone}.count}}" for zone in self.owned]
        values += [{"type": "count", "of": pile} for pile in self.piles()]
        numbers = self.numbers_of_cards()[:1]
        values += [
            {"type": "sum", "of": pile, "value": f"{{it.{field}}}"}
            for pile in islice(self.piles(), 2)
            for field in numbers
        ]
        for value in values:
            use = {**self.deed, "amount": value}
            yield self.doing(self.other, use)
            let = {"type": "let", "id": "a", "value": value}
            yield self.doing(let, self.other, {**self.deed, "amount": "{a}"})
            yield self.doing(self.other, let, {**self.deed, "amount": "{a}"})

    def events_spoken_of(self) -> Iterator[Json]:
        """What is done with the values of an event."""
        for name, declared in self.declared.events.items():
            for part, (of, _) in declared.context.items():
                value = f"{{{name}.{part}}}"
                for other, params in islice(self.doables(), 40):
                    wanted = {
                        "player": ("player", "players"),
                        "card": ("card", "cards"),
                        "number": ("number",),
                    }.get(of, ())
                    key = next((k for k, p in params.items() if p.type in wanted), "")
                    least = next(self.uses(other, params, "type", False), None)
                    if key and least is not None:
                        yield self.trigger({"event": name, "do": [{**least, key: value}]})
                        mine = compare("==", f"{{{name}.playerUUID}}", YOU)
                        if "playerUUID" in declared.context:
                            yield self.trigger(
                                {"event": name, "condition": mine, "do": [{**least, key: value}]}
                            )
