"""Frames and the budget of an action; a part of the kernel."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import NoReturn

from ..ground.errors import BudgetExceeded
from .code import Code, Frame
from .contract import kernel
from .log import Row, card_with_definition
from .machine import (
    DONE,
    MAX_DEPTH,
    MAX_ITEMS,
    MAX_NESTED,
    NOTE,
    start_code,
    steps_exceeded,
)
from .parts import Parts
from .state import ZONE, Value


class Frames(Parts):
    """What compiled code calls to go on with other code, and what its work costs."""

    __slots__ = ()

    def push_frame(self, code: Code, given: Sequence[Value]) -> bool:
        """Carry out a piece of code that is deep down, when all that has called it waits."""
        if len(self.stack) + self.depth >= MAX_DEPTH:
            raise BudgetExceeded(f"effects cause effects more than {MAX_DEPTH} deep")
        self.stack.append((code, code.make_registers(given), 0))
        return True

    def run_framed(self, frame: Frame) -> bool:
        """
        Carry out code of the engine's own, whose frame stands on the stack while it runs, for what
        it calls looks for it. Returns True if it has to wait, as all that follows.
        """
        stack, depth = self.stack, self.depth
        code, registers, at = frame
        if depth >= MAX_NESTED:
            return self.push_frame(code, registers)
        if next(self.ticks, None) is None:
            raise steps_exceeded()
        place = len(stack)
        stack.append(frame)
        self.depth = depth + 1
        at = code.engine(self, registers, at)  # type: ignore[misc]  # who calls this has looked
        self.depth = depth
        if at == DONE:
            stack.pop()
            return False
        # The match may be over, and the stack empty.
        stack[place : place + 1] = [(code, registers, at), *reversed(self.waiting)]
        self.waiting.clear()
        return True

    @kernel(fires=True, asks=True)
    def perform(self, timing: int, card: int, given: Sequence[Value]) -> bool:
        """Carry out what a card does at a timing, if it does anything."""
        code = self.program.behaviors.get((timing, self.state[card]))
        if code is None or code in self.muted:
            return False
        return start_code(code, self, *given)

    @kernel(spent=True)
    def spend[Items: Sized](self, items: Items) -> Items:
        """
        The things that a loop, a filter or a list goes through, taken off the budget of the action.

        :raises BudgetExceeded: there are too many, or there were too many in this action.
        """
        count = len(items)
        self.work -= count
        if count > MAX_ITEMS or self.work < 0:
            self._raise_exceeded(count)
        return items

    @kernel(spent=True)
    def number_range(self, low: int, high: int) -> range:
        """The whole numbers from one to another, ends included."""
        if high - low >= MAX_ITEMS:
            self._raise_exceeded(high - low + 1)
        numbers = range(low, high + 1)
        self.work -= len(numbers)
        if self.work < 0:
            self._raise_exceeded(len(numbers))
        return numbers

    @kernel()
    def repeat_each(self, items: Sequence[int], times: int) -> tuple[int, ...]:
        """Each of several, so many times in a row."""
        if len(items) * times > MAX_ITEMS:
            self._raise_exceeded(len(items) * times)
        return tuple([item for item in items for _ in range(times)])

    @kernel()
    def add_log_row(self, row: Row) -> None:
        """A line of the log, which must be kept."""
        self.work -= NOTE
        assert self.log is not None  # noqa: S101 (for mypy: compiled code has looked)
        self.log.rows.append(row)

    @kernel()
    def log_value(self, value: Value) -> Value:
        """
        What a line of the log keeps of a value that may be a card, or a tuple of them: the card
        with its definition (see `log.Log`), anything else as it is.
        """
        if isinstance(value, tuple):
            return tuple(map(self.log_value, value))
        if value and not isinstance(value, str) and self.is_card(value):
            return card_with_definition(value, self.state[value])
        return value

    @kernel()
    def cause(self, this: int) -> int:
        """
        What a line of the log keeps of the card whose effect it tells: with its definition, or 0
        for the flow of the game and for a card that nobody but its owner has seen acting.
        """
        if not this or not self.is_card(this):
            return 0
        kept = card_with_definition(this, self.state[this])
        if self.program.layout.sees(None, self.state[this + ZONE]) or self._was_just_named(kept):
            return kept
        return 0

    def _was_just_named(self, kept: int) -> bool:
        """
        Whether everybody has read of a card, as a line keeps it, in what has followed from the last
        line of the flow: it was seen being played, and lies face down by its own effect, say.
        """
        for _, readers, cause, *values in reversed(self.log.rows if self.log is not None else ()):
            if cause == kept:
                return True
            named = (v == kept or (isinstance(v, tuple) and kept in v) for v in values)
            if readers is None and any(named):
                return True
            if not cause:
                return False
        return False

    def _raise_exceeded(self, count: int) -> NoReturn:
        if count > MAX_ITEMS:
            raise BudgetExceeded(f"a loop or a list of {count}; at most {MAX_ITEMS}")
        raise BudgetExceeded(f"one action went through more than {self.WORK} things")
