"""
The compiler: from the trees of a pack to plain Python.

Every piece of behaviour (a card's timing, a trigger, a defined word, the flow) becomes a `Code`: a
tuple of *blocks*, functions `block(match, registers) -> next block`. A block runs straight through;
it ends where a player may be asked, an event may be heard or another code is called, so Python's
own stack is empty there. What cannot be interrupted stays one block.

`read` makes the trees, `emit` and `words` write them as trees of Python, `assemble` cuts what they
write into the blocks of a `Code`. Here is what holds for all of a pack: its budget, its codes, and
what is linked at the end.
"""

from __future__ import annotations

import ast
import hashlib
import itertools
import marshal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..ground.errors import Problem
from ..running.code import FIRST_FREE, Code, ModifierDef, TriggerDef
from ..running.state import Field
from . import quote
from .assemble import Assembler
from .emit import Emitter, Frame
from .quote import Piece, register
from .read import Reader, Scope
from .tree import Behavior, Binding, Block, Node, Place, Use
from .words import lasting

RESERVED = ("you", "this")  # names of the first two registers
MAX_NODES = 20_000  # of the tree of one card or word, with the words in it written out
MAX_SIZE = 100_000  # of a piece, with what words were given written out wherever it is used
# Of all pieces of a pack; the flagship has 8,000 parts, a size of 20,000 and takes half a second.
MAX_PARTS = 300_000
MAX_TOTAL = 1_500_000  # the sizes of all pieces
MAX_SECONDS = 30.0  # of processor time
BATCH = 500  # functions that Python compiles at once


class _TooMuch(Exception):
    """A card or word, or all of a pack, is larger than any sensible one."""


@dataclass(slots=True)
class Mark:
    """Something that is watched: a doable at a place, or ("") the beginning of a code."""

    place: str
    card: str | None
    code: Code | None = None


