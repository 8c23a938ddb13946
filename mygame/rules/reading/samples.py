"""
What the teller is asked about: sample uses of every word, whether a card has it yet or not.

From them a word that nobody has used can be read at once. Words are tried with arguments of each
sort that their phrases tell apart (`uses`, `arguments`), references with everything that the pack
declares; events and what lasts are in `samples_lasting`, what was done before in `samples_before`,
what phrases do not tell in `samples_untold`. Begin with `samples_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from ..pack.definition import Pack
from .learning import Learner
from .notation import Json
from .samples_before import Before
from .samples_lasting import Lasting
from .samples_untold import Untold
from .uses import MOST, SKIPPED, Sample, Uses

_COMPARED = {
    "==": "Equals", ">": "GreaterThan", "<": "LessThan", ">=": "GreaterThanOrEqual",
    "<=": "LessThanOrEqual",
}  # fmt: skip


def samples_of(pack: Pack, language: str, learner: Learner) -> Iterator[Sample]:
    """All samples of a pack."""
    plain, lasting = Words(pack, language, learner), Lasting(pack, language, learner)
    before, untold = Before(pack, language, learner), Untold(pack, language, learner)
    for part in (
        plain.doables, plain.conditions, plain.values, plain.choosers, plain.references,
        lasting.events, lasting.triggers, lasting.macros, lasting.modifiers, plain.flow,
        before.results, before.passed_on, before.named_values, lasting.events_of_this_card,
        untold.by_event, untold.by_result, untold.compared_results,
    ):  # fmt: skip
        yield from part()


class Words(Uses):
    """Samples of words, of references, and of what joins them."""

    def doables(self) -> Iterator[Sample]:
        for name, params in self.words("doables", "doable"):
            if name in SKIPPED:
                continue
            known: set[str] = set()
            zones = any(param.type == "zone" for param in params.values())
            for use in islice(self.uses_of_word(name, params, "type"), MOST * (5 if zones else 1)):
                told = self.sentence_of(self.behavior_doing(use))
                if told and told not in known:
                    known.add(told)
                    yield Sample(self.behavior_doing(use), only=frozenset(("deed", "phrase")))

    def conditions(self) -> Iterator[Sample]:
        for name, params in self.words("conditions", "condition"):
            known: set[str] = set()
            for use in islice(self.uses_of_word(name, params, "type"), MOST):
                told = self.sentence_of(self.behavior_doing(self.behavior_under(use)))
                if told and told not in known:
                    known.add(told)
                    yield Sample(self.behavior_doing(self.behavior_under(use)))
                    yield Sample(
                        self.behavior_doing(self.behavior_under({"type": "Not", "condition": use}))
                    )
        for use in self.questions("boolean"):
            yield Sample(self.behavior_doing(self.behavior_under(use)))
            negated = {"type": "Not", "condition": use}
            yield Sample(self.behavior_doing(self.behavior_under(negated)))
        for compared in self.phrases.get("comparison", {}):
            for condition in self.comparisons_of(compared):
                if self.sentence_of(self.behavior_doing(self.behavior_under(condition))):
                    yield Sample(self.behavior_doing(self.behavior_under(condition)))
        for compared in self.phrases.get("lead", {}):
            for condition in self.comparisons_of(compared):
                yield Sample(self.behavior_doing(self.behavior_under(condition)))
        for left in (*self.arguments.numbers(), {"type": "count", "of": self.pile()}):
            for operator in ("==", ">", "<", ">=", "<=", "!="):
                for number in (7, 0, 1):
                    condition = {"$": operator, "items": [left, number]}
                    if isinstance(left, dict) and "type" in left:
                        word = _COMPARED.get(operator)
                        condition = {"type": word, "value1": left, "value2": number}
                        if word is None:
                            continue
                    if not isinstance(left, int):
                        yield Sample(
                            self.behavior_doing(self.behavior_under(condition)),
                            only=frozenset(("condition",)),
                        )

    def values(self) -> Iterator[Sample]:
        for name, params in self.words("values", "value"):
            for use in islice(self.uses_of_word(name, params, "type"), MOST):
                yield self.value_sample(use)
        for use in self.questions("number"):
            yield self.value_sample(use)
        for number in self.arguments.numbers():
            yield self.value_sample(number)
        for zone in self.pack.declarations.layout.zones:
            owner = {"of": "{you}"} if zone in self.arguments.zones else {}
            for where in ({}, {"where": self.arguments.narrowing_condition()}):
                pile = {"chooser": "cards", "zone": zone, **owner, **where}
                yield self.value_sample({"type": "count", "of": pile})
        for name in ("sum", "min", "max"):
            for field in self.numbers_of_cards():
                of = {"type": name, "of": self.pile(), "value": f"{{it.{field}}}"}
                yield self.value_sample(of)

    def questions(self, type: str) -> Iterator[Json]:
        """The questions of a type, each put to a card and to cards; once where they sound alike."""
        pile, known = self.pile(), set[str]()
        several = {"boolean": "anyAnswer", "number": "sumOfAnswers"}[type]
        asked = [q for q in self.pack.declarations.questions.values() if q.type == type]
        for question, player in product(asked, ("{you}", "{you.next}")):
            given = {"player": player, "card": "{target}", "cards": pile, "number": 7}
            types = {name: of for name, (of, _) in question.context.items()}
            if not given.keys() >= {*types.values()}:
                continue
            context = {"with": {name: given[of] for name, of in types.items()}} if types else {}
            for word, of in (("answer", "{this}"), (several, pile)):
                use = {"type": word, "question": question.name, "of": of, **context}
                under = use if type == "boolean" else {"$": ">", "items": [use, 7]}
                told = self.sentence_of(self.behavior_doing(self.behavior_under(under)))
                if told and told not in known:
                    known.add(told)
                    yield use

    def choosers(self) -> Iterator[Sample]:
        for name, params in self.words("choosers", "chooser"):
            known: set[str] = set()
            for use in islice(self.uses_of_word(name, params, "chooser"), MOST):
                told = self.sentence_of(self.thing_sample(use).behaviors)
                if told and told not in known:
                    known.add(told)
                    yield self.thing_sample(use)
        for players in self.arguments.players():
            yield self.thing_sample(players)
        where = self.arguments.narrowing_condition()
        late = self.later_condition()
        clause = [{"where": late}, {"where": late["items"][1]}] if late else []
        narrowed: list[Json] = [{}, {"where": where}, *clause]
        every: Json = {"minimum": 0, "maximum": {"type": "count", "of": self.pile()}}
        for asked in self._askable_things():
            for narrow in narrowed:
                for limits in (
                    {}, {"minimum": 7, "maximum": 7}, {"minimum": 0, "maximum": 7},
                    *([{"minimum": 0, "maximum": 1}, every] if not narrow else []),
                ):  # fmt: skip
                    yield self.thing_sample({**asked, **narrow, **limits})
                    for use in self.words_taking_from({**asked, **narrow, **limits}):
                        yield Sample(self.behavior_doing(use), only=frozenset(("deed",)))
        for zone in self.pack.declarations.layout.zones:
            owners = ("{you}", "{you.next}") if zone in self.arguments.zones else (None,)
            for owner, narrow, end in product(
                owners, ({}, {"where": where}, *([{"where": late}] if late else [])),
                ({}, {"top": 7}, {"top": 1}, {"bottom": 7}, {"bottom": 1}),
            ):  # fmt: skip
                of = {"of": owner} if owner else {}
                yield self.thing_sample({"chooser": "cards", "zone": zone, **of, **narrow, **end})
        without = {"$": "!=", "items": ["{it}", "{target}"]}
        for source, narrow in product(self._pools(), (where, without)):
            among = {"chooser": "cards", "from": source, "where": narrow}
            yield self.thing_sample(among)
            if narrow is where:
                many = {"$": ">", "items": [{"type": "count", "of": among}, 0]}
                yield Sample(self.behavior_doing(self.behavior_under(many)))
        for narrow in (where, late) if late else (where,):
            yield self.thing_sample({"chooser": "cards", "where": narrow})
            yield self.thing_sample({"chooser": "definitions", "where": narrow})
        yield self._number_choosers()

    def _pools(self) -> list[Json]:
        """Cards that others are among: those of a zone, and what a word of the pack gives."""
        words = (name for name, params in self.words("choosers", "chooser") if not params)
        return [self.pile(), *({"chooser": name} for name in islice(words, 1))]

    def _number_choosers(self) -> Sample:
        asked = {"type": "numberChooser", "ask": "{you}", "minimum": 0, "maximum": 7}
        return self.value_sample(asked)

    def _askable_things(self) -> Iterator[Json]:
        """What players can be asked for: cards of zones, and of what the pack's choosers give."""
        ask = {"ask": "{you}"}
        for zone in self.pack.declarations.layout.zones:
            if zone in self.arguments.zones:
                yield {"type": "cardChooser", **ask, "from": f"{{you.{zone}}}"}
            else:
                yield {"type": "cardChooser", **ask, "from": f"{{match.{zone}}}"}
        yield {"type": "cardChooser", **ask}
        yield {"type": "playerChooser", **ask}
        for name, word in self.pack.declarations.defines["choosers"].items():
            if any(param.is_required for param in word.params.values()):
                continue
            kind = name.removesuffix("s")
            if kind != name and f"{kind}Chooser" in self.phrases["text"]:
                yield {"type": f"{kind}Chooser", **ask}
            if name in self.phrases["text"] or name in self.phrases.get("one", {}):
                yield {"type": "cardChooser", **ask, "from": {"chooser": name}}

    def references(self) -> Iterator[Sample]:
        fields = self.pack.declarations.layout.fields
        named = self.phrases["field"]
        own = [name for kind, name in fields if kind == "player" and name in named]
        cards = self.numbers_of_cards()
        # Of two players the one before is the one behind.
        other = ("you.next", *(("you.previous",) if max(self.pack.declarations.seats) > 2 else ()))
        for player in ("you", *other, "this.owner"):
            yield self.thing_sample(f"{{{player}}}")
            for name in own:
                yield self.value_sample(f"{{{player}.{name}}}")
            for zone in self.arguments.zones:
                yield self.thing_sample(f"{{{player}.{zone}}}")
                yield self.value_sample(f"{{{player}.{zone}.count}}")
        for card in ("this", "spell", "target"):
            yield self.thing_sample(f"{{{card}}}")
            for name in cards:
                yield self.value_sample(f"{{{card}.{name}}}")
                yield self.value_sample(f"{{{card}.{name}.base}}")
        for kind, name in fields:
            if kind == "match" and name in named:
                yield self.value_sample(f"{{match.{name}}}")
        for zone in self.pack.declarations.layout.zones:
            if zone not in self.arguments.zones:
                yield self.thing_sample(f"{{match.{zone}}}")
                yield self.value_sample(f"{{match.{zone}.count}}")

    def flow(self) -> Iterator[Sample]:
        only = frozenset(("deed",))
        do = {"do": [self.deed]}
        for times in (7, 2, 1, f"{{you.{self.arguments.plain or self.arguments.grows}}}"):
            yield Sample(self.behavior_doing({"type": "loop", "times": times, **do}), only=only)
            for target in (*self.arguments.players(), *islice(self.arguments.things(), 4)):
                loop = {"type": "loop", "target": target, "times": times, **do}
                yield Sample(self.behavior_doing(loop), only=only)
        for target in (*self.arguments.players(), *self.arguments.things()):
            yield Sample(self.behavior_doing({"type": "loop", "target": target, **do}), only=only)
        yield Sample(
            self.behavior_doing({"type": "while", "condition": self.condition, **do}), only=only
        )
        yield from self._chosen_before()
        ask = {"type": "choose", "ask": "{you}", "prompt": "choose"}
        first, second = {"id": "first", **do}, {"id": "second", "do": [self.other]}
        for options in ([first, second], [first, {"id": "no", "do": []}]):
            yield Sample(self.behavior_doing({**ask, "options": options}), only=only)

    def _chosen_before(self) -> Iterator[Sample]:
        """What is chosen by itself, and what is picked out of each pool."""
        only = frozenset(("deed",))
        asked = [{"type": "playerChooser", "ask": "{you}"}, *self._askable_things()]
        for thing in (*asked, *({**each, "maximum": 7, "minimum": 7} for each in asked[1:])):
            chosen = {"type": "let", "id": "given", "value": thing}
            twice = {"type": "while", "condition": self._compared("{given}"), "do": [self.deed]}
            yield Sample(self.behavior_doing(chosen, twice, twice), only=only)
        where = self.arguments.narrowing_condition()
        pools: list[Json] = [
            {"chooser": "cards", "zone": zone, "of": owner, **narrow}
            for zone in self.arguments.zones for owner in ("{you}", "{you.next}", "{given}")
            for narrow in ({}, {"where": where})
        ]  # fmt: skip
        pools += [each for each in self.arguments.things() if "ask" not in each]
        for pool, amount in product(pools, (1, 7)):
            picked = {"type": "pick", "from": pool, "amount": amount, "id": "picked"}
            yield Sample(self.behavior_doing(picked), only=only)

    def _compared(self, thing: Json) -> Json:
        return {"type": "Equals", "value1": thing, "value2": "{this}"}
