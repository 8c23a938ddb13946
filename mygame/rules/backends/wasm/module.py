"""
Modules of WebAssembly, written in Python: what a module imports, its functions, what it exports.

Things are declared in any order, and named by the objects that declaring gives back; the numbers
by which the format knows them are counted when the module is encoded. There is no text form, and
no check beyond what the machine does when it loads a module. The format is that of the core
specification, 2.0 (https://webassembly.github.io/spec/core/binary/modules.html).

>>> from .instructions import I64, Op
>>> module = Module()
>>> double = module.function((I64,), (I64,), export="double")
>>> double.code.get(0); double.code.get(0); double.code.op(Op.I64_ADD)
>>> len(module.encoded())
43
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .instructions import FUNCREF, I32, Code, Item, signed, unsigned

MAGIC = b"\0asm\x01\0\0\0"
PAGE = 65_536  # bytes of memory that are given at once
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)  # kinds of what is imported or exported


@dataclass(frozen=True)
class Type(Item):
    """The type of functions: what they take, what they give."""

    params: tuple[int, ...]
    results: tuple[int, ...]


class Import(Item):
    """Something that another module gives by name."""

    def __init__(self, module: str, name: str, kind: int, described: bytes | Type) -> None:
        self.module, self.name, self.kind, self.described = module, name, kind, described


class Function(Item):
    """A function of the module; its `code` is written by whoever declared it."""

    def __init__(self, type_: Type) -> None:
        self.type = type_
        self.code = Code(type_.params)


class Global(Item):
    """A variable of the module, and what it is at first."""

    def __init__(self, type_: int, initial: int, mutable: bool) -> None:
        self.type, self.initial, self.mutable = type_, initial, mutable


class Module:
    """A module in the making."""

    def __init__(self) -> None:
        self._types: dict[Type, int] = {}
        self._imports: dict[tuple[str, str], Import] = {}
        self._functions: list[Function] = []
        self._globals: list[Global] = []
        self._memory: bytes | None = None
        self._table: bytes | None = None
        self._exports: dict[str, tuple[int, Item | None]] = {}
        self._elements: list[tuple[int | Import, Sequence[Item]]] = []
        self._data: list[tuple[int | Import, bytes]] = []

    # -- what comes from elsewhere
    def import_function(
        self, module: str, name: str, params: Iterable[int], results: Iterable[int]
    ) -> Item:
        """A function of another module; the same again if it was imported before."""
        return self._imported(module, name, FUNCTION, self.type(params, results))

    def import_global(self, module: str, name: str, type_: int = I32) -> Import:
        """A constant that another module or the host gives."""
        return self._imported(module, name, GLOBAL, bytes((type_, 0)))

    def import_mutable(self, module: str, name: str, type_: int = I32) -> Import:
        """A variable of another module."""
        return self._imported(module, name, GLOBAL, bytes((type_, 1)))

    def import_memory(self, module: str, name: str, pages: int = 0) -> None:
        """The memory, of at least so many pages."""
        self._imported(module, name, MEMORY, _limits(pages))

    def import_table(self, module: str, name: str, slots: int = 0) -> None:
        """The table, of at least so many slots."""
        self._imported(module, name, TABLE, bytes((FUNCREF,)) + _limits(slots))

    def _imported(self, module: str, name: str, kind: int, described: bytes | Type) -> Import:
        known = self._imports.setdefault((module, name), Import(module, name, kind, described))
        if (known.kind, known.described) != (kind, described):
            raise ValueError(f"{module}.{name} is imported as two different things")
        return known

    # -- what it has itself
    def type(self, params: Iterable[int], results: Iterable[int]) -> Type:
        """A type of functions, for `Code.call_indirect`, too."""
        found = Type(tuple(params), tuple(results))
        self._types.setdefault(found, len(self._types))
        return found

    def function(
        self, params: Iterable[int], results: Iterable[int], export: str | None = None
    ) -> Function:
        """A function whose code is still to be written."""
        made = Function(self.type(params, results))
        self._functions.append(made)
        if export is not None:
            self._exports[export] = FUNCTION, made
        return made

    def global_(
        self, type_: int, initial: int = 0, *, mutable: bool = True, export: str | None = None
    ) -> Global:
        """A variable, or a constant if it is not mutable."""
        made = Global(type_, initial, mutable)
        self._globals.append(made)
        if export is not None:
            self._exports[export] = GLOBAL, made
        return made

    def memory(self, pages: int, most: int | None = None, export: str | None = None) -> None:
        """A memory of its own, of so many pages."""
        self._memory = _limits(pages, most)
        if export is not None:
            self._exports[export] = MEMORY, None

    def table(self, slots: int, most: int | None = None, export: str | None = None) -> None:
        """A table of its own, for calls of functions by number."""
        self._table = bytes((FUNCREF,)) + _limits(slots, most)
        if export is not None:
            self._exports[export] = TABLE, None

    def elements(self, first: int | Import, functions: Sequence[Item]) -> None:
        """Put functions into the table, from a slot on: a number, or an imported constant."""
        self._elements.append((first, functions))

    def data(self, address: int | Import, data: bytes) -> None:
        """Put bytes into the memory, at an address: a number, or an imported constant."""
        self._data.append((address, data))

    # -- what was declared
    @property
    def types(self) -> Iterable[Type]:
        """All types of functions."""
        return self._types

    @property
    def imports(self) -> Iterable[Import]:
        """All that is imported."""
        return self._imports.values()

    @property
    def functions(self) -> Sequence[Function]:
        """The functions of its own."""
        return self._functions

    @property
    def listed(self) -> Sequence[tuple[int | Import, Sequence[Item]]]:
        """What is put into the table, and from which slot on."""
        return self._elements

    # -- the format
    def encoded(self) -> bytes:
        """The module as bytes."""
        numbers = self._numbers()
        sections = {
            1: [b"\x60" + types_of(t.params) + types_of(t.results) for t in self._types],
            2: [
                _name(each.module)
                + _name(each.name)
                + bytes((each.kind,))
                + (
                    each.described
                    if isinstance(each.described, bytes)
                    else unsigned(self._types[each.described])
                )
                for each in self._imports.values()
            ],
            3: [unsigned(self._types[each.type]) for each in self._functions],
            4: [self._table] if self._table is not None else [],
            5: [self._memory] if self._memory is not None else [],
            6: [
                bytes((each.type, each.mutable)) + constant(each.type, each.initial)
                for each in self._globals
            ],
            7: [
                _name(name) + bytes((kind,)) + unsigned(0 if item is None else numbers[item])
                for name, (kind, item) in self._exports.items()
            ],
            9: [
                b"\0" + _place(first, numbers) + _vector([unsigned(numbers[f]) for f in found])
                for first, found in self._elements
            ],
            10: [each.code.encoded(numbers) for each in self._functions],
            11: [
                b"\0" + _place(address, numbers) + unsigned(len(data)) + data
                for address, data in self._data
            ],
        }
        return MAGIC + b"".join(
            bytes((number,)) + unsigned(len(content := _vector(parts))) + content
            for number, parts in sections.items()
            if parts
        )

    def _numbers(self) -> dict[Item, int]:
        """The number of each item among those of its kind; what is imported comes first."""
        numbers: dict[Item, int] = {each: number for number, each in enumerate(self._types)}
        for kind, own in ((FUNCTION, self._functions), (GLOBAL, self._globals)):
            imported = [each for each in self._imports.values() if each.kind == kind]
            numbers.update((item, number) for number, item in enumerate((*imported, *own)))
        return numbers


def _limits(least: int, most: int | None = None) -> bytes:
    if most is None:
        return b"\0" + unsigned(least)
    return b"\1" + unsigned(least) + unsigned(most)


def _name(text: str) -> bytes:
    data = text.encode()
    return unsigned(len(data)) + data


def types_of(types: Sequence[int]) -> bytes:
    """Some types, and how many they are."""
    return unsigned(len(types)) + bytes(types)


def _vector(parts: Sequence[bytes]) -> bytes:
    return unsigned(len(parts)) + b"".join(parts)


def _place(place: int | Import, numbers: Mapping[Item, int]) -> bytes:
    """An address or a slot, as a constant expression."""
    if isinstance(place, int):
        return constant(I32, place)
    return b"\x23" + unsigned(numbers[place]) + b"\x0b"


def constant(type_: int, value: int) -> bytes:
    """An expression that gives a number."""
    return (b"\x41" if type_ == I32 else b"\x42") + signed(value) + b"\x0b"
