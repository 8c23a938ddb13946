"""
Snapshots of one match: a shortcut for recovery, kept at the start of a round, where rounds are
short only of some, and after many answers without one.
"""

from __future__ import annotations

from rules.running.match import Match
from world.models import MatchRecord
from world.play.hosting import storing


class Snapshots:
    """When the match was kept last, and in which round."""

    def __init__(self, record: MatchRecord, stored: int, match: Match):
        self.record = record
        self.at = stored  # entries of the journal
        self.round = _round_of(match)

    def keep_snapshot(self, stored: int, match: Match) -> None:
        """Keep the match as it stands after so many entries of its journal, if that is due."""
        if match.is_over:
            return
        current = _round_of(match)
        due = current != self.round
        least = storing.ANSWERS_BETWEEN_SNAPSHOTS if due else storing.ANSWERS_PER_SNAPSHOT
        if stored < self.at + least:
            return
        self.round, self.at = current, stored
        # Nothing changes a hosted match: another takes its place.
        storing.write_later("snapshot", storing.keep_snapshot, self.record, stored, match)


def _round_of(match: Match) -> int | None:
    """What changes when a round ends, as the pack says (`bot.until`); None in a game without."""
    until = match.program.bots.until
    return until(match) if until is not None else None
