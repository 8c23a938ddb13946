"""From the folder of a pack to a compiled `Pack`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..ground.errors import PackError, Problem, instead
from ..language import choosers, conditions, dialect, doables, values
from ..language.amounts import foreseen
from ..language.compile import Compiler
from ..language.emitter import Emitter, Scope, Symbol
from ..language.source import Expr
from ..running import machine, modifiers
from ..running.fields import changer, for_each, lacks
from ..running.match import options_of
from ..weighing import measures
from . import shapes
from .declare import Declarations
from .definition import CardDef, Pack, Preference
from .files import Loader
from .located import located

ALONE = ("decks", "preview")  # sections that nothing else needs
WORD_SOURCES = (choosers, conditions, doables, values)  # imported, their words are known


def load_pack(folder: Path | str) -> Pack:
    """
    Read, check and compile the pack in a folder.

    :raises PackError: with every problem found, by file and path.
    """
    return _builder(Path(folder)).build()


def load_with_sources(folder: Path) -> tuple[Pack, list[str], dict[str, str | None]]:
    """
    A pack with the Python it was compiled to: the functions' sources in their order, and the card
    that each function belongs to (None: words and flow).

    :raises PackError: as `load_pack`.
    """
    builder = _builder(folder)
    pack = builder.build()
    compiler = builder.compiler
    cards = {f"{code.index}": code.card for code in pack.codes}
    cards |= {name: getattr(holder, "card", None) for holder, _, name in compiler.functions}
    owners = {}
    for source in compiler.sources:
        name = source[4 : source.index("(")]
        block = re.fullmatch(r"[ac](\d+)(?:_\d+)?", name)
        owners[name] = cards.get(block.group(1) if block else name)
    return pack, compiler.sources, owners


def _builder(folder: Path) -> Builder:
    loader = Loader()
    raw, sources = loader.read_folder(folder, ())
    return Builder(folder, raw, sources, loader.problems, loader.unread)


class Builder:
    """Turns the merged sections of a pack into a `Pack`."""

    def __init__(
        self,
        folder: Path,
        raw: dict[str, Any],
        sources: dict[str, str],
        problems: Sequence[Problem] = (),
        unread: bool = False,
    ):
        """`problems` were found while reading; `unread`: there are files that could not be read."""
        self.raw = raw
        self.pack = Pack(folder, raw, sources)
        self.compiler = Compiler(self.pack)
        self.problem = self.compiler.problem
        self.problems, self.unread = list(problems), unread
        self.place = f"{folder.name}/pack.json5"

    def build(self) -> Pack:
        """:raises PackError: with every problem found."""
        shapes.check(self.raw, self.problem)
        if not self.unread and self.only_cards_are_wrong():
            self.leave_out_misshapen_cards()
            declarations = Declarations(self.pack, self.raw, self.place, self.problem)
            with self.compiler.piece(self.place):
                declarations.read()
            if self.only_cards_are_wrong():
                self.compile(declarations.arrivals)
        if problems := self.problems + self.compiler.problems:
            raise PackError(located(problems, self.pack.sources))
        return self.pack

    def only_cards_are_wrong(self) -> bool:
        """
        Whether it is worth going on. What is wrong with a file or a section would be told again by
        everything that needs it.
        """
        places = tuple(place for place, _ in self.raw["cards"].values())
        return all(p.place.startswith((*places, *ALONE)) for p in self.compiler.problems)

    def leave_out_misshapen_cards(self) -> None:
        wrong = {problem.place.partition(": ")[2] for problem in self.compiler.problems}
        cards = self.raw["cards"].items()
        self.raw["cards"] = {
            name: card
            for name, card in cards
            if not any(place == name or place.startswith(f"{name}.") for place in wrong)
        }

    def compile(self, arrivals: dict[str, Any]) -> None:
        pack, compiler = self.pack, self.compiler
        for card in pack.definitions.values():
            with compiler.piece(card.place):
                self.compile_card(card)
                self.compile_amounts(card)
        for defined in pack.defines["doables"].values():
            if not any(p.type == "do" for p in defined.params.values()):
                with compiler.piece(defined.place):
                    compiler.word_code(defined)
        self.try_inline_words()
        main = compiler.new_code("main", None)
        emitter = Emitter(
            compiler, Scope("main"), self.raw.get("main_place", self.place + ": main")
        )
        with compiler.piece(emitter.place):
            emitter.body(self.raw["main"] if self.raw["main"] is not None else [])
            compiler.finish_code(main, emitter)
        pack.main = main
        for zone, nodes in arrivals.items():
            with compiler.piece(f"zones.{zone}.arrive"):
                self.compile_arrival(zone, nodes)
        with compiler.piece("bot"):
            self.compile_bot(self.raw["bot"])
        with compiler.piece("report"):
            pack.measures = measures.Declaration(self).read(self.raw["report"])
        pack.codes, pack.triggers, pack.modifiers = (
            compiler.codes,
            compiler.triggers,
            compiler.modifiers,
        )
        if not compiler.problems:
            with compiler.piece(self.place):
                pack.namespace = self.namespace()
                compiler.link(pack.namespace)

    def compile_arrival(self, zone: str, nodes: Any) -> None:
        """
        `zones.X.arrive`: how a {card} gets there when a scenario or a builder puts it there for a
        {player}.
        """
        code = self.compiler.new_code(f"arrive {zone}", None)
        scope = Scope(code.name)
        for name, type in (("card", "card"), ("player", "player")):
            scope.symbols[name] = Symbol(expr=Expr(f"r[{scope.new_register()}]", type))
        emitter = Emitter(self.compiler, scope, f"zones.{zone}.arrive")
        emitter.body(nodes)
        self.compiler.finish_code(code, emitter)
        self.pack.arrivals[zone] = code

    def compile_bot(self, section: dict[str, Any]) -> None:
        """
        `bot.worth`: how well a player, {it} and {you}, stands. `bot.prefer`: by prompt, what
        picking an option {it} is worth to {you} beyond that. `bot.cards`: by card id what both can
        read as {card.botWorth}. `bot.until`: what of the match changes when bots look no further.
        """
        for key in section.keys() - {"worth", "prefer", "cards", "until"}:
            self.problem(f"bot.{key}", "bots have worth, prefer, cards and until")
        for card, worth in (section.get("cards") or {}).items():
            self.value_card(card, worth)
        if "worth" in section:
            source = self.value_of_it("bot.worth", section["worth"], "player")
            self.compiler.function(
                self.pack, "worth", f"(lambda r: {source})([it, 0, 0, None])", "m, it"
            )
        if "until" in section:
            c = Emitter(self.compiler, Scope("bot.until"), "bot.until", pure=True)
            source = c.value(section["until"], "number").src
            self.compiler.function(
                self.pack, "until", f"(lambda r: {source})([0, 0, 0, None])", "m"
            )
        for prompt, node in (section.get("prefer") or {}).items():
            source = self.value_of_it(f"bot.prefer.{prompt}", node, "card")
            preference = self.pack.preferences[prompt] = Preference()
            self.compiler.function(
                preference, "value", f"(lambda r: {source})([you, 0, 0, None])", "m, you, it"
            )

    def value_card(self, card_id: str, worth: Any) -> None:
        """`bot.cards`: what a card is worth beyond what can be said of all cards."""
        definition = self.pack.definitions.get(card_id)
        if definition is None:
            known = instead(card_id, self.pack.definitions)
            self.problem(f"bot.cards.{card_id}", f"there is no card of this id{known}")
        elif not isinstance(worth, int):
            self.problem(f"bot.cards.{card_id}", f"a worth is a whole number, not {worth!r}")
        else:
            self.pack.print_fact(definition, "botWorth", worth)

    def value_of_it(self, place: str, node: Any, type: str, want: str = "number") -> str:
        """The source of a value, or of the cards wanted, about {it}, an entity of this type."""
        c = Emitter(self.compiler, Scope(place), place, pure=True)
        c.scope.it = Expr("it", type)
        return (c.value if want == "number" else c.entities)(node, want).src

    def try_inline_words(self) -> None:
        """
        Check the defined values, conditions and choosers once with empty parameters, also those
        that nothing uses yet.
        """
        for family in ("values", "conditions", "choosers"):
            for defined in self.pack.defines[family].values():
                c = Emitter(
                    self.compiler, Scope(f"{family} {defined.name}"), defined.place, pure=True
                )
                node = dict.fromkeys(defined.params, "{given}")
                c.scope.symbols["given"] = Symbol(expr=Expr("0", "any"))
                with self.compiler.piece(defined.place):
                    self.compiler.inline(c, defined, node)

    def compile_card(self, card: CardDef) -> None:
        behaviors = self.expand(card, card.source.get("behaviors", []))
        by_timing: dict[str, list[tuple[str, str, Any]]] = {}
        for place, node in behaviors:
            at = node.get("at") if isinstance(node, dict) else None
            timing = self.pack.timing(at)
            if at == "always":
                self.own_modifiers(card, place, node)
            elif timing is None:
                known = [*self.pack.timings, "always", *self.pack.defines["behaviors"]]
                self.problem(f"{place}.at", f"there is no timing {at!r}{instead(at, known)}")
            else:
                for key in node.keys() - {"at", "do", "comment"}:
                    self.problem(place, f"a behaviour has at and do, not {key}")
                nodes = by_timing.setdefault(timing.name, [])
                nodes.append((f"{place}.do", str(at), node.get("do", [])))
        for name, nodes in by_timing.items():
            timing = self.pack.timings[name]
            code, aim = self.compiler.behavior(f"{card.id} {name}", card.id, timing, nodes)
            self.pack.behaviors[timing.index, card.symbol] = code
            if aim:
                symbol = self.pack.symbol(aim)
                self.pack.rank(symbol)
                self.pack.print_fact(card, "needsTarget", 1)
                self.pack.print_fact(card, "aimsAt", symbol)

    def compile_amounts(self, card: CardDef) -> None:
        """What a card's amounts would be now, for those who read it; see `amounts.foreseen`."""
        behaviors = dialect.modernise(card.source.get("behaviors", []))
        for known in foreseen(behaviors):
            c = Emitter(self.compiler, Scope(card.id), card.place, pure=True)
            wrong = len(self.compiler.problems)
            for name, value in known.counted:
                c.scope.symbols[name] = Symbol(expr=c.value(value, "number"))
            source = c.value(known.amount, "number").src
            if len(self.compiler.problems) > wrong:
                del self.compiler.problems[wrong:]  # it is said where the card is compiled
                continue
            amount = Preference()
            self.pack.amounts.setdefault(card.id, []).append((known, amount))
            self.compiler.function(
                amount, "value", f"(lambda r: {source})([you, this, 0, None])", "m, you, this"
            )

    def expand(self, card: CardDef, behaviors: Any) -> list[tuple[str, dict]]:
        """The behaviours of a card with older forms read and macros replaced."""
        place = f"{card.place}.behaviors"
        if not isinstance(behaviors, list):
            self.problem(place, "behaviors is a list")
            return []
        expanded = []
        for number, node in enumerate(behaviors):
            node = dialect.modernise(node)
            macro = (
                self.pack.defined("behaviors", node.get("at")) if isinstance(node, dict) else None
            )
            if macro is None:
                expanded.append((f"{place}[{number}]", node))
                continue
            given = {k: v for k, v in node.items() if k not in ("at", "comment")}
            for key in given.keys() - macro.params.keys():
                known = instead(key, macro.params, "it has")
                self.problem(f"{place}[{number}]", f"{macro.name} has no parameter {key}{known}")
            for key, param in macro.params.items():
                if key not in given:
                    if param.required:
                        self.problem(
                            f"{place}[{number}]", f"{macro.name} needs {key} ({param.type})"
                        )
                    given[key] = None if param.required else param.default
                elif param.domain and given[key] not in param.domain:
                    known = instead(given[key], param.domain)
                    message = f"{given[key]!r} is not possible here{known}"
                    self.problem(f"{place}[{number}].{key}", message)
            expanded += [(f"{place}[{number}]", substitute(inner, given)) for inner in macro.body]
        return expanded

    def own_modifiers(self, card: CardDef, place: str, node: dict) -> None:
        """Modifiers of the card itself, wherever it is."""
        for number, spec in enumerate(node.get("modifiers", [])):
            scope = Scope(f"{card.id} always", card=card.id)
            c = Emitter(self.compiler, scope, f"{place}.modifiers[{number}]")
            definition = doables.lasting.define_modifier(c, spec)
            if definition is None:
                continue
            if not self.pack.modifiable[spec["property"]].owned:
                c.problem("a card's own modifier has its property written out", ".property")
            key = (definition.property, card.symbol)
            self.pack.own_modifiers[key] = (*self.pack.own_modifiers.get(key, ()), definition)

    def namespace(self) -> dict[str, Any]:
        """What compiled code can name."""
        pack, layout = self.pack, self.pack.layout
        cards_of = {
            kind: frozenset([card.symbol for card in pack.cards if card.kind == kind])
            for kind in layout.kinds[2:]
        }
        names: dict[str, Any] = {f"OF_{kind}": cards for kind, cards in cards_of.items()}
        for kind, name in layout.fields:
            if kind in cards_of:
                names[f"HAS_{name}"] = names.get(f"HAS_{name}", frozenset()) | cards_of[kind]
        names |= {
            f"OWN_{name}": {card for index, card in self.pack.own_modifiers if index == fact.index}
            for name, fact in self.pack.modifiable.items()
            if fact.owned
        }
        names |= {name: options_of(*of) for name, of in self.compiler.offered.items()}
        names |= {
            name: changer(layout, cards_of, *of) for name, of in self.compiler.changed.items()
        }
        for function in (
            for_each,
            lacks,
            machine.bound,
            machine.family,
            machine.first,
            machine.keep,
            machine.kept,
            machine.last,
            machine.more,
            machine.of_card,
            machine.of_player,
            machine.one,
            machine.top_of,
            modifiers.modified,
        ):
            names[function.__name__] = function
        return names | {
            "RANK": {0: -1} | pack.ranks,
            "ZONE_FAMILY": self.zone_family(),
            "ZONE_OWNER": layout.zone_owner,
        }

    def zone_family(self) -> list[int]:
        return [self.pack.symbol(name) for name in self.pack.layout.zone_family]


def substitute(node: Any, given: dict[str, Any]) -> Any:
    """A behaviour macro with its parameters filled in."""
    if isinstance(node, dict):
        return {key: substitute(value, given) for key, value in node.items()}
    if isinstance(node, list):
        items: list = []
        for item in node:
            block = given.get(item.strip("{}")) if isinstance(item, str) else None
            items += block if isinstance(block, list) else [substitute(item, given)]
        return items
    if not isinstance(node, str):
        return node
    if node.startswith("{") and node.endswith("}") and node[1:-1] in given:
        return given[node[1:-1]]
    for name, value in given.items():
        if isinstance(value, str | int):
            node = node.replace("{" + name + "}", str(value))
    return node
