"""
Parts of cards that fail in the native machine, for trials of what becomes of a match then
(`rules.fuzz.breaking`): whatever calls them is stopped.
"""

from __future__ import annotations

import struct
from collections.abc import Container
from typing import Any

from .layout import PACK
from .loading import Loaded, aims_in_order

NOWHERE = 0x7FFFFFFF  # a function that no table has
#: Where what a part calls stands, by its name there: table, bytes of a row, place in it.
CALLS = {
    "direct": ("code", 16, 0),
    "condition": ("trigger", 48, 44),
    "amount": ("modifier", 52, 36),
    "where": ("modifier", 52, 40),
    "pool": ("aim", 20, 8),
}


class NativeBreaker:
    """Breaks parts of what cards do in a machine, and makes them whole again."""

    def __init__(self, loaded: Loaded):
        self.loaded = loaded
        self._whole: dict[int, bytes] = {}  # what stood there, by address

    def break_part(self, part: Any, name: str) -> None:
        """A code, trigger or modifier of the program fails where it calls this (`CALLS`)."""
        self._break_row(name, self.loaded.numbering.parts[id(part)])

    def break_pools(self, pools: Container[Any]) -> None:
        """What casts can be aimed at fails, where it is one of these pools of the program."""
        tables = aims_in_order(self.loaded.program)
        aims = [aim for _, by_definition in tables for listed in by_definition for aim in listed]
        for number, (pool, *_) in enumerate(aims):
            if pool in pools:
                self._break_row("pool", number)

    def make_whole(self) -> None:
        """As everything was before."""
        for at, before in self._whole.items():
            self.loaded.machine.view()[at : at + len(before)] = before
        self._whole.clear()

    def _break_row(self, name: str, number: int) -> None:
        table, size, place = CALLS[name]
        view = self.loaded.machine.view()
        (begin,) = struct.unpack_from("<I", view, self.loaded.machine.address("pack") + PACK[table])
        at = begin + number * size + place
        self._whole.setdefault(at, bytes(view[at : at + 4]))
        struct.pack_into("<I", view, at, NOWHERE)
