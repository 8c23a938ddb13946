"""
Actions that failed in matches: kept when it happens (`keep_failure`), and tried once more
(`reproduce`).

A match is a seed and a list of answers, so whatever failed fails again, as often as staff wants to
look at it, in a process beside the server.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import Q
from twisted.internet import defer

from rules.ground.errors import ActionFailed
from rules.pack import Pack
from rules.pack.script_cards import scripts_about
from rules.playing.bots.answers import Unanswered
from rules.running.match import Match
from rules.telling.text import Text
from rules.weighing import again
from world.background import workers as beside
from world.errors import TableError
from world.models import FailedAction, MatchRecord
from world.play import history, thinking
from world.play.hosting import storing
from world.shelf import games

MOST = 50  # of one match: what fails at every answer fails often
MOST_UNANSWERED = 10  # of one match, each at another line of a script
SHOWN = 12  # of a piece
ENTRY = "entry:"  # begins the address of an entry of a section
PATIENCE = 60  # seconds


def keep_failure(
    record: MatchRecord, index: int, seat: int, picks: Any, error: BaseException
) -> None:
    """Keep that something failed behind `index` entries of a match's journal."""
    failed = error if isinstance(error, ActionFailed) else None
    row = FailedAction(
        match=record,
        index=index,
        seat=seat,
        picks=None if picks is None else storing.to_json(picks),
        kind="engine" if failed is None else "card" if failed.card else "flow",
        card=(failed.card or "") if failed else "",
        reason=failed.reason if failed else f"{type(error).__name__}: {error}",
        trace=again.trace_of(error),
        ended=bool(failed and failed.aborted),
    )
    storing.write_later("failed action", _store_failure, row)


class Unanswering:
    """
    Keeps why scripts did not answer for the bots of one match, and which values of the game failed
    for them: of each line of a script, and of each reason, once.
    """

    def __init__(self, record: MatchRecord):
        self.record = record
        self._places: set[str] = set()

    def keep(self, index: int, seat: int, failure: Unanswered) -> None:
        """Keep it for staff and for who writes the script."""
        place = script_line(failure.reason)
        if place in self._places or len(self._places) >= MOST_UNANSWERED:
            return
        self._places.add(place)
        row = FailedAction(
            match=self.record,
            index=index,
            seat=seat,
            kind=FailedAction.Kind.BOT,
            card=failure.card[:120],
            reason=f"{failure.reason} ({failure.prompt})",
        )
        storing.write_later("failed action", _store_unanswered, row, place)


def script_line(reason: str) -> str:
    """The script and the line with which a reason begins; else all of it."""
    found = re.match(r"[\w/-]+\.lua:\d+:", reason)
    return found[0] if found else reason


def _store_unanswered(row: FailedAction, place: str) -> None:
    known = FailedAction.objects.filter(match=row.match, kind=FailedAction.Kind.BOT)
    if known.count() < MOST_UNANSWERED and not known.filter(reason__startswith=place).exists():
        row.save()


def failures_of_piece(pack: Pack, address: str) -> list[tuple[str, int]]:
    """
    What has failed of late in the scripts at an address, or in the values of an entry, each with
    how often.
    """
    starts = [f"{name}:" for name in scripts_about(pack, address)]
    if address.startswith(ENTRY):
        starts += [f"{address.removeprefix(ENTRY)}{end}" for end in ".:"]
    if not starts:
        return []
    there = reduce(or_, (Q(reason__startswith=start) for start in starts))
    rows = FailedAction.objects.filter(there, match__pack_version__pack_id=pack.id)
    latest = rows.order_by("-pk").values_list("reason", flat=True)[: SHOWN * MOST]
    return Counter(latest).most_common(SHOWN)


def _store_failure(row: FailedAction) -> None:
    if FailedAction.objects.filter(match=row.match).count() < MOST:
        row.save()


def reproduce(failure: FailedAction, language: str) -> defer.Deferred:
    """
    Try it once more; fires with what has come of it (`rules.weighing.again.Told`).

    :raises TableError: `cannotReproduce` (problem), as the Deferred's failure as well.
    """
    done = defer.maybeDeferred(_ask_process, failure, language)
    done.addTimeout(PATIENCE, beside.twisted_reactor())
    return done.addErrback(_note_failure)


def _ask_process(failure: FailedAction, language: str) -> Any:
    record = failure.match
    pack, journal = games.pack_of(record.pack_version), history.journal_of(record)[: failure.index]
    names = list(record.seats.order_by("seat").values_list("name", flat=True))
    picks = None if failure.picks is None else storing.from_json(failure.picks)
    played = (len(names), record.seed, record.options, journal)
    if not settings.SUMMARIES_BESIDE:
        match = Match.replay(pack, *played)
        return again.retry_in(match, failure.seat, picks, Text(pack, language, names))
    job = (str(games.folder_of(pack)), pack.hash, *played, failure.seat, picks, language, names)
    return thinking.workers.ask(again.retry_answer, *job)


def _note_failure(failure: Any) -> None:
    raise TableError("cannotReproduce", problem=failure.getErrorMessage()[:300])
