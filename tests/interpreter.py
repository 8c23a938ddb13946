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
from contextlib import suppress
from functools import partial
from typing import Any

from rules.ground.digests import digest
from rules.language import macros
from rules.language.declared import Defined, Fact
from rules.language.read import Reader
from rules.language.scope import SPELL, TARGET, THIS, YOU, Scope
from rules.language.tree import *  # noqa: F403 (every node)
from rules.language.tree import About, Binding, Block, Node, Place, Use
from rules.language.words.state import MAYBE_CARDS, OUTCOME
from rules.running import aiming, chance, fields, lasting, machine, modifiers, moving, rows, sides
from rules.running.choices import options_of
from rules.running.code import Code, ModifierDef, TriggerDef, Unit
from rules.running.machine import DONE, later, start
from rules.running.state import ZONE, about

ENV, BEARER, CONTEXT = 4, 5, 6  # registers of what lasts
ALL_OF = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
OPERATIONS = {
    **ALL_OF,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}


class Stop(Exception):
    """`stop`: the innermost loop is left."""


class Finish(Exception):
    """`finish`: the code ends."""


class Game:
    """The pack that is interpreted."""

    def __init__(self, pack: Any):
        self.pack = copy.copy(pack)
        self.unit, self.numbers = Unit("interpreted", ""), iter(range(1 << 30))
        self.triggers: dict[int, TriggerDef] = {}  # by the identity of the node
        self.modifiers: dict[int, ModifierDef] = {}
        self.keeps: dict[int, Any] = {}  # what must not go while its identity stands here
        flow = self.read().block(pack.origin.raw["main"])
        self.pack.main = self.code(lambda walk, r: walk.run(flow), 3)
        self.pack.calls = {
            each.name: partial(start, self.word(each)) for each in pack.defines["doables"].values()
            if not any(p.type == "do" for p in each.params.values())
        }  # fmt: skip
        self.pack.behaviors = {}
        for card in pack.cards:
            at: dict[Any, list[Any]] = {}
            for each in macros.behaviors(self.read(), card.source.get("behaviors", [])):
                if each.timing is not None:
                    at.setdefault(each.timing.index, []).append(each)
            for timing, found in at.items():
                self.pack.behaviors[timing, card.symbol] = self.behavior(found)

    def read(self, scope: Scope | None = None) -> Reader:
        self.pack.trees.begin()
        return Reader(self.pack.trees, scope or Scope(), Place(""))

    def code(self, begin: Callable[[Walk, list[Any]], Any], given: int, cast: bool = False) -> Code:
        """A piece of code that is a walk, of so many registers that are given."""
        made = Code(self.unit, next(self.numbers), "walk", max(given, 4) + 1)

        def block(m: Any, r: list[Any]) -> int:
            if r[-1] is None:
                r[-1] = begin(Walk(self, m, r, cast), r)
            try:
                next(r[-1])
            except StopIteration:
                return DONE
            return later(0)

        made.blocks = (block,)
        return made

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


