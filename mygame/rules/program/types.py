"""
Of which type values are: a machine without types of its own lays them out by this.

`TypesOf(routine)` knows the types of registers from what is assigned to them, and of values from
what they are made of; what functions of the engine give is what their annotations say. A type is
one of `Type`; where several may come, `any`.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any, Literal

from ..running.code import SPELL, THIS, YOU
from . import contracts, form
from .form import Value
from .liveness import needed_at_start
from .routine import Routine
from .values import names_in, registers_in

#: A number (a truth is one of its own, for it is printed otherwise), nothing, a text, a list of
#: numbers, several values of any type, an entry of a table of the engine, or any of them.
Type = Literal["number", "truth", "nothing", "text", "list", "several", "engine", "any"]

_TRUTHS = (form.Compare, form.Between, form.IsNothing, form.Not, form.HasBehavior, form.Modified)
_NUMBERS = (
    *(form.Cell, form.PlayerField, form.CardField, form.Arithmetic, form.Clamp, form.Negative),
    form.EndOf,
)
_LISTS = (form.Zone, form.ZoneSpan, form.Piles, form.TurnOrder, form.AsList)
_OF_MATCH: dict[str, Type] = {"seats": "number", "cards": "list"}
_TABLES: dict[str, Type] = {"decks": "list", "brought": "list"}
#: What the first registers are given.
_GIVEN: dict[int, Type] = {YOU: "number", THIS: "number", SPELL: "number"}


class TypesOf:
    """The types of what stands in one routine."""

    def __init__(self, routine: Routine):
        self.registers: dict[int, Type | None] = {}
        self.locals: dict[str, Type | None] = {}
        if routine.in_list:
            return
        assigned = [step for step in form.walk(*routine.body) if isinstance(step, form.Assign)]
        self.registers = dict.fromkeys(registers_in(*[step.to for step in assigned]))
        self.locals = dict.fromkeys(names_in(*[step.to for step in assigned]))
        for number in needed_at_start(routine.body, routine.size):
            self.registers[number] = _GIVEN.get(number, "any")
        before: object = None
        while before != (before := (dict(self.registers), dict(self.locals))):
            for step in assigned:
                found = self.known_type_of(step.value)
                if isinstance(step.to, form.Register):
                    number = step.to.number
                    self.registers[number] = join(self.registers[number], found)
                elif isinstance(step.to, form.Local):
                    name = step.to.name
                    self.locals[name] = join(self.locals[name], found)

    def type_of(self, value: Value) -> Type:
        """The type of a value."""
        return self.known_type_of(value) or "any"

    def known_type_of(self, value: Value) -> Type | None:
        """The type of a value; None: nothing that it is made of has one yet."""
        if isinstance(value, _TRUTHS):
            return "truth"
        if isinstance(value, _NUMBERS):
            return "number"
        if isinstance(value, _LISTS):
            return "list"
        match value:
            case form.Const(constant):
                return type_of_constant(constant)
            case form.Register(number):
                return self.registers.get(number, _GIVEN.get(number, "any"))
            case form.Local(name):
                return self.locals.get(name, "any")
            case form.OfMatch(name):
                return _OF_MATCH.get(name, "engine")
            case form.Printed():
                return "any"  # a text cannot stand there, but several symbols can
            case form.Lookup(table):
                return _TABLES.get(table, "number")
            case form.Logic("and" | "or", items):
                return self.joined(items)
            case form.Conditional(_, then, otherwise):
                return self.joined((then, otherwise))
            case form.Let(_, _, inside):
                return self.known_type_of(inside)
            case form.Group(items):
                inner = self.joined(items) if items else "number"
                return "list" if inner in ("number", "truth") else inner and "several"
            case form.Spread(of) | form.Spend(of) | form.Front(of):
                return self.known_type_of(of)
            case form.Sorted(of):
                return self.known_type_of(of)
            case form.Collect(_, of, value=inside):
                if isinstance(inside, form.Local):
                    return self.known_type_of(of)
                return "list" if self.type_of(inside) in ("number", "truth") else "several"
            case form.Item(of):
                return "number" if self.type_of(of) == "list" else "any"
            case form.Plain("tuple", (of,)):
                return self.known_type_of(of)
            case form.Plain():
                return "number"
            case form.Call(name, _, on_match):
                return type_of_result(name, on_match)
            case form.Made() | form.Whole() | form.Function():
                return "engine"
        return "any"

    def joined(self, values: Iterable[Value]) -> Type | None:
        """The type of one of several values, whichever it is."""
        return reduce(join, map(self.known_type_of, values), None)


def join(one: Type | None, other: Type | None) -> Type | None:
    """The type of what is of one type or of another; None is of nothing that is known."""
    if one == other or other is None:
        return one
    if one is None:
        return other
    if {one, other} == {"number", "truth"}:
        return "number"
    if {one, other} == {"list", "several"}:
        return "several"
    return "any"


def type_of_constant(constant: form.Constant) -> Type:
    """The type of what is written down."""
    match constant:
        case None:
            return "nothing"
        case bool():
            return "truth"
        case int():
            return "number"
        case str():
            return "text"
    return "list" if all(isinstance(each, int) for each in constant) else "several"


@lru_cache(maxsize=512)
def type_of_result(name: str, on_match: bool) -> Type:
    """The type of what a function of the engine gives, as it is annotated."""
    function: Any = (contracts.METHODS if on_match else contracts.ENVIRONMENT)[name]
    return _of_annotation(typing.get_type_hints(function).get("return", Any))


def _of_annotation(annotation: Any) -> Type:
    if annotation is bool:
        return "truth"
    if annotation is int:
        return "number"
    if annotation is str:
        return "text"
    if annotation in (None, type(None)):
        return "nothing"
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is range or (origin in (tuple, list, Sequence) and arguments[:1] == (int,)):
        return "list"
    return "several" if origin in (tuple, list, Sequence, Mapping) else "any"
