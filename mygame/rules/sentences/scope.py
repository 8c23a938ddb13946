"""What a piece of a sentence is, and what names mean at a place of a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .nodes import Node

# Definitions are followed so deep; what goes on for ever ends here.
DEPTH = 12
# A parameter may be given as another parameter; this often and no more.
_PASSED_ON = 5


@dataclass(frozen=True, slots=True)
class Phrase:
    """
    A rendered piece: `text`, its possessive form, and a `tag` by which variants are chosen.

    The tag of an entity says which one ("you", "monster"); that of a number is the number. An
    amount that grows with something also says so in parts: `base` + `factor` for `each`, at least
    `floor` ("8, and 1 more for each point of your frost").
    """

    text: str
    possessive: str = ""
    tag: str = ""
    each: str = ""
    factor: int = 1
    base: str = ""
    floor: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(slots=True)
class Scope:
    """
    What names mean at this place of a card.

    `names` are ids and `you`, `this`, `it`; `events` the values of the events one reacts to, by
    event; `params` what the defined word one is in was given, written in terms of `outer`; `facts`
    the printed properties of the card; `later` what names are called after this moment.
    """

    names: dict[str, Phrase] = field(default_factory=dict)
    events: dict[str, dict[str, Phrase]] = field(default_factory=dict)
    params: dict[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Phrase] = field(default_factory=dict)
    later: dict[str, Phrase] = field(default_factory=dict)
    outer: Scope | None = None
    depth: int = 0

    def inner(self) -> Scope:
        """A scope inside this one: names given there are not known here."""
        return replace(self, names=dict(self.names), events=dict(self.events), depth=self.depth + 1)

    def afterwards(self) -> Scope:
        """The scope of something that happens later: what was counted before is remembered."""
        inner = self.inner()
        inner.names.update(self.later)
        return inner

    def of_definition(self, params: dict[str, Any]) -> Scope:
        """The scope inside a definition that was given these parameters."""
        inner = self.inner()
        inner.params = params
        inner.outer = self
        return inner

    def keep(self, inner: Scope) -> None:
        """Know from now on what was named inside, unless the name is taken."""
        for name, phrase in inner.names.items():
            self.names.setdefault(name, phrase)

    def bound(self, node: Node) -> Node:
        """What was given for a parameter of a defined word; anything else as it is."""
        passed = 0
        while (
            isinstance(node, str)
            and node[:1] == "{"
            and node[1:-1] in self.params
            and passed < _PASSED_ON
        ):
            node, passed = self.params[node[1:-1]], passed + 1
            if isinstance(node, str) and node[:1] == "{" and self.outer is not None:
                return self.outer.bound(node)
        return node
