"""
Both machines beside each other: a match of the reference, and the same in the native one.

A `Mirror` stands where a match stands, follows what is done there, and compares all that a match is
(`match_fields`): choices, state, zones, frames, what lasts, what seats know, standings; steps and
work left, and lines of the log. So scenarios (`rules.scenario`) and trials of cards (`rules.fuzz`)
are held against the native machine, on their way; `exam` plays matches for that alone.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ...ground.errors import ActionFailed
from ...running.match import Match
from .layout import MAY_TRAP
from .loading import Loaded
from .match_fields import fields_of
from .matches import NativeMatch
from .whole_matches import WholeMatch


class Differs(Exception):
    """The machines do not agree."""


class Mirror:
    """
    The same match in the native machine, laid in as the reference stands now. Where the log of that
    is empty its lines are compared, too, until something fails. `broken`: parts of cards fail in
    the native machine more often than in the other one (`breaking`), which is no difference.

    :raises NotNative: it has what only the other machine can do.
    """

    def __init__(self, loaded: Loaded, reference: Match, broken: bool = False):
        self.reference, self.broken = reference, broken
        self.match = WholeMatch(loaded, reference)
        self.failed: ActionFailed | None = None
        self._ticks = getattr(reference, "ticks", None)

    def do_in_both(self, do: Callable[[Match | WholeMatch], None]) -> None:
        """
        Do something in both, and compare them; `failed` is how it fails in the reference, if it
        does.

        :raises Differs: they do not agree.
        :raises NotNative: the match stands where only the other machine can go on.
        """
        self.failed = None
        try:
            do(self.reference)
        except ActionFailed as error:
            self.failed = error
        self.follow(do, self.failed)

    def follow(self, do: Callable[[WholeMatch], None], failed: ActionFailed | None = None) -> None:
        """
        Do what was done in the reference, where it has `failed` or not, and compare both.

        :raises Differs: they do not agree.
        :raises NotNative: the match stands where only the other machine can go on.
        """
        found = None
        try:
            do(self.match)
        except ActionFailed as error:
            found = error
        trap = self.match.trap
        if failed is not None and trap is None:
            raise Differs(f"one machine alone fails: {failed}")
        own = self.broken or self.match.failure in MAY_TRAP
        if failed is None and trap is not None and not own:
            raise Differs(f"the native machine alone fails: {trap}")
        if (wanted := _told(failed)) != _told(found):
            raise Differs(f"fails: {wanted} and {_told(found)}")
        before, self._ticks = self._ticks, getattr(self.reference, "ticks", None)
        ran = self._ticks is not before
        compare(self.reference, self.match.native, ran and trap is None)

    def release(self) -> None:
        """Give its memory to the next match; it must not be used any more."""
        self.match.native.release()


def _told(failed: ActionFailed | None) -> tuple[Any, ...] | None:
    if failed is None:
        return None
    return failed.card, failed.reason, failed.aborted, failed.withdrawn


def compare(reference: Match, native: NativeMatch, ran: bool = False) -> None:
    """
    Hold a match against the same on the other machine; also what is left of the budget, where both
    have `ran` since they were laid or taken back.

    :raises Differs: they do not agree.
    """
    lines, log = native.take_log(), reference.log
    wanted, found = fields_of(reference, native.loaded.numbering), native.fields()
    if ran and not reference.is_over:
        wanted["budget"], found["budget"] = _budget_of(reference), native.budget
    if native.lines is not None and log is not None:
        wanted["lines"], found["lines"] = len(log), native.lines
        wanted["log"], found["log"] = log.rows[len(log.rows) - len(lines) :], lines
    for name, one in wanted.items():
        if one != found[name]:
            raise Differs(f"{name} {_first_difference(one, found[name])}")


def _budget_of(reference: Match) -> tuple[int, int]:
    return operator.length_hint(reference.ticks), reference.work


def _first_difference(one: Any, other: Any) -> str:
    """Where two values differ, in few words."""
    if isinstance(one, list) and len(one) == len(other):
        place = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
        return f"at {place}: {one[place]} and {other[place]}"
    return f"{one} and {other}"
