"""
Matches in the native machine: begun from what the other machine has prepared, answered, looked at.

Begin with `NativeMatch.begin`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from ...running.match import Match
from .functions import NONE, NotNative
from .layout import COUNTERS, FIXED, HEAD, INDEXES, MATCH, OFFSETS, ROWS, TUPLE, WORD
from .loading import Loaded
from .match_fields import FIELDS, in_order, lay_match

#: In the head of a match, what is told at a glance.
MARKS = "random", "next_uuid", "rows_end", "frames", "choice_count"


class NativeMatch:
    """A match in the memory of a machine."""

    def __init__(self, loaded: Loaded, address: int, dealt: int):
        self.loaded, self.address, self.dealt = loaded, address, dealt
        self.lines: int | None = None  # how many were taken of its log, where it keeps one
        self.size = loaded.open_for(dealt)
        self.machine = loaded.machine
        self._marks = [address + MATCH[name] for name in MARKS]
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

        :raises NotNative: as `of`.
        :raises Trap: it fails before that.
        """
        m = cls.of(loaded, prepared, log=prepared.log is not None)
        m.run()
        return m

    @classmethod
    def of(cls, loaded: Loaded, match: Match, log: bool = False) -> NativeMatch:
        """
        A match of the other machine as it stands: begun, loaded, laid out or copied. It must be of
        the program and the number of players that were loaded. What it has logged stays there; with
        `log` lines are kept from now on, and have to be taken (`take_log`).

        :raises NotNative: it has what only the other machine can do.
        """
        m = cls(loaded, loaded.room_for_match(loaded.open_for(match.dealt)), match.dealt)
        m.lay(match, log)
        m.lines = 0 if log else None
        return m

    def copy(self) -> NativeMatch:
        """Another match that stands where this one does, without a log."""
        other = NativeMatch(self.loaded, self.loaded.room_for_match(self.size), self.dealt)
        other.stand_as(self)
        return other

    def stand_as(self, other: NativeMatch) -> None:
        """Stand where another match of the same deal does, without a log."""
        self.lines = None
        self.loaded.open_for(self.dealt)
        self.machine.function("copy_match")(self.address, other.address)

    def lay(self, match: Match, log: bool = False) -> None:
        """
        Stand where a match of the other machine with the same deal stands. With `log` lines are
        kept (and cost work) from now on.

        :raises NotNative: it has what only the other machine can do.
        """
        laid, self.lines = lay_match(match, self.loaded.numbering), None
        if self.heap_at + len(laid.heap) > self.address + self.size:
            raise NotNative("so much in lists")
        view, zones_at = self.machine.view(), self.zones_at
        for at, data in (
            *[(self.address + at, data) for at, data in laid.parts],
            *((zones_at, laid.zones), (self.state_at, laid.state), (self.heap_at, laid.heap)),
        ):
            view[at : at + len(data)] = data
        if log:
            self._write("i", self.address + MATCH["logging"], [1])
            self._write("i", self.machine.address("log_used"), [0])
            self.loaded.told = 0

    def release(self) -> None:
        """Give its memory to the next match; it must not be used any more."""
        self.loaded.give_room_back(self.address)

    def run(self) -> None:
        """
        Run a match that was prepared or laid out to its first choice.

        :raises Trap: that fails.
        """
        self.loaded.open_for(self.dealt)
        self.machine.function("run")(self.address)
        self.machine.function("end_idle")(self.address)

    def answer(self, seat: int, picks: Sequence[int]) -> None:
        """
        What a seat picks, by index of its options; the match goes on to the next choice.

        :raises Trap: that fails.
        """
        self.loaded.open_for(self.dealt)
        at = self.machine.address("offered")  # not in `scratch`, where the heap is tidied
        self._write("q", at, picks)
        self._answer(self.address, seat, at, len(picks))

    def concede(self, seat: int) -> None:
        """
        A seat gives up, as `Match.concede`.

        :raises Trap: what the pack does then fails.
        """
        self.loaded.open_for(self.dealt)
        self.machine.function("concede")(self.address, seat, 1)

    def take_failure(self) -> int:
        """The number of what has failed in the kernel since this was last asked; 0: nothing."""
        at = self.machine.address("failure")
        (found,) = self._read("q", at)
        self._write("q", at, [0])
        return int(found)

    # -- looked at
    def stands_like(self, match: Match) -> bool:
        """
        Whether it stands where a match of the other machine does, as far as cells, dice and how
        many choices and frames there are tell: of one that was given the same answers.
        """
        view, (random, next_uuid, end, frames, choices) = self.machine.view(), self._marks
        found = struct.unpack_from("<Q", view, random) + struct.unpack_from("<q", view, next_uuid)
        found += tuple([struct.unpack_from("<i", view, at)[0] for at in (end, frames, choices)])
        wanted = match.rng, match.next_uuid, len(match.state), len(match.stack), len(match.choices)
        if found != wanted:
            return False
        cells = view[self.state_at : self.state_at + WORD * len(match.state)]
        return cells.cast("q").tolist() == match.state

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self._read("q", self.address + MATCH["standings"])[0] != NONE)

    @property
    def outcome(self) -> tuple[Any, tuple[int, ...]]:
        """The standings, and who has won, of a match that is over."""
        standings, won = [self._read("q", self.address + MATCH[n])[0] for n in ("standings", "won")]
        return self.value(standings), self.value(won)

    @property
    def state(self) -> list[int]:
        """As `Match.state`."""
        (end,) = self._read("i", self.address + MATCH["rows_end"])
        return list(self._read(f"{end}q", self.state_at))

    @property
    def zones(self) -> list[tuple[int, ...]]:
        """As `Match.zones`."""
        count = len(self.loaded.program.layout.zone_names)
        return self._values(self._read(f"{count}q", self.zones_at))

    @property
    def random(self) -> int:
        """The state of the dice."""
        (found,) = self._read("Q", self.address + MATCH["random"])
        return int(found)

    @property
    def budget(self) -> tuple[int, int]:
        """The steps and the work that are left of an action."""
        (steps,) = self._read("i", self.address + MATCH["ticks"])
        (work,) = self._read("q", self.address + MATCH["work"])
        return steps, work

    def take_log(self) -> list[tuple[Any, ...]]:
        """The lines that have been noted since this was last asked, of any match."""
        used_at, lines_at = map(self.machine.address, ("log_used", "log_lines"))
        (used,) = self._read("i", used_at)
        lines = self._read(f"{used}q", lines_at)
        rows, begin, flow = [], 0, 0
        while begin < used:
            end = begin + 1 + lines[begin]
            part, row = list(lines[begin + 1 : end]), []
            while part:
                row.append(_noted_value(part))
            if begin >= self.loaded.told:
                rows.append(tuple(row))
            if not row[2]:
                flow = begin
            begin = end
        # What follows from the last line of the flow may name a cause once more.
        left = lines[flow:]
        self._write("q", lines_at, left)
        self._write("i", used_at, [len(left)])
        self.loaded.told = len(left)
        if self.lines is not None:
            self.lines += len(rows)
        return rows

    @property
    def choices(self) -> list[tuple[Any, ...]]:
        """What is asked, in order, as `match_fields.choice_values` has it."""
        return self._rows("choice")

    def fields(self) -> dict[str, Any]:
        """All that the match is, by name; as `match_fields.fields_of` has it."""
        names = [field.name for field in FIELDS]
        head = dict(zip(HEAD, self._read("".join(HEAD.values()), self.address), strict=True))
        head["random"], random = 0, head["random"]  # which may look like anything
        values = self._values([head[name] for name in names])
        found = {n: in_order(n, value) for n, value in zip(names, values, strict=True)}
        found["random"] = random
        found |= {
            "state": self.state,
            "zones": self.zones,
            **{name: self._rows(name) for name in COUNTERS},
        }
        for name in INDEXES:
            at = f"index[{name}]"
            (size,) = self._read("i", self.address + MATCH[at])
            keys, values = self._column(f"{at}.key", size), self._column(f"{at}.value", size)
            found[at] = dict(zip(keys, values, strict=True))
        return found

    def _rows(self, name: str) -> list[tuple[Any, ...]]:
        """The rows of a part of the match."""
        (count,) = self._read("i", self.address + MATCH[COUNTERS[name]])
        if not count:
            return []
        at, row = self.address + MATCH[name], struct.Struct(f"<{ROWS[name]}")
        view = self.machine.view()
        data, memory = view[at : at + count * row.size], view.cast("q")
        return [
            tuple([v if 0 <= v < TUPLE else self._value(v, memory) for v in each])
            for each in row.iter_unpack(data)
        ]

    def _column(self, name: str, count: int) -> list[Any]:
        return self._values(self._read(f"{count}q", self.address + MATCH[name])) if count else []

    def _values(self, values: Iterable[int]) -> list[Any]:
        memory = self.machine.view().cast("q")
        return [each if 0 <= each < TUPLE else self._value(each, memory) for each in values]

    def value(self, value: int) -> Any:
        """A value as the other machine has it; texts stay numbers."""
        return self._value(value, self.machine.view().cast("q"))

    def _value(self, value: int, memory: memoryview) -> Any:
        if value == NONE:
            return None
        if value >> 60 != TUPLE >> 60:
            return value
        place = value & 0xFFFFFFFF
        begin = self.heap_at // WORD + place
        if place & FIXED:
            begin = self.loaded.constants_at // WORD + (place & (FIXED - 1))
        items = memory[begin + 1 : begin + 1 + memory[begin]].tolist()
        if not items or max(items) < TUPLE:
            return tuple(items)
        return tuple([self._value(each, memory) for each in items])

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
