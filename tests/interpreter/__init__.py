"""
A reference interpreter of the language: it walks the trees of a pack and does what they say, word
by word, with nothing left out, kept at hand or written twice. Compiled code is held against it.

`interpreted(pack)` is the pack with a walk in place of each piece of its code: its flow, its words,
its cards, their triggers and modifiers. What the engine itself does (moves, events, choices) both
share. A walk is a generator that stands still where somebody has to choose; it is kept in the last
register of its frame, so interpreted matches can be played, not copied or saved.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from interpreter.values import BEARER, CONTEXT
from interpreter.walks import Walk
from rules.language import macros, questions
from rules.language.declared import Defined
from rules.language.read import Reader
from rules.language.scope import Scope
from rules.language.tree import Binding, Block, Place
from rules.running.code import Code, ModifierDef, TriggerDef, Unit
from rules.running.machine import DONE, start_code


class Game:
    """The pack that is interpreted."""

    def __init__(self, pack: Any):
        self.pack = copy.copy(pack)
        self.unit, self.numbers = Unit("interpreted", ""), iter(range(1 << 30))
        self.triggers: dict[int, TriggerDef] = {}  # by the identity of the node
        self.modifiers: dict[int, ModifierDef] = {}
        self.keeps: dict[int, Any] = {}  # what must not go while its identity stands here
        flow = self.read().block(pack.origin.raw["main"])
        words = pack.declarations.defines["doables"].values()
        calls = {
            each.name: partial(start_code, self.word(each)) for each in words
            if not any(p.type == "do" for p in each.params.values())
        }  # fmt: skip
        main = self.code(lambda walk, r: walk.run(flow), 3)
        self.pack.program = replace(pack.program, main=main, calls=calls, behaviors={}, found={})
        self.answers = {
            (each.question.name, card.symbol): each
            for card in pack.cards
            for each in questions.read_answers(self.read(), card.source.get("answers", {}))
        }
        for card in pack.cards:
            at: dict[Any, list[Any]] = {}
            for each in macros.read_behaviors(self.read(), card.source.get("behaviors", [])):
                if each.timing is not None:
                    at.setdefault(each.timing.index, []).append(each)
            for timing, found in at.items():
                self.pack.program.behaviors[timing, card.symbol] = self.behavior(found)

    def read(self, scope: Scope | None = None) -> Reader:
        self.pack.trees.begin_budget()
        return Reader(self.pack.trees, scope or Scope(), Place(""))

    def code(self, begin: Callable[[Walk, list[Any]], Any], given: int, cast: bool = False) -> Code:
        """A piece of code that is a walk, of so many registers that are given."""

        def go_on(m: Any, r: list[Any], at: int) -> int:
            if r[-1] is None:
                r[-1] = begin(Walk(self, m, r, cast), r)
            try:
                next(r[-1])
            except StopIteration:
                return DONE
            return 0

        return Code(self.unit, next(self.numbers), "walk", max(given, 4) + 1, go_on)

    def word(self, defined: Defined) -> Code:
        """A doable of the pack that is called."""
        bound = {n: Binding(n, p.type, p.domain) for n, p in defined.params.items()}
        reader = self.read(Scope(names=dict(bound)))
        do = reader.block(defined.body)
        results = [reader.any_value(each) for each in defined.result.values()]

        def begin(walk: Walk, r: list[Any]) -> Iterator[None]:
            walk.values |= dict(zip(bound.values(), r[4:], strict=False))
            yield from walk.run(do)
            if results:
                walk.m.result = tuple(map(walk.value, results))

        return self.code(begin, 4 + len(bound))

    def behavior(self, found: list[Any]) -> Code:
        """All that a card does at a timing."""

        def begin(walk: Walk, r: list[Any]) -> Iterator[None]:
            for each in found:
                walk.values[each.context] = dict(zip(each.context.parts, r[4:], strict=False))
            do = Block(place=Place(""), items=tuple(each.do for each in found))
            yield from walk.run(do)

        return self.code(begin, 4 + len(found[0].context.parts), cast=True)

    def trigger(self, node: Any, bearer: bool) -> TriggerDef:
        """What a trigger is; a node is one, however often it is put to work."""
        if id(node) in self.triggers:
            return self.triggers[id(node)]
        made = self.triggers[id(node)] = TriggerDef(
            self.unit, next(self.numbers), "", 2 * node.event.index + node.before,
            getattr(node, "mode", "always"), CONTEXT, getattr(node, "priority", -1_000_000),
            getattr(node, "unique", False), bearer=BEARER if bearer else -1,
        )  # fmt: skip
        self.keeps[id(node)] = node
        if node.condition is not None:
            made.condition = lambda m, r: Walk(self, m, r).heard(node).value(node.condition)
        if hasattr(node, "do"):

            def begin(walk: Walk, r: list[Any]) -> Iterator[None]:
                walk.heard(node)
                if node.spell is not None:
                    walk.r[2] = walk.value(node.spell)
                if node.you is not None:
                    walk.r[0] = walk.value(node.you)
                yield from walk.run(node.do)

            made.code = self.code(begin, CONTEXT + len(node.context.parts))
            made.removers = tuple(self.trigger(until, False) for until in node.until)
        return made

    def modifier(self, node: Any, bearer: bool) -> ModifierDef:
        """Likewise, what a modifier is."""
        if id(node) not in self.modifiers:

            def about_it(m: Any, r: Any, it: int) -> Walk:
                walk = Walk(self, m, r)
                walk.values[node.it] = it
                return walk

            def where(m: Any, r: Any, it: int) -> bool:
                walk = about_it(m, r, it)
                if node.of is not None:
                    return it in walk.many(node.of)
                if node.where is not None:
                    return bool(walk.value(node.where))
                return not bearer or it == r[BEARER]

            self.modifiers[id(node)] = ModifierDef(
                self.unit, next(self.numbers), "", node.property.index, node.layer, node.mode,
                node.duration, lambda m, r, it: about_it(m, r, it).value(node.amount),
                node.unique, where,
                tuple(self.trigger(until, False) for until in node.until),
                bearer=BEARER if bearer else -1,
            )  # fmt: skip
            self.keeps[id(node)] = node
        return self.modifiers[id(node)]


def interpreted(pack: Any) -> Any:
    """The pack with a walk in place of each piece of code."""
    return Game(pack).pack
