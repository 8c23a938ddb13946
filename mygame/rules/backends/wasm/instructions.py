"""
The code of one function of WebAssembly, instruction by instruction.

A `Code` is written from the front: values are pushed (`const`, `get`), operations take them, blocks
are `with` statements whose labels are what branches name. Whether the types fit is not looked at
here: the machine does so when it loads the module. The instructions are those of the core
specification, 2.0 (https://webassembly.github.io/spec/core/binary/instructions.html).

>>> code = Code((I64, I64))
>>> code.get(0); code.get(1); code.op(Op.I64_ADD)
>>> code.encoded({}).hex()
'0700200020017c0b'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple

#: Types of values.
I32, I64 = 0x7F, 0x7E
FUNCREF = 0x70
EMPTY = 0x40  # of a block without a result


class Op(IntEnum):
    """Instructions without anything behind them; what they take and leave is in their names."""

    UNREACHABLE = 0x00
    RETURN = 0x0F
    DROP = 0x1A
    SELECT = 0x1B
    I32_EQZ, I32_EQ, I32_NE = 0x45, 0x46, 0x47
    I32_LT_S, I32_LT_U, I32_GT_S, I32_GT_U = 0x48, 0x49, 0x4A, 0x4B
    I32_LE_S, I32_LE_U, I32_GE_S, I32_GE_U = 0x4C, 0x4D, 0x4E, 0x4F
    I64_EQZ, I64_EQ, I64_NE = 0x50, 0x51, 0x52
    I64_LT_S, I64_LT_U, I64_GT_S, I64_GT_U = 0x53, 0x54, 0x55, 0x56
    I64_LE_S, I64_LE_U, I64_GE_S, I64_GE_U = 0x57, 0x58, 0x59, 0x5A
    I32_ADD, I32_SUB, I32_MUL = 0x6A, 0x6B, 0x6C
    I32_AND, I32_OR, I32_XOR, I32_SHL, I32_SHR_S, I32_SHR_U = 0x71, 0x72, 0x73, 0x74, 0x75, 0x76
    I64_ADD, I64_SUB, I64_MUL, I64_DIV_S, I64_DIV_U = 0x7C, 0x7D, 0x7E, 0x7F, 0x80
    I64_REM_S, I64_REM_U = 0x81, 0x82
    I64_AND, I64_OR, I64_XOR, I64_SHL, I64_SHR_S, I64_SHR_U = 0x83, 0x84, 0x85, 0x86, 0x87, 0x88
    I32_WRAP_I64 = 0xA7
    I64_EXTEND_I32_S, I64_EXTEND_I32_U = 0xAC, 0xAD


class Access(IntEnum):
    """Loads (of an address) and stores (of an address and a value)."""

    I32_LOAD, I64_LOAD = 0x28, 0x29
    I32_LOAD8_U, I32_LOAD16_U = 0x2D, 0x2F
    I32_STORE, I64_STORE = 0x36, 0x37
    I32_STORE8, I32_STORE16 = 0x3A, 0x3B


#: What is read or written at once, as a power of two of bytes; addresses should be multiples of it.
ALIGNMENT = {
    Access.I32_LOAD: 2,
    Access.I64_LOAD: 3,
    Access.I32_LOAD8_U: 0,
    Access.I32_LOAD16_U: 1,
    Access.I32_STORE: 2,
    Access.I64_STORE: 3,
    Access.I32_STORE8: 0,
    Access.I32_STORE16: 1,
}


class Item:
    """Something of a module that instructions name: its number is known when all of it is there."""


class Label(NamedTuple):
    """Where a branch leads: behind a block or an `if`, or to the head of a loop."""

    depth: int


def unsigned(number: int) -> bytes:
    """A number from 0 as LEB128."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def signed(number: int) -> bytes:
    """A number as signed LEB128."""
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number & 0x7F)
    return bytes(found)


