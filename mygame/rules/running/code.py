"""
What comes out of the compiler: units, and the codes, triggers and modifiers in them.

A unit is a card, a word or a part of the flow, compiled alone; it calls others by name. Nothing in
it changes, and all versions of a pack, and all their matches, share the units that are the same.

Registers of a frame: 0 `you`, 1 `this`, 2 `spell`, 3 `target`, then parameters or captured values,
then locals.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from .state import Registers


class Live:
    """
    A match while it runs, as code knows it: what it is called with, and nothing more.

    What a match has stands in `parts.Parts`, the only class that is one.
    """

    __slots__ = ()


class Scripts(Protocol):
    """The scripts of a program. Functions are named by symbols."""

    def drive(self, match: Live, registers: Registers, results: list[Any]) -> bool:
        """
        Run a function, fed with results. Whether it has to wait: then they are in its register;
        else what it gives is the match's `result`, as a tuple of one.
        """
        ...

    def ask(self, match: Live, function: int, given: Sequence[Any]) -> Any:
        """What a function finds out that only reads: a number, an entity or several."""
        ...

    def listen(self, match: Live) -> Sequence[str]:
        """
        What functions tell from now on, the last lines, each behind its place: those of this
        match, not of its clones, and those that answer for its players.
        """
        ...

    @property
    def bot(self) -> int:
        """The function that answers for a player (`advise`); 0: there is none."""
        ...

    def advise(self, match: Live, function: int, given: Sequence[Any]) -> Sequence[int] | None:
        """
        What a function answers for a player, in a match that is there for nothing else: which
        options, counted from 1; None: nothing.
        """
        ...


#: Of a match, a card, and what a question gives: what the card answers.
type Answering = Callable[..., Any]
#: Of a match and the first registers, or all of them and the point `at` which it waited: whether it
#: has to wait.
type Direct = Callable[..., bool]
#: Of a match, the registers of a frame, and the point at which it waited: where it waits, or DONE.
type Engine = Callable[[Any, Registers, int], int]
#: Of a match, the registers that a modifier has captured, and the entity it may be about.
type OfModifier = Callable[[Live, Sequence[Any], int], int]
#: What a cast can aim at; of a match and registers.
type Pool = Callable[[Live, Registers], Sequence[int]]
#: What a cast can be aimed at: the types of the context of a timing, and which timing that is.
type Aim = tuple[Pool, tuple[str, ...], int]

YOU, THIS, SPELL, TARGET, FIRST_FREE = range(5)


class Code:
    """
    Compiled behaviour, and how many registers it needs: `direct`, a function of the match and of
    its first registers. A word that cannot be interrupted has a function that gives its result,
    `run(match, *parameters)`. Code of the engine's own has an `engine` instead: see `machine`.
    """

    __slots__ = (
        "card",
        "direct",
        "engine",
        "name",
        "number",
        "run",
        "size",
        "taking_result",
        "unit",
    )

    def __init__(
        self,
        unit: Unit | None,
        number: int,
        name: str,
        size: int = FIRST_FREE,
        engine: Engine | None = None,
    ):
        self.unit = unit
        self.number = number  # in its unit
        self.name = name
        self.card = unit.card if unit is not None else None
        self.direct: Direct | None = None
        self.engine = engine
        self.size = size
        self.run: Callable[..., Any] | None = None
        self.taking_result: frozenset[int] = frozenset()  # the points behind which it takes one

    def make_registers(self, given: Sequence[Any]) -> Registers:
        """All of its registers, of which these are given."""
        return [*given, *[None] * (self.size - len(given))]

    def __repr__(self) -> str:
        return f"<Code {self.name}>"


#: A piece of compiled code that waits: which code, its registers, and the point at which it waits.
#: Registers hold ints, None and nested tuples of them, so a frame can be copied and saved at any
#: time. The first four are `you`, `this`, `spell` and `target`. A plain tuple, for each clone makes
#: five of them.
type Frame = tuple[Code, Registers, int]
REGISTERS: Final = 1  # places in a frame


_name_of_code = re.compile(r"d(\d+)").fullmatch  # see `language.units`


def codes_running_at(error: BaseException) -> Iterator[Code]:
    """The codes that were running where an error was raised, the innermost first."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    for frame in reversed(frames):
        codes: Sequence[Code] = frame.f_globals.get("CODES", ())
        named = _name_of_code(frame.f_code.co_name) if codes else None
        if named is not None:
            yield codes[int(named[1])]


@dataclass(slots=True, eq=False)
class TriggerDef:
    """A trigger as declared; instances of it live in a match (`events.Trigger`)."""

    unit: Unit
    number: int
    name: str
    key: int  # 2 * event + (1 if before)
    mode: str
    captured: int
    priority: int = 0
    unique: bool = False
    condition: Callable[[Live, Registers], bool] | None = None
    code: Code | None = None  # None: of one that only ends others
    removers: tuple[TriggerDef, ...] = ()  # the triggers that end it
    bearer: int = -1  # the register with the card that bears it


@dataclass(slots=True, eq=False)
class ModifierDef:
    """A modifier as declared; instances live in a match (`modifiers.Modifier`)."""

    unit: Unit
    number: int
    name: str
    property: int
    layer: int
    mode: str
    duration: str
    amount: OfModifier
    unique: bool = False
    where: OfModifier | None = None  # whether it is about the entity; None: about all
    removers: tuple[TriggerDef, ...] = ()
    of: int = -1  # the register with what it is about, where that is known when it begins
    bearer: int = -1  # the register with the card that bears it


@dataclass(slots=True, eq=False, weakref_slot=True)
class Unit:
    """
    A card, a word or a part of the flow, compiled alone. `digest` is the same for the same code:
    it follows from its source, from what the pack declares, and from the words written out in it.
    """

    name: str  # `card base.treasure.common.bash`, `word damage`, `main`
    digest: str
    card: str | None = None
    codes: tuple[Code, ...] = ()
    triggers: tuple[TriggerDef, ...] = ()
    modifiers: tuple[ModifierDef, ...] = ()
    behaviors: dict[str, tuple[Code, str]] = field(default_factory=dict)  # timing -> code, its aim
    pools: dict[str, tuple[Pool, ...]] = field(
        default_factory=dict
    )  # timing -> what a cast aims at
    gates: dict[str, tuple[Pool, ...]] = field(
        default_factory=dict
    )  # timing -> what the options aim at of a menu each of which has a target
    own: tuple[ModifierDef, ...] = ()  # the modifiers of a card about itself
    answers: dict[str, Answering] = field(default_factory=dict)  # of a card, by question
    values: dict[str, Callable[..., Any]] = field(
        default_factory=dict
    )  # functions by name, for bots and texts
    about: dict[str, Any] = field(
        default_factory=dict
    )  # what the pack learns: see `language.units`

    def __repr__(self) -> str:
        return f"<Unit {self.name} {self.digest[:8]}>"


def unit_reference(made: Code | TriggerDef | ModifierDef) -> tuple[str, int]:
    """How a match saves what it has of a unit: the name of the unit, and the number in it."""
    return made.unit.name if made.unit is not None else "", made.number
