"""What the code of one frame has in common while it is emitted: registers, and where names are."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..program.values import Piece
from ..running.code import FIRST_FREE, TARGET
from .tree import Binding


@dataclass(slots=True)
class Bound:
    """Where the value of a name is: itself, in a register, or a place for each of its parts."""

    value: Piece | None = None
    register: int = -1
    parts: dict[str, Piece] = field(default_factory=dict)


@dataclass(slots=True)
class Frame:
    """
    What the code of one frame has in common: its registers, whether it is part of a cast and aims
    at its target, what it keeps until it ends, whose it is.
    """

    name: str
    card: str | None = None
    cast: bool = False  # choosers marked as targets mean the target of the cast
    registers: int = FIRST_FREE
    aims: str = ""  # the chooser
    pools: list[str] = field(default_factory=list)  # functions: what a cast can aim at
    gates: list[str] = field(default_factory=list)  # and the options of a menu that all aim
    aimed: bool = False  # whether the target of the cast is certainly known by now
    target: int = TARGET  # the register with that target, or with that of an option
    known: int = 0  # how many registers are filled when it begins, where others may fill them
    keeps: dict[str, int] = field(default_factory=dict)  # by what is kept: the register of before
    context_at: int = 0  # the first register of the context of the event
    bound: dict[Binding, Bound] = field(default_factory=dict)
    marks: list[int] = field(default_factory=list)  # of what is watched: see `Compiler.watch`

    def nested(self, called: str) -> Frame:
        """The frame of a trigger: it has a copy of what is known here, and goes on numbering."""
        known = dict(self.bound)
        return replace(self, name=called, cast=False, aims="", keeps={}, bound=known, marks=[])

    def new_register(self) -> int:
        self.registers += 1
        return self.registers - 1
