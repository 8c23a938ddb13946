"""
Who is asked what in a match, and since when.

A question keeps its number while others answer theirs (several may be asked at once), so that an
answer which was on its way then is for the question that it was given to. After a restart the
numbers are found again in the journal.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.running.choices import Choice
from rules.running.journal import Entry
from rules.running.match import Match


class Questions(dict[int, Choice]):
    """The choice before each seat that is asked."""

    def __init__(self) -> None:
        super().__init__()
        self._since: dict[int, int] = {}

    def note_questions(self, match: Match, number: int, answered: int | None) -> list[Choice]:
        """
        The match stands at a number, after an answer of a seat or for the first time (None): the
        choices that are new to their seats.
        """
        known = dict(self)
        since = {seat: self._since[seat] for seat in known}
        self.clear()
        self.update({choice.seat: choice for choice in match.pending})
        fresh = [
            choice for seat, choice in self.items() if seat == answered or known.get(seat) != choice
        ]
        for choice in fresh:
            first = answered is None and choice.seat not in known
            since[choice.seat] = asked_since_in(match.journal, choice.seat) if first else number
        self._since = {seat: since[seat] for seat in self}
        return fresh

    def asked_since(self, seat: int) -> int | None:
        """The number of the match since which a seat is asked what it is asked now."""
        return self._since.get(seat)


def asked_since_in(journal: Sequence[Entry], seat: int) -> int:
    """
    Since which entry a seat has been asked what it is asked at the end of a journal: since its own
    last one, or the last that was no mere answer, such as one that takes others back.
    """
    for index, (other, picks, *_) in reversed(list(enumerate(journal))):
        if other == seat or any(pick < 0 for pick in picks):
            return index + 1
    return 0
