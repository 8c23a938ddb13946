"""
Functions of units as WebAssembly: what they stand on.

Every value is one i64: a number, `NONE`, or where on the heap of the match a tuple lies (see
`kernel/kernel.h`); a text is its symbol. Registers and locals are locals of the function; where it
is given its registers as an array, it reads them there. Arguments that the kernel takes as an
address and a count are laid down in a frame on the kernel's stack. What the pack numbers (codes,
triggers, options, words) is imported by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from ...program import form
from ...program.form import Value
from ...program.routine import Routine
from ...program.types import TypesOf
from .host import KERNEL, NUMBERS
from .instructions import I32, I64, Access, Code, Item, Op
from .layout import MATCH, OFFSETS, PACK, WORD
from .module import Module, Type

NONE = 0x7000000000000000
EMPTY = 0x6000000080000000
HASH = 0x9E3779B1 - (1 << 32)  # of definitions, see `kernel/kernel.h`; as an i32
BLOOM = 0x9E3779B97F4A7C15 - (1 << 64)  # of keys of indexes, likewise; as an i64
#: Types of functions of units.
ROUTINE = (I32, I32, I32, I32), (I32,)  # match, given, count, at: whether it waits
WORD_CALL = (I32, I32, I32), (I64,)  # match, given, count: what it gives


class NotNative(Exception):
    """A unit uses what only the other machine can do."""


class UnitModule:
    """The module of one unit, with what it imports; `functions` are the kernel's, by name."""

    def __init__(self, name: str, functions: Mapping[str, Type]):
        self.name, self.functions = name, functions
        self.module = Module()
        self.numbers: dict[str, None] = {}
        self.names: Sequence[str] = ()  # of its functions in the table
        self.module.import_memory(KERNEL, "memory")
        self.module.import_table(KERNEL, "__indirect_function_table")

    def kernel(self, function: str) -> tuple[Item, Type]:
        """
        A function of the kernel, and its type.

        :raises NotNative: it has none of that name.
        """
        kind = self.functions.get(function)
        if kind is None:
            raise NotNative(f"the kernel has no {function}")
        return self.module.import_function(KERNEL, function, kind.params, kind.results), kind

    def constant(self, name: str) -> Item:
        """A number that the pack gives to something, as a global."""
        self.numbers[name] = None
        return self.module.import_global(NUMBERS, name)

    def address(self, name: str) -> Item:
        """Where something of the kernel's own lies."""
        return self.module.import_global(KERNEL, name)


