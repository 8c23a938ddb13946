"""
The machine: runs the top frame of a match until somebody has to choose, or nothing is left to do.

A block of compiled code is called with the match and its registers and returns the number of the
next block of the same frame, CALL when the top of the stack has changed, or WAIT when a choice is
pending. That is all there is to it.
"""

from __future__ import annotations

from typing import Any

from .errors import BudgetExceeded

CALL = -1
WAIT = -2
MAX_STEPS = 200_000  # blocks in one action; the longest sensible action takes a few hundred
MAX_DEPTH = 300
MAX_LOOP = 10_000


def run(m: Any) -> None:
    """
    Run until a choice is pending or the stack is empty. Raises `BudgetExceeded` for what never
    ends.
    """
    stack = m.stack
    block = CALL
    for _ in range(MAX_STEPS):
        if block < 0:
            if block == WAIT or not stack:
                return
            frame = stack[-1]
            blocks = frame.code.blocks
            registers = frame.registers
            block = frame.pc
        block = blocks[block](m, registers)
    raise BudgetExceeded(f"one action took more than {MAX_STEPS} steps")


def column(v: list[int], base: int, low: int, high: int, entity: int) -> int:
    """A field of an entity that may be of another kind, which reads 0."""
    return v[base + entity] if low <= entity < high else 0


def family(pairs: tuple | None, key: Any) -> Any:
    """
    One result of a doable whose id holds a reference (`dc{loop1.index}`); the newest of that key.
    """
    for known, value in reversed(pairs or ()):
        if known == key:
            return value
    raise LookupError(f"no result has the key {key}")


def first(items: Any) -> int:
    """The first of several, or nothing."""
    return items[0] if items else 0


def last(items: Any) -> int:
    """The last of several, or nothing."""
    return items[-1] if items else 0


def one(entity: int) -> tuple[int, ...]:
    """An entity as a list; nothing is the empty list."""
    return (entity,) if entity else ()


def repeated(items: Any, times: int) -> tuple[int, ...]:
    """Each of several, so many times in a row."""
    return tuple([item for item in items for _ in range(times)])


def top_of(items: Any, count: int) -> Any:
    """The top of a pile: its last `count`, the top one first."""
    return items[: -count - 1 : -1] if count > 0 else ()