class Code:
    """The body of a function that takes values of `params`, its first locals."""

    def __init__(self, params: Sequence[int] = ()) -> None:
        self.params = tuple(params)
        self._locals: list[int] = []
        self._parts: list[bytes | Item] = []
        self._depth = 0

    def local(self, type_: int = I64) -> int:
        """A local of its own, 0 at first; its number."""
        self._locals.append(type_)
        return len(self.params) + len(self._locals) - 1

    # -- values
    def const(self, value: int) -> None:
        """Push an i64."""
        self._parts.append(b"\x42" + signed(value))

    def const32(self, value: int) -> None:
        """Push an i32."""
        self._parts.append(b"\x41" + signed(value))

    def get(self, local: int) -> None:
        """Push a local."""
        self._parts.append(b"\x20" + unsigned(local))

    def set(self, local: int) -> None:
        """Pop into a local."""
        self._parts.append(b"\x21" + unsigned(local))

    def tee(self, local: int) -> None:
        """Put the value on top into a local, too."""
        self._parts.append(b"\x22" + unsigned(local))

    def get_global(self, item: Item) -> None:
        """Push a global."""
        self._parts += (b"\x23", item)

    def set_global(self, item: Item) -> None:
        """Pop into a global."""
        self._parts += (b"\x24", item)

    # -- operations
    def op(self, *ops: Op) -> None:
        """Instructions without anything behind them."""
        self._parts.append(bytes(ops))

    def access(self, access: Access, offset: int = 0) -> None:
        """Load from, or store at, an address and so many bytes more."""
        self._parts.append(bytes((access, ALIGNMENT[access])) + unsigned(offset))

    def copy(self) -> None:
        """Copy memory: pops to, from and how many bytes."""
        self._parts.append(b"\xfc\x0a\x00\x00")

    def fill(self) -> None:
        """Fill memory: pops to, the byte and how many of it."""
        self._parts.append(b"\xfc\x0b\x00")

    # -- calls
    def call(self, function: Item) -> None:
        """Call a function of this module or one that it imports."""
        self._parts += (b"\x10", function)

    def call_indirect(self, type_: Item) -> None:
        """Pop a slot of the table, and call the function there, which must be of this type."""
        self._parts += (b"\x11", type_, b"\x00")

    # -- control
    @contextmanager
    def block(self, result: int = EMPTY) -> Iterator[Label]:
        """A block: a branch to its label leads behind it."""
        with self._structure(0x02, result) as label:
            yield label

    @contextmanager
    def loop(self, result: int = EMPTY) -> Iterator[Label]:
        """A loop: a branch to its label begins it anew, and its end leads behind it."""
        with self._structure(0x03, result) as label:
            yield label

    @contextmanager
    def if_(self, result: int = EMPTY) -> Iterator[Label]:
        """Pop an i32, and do what follows if it is not 0; `else_` may stand in it."""
        with self._structure(0x04, result) as label:
            yield label

    def else_(self) -> None:
        """What the innermost `if_` does otherwise."""
        self._parts.append(b"\x05")

    def br(self, label: Label) -> None:
        """Go to a label."""
        self._parts.append(b"\x0c" + self._distance(label))

    def br_if(self, label: Label) -> None:
        """Pop an i32, and go to a label if it is not 0."""
        self._parts.append(b"\x0d" + self._distance(label))

    def br_table(self, labels: Sequence[Label], default: Label) -> None:
        """Pop an i32, and go to the label with that number, or to the last."""
        numbers = b"".join(map(self._distance, (*labels, default)))
        self._parts.append(b"\x0e" + unsigned(len(labels)) + numbers)

    @contextmanager
    def _structure(self, opcode: int, result: int) -> Iterator[Label]:
        self._parts.append(bytes((opcode, result)))
        self._depth += 1
        yield Label(self._depth)
        self._depth -= 1
        self._parts.append(b"\x0b")

    def _distance(self, label: Label) -> bytes:
        return unsigned(self._depth - label.depth)

    # -- in the module
    def prepend(self, other: Code) -> None:
        """Put the instructions of another code, which has no locals of its own, before these."""
        self._parts[:0] = other._parts

    def encoded(self, numbers: Mapping[Item, int]) -> bytes:
        """The code as it stands in a module, where the items that it names have these numbers."""
        runs = [(len(list(group)), type_) for type_, group in groupby(self._locals)]
        body = b"".join(
            (
                unsigned(len(runs)),
                *(unsigned(length) + bytes((type_,)) for length, type_ in runs),
                *(p if isinstance(p, bytes) else unsigned(numbers[p]) for p in self._parts),
                b"\x0b",
            )
        )
        return unsigned(len(body)) + body
