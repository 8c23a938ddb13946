"""
Bots in the native machine: what they think of a match there (`kernel/bots.h`).

`Thinker.think` thinks to the end; with a budget in iterations it gives what the bots of
`rules.playing.bots` give, from the same seed. With a budget in time it goes on in slices, between
which it looks at a clock.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from .functions import NotNative
from .layout import LEVEL, LINE, MATCH, WORD
from .loading import Loaded
from .matches import NativeMatch

GREEDY, SEARCH, TREE = 1, 2, 3  # kinds of bots
DONE, FORCED, SEARCHING = 0, 1, 2  # phases of thinking
NOT_ASKED = -1
DICE_BYTES = 4 * (624 + 2)
SEATS = 16  # at most
APART = 64  # bytes between matches are a multiple of this
#: What is done between two looks at the clock: worlds, and states of a search for a win.
SLICES = {FORCED: 16, SEARCHING: 1}


class Level(NamedTuple):
    """
    How a bot thinks: `GREEDY`, `SEARCH` or `TREE`; the worlds that it plays on, or, where that is
    0, seconds; at how many of 100 answers it takes any; how many times its budget it looks for a
    win.
    """

    kind: int
    iterations: int = 0
    seconds: float = 0.0
    slips: int = 0
    forced: int = 0


class Thought(NamedTuple):
    """An answer that was weighed: as `rules.playing.bots.answers.Line`."""

    picks: tuple[int, ...]
    total: float
    worlds: int
    won: int
    prior: float


class Dice:
    """What `random.Random(seed)` throws, for one bot of a machine, or several in turn."""

    def __init__(self, loaded: Loaded, seed: int, address: int = 0):
        """`address`: where there is room for them; 0: anywhere."""
        self.machine = loaded.machine
        self.address = address or self.machine.reserve(DICE_BYTES)
        self.seed(seed)

    @property
    def state(self) -> bytes:
        """How they lie, for another time."""
        return bytes(self.machine.view()[self.address : self.address + DICE_BYTES])

    @state.setter
    def state(self, state: bytes) -> None:
        self.machine.view()[self.address : self.address + DICE_BYTES] = state

    def seed(self, seed: int) -> None:
        """Begin anew, from another seed."""
        words = max(1, -(-abs(seed).bit_length() // 32))
        at = self.machine.address("scratch")
        self.machine.view()[at : at + 4 * words] = abs(seed).to_bytes(4 * words, "little")
        self.machine.function("seed_dice")(self.address, at, words)


class Thinker:
    """
    What thinks in one machine, one thought after the other; bots that are asked more than once have
    `Dice` of their own, others may take turns with `dice`.

    :raises NotNative: bots of this program throw dice for what the machine does not know.
    """

    def __init__(self, loaded: Loaded):
        entries = loaded.program.bringing.entries.values()
        if any(each.is_list and each.see != "all" for each in entries):
            raise NotNative("bots throw dice for lists of cards that others do not see")
        self.loaded, self.machine, self.dice = loaded, loaded.machine, Dice(loaded, 0)
        function = self.machine.function
        self._begin, self._go_on = function("begin_thinking"), function("go_on_thinking")
        self._copy, self._open_pack = function("copy_match"), function("open_pack")
        self._bytes_of_bots = function("bytes_of_bots")
        self._line, self._picks = map(self.machine.address, ("line", "line_picks"))
        self._line_count = self.machine.address("line_count")
        self._level = self.machine.reserve(struct.calcsize(LEVEL))
        self._room = self._copied = 0  # bytes for the matches of bots; where what thinks lies

    def think(
        self,
        m: NativeMatch,
        seat: int,
        level: Level,
        dice: Dice,
        clock: Callable[[], float] = time.monotonic,
    ) -> list[Thought]:
        """
        What a bot thinks of what a seat is asked, its own answer first; the match stays as it is.

        :raises ValueError: the seat is not asked anything.
        :raises Trap: something fails in the game, or does not end.
        """
        self._copy_match(m)
        values = level.kind, level.iterations, level.slips, level.forced
        struct.pack_into(f"<{LEVEL}", self.machine.view(), self._level, *values)
        used, begun = 0.0, clock()
        phase = self._begin(self._copied, seat, dice.address, self._level)
        if phase == NOT_ASKED:
            raise ValueError(f"seat {seat} is not asked anything")
        while phase != DONE:
            before, now = phase, clock()
            if not level.iterations:
                used = (now - begun) / level.seconds
            phase = self._go_on(_bits_of_double(used), SLICES[phase])
            if phase != before:
                begun = now
        return self._thoughts()

    @cached_property
    def dice_of_seats(self) -> list[Dice]:
        """Dice for each seat of a match that is played whole (`recording`)."""
        first, seats = self.machine.reserve(SEATS * DICE_BYTES), range(SEATS)
        return [Dice(self.loaded, 0, first + DICE_BYTES * seat) for seat in seats]

    def open_for(self, m: NativeMatch) -> None:
        """Have room for what bots try of a match."""
        (dealt,) = struct.unpack_from("<i", self.machine.view(), m.address + MATCH["dealt"])
        size = -(-self._open_pack(dealt) // APART) * APART
        wanted = self._bytes_of_bots()
        if wanted > self._room:
            self._room, self._copied = wanted, self.machine.reserve(size + wanted)
            self.machine.function("open_bots")(self._copied + size)

    def _copy_match(self, m: NativeMatch) -> None:
        """What thinks is a copy: asking it for values costs work, and what fails leaves a half."""
        self.open_for(m)
        self._copy(self._copied, m.address)

    def _thoughts(self) -> list[Thought]:
        view = self.machine.view()
        (count,) = struct.unpack_from("<i", view, self._line_count)
        found = []
        for number in range(count):
            at = self._line + number * struct.calcsize(f"<{LINE}")
            total, prior, first, size, worlds, won = struct.unpack_from(f"<{LINE}", view, at)
            picks = struct.unpack_from(f"<{size}q", view, self._picks + WORD * first)
            found.append(Thought(picks, total, worlds, won, prior))
        return found


def _bits_of_double(number: float) -> int:
    """A double as the machine's calls take it."""
    (bits,) = struct.unpack("<q", struct.pack("<d", number))
    return int(bits)
