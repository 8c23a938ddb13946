"""
What was played: summaries of matches, and lists of them.

A summary (`rules.weighing.summary`) is computed in a process beside the server when a match is
over, and stored with it; a match of earlier days, or whose server died just then, gets its own
when somebody asks. Begin with `summary_of` and `matches_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django.utils import timezone
from evennia.utils import logger
from twisted.internet import defer

from rules.running.journal import Entry, read_entry
from rules.weighing import summary
from world.accounts import records
from world.background import workers as beside
from world.models import MatchRecord, MatchSeat, PackVersion
from world.play import thinking
from world.shelf import games
from world.shelf.options import MAX_DELAY

LISTED = 10
OVER = (MatchRecord.Status.FINISHED, MatchRecord.Status.ABANDONED)
BEHIND = timedelta(seconds=MAX_DELAY)  # what was shown with a delay is told to others then
PATIENCE = 60  # seconds for a summary; then there is none until somebody asks again


def summary_of(record: MatchRecord, journal: Sequence[Any] | None = None) -> defer.Deferred:
    """
    The summary of a finished match, stored or computed now; None where none can be had. The
    journal is read from the database if it is not given.
    """
    if record.summary is not None and record.summary.get("shape") == summary.SHAPE:
        return defer.succeed(record.summary)
    if record.status != MatchRecord.Status.FINISHED:
        return defer.succeed(None)
    found = defer.maybeDeferred(_ask_process, record, journal)
    found.addTimeout(PATIENCE, beside.twisted_reactor())
    found.addCallback(_keep_summary, record)
    return found.addErrback(_older_summary, record)


def journal_of(record: MatchRecord) -> list[Entry]:
    """All that was answered in a match, also what was taken back."""
    rows = record.journal.order_by("index").values_list("seat", "picks", "left_out")
    return list(map(read_entry, rows))


def _ask_process(record: MatchRecord, journal: Sequence[Any] | None) -> Any:
    pack = games.pack_of(record.pack_version)
    journal = journal_of(record) if journal is None else journal
    seats = record.seats.count()
    if not settings.SUMMARIES_BESIDE:
        return summary.retell(pack, seats, record.seed, record.options, journal)
    job = (str(games.folder_of(pack)), pack.hash, seats, record.seed, record.options, journal)
    return thinking.workers.ask(summary.summarize, *job)


def _keep_summary(told: dict[str, Any], record: MatchRecord) -> dict[str, Any]:
    told["feats"] = (record.summary or {}).get("feats") or records.feats_of(record, told["score"])
    record.summary = told
    try:
        MatchRecord.objects.filter(pk=record.pk).update(summary=told)
        if told.get("score"):
            records.keep_best(record, told["score"])
    except DatabaseError:
        logger.log_trace(f"The summary of {record} is not stored")
    return told


def _older_summary(failure: Any, record: MatchRecord) -> Any:
    """A match of old may not be played any more; then what was told of it before has to do."""
    logger.log_err(f"No summary of {record}: {failure.getErrorMessage()}")
    return record.summary


def with_seats(match_id: int) -> MatchRecord:
    """A match with all that its summary's lines need."""
    rows = MatchRecord.objects.select_related("pack_version").prefetch_related("seats")
    return rows.get(pk=match_id)


def ended_numbered(match_id: int) -> MatchRecord | None:
    """The same of a match that is over; None where there is none."""
    rows = MatchRecord.objects.filter(pk=match_id, status__in=OVER)
    return rows.select_related("pack_version").prefetch_related("seats").first()


def matches_of(account: Any, viewer: Any, count: int = LISTED) -> list[MatchSeat]:
    """
    The last matches of an account, lessons aside, the newest first, as seats. Somebody else (the
    viewer's account; None: a stranger) sees those at private tables only of matches of their own.
    """
    rows = MatchSeat.objects.filter(account=account, match__status__in=OVER, match__lesson=False)
    if account != viewer:
        rows = rows.filter(_visible_to(viewer))
    rows = rows.select_related("match__pack_version").prefetch_related("match__seats")
    return list(rows.order_by("-match_id")[:count])


def matches_known_to(viewer: Any) -> QuerySet[MatchRecord]:
    """All matches but lessons that are over and that `viewer` may know of, the newest first."""
    seats = MatchSeat.objects.filter(match__status__in=OVER, match__lesson=False)
    seats = seats.filter(_visible_to(viewer))
    rows = MatchRecord.objects.filter(pk__in=seats.values("match"))
    return rows.select_related("pack_version").prefetch_related("seats__account")


def public_matches(count: int, before: int | None = None, game: str = "") -> list[MatchRecord]:
    """
    The last matches that anybody may know of, lessons aside, the newest first: those below a
    number, and of a game, if that is said. Looked for from the newest on, as many as are wanted.
    """
    rows = MatchRecord.objects.filter(
        Q(delay=0) | Q(ended_at__lte=timezone.now() - BEHIND),
        status__in=OVER,
        private=False,
        lesson=False,
    )
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if game:
        versions = list(PackVersion.objects.filter(pack_id=game).values_list("pk", flat=True))
        rows = rows.filter(pack_version__in=versions)
    rows = rows.select_related("pack_version").prefetch_related("seats__account")
    return list(rows.order_by("-pk")[:count])


def match_numbered(number: int, viewer: Any) -> MatchRecord | None:
    """A match that is over, if the viewer's account may know of it (None: a stranger)."""
    rows = MatchSeat.objects.filter(match_id=number, match__status__in=OVER)
    found = rows.filter(_visible_to(viewer)).exists()
    return with_seats(number) if found else None


def _visible_to(viewer: Any) -> Q:
    """
    What the account `viewer` may know of: what was not played at a private table, nor is told to
    those who watch yet; and what they played themselves (`viewer` None: nothing).
    """
    told = Q(match__delay=0) | Q(match__ended_at__lte=timezone.now() - BEHIND)
    open_to_all = told & Q(match__private=False)
    if viewer is None:
        return open_to_all
    own = MatchSeat.objects.filter(account=viewer).values("match")
    return open_to_all | Q(match__in=own)
