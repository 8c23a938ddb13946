"""What doables do, but for those that last and those that ask."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from itertools import count
from typing import Any

from interpreter.values import Values
from rules.ground.digests import digest
from rules.language.declared import Defined
from rules.language.tree import Block, Node, Several, Use
from rules.language.words import conserved
from rules.language.words.state import MAYBE_CARDS, OUTCOME
from rules.running import chance, fields, lasting, machine, moving, rows


class Stop(Exception):
    """`stop`: the innermost loop is left."""


class Finish(Exception):
    """`finish`: the code ends."""


type Steps = Generator[None, None, Any]
BESIDE = {moving.BEFORE: "before_", moving.AFTER: "after_", moving.INSTEAD: "inPlaceOf_"}
ENDS = ("won_", "drew_", "lost_")
ROUNDS = 20_000  # of one loop


class Doables(Values):
    """Carries doables out."""

    def block(self, block: Block) -> Steps:
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

    def wait(self, waits: bool) -> Steps:
        """What was called has said whether somebody has to be waited for; then the result."""
        if waits:
            yield
        return getattr(self.m, "result", None)  # none yet, where nobody was asked

    def call(self, use: Use) -> Steps:
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
                value = machine.with_result(
                    self.values.get(use.result), self.key(use.id.keys), value
                )
            self.values[use.result] = value

    def key(self, keys: tuple[Node, ...]) -> Any:
        found = [self.value(each) for each in keys]
        return found[0] if len(found) == 1 else tuple(found)

    def do_set(self, use: Use, of_: Node, field_: Any, mode_: Any, amount_: Node) -> Steps:
        mode = mode_ if isinstance(mode_, str) else self.pack.program.symbol_name(self.value(mode_))
        real = over = 0
        one = isinstance(of_, Several) and of_.spread and len(of_.items) == 1
        only = one and not of_.items[0].is_list  # {match} is 0
        for entity in [self.value(of_.items[0])] if only else self.many(of_):
            kind, amount = self.m.kind_of(entity), self.value(amount_)
            field = next((f for f in field_ if f.kind == kind), None)
            if field is None:
                fields.raise_lacks_field(entity, field_[0].name)
            place = field.base + entity
            old = self.m.state[place]
            wanted = new = machine.clamp_number(old + amount) if mode == "add" else amount
            if field.maximum is not None:
                top = field.maximum
                if isinstance(top, str):
                    top = self.m.state[field.maximum_base + entity]
                new = min(new, top)
            if field.minimum is not None:
                new = max(new, field.minimum)
            self.m.state[place] = new
            real, over = real + new - old, over + wanted - new
        self.store(use, (machine.clamp_number(real), machine.clamp_number(over)))
        return
        yield

    def do_let(self, use: Use, value_: Node) -> Steps:
        self.store(use, self.held(value_))
        return
        yield

    def do_if(self, use: Use, condition_: Node, do_: Block, elsedo_: Any) -> Steps:
        taken = do_ if self.value(condition_) else elsedo_
        if taken is not None:
            yield from self.block(taken)

    def do_loop(self, use: Use, times_: Any, target_: Any, do_: Block) -> Steps:
        if target_ is not None:
            items: Any = self.many(target_)
            if times_ is not None:
                items = self.m.repeat_each(items, self.value(times_))
        else:
            items = self.m.number_range(1, self.value(times_))
        for index, each in enumerate(items, 1):
            parts = {"index": index, "target": each, "UUID": each}
            self.values[use.bound["loop"]] = {**parts, "": each}
            try:
                yield from self.block(do_)
            except Stop:
                return

    def do_while(self, use: Use, condition_: Node, do_: Block) -> Steps:
        for rounds in count():
            if rounds > ROUNDS:  # what is compiled has a budget that ends it
                raise RecursionError
            yield from self.ask_first(condition_)
            if not self.value(condition_):
                return
            try:
                yield from self.block(do_)
            except Stop:
                return

    def do_switch(self, use: Use, value_: Node, cases_: Any, elsedo_: Any) -> Steps:
        taken = self.row(cases_, self.value(value_))
        taken = elsedo_ if taken is None else taken
        if taken is not None:
            yield from self.block(taken)

    def row(self, cases: Any, value: int) -> Any:
        """What belongs to a value in a table."""
        for case in cases:
            words = [self.pack.program.symbol(word) for word in case.words]
            spans = [(lo is None or value >= lo) and (hi is None or value <= hi)
                     for lo, hi in case.spans]  # fmt: skip
            if value in words or any(spans):
                return case.then
        return None

    def do_stop(self, use: Use) -> Steps:
        raise Stop
        yield

    def do_finish(self, use: Use) -> Steps:
        raise Finish
        yield

    def do_keepAnswers(self, use: Use) -> Steps:
        self.m.keeping = ()
        return
        yield

    def do_keepPlaces(self, use: Use) -> Steps:
        return
        yield

    def do_shuffle(self, use: Use, zone_: Any, of_: Any) -> Steps:
        self.m.shuffle(self.zone(zone_))
        return
        yield

    def do_roll(self, use: Use, sides_: Node) -> Steps:
        self.store(use, (self.m.roll(self.value(sides_)),))
        return
        yield

    def do_rollDice(self, use: Use, dice_: Any, **a: Any) -> Steps:
        number, of, more = _dice(dice_) if dice_ else (
            self.value(a["amount_"]), self.value(a["sides_"]), 0)  # fmt: skip
        kept = [None if a[key] is None else self.value(a[key]) for key in ("highest_", "lowest_")]
        plus = self.value(a["plus_"]) + more
        self.store(use, chance.roll_dice(self.m, number, of, plus, *kept))
        return
        yield

    def do_rollOn(self, use: Use, dice_: str, table_: Any, plus_: Node) -> Steps:
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

    def do_pick(self, use: Use, from_: Node, amount_: Node, seed_: Node | None) -> Steps:
        among, amount = self.many(from_), self.value(amount_)
        seed = () if seed_ is None else (self.value(seed_),)
        self.store(use, self.m.sample(among, amount, *seed))
        return
        yield

    def do_log(self, use: Use, message_: str, secret_: Any, with_: Any, **a: Any) -> Steps:
        kinds = tuple((name, node.type) for name, node in with_.items())
        values = [
            self.m.log_value(self.held(node)) if node.type in MAYBE_CARDS else self.held(node)
            for node in with_.values()
        ]
        reader = None if secret_ is None else self.many(secret_)
        cause = self.r[1] if a["cause_"] is None else self.value(a["cause_"])
        if self.m.log is not None:
            self.m.add_log_row((note(message_, kinds), reader, self.m.cause(cause), *values))
        return
        yield

    def do_endMatch(self, use: Use, standings_: Any, by_: Any, rule_: Any, **a: Any) -> Steps:
        named = (self.pack.program.symbol(rule_), note("outcome", OUTCOME)) if rule_ else ()
        if standings_ is None:
            groups = [() if a[key] is None else self.many(a[key]) for key in ENDS]
            yield from self.wait(self.m.end_for(*groups, *named))
        else:
            key = None if by_ is None else partial(self.test, by_)
            yield from self.wait(self.m.end_match(self.many(standings_), key, *named))

    def do_settle(self, use: Use, target_: Node) -> Steps:
        self.m.settle(self.many(target_))
        return
        yield

    def change_together(
        self, word: str, what: str, amount: Node, at: str | None, **of: Any
    ) -> None:
        """What players, each by a sign, and what is counted of the match gain or lose at once."""
        declared, amount = self.pack.declarations, self.value(amount)
        own = conserved.own_field(declared, what).base, declared.bring[what].least
        signs = {"from_": -1, "to_": 1}
        players = tuple([(self.value(of[key]), signs[key]) for key in signs if of.get(key)])
        way = conserved.WAYS.get(word) or (at and f"{conserved.PLACE}{at}")
        field = conserved.counter_of(declared, what, way or "")
        counter = field and (field.base, field.minimum)
        sign = -1 if word == "transfer" and of["to_"] else 1
        fields.change_together(self.m, amount, own, players, counter, sign)

    def do_transfer(self, use: Use, what_: str, amount_: Node, at_: str | None, **of: Any) -> Steps:
        self.change_together("transfer", what_, amount_, at_, **of)
        return
        yield

    def do_mint(self, use: Use, what_: str, amount_: Node, to_: Node) -> Steps:
        self.change_together("mint", what_, amount_, None, to_=to_)
        return
        yield

    def do_burn(self, use: Use, what_: str, amount_: Node, from_: Node) -> Steps:
        self.change_together("burn", what_, amount_, None, from_=from_)
        return
        yield

    def do_fire(self, use: Use, event_: Any, when_: str, with_: Any) -> Steps:
        context = self.of_context(with_)
        subject = 0
        if event_.subject is not None:
            subject = context[list(event_.context).index(event_.subject)]
        anew = self.pack.declarations.resets_at.get(event_.index, ()) if when_ == "after" else ()
        anew = [(group, context[own] if own >= 0 else 0) for group, own in anew]
        heard = (*context, 0, 0)
        waits = self.m.fire(2 * event_.index + (when_ == "before"), heard, subject)
        self.store(use, (yield from self.wait(waits)))
        for group, player in anew:
            fields.reset_all(self.m, group, player)

    def do_counter(self, use: Use) -> Steps:
        self.m.mark_event(-1, self.r[1])
        return
        yield

    def do_cancel(self, use: Use) -> Steps:
        self.m.mark_event(-2, self.r[1])
        return
        yield

    def do_change(self, use: Use, value_: Any, to_: Node) -> Steps:
        index = list(value_.binding.parts).index(value_.part)
        changed = {value_.part: self.m.change_event(index, self.held(to_))}
        self.values[value_.binding] = {**self.values[value_.binding], **changed}
        return
        yield

    def do_perform(self, use: Use, at_: Any, target_: Node, **a: Any) -> Steps:
        def acts(card: int) -> bool:
            return (at_.index, self.m.state[card]) in self.pack.program.behaviors

        for card in tuple(filter(acts, self.many(target_))):
            who = self.r[0] if a["player_"] is None else self.value(a["player_"])
            actor = card if a["as_"] is None else self.value(a["as_"])
            cast = 0 if a["spell_"] is None else self.value(a["spell_"])
            aimed = None if a["aim_"] is None else self.many(a["aim_"])
            given = [who, actor, cast, aimed, *self.of_context(a["with_"])]
            if acts(card):
                yield from self.wait(self.m.perform(at_.index, card, given))

    def do_move(self, use: Use, target_: Node, to_: Any, **a: Any) -> Steps:
        cards, zone, card = self.many(target_), 0, None
        if to_ is not None:
            zone, where = self.zone(to_), self.position(a["position_"])
        else:
            where, by = next((n, key) for n, key in BESIDE.items() if a[key] is not None)
            card = self.value(a[by])
        moved = yield from self.carry(cards, zone, where, card)
        self.store(use, (moved,))

    def position(self, position: Any) -> int:
        if isinstance(position, str):
            return moving.TOP if position == "top" else moving.BOTTOM
        return max(1, self.value(position))

    def carry(self, cards: Any, zone: int, where: int, beside: Any = None) -> Steps:
        """Have cards moved; what came to lie there."""
        waits = moving.carry(self.m, cards, zone, where, beside, self.r[0])
        return (yield from self.wait(waits))

    def do_create(self, use: Use, card_: Any, from_: Any, to_: Any, **a: Any) -> Steps:
        zone = self.zone(to_)
        pool = self.many(from_) if from_ is not None else machine.entity_list(self.value(card_))
        made = rows.make_cards(self.m, pool, self.value(a["amount_"]), zone, from_ is not None)
        moved = yield from self.carry(made, zone, self.position(a["position_"]))
        self.store(use, moved)

    def do_copy(self, use: Use, target_: Node, to_: Any, keep_: Any, **a: Any) -> Steps:
        zone = self.zone(to_)
        made = rows.duplicate_cards(self.m, self.many(target_), zone, self.says(keep_, "all"))
        moved = yield from self.carry(made, zone, self.position(a["position_"]))
        self.store(use, moved)

    def says(self, choice: Any, word: str) -> bool:
        if isinstance(choice, str):
            return choice == word
        return bool(self.value(choice) == self.pack.program.symbol(word))

    def do_transform(self, use: Use, target_: Node, into_: Node, keep_: Any) -> Steps:
        keep = self.says(keep_, "fields")
        rows.transform_cards(self.m, self.many(target_), self.value(into_), keep)
        return
        yield

    def do_reset(self, use: Use, of_: Node, group_: str, to_: Any) -> Steps:
        to = None if to_ is None else self.value(to_)
        fields.reset_fields(self.m, group_, self.many(of_), to)
        return
        yield

    def do_strip(self, use: Use, target_: Node, auras_: bool) -> Steps:
        for card in self.many(target_):
            lasting.strip_card(self.m, card, auras_)
        return
        yield

    def do_moveLasting(self, use: Use, from_: Node, to_: Node) -> Steps:
        lasting.move_lasting(self.m, self.value(from_), self.value(to_))
        return
        yield

    def do_copyLasting(self, use: Use, from_: Node, to_: Node) -> Steps:
        for card in self.many(to_):
            lasting.copy_lasting(self.m, self.value(from_), card)
        return
        yield


def _dice(dice: str) -> tuple[int, int, int]:
    number, _, rest = dice.partition("d")
    of, sign, plus = rest.replace("-", "+-").partition("+")
    return int(number or 1), int(of), int(plus) if sign else 0


def note(message: str, arguments: tuple[tuple[str, str], ...]) -> int:
    return int(digest(message, arguments)[:7], 16)
