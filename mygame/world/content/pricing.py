"""
What a card is worth while somebody writes it: matches of bots beside the server, as in a trial
(`world.content.trying`), of a text that need be no draft.

Each person has one text priced at a time: the next one takes its place. Trials of drafts go first.
Nothing is kept but the last figures, in memory. Begin with `price_text`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer, task

from rules.ground.digests import digest
from rules.ground.errors import PackError
from rules.pack.interface import engine_digest
from rules.pack.publisher import Put
from rules.weighing import trial as weighing
from world.accounts import roles
from world.background.workers import twisted_reactor
from world.content import authoring, browsing, checking, trying

MOST = 500  # people whose last figures are known
PAUSE = 1  # seconds between two looks whether a trial goes on


@dataclass(eq=False)
class Pricing:
    """The matches of a text: how far they are, and what they tell (`trying.await_trial`)."""

    digest: str
    total: int
    done: int = 0
    found: dict[str, Any] = field(default_factory=dict)
    running: bool = True
    waiting: list[defer.Deferred] = field(default_factory=list)
    told: list[Callable[[Pricing], None]] = field(default_factory=list)


_of: dict[Any, Pricing] = {}  # by account


def price_text(
    who: Any, folder: str, address: str, text: str, told: Callable[[Pricing], None] | None = None
) -> defer.Deferred:
    """
    Fires with the figures of a card's text when all matches are played; None if another text of
    this person took its place, or it has mistakes. `told` is called when there are new figures.

    :raises TableError: `mayNot`, `unknownGame`, `badAddress`, `draftTooLong`.
    """
    roles.require_right(who, "try", folder)
    before = checking.pack_location(browsing.pack_in(folder))
    text = authoring.cleaned(address, text)
    key = digest(before, address, text)
    known = _of.get(who.pk)
    if known is None or known.digest != key:
        known = Pricing(key, settings.TRIAL_MATCHES if settings.PRICING else 0)
        _of.pop(who.pk, None)
        _of[who.pk] = known
        while len(_of) > MOST:
            del _of[next(iter(_of))]
        playing = _play(who.pk, known, before, Put(folder, address, text))
        playing.addErrback(_explain_failure).addBoth(_finish, known)
    if told is not None:
        known.told.append(told)
    if not known.running:
        return defer.succeed(known.found)
    answer: defer.Deferred = defer.Deferred()
    known.waiting.append(answer)
    return answer


def pricing_of(who: Any) -> Pricing | None:
    """The figures of the text that somebody had priced last."""
    return _of.get(who.pk)


def stop() -> None:
    """Forget all of it; what goes on ends with the processes of trials."""
    _of.clear()


@defer.inlineCallbacks
def _play(key: Any, pricing: Pricing, before: tuple[str, str], put: Put) -> Any:
    results: list[bytes] = []
    for first in range(0, pricing.total, trying.STEP):
        while trying.is_busy():
            yield task.deferLater(twisted_reactor(), PAUSE, lambda: None)
        if _of.get(key) is not pricing:
            return
        count = min(trying.STEP, pricing.total - first)
        some = weighing.play_matches, before, [put], put.address, first, count
        results.append((yield trying.play_some(*some)))
        if _of.get(key) is not pricing:
            return
        pricing.done += count
        if pricing.done in trying.LOOKED_AT or pricing.done == pricing.total:
            job = (
                engine_digest(),
                before,
                [put],
                put.address,
                results,
                settings.PUBLISHING_SECONDS,
            )
            pricing.found = yield trying.workers.ask(weighing.summarize, *job)
            for told in pricing.told:
                told(pricing)


def _explain_failure(failure: Any) -> None:
    """A text with mistakes has no price; that they are there says its check."""
    if not failure.check(PackError):
        logger.log_err(failure.getTraceback())


def _finish(_: Any, pricing: Pricing) -> None:
    pricing.running = False
    whole = pricing.found if pricing.done == pricing.total else None
    for waiting in pricing.waiting:
        waiting.callback(whole)
