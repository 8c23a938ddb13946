"""
The compiler: from the trees of a pack to units of the program form, and to plain Python.

Every piece of behaviour (a card's timing, a trigger, a defined word, the flow) becomes a `Code`: a
routine that may wait wherever a player may be asked, an event may be heard or another code is
called. `read` makes the trees, `emit` and `words` write them in the form (`rules.program`), `units`
keeps what belongs together, and `rules.backends` write it for their machines. Here is what holds
for all of a pack: its budget, its problems, and which units there are already. Begin with
`Compiler.compile_unit`.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..backends.python.writer import source_of
from ..ground.digests import digest
from ..ground.errors import Problem
from ..program.form import Register
from ..program.routine import Routine
from ..program.values import Piece
from ..running.code import Unit
from .declared import Declarations, Defined
from .emit import Emitter
from .frame import Bound, Frame
from .read import Reader
from .scope import Scope
from .spoken import Spoken
from .tree import Behavior, Binding, Node, Place
from .trees import Trees
from .units import Mark, UnitWriter, Written, link_unit
from .words import lasting

MAX_NODES = 20_000  # of the tree of one card or word, with the words in it written out
MAX_SIZE = 100_000  # of a piece, with what words were given written out wherever it is used
# Of all pieces of a pack; the flagship has 8,000 parts, a size of 20,000 and takes half a second.
MAX_PARTS = 300_000
MAX_TOTAL = 1_500_000  # the sizes of all pieces
MAX_SECONDS = 30.0  # of processor time
MAX_MEMORY = 400_000_000  # bytes that the process grows by
MEASURED = 16  # units, after which memory is looked at again
MOST_TOLD = 200  # problems of one pack

STATM, PAGE = Path("/proc/self/statm"), resource.getpagesize()

#: How a problem begins of which the engine has no sentence; the fuzzer looks for it.
UNREADABLE = "this cannot be read"


def memory_used() -> int:
    """The bytes of this process that lie in memory."""
    try:
        return int(STATM.read_text().split()[1]) * PAGE
    except OSError:  # no Linux: the most that there were
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1_024


class _TooMuch(Exception):
    """A card or word, or all of a pack, is larger than any sensible one."""


class Compiler:
    """
    Compiles the units of one pack from what it declares; problems are collected, never raised.
    """

    def __init__(
        self,
        declarations: Declarations,
        known: dict[str, Written] | None = None,
        watched: Callable[[int], None] | None = None,
    ):
        """
        `known`: units by name that were compiled before; those that still hold are taken as they
        are. None: all are compiled, whatever is kept. `watched`: the code calls it with a number at
        each doable and each beginning.
        """
        self.declarations = declarations
        self.spoken = Spoken()
        self.trees = Trees(declarations)
        self.known = known
        self.watched = watched
        self.marks: list[Mark] = []  # by these numbers
        self.interface = ""
        self.problems: list[Problem] = []
        self.mistakes = 0  # how many there were, of which the first are told
        self.written: dict[str, Written] = {}
        self.units: dict[str, Unit] = {}
        self.keeps_sources = False  # whether `sources` is asked for, which takes most of the memory
        self.routines: list[tuple[str, Routine]] = []  # unit and routine, of what was compiled
        self.compiled: list[str] = []  # the units that were not known
        self.begun_words: set[str] = set()
        self.nodes = 0  # of the piece that is compiled now
        self.parts = 0  # of all pieces before it
        self.size = 0  # of this piece
        self.total = 0  # the sizes of all pieces before it
        self.seconds = MAX_SECONDS
        self.begun, self.memory = time.thread_time(), memory_used()
        self.whole = ""  # what is too much of the pack as a whole

    @classmethod
    def extending(
        cls, declarations: Declarations, units: Mapping[str, Unit], trees: Trees
    ) -> Compiler:
        """A compiler for something more of a pack that is compiled, which stays as it is."""
        compiler = cls(declarations.copy())
        compiler.interface, compiler.trees = declarations.interface, trees
        compiler.units, compiler.begun_words = dict(units), set(units)
        return compiler

    @contextmanager
    def budgeted(self, place: str) -> Iterator[None]:
        """
        One card, word or part of the flow is compiled inside: it has a budget of its own, and what
        cannot be compiled is a problem of its place, whatever it is. What fails after something was
        told of it, such as a tree with a hole written as Python, need not be told again.
        """
        self.nodes, self.size, known, before = 0, 0, self.whole, self.mistakes
        try:
            yield
        except (_TooMuch, RecursionError):
            part = f"with its words written out this has more than {MAX_NODES} parts"
            self.mistakes += 1
            if not known:  # what is too much of all is told once
                self.problem(place, self.whole or part)
        except MemoryError:
            self.whole = self.whole or "there is no memory for more of the pack than up to here"
            self.mistakes += 1
            if not known:
                self.problem(place, self.whole)
        except Exception as error:  # noqa: BLE001 (a problem of the pack, which its author reads)
            if self.mistakes == before:
                self.problem(place, f"{UNREADABLE} ({type(error).__name__}: {error})")
        self.parts += self.nodes
        self.total += self.size

    def count_node(self) -> None:
        """A node of the tree is read."""
        self.nodes += 1
        if self.nodes == 1:
            self.whole = self.whole or self._excess_of_pack()
        if self.nodes > MAX_NODES or self.whole:
            raise _TooMuch

    def _excess_of_pack(self) -> str:
        """What of the pack is more than is compiled, up to this piece."""
        if self.parts > MAX_PARTS:
            return f"with its words written out the pack has more than {MAX_PARTS} parts up to here"
        if self.total > MAX_TOTAL:
            return f"the pack is compiled to more than {MAX_TOTAL} steps up to here"
        if time.thread_time() - self.begun > self.seconds:
            return f"compiling the pack has taken {self.seconds:.0f} s up to here; that is too long"
        if len(self.compiled) % MEASURED == 0 and memory_used() - self.memory > MAX_MEMORY:
            most = MAX_MEMORY // 1_000_000
            return f"compiling the pack has taken {most} MB of memory up to here; that is too much"
        return ""

    def problem(self, place: str, message: str) -> None:
        """Something is wrong at a place."""
        self.mistakes += 1
        if len(self.problems) < MOST_TOLD:
            self.problems.append(Problem(place, message))

    def weigh(self, tree: Node) -> None:
        """A tree is about to be written as Python."""
        self.size += tree.size
        if self.size > MAX_SIZE:
            raise _TooMuch

    @property
    def sources(self) -> list[tuple[str, str]]:
        """
        The Python of what was compiled: unit and function, one by one; of a compiler that
        `keeps_sources`.
        """
        return [(unit, source_of(routine)) for unit, routine in self.routines]

    # -- units -------------------------------------------------------------------------------------

    def compile_unit(
        self,
        name: str,
        source: Any,
        build: Callable[[UnitWriter], None],
        card: str | None = None,
    ) -> Unit | None:
        """
        The unit of this name: one that is known and still holds, or what `build` writes. `source`
        is the data it is made of. None where something is wrong with it.
        """
        of = digest(source)
        written = self.known.get(name) if self.known else None
        if written is None or written["source"] != of or not self._is_current(written):
            mistakes, writer = self.mistakes, UnitWriter(self, name, card)
            build(writer)
            if self.mistakes > mistakes:
                return None
            written = writer.to_data(of, self.interface)
            if self.keeps_sources:
                self.routines += [(name, routine) for routine in writer.routines]
            self.compiled.append(name)
        self.written[name] = written
        unit = self.units[name] = link_unit(written, self.declarations, self.watched)
        self._register_names(unit)
        return unit

    def knows_interface(self, interface: str) -> bool:
        """Whether any unit is known of what declares this."""
        return any(each["interface"] == interface for each in (self.known or {}).values())

    def _is_current(self, written: Written) -> bool:
        """Whether the words of a unit are what they were, and the cards that it names are there."""
        if written["interface"] != self.interface:
            return False
        for need, (family, how, wanted) in written["needs"].items():
            defined = self.declarations.defined_word(family, need.partition(" ")[2])
            if defined is None:
                return False
            if how == "body":
                if defined.digest != wanted:
                    return False
            elif (unit := self.unit_of_word(defined)) is None or digest(
                unit.about["signature"]
            ) != wanted:
                return False
        return all(map(self.declarations.has_dotted, written["mentions"]))

    def _register_names(self, unit: Unit) -> None:
        """What the pack knows by its units: prompts, options, lines of the log, names."""
        spoken, about = self.spoken, unit.about
        for prompt, kind in about["prompts"]:
            spoken.prompts.setdefault(prompt, set()).add(kind)
        for word, kind in about["words"]:
            spoken.option_words.setdefault(word, set()).add(kind)
        for prompt, names in about["told"]:
            spoken.told.setdefault(prompt, set()).add(tuple(names))
        for number, (message, arguments) in about["notes"].items():
            arguments = tuple(map(tuple, arguments))
            if spoken.notes.setdefault(number, (message, arguments)) != (message, arguments):
                other = spoken.notes[number][0]
                self.problem(unit.name, f"call {message} otherwise: its number is that of {other}")
            spoken.messages.setdefault(message, tuple(name for name, _ in arguments))
        for name in about["names"]:
            self.declarations.symbol(name)

    # -- words of the pack -------------------------------------------------------------------------

    def unit_of_word(self, defined: Defined) -> Unit | None:
        """The unit of a defined doable; None while it is compiled, and where it cannot be."""
        name = f"word {defined.name}"
        if name not in self.begun_words:
            self.begun_words.add(name)
            unit = self.compile_unit(
                name, defined.digest, lambda writer: self._write_word(writer, defined)
            )
            if unit is not None:
                results = unit.about["signature"]["results"]
                defined.results = {part: (type, tuple(domain)) for part, (type, domain) in results}
        return self.units.get(name)

    def _write_word(self, writer: UnitWriter, defined: Defined) -> None:
        number = writer.new_code(writer.name)
        scope, frame = Scope(), Frame(writer.name)
        for name, param in defined.params.items():
            bind_parameter(scope, frame, name, param.type, param.domain)
            usual = None if param.is_required else [param.default]
            writer.takes.append((name, param.type, param.domain, param.aliases, usual))
        given = frame.registers
        reader = Reader(writer, scope, Place(defined.place))
        tree = reader.at(".do").block(defined.body)
        results = {n: reader.at(f".result.{n}").any_value(r) for n, r in defined.result.items()}
        writer.result = {name: (node.type, node.domain) for name, node in results.items()}
        defined.results |= writer.result
        self.weigh(tree)
        c = Emitter(writer, frame)
        c.emit_block(tree)
        aside = c.pure_emitter()
        gives = [aside.emit_value(node) for node in results.values()]
        writer.finish_code(number, c, gives, given)


def bind_parameter(
    scope: Scope, frame: Frame, name: str, type: str, domain: tuple[str, ...] = ()
) -> None:
    """A parameter of a word, in the next register."""
    scope.names[name] = Binding(name, type, domain)
    place = Register(frame.new_register())
    frame.bound[scope.names[name]] = Bound(Piece(place, held=True))


def write_behaviors(writer: UnitWriter, name: str, behaviors: Sequence[Behavior]) -> None:
    """The code of all behaviours of a card at one timing."""
    number = writer.new_code(name)
    frame = Frame(name, card=writer.card, cast=True)
    c = Emitter(writer, frame)
    for each in behaviors:
        assert each.timing is not None  # noqa: S101 (those without one are no code)
        assert each.context is not None  # noqa: S101
        if each.context not in frame.bound:
            lasting.bind_context(frame, each.context)
            frame.known = frame.registers
        writer.weighed(each.do)
        c.emit_block(each.do)
        writer.behaviors[each.timing.name] = number, ""
    writer.finish_code(number, c)
    for timing in {each.timing.name for each in behaviors if each.timing is not None}:
        writer.behaviors[timing] = number, frame.aims
        writer.pools[timing], writer.gates[timing] = frame.pools, frame.gates


def write_body(writer: UnitWriter, scope: Scope, frame: Frame, place: str, nodes: Any) -> None:
    """The code of a list of doables that belongs to no card."""
    number = writer.new_code(writer.name)
    c = Emitter(writer, frame)
    block = Reader(writer, scope, Place(place)).block(nodes)
    writer.weighed(block)
    c.emit_block(block)
    writer.finish_code(number, c)
