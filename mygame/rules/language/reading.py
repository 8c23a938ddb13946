"""
What the rooms of the reader ask of it: `Reading`.

`read.Reader` reads a card by way of `expressions`, `references`, `parameters` and the others, which
in turn read what stands inside. They know it as this.
"""

from __future__ import annotations

from collections.abc import Mapping

from .declared import Declarations
from .schema import Arguments, Param, Parts, Reads, Source
from .scope import Language, Scope
from .tree import About, Block, Node, Place, Use


class Reading(Reads):
    """A reader at one place, in one scope; what its methods do, `read.Reader` says."""

    language: Language
    declarations: Declarations
    scope: Scope
    place: Place

    def at(self, suffix: str) -> Reading:
        raise NotImplementedError

    def within(self, scope: Scope, place: Place | None = None) -> Reading:
        raise NotImplementedError

    def problem(self, message: str, at: str = "") -> None:
        raise NotImplementedError

    def count_node(self) -> None:
        raise NotImplementedError

    def fits(self, node: Node) -> bool:
        raise NotImplementedError

    def guard(self, node: Node, want: str) -> None:
        raise NotImplementedError

    def value(self, node: object, want: str = "any") -> Node:
        raise NotImplementedError

    def any_value(self, node: object) -> Node:
        raise NotImplementedError

    def arguments(
        self, name: str, params: Mapping[str, Param], node: Source
    ) -> tuple[Arguments, frozenset[str]]:
        raise NotImplementedError

    def condition(self, node: object) -> Node:
        raise NotImplementedError

    def about_each(self, node: object, pool: Node | None, want: str = "condition") -> About:
        raise NotImplementedError

    def entities(self, node: object, want: str = "entities") -> Node:
        raise NotImplementedError

    def block(self, nodes: object) -> Block:
        raise NotImplementedError

    def bind_id(self, use: Use, node: Source, results: Node | Parts | None) -> None:
        raise NotImplementedError
