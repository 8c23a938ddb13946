"""
Matches in the native machine: begun from what the other machine has prepared, answered, looked at.

Begin with `NativeMatch.begin`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from ...running.match import Match
from ...running.printed import definitions_chosen
from .functions import EMPTY, NONE
from .layout import CHOICE, MATCH, OFFSETS, WORD
from .loading import FIXED, Loaded

TUPLE = 0x6000000000000000


class NativeChoice(NamedTuple):
    """
    What a seat is asked: as `running.choices.Choice`, but with numbers for texts, and of options
    what they are about, of what is told and barred likewise.
    """

    seat: int
    minimum: int
    maximum: int
    prompt: int
    subject: int
    about: tuple[int, ...]
    default: tuple[int, ...]
    told: tuple[Any, ...]
    barred: tuple[int, ...]


class NativeMatch:
    """A match in the memory of a machine."""

    def __init__(self, loaded: Loaded, address: int):
        self.loaded, self.address = loaded, address
        self.machine = loaded.machine
        self._answer = self.machine.function("answer")
        offsets = self.machine.address("offsets")
        self.zones_at, self.state_at, self.heap_at = [
            address + self._read("I", offsets + OFFSETS[name])[0]
            for name in ("zones", "state", "heap")
        ]

    @classmethod
    def begin(cls, loaded: Loaded, prepared: Match) -> NativeMatch:
        """
        A match that has been prepared (`Match.prepare`), played to its first choice; with a log if
        that has one: see `take_log`.

        :raises Trap: it fails before that.
        """
        machine = loaded.machine
        dealt = len(prepared.state)
        m = cls(loaded, loaded.room_for_match(machine.function("open_pack")(dealt)))
        machine.function("begin_match")(m.address, dealt)
        m._write("q", m.state_at, prepared.state)
        for number, zone in enumerate(prepared.zones):
            m._write("q", m.zones_at + WORD * number, [m.lay_tuple(zone)])
        lists = [
            m.lay_tuple([
                m.lay_tuple(_list_of(prepared, player, name)) for name in loaded.list_names
            ])
            for player in range(loaded.program.layout.players + 1)
        ]  # fmt: skip
        options = prepared.options
        lists.append(m.lay_tuple([
            m.lay_tuple(definitions_chosen(options, name)) for name in loaded.chosen_names
        ]))  # fmt: skip
        for name, value in {
            "cards": m.lay_tuple(prepared.cards),
            "owners": m.lay_tuple([x for pair in prepared.owners.items() for x in pair]),
            "lists": m.lay_tuple(lists),
        }.items():
            m._write("q", m.address + MATCH[name], [value])
        m._write("Q", m.address + MATCH["random"], [prepared.rng])
        m._write("i", m.address + MATCH["logging"], [int(prepared.log is not None)])
        machine.function("run")(m.address)
        machine.function("end_idle")(m.address)
        return m

    def release(self) -> None:
        """Give its memory to the next match; it must not be used any more."""
        self.loaded.rooms.append(self.address)

    def lay_tuple(self, items: Sequence[int]) -> int:
        """Some values as one, on the heap."""
        if not items:
            return EMPTY
        at = self.machine.address("scratch")
        self._write("q", at, items)
        return self.machine.function("make_tuple")(self.address, at, len(items))

    def answer(self, seat: int, picks: Sequence[int]) -> None:
        """
        What a seat picks, by index of its options; the match goes on to the next choice.

        :raises Trap: that fails.
        """
        at = self.machine.address("offered")  # not in `scratch`, where the heap is tidied
        self._write("q", at, picks)
        self._answer(self.address, seat, at, len(picks))

    # -- looked at
    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self._read("q", self.address + MATCH["standings"])[0] != NONE)

    @property
    def state(self) -> list[int]:
        """As `Match.state`."""
        (end,) = self._read("i", self.address + MATCH["rows_end"])
        return list(self._read(f"{end}q", self.state_at))

    @property
    def zones(self) -> list[tuple[int, ...]]:
        """As `Match.zones`."""
        count = len(self.loaded.program.layout.zone_names)
        return [self.value(each) for each in self._read(f"{count}q", self.zones_at)]

    @property
    def random(self) -> int:
        """The state of the dice."""
        (found,) = self._read("Q", self.address + MATCH["random"])
        return int(found)

    @property
    def budget(self) -> tuple[int, int, int]:
        """The steps and the work that are left of an action, and the number of the next effect."""
        found = [("i", "ticks"), ("q", "work"), ("q", "next_uuid")]
        steps, work, number = [self._read(k, self.address + MATCH[n])[0] for k, n in found]
        return steps, work, number

    def take_log(self) -> list[tuple[Any, ...]]:
        """The lines that have been noted since this was last asked, of any match."""
        used_at = self.machine.address("log_used")
        (used,) = self._read("i", used_at)
        noted = iter(self._read(f"{used}q", self.machine.address("log_lines")))
        self._write("i", used_at, [0])
        rows = []
        for size in noted:
            row, part = [], list(islice(noted, size))
            while part:
                row.append(_noted_value(part))
            rows.append(tuple(row))
        return rows

    @property
    def choices(self) -> list[NativeChoice]:
        """What is asked, in order."""
        (count,) = self._read("i", self.address + MATCH["choice_count"])
        size = struct.calcsize(f"<{CHOICE}")
        found = []
        for number in range(count):
            row = self._read(CHOICE, self.address + MATCH["choice"] + size * number)
            seat, minimum, maximum, _, _, _, prompt, subject, *values = row
            options, chosen, told, barred = map(self.value, values)
            told, barred = tuple([each[2] for each in told]), tuple([each[2] for each in barred])
            about = options[1::2]
            found.append(
                NativeChoice(seat, minimum, maximum, prompt, subject, about, chosen, told, barred)
            )
        return found

    def value(self, value: int) -> Any:
        """A value as the other machine has it; texts stay numbers."""
        if value == NONE:
            return None
        if value >> 60 != TUPLE >> 60:
            return value
        place = value & 0xFFFFFFFF
        begin = self.heap_at + WORD * place
        if place & FIXED:
            begin = self.loaded.constants_at + WORD * (place & (FIXED - 1))
        (count,) = self._read("q", begin)
        return tuple(map(self.value, self._read(f"{count}q", begin + WORD)))

    def _read(self, kinds: str, address: int) -> tuple[Any, ...]:
        return struct.unpack_from(f"<{kinds}", self.machine.view(), address)

    def _write(self, kind: str, address: int, values: Sequence[int]) -> None:
        struct.pack_into(f"<{len(values)}{kind}", self.machine.view(), address, *values)


def _noted_value(values: list[int]) -> Any:
    """The first value of a line, which is taken out."""
    value = values.pop(0)
    if value == NONE:
        return None
    if value >> 60 != TUPLE >> 60:
        return value
    return tuple([_noted_value(values) for _ in range(value & 0xFFFFFFFF)])


def _list_of(prepared: Match, player: int, name: str) -> Sequence[int]:
    """What a player has brought, by the name of the list."""
    try:
        return tuple(prepared.decks[player][name])
    except (LookupError, TypeError):
        return ()
