"""
Matches of Python's that have a companion: the same match in the native machine, in which bots
think, so that it need not be laid in anew for each thought.

    with Companion(match) as companion:
        picks = bot.choose(match, seat)
        match.answer_unchecked(seat, picks)
        companion.note_answer(seat, picks)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from ...backends.wasm.host import Trap
from ...backends.wasm.matches import NativeMatch
from ...backends.wasm.thinking import Thinker
from ...running.match import Match

_companions: dict[int, Companion] = {}  # by `id` of the match


class Companion:
    """
    The same match once more, as long as the block lasts. Where it does not stand as the match does
    (an answer was not noted, it fails in one machine only) it is laid in anew.
    """

    def __init__(self, match: Match):
        self.match = match
        self._unheard: list[tuple[int, Sequence[int]]] = []  # answers since a bot has thought
        self._loaded: tuple[Thinker, NativeMatch] | None = None

    def __enter__(self) -> Self:
        _companions[id(self.match)] = self
        return self

    def __exit__(self, *_: object) -> None:
        del _companions[id(self.match)]
        self._release()

    def note_answer(self, seat: int, picks: Sequence[int]) -> None:
        """The match was given an answer."""
        if self._loaded is not None:
            self._unheard.append((seat, picks))

    def found_in(self, thinker: Thinker) -> NativeMatch:
        """
        The match in the machine of a thinker.

        :raises NotNative: it has what only the other machine can do.
        """
        if self._loaded is None or self._loaded[0] is not thinker or not self._follows():
            self._release()
            self._loaded = thinker, NativeMatch.of(thinker.loaded, self.match)
        return self._loaded[1]

    def _follows(self) -> bool:
        """Answer as the match was answered; whether both stand alike then."""
        assert self._loaded is not None  # noqa: S101 (for mypy: who calls has looked)
        m, answers = self._loaded[1], self._unheard
        self._unheard = []
        try:
            for seat, picks in answers:
                m.answer(seat, picks)
        except Trap:
            return False
        return m.stands_like(self.match)

    def _release(self) -> None:
        if self._loaded is not None:
            self._loaded[1].release()
        self._loaded, self._unheard = None, []


def companion_of(match: Match) -> Companion | None:
    """The companion that a match has."""
    return _companions.get(id(match))
