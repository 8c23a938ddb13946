"""
Of which type values are: a machine without types of its own lays them out by this.

`TypesOf(routine)` knows the types of registers from what is assigned to them, and of values from
what they are made of; what functions of the engine give is what their annotations say. A type is
one of `Type`; where several may come, `any`.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from ..running.code import SPELL, TARGET, THIS, YOU
from . import contracts, form
from .form import Value
from .routine import Routine

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
_PLAIN: dict[str, Type] = {"tuple": "several"}


class TypesOf:
    """The types of what stands in one routine."""

    def __init__(self, routine: Routine):
        self.registers: dict[int, Type] = {YOU: "number", THIS: "number", SPELL: "number"}
        self.locals: dict[str, Type] = {}
        if routine.in_list:
            return
        assigned = [step for step in form.walk(*routine.body) if isinstance(step, form.Assign)]
        known: dict[int, Type] = {}
        before: dict[int, Type] | None = None
        while known != before:
            before = dict(known)
            for step in assigned:
                if isinstance(step.to, form.Register):
                    found = self.type_of(step.value)
                    number = step.to.number
                    known[number] = found if number not in known else join(known[number], found)
                elif isinstance(step.to, form.Local):
                    self.locals[step.to.name] = self.type_of(step.value)
            self.registers |= {n: each for n, each in known.items() if n > TARGET}

    def type_of(self, value: Value) -> Type:
        """The type of a value."""
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
                return self.registers.get(number, "any")
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
                return self.type_of(inside)
            case form.Group(items):
                inner = self.joined(items)
                return "list" if inner in ("number", "truth") or not items else "several"
            case form.Spread(of) | form.Spend(of) | form.Front(of):
                return self.type_of(of)
            case form.Sorted(of):
                return self.type_of(of)
            case form.Collect(_, of, value=inside):
                if isinstance(inside, form.Local):
                    return self.type_of(of)
                return "list" if self.type_of(inside) in ("number", "truth") else "several"
            case form.Item(of):
                return "number" if self.type_of(of) == "list" else "any"
            case form.Plain("tuple", (of,)):
                return self.type_of(of)
            case form.Plain():
                return "number"
            case form.Call(name, _, on_match):
                return type_of_result(name, on_match)
            case form.Made() | form.Whole() | form.Function():
                return "engine"
        return "any"

    def joined(self, values: Iterable[Value]) -> Type:
        """The type of one of several values, whichever it is."""
        found: Type | None = None
        for value in values:
            one = self.type_of(value)
            found = one if found is None else join(found, one)
        return found or "nothing"


def join(one: Type, other: Type) -> Type:
    """The type of what is of one type or of another."""
    if one == other:
        return one
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
