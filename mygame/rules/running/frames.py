"""Frames and the budget of an action; a part of the kernel."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import NoReturn

from ..ground.errors import BudgetExceeded
from .code import Code
from .log import Row, with_definition
from .machine import CALL, MAX_DEPTH, MAX_ITEMS, NOTE, more
from .parts import Parts
from .state import Frame, Registers, Value


class Frames(Parts):
    """What compiled code calls to go on with other code, and what its work costs."""

    __slots__ = ()

    def push(self, code: Code, registers: Registers) -> int:
        """Start a piece of code that needs no more than its first registers."""
        return self.call(code, registers + code.padding[len(registers) :])

    def call(self, code: Code, registers: Registers, into: int = -1, key: Value = None) -> int:
        """
        Start a piece of code, a word with its parameters; its result goes to register `into` of
        the frame that is on top now.
        """
        stack = self.stack
        if len(stack) >= MAX_DEPTH:
            raise BudgetExceeded(f"effects cause effects more than {MAX_DEPTH} deep")
        registers += code.rest
        stack.append(Frame(code, registers, into, key))
        return CALL

    def leave(self, result: Value) -> int:
        """The top frame is done."""
        frame = self.stack.pop()
        if frame.into >= 0:
            registers = self.stack[-1].registers
            if frame.key is None:
                registers[frame.into] = result
            else:
                registers[frame.into] = more(registers[frame.into], frame.key, result)
        return CALL

    def perform(self, timing: int, card: int, registers: Registers) -> int:
        """Start what a card does at a timing, if it does anything."""
        code = self.pack.behaviors.get((timing, self.state[card]))
        if code is None or code in self.muted:
            return 0
        return self.push(code, registers)

    def spend[Items: Sized](self, items: Items) -> Items:
        """
        The things that a loop, a filter or a list goes through, taken off the budget of the action.

        :raises BudgetExceeded: there are too many, or there were too many in this action.
        """
        count = len(items)
        self.work -= count
        if count > MAX_ITEMS or self.work < 0:
            self._exceeded(count)
        return items

    def span(self, low: int, high: int) -> range:
        """The whole numbers from one to another, ends included."""
        if high - low >= MAX_ITEMS:
            self._exceeded(high - low + 1)
        return self.spend(range(low, high + 1))

    def repeated(self, items: Sequence[int], times: int) -> tuple[int, ...]:
        """Each of several, so many times in a row."""
        if len(items) * times > MAX_ITEMS:
            self._exceeded(len(items) * times)
        return tuple([item for item in items for _ in range(times)])

    def note(self, row: Row) -> None:
        """A line of the log, which must be kept."""
        self.work -= NOTE
        assert self.log is not None  # noqa: S101 (for mypy: compiled code has looked)
        self.log.rows.append(row)

    def told(self, value: Value) -> Value:
        """
        What a line of the log keeps of a value that may be a card, or a tuple of them: the card
        with its definition (see `log.Log`), anything else as it is.
        """
        if isinstance(value, tuple):
            return tuple(map(self.told, value))
        if value and self.is_card(value):
            return with_definition(value, self.state[value])
        return value

    def _exceeded(self, count: int) -> NoReturn:
        if count > MAX_ITEMS:
            raise BudgetExceeded(f"a loop or a list of {count}; at most {MAX_ITEMS}")
        raise BudgetExceeded(f"one action went through more than {self.WORK} things")
