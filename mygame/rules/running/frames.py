"""Frames and the budget of an action; a part of the kernel."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import NoReturn

from ..ground.errors import BudgetExceeded
from .code import MAX_NESTED, Code
from .log import Row, with_definition
from .machine import (
    DONE,
    MAX_DEPTH,
    MAX_ITEMS,
    NOTE,
    blocks_of,
    give,
    later,
    more,
    tired,
)
from .parts import Parts
from .state import Frame, Registers, Value

NOBODYS: Registers = []  # the registers of a caller who wants no result


class Frames(Parts):
    """What compiled code calls to go on with other code, and what its work costs."""

    __slots__ = ()

    def call(
        self,
        code: Code,
        given: Registers,
        r: Registers = NOBODYS,
        into: int = -1,
        key: Value = None,
    ) -> bool:
        """
        Carry out a piece of code, a word with its parameters; its result goes to register `into`
        of the caller's registers `r`. Whether it has to wait: then the caller returns `later`.

        It runs inside its caller, as a function. Only where it has to wait is a frame made of it,
        below those of what it waits for; its caller's comes below that.
        """
        depth = self.depth
        given += code.rest
        if depth >= code.nests:
            return self._apart((code, given, into, key, 0), r)
        self.depth = depth + 1
        above = len(self.stack)
        try:
            block = code.begin(self, given)  # type: ignore[arg-type]  # it is a match
            if block >= 0:  # as `blocks_of` does it; this is where most of them run
                blocks = code.blocks
                for _ in self.ticks:
                    block = blocks[block](self, given)  # type: ignore[arg-type]
                    if block < 0:
                        break
                else:
                    raise tired()
        except BaseException:
            self.stack.insert(above, (code, given, into, key, 0))  # tells which card it was
            raise
        self.depth = depth
        if block == DONE:
            if into >= 0:  # as `give` does it
                r[into] = self.result if key is None else more(r[into], key, self.result)
            return False
        self.stack.insert(above, (code, given, into, key, later(block)))
        return True

    def _apart(self, frame: Frame, r: Registers) -> bool:
        """Carry out a piece of code that is deep down, or for which those it calls look."""
        stack, depth = self.stack, self.depth
        if len(stack) + depth >= MAX_DEPTH:
            raise BudgetExceeded(f"effects cause effects more than {MAX_DEPTH} deep")
        if depth < MAX_NESTED:
            return self.framed(frame, r)
        stack.append(frame)
        return True

    def framed(self, frame: Frame, r: Registers) -> bool:
        """Carry out code whose frame stands on the stack while it runs; see `call`."""
        stack, depth = self.stack, self.depth
        code, registers, into, key, pc = frame
        at = len(stack)
        stack.append(frame)
        self.depth = depth + 1
        block = blocks_of(self, code, pc, registers)
        self.depth = depth
        if block == DONE:
            stack.pop()
            if into >= 0:
                give(self, into, key, r)
            return False
        stack[at : at + 1] = [(code, registers, into, key, later(block))]  # the match may be over
        return True

    def start(self, code: Code, registers: Registers) -> bool:
        """Carry out a piece of code that is given no more than its first registers; see `call`."""
        return self.call(code, registers + code.padding[len(registers) :])

    def perform(self, timing: int, card: int, registers: Registers) -> bool:
        """Carry out what a card does at a timing, if it does anything; see `call`."""
        code = self.pack.behaviors.get((timing, self.state[card]))
        if code is None or code in self.muted:
            return False
        return self.start(code, registers)

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
        numbers = range(low, high + 1)
        self.work -= len(numbers)
        if self.work < 0:
            self._exceeded(len(numbers))
        return numbers

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
