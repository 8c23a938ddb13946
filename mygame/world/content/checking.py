"""
Checking drafts, and what is typed before it is one, in the process in which packs are published.

A report is made of the version on the shelf with the piece in it; see `rules.workshop.checking`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules.ground.digests import digest
from rules.pack import Pack, publisher
from rules.pack.interface import engine_digest
from rules.workshop import checking as workshop
from world.accounts import roles
from world.content import authoring, browsing, publishing
from world.errors import TableError
from world.shelf import games

if TYPE_CHECKING:
    from world.background.workers import Workers
    from world.models import Draft

AT_ONCE = 4  # questions of one person that wait for an answer

_waiting: Counter[Any] = Counter()  # by account


def check_draft(who: Any, draft: Draft) -> defer.Deferred:
    """
    Fires with the report on a draft, which is kept with it.

    :raises TableError: `mayNot`, `unknownGame`, `checksWaiting`; the Deferred: `checkStopped`,
        `outdated`.
    """
    authoring.need_own_or(who, draft, "review")
    beside = authoring.companions_of(draft)
    asked = _report_on(who, draft.folder, draft.address, draft.text, beside)
    return asked.addCallback(_keep, draft, beside)


def _keep(report: dict[str, Any], draft: Draft, beside: Sequence[Draft]) -> dict[str, Any]:
    """Keep a report, if the draft still says what was checked."""
    report["beside"] = [each.pk for each in beside]
    if digest(draft.text) == report["digest"]:
        draft.report = report
        type(draft).objects.filter(pk=draft.pk, text=draft.text).update(report=report)
    return report


def check_text(who: Any, folder: str, address: str, text: str) -> defer.Deferred:
    """
    The same of a text that is no draft yet.

    :raises TableError: as `check_draft`, `badAddress`, `draftTooLong`.
    """
    roles.require_right(who, "check", folder)
    beside = authoring.drafts_beside(who, folder, address)
    return _report_on(who, folder, address, authoring.cleaned(address, text), beside)


def _report_on(
    who: Any, folder: str, address: str, text: str, beside: Sequence[Draft]
) -> defer.Deferred:
    pack = browsing.pack_in(folder)
    others = None
    if address.startswith("file:"):
        place = f"{folder}/{address.removeprefix('file:')}"
        others = {place: browsing.published_files(folder).get(place, "")}
    limit, puts = settings.PUBLISHING_SECONDS, authoring.puts_of(beside)
    job = (engine_digest(), pack_location(pack), address, text, limit, others, puts)
    return ask_process(who, workshop.check_piece, *job)


def pack_location(pack: Pack) -> tuple[str, str]:
    """How other processes are told of a pack: a folder with its files, its content."""
    return str(games.folder_of(pack)), pack.hash


def ask_process(
    who: Any,
    task: Callable[..., Any],
    *job: Any,
    pool: Workers | None = None,
    after: defer.Deferred | None = None,
) -> defer.Deferred:
    """
    Ask the process (of a `pool`; else that which publishes) for somebody, who may have so many
    questions at a time; `after` that has come to its end, if it is not None.

    :raises TableError: `checksWaiting`; the Deferred: `checkStopped`, `checkBroken`, `outdated`.
    """
    key = getattr(who, "pk", None)
    if _waiting[key] >= AT_ONCE:
        raise TableError("checksWaiting")
    _waiting[key] += 1
    answer = await_end(after)
    answer.addCallback(lambda _: (pool or publishing.workers).ask(task, *job))
    answer.addBoth(_cache_answer, key)
    return answer.addErrback(_explain_failure)


def await_end(other: defer.Deferred | None) -> defer.Deferred:
    """Fires when another has, with nothing of it."""
    if other is None or other.called:
        return defer.succeed(None)
    ended: defer.Deferred = defer.Deferred()

    def tell(result: Any) -> Any:
        ended.callback(None)
        return result

    other.addBoth(tell)
    return ended


def _cache_answer(result: Any, key: Any) -> Any:
    _waiting[key] -= 1
    if _waiting[key] <= 0:
        del _waiting[key]
    return result


def _explain_failure(failure: Any) -> Any:
    """What went wrong, as a person reads it."""
    if failure.check(BrokenExecutor, MemoryError):
        raise TableError("checkStopped", seconds=settings.PUBLISHING_SECONDS)
    if failure.check(publisher.OtherEngine):
        raise TableError("outdated")
    logger.log_err(failure.getTraceback())
    raise TableError("checkBroken")