class Walk:
    """A walk through one piece of code: what is known in it."""

    def __init__(self, game: Game, m: Any, r: Any, cast: bool = False):
        self.game, self.m, self.cast, self.pack = game, m, cast, game.pack
        self.r, self.context = list(r[:4]), r[CONTEXT:]
        lasts = len(r) > ENV and isinstance(r[ENV], dict)
        self.values: dict[Binding, Any] = dict(r[ENV]) if lasts else {}
        self.asked: dict[int, Any] = {}  # what was answered, by the chooser that asked

    def heard(self, node: Any) -> Walk:
        """With the context of the event that is heard."""
        self.values[node.context] = dict(zip(node.context.parts, self.context, strict=False))
        return self

    def run(self, block: Block) -> Iterator[None]:
        """All of a piece of code; what it keeps of answers ends with it."""
        keeps = any(isinstance(n, Use) and n.name == "keepAnswers" for n in _own(block))
        outer = self.m.keeping
        if keeps:
            self.m.keeping = ()
        with suppress(Finish):
            yield from self.block(block)
        if keeps:
            self.m.keeping = outer

    # -- doables -----------------------------------------------------------------------------------

    def block(self, block: Block) -> Iterator[None]:
        for item in block.items:
            if isinstance(item, Block):
                yield from self.block(item)
                continue
            yield from self.ask_first(item)
            a = item.arguments
            if item.body is not None:
                for name, binding in item.bound.items():
                    self.values[binding] = self.held(a[name])
                yield from self.block(item.body)
            elif isinstance(item.word, Defined):
                yield from self.call(item)
            else:
                yield from getattr(self, f"do_{item.name}")(item, **{f"{k}_": a[k] for k in a})

    def wait(self, waits: bool) -> Iterator[None]:
        """What was called has said whether somebody has to be waited for; then the result."""
        if waits:
            yield
        return self.m.result

    def call(self, use: Use) -> Iterator[None]:
        given, r = [], list(self.r)
        for name in use.word.params:
            node = use.arguments[name]
            given.append(self.held(node) if isinstance(node, Node) else 0)
            if name in ("you", "this"):
                r[("you", "this").index(name)] = given[-1]
        result = yield from self.wait(self.m.calls[use.word.name](self.m, *r, *given))
        self.store(use, result)

    def store(self, use: Use, value: Any) -> None:
        """What a doable comes to, under its id."""
        if use.result is not None and use.id is not None:
            if use.id.keys:
                value = machine.more(self.values.get(use.result), self.key(use.id.keys), value)
            self.values[use.result] = value

    def key(self, keys: tuple[Node, ...]) -> Any:
        found = [self.value(each) for each in keys]
        return found[0] if len(found) == 1 else tuple(found)

    def do_set(self, use: Use, of_: Node, field_: Any, mode_: Any, amount_: Node) -> Iterator[None]:
        mode = mode_ if isinstance(mode_, str) else self.pack.symbol_name(self.value(mode_))
        real = over = 0
        one = isinstance(of_, Several) and of_.spread and len(of_.items) == 1  # noqa: F405
        only = one and not of_.items[0].many  # {match} is 0
        for entity in [self.value(of_.items[0])] if only else self.many(of_):
            kind = self.m.kind_of(entity)
            field = next((f for f in field_ if f.kind == kind), None)
            if field is None:
                fields.lacks(entity, field_[0].name)
            place, amount = field.base + entity, self.value(amount_)
            old = self.m.state[place]
            wanted = new = machine.bound(old + amount) if mode == "add" else amount
            if field.maximum is not None:
                top = field.maximum
                if isinstance(top, str):
                    top = self.m.state[field.maximum_base + entity]
                new = min(new, top)
            if field.minimum is not None:
                new = max(new, field.minimum)
            self.m.state[place] = new
            real, over = real + new - old, over + wanted - new
        self.store(use, (real, over))
        return
        yield

    def do_let(self, use: Use, value_: Node) -> Iterator[None]:
        self.store(use, self.held(value_))
        return
        yield

    def do_if(self, use: Use, condition_: Node, do_: Block, elsedo_: Any) -> Iterator[None]:
        taken = do_ if self.value(condition_) else elsedo_
        if taken is not None:
            yield from self.block(taken)

    def do_loop(self, use: Use, times_: Any, target_: Any, do_: Block) -> Iterator[None]:
        if target_ is not None:
            items: Any = self.many(target_)
            if times_ is not None:
                items = self.m.repeated(items, self.value(times_))
        else:
            items = self.m.span(1, self.value(times_))
        for index, each in enumerate(items, 1):
            parts = {"index": index, "target": each, "UUID": each}
            self.values[use.bound["loop"]] = {**parts, "": each}
            try:
                yield from self.block(do_)
            except Stop:
                return

    def do_while(self, use: Use, condition_: Node, do_: Block) -> Iterator[None]:
        while True:
            yield from self.ask_first(condition_)
            if not self.value(condition_):
                return
            try:
                yield from self.block(do_)
            except Stop:
                return

    def do_switch(self, use: Use, value_: Node, cases_: Any, elsedo_: Any) -> Iterator[None]:
        taken = self.row(cases_, self.value(value_))
        taken = elsedo_ if taken is None else taken
        if taken is not None:
            yield from self.block(taken)

    def row(self, cases: Any, value: int) -> Any:
        """What belongs to a value in a table."""
        for case in cases:
            words = [self.pack.symbol(word) for word in case.words]
            spans = [(lo is None or value >= lo) and (hi is None or value <= hi)
                     for lo, hi in case.spans]  # fmt: skip
            if value in words or any(spans):
                return case.then
        return None

    def do_stop(self, use: Use) -> Iterator[None]:
        raise Stop
        yield

    def do_finish(self, use: Use) -> Iterator[None]:
        raise Finish
        yield

    def do_keepAnswers(self, use: Use) -> Iterator[None]:
        self.m.keeping = ()
        return
        yield

    def do_shuffle(self, use: Use, zone_: Any, of_: Any) -> Iterator[None]:
        self.m.shuffle(self.zone(zone_))
        return
        yield

    def do_roll(self, use: Use, sides_: Node) -> Iterator[None]:
        self.store(use, (self.m.roll(self.value(sides_)),))
        return
        yield

    def do_rollDice(self, use: Use, dice_: Any, **a: Any) -> Iterator[None]:
        number, of, more = _dice(dice_) if dice_ else (
            self.value(a["amount_"]), self.value(a["sides_"]), 0)  # fmt: skip
        kept = [None if a[key] is None else self.value(a[key]) for key in ("highest_", "lowest_")]
        plus = self.value(a["plus_"]) + more
        self.store(use, chance.roll_dice(self.m, number, of, plus, *kept))
        return
        yield

    def do_rollOn(self, use: Use, dice_: str, table_: Any, plus_: Node) -> Iterator[None]:
        number, of, more = _dice(dice_)
        plus = self.value(plus_) + more
        rolled = chance.roll_dice(self.m, number, of, plus, None, None)[0]
        taken = self.row(table_, rolled)
        if all(isinstance(case.then, Block) for case in table_):
            self.store(use, (rolled,))
            if taken is not None:
                yield from self.block(taken)
            return
        self.store(use, (rolled, 0 if taken is None else self.value(taken)))

    def do_pick(self, use: Use, from_: Node, amount_: Node) -> Iterator[None]:
        self.store(use, self.m.sample(self.many(from_), self.value(amount_)))
        return
        yield

    def do_log(self, use: Use, message_: str, secret_: Any, with_: Any, **a: Any) -> Iterator[None]:
        kinds = tuple((name, node.type) for name, node in with_.items())
        values = [
            self.m.told(self.held(node)) if node.type in MAYBE_CARDS else self.held(node)
            for node in with_.values()
        ]
        reader = None if secret_ is None else self.many(secret_)
        cause = self.r[1] if a["cause_"] is None else self.value(a["cause_"])
        if self.m.log is not None:
            self.m.note((_note(message_, kinds), reader, self.m.cause(cause), *values))
        return
        yield

    def do_endMatch(self, use: Use, standings_: Node, by_: Any, rule_: Any) -> Iterator[None]:
        key = None if by_ is None else partial(self.test, by_)
        named = (self.pack.symbol(rule_), _note("outcome", OUTCOME)) if rule_ else ()
        yield from self.wait(self.m.end(self.many(standings_), key, *named))

    def do_fire(self, use: Use, event_: Any, when_: str, with_: Any) -> Iterator[None]:
        context = self.of_context(with_)
        subject = 0
        if event_.subject is not None:
            subject = context[list(event_.context).index(event_.subject)]
        anew = self.pack.resets_at.get(event_.index, ()) if when_ == "after" else ()
        anew = [(group, context[own] if own >= 0 else 0) for group, own in anew]
        heard = (*context, 0, 0)
        waits = self.m.fire(2 * event_.index + (when_ == "before"), heard, subject)
        self.store(use, (yield from self.wait(waits)))
        for group, player in anew:
            fields.reset_all(self.m, group, player)

    def of_context(self, context: Any) -> list[Any]:
        """The values of a context; cards that are told by their ids, so."""
        found = []
        for node, (type, _) in zip(context.values, context.declared.context.values(), strict=True):
            value = self.held(node)
            if type == "symbols" and node.type == "cards":
                value = tuple(self.m.state[each] for each in value)
            found.append(value)
        return found

    def do_counter(self, use: Use) -> Iterator[None]:
        self.m.mark_event(-1, self.r[1])
        return
        yield

    def do_cancel(self, use: Use) -> Iterator[None]:
        self.m.mark_event(-2, self.r[1])
        return
        yield

    def do_change(self, use: Use, value_: Any, to_: Node) -> Iterator[None]:
        index = list(value_.binding.parts).index(value_.part)
        changed = {value_.part: self.m.change_event(index, self.held(to_))}
        self.values[value_.binding] = {**self.values[value_.binding], **changed}
        return
        yield

    def do_perform(self, use: Use, at_: Any, target_: Node, **a: Any) -> Iterator[None]:
        def acts(card: int) -> bool:
            return (at_.index, self.m.state[card]) in self.pack.behaviors

        for card in filter(acts, tuple(self.many(target_))):
            who = self.r[0] if a["player_"] is None else self.value(a["player_"])
            actor = card if a["as_"] is None else self.value(a["as_"])
            cast = 0 if a["spell_"] is None else self.value(a["spell_"])
            aimed = None if a["aim_"] is None else self.many(a["aim_"])
            given = [who, actor, cast, aimed, *self.of_context(a["with_"])]
            if acts(card):
                yield from self.wait(self.m.perform(at_.index, card, given))

    def do_move(self, use: Use, target_: Node, to_: Any, **a: Any) -> Iterator[None]:
        cards, where, next_to = self.many(target_), moving.TOP, None
        zone = self.zone(to_) if to_ is not None else 0
        if to_ is not None:
            where = self.position(a["position_"])
        else:
            before = a["before_"] is not None
            next_to = self.value(a["before_"] if before else a["after_"])
            where = moving.BEFORE if before else moving.AFTER
        moved = yield from self.carry(cards, zone, where, next_to)
        self.store(use, (moved,))

    def position(self, position: Any) -> int:
        if isinstance(position, str):
            return moving.TOP if position == "top" else moving.BOTTOM
        return max(1, self.value(position))

    def carry(self, cards: Any, zone: int, where: int, beside: Any = None) -> Iterator[None]:
        """Have cards moved; what came to lie there."""
        waits = moving.carry(self.m, cards, zone, where, beside, self.r[0])
        return (yield from self.wait(waits))

    def do_create(self, use: Use, card_: Any, from_: Any, to_: Any, **a: Any) -> Iterator[None]:
        zone = self.zone(to_)
        pool = self.many(from_) if from_ is not None else machine.one(self.value(card_))
        made = rows.make(self.m, pool, self.value(a["amount_"]), zone, from_ is not None)
        moved = yield from self.carry(made, zone, self.position(a["position_"]))
        self.store(use, moved)

    def do_copy(self, use: Use, target_: Node, to_: Any, keep_: Any, **a: Any) -> Iterator[None]:
        zone = self.zone(to_)
        made = rows.duplicate(self.m, self.many(target_), zone, self.says(keep_, "all"))
        moved = yield from self.carry(made, zone, self.position(a["position_"]))
        self.store(use, moved)

    def says(self, choice: Any, word: str) -> bool:
        if isinstance(choice, str):
            return choice == word
        return bool(self.value(choice) == self.pack.symbol(word))

    def do_transform(self, use: Use, target_: Node, into_: Node, keep_: Any) -> Iterator[None]:
        keep = self.says(keep_, "fields")
        rows.become(self.m, self.many(target_), self.value(into_), keep)
        return
        yield

    def do_reset(self, use: Use, of_: Node, group_: str, to_: Any) -> Iterator[None]:
        to = None if to_ is None else self.value(to_)
        fields.reset(self.m, group_, self.many(of_), to)
        return
        yield

    def do_strip(self, use: Use, target_: Node, auras_: bool) -> Iterator[None]:
        for card in self.many(target_):
            lasting.strip(self.m, card, auras_)
        return
        yield

    def do_moveLasting(self, use: Use, from_: Node, to_: Node) -> Iterator[None]:
        lasting.move_lasting(self.m, self.value(from_), self.value(to_))
        return
        yield

    def do_copyLasting(self, use: Use, from_: Node, to_: Node) -> Iterator[None]:
        for card in self.many(to_):
            lasting.copy_lasting(self.m, self.value(from_), card)
        return
        yield

    # -- what lasts --------------------------------------------------------------------------------

    def do_addTriggers(self, use: Use, triggers_: Any) -> Iterator[None]:
        for node in triggers_:
            if node.event is None:
                if node.condition is None or self.value(node.condition):
                    yield from self.block(node.do)
                continue
            made = self.game.trigger(node, node.on is not None)
            for bearer in self.bearers(node):
                of = self.value(node.of) if node.of is not None else -1
                self.m.add_trigger(made, self.captured(bearer), self.owner(node), of, self.id(node))

    def do_addModifiers(self, use: Use, modifiers_: Any) -> Iterator[None]:
        for node in modifiers_:
            while isinstance(node, Select):  # noqa: F405
                node = node.cases.get(self.pack.symbol_name(self.value(node.by)))
            if node is None:
                continue
            made = self.game.modifier(node, node.on is not None)
            for bearer in self.bearers(node):
                self.m.add_modifier(made, self.captured(bearer), self.owner(node), self.id(node))
        return
        yield

    def bearers(self, node: Any) -> Iterator[Any]:
        """The cards that bear it, each of which it calls {bearer}; none, once."""
        if node.on is None:
            yield None
            return
        for bearer in self.many(node.on):
            self.values[node.bearer] = bearer
            yield bearer

    def captured(self, bearer: Any) -> list[Any]:
        return [*self.r, dict(self.values), bearer]

    def owner(self, node: Any) -> int:
        return self.r[0] if node.owner is None else self.value(node.owner)

    def id(self, node: Any) -> Any:
        name = node if isinstance(node, Name) else node.id  # noqa: F405
        if name is None:
            return None
        return (self.pack.symbol(name.pattern), *map(self.value, name.keys))

    def do_removeTriggers(self, use: Use, targets_: Any, **a: Any) -> Iterator[None]:
        for target in targets_:
            if isinstance(target, Name):  # noqa: F405
                found = self.m.lasting_by_id(self.id(target))
            else:
                found = self.m.uuids(self.held(target))
            self.m.remove_all(found)
        return
        yield

    do_removeModifiers = do_removeTriggers

    # -- choices -----------------------------------------------------------------------------------

    def do_choose(self, use: Use, options_: Any, **a: Any) -> Iterator[None]:
        options = [each for option in options_ for each in self.offered(option)]
        subject = self.r[1] if a["subject_"] is None else self.value(a["subject_"])
        words = tuple(option.word for option in options_)
        chosen = yield from self.wait(
            self.m.menu(self.value(a["ask_"]), a["prompt_"], subject, words, a["default_"],
                        a["auto_"], options)
        )  # fmt: skip
        if "menu" in use.bound:
            taken = 0 if chosen is None else self.pack.symbol(words[chosen[0]])
            self.values[use.bound["menu"]] = {"option": taken}
        if chosen is not None:
            for option in options_:
                self.values[option.entity] = chosen[1] if option.each is not None else 0
            yield from self.block(options_[chosen[0]].do)

    def offered(self, option: Any) -> list[Any]:
        """An option, or one for each."""
        if option.when is not None and not self.value(option.when):
            return []
        if option.each is None:
            return [options_of(option.word, "")(0)]
        kind = SINGULAR.get(option.each.type, "entity")  # noqa: F405
        return list(map(options_of(option.word, kind), self.many(option.each)))

    def do_askAll(self, use: Use, target_: Node, options_: Any, **a: Any) -> Iterator[None]:
        player, picks, asked = use.bound["player"], use.bound["picks"], []
        players = tuple(self.many(target_))
        for each in players:
            self.values[player] = each
            if options_ is None:
                pool = self.filtered(self.many(a["from_"]), a["where_"])
                asked.append((each, pool, self.value(a["minimum_"]), self.value(a["maximum_"])))
            else:
                asked.append((each, [one for option in options_ for one in self.offered(option)]))
        if options_ is None:
            waits = self.m.ask_all(asked, a["prompt_"], a["kind_"], self.r[1])
            self.values[picks] = yield from self.wait(waits)
            return
        words = tuple(option.word for option in options_)
        subject = self.r[1] if a["subject_"] is None else self.value(a["subject_"])
        waits = self.m.menu_of_all(a["prompt_"], subject, words, a["default_"], a["auto_"], asked)
        symbols = tuple(map(self.pack.symbol, words))
        self.values[picks] = machine.opened((yield from self.wait(waits)), symbols)
        for each in players:
            chosen = machine.family(self.values[picks], each)
            self.values[player] = each
            if chosen[0]:
                option = options_[symbols.index(chosen[0])]
                for every in options_:
                    self.values[every.entity] = chosen[1] if every.each is not None else 0
                yield from self.block(option.do)

    def ask_first(self, node: Any) -> Iterator[None]:
        """What asks somebody, anywhere in what a doable is given, before it is done."""
        for chooser in list(_askers(node)):
            a, plural = chooser.arguments, chooser.arguments["plural"]
            key = (self.r[1], self.pack.symbol(plural))
            number = a["from"] is None
            least = self.value(a["minimum"])
            most = least if a["maximum"] is None else self.value(a["maximum"])
            aims = a["aims"] and self.cast
            known = self.r[3] if aims else machine.kept(self.m, key) if a["keep"] else None
            if known is None:
                pool = self.m.span(least, most) if number else self.filtered(
                    self.many(a["from"]), a["where"])  # fmt: skip
                if a["sort"] is not None:
                    pool = self.sorted(pool, self.pack.properties[a["sort"]])
                preset = self.preset(a["default"], least if number else 0)
                word = "player" if chooser.type == "players" else a["kind"]
                bounds = (1, 1) if number else (least, most)
                known = yield from self.wait(
                    self.m.ask(self.value(a["ask"]), a["prompt"], pool, word, *bounds, self.r[1],
                               preset)
                )  # fmt: skip
            if aims:
                self.r[3] = known
            elif a["keep"]:
                machine.keep(self.m, key, known)
            self.asked[id(chooser)] = known

    def preset(self, default: Any, lowest: int) -> int:
        """The place of the default; -1: the first so many as must be, -2: the last."""
        if default is None:
            return -1
        if isinstance(default, str):
            return 0 if default == "minimum" else -2
        return int(self.value(default)) - lowest

    def sorted(self, pool: Any, fact: Fact) -> Any:
        def key(card: int) -> int:
            value = self.printed(fact, card)
            return self.pack.ranks[value] if fact.type == "symbol" else value

        return sorted(pool, key=key)

    # -- values ------------------------------------------------------------------------------------

    def zone(self, of: Any) -> int:
        """The number of a zone."""
        if of.zone is None:
            return 0
        if of.owner is None:
            return of.zone.first
        owner = self.value(of.owner)
        offset = owner if of.zone.of == "player" else self.pack.place_in(of.zone.name, owner)
        return of.zone.first + offset

    def many(self, node: Node) -> tuple[int, ...]:
        return tuple(self.value(node) or ())

    def held(self, node: Node) -> Any:
        return self.many(node) if node.many else self.value(node)

    def test(self, of: About, it: int) -> Any:
        self.values[of.it] = it
        return self.value(of.test)

    def filtered(self, pool: Any, where: About | None) -> Any:
        return pool if where is None else tuple(e for e in pool if self.test(where, e))

    def value(self, node: Any) -> Any:
        """What a node comes to now."""
        return getattr(self, f"of_{type(node).__name__}")(node)

    def of_Literal(self, node: Any) -> int:
        value = node.value
        return self.pack.symbol(value) if isinstance(value, str) else int(value)

    def of_Reference(self, node: Any) -> Any:
        binding = node.binding
        place = {YOU: 0, THIS: 1, SPELL: 2, TARGET: 3}.get(binding)
        if place is not None:
            return (self.r[3] or ()) if place == 3 else self.r[place]
        if binding not in self.values and binding.given is not None:
            return self.value(binding.given)
        found = self.values.get(binding)
        if isinstance(found, dict):
            return found[node.part]
        if node.keys or binding.keyed:
            found = machine.family(found, self.key(node.keys))
        if node.part:
            return found[list(binding.parts).index(node.part)]
        return found

    def of_Member(self, node: Any) -> Any:
        m, means, state = self.m, node.means, self.m.state
        if node.of is None:
            if means == "players":
                return m.seats
            if means == "cards":
                return m.cards
            if isinstance(means, tuple):
                return self.modified(means[0].name, 0, state[means[0].base], node)
            label = node.name.partition(".")[2]
            return m.zones[means.first + (means.of.index(label) if label else 0)]
        of = self.value(node.of)
        if isinstance(means, str):
            return self.built_in(means, of)
        if isinstance(means, tuple):
            kind = m.kind_of(of)
            field = next((f for f in means if f.kind == kind), None)
            return self.modified(means[0].name, of, state[field.base + of] if field else 0, node)
        if isinstance(means, Fact):
            if node.of.type == "definition":
                return self.printed(means, of, True)
            return self.modified("", of, self.printed(means, of), node, means)
        return m.zones[means.first + of] if of <= self.pack.layout.players else ()

    def built_in(self, name: str, of: Any) -> Any:
        m, state = self.m, self.m.state
        return {
            "count": lambda: len(of),
            "first": lambda: machine.first(of),
            "last": lambda: machine.last(of),
            "seat": lambda: of - 1,
            "next": lambda: m.neighbour(of, 1),
            "previous": lambda: m.neighbour(of, -1),
            "zone": lambda: self.pack.zone_family[state[of + ZONE]],
            "owner": lambda: self.pack.layout.zone_owner[state[of + ZONE]],
            "position": lambda: moving.position(m, of),
        }[name]()

    def printed(self, fact: Fact, of: int, definition: bool = False) -> int:
        if fact.name == "forPlayer":
            return self.m.owners.get(of, 0)
        symbol = of if definition else self.m.state[of]
        return symbol if fact.name == "id" else self.m.printed[symbol][fact.index]

    def modified(self, field: str, of: int, base: int, node: Any, fact: Any = None) -> int:
        fact = fact or self.pack.modifiable.get(field)
        if fact is None or node.printed or fact.name in ("id", "forPlayer"):
            return base
        return modifiers.modified(self.m, fact.index, of, base)

    def of_Operation(self, node: Any) -> int:
        items = [self.value(each) for each in node.items]
        if node.operator in ("min", "max"):
            return (min if node.operator == "min" else max)(*items)
        if node.operator in ("abs", "negative", "truth"):
            return {"abs": abs, "negative": lambda n: -n, "truth": int}[node.operator](items[0])
        found = items[0]
        for item in items[1:]:
            found = OPERATIONS[node.operator](found, item)
        return machine.bound(found) if node.operator in ALL_OF else found

    def of_Comparison(self, node: Any) -> bool:
        return OPERATIONS[node.operator](self.value(node.left), self.value(node.right))

    def of_Logic(self, node: Any) -> bool:
        if node.operator == "not":
            return not self.value(node.items[0])
        tests = (bool(self.value(each)) for each in node.items)
        return all(tests) if node.operator == "and" else any(tests)

    def of_Conditional(self, node: Any) -> Any:
        return self.value(node.then if self.value(node.test) else node.otherwise)

    def of_Several(self, node: Any) -> tuple[int, ...]:
        found: list[int] = []
        for each in node.items:
            value = self.value(each)
            if not node.spread:
                found.append(value)
            elif each.many:
                found += value
            elif value or getattr(each, "binding", None) in (YOU, THIS):
                found.append(value)
        return tuple(found)

    def of_First(self, node: Any) -> int:
        return machine.first(self.many(node.of))

    def of_Use(self, use: Use) -> Any:
        if use.body is not None:
            return self.value(use.body)
        if "plural" in use.arguments:
            return self.asked[id(use)]
        given = {f"{key}_": value for key, value in use.arguments.items()}
        return getattr(self, f"word_{use.name}")(**given)

    def word_count(self, of_: Node) -> int:
        return len(self.many(of_))

    def word_sum(self, of_: Node, value_: About, **_: Any) -> int:
        return machine.bound(sum(self.test(value_, each) for each in self.many(of_)))

    def word_min(self, of_: Node, value_: About, **_: Any) -> int:
        return min((self.test(value_, each) for each in self.many(of_)), default=0)

    def word_max(self, of_: Node, value_: About, **_: Any) -> int:
        return max((self.test(value_, each) for each in self.many(of_)), default=0)

    def word_AlwaysTrue(self) -> bool:
        return True

    def word_AlwaysFalse(self) -> bool:
        return False

    def word_HasCard(self, playerUUID_: Node, cardUUID_: Node) -> bool:
        owner = self.built_in("owner", self.value(cardUUID_))
        return bool(owner == self.value(playerUUID_))

    def word_HasNoCard(self, **given: Any) -> bool:
        return not self.word_HasCard(**given)

    def word_IsAlly(self, of_: Node, entity_: Node) -> bool:
        return sides.are_allies(self.m, self.value(entity_), self.value(of_))

    def word_IsEnemy(self, **given: Any) -> bool:
        return not self.word_IsAlly(**given)

    def word_HasAim(self, card_: Node, player_: Node, at_: Any) -> bool:
        at = None if at_ is None else at_.index
        return aiming.has_aim(self.m, self.value(card_), self.value(player_), at)

    def word_Awaited(self, event_: Any, when_: str, of_: Any) -> bool:
        key = 2 * event_.index + (when_ == "before")
        listeners = self.m.listeners
        return key in listeners or (of_ is not None and about(key, self.value(of_)) in listeners)

    def word_ActsAt(self, card_: Node, at_: Any) -> bool:
        of = self.held(card_)
        of = machine.first(of) if card_.many else of
        kind = card_.type if not card_.many else SINGULAR[card_.type]  # noqa: F405
        of = of if kind == "definition" else self.m.state[of]
        return (at_.index, of) in self.pack.behaviors

    def word_players(self, except_: Any, from_: Any, direction_: str, where_: Any) -> Any:
        start = 0 if from_ is None else self.value(from_)
        back = direction_ == "clockwise"
        found = self.m.players_back(start) if back else self.m.players_from(start)
        without = () if except_ is None else self.many(except_)
        return self.filtered(tuple(e for e in found if e not in without), where_)

    def word_allies(self, of_: Node, where_: Any, from_: Any) -> Any:
        among = None if from_ is None else self.many(from_)
        return self.filtered(sides.allies(self.m, self.value(of_), among), where_)

    def word_enemies(self, of_: Node, where_: Any, from_: Any) -> Any:
        among = None if from_ is None else self.many(from_)
        return self.filtered(sides.enemies(self.m, self.value(of_), among), where_)

    def word_cards(self, zone_: Any, from_: Any, where_: Any, by_: Any, **a: Any) -> Any:
        found: Any = self.m.cards
        if from_ is not None:
            found = self.many(from_)
        elif zone_ is not None:
            found = self.cards_of(zone_)
        found = self.filtered(tuple(found), where_)
        if by_ is not None:
            found = tuple(sorted(found, key=partial(self.test, by_)))
        if a["top_"] is not None:
            found = machine.top_of(found, self.value(a["top_"]))
        if a["bottom_"] is not None:
            found = found[: self.value(a["bottom_"])]
        return found

    def cards_of(self, of: Any) -> list[int]:
        """The cards of a zone, or of all of its family."""
        zone = of.zone
        if zone is None:
            return []
        if zone.of is None or of.owner is not None:
            return list(self.m.zones[self.zone(of)])
        offsets = self.m.players_from(0) if zone.of == "player" else range(zone.size)
        return [card for each in offsets for card in self.m.zones[zone.first + each]]

    def word_neighbours(self, of_: Node) -> Any:
        return (*self.word_leftOf(of_), *self.word_rightOf(of_))

    def word_leftOf(self, of_: Node) -> Any:
        return moving.beside(self.m, self.value(of_), -1)

    def word_rightOf(self, of_: Node) -> Any:
        return moving.beside(self.m, self.value(of_), 1)

    def word_numbers(self, from_: Node, to_: Node) -> Any:
        return self.m.span(self.value(from_), self.value(to_))

    def word_symbols(self, of_: Any, where_: Any) -> Any:
        return self.filtered(tuple(map(self.value, of_)), where_)

    def word_definitions(self, where_: Any, all_: bool) -> Any:
        return self.filtered(self.pack.all_of(all_), where_)

    def word_aims(self, card_: Node, player_: Node, at_: Any) -> Any:
        at = None if at_ is None else at_.index
        return aiming.aims(self.m, self.value(card_), self.value(player_), at)

    def word_triggerGetter(self, mode_: str, value_: Any) -> Any:
        if mode_ == "event":
            return self.m.triggers_by_event(value_.index)
        return self.m.lasting_by_id(self.id(value_))


