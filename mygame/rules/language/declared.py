"""What a pack declares that cards speak of: properties, events and timings, words of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..ground.digests import digest
from .schema import Param


@dataclass(slots=True)
class Fact:
    """A property of cards (or a field, as something modifiers can change)."""

    name: str
    index: int
    kinds: tuple[str, ...]
    type: str
    domain: tuple[str, ...] = ()
    default: int = 0
    minimum: int | None = None
    aliases: dict[str, str] = field(default_factory=dict)
    modified: bool = False  # by something in the pack
    owned: bool = False  # by a card's own modifier
    entity: str = "card"


@dataclass(slots=True)
class Declared:
    """An event or timing: its context (name -> (type, symbols)) and other printed names."""

    name: str
    index: int
    context: dict[str, tuple[str, tuple[str, ...]]]
    aliases: tuple[str, ...] = ()
    context_aliases: dict[str, str] = field(default_factory=dict)
    subject: str | None = None


@dataclass(slots=True)
class Defined:
    """A word defined by a pack."""

    name: str
    family: str
    params: dict[str, Param]
    body: Any
    place: str
    doc: str = ""
    source: str = ""
    result: dict[str, Any] = field(default_factory=dict)
    results: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    _digest: str = ""

    @property
    def digest(self) -> str:
        """A digest of all that it is to what uses it."""
        if not self._digest:
            params = {
                name: (p.type, None if p.required else p.default, p.aliases, p.domain)
                for name, p in self.params.items()
            }
            self._digest = digest(
                self.family, self.name, params, self.body, self.result, self.options
            )
        return self._digest
