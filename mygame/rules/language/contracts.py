"""
What the calls in compiled code may do: the passes over it read that here, never from a name.

The functions of the engine say so where they stand (`running.contract`); `ENVIRONMENT` is made of
those that are marked, and nothing else can be called. Beside them there are Python's own, and what
a unit makes for itself: the names of those begin with what they are (`MADE`). This imports
nothing of the language. Begin with `contract_of_call`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from types import ModuleType
from typing import Any

from ..running import (
    aiming,
    chance,
    fields,
    lasting,
    machine,
    modifiers,
    moving,
    printed,
    questions,
    rows,
    scripts,
    sides,
)
from ..running.contract import QUIET, Contract, contract_of
from ..running.kernel import Kernel

MODULES = (
    *(aiming, chance, fields, lasting, machine, modifiers, moving, printed, questions, rows),
    *(scripts, sides),
)


def contracts_of_modules(modules: Iterable[ModuleType]) -> dict[str, Callable[..., Any]]:
    """The functions of some modules that compiled code may call, by name."""
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if contract_of(function) and function.__module__ == module.__name__
    }


#: What compiled code can name beside what its unit gives it, and Python's own.
ENVIRONMENT: dict[str, Any] = {**contracts_of_modules(MODULES), "joined": chain.from_iterable}

_PYTHONS_OWN = (
    *("abs", "enumerate", "int", "joined", "len", "map", "max", "min"),
    *("sorted", "sum", "tuple"),
)
_FUNCTIONS: dict[str, Contract] = {
    **{name: found for name, each in ENVIRONMENT.items() if (found := contract_of(each))},
    **dict.fromkeys(_PYTHONS_OWN, QUIET),
}
#: Of a match, `m.fire(...)`.
_METHODS: dict[str, Contract] = {
    name: found for name in dir(Kernel) if (found := contract_of(getattr(Kernel, name)))
}
#: Of lists, tuples and dicts of Python.
_PYTHONS = dict.fromkeys(("append", "get", "index"), QUIET)
#: What a unit makes, by how the names begin: options, changers of fields, its own functions of
#: values and conditions, and what is told where code is watched.
MADE = {
    "OPTION": QUIET,
    "set": Contract(writes=True),
    "add": Contract(writes=True),
    "f": QUIET,
    "reached": QUIET,
}
_made = re.compile(rf"({'|'.join(MADE)})(_\w+|\d*)").fullmatch
#: What is found in a table and called: a word of the pack, the zones that players have, what a card
#: answers.
_TABLES = {"calls": Contract(fires=True, asks=True), "PILES": QUIET, "answers": QUIET}


class Undeclared(Exception):
    """Compiled code would call something of which nobody has said what it does."""

    def __init__(self, called: ast.AST) -> None:
        name = ast.unparse(called)
        super().__init__(f"{name} has no contract: mark what it may do, see running/contract.py")


def contract_of_call(call: ast.Call) -> Contract:
    """
    What a call may do beside working out its arguments.

    :raises Undeclared: it is a call of something without a contract.
    """
    return _contract_of_attribute(call.func)


def runs_no_other_code(call: ast.Call) -> bool:
    """Whether a call is of a function of Python's own, which cannot come back to who calls it."""
    return isinstance(call.func, ast.Name) and call.func.id in (*_PYTHONS_OWN, "clamp_number")


def _contract_of_attribute(called: ast.expr) -> Contract:
    found: Contract | None = None
    match called:
        case ast.Name(id=name):
            found = _contract_of_name(name)
        case ast.Attribute(value=ast.Name(id="m"), attr=name):
            found = _METHODS.get(name)
        case ast.Attribute(attr=name):
            found = _PYTHONS.get(name)
        case ast.Subscript() | ast.Call(func=ast.Attribute(attr="get")):
            found = _TABLES.get(_table_name(called))
        case ast.IfExp(body=one, orelse=other):
            found = _contract_of_attribute(one) | _contract_of_attribute(other)
        case ast.Lambda():
            found = QUIET  # what it works out stands in it
    if found is None:
        raise Undeclared(called)
    return found


@lru_cache(maxsize=4096)
def _contract_of_name(name: str) -> Contract | None:
    """Of a function that is called by its name."""
    found = _FUNCTIONS.get(name)
    if found is None and (made := _made(name)):
        return MADE[made[1]]
    return found


def _table_name(place: ast.expr) -> str:
    """The name of the table in which something is found."""
    if isinstance(place, ast.Call):  # `table.get(key, usual)`
        assert isinstance(place.func, ast.Attribute)  # noqa: S101 (for mypy: see who calls this)
        place = place.func.value
    while isinstance(place, ast.Subscript):
        place = place.value
    return getattr(place, "attr", getattr(place, "id", ""))
