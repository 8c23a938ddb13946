"""
The nodes of the program form: values, which are worked out, and steps, which are carried out.

All are frozen; a body is a tuple of steps. A value is a number (64 bits; entities, definitions,
symbols, zones and truths are numbers too), nothing, a sequence of values, or a text that only
questions and options hold; `types` says which. Where each node stands its effects are known:
`contracts.contract_of` of a call, none of any other value.

What is called by name is a function of the engine that is marked with what it may do
(`running.contract.kernel`). A backend links it by that name: `Call("carry", ...)` is
`running.moving.carry`, `Call("move", ..., on_match=True)` the method `move` of the match
(`running.kernel.Kernel`); each function there that takes the match is given it as `Whole("match")`.
`Plain` is arithmetic on values that every machine has by itself. A second machine has the same
functions under the same names, works out arguments from left to right, and is done.

Registers belong to a routine: 0 `you`, 1 `this`, 2 `spell`, 3 `target`, then what it is given, then
its own; those that were given nothing hold nothing (None). Locals hold within a few steps; nothing
of them is needed once a routine has waited.

What holds no other nodes stands in `nodes`. Begin with `nodes.Value` and `nodes.Step`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .nodes import PLAYER as PLAYER
from .nodes import Arithmetical, Comparing
from .nodes import Body as Body
from .nodes import Const as Const
from .nodes import Constant as Constant
from .nodes import Local as Local
from .nodes import Made as Made
from .nodes import Node as Node
from .nodes import OfMatch as OfMatch
from .nodes import Register as Register
from .nodes import Result as Result
from .nodes import Step as Step
from .nodes import Value as Value
from .nodes import Whole as Whole
from .nodes import children as children
from .nodes import rebuild as rebuild
from .nodes import walk as walk


@dataclass(frozen=True, slots=True)
class Cell(Value):
    """A place of the state: so far behind an entity, whatever it is; or (None) behind its start."""

    of: Value | None
    offset: int


@dataclass(frozen=True, slots=True)
class PlayerField(Value):
    """A field of players of an entity that may be a card, which reads 0; `most` players."""

    of: Value
    offset: int
    most: int


@dataclass(frozen=True, slots=True)
class CardField(Value):
    """A field of cards of these kinds (symbols); other entities read 0."""

    of: Value
    offset: int
    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Printed(Value):
    """What is printed on a definition, by the number of the property."""

    definition: Value
    index: int


@dataclass(frozen=True, slots=True)
class Modified(Value):
    """
    Whether modifiers change a property of an entity: of all, of this one, or (`owned`) such as are
    printed on its definition.
    """

    index: int
    of: Value
    owned: bool


@dataclass(frozen=True, slots=True)
class Zone(Value):
    """The cards of a zone, by its number."""

    number: Value


@dataclass(frozen=True, slots=True)
class ZoneSpan(Value):
    """The cards of zones with the numbers from `first` up to `end`, one after the other."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Piles(Value):
    """The cards of every player's zone, the first of which is this, in order from the start."""

    first: int


@dataclass(frozen=True, slots=True)
class TurnOrder(Value):
    """All players in order from the start player."""


@dataclass(frozen=True, slots=True)
class Lookup(Value):
    """
    What a table of the program or match has under some keys: `zone_family` and `zone_owner` of a
    zone, `ranks` of a symbol, `places` of a family and an entity, `decks` and `brought` of a player
    and a name, `owners` of a card (0 where it has none).
    """

    table: str
    keys: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class HasBehavior(Value):
    """Whether a definition does anything at a timing."""

    timing: int
    definition: Value


@dataclass(frozen=True, slots=True)
class Arithmetic(Value):
    """Two numbers put together: exact (see `Clamp`)."""

    operator: Arithmetical
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Clamp(Value):
    """What an operation gives, as far as numbers go: `machine.clamp_number`."""

    of: Value


@dataclass(frozen=True, slots=True)
class Negative(Value):
    """A number with the other sign."""

    of: Value


@dataclass(frozen=True, slots=True)
class Compare(Value):
    """A truth about two values; `in`: whether several have it."""

    operator: Comparing
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Between(Value):
    """Whether a number is within bounds, ends included."""

    low: Value
    of: Value
    high: Value


@dataclass(frozen=True, slots=True)
class IsNothing(Value):
    """Whether a value is None."""

    of: Value


@dataclass(frozen=True, slots=True)
class Logic(Value):
    """
    The first that decides, `and` or `or`, else the last: a truth, or with `or` a list or nothing.
    """

    operator: Literal["and", "or"]
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Not(Value):
    """Whether a value does not hold: it is false, 0, nothing, or has no items."""

    of: Value


@dataclass(frozen=True, slots=True)
class Conditional(Value):
    """One value or another, by a test."""

    test: Value
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Let(Value):
    """A value in which another one, worked out once, has a name."""

    name: str
    of: Value
    inside: Value


@dataclass(frozen=True, slots=True)
class Group(Value):
    """Several values; `Spread` ones are put in item by item. A `list` is one that may grow."""

    items: tuple[Value, ...]
    form: Literal["tuple", "list", "set"] = "tuple"


