"""
What staff does with matches, on every way in: end them, let them stand still, hand seats to bots.

Each asks whether one may (`world.accounts.roles`), acts on the live match, and is noted. In the
reactor's thread.
"""

from __future__ import annotations

from typing import Any

from world.accounts import audit, roles
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting import recovery
from world.play.hosting.host import MatchHost
from world.play.hosting.storing import MatchLost


def end_match(by: Any, record: MatchRecord, reason: str = "", way: str = "game") -> None:
    """
    End a running match without a result; its players are told.

    :raises TableError: `mayNot`; `matchOver`.
    """
    roles.require_right(by, "matches")
    if record.status != MatchRecord.Status.RUNNING:
        raise TableError("matchOver")
    recovery.call_off(record, reason)
    audit.note_act(by, "endMatch", str(record.pk), way, reason=reason)


def pause_match(by: Any, record: MatchRecord, pauses: bool = True, way: str = "game") -> None:
    """
    Let a match stand still, or go on.

    :raises TableError: `mayNot`; `matchOver`.
    """
    host = _host(by, record)
    host.pause(pauses)
    audit.note_act(by, "pauseMatch" if pauses else "resumeMatch", str(record.pk), way)


def hand_to_bot(by: Any, record: MatchRecord, seat: int, kind: str, way: str = "game") -> None:
    """
    Let a kind of bot play on for whoever holds a seat.

    :raises TableError: `mayNot`; `matchOver`, `unknownBot`, `noSuchSeat`, `seatOfBot`, `notSaved`,
        `storageBusy`.
    """
    host = _host(by, record)
    table = record.table
    if table is None or getattr(table, "host", None) is not host:
        raise TableError("matchOver")
    table.hand_to_bot(seat, kind)
    audit.note_act(by, "handToBot", str(record.pk), way, seat=seat + 1, bot=kind)


def revive_match(by: Any, record: MatchRecord, way: str = "game") -> None:
    """
    Let the next start of the server try again to bring back a match that could not be.

    :raises TableError: `mayNot`; `matchOver`.
    """
    roles.require_right(by, "matches")
    if record.status != MatchRecord.Status.BROKEN:
        raise TableError("matchOver")
    record.status, record.ended_at = MatchRecord.Status.RUNNING, None
    record.save(update_fields=["status", "ended_at"])
    audit.note_act(by, "reviveMatch", str(record.pk), way)


def _host(by: Any, record: MatchRecord) -> MatchHost:
    """:raises TableError: `mayNot`, `matchOver`."""
    roles.require_right(by, "matches")
    if record.status != MatchRecord.Status.RUNNING:
        raise TableError("matchOver")
    try:
        return recovery.wake(record)
    except MatchLost:
        raise TableError("matchOver") from None
