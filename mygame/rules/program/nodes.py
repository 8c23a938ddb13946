"""
What all nodes of the form have in common, those that hold no others, and how all are gone through.
The other nodes are in `form`, which has the names of these, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal

#: What can be written down: a number, a text, nothing, a truth, several numbers or texts.
type Constant = int | str | bool | tuple[Any, ...] | None
type Arithmetical = Literal["+", "-", "*", "//", "%"]
type Comparing = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
PLAYER = 0  # stands for the kind of players


class Node:
    """A node of the form."""

    __slots__ = ()


class Value(Node):
    """What is worked out."""

    __slots__ = ()


class Step(Node):
    """What is carried out."""

    __slots__ = ()


type Body = tuple[Step, ...]


# -- what holds no other nodes ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const(Value):
    """What is written down."""

    value: Constant


@dataclass(frozen=True, slots=True)
class Register(Value):
    """What a register holds."""

    number: int


@dataclass(frozen=True, slots=True)
class Local(Value):
    """What has a name within a step: an item of a list that is gone through, a parameter."""

    name: str


@dataclass(frozen=True, slots=True)
class Made(Value):
    """
    Something that the unit makes: a code `C0`, trigger `T0`, modifier `M0`, function `f1`, an
    option `OPTION_...` or a changer of fields `set_...`, `add_...`.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Whole(Value):
    """
    What functions of the engine are given whole: the `match`, its `state`, `zones`, what is
    `printed`, what is `modified`, all `registers` of the routine as a list, its `program`.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Result(Value):
    """What was waited for has come to: `m.result`."""


@dataclass(frozen=True, slots=True)
class OfMatch(Value):
    """An attribute of the match: `seats`, `cards`, `listeners`, `trace`, `log`, `keeping` ..."""

    name: str


LEAVES: frozenset[type] = frozenset((Const, Register, Local, Made, Whole, Result, OfMatch))


# -- going through ---------------------------------------------------------------------------------

_NAMES: dict[type, tuple[str, ...]] = {}


def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a kind of node."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(field.name for field in fields(kind))
    return found


def children(node: Node) -> Iterator[Node]:
    """The nodes right inside of one, in order."""
    for name in field_names(type(node)):
        inner = getattr(node, name)
        if isinstance(inner, Node):
            yield inner
        elif type(inner) is tuple:
            yield from _children_in(inner)


def _children_in(items: tuple[Any, ...]) -> Iterator[Node]:
    for each in items:
        if isinstance(each, Node):
            yield each
        elif type(each) is tuple:
            yield from _children_in(each)


def walk(*nodes: Node) -> Iterator[Node]:
    """Some nodes and all inside of them, in no order."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in LEAVES:
            waiting += children(node)


def rebuild[Of: Node](node: Of, change: Callable[[Any], Any]) -> Of:
    """A node with what `change` makes of each node right inside; itself where that is the same."""
    kind = type(node)
    if kind in LEAVES:
        return node
    changed = False
    parts = []
    for name in field_names(kind):
        inner = getattr(node, name)
        new = inner
        if isinstance(inner, Node):
            new = change(inner)
        elif type(inner) is tuple:
            new = _rebuild_items(inner, change)
        changed = changed or new is not inner
        parts.append(new)
    return kind(*parts) if changed else node


def _rebuild_items(items: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    new = tuple(
        [
            change(each)
            if isinstance(each, Node)
            else _rebuild_items(each, change)
            if type(each) is tuple
            else each
            for each in items
        ]
    )
    return items if all(a is b for a, b in zip(new, items, strict=True)) else new
