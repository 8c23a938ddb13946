"""From the folder of a pack to a compiled `Pack`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..ground.data import Json
from ..ground.digests import digest
from ..ground.errors import PackError, Problem, instead
from ..language import defined_words, macros, quote
from ..language.amounts import foreseen
from ..language.compile import Compiler, behavior, body
from ..language.declared import Defined
from ..language.emit import Emitter, Frame
from ..language.quote import Piece
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Behavior, Binding, Literal, ModifierNode, Place
from ..language.units import UnitWriter, Written
from ..language.words import lasting
from ..running.bring import DECK
from . import cache, holes, legible, measures, sections
from .bringing import Returns
from .calls import calls_of
from .company import Companies
from .declare import Declarations
from .definition import LOSES, Amount, CardDef, ForcedWin, Origin, Pack
from .files import Loader
from .interface import interface_of
from .located import located
from .zones import UNITS as OF_ZONES
from .zones import Zones

ALONE = ("bring.deck", "preview")  # sections that nothing else needs
CARDS_A_STEP = 16
QUITTING = "quitting"  # the unit of what becomes of who gives up
PLAYER = "player", "it, 0, 0, None", "m it"  # what a value of bots is about: see `Asked`
MATCH = "", "0, 0, 0, None", "m"
OPTION = "you, 0, 0, None", "m you it"
FORCED = {"until": MATCH, "lacking": PLAYER}  # `bot.forcedWin`


def load_pack(folder: Path | str) -> Pack:
    """
    Read, check and compile the pack in a folder.

    :raises PackError: with every problem found, by file and path.
    """
    folder = Path(folder)
    kept = cache.load(folder)
    if kept is not None and kept.is_of_now():
        builder = Builder(folder, kept.raw, kept.sources, known=kept.units)
        builder.folders, builder.unchecked = kept.folders, {}
        new = False
    else:
        builder = _builder(folder, known=kept.units if kept is not None else {})
        new = True
    pack = builder.build()
    compiler = builder.compiler
    if new or compiler.compiled:
        parts = builder.folders, builder.sources, builder.raw, compiler.written
        cache.store(folder, cache.Kept(*parts), pack.interface)
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
    builder.compiler.keeps_sources = True
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

    name: str  # its place, and behind a blank what tells it from others there
    node: Json
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
        self.unchecked = raw  # the sections that may be of the wrong shapes
        self.pack = Pack(folder, raw, sources)
        self.compiler = Compiler(self.pack, known, watched)
        self.asked: list[Asked] = []
        self.measured: list[tuple[measures.Measure, str]] = []
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
        sections.check(self.unchecked, self.problem)
        legible.check(self.unchecked, self.problem)
        if not self.unread and self.only_cards_are_wrong():
            self.leave_out_misshapen_cards()
            yield
            declarations = Declarations(self.pack, self.raw, self.place, self.problem)
            with self.compiler.piece(self.place):
                yield from declarations.steps()
            if self.only_cards_are_wrong():
                yield
                yield from self.compile()
        if problems := self.problems + self.compiler.problems:
            raise PackError(located(problems, self.pack.sources))

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
        pack, compiler = self.pack, self.compiler
        layout = pack.layout
        pack.zone_family = [pack.symbol(name) for name in layout.zone_family]
        pack.interface = compiler.interface = interface_of(pack)
        if compiler.known is not None and not compiler.knows_of(pack.interface):
            compiler.known = cache.akin(pack.interface)
        for number, card in enumerate(pack.definitions.values()):
            with compiler.piece(card.place):
                self.compile_card(card)
            if number % CARDS_A_STEP == 0:
                yield
        for defined in pack.defines["doables"].values():
            if not any(p.type == "do" for p in defined.params.values()):
                with compiler.piece(defined.place):
                    compiler.word(defined)
        yield
        self.try_inline_words()
        yield
        place = self.raw.get("main_place", self.place + ": main")
        main = self.raw["main"] if self.raw["main"] is not None else []
        with compiler.piece(place):
            compiler.unit(
                "main", main, lambda writer: body(writer, Scope(), Frame("main"), place, main)
            )
        if (concede := self.raw["pack"].get("concede", LOSES)) != LOSES:
            self.compile_quitting(concede)
        Zones(pack, self.raw["zones"], compiler).compile()
        Returns(pack, self.raw["return"], compiler).compile()
        Companies(pack, self.raw["bring"].get(DECK, {}), compiler).compile()
        with compiler.piece("bot"):
            self.compile_bot(self.raw["bot"])
        with compiler.piece("report"):
            declaration = measures.Declaration(self)
            pack.measures = declaration.read(self.raw["report"])
            unit = compiler.unit("report", self.raw["report"], self.writes(self.asked))
            if unit is not None:
                for holder, name in self.measured:
                    holder.value = unit.values[name]
        yield
        if not compiler.problems:
            holes.check(pack, self.raw, self.problem)
        if not compiler.problems:
            self.finish()

    def compile_quitting(self, word: str) -> None:
        """`pack.concede`: the word that is carried out when {you} give up."""
        place = f"{self.place}: pack.concede"
        with self.compiler.piece(place):
            self.compiler.unit(
                QUITTING,
                word,
                lambda writer: body(writer, Scope(), Frame(QUITTING), place, [{"type": word}]),
            )

    def finish(self) -> None:
        """Give the pack its units."""
        pack, units = self.pack, self.compiler.units
        written = self.compiler.written
        pack.origin = Origin(self.folder, self.folders, self.raw, written)
        pack.units = units
        pack.main = units["main"].codes[0]
        pack.quitting = units[QUITTING].codes[0] if QUITTING in units else None
        pack.calls = calls_of(units)
        flow = ("word", "main", QUITTING, *OF_ZONES)
        playing = [unit for unit in units.values() if unit.name.partition(" ")[0] in flow]
        catalogue = pack.printed if any(u.about["catalogue"] for u in units.values()) else {}
        of_playing = sorted((unit.name, unit.digest) for unit in playing)
        pack.rules = digest(
            pack.interface, of_playing, sorted(catalogue.items()), self.raw["zones"]
        )

    def compile_bot(self, section: dict[str, Any]) -> None:
        """
        `bot.worth`: how well a player, {it} and {you}, stands. `bot.prefer`: by prompt, what
        picking an option {it} is worth to {you} beyond that. `bot.cards`: by card id what both can
        read as {card.botWorth}. `bot.until`: what of the match changes when bots look no further.
        `bot.forcedWin`: the same for wins that are certain, and what {it} lacks for one.
        """
        for key in section.keys() - {"worth", "prefer", "cards", "until", "forcedWin"}:
            self.problem(f"bot.{key}", "bots have worth, prefer, cards, until and forcedWin")
        for card, worth in (section.get("cards") or {}).items():
            self.value_card(card, worth)
        asked: list[Asked] = []
        if "worth" in section:
            asked.append(Asked("bot.worth", section["worth"], *PLAYER))
        if "until" in section:
            asked.append(Asked("bot.until", section["until"], *MATCH))
        forced: dict[str, Any] = section.get("forcedWin", {})
        if forced and not self.is_forced_win(forced):
            return
        for key, about in FORCED.items() if forced else ():
            asked.append(Asked(f"bot.forcedWin.{key}", forced[key], *about))
        preferred = {
            (prompt, about): Asked(_preference(prompt, about), node, about, *OPTION)
            for prompt, node in (section.get("prefer") or {}).items()
            for about in self.picked(prompt)
        }
        asked += preferred.values()
        source = [(each.node, each.about) for each in asked]
        unit = self.compiler.unit("bot", source, self.writes(asked))
        if unit is None:
            return
        self.pack.worth, self.pack.until = (
            unit.values.get("bot.worth"),
            unit.values.get("bot.until"),
        )
        if forced:
            until, lacking = [unit.values[f"bot.forcedWin.{key}"] for key in FORCED]
            self.pack.forced_win = ForcedWin(until, lacking, forced.get("within"))
        for option, each in preferred.items():
            self.pack.preferences[option] = unit.values[each.name]

    def picked(self, prompt: str) -> list[str]:
        """The types of what is picked at a prompt: definitions, and cards as all else is read."""
        kinds = self.pack.prompts.get(prompt, set())
        return [
            *(["card"] if kinds != {"definition"} else []),
            *(["definition"] if "definition" in kinds else []),
        ]

    def is_forced_win(self, section: dict[str, Any]) -> bool:
        """Whether `bot.forcedWin` has what belongs there; what is wrong is told."""
        before = len(self.problems)
        for key in section.keys() - {*FORCED, "within"}:
            self.problem(f"bot.forcedWin.{key}", "a forced win has until, lacking and within")
        for key in FORCED.keys() - section.keys():
            self.problem("bot.forcedWin", f"{key} is missing")
        return len(self.problems) == before

    def measure(
        self, holder: measures.Measure, place: str, node: Json, about: str, want: str
    ) -> None:
        """A value that the report wants: it is put onto the holder when all are known."""
        self.asked.append(Asked(place, node, about, "it, 0, 0, None", "m it", want))
        self.measured.append((holder, place))

    def writes(self, asked: list[Asked]) -> Callable[[UnitWriter], None]:
        """What writes these values into a unit."""

        def build(writer: UnitWriter) -> None:
            for each in asked:
                it = Binding("it", each.about)
                place = Place(each.name.partition(" ")[0])
                reader = Reader(writer, Scope(it=it if each.about else None), place)
                aside = Emitter(writer, Frame(each.name), pure=True)
                aside.bind(it, Piece(quote.name("it")))
                if each.want == "number":
                    tree = reader.value(each.node, "number")
                else:
                    tree = reader.entities(each.node, each.want)
                code = aside.single(tree)
                writer.values[each.name] = writer.function(code, each.arguments, each.registers)

        return build

    def value_card(self, card_id: str, worth: Json) -> None:
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
            lambda writer: write_card(writer, card, behaviors),
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
        for of, by_timing in ((pack.aims, unit.pools), (pack.gates, unit.gates)):
            for name, pools in by_timing.items():
                timing = pack.timings[name]
                context = tuple([type for type, _ in timing.context.values()])
                if pools:
                    known = of.setdefault(card.symbol, [])
                    known.extend((pool, context, timing.index) for pool in pools)
        for definition in unit.own:
            own = pack.own_modifiers[definition.property]
            own[card.symbol] = (*own.get(card.symbol, ()), definition)
        pack.amounts[card.id] = [
            Amount(tuple(place), frozenset(zones), unit.values[name])
            for place, zones, name in unit.about["amounts"]
        ]


def write_card(writer: UnitWriter, card: CardDef, behaviors: Json) -> None:
    """The unit of a card: its behaviours by timing, its own modifiers, its amounts."""
    found = macros.behaviors(Reader(writer, Scope(), Place(card.place)), behaviors)
    by_timing: dict[str, list[Behavior]] = {}
    for each in found:
        if each.timing is None:
            _write_own_modifiers(writer, card, each.modifiers)
        else:
            by_timing.setdefault(each.timing.name, []).append(each)
    for name, of_one in by_timing.items():
        behavior(writer, f"{card.id} {name}", of_one)
    _write_amounts(writer, card, found)


def _preference(prompt: str, about: str) -> str:
    """The name of what is asked for `bot.prefer` of a prompt, about cards or definitions."""
    return f"bot.prefer.{prompt} {about}"


def _write_own_modifiers(writer: UnitWriter, card: CardDef, own: Sequence[ModifierNode]) -> None:
    """Modifiers of the card itself, wherever it is."""
    frame = Frame(f"{card.id} always", card=card.id)
    for tree in own:
        writer.own.append(lasting.define_modifier(Emitter(writer, frame), tree))
        if not tree.property.owned:
            message = "a card's own modifier has its property written out"
            writer.problem(str(tree.place.at(".property")), message)


def _write_amounts(writer: UnitWriter, card: CardDef, behaviors: Sequence[Behavior]) -> None:
    """What a card's amounts would be now, for those who read it; see `amounts.foreseen`."""
    for number, known in enumerate(foreseen(behaviors)):
        aside = Emitter(writer, Frame(card.id), pure=True)
        for binding, value in known.counted:
            aside.bind(binding, aside.piece(value))
        name, code = f"amount {number}", aside.single(known.amount)
        writer.values[name] = writer.function(code, "m you this", "you, this, 0, None")
        writer.amounts.append((known.place, sorted(known.zones()), name))


def _checks(defined: Defined) -> Callable[[UnitWriter], None]:
    """What reads a word that is written out where it is used, with nothing given to it."""

    def build(writer: UnitWriter) -> None:
        place = Place(defined.place)
        nothing = Literal(place=place, type="any", value=0)
        scope = Scope(names={"given": Binding("given", "any", given=nothing)})
        node = dict.fromkeys(defined.params, "{given}")
        tree = defined_words.inline(Reader(writer, scope, place), defined, node)
        Emitter(writer, Frame(defined.name), pure=True).piece(tree)

    return build
