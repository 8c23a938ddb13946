"""From the folder of a pack to a compiled `Pack`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..ground.errors import PackError, Problem, instead
from ..language import dialect, quote
from ..language.amounts import foreseen
from ..language.compile import Compiler
from ..language.emit import Emitter, Frame
from ..language.quote import Piece
from ..language.read import Reader, Scope
from ..language.structures import modifier
from ..language.tree import Binding, Literal, ModifierNode, Place
from ..language.words import lasting
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


def load_pack(folder: Path | str) -> Pack:
    """
    Read, check and compile the pack in a folder.

    :raises PackError: with every problem found, by file and path.
    """
    return _builder(Path(folder)).build()


def load_watched(folder: Path | str) -> tuple[Pack, Compiler]:
    """
    A pack whose code tells what of it is carried out, and the compiler, which knows where that
    stands: see `weighing.report.Coverage`.

    :raises PackError: as `load_pack`.
    """
    builder = _builder(Path(folder), watched=True)
    return builder.build(), builder.compiler


def load_with_sources(folder: Path | str) -> tuple[Pack, list[str]]:
    """
    A pack with the Python that it was compiled to, function by function.

    :raises PackError: as `load_pack`.
    """
    builder = _builder(Path(folder))
    pack = builder.build()
    return pack, list(map(ast.unparse, builder.compiler.written))


def _builder(folder: Path, watched: bool = False) -> Builder:
    loader = Loader()
    raw, sources = loader.read_folder(folder, ())
    return Builder(folder, raw, sources, loader.problems, loader.unread, watched)


class Builder:
    """Turns the merged sections of a pack into a `Pack`."""

    def __init__(
        self,
        folder: Path,
        raw: dict[str, Any],
        sources: dict[str, str],
        problems: Sequence[Problem] = (),
        unread: bool = False,
        watched: bool = False,
    ):
        """
        `problems` were found while reading; `unread`: there are files that could not be read;
        `watched`: see `Compiler`.
        """
        self.raw = raw
        self.pack = Pack(folder, raw, sources)
        self.compiler = Compiler(self.pack, watched)
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
        place = self.raw.get("main_place", self.place + ": main")
        with compiler.piece(place):
            body = self.raw["main"] if self.raw["main"] is not None else []
            compiler.body(main, Scope(), Frame("main"), place, body)
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
        scope, frame = Scope(), Frame(code.name)
        for name in ("card", "player"):
            self.compiler.parameter(scope, frame, name, name)
        self.compiler.body(code, scope, frame, f"zones.{zone}.arrive", nodes)
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
            value = self.value_of_it("bot.worth", section["worth"], "player")
            self.valued(self.pack, "worth", value, "it, 0, 0, None", "m it")
        if "until" in section:
            until = Reader(self.compiler, Scope(), Place("bot.until")).value(
                section["until"], "number"
            )
            aside = Emitter(self.compiler, Frame("bot.until"), pure=True)
            self.valued(self.pack, "until", aside.single(until), "0, 0, 0, None", "m")
        for prompt, node in (section.get("prefer") or {}).items():
            value = self.value_of_it(f"bot.prefer.{prompt}", node, "card")
            preference = self.pack.preferences[prompt] = Preference()
            self.valued(preference, "value", value, "you, 0, 0, None", "m you it")

    def valued(
        self, holder: Any, attribute: str, value: ast.expr, registers: str, arguments: str
    ) -> None:
        """A function of a value, whose registers hold these."""
        given = quote.code(f"[{registers}]")
        called = quote.code("(lambda r: VALUE)(GIVEN)", VALUE=value, GIVEN=given)
        self.compiler.function(holder, attribute, called, arguments)

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

    def value_of_it(self, place: str, node: Any, type: str, want: str = "number") -> ast.expr:
        """The code of a value, or of the cards wanted, about {it}, an entity of this type."""
        scope = Scope(it=Binding("it", type))
        reader = Reader(self.compiler, scope, Place(place))
        tree = reader.value(node, want) if want == "number" else reader.entities(node, want)
        aside = Emitter(self.compiler, Frame(place), pure=True)
        assert scope.it is not None  # noqa: S101 (for mypy)
        aside.bind(scope.it, Piece(quote.name("it")))
        return aside.single(tree)

    def try_inline_words(self) -> None:
        """
        Check the defined values, conditions and choosers once with empty parameters, also those
        that nothing uses yet.
        """
        for family in ("values", "conditions", "choosers"):
            for defined in self.pack.defines[family].values():
                place = Place(defined.place)
                nothing = Literal(place=place, type="any", value=0)
                scope = Scope(names={"given": Binding("given", "any", given=nothing)})
                node = dict.fromkeys(defined.params, "{given}")
                with self.compiler.piece(defined.place):
                    tree = Reader(self.compiler, scope, place).inline(defined, node)
                    Emitter(self.compiler, Frame(defined.name), pure=True).piece(tree)

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
            reader = Reader(self.compiler, Scope(), Place(card.place))
            aside = Emitter(self.compiler, Frame(card.id), pure=True)
            wrong = len(self.compiler.problems)
            for name, value in known.counted:
                tree = reader.value(value, "number")
                reader.scope.names[name] = Binding(name, tree.type, given=tree)
            code = aside.single(reader.value(known.amount, "number"))
            if len(self.compiler.problems) > wrong:
                del self.compiler.problems[wrong:]  # it is said where the card is compiled
                continue
            amount = Preference()
            self.pack.amounts.setdefault(card.id, []).append((known, amount))
            self.valued(amount, "value", code, "you, this, 0, None", "m you this")

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
        frame = Frame(f"{card.id} always", card=card.id)
        for number, spec in enumerate(node.get("modifiers", [])):
            reader = Reader(self.compiler, Scope(), Place(f"{place}.modifiers[{number}]"))
            tree = modifier(reader, spec, own=True)
            if not isinstance(tree, ModifierNode):
                continue
            definition = lasting.define_modifier(Emitter(self.compiler, frame), tree)
            if not self.pack.modifiable[spec["property"]].owned:
                reader.problem("a card's own modifier has its property written out", ".property")
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
