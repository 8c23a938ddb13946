"""What all nodes of the tree have in common, and where something stands. `tree` has them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from ..running.state import SINGULAR


class Place(NamedTuple):
    """Where something stands: the file and the card or section in it, and the way from there."""

    file: str  # `game/cards/common.json5: bash`
    path: str = ""  # `.behaviors[0].do[1].target`

    def at(self, suffix: str) -> Place:
        """A place further inside."""
        return Place(self.file, self.path + suffix)

    def __str__(self) -> str:
        return self.file + self.path


@dataclass(slots=True, kw_only=True)
class Node:
    """
    A piece of what a card says. `type` is what it comes to: `number`, `boolean`, `symbol`,
    `player`, `card`, `entity`, `definition` (a card as it is printed: the symbol of its id), `any`,
    a plural of those, or "" for what is no value. `size` counts
    the nodes it consists of, `depth` how many of them stand inside each other.
    """

    place: Place
    type: str = ""
    domain: tuple[str, ...] = ()  # the names that a symbol can be
    size: int = 0
    depth: int = 0
    #: `entity` or `player` where it is used as that and only a match can tell that it is one.
    guard: str = field(default="", compare=False, repr=False)

    #: What of it is a node, a tuple of nodes or a table of nodes.
    PARTS: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        size = depth = 1
        if self.PARTS:
            for inner in self.children():
                size += inner.size
                depth = max(depth, inner.depth + 1)
        self.size, self.depth = size, depth

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return self.type in SINGULAR

    def children(self) -> Sequence[Node]:
        """The nodes it is made of."""
        found: list[Node] = []
        for name in self.PARTS:
            part = getattr(self, name)
            if isinstance(part, Node):  # as most are
                found.append(part)
            elif part:
                _collect_nodes(part, found)
        return found


def nodes_of(part: object) -> list[Node]:
    """The nodes that a part of a node is or holds, but not those inside them."""
    found: list[Node] = []
    _collect_nodes(part, found)
    return found


def _collect_nodes(part: object, found: list[Node]) -> None:
    if part is None:
        return
    if isinstance(part, Node):
        found.append(part)
    elif isinstance(part, dict):
        for inner in part.values():
            _collect_nodes(inner, found)
    elif isinstance(part, (list, tuple)) and not isinstance(part, Place):
        for inner in part:
            _collect_nodes(inner, found)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything in it, the outer before the inner."""
    yield node
    for inner in node.children():
        yield from walk(inner)
