"""
Where a reader stands: what names mean at a place of a card, and on whose behalf it reads.

A `Scope` is handed down as a reader goes inside, and copied where names are given that do not hold
outside. `Language` is all that a reader asks of whoever reads: the compiler, or `trees` for those
who tell of cards. Imports nothing but the tree. Begin with `Scope`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from .declared import Declarations, Declared, Defined
from .tree import Binding, Block, Place

MAX_NESTING = 40  # of doables, and of words of the pack that are written out, inside each other

#: What can be named anywhere.
YOU = Binding("you", "player")
THIS = Binding("this", "card")
SPELL = Binding("spell", "card")
TARGET = Binding("target", "cards")
ANYWHERE = {each.name: each for each in (YOU, THIS, SPELL, TARGET)}


@dataclass(slots=True)
class GivenBlock:
    """Doables that were given to a word: where they are from, and what names mean there."""

    scope: Scope
    nodes: object  # as they stand in JSON
    place: Place


@dataclass(slots=True)
class Scope:
    """What names mean at a place."""

    names: dict[str, Binding] = field(default_factory=dict)
    blocks: dict[str, GivenBlock] = field(default_factory=dict)  # the `do` parameters of words
    it: Binding | None = None
    event: tuple[Declared, Binding] | None = None  # of the innermost trigger
    depth: int = 0
    loops: int = 0

    def trigger_scope(self) -> Scope:
        """The scope of a trigger: it sees a snapshot of everything known here."""
        return replace(self, names=dict(self.names), loops=0)

    def scope_about(self, it: Binding) -> Scope:
        """The scope of what is asked about each of several: {it} is that one, and nothing else."""
        names = {name: each for name, each in self.names.items() if name != it.name}
        return replace(self, names=names, it=it)

    def inlined_scope(self) -> Scope:
        """The scope of something written out in place: names of its own."""
        return replace(self, names=dict(self.names), blocks=dict(self.blocks), depth=self.depth + 1)


class Language(Protocol):
    """What a reader needs of the pack it reads for."""

    @property
    def declarations(self) -> Declarations: ...

    def problem(self, place: str, message: str) -> None:
        """Something is wrong."""

    def count_node(self) -> None:
        """A node was read; raises where there are too many."""

    def results_of(self, defined: Defined) -> dict[str, tuple[str, tuple[str, ...]]]:
        """What a defined doable gives: name -> (type, symbols)."""

    def note_inlined(self, defined: Defined) -> None:
        """A word of the pack is written out."""

    def note_card(self, card: str) -> None:
        """A card is named by its id."""

    def body_of(self, defined: Defined) -> Block | None:
        """The tree of a defined doable; None while it is read, as where it uses itself."""

    def note_catalogue(self) -> None:
        """Cards are asked for as they are printed, whatever cards there are."""
