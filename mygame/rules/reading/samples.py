"""
What the teller is asked about: sample uses of every word, whether a card has it yet or not.

From them a word that nobody has used can be read at once. Words are tried with arguments of each
sort that their phrases tell apart (`arguments`); events, modifiers and references with everything
that the pack declares. Begin with `samples`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple

from ..language.schema import WORDS, Param
from ..pack.definition import Pack
from ..telling.phrasebook import book_of
from .arguments import OMITTED, Arguments
from .judging import Judge
from .learning import Learner
from .notation import Json

_MOST = 40  # samples of a word
_SKIPPED = frozenset(
    ("let", "choose", "askAll", "addTriggers", "addModifiers", "log", "fire", "finish", "loop",
     "while", "if", "switch", "rollOn", "stop", "keepAnswers", "strip")
)  # fmt: skip


class Sample(NamedTuple):
    """Behaviours to be told, on a card of a kind; `only` these pieces of it are learned from."""

    behaviors: Json
    kind: str = ""
    facts: dict[str, Any] = {}
    only: frozenset[str] = frozenset()
    lasting: bool = False  # a modifier, to be learned without its duration


def samples(pack: Pack, language: str, learner: Learner) -> Iterator[Sample]:
    """All samples of a pack."""
    sampler = _Sampler(pack, language, learner)
    for part in (
        sampler.doables, sampler.conditions, sampler.values, sampler.choosers,
        sampler.references, sampler.events, sampler.triggers, sampler.macros, sampler.modifiers,
        sampler.flow, sampler.results,
        sampler.given, sampler.of_this,
    ):  # fmt: skip
        yield from part()


class _Sampler:
    def __init__(self, pack: Pack, language: str, learner: Learner):
        self.pack, self.learner = pack, learner
        self.plain = book_of(pack, language).sentences
        self.timing = Judge(pack, language).timings("")[0] if pack.timings else "always"
        self.arguments = Arguments(pack, language, learner.teller, learner.trees, self.timing)
        self.phrases = self.arguments.phrases
        self.deed, self.other = self._plain_deeds()
        conditions = self.arguments.conditions()
        self.condition = conditions[0] if conditions else True

    def told(self, behaviors: Json) -> str:
        """What a sample says; "" where words are missing."""
        teller, trees = self.plain, self.learner.trees
        teller.words.missing.clear()
        try:
            read = trees.read(behaviors, located=False)
            trees.begin()
            text = teller.card(trees, read.behaviors)
        except Exception:  # noqa: BLE001 (a sample that cannot be told)
            return ""
        if any(table in ("text", "event") for table, _ in teller.words.missing):
            return ""
        return text

    def _do(self, *doables: Json) -> Json:
        return [{"at": self.timing, "do": list(doables)}]

    def _plain_deeds(self) -> tuple[Json, Json]:
        """Two things that are done, told without commas."""
        found: list[Json] = []
        for name, params in self._words("doables", "doable"):
            for use in islice(self._uses(name, params, "type"), 3):
                text = self.told(self._do(use))
                if text and not any(mark in text for mark in ",，;；:：") and name not in _SKIPPED:
                    if all(each["type"] != name for each in found):
                        found.append(use)
                    break
            if len(found) == 2:
                return found[0], found[1]
        deed = (
            found[0] if found else {"type": "shuffle", "zone": next(iter(self.pack.layout.zones))}
        )
        return deed, deed

    def _words(self, family: str, engine: str) -> Iterator[tuple[str, Mapping[str, Param]]]:
        for name, defined in self.pack.defines[family].items():
            takes_blocks = any(param.type == "do" for param in defined.params.values())
            if name in self.phrases["text"] or takes_blocks:
                yield name, defined.params
        for name, word in WORDS[engine].items():
            if name in self.phrases["text"]:
                yield name, word.params

    # -- uses of words

    def _uses(self, name: str, params: Mapping[str, Param], key: str) -> Iterator[Json]:
        """A word with arguments: the fewest it needs, others one by one, those of its variants."""
        options = {each: self._options(name, each, param) for each, param in params.items()}
        least = {
            each: options[each][0]
            for each, param in params.items()
            if param.required and options[each]
        }
        for each, param in params.items():
            if param.required and not options[each]:
                return
        seen: set[str] = set()
        for given in self._ways(name, params, options, least):
            use = {key: name, **{k: v for k, v in given.items() if v is not OMITTED}}
            if (text := repr(use)) not in seen:
                seen.add(text)
                yield use

    def _ways(
        self, name: str, params: Mapping[str, Param], options: dict[str, list[Json]], least: Json
    ) -> Iterator[Json]:
        yield least
        for when in self.arguments.variants(name):
            said = self.arguments.said(name, when)
            asked = [k.partition(".")[0] for k in when]
            keys = [key for key in dict.fromkeys((*asked, *said)) if key in params]
            fitting = [self._fitting(key, when, options[key], params[key]) for key in keys]
            for chosen in islice(product(*fitting), 60):
                yield {**least, **dict(zip(keys, chosen, strict=True))}
                for other in params.keys() - {*keys, *least}:
                    if options[other] and len(fitting) < 3:
                        way = {**least, **dict(zip(keys, chosen, strict=True))}
                        yield {**way, other: options[other][0]}
        for key in params:
            for option in options[key]:
                yield {**least, key: option}
        for one in params:
            for two in params:
                if one < two and options[one] and options[two]:
                    for a, b in islice(product(options[one][:6], options[two][:6]), 36):
                        yield {**least, one: a, two: b}

    def _fitting(
        self, key: str, when: Mapping[str, Any], options: list[Json], param: Param
    ) -> list[Json]:
        wanted = [(name, want) for name, want in when.items() if name.partition(".")[0] == key]
        all_ = [*options, *([] if param.required else [OMITTED])]
        found = [each for each in all_ if all(self.arguments.fits(w, each, n) for n, w in wanted)]
        if not param.required and OMITTED not in found:
            default = param.default if isinstance(param.default, str | int) else None
            if default is not None and all(self.arguments.fits(w, default, n) for n, w in wanted):
                found.insert(0, OMITTED)
        if not wanted:
            kept = [each for each in found if each is not OMITTED]
            return kept if param.type == "zone" else [*kept[:1], OMITTED][: 2 - param.required]
        return found[:4] or [OMITTED]

    def _options(self, name: str, key: str, param: Param) -> list[Json]:
        if param.type in ("do", "doables"):
            return [[self.deed], [self.deed, self.other]] if hasattr(self, "deed") else []
        if param.type in ("conditions", "values", "options", "triggers", "modifiers", "ids"):
            return []
        if param.type in ("prompt", "name") and not param.required:
            return []
        return self.arguments.of(name, key, param)

    # -- by families

    def doables(self) -> Iterator[Sample]:
        for name, params in self._words("doables", "doable"):
            if name in _SKIPPED:
                continue
            known: set[str] = set()
            for use in islice(self._uses(name, params, "type"), _MOST):
                told = self.told(self._do(use))
                if told and told not in known:
                    known.add(told)
                    yield Sample(self._do(use), only=frozenset(("deed", "phrase")))

    def _if(self, condition: Json) -> Json:
        return {"type": "if", "condition": condition, "do": [self.deed]}

    def conditions(self) -> Iterator[Sample]:
        for name, params in self._words("conditions", "condition"):
            known: set[str] = set()
            for use in islice(self._uses(name, params, "type"), _MOST):
                told = self.told(self._do(self._if(use)))
                if told and told not in known:
                    known.add(told)
                    yield Sample(self._do(self._if(use)))
                    yield Sample(self._do(self._if({"type": "Not", "condition": use})))
        for compared in self.phrases.get("comparison", {}):
            for condition in self._compared(compared):
                if self.told(self._do(self._if(condition))):
                    yield Sample(self._do(self._if(condition)))
        for compared in self.phrases.get("lead", {}):
            for condition in self._compared(compared):
                yield Sample(self._do(self._if(condition)))
        for left in (*self.arguments.numbers(), {"type": "count", "of": self._pile()}):
            for operator in ("==", ">", "<", ">=", "<=", "!="):
                for number in (7, 0, 1):
                    condition = {"$": operator, "items": [left, number]}
                    if isinstance(left, dict) and "type" in left:
                        word = _WORDS.get(operator)
                        condition = {"type": word, "value1": left, "value2": number}
                        if word is None:
                            continue
                    if not isinstance(left, int):
                        yield Sample(self._do(self._if(condition)), only=frozenset(("condition",)))

    def _compared(self, written: str) -> Iterator[Json]:
        """The conditions that an entry such as `hand.count >= 7` can be about."""
        left, _, rest = written.partition(" ")
        operator, _, right = rest.partition(" ")
        if not right:
            return
        value = int(right) if right.lstrip("-").isdigit() else right
        for owner in ("", "you.", "this.", "match.", "you.next."):
            if not owner or not left.startswith(owner):
                yield {"$": operator, "items": [f"{{{owner}{left}}}", value]}

    def _pile(self) -> Json:
        zone = self.arguments.zones[0] if self.arguments.zones else "box"
        return {"chooser": "cards", "zone": zone, "of": "{you}"}

    def values(self) -> Iterator[Sample]:
        for name, params in self._words("values", "value"):
            for use in islice(self._uses(name, params, "type"), _MOST):
                yield self._value(use)
        for number in self.arguments.numbers():
            yield self._value(number)
        for zone in self.pack.layout.zones:
            owner = {"of": "{you}"} if zone in self.arguments.zones else {}
            for where in ({}, {"where": self.arguments.narrow()}):
                pile = {"chooser": "cards", "zone": zone, **owner, **where}
                yield self._value({"type": "count", "of": pile})
        for name in ("sum", "min", "max"):
            for field in self._numbers_of_cards():
                of = {"type": name, "of": self._pile(), "value": f"{{it.{field}}}"}
                yield self._value(of)

    def _numbers_of_cards(self) -> list[str]:
        named = self.phrases["field"]
        facts = [n for n, f in self.pack.properties.items() if f.type == "number" and n in named]
        fields = [n for kind, n in self.pack.layout.fields if kind not in ("player", "match")]
        return list(dict.fromkeys([*facts, *(n for n in fields if n in named)]))

    def _value(self, value: Json) -> Sample:
        compared = {"type": "GreaterThan", "value1": value, "value2": 7}
        return Sample(self._do(self._if(compared)), only=frozenset(("phrase",)))

    def _thing(self, thing: Json, only: tuple[str, ...] = ("phrase",)) -> Sample:
        compared = {"type": "Equals", "value1": thing, "value2": "{this}"}
        return Sample(self._do(self._if(compared)), only=frozenset(only))

    def choosers(self) -> Iterator[Sample]:
        for name, params in self._words("choosers", "chooser"):
            known: set[str] = set()
            for use in islice(self._uses(name, params, "chooser"), _MOST):
                told = self.told(self._thing(use).behaviors)
                if told and told not in known:
                    known.add(told)
                    yield self._thing(use)
        for players in self.arguments.players():
            yield self._thing(players)
        where = self.arguments.narrow()
        late = self._late()
        every = {"minimum": 0, "maximum": {"type": "count", "of": self._pile()}}
        for asked in self._asked():
            for narrow in (
                ({}, {"where": where}, {"where": late}) if late else ({}, {"where": where})
            ):
                for limits in (
                    {}, {"minimum": 7, "maximum": 7}, {"minimum": 0, "maximum": 7},
                    *([{"minimum": 0, "maximum": 1}, every] if not narrow else []),
                ):  # fmt: skip
                    yield self._thing({**asked, **narrow, **limits})
                    for use in self._taken({**asked, **narrow, **limits}):
                        yield Sample(self._do(use), only=frozenset(("deed",)))
        for zone in self.pack.layout.zones:
            owners = ("{you}", "{you.next}") if zone in self.arguments.zones else (None,)
            for owner, narrow, end in product(
                owners, ({}, {"where": where}, *([{"where": late}] if late else [])),
                ({}, {"top": 7}, {"top": 1}, {"bottom": 7}, {"bottom": 1}),
            ):  # fmt: skip
                of = {"of": owner} if owner else {}
                yield self._thing({"chooser": "cards", "zone": zone, **of, **narrow, **end})
        for narrow in (where, late) if late else (where,):
            yield self._thing({"chooser": "cards", "where": narrow})
            yield self._thing({"chooser": "definitions", "where": narrow})
        yield self._number_choosers()

    def _number_choosers(self) -> Sample:
        asked = {"type": "numberChooser", "ask": "{you}", "minimum": 0, "maximum": 7}
        return self._value(asked)

    def _late(self) -> Json:
        numbers = self._numbers_of_cards()
        if not numbers:
            return None
        return {"$": "and", "items": [
            self.arguments.narrow(), {"$": "<=", "items": [f"{{it.{numbers[0]}}}", 7]}
        ]}  # fmt: skip

    def _asked(self) -> Iterator[Json]:
        """What players can be asked for: cards of zones, and of what the pack's choosers give."""
        ask = {"ask": "{you}"}
        for zone in self.pack.layout.zones:
            if zone in self.arguments.zones:
                yield {"type": "cardChooser", **ask, "from": f"{{you.{zone}}}"}
            else:
                yield {"type": "cardChooser", **ask, "from": f"{{match.{zone}}}"}
        yield {"type": "cardChooser", **ask}
        yield {"type": "playerChooser", **ask}
        for name, word in self.pack.defines["choosers"].items():
            if any(param.required for param in word.params.values()):
                continue
            kind = name.removesuffix("s")
            if kind != name and f"{kind}Chooser" in self.phrases["text"]:
                yield {"type": f"{kind}Chooser", **ask}
            if name in self.phrases["text"] or name in self.phrases.get("one", {}):
                yield {"type": "cardChooser", **ask, "from": {"chooser": name}}

    def _taken(self, chosen: Json) -> Iterator[Json]:
        """Words whose phrase says where from something is taken."""
        for name, params in self._words("doables", "doable"):
            template = str(self.phrases["text"].get(name, ""))
            for key in params:
                if f"{{{key}|from}}" in template:
                    for use in islice(self._uses(name, params, "type"), 1):
                        yield {**use, key: chosen}

    # -- references

    def references(self) -> Iterator[Sample]:
        fields = self.pack.layout.fields
        named = self.phrases["field"]
        own = [name for kind, name in fields if kind == "player" and name in named]
        cards = self._numbers_of_cards()
        for player in ("you", "you.next", "you.previous", "this.owner"):
            yield self._thing(f"{{{player}}}")
            for name in own:
                yield self._value(f"{{{player}.{name}}}")
            for zone in self.arguments.zones:
                yield self._thing(f"{{{player}.{zone}}}")
                yield self._value(f"{{{player}.{zone}.count}}")
        for card in ("this", "spell", "target"):
            yield self._thing(f"{{{card}}}")
            for name in cards:
                yield self._value(f"{{{card}.{name}}}")
                yield self._value(f"{{{card}.{name}.base}}")
        for kind, name in fields:
            if kind == "match" and name in named:
                yield self._value(f"{{match.{name}}}")
        for zone in self.pack.layout.zones:
            if zone not in self.arguments.zones:
                yield self._thing(f"{{match.{zone}}}")
                yield self._value(f"{{match.{zone}.count}}")

    # -- events

    def _listening(self, event: Json, **more: Any) -> Json:
        trigger = {"mode": "always", **event, "do": [self.deed], **more}
        return self._do({"type": "addTriggers", "triggers": [trigger]})

    def events(self) -> Iterator[Sample]:
        only = frozenset(("event",))
        for event in self._events():
            yield Sample(self._listening(event), only=only)
        for name, declared in self.pack.events.items():
            for part, (of, _) in declared.context.items():
                value = f"{{{name}.{part}}}"
                yield from self._of_event(name, value, of)

    def _of_event(self, name: str, value: str, of: str) -> Iterator[Sample]:
        only = frozenset(("phrase",))
        values = [value]
        fields = self.pack.layout.fields
        if of == "player":
            values += [
                f"{value[:-1]}.{field}}}" for kind, field in fields if kind == "player"
                and field in self.phrases["field"]
            ]  # fmt: skip
            values += [f"{value[:-1]}.{zone}}}" for zone in self.arguments.zones]
        elif of in ("card", "entity"):
            values += [f"{value[:-1]}.{field}}}" for field in self._numbers_of_cards()]
            values += [f"{value[:-1]}.owner}}"]
        for each in values:
            for who in (
                {},
                {"condition": {"$": "==", "items": [f"{{{name}.playerUUID}}", "{you}"]}},
            ):
                compared = {"type": "GreaterThan", "value1": each, "value2": 7}
                trigger = {"event": name, **who}
                yield Sample(self._listening(trigger, do=[self._if(compared)]), only=only)

    def _events(self) -> Iterator[Json]:
        """Every event, whoever does it, before and after, of any card and of this one."""
        for name, declared in self.pack.events.items():
            words = self.phrases["event"].get(name)
            table = words if isinstance(words, Mapping) else {}
            player = table.get("player", "playerUUID")
            players = [part for part in declared.context if part == player]
            card = table.get("card")
            narrowed = self._of_card(name, card) if card in declared.context else None
            for before, of in product((False, True), (False, True)):
                event: dict[str, Any] = {"event": name}
                if before:
                    event["when"] = "before"
                if of:
                    event["of"] = "{this}"
                whose: list[Json] = [None]
                for part in players:
                    reference = f"{{{name}.{part}}}"
                    whose += [{"$": sign, "items": [reference, "{you}"]} for sign in ("==", "!=")]
                for who in whose:
                    for narrow in (None, narrowed) if narrowed and not of else (None,):
                        parts = [each for each in (who, narrow) if each is not None]
                        if not parts:
                            yield event
                        elif len(parts) == 1:
                            yield {**event, "condition": parts[0]}
                        else:
                            yield {**event, "condition": {"$": "and", "items": parts}}

    def _of_card(self, event: str, card: str | None) -> Json:
        condition = self.arguments.narrow()
        reference = condition["items"][0].replace("{it.", f"{{{event}.{card}.")
        return {**condition, "items": [reference, condition["items"][1]]}

    def _plain_events(self) -> list[Json]:
        """An event that is told as one, and one that is told as a moment."""
        found: dict[bool, Json] = {}
        for name, words in self.phrases["event"].items():
            if name in self.pack.events and isinstance(words, Mapping) and "any" in words:
                found.setdefault("at" in words, {"event": name})
        return list(found.values())

    def _conditions_of_triggers(self) -> list[Json]:
        leads = [{"type": name} for name in self.phrases.get("adverb", {})]
        return [None, self.condition, *leads]

    def triggers(self) -> Iterator[Sample]:
        modes = ["always", "inPlay", "once", *self.pack.modes]
        untils = {end for table in [self.phrases["trigger"].get("once_until", {})] for end in table}
        for event, condition, mode in product(
            self._plain_events(), self._conditions_of_triggers(), modes
        ):
            given = {**event, "mode": mode}
            if condition is not None:
                given["condition"] = condition
            yield Sample(self._listening(given), only=frozenset(("deed",)))
            if mode == "once":
                for end in untils:
                    until = {"until": {"event": end}}
                    yield Sample(self._listening({**given, **until}), only=frozenset(("deed",)))
        yield from self._per()

    def _per(self) -> Iterator[Sample]:
        """Something done once for each of what an event counts."""
        for name, words in self.phrases["event"].items():
            each = words.get("each", {}) if isinstance(words, Mapping) else {}
            for part in each if name in self.pack.events else ():
                for word, params in self._words("doables", "doable"):
                    if "times" not in params:
                        continue
                    for use in islice(self._uses(word, params, "type"), 2):
                        deed = {**use, "times": f"{{{name}.{part}}}"}
                        who = {"$": "==", "items": [f"{{{name}.playerUUID}}", "{you}"]}
                        for mode, condition in product(("inPlay", *self.pack.modes), (None, who)):
                            event = {"event": name, "mode": mode}
                            if condition:
                                event["condition"] = condition
                            yield Sample(
                                self._listening(event, do=[deed]), only=frozenset(("deed",))
                            )

    # -- shapes of the pack

    def macros(self) -> Iterator[Sample]:
        for name, word in self.pack.defines["behaviors"].items():
            if "event" in word.params:
                yield from self._reactions(name, word.params)
            else:
                known: set[str] = set()
                for use in islice(self._uses(name, word.params, "at"), 400):
                    told = self.told([use])
                    if told and told not in known:
                        known.add(told)
                        yield Sample([use], only=frozenset(("macro", "condition")))

    def _reactions(self, name: str, params: Mapping[str, Param]) -> Iterator[Sample]:
        more: list[Json] = [{}]
        for key, param in params.items():
            if key not in ("event", "condition", "do") and not param.required:
                more += [{key: option} for option in self._options(name, key, param)[:3]]
        blocks = [[self.deed], [self.deed, self.other], [{"type": "cancel"}], [{"type": "counter"}]]
        for event, condition, given, do in product(
            self._plain_events(), self._conditions_of_triggers(), more, blocks
        ):
            use = {"at": name, **event, **given}
            if condition is not None:
                use["condition"] = condition
            if "do" in params:
                use["do"] = do
            yield Sample([use], only=frozenset(("macro", "deed")))

    # -- modifiers

    def modifiers(self) -> Iterator[Sample]:
        own, whose = self._whose()
        named = [
            name for name, fact in self.pack.modifiable.items()
            if name in self.phrases["modifier"]
            or (name in self.phrases["field"] and fact.modified)
        ]  # fmt: skip
        for name in named:
            for change in self._changes(name):
                for of in whose:
                    yield self._modifier({"property": name, **change, **of})
                for of in own if change["amount"] in (1, 7) else own[:3]:
                    modifier = {"property": name, **change, **of}
                    yield Sample(
                        [{"at": "always", "modifiers": [modifier]}], only=frozenset(("macro",))
                    )

    def _modifier(self, modifier: Json) -> Sample:
        doable = {"type": "addModifiers", "modifiers": [modifier]}
        return Sample(self._do(doable), only=frozenset(("deed",)), lasting=True)

    def _changes(self, name: str) -> Iterator[Json]:
        fact = self.pack.modifiable[name]
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

    def _whose(self) -> tuple[list[Json], list[Json]]:
        """Of which cards or players: own modifiers of a card, and those that are added."""
        narrow = self.arguments.narrow()
        mine = {"$": "==", "items": ["{it.owner}", "{you}"]}
        of = [{"of": "{you}"}, {"of": "{this}"}]
        where = [
            {"where": narrow}, {"where": mine}, {"where": {"$": "and", "items": [mine, narrow]}},
            {"where": {"$": "and", "items": [mine, narrow, self.condition]}}
            if "type" not in self.condition else {"where": [mine, narrow, self.condition]},
        ]  # fmt: skip
        own: list[Json] = [{}, {"where": self.condition}, {"where": "{it.owner}"}]
        for lead in self.phrases.get("lead", {}):
            for condition in self._lead(lead):
                own.append({"where": condition})
        every = [
            {**each, "duration": duration} for each in (*of, *where) for duration in ("inPlay",)
        ]
        return own, every

    def _lead(self, lead: str) -> Iterator[Json]:
        word = self.pack.defines["conditions"].get(lead)
        if word is None:
            yield from islice(self._compared(lead), 1, 2)
            return
        for use in islice(self._uses(lead, word.params, "type"), 4):
            yield use

    # -- flow

    def flow(self) -> Iterator[Sample]:
        only = frozenset(("deed",))
        do = {"do": [self.deed]}
        for times in (7, 2, 1, f"{{you.{self.arguments.plain or self.arguments.grows}}}"):
            yield Sample(self._do({"type": "loop", "times": times, **do}), only=only)
            for target in (*self.arguments.players(), *islice(self.arguments.things(), 4)):
                loop = {"type": "loop", "target": target, "times": times, **do}
                yield Sample(self._do(loop), only=only)
        for target in (*self.arguments.players(), *self.arguments.things()):
            yield Sample(self._do({"type": "loop", "target": target, **do}), only=only)
        yield Sample(self._do({"type": "while", "condition": self.condition, **do}), only=only)
        ask = {"type": "choose", "ask": "{you}", "prompt": "choose"}
        first, second = {"id": "first", **do}, {"id": "second", "do": [self.other]}
        for options in ([first, second], [first, {"id": "no", "do": []}]):
            yield Sample(self._do({**ask, "options": options}), only=only)

    # -- results

    def results(self) -> Iterator[Sample]:
        judge = Judge(self.pack, self.learner.language)
        seen: set[str] = set()
        for name, params in self._words("doables", "doable"):
            parts = judge.results(name)
            if not parts or parts <= seen:
                continue
            seen |= parts
            for use in islice(self._uses(name, params, "type"), 6):
                for part in sorted(parts):
                    value = f"{{given.{part}}}" if part else "{given}"
                    compared = {"type": "GreaterThan", "value1": value, "value2": 7}
                    doables = {**use, "id": "given"}, self._if(compared)
                    yield Sample(self._do(*doables), only=frozenset(("phrase",)))


    def given(self) -> Iterator[Sample]:
        """What was done before, given to others: "draw 2 cards; discard 1 of them"."""
        judge = Judge(self.pack, self.learner.language)
        for name, params in self._words("doables", "doable"):
            parts = judge.results(name) & {"cards", "UUID"}
            use = next(iter(self._uses(name, params, "type")), None)
            if parts and use is not None and self.told(self._do(use)):
                before = {**use, "id": "given"}
                yield from self._given(before, f"{{given.{sorted(parts)[-1]}}}")
                return

    def _given(self, before: Json, cards: str) -> Iterator[Sample]:
        for limits in ({}, {"minimum": 7, "maximum": 7}, {"minimum": 0, "maximum": 7}):
            asked = {"type": "cardChooser", "ask": "{you}", "from": cards, **limits}
            compared = {"type": "Equals", "value1": asked, "value2": "{this}"}
            yield Sample(self._do(before, self._if(compared)), only=frozenset(("phrase",)))
            for use in self._taken(asked):
                yield Sample(self._do(before, use), only=frozenset(("deed",)))
        for family, engine in (("doables", "doable"), ("conditions", "condition")):
            for name, params in self._words(family, engine):
                things = [k for k, p in params.items() if p.type in ("card", "cards", "entities")]
                for use in islice(self._uses(name, params, "type"), 3 if things else 0):
                    for key in things:
                        if key in use:
                            after = {**use, key: cards}
                            after = after if family == "doables" else self._if(after)
                            only = frozenset(("deed", "condition", "phrase"))
                            yield Sample(self._do(before, after), only=only)

    def of_this(self) -> Iterator[Sample]:
        """Events of this very card, for behaviours that are about nothing else."""
        for name, word in self.pack.defines["behaviors"].items():
            if "event" in word.params and '"of"' in repr(word.body).replace("'", '"'):
                for event in self._events():
                    if "of" not in event:
                        use = {"at": name, **event, "do": [self.deed]}
                        yield Sample([use], only=frozenset(("event",)))


_WORDS = {
    "==": "Equals", ">": "GreaterThan", "<": "LessThan", ">=": "GreaterThanOrEqual",
    "<=": "LessThanOrEqual",
}  # fmt: skip
