"""
Cards as they are printed: all there are, and those that a test lets pass.

Tests of what is printed are code, which is called with a match; `Printed` stands for one where
there is none, or where it must not matter. Begin with `definitions_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .catalogue import Catalogue
from .code import Code, Live
from .contract import kernel
from .program import Program, once
from .symbols import Symbols, symbol_of

#: A test of what is printed on a definition.
type OfPrint = Callable[[Live, int], bool]


@dataclass(frozen=True, slots=True)
class Print:
    """What of a program is about cards as they are printed."""

    behaviors: dict[tuple[int, int], Code]
    symbols: Symbols


@dataclass(slots=True)
class Printed(Live):
    """A match in which there is nothing but what is printed on cards, to ask about those."""

    program: Print
    printed: dict[int, tuple[int, ...]]
    work: int = 0

    def spend[Items: Collection[int]](self, items: Items) -> Items:
        return items


def collectables(catalogue: Catalogue, index: int) -> tuple[int, ...]:
    """The definitions of cards that are no tokens, by the fact that says so; -1: all."""
    printed = catalogue.printed
    return tuple([d for d in catalogue.by_symbol if index < 0 or printed[d][index]])


@once
def _pool_cache(program: Program) -> dict[bool, tuple[int, ...]]:
    catalogue = program.catalogue
    return {
        all: collectables(catalogue, -1 if all else program.collectable) for all in (False, True)
    }


@once
def _filter_cache(program: Program) -> dict[tuple[bool, OfPrint], tuple[int, ...]]:
    return {}


@kernel()
def definitions_of(program: Program, everything: bool) -> tuple[int, ...]:
    """
    The definitions of the cards of a game in their order: the collectable ones, or `everything`,
    tokens and the like as well.
    """
    return _pool_cache(program)[everything]


@kernel()
def definitions_chosen(options: Mapping[str, Any], option: str) -> tuple[int, ...]:
    """The cards that are the value of an option of a match, as definitions."""
    return tuple(map(symbol_of, options[option]))


@kernel()
def filter_pool(program: Program, everything: bool, test: OfPrint) -> tuple[int, ...]:
    """Those of `definitions_of` that pass a test of what is printed on them; it is asked once."""
    known = _filter_cache(program)
    found = known.get((everything, test))
    if found is None:
        match = Printed(Print(program.behaviors, program.symbols), program.catalogue.printed)
        found = tuple([each for each in definitions_of(program, everything) if test(match, each)])
        known[everything, test] = found
    return found
