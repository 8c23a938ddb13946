"""
Triggers and modifiers at work in a match, as data. `events` and `modifiers` carry them out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .code import ModifierDef, TriggerDef
from .state import Identifier


@dataclass(slots=True)
class Trigger:
    """
    A trigger at work: which declaration, whose, made by which card, with which captured registers.
    Copies of a match share it: it does not change.
    """

    definition: TriggerDef
    owner: int
    source: int
    captured: tuple[Any, ...]
    id: Identifier | None
    key: int  # where it is indexed
    removers: tuple[int, ...]
    parent: int = 0  # a remover: the UUID that it ends

    @property
    def state_tuple(self) -> tuple[Any, ...]:
        """All but the declaration."""
        return (
            *(self.owner, self.source, self.captured, self.id, self.key, self.removers),
            self.parent,
        )


@dataclass(slots=True)
class Modifier:
    """
    A modifier at work: which declaration, whose, made by which card, with which captured registers.
    Copies of a match share it: it does not change.
    """

    definition: ModifierDef
    owner: int
    source: int
    captured: tuple[Any, ...]
    id: Identifier | None
    removers: tuple[int, ...]

    @property
    def state_tuple(self) -> tuple[Any, ...]:
        """All but the declaration."""
        return self.owner, self.source, self.captured, self.id, self.removers
