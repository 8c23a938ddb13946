"""A walk through a piece of code: its doables, what lasts of them, and what players are asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from interpreter.doables import Doables, Finish, note
from rules.language.declared import Fact
from rules.language.tree import (
    SINGULAR,
    About,
    Block,
    ModifierNode,
    Name,
    Node,
    Select,
    TriggerNode,
    Use,
)
from rules.language.words.choices import MAYBE_CARDS
from rules.running import machine
from rules.running.choices import option_factory


class Walk(Doables):
    """A walk through one piece of code."""

    def run(self, block: Block) -> Iterator[None]:
        """All of a piece of code; what it keeps of answers ends with it."""
        m, keeps = self.m, {each.name for each in _own(block) if isinstance(each, Use)}
        answers, places = m.keeping, m.gaps
        if "keepAnswers" in keeps:
            m.keeping = ()
        if "keepPlaces" in keeps and places is None:
            m.gaps = ()
        with suppress(Finish):
            yield from self.block(block)
        if "keepAnswers" in keeps:
            m.keeping = answers
        if "keepPlaces" in keeps and places is None:
            m.gaps = None

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
            while isinstance(node, Select):
                node = node.cases.get(self.pack.program.symbol_name(self.value(node.by)))
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
        name = node if isinstance(node, Name) else node.id
        if name is None:
            return None
        return (self.pack.program.symbol(name.pattern), *map(self.value, name.keys))

    def do_removeTriggers(self, use: Use, targets_: Any, **a: Any) -> Iterator[None]:
        for target in targets_:
            if isinstance(target, Name):
                found = self.m.lasting_by_id(self.id(target))
            else:
                found = self.m.as_uuids(self.held(target))
            self.m.remove_all(found)
        return
        yield

    do_removeModifiers = do_removeTriggers

    # -- choices -----------------------------------------------------------------------------------

    def do_choose(self, use: Use, options_: Any, **a: Any) -> Iterator[None]:
        barred: list[Any] = []
        options = [each for option in options_ for each in self.offered(option, barred)]
        subject = self.r[1] if a["subject_"] is None else self.value(a["subject_"])
        words = tuple(option.word for option in options_)
        chosen = yield from self.wait(
            self.m.menu(self.value(a["ask_"]), a["prompt_"], subject, words, a["default_"],
                        a["auto_"], options, self.told(a["with_"]), barred)
        )  # fmt: skip
        if "menu" in use.bound:
            taken = 0 if chosen is None else self.pack.program.symbol(words[chosen[0]])
            self.values[use.bound["menu"]] = {"option": taken}
        if chosen is not None:
            for option in options_:
                self.values[option.entity] = chosen[1] if option.each is not None else 0
            yield from self.block(options_[chosen[0]].do)

    def told(self, given: Any) -> tuple[Any, ...]:
        """What a question tells."""
        return tuple((name, node.type, self.held(node)) for name, node in given.items())

    def offered(self, option: Any, barred: list[Any]) -> list[Any]:
        """An option, or one for each; what is not offered for a reason is told with that."""
        if option.when is not None and not self.value(option.when):
            return []
        kind = "" if option.each is None else SINGULAR.get(option.each.type, "entity")
        left = [0] if option.each is None else list(self.many(option.each))
        make = option_factory(option.word, kind)
        for bar in option.unless:
            out = [each for each in left if self.is_barred(bar, each)]
            barred += [(bar.reason, make(each)) for each in out]
            left = [each for each in left if each not in out]
        return list(map(make, left))

    def is_barred(self, bar: Any, entity: int) -> bool:
        about = isinstance(bar.test, About)
        return bool(self.test(bar.test, entity) if about else self.value(bar.test))

    def do_askAll(self, use: Use, target_: Node, options_: Any, **a: Any) -> Iterator[None]:
        player, picks, asked = use.bound["player"], use.bound["picks"], []
        players = tuple(self.many(target_))
        for each in players:
            self.values[player] = each
            if options_ is None:
                pool = self.filtered(self.many(a["from_"]), a["where_"])
                bounds = self.value(a["minimum_"]), self.value(a["maximum_"])
                asked.append((each, pool, *bounds, self.told(a["with_"])))
            else:
                barred: list[Any] = []
                options = [one for option in options_ for one in self.offered(option, barred)]
                asked.append((each, options, self.told(a["with_"]), barred))
        if options_ is None:
            waits = self.m.ask_all(asked, a["prompt_"], a["kind_"], self.r[1],
                                   self.preset(a["default_"], 0))  # fmt: skip
            self.values[picks] = yield from self.wait(waits)
            return
        words = tuple(option.word for option in options_)
        subject = self.r[1] if a["subject_"] is None else self.value(a["subject_"])
        waits = self.m.menu_of_all(a["prompt_"], subject, words, a["default_"], a["auto_"], asked)
        symbols = tuple(map(self.pack.program.symbol, words))
        self.values[picks] = machine.group_answers((yield from self.wait(waits)), symbols)
        for each in players:
            chosen = machine.result_of_family(self.values[picks], each)
            self.values[player] = each
            if chosen[0]:
                option = options_[symbols.index(chosen[0])]
                for every in options_:
                    self.values[every.entity] = chosen[1] if every.each is not None else 0
                if self.possible(option, chosen[1]):
                    yield from self.block(option.do)
                elif option.do.items:
                    self.too_late(option, each, *chosen)

    def possible(self, option: Any, entity: int) -> bool:
        """Whether what was chosen could be chosen still."""
        if option.when is not None and not self.value(option.when):
            return False
        if any(self.is_barred(bar, entity) for bar in option.unless):
            return False
        return option.each is None or entity in self.many(option.each)

    def too_late(self, option: Any, player: int, word: int, entity: int) -> None:
        """Tell a player that it cannot."""
        about: Any = [("who", "player"), ("option", "symbol")]
        values = []
        if option.each is not None:
            kind = SINGULAR.get(option.each.type, "entity")
            about.append(("what", kind))
            values = [self.m.log_value(entity) if kind in MAYBE_CARDS else entity]
        if self.m.log is not None:
            row = (note("tooLate", tuple(about)), (player,), 0, player, word, *values)
            self.m.add_log_row(row)

    def ask_first(self, node: Any) -> Iterator[None]:
        """What asks somebody, anywhere in what a doable is given, before it is done."""
        for chooser in list(_askers(node)):
            a, plural = chooser.arguments, chooser.arguments["plural"]
            key = (self.r[1], self.pack.program.symbol(plural))
            number = a["from"] is None
            least = self.value(a["minimum"])
            most = least if a["maximum"] is None else self.value(a["maximum"])
            aims = a["aims"] and self.cast
            known = self.r[3] if aims else machine.kept_answer(self.m, key) if a["keep"] else None
            if known is None:
                pool = self.m.number_range(least, most) if number else self.filtered(
                    self.many(a["from"]), a["where"])  # fmt: skip
                if a["sort"] is not None:
                    pool = self.sorted(pool, self.pack.program.properties[a["sort"]])
                preset = self.preset(a["default"], least if number else 0)
                word = "player" if chooser.type == "players" else a["kind"]
                bounds = (1, 1) if number else (least, most)
                known = yield from self.wait(
                    self.m.ask(self.value(a["ask"]), a["prompt"], pool, word, *bounds, self.r[1],
                               preset, self.told(a["with"]))
                )  # fmt: skip
            if aims:
                self.r[3] = known
            elif a["keep"]:
                machine.keep_answer(self.m, key, known)
            self.asked[id(chooser)] = known

    def preset(self, default: Any, lowest: int) -> int:
        """The place of the default; -1: the first so many as must be, -2: the last, -3: by lot."""
        if default is None:
            return -1
        if isinstance(default, str):
            return {"minimum": 0, "maximum": -2, "random": -3}[default]
        return int(self.value(default)) - lowest

    def sorted(self, pool: Any, fact: Fact) -> Any:
        def key(card: int) -> int:
            value = self.printed(fact, card)
            return self.pack.program.symbols.ranks[value] if fact.type == "symbol" else value

        return sorted(pool, key=key)


def _askers(node: Any) -> Iterator[Use]:
    """The choosers that ask in what a doable is given; not those in doables inside it."""
    if isinstance(node, Use) and "plural" in node.arguments:
        for inner in node.children():
            yield from _askers(inner)
        yield node
    elif isinstance(node, (Block, TriggerNode, ModifierNode, About)):
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
        if not isinstance(node, TriggerNode):
            waiting += node.children()