@dataclass(frozen=True, slots=True)
class Spread(Value):
    """The items of several, inside a group."""

    of: Value


@dataclass(frozen=True, slots=True)
class AsList(Value):
    """An entity as a list; nothing is the empty list."""

    of: Value


@dataclass(frozen=True, slots=True)
class EndOf(Value):
    """The first or last of several; of nothing that is 0."""

    of: Value
    last: bool


@dataclass(frozen=True, slots=True)
class Item(Value):
    """The item of several at a place from 0, or from -1 backwards."""

    of: Value
    place: Value


@dataclass(frozen=True, slots=True)
class Front(Value):
    """So many of the first of several."""

    of: Value
    count: Value


@dataclass(frozen=True, slots=True)
class Collect(Value):
    """A value of each of several, of those for which the test holds (None: all)."""

    each: str
    of: Value
    value: Value
    test: Value | None = None


@dataclass(frozen=True, slots=True)
class Sorted(Value):
    """Several in the order of a number of each, the lowest first; equals as they were."""

    of: Value
    each: str
    key: Value


@dataclass(frozen=True, slots=True)
class Function(Value):
    """A function of one thing, which a call is given: it is called again and again."""

    each: str
    value: Value


@dataclass(frozen=True, slots=True)
class Plain(Value):
    """
    What every machine can by itself: `len`, `abs`, `int`, `sum` and `tuple` of one, `min` and `max`
    of some numbers, `least` and `most` of several (0 of none), `index` of one thing among several.
    """

    function: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Call(Value):
    """A function of the engine; `on_match`: a method of the match."""

    function: str
    arguments: tuple[Value, ...]
    on_match: bool = False


@dataclass(frozen=True, slots=True)
class CallMade(Value):
    """A function that the unit makes, or one of several: see `Made`."""

    function: Value
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CallWord(Value):
    """
    A word of the pack, given the match and its first registers. It gives its results, or (in
    `Suspend`) whether somebody has to be waited for.
    """

    word: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Answer(Value):
    """What a card answers to a question, by its number; `usual` answers for all others."""

    question: int
    of: Value
    usual: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Spend(Value):
    """Several things, taken off the budget of the action before they are gone through."""

    of: Value


@dataclass(frozen=True, slots=True)
class Assign(Step):
    """A register, local, cell, attribute of the match or the result gets a value."""

    to: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Evaluate(Step):
    """A value is worked out for what that does."""

    value: Value


@dataclass(frozen=True, slots=True)
class Guard(Step):
    """
    An entity, which may be any number, is of a kind (a symbol, PLAYER) that has a field; None: the
    match itself. For players their number, for cards the first row and the width of rows.

    Else it fails: `fields.raise_lacks_field`.
    """

    of: Value
    field: str
    kind: int | None
    first: int
    width: int


@dataclass(frozen=True, slots=True)
class Append(Step):
    """A list gets one more item."""

    to: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Extend(Step):
    """A list gets more items; with `through` what a made function gives for each of them."""

    to: Value
    items: Value
    through: Value | None = None


@dataclass(frozen=True, slots=True)
class Note(Step):
    """A line of the log, as a row of values, where there is a log; else nothing is worked out."""

    row: Value


@dataclass(frozen=True, slots=True)
class Charge(Step):
    """
    Several things are taken off the budget, as `Spend` does, before the step in which they are gone
    through; `long`: they may be more than a list may have.
    """

    of: Value
    long: bool


@dataclass(frozen=True, slots=True)
class If(Step):
    """One body or another, by a test."""

    test: Value
    then: Body
    otherwise: Body = ()


@dataclass(frozen=True, slots=True)
class Each(Step):
    """
    A body for each of several; `each` (a register or local; None: nobody asks) and `index`,
    counted from 1. There is no suspension inside.
    """

    each: Value | None
    index: Value | None
    of: Value
    body: Body


@dataclass(frozen=True, slots=True)
class Switch(Step):
    """One of several bodies, by its number."""

    of: Value
    arms: tuple[Body, ...]


@dataclass(frozen=True, slots=True)
class Loop(Step):
    """A body as long as the test holds; each round is a step of the action. Loops have numbers."""

    number: int
    test: Value
    body: Body


@dataclass(frozen=True, slots=True)
class Stop(Step):
    """The loop with this number is left."""

    number: int


@dataclass(frozen=True, slots=True)
class Finish(Step):
    """The routine ends."""


@dataclass(frozen=True, slots=True)
class Suspend(Step):
    """
    A call that says whether something else comes first. If it does, the routine waits: its
    registers that are still needed become a frame. Then, or if not, it goes on with `takes`, which
    read the result.
    """

    call: Value
    takes: Body = ()


@dataclass(frozen=True, slots=True)
class Return(Step):
    """A routine that cannot wait ends, and gives a value."""

    value: Value


MATCH, STATE, PRINTED_FACTS = Whole("match"), Whole("state"), Whole("printed")
REGISTERS, NOTHING, RESULT = Whole("registers"), Const(None), Result()
