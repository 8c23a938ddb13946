"""
Whatever is done in a match is done without what fails of cards, or not at all (see `failing`).

`carry_out` tries; each time that something fails the match goes back and tries anew without it, so
that what was left out was left out from the beginning, and a replay that is told can do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple, Self

from ..ground.errors import ActionFailed
from .code import Code, codes_running_at
from .failing import CARDS, MAX_FAILURES, begin_without, card_of, reason_of, reference
from .journal import LeftOut
from .saving import DERIVED, FIELDS_OF_A_MATCH, Copies


class Carried(NamedTuple):
    """
    How something was carried out: what was left out, and what of that failed first, where that was
    not known before. `flow`: the error with which the flow fails; the match stands as before.
    """

    left_out: tuple[LeftOut, ...]
    failed: ActionFailed | None
    flow: Exception | None


class Transactions(Copies):
    """A match in which things are carried out."""

    __slots__ = ()

    def answer_unchecked(self, seat: int, picks: Sequence[int]) -> None:
        """See `match.Match`."""
        raise NotImplementedError

    def answer_leaving_out(self, seat: int, picks: Sequence[int]) -> None:
        """
        As `answer_unchecked`, but what fails of cards is left out; that takes a clone.

        :raises Exception: the flow itself fails; the match stands as before.
        """
        carried = self.carry_out(seat, lambda: self.answer_unchecked(seat, picks))
        if carried.flow is not None:
            raise carried.flow

    def carry_out(
        self, seat: int, do: Callable[[], None], known: tuple[LeftOut, ...] = ()
    ) -> Carried:
        """
        Do what a seat does, without what is known to fail in it and what else fails of cards.
        """
        if self.log is not None:
            self.log.pack_old_rows()
        before = self.fallback or self.clone()
        lines = len(self.log) if self.log is not None else 0
        self.fallback, left_out, failed = None, known, None
        for number in count():
            error = self._try_without(left_out, seat, do)
            fails = self._fails(error, left_out)
            if not fails:
                break
            if failed is None:
                failed = self._failure(fails[0], error)
            self._restore(before, lines)
            left_out += fails if number < MAX_FAILURES else (CARDS,)
        if error is not None:
            self._restore(before, lines)
        self.muted = frozenset()
        return Carried(left_out, failed, error)

    def _try_without(
        self, left_out: tuple[LeftOut, ...], seat: int, do: Callable[[], None]
    ) -> Exception | None:
        """Do something, leaving these out; with what it fails."""
        self.failed = {}
        begin_without(self, left_out, seat)
        try:
            do()
        except Exception as error:  # noqa: BLE001 (a card may fail in any way)
            return error
        return None

    def _fails(self, error: Exception | None, left_out: tuple[LeftOut, ...]) -> tuple[LeftOut, ...]:
        """What else is to be left out; nothing where nothing has failed, or the flow has."""
        if (error is None and not self.failed) or CARDS in left_out:
            return ()
        code = self._failing_code(error) if error is not None else None
        if code is None:
            return tuple([found for found in self.failed if found not in left_out])
        name, kind, number = reference(code)
        # What was left out has not begun, so it was waiting.
        return ((name, "waiting" if (name, kind, number) in left_out else kind, number),)

    def _failure(self, fails: LeftOut, error: Exception | None) -> ActionFailed:
        """What is to be said of something that fails."""
        reason = self.failed.get(fails)
        if reason is None and error is not None:
            reason = reason_of(error)
        failed = ActionFailed(card_of(self.program, fails), reason or "")
        failed.__cause__ = error
        return failed

    def failing_card(self, error: Exception) -> str:
        """The id of the innermost card whose behaviour was carried out as it failed; "" if none."""
        code = self._failing_code(error)
        return (code.card if code is not None else None) or ""

    def _failing_code(self, error: Exception) -> Code | None:
        """The code of the innermost card that was acting."""
        codes = (*codes_running_at(error), *(code for code, *_ in reversed(self.stack)))
        return next((code for code in codes if code.card is not None), None)

    def _restore(self, before: Self, lines: int) -> None:
        """Stand as before."""
        copy = before.clone()
        for name in (*FIELDS_OF_A_MATCH, *DERIVED, "stack", "muted"):
            setattr(self, name, getattr(copy, name))
        if self.log is not None:
            self.log.truncate(lines)
