"""From the folder of a pack to a compiled `Pack`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..ground.errors import PackError, Problem, instead
from ..language import dialect, quote
from ..language.amounts import Foreseen, foreseen
from ..language.compile import Compiler, behavior, body, parameter
from ..language.emit import Emitter, Frame
from ..language.quote import Piece
from ..language.read import Reader, Scope
from ..language.structures import modifier
from ..language.tree import Binding, Literal, ModifierNode, Place
from ..language.units import UnitWriter, Written, digest
from ..language.words import lasting
from ..weighing import measures
from . import cache, shapes
from .declare import Declarations
from .definition import CardDef, Defined, Origin, Pack, Preference
from .files import Loader
from .interface import interface_of
from .located import located

ALONE = ("decks", "preview")  # sections that nothing else needs


def load_pack(folder: Path | str) -> Pack:
    """
    Read, check and compile the pack in a folder.

    :raises PackError: with every problem found, by file and path.
    """
    folder = Path(folder)
    kept = cache.load(folder)
    if kept is not None and kept.is_of_now():
        builder = Builder(folder, kept.raw, kept.sources, known=kept.units)
        builder.folders, builder.checked = kept.folders, True
        new = False
    else:
        builder = _builder(folder, known=kept.units if kept is not None else None)
        new = True
    pack = builder.build()
    compiler = builder.compiler
    if new or compiler.compiled:
        parts = builder.folders, builder.sources, builder.raw, compiler.written
        cache.store(folder, cache.Kept(*parts))
    return pack


def load_watched(folder: Path | str, reached: Callable[[int], None]) -> tuple[Pack, Compiler]:
    """
    A pack whose code calls `reached` with a number at all that is carried out, and the compiler,
    which knows where that stands: see `weighing.report.Coverage`.

    :raises PackError: as `load_pack`.
    """
    builder = _builder(Path(folder), watched=reached)
    return builder.build(), builder.compiler


def load_with_sources(folder: Path | str) -> tuple[Pack, list[tuple[str, str]]]:
    """
    A pack with the Python that it was compiled to: unit and function, one by one.

    :raises PackError: as `load_pack`.
    """
    builder = _builder(Path(folder))
    pack = builder.build()
    return pack, builder.compiler.sources


def _builder(
    folder: Path,
    watched: Callable[[int], None] | None = None,
    known: dict[str, Written] | None = None,
) -> Builder:
    loader = Loader()
    raw, sources = loader.read_folder(folder, ())
    builder = Builder(folder, raw, sources, loader.problems, loader.unread, watched, known)
    builder.folders = loader.folders
    return builder


class Asked(NamedTuple):
    """A value that somebody beside the match asks for: bots, reports."""

    name: str  # also its place
    node: Any
    about: str  # the type of {it}, if there is one
    registers: str
    arguments: str
    want: str = "number"


class Builder:
    """Turns the merged sections of a pack into a `Pack`."""

    def __init__(
        self,
        folder: Path,
        raw: dict[str, Any],
        sources: dict[str, str],
        problems: Sequence[Problem] = (),
        unread: bool = False,
        watched: Callable[[int], None] | None = None,
        known: dict[str, Written] | None = None,
    ):
        """
        `problems` were found while reading; `unread`: there are files that could not be read;
        `watched` and `known`: see `Compiler`.
        """
        self.folder, self.raw, self.sources = folder, raw, sources
        self.folders: list[str] = []
        self.checked = False  # whether the sections have been found to be of the right shapes
        self.pack = Pack(folder, raw, sources)
        self.compiler = Compiler(self.pack, known, watched)
        self.asked: list[Asked] = []
        self.measured: list[tuple[Any, str]] = []
        self.problem = self.compiler.problem
        self.problems, self.unread = list(problems), unread
        self.place = f"{folder.name}/pack.json5"

    def build(self) -> Pack:
        """:raises PackError: with every problem found."""
        if not self.checked:
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
        layout = pack.layout
        pack.zone_family = [pack.symbol(name) for name in layout.zone_family]
        pack.interface = compiler.interface = interface_of(pack)
        for card in pack.definitions.values():
            with compiler.piece(card.place):
                self.compile_card(card)
        for defined in pack.defines["doables"].values():
            if not any(p.type == "do" for p in defined.params.values()):
                with compiler.piece(defined.place):
                    compiler.word(defined)
        self.try_inline_words()
        place = self.raw.get("main_place", self.place + ": main")
        main = self.raw["main"] if self.raw["main"] is not None else []
        with compiler.piece(place):
            compiler.unit(
                "main", main, lambda writer: body(writer, Scope(), Frame("main"), place, main)
            )
        for zone, nodes in arrivals.items():
            with compiler.piece(f"zones.{zone}.arrive"):
                self.compile_arrival(zone, nodes)
        with compiler.piece("bot"):
            self.compile_bot(self.raw["bot"])
        with compiler.piece("report"):
            declaration = measures.Declaration(self)
            pack.measures = declaration.read(self.raw["report"])
            unit = compiler.unit("report", self.raw["report"], self.writes(self.asked))
            for holder, name in self.measured:
                holder.value = unit.values[name] if unit is not None else None
        if not compiler.problems:
            self.finish()

    def finish(self) -> None:
        """Give the pack its units."""
        pack, units = self.pack, self.compiler.units
        written = self.compiler.written
        pack.origin = Origin(self.folder, self.folders, self.raw, written)
        pack.units = units
        pack.main = units["main"].codes[0]
        pack.calls = {
            name.removeprefix("word "): unit.codes[0]
            for name, unit in units.items()
            if name.startswith("word ")
        }
        playing = [
            u for u in units.values() if u.name.partition(" ")[0] in ("word", "main", "arrive")
        ]
        pack.rules = digest(pack.interface, sorted((unit.name, unit.digest) for unit in playing))

    def compile_arrival(self, zone: str, nodes: Any) -> None:
        """
        `zones.X.arrive`: how a {card} gets there when a scenario or a builder puts it there for a
        {player}.
        """
        name = f"arrive {zone}"

        def build(writer: UnitWriter) -> None:
            scope, frame = Scope(), Frame(name)
            for each in ("card", "player"):
                parameter(scope, frame, each, each)
            body(writer, scope, frame, f"zones.{zone}.arrive", nodes)

        unit = self.compiler.unit(name, nodes, build)
        if unit is not None:
            self.pack.arrivals[zone] = unit.codes[0]

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
        asked: list[Asked] = []
        if "worth" in section:
            asked.append(Asked("bot.worth", section["worth"], "player", "it, 0, 0, None", "m it"))
        if "until" in section:
            asked.append(Asked("bot.until", section["until"], "", "0, 0, 0, None", "m"))
        for prompt, node in (section.get("prefer") or {}).items():
            name = f"bot.prefer.{prompt}"
            asked.append(Asked(name, node, "card", "you, 0, 0, None", "m you it"))
        unit = self.compiler.unit("bot", [each.node for each in asked], self.writes(asked))
        if unit is None:
            return
        self.pack.worth, self.pack.until = (
            unit.values.get("bot.worth"),
            unit.values.get("bot.until"),
        )
        for prompt in section.get("prefer") or {}:
            preference = self.pack.preferences[prompt] = Preference()
            preference.value = unit.values[f"bot.prefer.{prompt}"]

    def measure(self, holder: Any, place: str, node: Any, about: str, want: str) -> None:
        """A value that the report wants: it is put onto the holder when all are known."""
        self.asked.append(Asked(place, node, about, "it, 0, 0, None", "m it", want))
        self.measured.append((holder, place))

    def writes(self, asked: list[Asked]) -> Callable[[UnitWriter], None]:
        """What writes these values into a unit."""

        def build(writer: UnitWriter) -> None:
            for each in asked:
                it = Binding("it", each.about)
                reader = Reader(writer, Scope(it=it if each.about else None), Place(each.name))
                aside = Emitter(writer, Frame(each.name), pure=True)
                aside.bind(it, Piece(quote.name("it")))
                if each.want == "number":
                    tree = reader.value(each.node, "number")
                else:
                    tree = reader.entities(each.node, each.want)
                code = aside.single(tree)
                writer.values[each.name] = writer.function(code, each.arguments, each.registers)

        return build

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

    def try_inline_words(self) -> None:
        """
        Check the defined values, conditions and choosers once with empty parameters, also those
        that nothing uses yet.
        """
        for family in ("values", "conditions", "choosers"):
            for defined in self.pack.defines[family].values():
                with self.compiler.piece(defined.place):
                    self.compiler.unit(
                        f"check {family} {defined.name}", defined.digest, _checks(defined)
                    )

    def compile_card(self, card: CardDef) -> None:
        behaviors = card.source.get("behaviors", [])
        unit = self.compiler.unit(
            f"card {card.id}",
            behaviors,
            lambda writer: self.write_card(writer, card, behaviors),
            card.id,
        )
        if unit is None:
            return
        pack = self.pack
        for name, (code, aim) in unit.behaviors.items():
            pack.behaviors[pack.timings[name].index, card.symbol] = code
            if aim:
                symbol = pack.symbol(aim)
                pack.rank(symbol)
                pack.print_fact(card, "needsTarget", 1)
                pack.print_fact(card, "aimsAt", symbol)
        for name, pools in unit.pools.items():
            context = tuple([type for type, _ in pack.timings[name].context.values()])
            if pools:
                pack.aims.setdefault(card.symbol, []).extend((pool, context) for pool in pools)
        for definition in unit.own:
            key = (definition.property, card.symbol)
            pack.own_modifiers[key] = (*pack.own_modifiers.get(key, ()), definition)
        for place, amount, counted, name in unit.about["amounts"]:
            known, foretold = Foreseen(tuple(place), amount, tuple(counted)), Preference()
            foretold.value = unit.values[name]
            pack.amounts.setdefault(card.id, []).append((known, foretold))

    def write_card(self, writer: UnitWriter, card: CardDef, behaviors: Any) -> None:
        by_timing: dict[str, list[tuple[str, str, Any]]] = {}
        for place, node in self.expand(writer, card, behaviors):
            at = node.get("at") if isinstance(node, dict) else None
            timing = self.pack.timing(at)
            if at == "always":
                self.own_modifiers(writer, card, place, node)
            elif timing is None:
                known = [*self.pack.timings, "always", *self.pack.defines["behaviors"]]
                self.problem(f"{place}.at", f"there is no timing {at!r}{instead(at, known)}")
            else:
                for key in node.keys() - {"at", "do", "comment"}:
                    self.problem(place, f"a behaviour has at and do, not {key}")
                nodes = by_timing.setdefault(timing.name, [])
                nodes.append((f"{place}.do", str(at), node.get("do", [])))
        for name, nodes in by_timing.items():
            behavior(writer, f"{card.id} {name}", self.pack.timings[name], nodes)
        self.write_amounts(writer, card, behaviors)

    def write_amounts(self, writer: UnitWriter, card: CardDef, behaviors: Any) -> None:
        """What a card's amounts would be now, for those who read it; see `amounts.foreseen`."""
        for number, known in enumerate(foreseen(dialect.modernise(behaviors))):
            reader = Reader(writer, Scope(), Place(card.place))
            aside = Emitter(writer, Frame(card.id), pure=True)
            wrong = len(self.compiler.problems)
            for name, value in known.counted:
                tree = reader.value(value, "number")
                reader.scope.names[name] = Binding(name, tree.type, given=tree)
            code = aside.single(reader.value(known.amount, "number"))
            if len(self.compiler.problems) > wrong:
                del self.compiler.problems[wrong:]  # it is said where the card is compiled
                continue
            name = f"amount {number}"
            writer.values[name] = writer.function(code, "m you this", "you, this, 0, None")
            writer.amounts.append((known.place, known.amount, known.counted, name))

    def expand(self, writer: UnitWriter, card: CardDef, behaviors: Any) -> list[tuple[str, dict]]:
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
            writer.inlined(macro)
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

    def own_modifiers(self, writer: UnitWriter, card: CardDef, place: str, node: dict) -> None:
        """Modifiers of the card itself, wherever it is."""
        frame = Frame(f"{card.id} always", card=card.id)
        for number, spec in enumerate(node.get("modifiers", [])):
            reader = Reader(writer, Scope(), Place(f"{place}.modifiers[{number}]"))
            tree = modifier(reader, spec, own=True)
            if not isinstance(tree, ModifierNode):
                continue
            writer.own.append(lasting.define_modifier(Emitter(writer, frame), tree))
            if not self.pack.modifiable[spec["property"]].owned:
                reader.problem("a card's own modifier has its property written out", ".property")


def _checks(defined: Defined) -> Callable[[UnitWriter], None]:
    """What reads a word that is written out where it is used, with nothing given to it."""

    def build(writer: UnitWriter) -> None:
        place = Place(defined.place)
        nothing = Literal(place=place, type="any", value=0)
        scope = Scope(names={"given": Binding("given", "any", given=nothing)})
        node = dict.fromkeys(defined.params, "{given}")
        tree = Reader(writer, scope, place).inline(defined, node)
        Emitter(writer, Frame(defined.name), pure=True).piece(tree)

    return build


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
