"""
One module of a kernel and units: what is loaded at once, and calls itself directly.

The kernel imports nothing, so its functions, types and globals keep their numbers, and those of the
units come behind them. What units import of the kernel is what it exports; where their functions
lie in the table, and the numbers of the pack, are constants. The joined module exports what the
kernel exports: it is a kernel, to which more units can be linked.

Begin with `Joining.encoded`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from .host import KERNEL, SLOTS, Unit
from .instructions import I32, Item, unsigned
from .module import FUNCTION, GLOBAL, MAGIC, PAGE, Type, constant, types_of

TYPES, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS = 1, 3, 4, 5, 6, 7  # sections
ELEMENTS, CODES = 9, 10
#: Sections in their order.
ORDER = (1, 2, 3, 4, 5, 6, 7, 8, ELEMENTS, 12, CODES, 11)


class Section(NamedTuple):
    """How many entries there are, and what they are."""

    length: int
    entries: bytes


class Kernel:
    """A module without imports, taken apart."""

    def __init__(self, code: bytes) -> None:
        self.sections = dict(_sections(code))
        self._exports = dict(_exports(self.sections[EXPORTS]))
        #: Slots of its table, and bytes of its memory.
        self.slots = _least(self.sections[TABLES].entries[1:])
        self.memory = _least(self.sections[MEMORIES].entries) * PAGE
        constants = list(_constants(self.sections.get(GLOBALS, Section(0, b""))))
        #: The value of each constant or variable that it exports, by name.
        self.addresses = {
            name: constants[number]
            for name, (kind, number) in self._exports.items()
            if kind == GLOBAL
        }

    def number_of(self, name: str) -> int:
        """
        The number of something that it exports.

        :raises KeyError: it exports nothing of that name.
        """
        return self._exports[name][1]


@lru_cache(maxsize=4)
def taken_apart(code: bytes) -> Kernel:
    """A module without imports, taken apart."""
    return Kernel(code)


class Joining:
    """Puts units to a kernel: `slots` says where in the table functions lie."""

    def __init__(self, kernel: Kernel, slots: Mapping[str, int], numbers: Mapping[str, int]):
        self._kernel, self._slots, self._given = kernel, slots, numbers
        self._added: dict[int, list[bytes]] = {number: [] for number in ORDER}
        self._types: dict[Type, int] = {}
        self._constants: dict[tuple[str, str], int] = {}

    def encoded(self, units: Mapping[str, Unit]) -> bytes:
        """
        The module.

        :raises KeyError: a unit imports what nobody gives.
        """
        for name, unit in units.items():
            self._add(name, unit)
        sections = {
            number: Section(known.length + len(more), known.entries + b"".join(more))
            for number, more in self._added.items()
            if (known := self._kernel.sections.get(number, Section(0, b""))).length or more
        }
        slots = self._kernel.slots + len(self._added[FUNCTIONS])
        sections[TABLES] = Section(1, b"\x70\0" + unsigned(slots))
        return MAGIC + b"".join(
            bytes((number,)) + unsigned(len(content)) + content
            for number in ORDER
            if number in sections
            for content in (unsigned(sections[number].length) + sections[number].entries,)
        )

    def _add(self, name: str, unit: Unit) -> None:
        module, added = unit.module, self._added
        numbers: dict[Item, int] = {each: self._type(each) for each in module.types}
        for imported in module.imports:
            if imported.module != KERNEL:
                numbers[imported] = self._constant(imported.module, imported.name)
            elif imported.kind in (FUNCTION, GLOBAL):
                numbers[imported] = self._kernel.number_of(imported.name)
        begin = self._kernel.sections[FUNCTIONS].length + len(added[FUNCTIONS])
        for number, function in enumerate(module.functions, begin):
            numbers[function] = number
            added[FUNCTIONS].append(unsigned(numbers[function.type]))
        added[CODES] += [function.code.encoded(numbers) for function in module.functions]
        for _, functions in module.listed:
            found = b"".join([unsigned(numbers[each]) for each in functions])
            place = constant(I32, self._slots[name])
            added[ELEMENTS].append(b"\0" + place + unsigned(len(functions)) + found)

    def _type(self, type_: Type) -> int:
        if type_ not in self._types:
            self._types[type_] = self._kernel.sections[TYPES].length + len(self._types)
            self._added[TYPES].append(b"\x60" + types_of(type_.params) + types_of(type_.results))
        return self._types[type_]

    def _constant(self, module: str, name: str) -> int:
        if (module, name) not in self._constants:
            value = (self._slots if module == SLOTS else self._given)[name]
            known = self._kernel.sections.get(GLOBALS, Section(0, b"")).length
            self._constants[module, name] = known + len(self._constants)
            self._added[GLOBALS].append(bytes((I32, 0)) + constant(I32, value))
        return self._constants[module, name]


def _sections(code: bytes) -> Iterator[tuple[int, Section]]:
    at = len(MAGIC)
    while at < len(code):
        number = code[at]
        size, at = read_unsigned(code, at + 1)
        if number:  # else it is nothing that the machine needs
            count, begin = read_unsigned(code, at)
            yield number, Section(count, code[begin : at + size])
        at += size


def _exports(section: Section) -> Iterator[tuple[str, tuple[int, int]]]:
    entries, at = section.entries, 0
    for _ in range(section.length):
        size, at = read_unsigned(entries, at)
        name, at = entries[at : at + size].decode(), at + size
        number, end = read_unsigned(entries, at + 1)
        yield name, (entries[at], number)
        at = end


def _constants(section: Section) -> Iterator[int]:
    """What globals are at first: each is a number that is written down."""
    entries, at = section.entries, 0
    for _ in range(section.length):
        value, end = read_unsigned(entries, at + 3)  # type, whether it changes, what is pushed
        bits = 7 * (end - at - 3)
        yield value - (1 << bits) if value >> (bits - 1) else value
        at = end + 1


def _least(limits: bytes) -> int:
    return read_unsigned(limits, 1)[0]


def read_unsigned(data: bytes, at: int) -> tuple[int, int]:
    """A number as LEB128, and where the next thing stands."""
    found = shift = 0
    while data[at] & 0x80:
        found |= (data[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
    return found | data[at] << shift, at + 1