class FunctionWriter:
    """Writes what stands in one function, into `code`."""

    def __init__(self, unit: UnitModule, routine: Routine, code: Code, match: int = 0):
        self.unit, self.routine, self.code, self.match = unit, routine, code, match
        self.types = TypesOf(routine)
        self.array: int | None = None  # the local with the address of the registers
        self.registers: dict[int, int] = {}
        self.locals: dict[str, int] = {}
        self.frame = code.local(I32)  # the address of what is laid down for calls
        self.state_at = code.local(I32)
        self.zones_at = code.local(I32)
        self.heap_at = code.local(I32)
        self.words, self.most_words = 0, 0  # of the frame: in use, and ever in use
        self.uses: set[str] = set()

    def call_kernel(self, function: str) -> Type:
        item, kind = self.unit.kernel(function)
        self.code.call(item)
        return kind

    def number(self, name: str) -> None:
        """Push a number of the pack, as i32."""
        self.code.get_global(self.unit.constant(name))

    def own(self, name: str) -> None:
        """Push the number of something that the unit makes."""
        self.number(f"made {name} {self.unit.name}")

    def push_state(self) -> None:
        self.uses.add("state")
        self.code.get(self.state_at)

    def push_zones(self) -> None:
        self.uses.add("zones")
        self.code.get(self.zones_at)

    def push_heap(self) -> None:
        self.uses.add("heap")
        self.code.get(self.heap_at)

    def of_pack(self, field: str) -> None:
        """Push a field of the pack's tables, as i32."""
        self.code.get_global(self.unit.address("pack"))
        self.code.access(Access.I32_LOAD, PACK[field])

    def count_step(self) -> None:
        """One step of the action, which fails where there were too many."""
        code = self.code
        left = code.local(I32)
        code.get(self.match)
        code.get(self.match)
        code.access(Access.I32_LOAD, MATCH["ticks"])
        code.const32(1)
        code.op(Op.I32_SUB)
        code.tee(left)
        code.access(Access.I32_STORE, MATCH["ticks"])
        code.get(left)
        code.const32(0)
        code.op(Op.I32_LT_S)
        with code.if_():
            code.get(self.match)
            self.call_kernel("count_step")

    @contextmanager
    def laid_down(self, count: int) -> Iterator[int]:
        """Room for so many values in the frame: the first's place in bytes."""
        begin = self.words
        self.words += count
        self.most_words = max(self.most_words, self.words)
        yield begin * WORD
        self.words = begin

    def lay(self, place: int, value: Value) -> None:
        """Put a value into the frame."""
        self.code.get(self.frame)
        self.value(value)
        self.code.access(Access.I64_STORE, place)

    def push_place(self, place: int) -> None:
        """Push an address in the frame."""
        self.code.get(self.frame)
        if place:
            self.code.const32(place)
            self.code.op(Op.I32_ADD)

    def local(self, name: str) -> int:
        if name not in self.locals:
            self.locals[name] = self.code.local()
        return self.locals[name]

    def once(self, value: Value) -> form.Local:
        """A value that is needed more than once, worked out here."""
        known = form.Local(f"once {len(self.locals)}")
        local = self.local(known.name)
        self.value(value)
        self.code.set(local)
        return known

    def register_local(self, number: int) -> int:
        """The local with a register."""
        if number not in self.registers:
            self.registers[number] = self.code.local()
        return self.registers[number]

    def call_with_match(self, function: str, *values: Value) -> None:
        """Call a function of the kernel that takes the match and some values."""
        self.code.get(self.match)
        for each in values:
            self.value(each)
        self.call_kernel(function)

    def prologue(self) -> Code:
        """What a function begins with that has used all this."""
        code = Code()
        if self.most_words:
            pointer = self.unit.module.import_mutable(KERNEL, "__stack_pointer")
            code.get_global(pointer)
            code.const32(-(-self.most_words * WORD // 16) * 16)
            code.op(Op.I32_SUB)
            code.tee(self.frame)
            code.set_global(pointer)
        places = {"state": self.state_at, "zones": self.zones_at, "heap": self.heap_at}
        for name, local in places.items():
            if name in self.uses:
                code.get(self.match)
                code.get_global(self.unit.address("offsets"))
                code.access(Access.I32_LOAD, OFFSETS[name])
                code.op(Op.I32_ADD)
                code.set(local)
        return code

    def epilogue(self) -> None:
        """What it ends with."""
        if self.most_words:
            pointer = self.unit.module.import_mutable(KERNEL, "__stack_pointer")
            self.code.get(self.frame)
            self.code.const32(-(-self.most_words * WORD // 16) * 16)
            self.code.op(Op.I32_ADD)
            self.code.set_global(pointer)

    # -- what stands above this --------------------------------------------------------------------

    def value(self, value: Value) -> None:
        """Push a value, as i64."""
        raise NotImplementedError

    def test(self, value: Value) -> None:
        """Push whether a value holds, as i32."""
        raise NotImplementedError

    def test_all(self, operator: str, items: tuple[Value, ...]) -> None:
        """Push whether all or any of some values hold, as i32."""
        raise NotImplementedError

    def group(self, node: form.Group) -> None:
        """Push several values as one."""
        raise NotImplementedError

    def call(self, node: form.Call) -> Type:
        """Call a function of the engine; what it gives is pushed as it comes."""
        raise NotImplementedError

    def call_code(self, node: form.CallWord) -> None:
        """Call a word that may have to wait: pushes whether it has to, as i32."""
        raise NotImplementedError
