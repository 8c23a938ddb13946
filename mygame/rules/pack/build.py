"""From the folder of a pack to a compiled `Pack`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..ground.data import Json
from ..ground.digests import digest
from ..ground.errors import PackError, Problem
from ..language.compile import Compiler, write_body
from ..language.frame import Frame
from ..language.scope import Scope
from ..language.units import Written
from ..running.bring import DECK
from ..running.catalogue import CardDef
from ..running.code import Aim, Answering, Code, Live, ModifierDef
from ..running.measures import Measure, Measures
from ..running.printed import Print, Printed
from ..running.program import (
    Amount,
    Between,
    BotValues,
    Bringing,
    Most,
    Program,
    Turns,
)
from . import cache, holes, legible, sections
from .asked import PLAYER, Asked, unit_of_values
from .between import compile_between
from .bots import BotSection
from .bringing import Returns, read_stock
from .calls import calls_of
from .card_units import word_check, write_card
from .consequences import without_consequences
from .deck_synergy import Companies
from .declare import LOSES, DeclarationReader, is_value
from .default_bot import default_bot
from .definition import Origin, Pack
from .files import Loader
from .interface import interface_of
from .likeness import without_repetitions
from .located import locate_problems
from .measures import Declaration
from .options import compile_most_chosen
from .outside import check_outside
from .plays import check_plays
from .scripts import ScriptWords, scripts_of, words_of
from .zones import UNITS as OF_ZONES
from .zones import Zones

ALONE = ("bring.deck", "preview")  # sections that nothing else needs
CARDS_A_STEP = 16
QUITTING = "quitting"  # the unit of what becomes of who gives up
SIDES = "sides"  # of the value that says who is on which side


def load_pack(folder: Path | str) -> Pack:
    """
    Read, check and compile the pack in a folder.

    :raises PackError: with every problem found, by file and path.
    """
    folder = Path(folder)
    kept = cache.load_cached(folder)
    if kept is not None and kept.is_current():
        builder = Builder(folder, kept.raw, kept.sources, known=kept.units)
        builder.folders, builder.unchecked, builder.is_whole = kept.folders, {}, True
        new = False
    else:
        builder = _make_builder(folder, known=kept.units if kept is not None else {})
        new = True
    pack = builder.build()
    compiler = builder.compiler
    if new or compiler.compiled:
        parts = builder.folders, builder.sources, builder.raw, compiler.written
        cache.store(folder, cache.Kept(*parts), pack.declarations.interface)
    return pack


def load_watched(folder: Path | str, reached: Callable[[int], None]) -> tuple[Pack, Compiler]:
    """
    A pack whose code calls `reached` with a number at all that is carried out, and the compiler,
    which knows where that stands: see `weighing.report.Coverage`.

    :raises PackError: as `load_pack`.
    """
    builder = _make_builder(Path(folder), watched=reached)
    pack = builder.build()
    pack.is_watched = True
    return pack, builder.compiler


def load_with_sources(folder: Path | str) -> tuple[Pack, list[tuple[str, str]]]:
    """
    A pack with the Python that it was compiled to: unit and function, one by one.

    :raises PackError: as `load_pack`.
    """
    pack, compiler = load_with_compiler(folder)
    return pack, compiler.sources


def load_with_compiler(folder: Path | str) -> tuple[Pack, Compiler]:
    """
    A pack that is compiled anew, and the compiler, which keeps the routines of its units.

    :raises PackError: as `load_pack`.
    """
    builder = _make_builder(Path(folder))
    builder.compiler.keeps_sources = True
    return builder.build(), builder.compiler


def compile_again(pack: Pack) -> tuple[Pack, Compiler]:
    """
    The same as `load_with_compiler`, of a pack that was made, wherever its files are now.

    :raises PackError: as `load_pack`.
    """
    origin = pack.origin
    builder = Builder(origin.folder, origin.raw, pack.sources)
    builder.folders, builder.unchecked, builder.is_whole = origin.folders, {}, True
    builder.compiler.keeps_sources = True
    return builder.build(), builder.compiler


def _make_builder(
    folder: Path,
    watched: Callable[[int], None] | None = None,
    known: dict[str, Written] | None = None,
) -> Builder:
    loader = Loader()
    raw, sources = loader.read(folder)
    builder = Builder(folder, raw, sources, loader.problems, loader.unread, watched, known)
    builder.folders = loader.folders
    return builder


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
        self.unchecked = raw  # the sections that may be of the wrong shapes
        self.is_whole = False  # whether a pack of these very files was made before
        self.pack = Pack(folder, raw, sources)
        self.declared = self.pack.declarations
        self.compiler = Compiler(self.declared, known, watched)
        self.asked: list[Asked] = []
        self.measured: list[tuple[Measure, str]] = []
        # What becomes of the program; see there.
        self.behaviors: dict[tuple[int, int], Code] = {}
        self.aims: dict[int, list[Aim]] = {}
        self.gates: dict[int, list[Aim]] = {}
        self.own_modifiers: dict[int, dict[int, tuple[ModifierDef, ...]]] = {}
        self.amounts: dict[str, list[Amount]] = {}
        self.bots, self.measures = BotValues(), Measures()
        self.between: dict[str, Between] = {}
        self.side_of_player: Callable[[Live, int], int] | None = None
        self.problem = self.compiler.problem
        self.problems, self.unread = list(problems), unread
        self.place = f"{folder.name}/pack.json5"

    def build(self) -> Pack:
        """:raises PackError: with every problem found."""
        for _ in self.steps():
            pass
        return self.pack

    def steps(self) -> Iterator[None]:
        """
        The same in short steps: of a few milliseconds, where all units are known.

        :raises PackError: with every problem found.
        """
        everything = {**self.raw}  # what is misshapen is left out of it later
        sections.spell_limits(self.unchecked)
        sections.check_sections(self.unchecked, self.problem)
        legible.check_legible(self.unchecked, self.problem)
        if not self.unread and self.only_cards_are_wrong():
            self.leave_out_misshapen_cards()
            yield
            reader = DeclarationReader(self.declared, self.raw, self.place, self.problem)
            with self.compiler.budgeted(self.place):
                yield from reader.steps()
            self.pack.times = reader.times
            if self.only_cards_are_wrong():
                yield
                yield from self.compile()
        if problems := self.problems + self.compiler.problems:
            own = without_repetitions(problems, everything) or problems
            told = without_consequences(own, self.raw)
            raise PackError(locate_problems(told, self.pack.sources))

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

    def compile(self) -> Iterator[None]:
        declared, compiler = self.declared, self.compiler
        declared.zone_family = [declared.symbol(name) for name in declared.layout.zone_family]
        declared.interface = compiler.interface = interface_of(declared)
        if compiler.known is not None and not compiler.knows_interface(declared.interface):
            compiler.known = cache.units_with_interface(declared.interface)
        facts = declared.modifiable.values()
        self.scripts = scripts_of(self.sources)
        if self.scripts is not None:
            declared.scripts = self.scripts.state().exported
            for word in words_of(self.scripts):
                declared.symbol(word)
        self.answers: tuple[dict[int, Answering], ...] = tuple([{} for _ in declared.questions])
        self.own_modifiers = {fact.index: {} for fact in facts if fact.owned}
        for number, card in enumerate(declared.catalogue.cards):
            with compiler.budgeted(card.place):
                self.compile_card(card)
            if number % CARDS_A_STEP == 0:
                yield
        for defined in declared.defines["doables"].values():
            if not any(p.type == "do" for p in defined.params.values()):
                with compiler.budgeted(defined.place):
                    compiler.unit_of_word(defined)
        yield
        self.try_inline_words()
        yield
        if self.scripts is not None:
            ScriptWords(declared, self.raw["scripts"], compiler).compile(self.scripts)
            self.scripts.give_state()
            yield
        place = self.raw.get("main_place", self.place + ": main")
        main = self.raw["main"] if self.raw["main"] is not None else []
        with compiler.budgeted(place):
            compiler.compile_unit(
                "main", main, lambda writer: write_body(writer, Scope(), Frame("main"), place, main)
            )
        if (concede := self.raw["pack"].get("concede", LOSES)) != LOSES:
            self.compile_quitting(concede)
        most_chosen = compile_most_chosen(declared, self.raw["pack"], compiler)
        if is_value(sides := self.raw["pack"].get("sides", "")):
            self.compile_sides(sides)
        printed = Printed(Print(self.behaviors, declared.symbols), declared.catalogue.printed)
        zones = Zones(declared, self.raw["zones"], compiler, printed)
        zones.compile_rules()
        bringing = Returns(
            declared, self.raw["return"], self.raw["bring"], compiler, self.problem, self.pack.realm
        ).compile()
        stock = read_stock(declared, self.raw["stock"], self.problem)
        bringing = replace(bringing, stock=stock)
        check_plays(declared, self.raw["people"], self.problem)
        Companies(declared, self.raw["bring"].get(DECK, {}), compiler, printed).compile()
        with compiler.budgeted("board.between"):
            self.between = compile_between(self.raw["board"].get("between", {}), compiler)
        with compiler.budgeted("bot"):
            bots = BotSection(declared, compiler, self.raw["words"], self.problem)
            given = self.raw["bot"] or ({} if compiler.problems else default_bot(self.raw))
            self.bots = bots.compile(given)
        with compiler.budgeted("report"):
            declaration = Declaration(declared, compiler.spoken, self.request_measure, self.problem)
            self.measures = declaration.read_measures(self.raw["report"])
            unit = compiler.compile_unit("report", self.raw["report"], unit_of_values(self.asked))
            if unit is not None:
                for holder, name in self.measured:
                    holder.value = unit.values[name]
        yield
        check_outside(self.raw, declared, compiler.spoken.option_words, self.problem)
        if not compiler.problems and not self.is_whole:
            holes.check_holes(self.declared, self.compiler.spoken, self.raw, self.problem)
        if not compiler.problems:
            self.finish(zones, bringing, most_chosen)

    def compile_quitting(self, word: str) -> None:
        """`pack.concede`: the word that is carried out when {you} give up."""
        place = f"{self.place}: pack.concede"
        with self.compiler.budgeted(place):
            self.compiler.compile_unit(
                QUITTING,
                word,
                lambda writer: write_body(
                    writer, Scope(), Frame(QUITTING), place, [{"type": word}]
                ),
            )

    def compile_sides(self, node: Json) -> None:
        """`pack.sides` as a value: the side of a player, {it}; 0: one of their own."""
        asked = [Asked("pack.sides", node, *PLAYER)]
        with self.compiler.budgeted("pack.sides"):
            unit = self.compiler.compile_unit(SIDES, node, unit_of_values(asked))
            if unit is not None:
                self.side_of_player = unit.values["pack.sides"]

    def finish(self, zones: Zones, bringing: Bringing, most_chosen: dict[str, Most]) -> None:
        """Give the pack what has become of it."""
        pack, compiler = self.pack, self.compiler
        pack.origin = Origin(self.folder, self.folders, self.raw, compiler.written)
        pack.spoken, pack.trees = compiler.spoken, compiler.trees
        pack.program = self.make_program(zones, bringing, most_chosen)

    def make_program(
        self, zones: Zones, bringing: Bringing, most_chosen: dict[str, Most]
    ) -> Program:
        """What matches of the pack run."""
        declared, units = self.declared, self.compiler.units
        collectable = declared.properties.get(declared.collectable)
        return Program(
            id=declared.id,
            name=declared.name,
            hash=self.pack.hash,
            rules=self.rules_digest(),
            seats=declared.seats,
            options=declared.options,
            most_chosen=most_chosen,
            layout=declared.layout,
            symbols=declared.symbols,
            events=tuple(declared.events),
            resets=declared.resets,
            places=declared.places,
            start_zone=declared.start_zone,
            zone_family=declared.zone_family,
            zone_rules=zones.rules,
            lays=zones.lays,
            turns=Turns(
                declared.rotations,
                declared.order_base,
                declared.begins,
                declared.listeners,
                declared.age_base,
                declared.simultaneous,
                declared.last_left_wins,
            ),
            side_rule=declared.side_rule._replace(value=self.side_of_player),
            catalogue=declared.catalogue,
            collectable=collectable.index if collectable is not None else -1,
            properties=declared.properties,
            modifiable=declared.modifiable,
            facts=declared.facts,
            minimums=[fact.minimum for fact in declared.facts],
            deck_rules=declared.deck_rules,
            bringing=bringing,
            units=units,
            main=units["main"].codes[0],
            quitting=units[QUITTING].codes[0] if QUITTING in units else None,
            calls=calls_of(units),
            scripts=self.scripts,
            behaviors=self.behaviors,
            aims=self.aims,
            gates=self.gates,
            own_modifiers=self.own_modifiers,
            answers=self.answers,
            notes=self.compiler.spoken.notes,
            bots=self.bots,
            preview=declared.preview,
            amounts=self.amounts,
            measures=self.measures,
            between=self.between,
        )

    def rules_digest(self) -> str:
        """A digest of all units but those of cards and of who looks on."""
        units, declared = self.compiler.units.values(), self.declared
        flow = ("word", "main", QUITTING, SIDES, *OF_ZONES)
        playing = [unit for unit in units if unit.name.partition(" ")[0] in flow]
        printed = declared.catalogue.printed
        catalogue = printed if any(unit.about["catalogue"] for unit in units) else {}
        of_playing = sorted((unit.name, unit.digest) for unit in playing)
        scripts = self.scripts.files if self.scripts is not None else ()
        return digest(
            *(declared.interface, of_playing, sorted(catalogue.items()), self.raw["zones"]),
            *((scripts,) if scripts else ()),
        )

    def request_measure(
        self, holder: Measure, place: str, node: Json, about: str, want: str
    ) -> None:
        """A value that the report wants: it is put onto the holder when all are known."""
        self.asked.append(Asked(place, node, about, "it, 0, 0, None", "m it", want))
        self.measured.append((holder, place))

    def try_inline_words(self) -> None:
        """
        Check the defined values, conditions and choosers once with empty parameters, also those
        that nothing uses yet.
        """
        for family in ("values", "conditions", "choosers"):
            for defined in self.declared.defines[family].values():
                with self.compiler.budgeted(defined.place):
                    self.compiler.compile_unit(
                        f"check {family} {defined.name}", defined.digest, word_check(defined)
                    )

    def compile_card(self, card: CardDef) -> None:
        does = card.source.get("behaviors", []), card.source.get("answers", {})
        unit = self.compiler.compile_unit(
            f"card {card.id}", does, lambda writer: write_card(writer, card, *does), card.id
        )
        if unit is None:
            return
        declared = self.declared
        for name, (code, aim) in unit.behaviors.items():
            self.behaviors[declared.timings[name].index, card.symbol] = code
            if aim:
                symbol = declared.symbol(aim)
                declared.symbols.rank_symbol(symbol)
                self.print_fact(card, "needsTarget", 1)
                self.print_fact(card, "aimsAt", symbol)
        for name, answer in unit.answers.items():
            self.answers[declared.questions[name].index][card.symbol] = answer
        for of, by_timing in ((self.aims, unit.pools), (self.gates, unit.gates)):
            for name, pools in by_timing.items():
                timing = declared.timings[name]
                context = tuple([type for type, _ in timing.context.values()])
                if pools:
                    known = of.setdefault(card.symbol, [])
                    known.extend((pool, context, timing.index) for pool in pools)
        for definition in unit.own:
            own = self.own_modifiers[definition.property]
            own[card.symbol] = (*own.get(card.symbol, ()), definition)
        self.amounts[card.id] = [
            Amount(tuple(place), frozenset(zones), unit.values[name])
            for place, zones, name in unit.about["amounts"]
        ]

    def print_fact(self, card: CardDef, name: str, value: int) -> None:
        """What is found out about a card, as if it were printed on it."""
        self.declared.catalogue.print_fact(card, self.declared.properties[name].index, value)
