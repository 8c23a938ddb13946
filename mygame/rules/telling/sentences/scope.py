"""What a piece of a sentence is, and what names mean at a place of a card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .nodes import Node

# Definitions are followed so deep; what goes on for ever ends here.
DEPTH = 12
# A parameter may be given as another parameter; this often and no more.
_PASSED_ON = 2 * DEPTH
_HEAD = re.compile(r"(?<=\{)[A-Za-z_]\w*(?=[.}])")


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
    event; `params` what the defined word one is in was given, and under other names what the words
    around it were given; `facts` the printed properties of the card; `later` what names are called
    after this moment.
    """

    names: dict[str, Phrase] = field(default_factory=dict)
    events: dict[str, dict[str, Phrase]] = field(default_factory=dict)
    params: dict[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Phrase] = field(default_factory=dict)
    later: dict[str, Phrase] = field(default_factory=dict)
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
        """
        The scope inside a definition that was given these parameters.

        What was given may speak of parameters of the definition one is in now: they go on under
        names of their own, as the inner ones may be called the same.
        """
        inner = self.inner()
        passed = {name: f"{name}@{self.depth}" for name in self.params if "@" not in name}
        inner.params = {passed.get(name, name): node for name, node in self.params.items()}
        inner.params |= {name: _renamed(node, passed) for name, node in params.items()}
        return inner

    def keep(self, inner: Scope) -> None:
        """Know from now on what was named inside, unless the name is taken."""
        for name, phrase in inner.names.items():
            self.names.setdefault(name, phrase)

    def bound(self, node: Node) -> Node:
        """What was given for a parameter of a defined word; anything else as it is."""
        passed = 0
        while isinstance(node, str) and node[1:-1] in self.params and node[:1] == "{":
            if passed == _PASSED_ON:
                return None
            node, passed = self.params[node[1:-1]], passed + 1
        return node


def _renamed(node: Node, names: Mapping[str, str]) -> Node:
    """A node with references to these names as they are called elsewhere."""
    if isinstance(node, str) and names:
        return _HEAD.sub(lambda found: names.get(found[0], found[0]), node)
    if isinstance(node, Mapping):
        return {key: _renamed(inner, names) for key, inner in node.items()}
    return [_renamed(inner, names) for inner in node] if isinstance(node, list) else node
