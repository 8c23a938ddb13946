"""
Matches in the native machine from which what fails of cards is left out, as the other machine does.

There a failing condition or modifier lets the rest go on, and what has failed in one try is left
out of the next (`running.transactions`); here the first that fails stops the machine. It is rare.
So that one action is carried out by the other machine, in a copy of the match that has followed to
there, and the match is laid in anew as it stands then: it is the same by construction. As long as
nothing fails that costs one item of a list for each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from ...ground.errors import ActionFailed
from ...running.log import Log
from ...running.match import Match
from .host import Trap
from .loading import Loaded
from .matches import NativeMatch


class WholeMatch:
    """
    A match that stands as one of the other machine does now, which itself is left alone. Where that
    has a log lines are kept here as well, for they cost work: they have to be taken
    (`NativeMatch.take_log`).

    `native` is looked at; what is done is done here. `trap` is what stopped the machine when the
    last thing was done, None where it came to an end there; `failure` is its number in the kernel.

    :raises NotNative: it has what only the other machine can do.
    """

    def __init__(self, loaded: Loaded, match: Match):
        self._logs = match.log is not None
        self.native = NativeMatch.of(loaded, match, self._logs)
        if match.log:
            self.native.lines = None  # there are others
        self.trap: Trap | None = None
        self.failure = 0
        #: A match of the other machine, and what was done since it stood as this one.
        self._python, self._since = match.clone(), list[Callable[[Match], None]]()

    def begin(self) -> None:
        """
        Run a match that was prepared or laid out to its first choice.

        :raises ActionFailed: as `Match.begin`.
        """
        self._do(self.native.run, Match.begin)

    def answer(self, seat: int, picks: Sequence[int]) -> None:
        """
        Answer for a seat, with picks known to be legal, and run on to the next choice or the end.

        :raises ActionFailed: as `Match.answer`: the match goes on without what has failed.
        :raises NotNative: it has come to where only the other machine can go on, and is lost.
        """
        given = tuple(picks)
        self._do(lambda: self.native.answer(seat, given), lambda m: m.answer(seat, given))

    def concede(self, seat: int) -> None:
        """
        A seat gives up, as `Match.concede`.

        :raises ActionFailed: likewise.
        :raises NotNative: as `answer`.
        """
        self._do(lambda: self.native.concede(seat), lambda m: m.concede(seat))

    def _do(self, there: Callable[[], None], here: Callable[[Match], None]) -> None:
        self.trap, self.failure = None, 0
        try:
            there()
        except Trap as trap:
            self.trap, self.failure = trap, self.native.take_failure()
        else:
            self._since.append(here)
            return
        self._python.log = Log(self._python.program) if self._logs else None
        for each in self._since:
            with suppress(ActionFailed):
                each(self._python)
        self._since.clear()
        try:
            here(self._python)
        finally:
            self.native.lay(self._python, self._logs)
