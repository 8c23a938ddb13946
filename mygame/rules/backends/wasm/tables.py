"""Data as the kernel reads them, laid into memory, and what they are made of."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any

from ...running.code import Unit
from .host import Machine

HASH = 0x9E3779B1
SPREAD = 3  # bits by which a table of hashes may be larger than it has to be


class Tables:
    """Data that is laid into memory at once, with addresses that are known before."""

    def __init__(self, base: int):
        self.base = base
        self.data = bytearray(64)  # nothing has the address 0 of it

    def lay(self, data: bytes) -> int:
        """Put bytes down; their address, a multiple of 8."""
        self.data += b"\0" * (-len(self.data) % 8)
        address = self.base + len(self.data)
        self.data += data
        return address

    def numbers(self, kind: str, numbers: Iterable[int]) -> int:
        """Numbers of a kind of `struct`, in a row."""
        found = list(numbers)
        return self.lay(struct.pack(f"<{len(found)}{kind}", *found))

    def rows(self, kinds: str, rows: Iterable[tuple[int, ...]]) -> int:
        """Structures, one after the other."""
        return self.lay(b"".join([struct.pack(f"<{kinds}", *row) for row in rows]))


def lay_down(machine: Machine, data: Mapping[int, bytes]) -> None:
    """Put data into the memory of a machine."""
    machine.reserve(max([at + len(each) for at, each in data.items()]) - len(machine.view()))
    view = machine.view()
    for at, each in data.items():
        view[at : at + len(each)] = each


def functions_of_unit(unit: Unit) -> dict[str, Any]:
    """What a unit has made for the other machine, by name."""
    found = [
        *[code.run or code.direct for code in unit.codes],
        *unit.values.values(),
        *unit.answers.values(),
        *[each.amount for each in unit.modifiers],
    ]
    return next(each.__globals__ for each in found if isinstance(each, FunctionType))


def _shares_places(definitions: list[int], shift: int) -> bool:
    places = {definition * HASH % 2**32 >> shift for definition in definitions[1:]}
    return len(places) < len(definitions) - 1


def hash_table(definitions: list[int]) -> tuple[int, list[int]]:
    """
    By how much a hash is shifted, and the table: see `definition_index` in `kernel/kernel.h`. So
    large that few definitions share a place: what is printed on those takes longer to find.
    """
    bits = least = max(4, len(definitions).bit_length() + 1)
    while bits < least + SPREAD and _shares_places(definitions, 32 - bits):
        bits += 1
    shift, table = 32 - bits, [0] * (1 << bits)
    for number, definition in enumerate(definitions[1:], 1):
        place = definition * HASH % 2**32 >> shift
        while table[place]:
            place = (place + 1) % len(table)
        table[place] = number
    return shift, table
