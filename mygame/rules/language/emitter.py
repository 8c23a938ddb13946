"""
Where the words of a pack write their Python: emitters, and the names that are in scope there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..running.code import FIRST_FREE
from .references import template
from .source import Expr, indent, key_source

if TYPE_CHECKING:
    from .compile import Compiler

MAX_NESTING = 40


@dataclass(slots=True)
class Symbol:
    """A name in scope. `register` holds the value; `parts` are what can follow the dot."""

    expr: Expr | None = None
    parts: dict[str, Expr] = field(default_factory=dict)
    register: int = -1
    record: dict[str, tuple[int, str, tuple[str, ...]]] | None = (
        None  # name -> (index, type, domain) in a tuple
    )
    family: bool = False  # register holds ((key, value), ...)
    type: str = "any"


@dataclass(slots=True)
class FrameShape:
    """
    What the scopes of one frame share: how many registers it has, whether it aims at the target of
    a cast, and where it keeps answers.
    """

    registers: int = FIRST_FREE
    aims: str = ""  # the chooser
    keeps: int = 0  # the register


@dataclass(slots=True)
class Scope:
    """
    The names of one piece of code. Macros share its frame; nested triggers copy it and go on
    numbering.
    """

    name: str
    symbols: dict[str, Symbol] = field(default_factory=dict)
    frame: FrameShape = field(default_factory=FrameShape)
    card: str | None = None
    cast: bool = False  # choosers marked as targets mean the target of the cast
    event: Any = None
    context_at: int = 0
    it: Expr | None = None
    depth: int = 0
    blocks: dict[str, tuple[Scope, Any, str]] = field(
        default_factory=dict
    )  # {do} parameters: where they are from

    def nested(self, name: str) -> Scope:
        """The scope of a trigger: it sees a snapshot of everything known here."""
        frame = FrameShape(self.frame.registers)
        return replace(self, name=name, symbols=dict(self.symbols), frame=frame, cast=False)

    def inner(self) -> Scope:
        """The scope of something expanded in place: names of its own, the same frame."""
        return replace(
            self, symbols=dict(self.symbols), blocks=dict(self.blocks), depth=self.depth + 1
        )

    def new_register(self) -> int:
        self.frame.registers += 1
        return self.frame.registers - 1


class Emitter:
    """
    What a doable writes into: lines, labels, jumps and suspensions.

    `c.line(src)` adds Python; `c.suspend(src)` ends the block: src is an expression that is 0 to go
    on, or the machine's CALL or WAIT after a frame was pushed or a choice made.
    """

    def __init__(self, compiler: Compiler, scope: Scope, place: str, pure: bool = False):
        self.compiler = compiler
        self.scope = scope
        self.place = place
        self.pure = pure
        self.items: list[tuple] = []
        self.loops: list[str] = []

    # -- what words use ----------------------------------------------------------------------------

    def line(self, source: str) -> None:
        """Add a line (or several) of Python."""
        self.items.append(("line", source))

    def suspend(self, source: str, always: bool = False) -> None:
        """End the block at a place where something else may run first (`always`: does)."""
        if self.pure:
            self.problem("nobody can be asked and nothing can happen here")
        self.items.append(("suspend", source, always))

    def suspend_if(self, condition: str, source: str, otherwise: str = "") -> None:
        """Suspend only when the condition holds, a test that is cheap; `otherwise` is a line."""
        if self.pure:
            self.problem("nobody can be asked and nothing can happen here")
        self.items.append(("maybe", condition, source, otherwise))

    def register(self) -> int:
        """A new register of the frame."""
        return self.scope.new_register()

    def label(self) -> str:
        return self.compiler.unique("L")

    def local(self) -> str:
        return self.compiler.unique("t")

    def place_label(self, label: str) -> None:
        self.items.append(("label", label))

    def goto(self, label: str) -> None:
        self.items.append(("goto", label))

    def branch(self, condition: str, then: str, otherwise: str) -> None:
        self.items.append(("branch", condition, then, otherwise))

    def switch(self, source: str, labels: list[str]) -> None:
        self.items.append(("switch", source, labels))

    def finish(self) -> None:
        self.items.append(("finish",))

    def problem(self, message: str, at: str = "") -> None:
        self.compiler.problem(self.place + at, message)

    def at(self, suffix: str) -> Emitter:
        """The same emitter, seen from a place further inside."""
        inner = Emitter.__new__(Emitter)
        inner.__dict__ = {**self.__dict__, "place": self.place + suffix}
        return inner

    def sub(self, nodes: Any, suffix: str) -> Emitter:
        """Compile a nested list of doables into an emitter of its own, to be inlined or spliced."""
        inner = Emitter(self.compiler, self.scope, self.place + suffix, self.pure)
        inner.loops = self.loops
        inner.body(nodes)
        return inner

    @property
    def atomic(self) -> bool:
        """Whether everything here is plain lines that cannot be interrupted."""
        return all(item[0] == "line" for item in self.items)

    def block(self) -> str:
        """The lines of an atomic emitter, as the body of a Python block."""
        return indent("\n".join(item[1] for item in self.items) or "pass")

    def splice(self, inner: Emitter) -> None:
        self.items.extend(inner.items)

    def body(self, nodes: Any) -> None:
        """Compile a list of doables in order."""
        if isinstance(nodes, str) and nodes.strip("{}") in self.scope.blocks:
            self.expand(nodes.strip("{}"))
            return
        if isinstance(nodes, dict):
            nodes = [nodes]
        if not isinstance(nodes, list):
            self.problem("a list of doables belongs here")
            return
        self.scope.depth += 1
        if self.scope.depth > MAX_NESTING:
            self.problem(f"nested more than {MAX_NESTING} deep")
        else:
            for number, node in enumerate(nodes):
                if isinstance(node, str) and node.strip("{}") in self.scope.blocks:
                    self.expand(node.strip("{}"))
                else:
                    self.compiler.doable(self.at(f"[{number}]"), node)
        self.scope.depth -= 1

    def expand(self, name: str) -> None:
        """
        A block that was given to a word: compiled where it stands, with the names known where it
        was written.
        """
        scope, nodes, place = self.scope.blocks[name]
        inner = Emitter(self.compiler, replace(scope, depth=self.scope.depth), place, self.pure)
        inner.loops = self.loops
        inner.body(nodes)
        self.splice(inner)

    # -- parameters --------------------------------------------------------------------------------

    def value(self, node: Any, want: str = "any", suffix: str = "") -> Expr:
        """A single value of the wanted type."""
        return self.compiler.value(self.at(suffix), node, want)

    def condition(self, node: Any, suffix: str = "") -> str:
        """The Python source of a condition."""
        return self.compiler.condition(self.at(suffix), node)

    def entities(self, node: Any, want: str = "entities", suffix: str = "") -> Expr:
        """The source of a tuple or list of entities; asks players where the node says so."""
        return self.compiler.entities(self.at(suffix), node, want)

    def filter(self, node: Any, candidate: Expr, suffix: str = "") -> str:
        """A condition about a candidate, which the node calls {it}."""
        outer, self.scope.it = self.scope.it, candidate
        try:
            return self.condition(node, suffix)
        finally:
            self.scope.it = outer

    # -- results -----------------------------------------------------------------------------------

    def name_result(
        self,
        node: dict,
        parts: dict[str, tuple[int, str, tuple[str, ...]]] | None,
        type: str = "any",
    ) -> tuple[int, str]:
        """
        Bind the `id` of a doable. Returns the register that takes the result (-1: no id) and the
        source of its key.

        With `parts` the result is a tuple of which `{id.part}` picks one; else `{id}` is the value
        itself.
        """
        identifier = node.get("id")
        if identifier is None:
            return -1, "None"
        if not isinstance(identifier, str) or not re.match(r"[A-Za-z_]", identifier):
            self.problem("an id is a name that starts with a letter", ".id")
            return -1, "None"
        pattern, keys = template(self, identifier)
        symbol = self.scope.symbols.get(pattern)
        if (
            symbol is None
            or symbol.register < 0
            or symbol.record != parts
            or symbol.family != bool(keys)
        ):
            symbol = Symbol(register=self.register(), record=parts, family=bool(keys), type=type)
            self.scope.symbols[pattern] = symbol
        return symbol.register, key_source(keys)

    def store(self, register: int, key: str, source: str) -> None:
        """A line that puts a result where `name_result` said."""
        if register < 0:
            self.line(source)
        elif key == "None":
            self.line(f"r[{register}] = {source}")
        else:
            self.line(f"r[{register}] = more(r[{register}], {key}, {source})")
