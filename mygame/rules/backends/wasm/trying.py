"""
Options tried in the native machine (`kernel/trying.c`): what they would do.

`Trying` tries those of one match, which stays as it is.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple

from .host import Trap
from .layout import LEADS_AT, OUTCOME, TRIED, WORD
from .matches import NativeMatch
from .thinking import Thinker

TRIED_ALL, TRIED_SOME, TOO_MUCH = 0, 1, 2
SLICE = 8  # outcomes between two looks at the clock


class Outcome(NamedTuple):
    """What was heard: of whom, least and most, which fact, in how many of the outcomes."""

    entity: int
    low: int
    high: int
    fact: int
    heard: int


class Attempt(NamedTuple):
    """
    What came of an option, as it lies in the machine. Not `whole`: there is too much to try, and
    only what was asked first is known.
    """

    whole: bool
    happened: bytes
    leading: bytes

    def outcomes(self) -> list[Outcome]:
        """What was heard."""
        rows = struct.iter_unpack(f"<{OUTCOME}", self.happened[struct.calcsize(f"<{TRIED}") :])
        return list(map(Outcome._make, rows))

    def counts(self) -> tuple[int, bool]:
        """How many outcomes there are; whether there were dice, or decisions of others."""
        _, leaves, chance, _ = struct.unpack_from(f"<{TRIED}", self.happened)
        return leaves, bool(chance)

    def leads(self) -> tuple[int, ...]:
        """What was asked first, if cards or players."""
        return struct.unpack(f"<{len(self.leading) // WORD}q", self.leading)


class Trying:
    """
    What would come of the options of a seat, in the machine of a thinker, which thinks of nothing
    else as long as they are tried.
    """

    def __init__(self, thinker: Thinker, m: NativeMatch, seat: int, floor: int):
        """`floor`: as many frames has the match at least, as long as the action goes on."""
        self._thinker, self._m, self._seat, self._floor = thinker, m, seat, floor
        self._machine, function = thinker.machine, thinker.loaded.function
        self._begin, self._go_on = function("begin_trying"), function("go_on_trying")
        self._deal = function("deal_to_try")
        self._tried = self._machine.address("option_tried")
        self._dealt = set[int]()
        thinker.open_for(m)

    def try_option(
        self, pick: int, deal: int, seed: int, luck: int, has_time: Callable[[], bool]
    ) -> Attempt:
        """
        What comes of an option in a deal, which is numbered from 0 and made by the dice of this
        seed, while there is time.

        :raises Trap: something fails in the game, or there is more than the machine has room for.
        """
        if deal not in self._dealt:
            dice = self._thinker.dice
            dice.seed(seed)
            self._deal(self._m.address, self._seat, deal, dice.address)
            self._dealt.add(deal)
        self._begin(deal, self._seat, self._floor, pick, luck)
        phase = TRIED_SOME
        self._m.take_failure()
        try:
            while phase == TRIED_SOME:
                phase = self._go_on(SLICE) if has_time() else TOO_MUCH
        except Trap:
            if not self._m.has_used_up():
                raise
        return self._read_attempt(phase == TRIED_ALL)

    def _read_attempt(self, whole: bool) -> Attempt:
        view, at = self._machine.view(), self._tried
        outcomes, *_, leads = struct.unpack_from(f"<{TRIED}", view, at)
        end = at + struct.calcsize(f"<{TRIED}") + outcomes * struct.calcsize(f"<{OUTCOME}")
        leading = bytes(view[at + LEADS_AT : at + LEADS_AT + WORD * leads])
        return Attempt(whole, bytes(view[at:end]), leading)
