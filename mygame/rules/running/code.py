"""
What comes out of the compiler: codes, and the triggers and modifiers that a pack declares.

Registers of a frame: 0 `you`, 1 `this`, 2 `spell`, 3 `target`, then parameters or captured values,
then locals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

YOU, THIS, SPELL, TARGET, FIRST_FREE = range(5)


class Code:
    """
    Compiled behaviour. `blocks` are filled in when the pack is linked; `size` is how many registers
    it needs.
    """

    __slots__ = ("blocks", "card", "given", "index", "keeps", "name", "padding", "size")

    def __init__(self, index: int, name: str, card: str | None):
        self.index = index
        self.name = name
        self.card = card
        self.blocks: tuple[Callable, ...] = ()
        self.size = FIRST_FREE
        self.given = FIRST_FREE  # how many of them the caller of a word fills
        self.keeps = 0  # the register with the answers that hold until it ends (keepAnswers)
        self.padding: list = []

    def __repr__(self) -> str:
        return f"<Code {self.index} {self.name}>"


@dataclass(slots=True)
class TriggerDef:
    """A trigger as declared; instances of it live in a match (`events.Trigger`)."""

    index: int
    name: str
    key: int  # 2 * event + (1 if before)
    mode: str
    captured: int
    priority: int = 0
    unique: bool = False
    condition: Any = None
    code: Code | None = None
    removers: tuple[int, ...] = ()  # the triggers that end it
    size: int = 0
    card: str | None = None


@dataclass(slots=True)
class ModifierDef:
    """A modifier as declared; instances live in a match (`modifiers.Modifier`)."""

    index: int
    name: str
    property: int
    layer: int
    mode: str
    duration: str
    unique: bool = False
    where: Any = None
    amount: Any = None
    removers: tuple[int, ...] = ()
    card: str | None = None
    of: int = -1  # the register with what it is about, where that is known when it begins
