"""
What the calls in the form may do: the passes over it read that here, never from a name.

The functions of the engine say so where they stand (`running.contract`); `ENVIRONMENT` is made of
those that are marked, and nothing else can be called. What a unit makes for itself is known by how
its names begin (`MADE`). Begin with `contract_of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
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
from ..running import contract as marks
from ..running.contract import QUIET, Contract
from ..running.kernel import Kernel
from . import form
from .form import Node, Value

MODULES = (
    *(aiming, chance, fields, lasting, machine, modifiers, moving, printed, questions, rows),
    *(scripts, sides),
)


def marked_functions(modules: Iterable[ModuleType]) -> dict[str, Callable[..., Any]]:
    """The functions of some modules that compiled code may call, by name."""
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if marks.contract_of(function) and function.__module__ == module.__name__
    }


#: What can be called by name.
ENVIRONMENT: dict[str, Any] = marked_functions(MODULES)
#: Of a match, `m.fire(...)`.
METHODS: dict[str, Callable[..., Any]] = {
    name: function
    for name in dir(Kernel)
    if marks.contract_of(function := getattr(Kernel, name)) is not None
}
#: What a unit makes, by how the names begin: options, changers of fields, its own functions of
#: values and conditions, what is told where code is watched.
MADE = {
    "OPTION": QUIET,
    "set": Contract(writes=True),
    "add": Contract(writes=True),
    "f": QUIET,
    "reached": QUIET,
}
_made = re.compile(rf"({'|'.join(MADE)})(_\w+|\d*)").fullmatch
_WORD = Contract(fires=True, asks=True)
#: What is called by each kind of node that is no call by name.
_KINDS: dict[type, Contract] = {form.CallWord: _WORD, form.Answer: QUIET}


class Undeclared(Exception):
    """Compiled code would call something of which nobody has said what it does."""

    def __init__(self, called: str) -> None:
        super().__init__(f"{called} has no contract: mark what it may do, see running/contract.py")


#: By name, and whether it is a method of the match.
_CONTRACTS = {
    (name, functions is METHODS): found
    for functions in (ENVIRONMENT, METHODS)
    for name, each in functions.items()
    if (found := marks.contract_of(each)) is not None
}


def contract_of_function(name: str, on_match: bool) -> Contract:
    """
    What a function of the engine may do, or a method of the match.

    :raises Undeclared: nobody has said that.
    """
    found = _CONTRACTS.get((name, on_match))
    if found is None:
        raise Undeclared(f"m.{name}" if on_match else name)
    return found


@lru_cache(maxsize=4096)
def _contract_of_made(name: str) -> Contract:
    made = _made(name)
    if made is None:
        raise Undeclared(name)
    return MADE[made[1]]


def contract_of(node: Node) -> Contract:
    """
    What a node may do beside working out what is inside of it.

    :raises Undeclared: it is a call of something without a contract.
    """
    if type(node) is form.Call:
        return contract_of_function(node.function, node.on_match)
    if type(node) is form.CallMade:
        return _contract_of_choice(node.function)
    return _KINDS.get(type(node), QUIET)


def _contract_of_choice(function: Value) -> Contract:
    """Of one of several functions that the unit makes, whichever it is."""
    if isinstance(function, form.Conditional):
        return _contract_of_choice(function.then) | _contract_of_choice(function.otherwise)
    if isinstance(function, form.Made):
        return _contract_of_made(function.name)
    raise Undeclared(type(function).__name__)


def contract_of_all(nodes: Iterable[Node]) -> Contract:
    """What some nodes may do, with all that is inside of them."""
    found = QUIET
    for node in form.walk(*nodes):
        one = contract_of(node)
        if one is not QUIET:
            found |= one
    return found


def runs_no_other_code(node: Node) -> bool:
    """Whether a node calls nothing that could come back to who asks."""
    return type(node) not in (form.Call, form.CallMade, form.CallWord, form.Answer, form.Spend)
