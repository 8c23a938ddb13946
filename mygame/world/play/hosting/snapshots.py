"""
Snapshots of one match: a shortcut for recovery, kept at the start of each round, and after many
answers without one.
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
        if current == self.round and stored < self.at + storing.ANSWERS_PER_SNAPSHOT:
            return
        self.round, self.at = current, stored
        # Nothing changes a hosted match: another takes its place.
        storing.write_later("snapshot", storing.keep_snapshot, self.record, stored, match)


def _round_of(match: Match) -> int | None:
    """What changes when a round ends, as the pack says (`bot.until`); None in a game without."""
    until = match.program.bots.until
    return until(match) if until is not None else None