def _askers(node: Any) -> Iterator[Use]:
    """The choosers that ask in what a doable is given; not those in doables inside it."""
    if isinstance(node, Use) and "plural" in node.arguments:
        for inner in node.children():
            yield from _askers(inner)
        yield node
    elif isinstance(node, (Block, TriggerNode, ModifierNode, About)):  # noqa: F405
        if not isinstance(node, (Block, About)):
            for name in ("on", "of", "owner"):
                yield from _askers(getattr(node, name))
    elif isinstance(node, Node):
        for inner in node.children():
            yield from _askers(inner)


def _own(block: Block) -> Iterator[Node]:
    """The nodes of a piece of code, but for those of its triggers."""
    waiting: list[Node] = [block]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, TriggerNode):  # noqa: F405
            waiting += node.children()


def _dice(dice: str) -> tuple[int, int, int]:
    number, _, rest = dice.partition("d")
    of, sign, plus = rest.replace("-", "+-").partition("+")
    return int(number or 1), int(of), int(plus) if sign else 0


def _note(message: str, arguments: tuple[tuple[str, str], ...]) -> int:
    return int(digest(message, arguments)[:7], 16)


def interpreted(pack: Any) -> Any:
    """The pack with a walk in place of each piece of code."""
    return Game(pack).pack
