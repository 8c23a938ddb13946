"""
The match that the first page shows: a good one of the game the house is named after, or, where
nobody has played it yet as it is today, one that bots play for it and that is kept like any other.

Begin with `find_match`, in the reactor's thread; `excerpt` is what of its steps is shown.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from evennia.utils import logger
from twisted.internet import defer

from rules.pack import Pack
from rules.weighing.exhibition import play_exhibition
from world.accounts import records
from world.models import JournalEntry, MatchRecord, MatchSeat
from world.play import thinking
from world.play.hosting.botturns import BOT_NAMES
from world.shelf import games

BOT = "greedy"
LOOKED_AT = 40  # matches, the newest
STEPS = 60  # that are shown
AGAIN_AFTER = timedelta(minutes=10)  # when no match could be had

_waiting: list[defer.Deferred] = []  # for the match that is being played
_failed_at: Any = None


def find_match() -> defer.Deferred:
    """Gives the `MatchRecord` to show, with its seats; None where none can be had now."""
    pack = next(iter(games.offered().values()), None)
    if pack is None:
        return defer.succeed(None)
    found = best_match(pack)
    return defer.succeed(found) if found is not None else _play_one(pack)


def best_match(pack: Pack) -> MatchRecord | None:
    """Of the last public matches of this very content the one in which most happened."""
    rows = MatchRecord.objects.filter(
        pack_version__pack_id=pack.id,
        pack_version__content_hash=pack.hash,
        status=MatchRecord.Status.FINISHED,
        private=False,
        lesson=False,
        scene="",
        delay=0,
    ).select_related("pack_version")
    found = list(rows.prefetch_related("seats").order_by("-pk")[:LOOKED_AT])
    return max(found, key=_worth, default=None)


def _worth(record: MatchRecord) -> tuple[bool, int, int, int]:
    """Matches of people before those of bots; of these the ones that turned most."""
    seats = list(record.seats.all())
    whole = not any(seat.conceded or seat.substitutes for seat in seats)
    people = sum(seat.account_id is not None for seat in seats)
    turning = (record.summary or {}).get("turning", ())
    return whole, people, sum(abs(point["swing"]) for point in turning), record.pk


def _play_one(pack: Pack) -> defer.Deferred:
    """Bots play one, in a process beside the server; who asks meanwhile gets the same."""
    if _failed_at is not None and timezone.now() - _failed_at < AGAIN_AFTER:
        return defer.succeed(None)
    told: defer.Deferred = defer.Deferred()
    _waiting.append(told)
    if len(_waiting) == 1:
        seed = secrets.randbits(31)
        asked = defer.maybeDeferred(_ask_process, pack, seed).addCallback(_keep, pack, seed)
        asked.addErrback(_note_failure).addCallback(_tell)
    return told


def _ask_process(pack: Pack, seed: int) -> Any:
    job = str(games.folder_of(pack)), pack.hash, max(pack.program.seats), seed, BOT
    if not settings.SUMMARIES_BESIDE:
        return play_exhibition(*job)
    return thinking.workers.ask(play_exhibition, *job)


def _keep(played: Any, pack: Pack, seed: int) -> MatchRecord | None:
    """Store a match of bots."""
    if played is None:
        return None
    seats = max(pack.program.seats)
    with transaction.atomic():
        record = MatchRecord.objects.create(pack_version=games.version_of(pack), seed=seed)
        MatchSeat.objects.bulk_create(
            MatchSeat(match=record, seat=seat, bot=BOT, name=BOT_NAMES[seat % len(BOT_NAMES)])
            for seat in range(seats)
        )
        JournalEntry.objects.bulk_create(
            JournalEntry(match=record, index=index, seat=seat, picks=picks, own=False)
            for index, (seat, picks) in enumerate(played["journal"])
        )
        records.finish_record(record, played["standings"], outcome=played["outcome"])
    return record


def _note_failure(failure: Any) -> None:
    logger.log_err(f"No match to show: {failure.getErrorMessage()}")


def _tell(record: MatchRecord | None) -> None:
    global _failed_at
    _failed_at = timezone.now() if record is None else None
    waiting = list(_waiting)
    _waiting.clear()
    for told in waiting:
        told.callback(record)


def winner_of(record: MatchRecord) -> int:
    """The seat through whose eyes it is shown."""
    return next((seat.seat for seat in record.seats.all() if seat.has_won), 0)


def excerpt(record: MatchRecord, told: dict[str, Any]) -> list[dict[str, Any]]:
    """Some of the steps of a match: from the round in which it turned on, else from its middle."""
    rounds, steps = told["rounds"], told["steps"]
    turning = (record.summary or {}).get("turning", ())
    wanted = turning[0]["round"] if turning else len(rounds) // 2
    begins = [each["step"] for each in rounds if each["round"] <= wanted] or [0]
    whole = [step["number"] for step in steps if not isinstance(step["public"], list)]
    first = max(number for number in whole if number <= max(begins[-1], 0))
    return list(steps[first : first + STEPS])
