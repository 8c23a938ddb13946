"""
The form put together: what a value comes to with what is known of it, and small shapes that many
words need.

Nothing here knows a machine: where something is cheaper in another shape, a backend says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from . import contracts, form
from .form import Const, Constant, Group, Step, Value

type Part = Value | Constant
Steps = list[Step]


@dataclass(frozen=True, slots=True)
class Piece:
    """
    What a value is in the form.

    `printed` is the same without modifiers, `only` the one thing that a list consists of, and
    `held` says that it is a tuple already, as a register holds lists.
    """

    code: Value
    printed: Value | None = None
    only: Value | None = None
    held: bool = False

    @property
    def as_list(self) -> Value:
        """A list as a register holds it."""
        return self.code if self.held else form.Plain("tuple", (self.code,))


def as_value(part: Part) -> Value:
    """A part as a node."""
    return part if isinstance(part, Value) else Const(part)


def call(function: str, *arguments: Part) -> Value:
    """
    A call by name: `call("m.shuffle", zone)` of a method of the match, `call("room", MATCH, zone)`
    of a function.

    :raises contracts.Undeclared: nobody has said what it does.
    """
    given = tuple(map(as_value, arguments))
    name = function.removeprefix("m.")
    on_match = name != function
    contracts.contract_of_function(name, on_match)
    return form.Call(name, given, on_match)


def assign(to: Value, value: Part) -> Step:
    """A register, local, cell or attribute of the match gets a value."""
    return form.Assign(to, as_value(value))


def if_step(test: Value, then: Iterable[Step], otherwise: Iterable[Step] = ()) -> Step:
    """Some steps or others, by a test."""
    return form.If(test, tuple(then), tuple(otherwise))


def plain(function: str, *arguments: Part) -> Value:
    """See `form.Plain`."""
    return form.Plain(function, tuple(map(as_value, arguments)))


def tuple_of(items: Iterable[Part]) -> Value:
    """A tuple of them."""
    return Group(tuple(map(as_value, items)))


def charge(items: Value) -> Value:
    """
    Things to go through, taken off the budget of the action (`Spend`), unless that has happened
    already, or they are but few.
    """
    return items if _is_charged(items) else form.Spend(_uncharged(items))


def _uncharged(items: Value) -> Value:
    """A list put together of others, each of which would be taken off, too."""
    if isinstance(items, Group) and items.form == "tuple":
        return Group(tuple(map(_uncharged_part, items.items)))
    return items


def _uncharged_part(part: Value) -> Value:
    match part:
        case form.Spread(form.Spend(inner)):
            return spread(inner)
    return part


def _is_charged(items: Value) -> bool:
    match items:
        case form.Plain("tuple", (inner,)) | form.Collect(_, inner):
            return _is_charged(inner)
        case form.Call() | form.CallMade() | form.Answer():
            return contracts.contract_of(items).spent
        case form.Spend() | form.AsList() | form.TurnOrder():
            return True
        case form.Conditional(_, Group((single,)), Group(())):
            return not isinstance(single, form.Spread)
        case Group(parts, "tuple"):
            return not any(isinstance(each, form.Spread) for each in parts)
    return False


def is_small(value: Value) -> bool:
    """Whether it is certainly far from the bounds of numbers: counts, and what is written down."""
    match value:
        case Const(int()) | form.Plain("len"):
            return True
        case form.Arithmetic("+" | "-", left, right):
            return is_small(left) and is_small(right)
    return False


def is_read(place: Value, body: form.Body) -> bool:
    """Whether some steps read a place, or all registers at once."""
    return any(node in (place, form.REGISTERS) for node in form.walk(*body))


def as_entity_list(entity: Part) -> Value:
    """An entity as a list; nothing is the empty list."""
    return form.AsList(as_value(entity))


def first_or_last(which: Literal["first", "last"], items: Value) -> Value:
    """The `first` or `last` of several; of nothing that is 0."""
    return Const(0) if items == Group(()) else form.EndOf(items, which == "last")


def spread(items: Value) -> Value:
    """The items of several inside a group; of what is spread already, once."""
    match items:
        case Group((form.Spread() as only,), "list"):
            return only
    return form.Spread(items)


def join_by_and(tests: Sequence[Value], empty: bool = True) -> Value:
    """The tests joined by `and`."""
    return _join("and", tests, empty)


def join_by_or(tests: Sequence[Value], empty: bool = False) -> Value:
    """The tests joined by `or`."""
    return _join("or", tests, empty)


def _join(operator: Literal["and", "or"], tests: Sequence[Value], empty: bool) -> Value:
    if len(tests) < 2:
        return tests[0] if tests else Const(empty)
    return form.Logic(operator, tuple(tests))


def is_cheap(value: Value) -> bool:
    """
    Whether it can be worked out twice: a name, what is written down, a register, a place that is
    known.
    """
    match value:
        case form.Cell(None) | form.Zone(Const()):
            return True
    return isinstance(value, Const | form.Local | form.Register | form.Made)


def names_in(*nodes: form.Node) -> set[str]:
    """The names of locals that stand in some nodes."""
    return {node.name for node in form.walk(*nodes) if type(node) is form.Local}


def registers_in(*nodes: form.Node) -> set[int]:
    """The registers that stand in some nodes."""
    return {node.number for node in form.walk(*nodes) if type(node) is form.Register}