class Compiler:
    """
    Compiles the pieces of one pack. `pack` supplies the declarations; problems are collected, never
    raised.
    """

    def __init__(self, pack: Any, watched: bool = False):
        """`watched`: the code calls `reached(number)` at each doable and each beginning."""
        self.pack = pack
        self.watched = watched
        self.marks: list[Mark] = []  # by these numbers
        self.layout = pack.layout
        self.problems: list[Problem] = []
        self.codes: list[Code] = []
        self.triggers: list[TriggerDef] = []
        self.modifiers: list[ModifierDef] = []
        self.written: list[ast.stmt] = []  # functions
        self.blocks_of: dict[int, int] = {}
        self.functions: list[tuple[Any, str, str]] = []  # (object, attribute, name of function)
        self.offered: dict[str, tuple[str, str]] = {}  # name -> (word, kind) of options
        self.changed: dict[str, tuple[tuple[Field, ...], bool]] = {}  # name -> what `changer` takes
        self.words: dict[str, Code] = {}
        self.bodies: dict[str, Block] = {}  # of these
        self.atomic_words: set[str] = set()
        self.counter = 0
        self.nodes = 0  # of the piece that is compiled now
        self.parts = 0  # of all pieces before it
        self.size = 0  # of this piece
        self.total = 0  # the sizes of all pieces before it
        self.begun = time.thread_time()
        self.whole = ""  # what is too much of the pack as a whole

    @contextmanager
    def piece(self, place: str) -> Iterator[None]:
        """
        One card, word or part of the flow is compiled inside: it has a budget of its own, and what
        cannot be compiled is a problem of its place, whatever it is.
        """
        self.nodes, self.size, known = 0, 0, self.whole
        try:
            yield
        except (_TooMuch, RecursionError):
            part = f"with its words written out this has more than {MAX_NODES} parts"
            if not known:  # what is too much of all is told once
                self.problem(place, self.whole or part)
        except Exception as error:  # noqa: BLE001 (a problem of the pack, which its author reads)
            self.problem(place, f"this cannot be read ({type(error).__name__}: {error})")
        self.parts += self.nodes
        self.total += self.size

    def counted(self) -> None:
        """A node of the tree is read."""
        self.nodes += 1
        if self.nodes == 1:
            self.whole = self.whole or self._too_much_of_all()
        if self.nodes > MAX_NODES or self.whole:
            raise _TooMuch

    def _too_much_of_all(self) -> str:
        """What of the pack is more than is compiled, up to this piece."""
        if self.parts > MAX_PARTS:
            return f"with its words written out the pack has more than {MAX_PARTS} parts up to here"
        if self.total > MAX_TOTAL:
            return f"the pack is compiled to more than {MAX_TOTAL} steps up to here"
        if time.thread_time() - self.begun > MAX_SECONDS:
            return f"compiling the pack has taken {MAX_SECONDS:.0f} s up to here; that is too long"
        return ""

    def weighed(self, tree: Node) -> None:
        """A tree is about to be written as Python."""
        self.size += tree.size
        if self.size > MAX_SIZE:
            raise _TooMuch

    def problem(self, place: str, message: str) -> None:
        if len(self.problems) < 200:
            self.problems.append(Problem(place, message))

    def watch(self, c: Emitter, place: str) -> None:
        """Have it told that something at this place is carried out, where that is watched."""
        if self.watched:
            c.frame.marks.append(len(self.marks))
            c.do("reached(NUMBER)", NUMBER=len(self.marks))
            self.marks.append(Mark(place, c.frame.card))

    def unique(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    # -- what the pack learns ----------------------------------------------------------------------

    def offers(self, prompt: str, word: str, kind: str) -> None:
        """There is a choice with this prompt and such options."""
        self.pack.prompts.add(prompt)
        self.pack.option_words.setdefault(word, set()).add(kind)

    def options_of(self, word: str, kind: str) -> str:
        """The name of the function that gives the option of an entity."""
        name = f"OPTION_{kind or 'plain'}_{word}"
        self.offered[name] = (word, kind)
        return name

    def changer(self, fields: tuple[Field, ...], mode: str) -> str:
        """The name of the function that changes a field: sets it or adds to it."""
        name = "_".join([mode, *(field.kind for field in fields), fields[0].name])
        self.changed[name] = (fields, mode == "add")
        return name

    def note(self, message: str, arguments: tuple[tuple[str, str], ...]) -> int:
        """The index of a line of the log, with the names and kinds of its arguments."""
        self.pack.messages.setdefault(message, tuple(name for name, _ in arguments))
        notes = self.pack.notes
        if (message, arguments) not in notes:
            notes.append((message, arguments))
        return notes.index((message, arguments))

    # -- words of the pack -------------------------------------------------------------------------

    def results(self, defined: Any) -> dict[str, tuple[str, tuple[str, ...]]]:
        """What a defined doable gives. Its code is compiled first, unless it is used by itself."""
        self.word_code(defined)
        return defined.results

    def body(self, defined: Any) -> Block | None:
        """The tree of a defined doable; None while it is read."""
        return self.bodies.get(defined.name)

    def call(self, c: Emitter, use: Use) -> None:
        """
        A defined doable: a call of its code, or a plain function call when it cannot be
        interrupted.
        """
        defined = use.word
        code = self.word_code(defined)
        values = [register(i) for i in range(FIRST_FREE)]
        for name in defined.params:
            given = use.arguments[name]
            values.append(c.held(given) if isinstance(given, Node) else quote.const(0))
            if name in RESERVED:  # it is that, also to what follows a card (inPlay) or a player
                values[RESERVED.index(name)] = values[-1]
        if defined.name in self.atomic_words:
            spare = [quote.const(None)] * (code.size - len(values))
            registers = ast.List([*values, *spare], ast.Load(), **quote.AT)
            c.store(use, quote.call(f"a{code.index}", quote.name("m"), registers))
            return
        number, key = c.result(use)
        rest = quote.spread(quote.name(f"REST_{code.index}"))
        registers = ast.List([*values, rest], ast.Load(), **quote.AT)
        into = (number, key) if number >= 0 else ()
        word = quote.name(f"WORD_{code.index}")
        c.suspend(quote.call("m.call", word, registers, *into), always=True, at=use)

    def word_code(self, defined: Any) -> Code:
        """The code of a defined doable, compiled at its first use."""
        code = self.words.get(defined.name)
        if code is not None:
            return code
        code = self.new_code(f"word {defined.name}", None)
        self.words[defined.name] = code
        scope, frame = Scope(), Frame(code.name)
        for name, param in defined.params.items():
            self.parameter(scope, frame, name, param.type, param.domain)
        code.given = frame.registers
        reader = Reader(self, scope, Place(defined.place))
        tree = self.bodies[defined.name] = reader.at(".do").block(defined.body)
        results = {n: reader.at(f".result.{n}").any_value(r) for n, r in defined.result.items()}
        defined.results |= {name: (node.type, node.domain) for name, node in results.items()}
        self.weighed(tree)
        c = Emitter(self, frame)
        c.block(tree)
        aside = c.aside()
        given = [aside.single(node) for node in results.values()]
        self.finish_code(code, c, given)
        if c.atomic:  # a recursive word was already called as one that can be interrupted
            self.atomic_words.add(defined.name)
            gives = quote.pack(given) if given else quote.const(None)
            body = [*c.statements(), quote.back(gives)]
            self.written.append(quote.function(f"a{code.index}", "m r", body))
        return code

    def parameter(
        self, scope: Scope, frame: Frame, name: str, type: str, domain: tuple[str, ...] = ()
    ) -> None:
        """A parameter of a word, in the next register."""
        scope.names[name] = Binding(name, type, domain)
        place = register(frame.new_register())
        frame.bound[scope.names[name]] = lasting.Bound(Piece(place, held=True))

    # -- codes -------------------------------------------------------------------------------------

    def new_code(self, name: str, card: str | None) -> Code:
        code = Code(len(self.codes), name, card)
        self.codes.append(code)
        return code

    def finish_code(self, code: Code, c: Emitter, results: list[ast.expr] | None = None) -> None:
        """Turn what was emitted into blocks."""
        if self.watched:
            c.items.insert(0, ("line", quote.lines("reached(NUMBER)", NUMBER=len(self.marks))))
            self.marks.append(Mark("", c.frame.card))
            for number in (*c.frame.marks, len(self.marks) - 1):
                self.marks[number].code = code
        code.size = c.frame.registers
        code.keeps = c.frame.keeps
        leave = quote.call("m.leave", quote.pack(results) if results else quote.const(None))
        blocks = Assembler(c.items, leave).functions()
        for number, lines in enumerate(blocks):
            self.written.append(quote.function(f"c{code.index}_{number}", "m r", lines))
        self.blocks_of[code.index] = len(blocks)

    def function(
        self, holder: Any, attribute: str, value: ast.expr, arguments: str = "m r"
    ) -> None:
        """
        A function for a condition or an amount, put onto `holder.attribute` when the pack is
        linked.
        """
        name = self.unique("f")
        self.written.append(quote.function(name, arguments, [quote.back(value)]))
        self.functions.append((holder, attribute, name))

    def behavior(self, name: str, card: str, behaviors: Sequence[Behavior]) -> tuple[Code, str]:
        """
        The code of all behaviours of a card at one timing. Returns it and the chooser of the target
        of its cast ("" if it has none).
        """
        code = self.new_code(name, card)
        frame = Frame(name, card=card, cast=True)
        c = Emitter(self, frame)
        for behavior in behaviors:
            if behavior.context is not None and behavior.context not in frame.bound:
                lasting.bind_context(frame, behavior.context)
            self.weighed(behavior.do)
            c.block(behavior.do)
        self.finish_code(code, c)
        return code, frame.aims

    def flow(self, code: Code, scope: Scope, frame: Frame, place: str, nodes: Any) -> None:
        """The code of a list of doables that belongs to no card."""
        c = Emitter(self, frame)
        block = Reader(self, scope, Place(place)).block(nodes)
        self.weighed(block)
        c.block(block)
        self.finish_code(code, c)

    def link(self, namespace: dict) -> None:
        """Compile all that was written and give every code its blocks."""
        for code in self.words.values():
            namespace[f"WORD_{code.index}"] = code
            namespace[f"REST_{code.index}"] = (None,) * (code.size - code.given)
        digest = hashlib.blake2b(digest_size=16)
        for batch in itertools.batched(self.written, BATCH):
            made = compile(quote.module(list(batch)), f"<pack {self.pack.id}>", "exec")
            digest.update(marshal.dumps(made, 2))
            exec(made, namespace)  # noqa: S102 (trees of numbers, strings and names of the engine's own)
        self.pack.code = digest.hexdigest()
        for code in self.codes:
            code.blocks = tuple(
                namespace[f"c{code.index}_{n}"] for n in range(self.blocks_of.get(code.index, 0))
            )
            code.padding = [None] * code.size
        for holder, attribute, name in self.functions:
            setattr(holder, attribute, namespace[name])
