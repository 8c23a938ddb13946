"""
Matches that are over, told step by step (`rules.weighing.steps`), for the site and for `replay`.

They are computed in a process beside the server, one at a time so that bots go on thinking, and
kept for a while in the cache `replays`, packed. When a match is over its secrets may be told: who
may know of it (`world.play.history.match_numbered`) may see it with any eyes. Begin with
`packed_steps`.
"""

from __future__ import annotations

import gzip
from typing import Any

import orjson
from django.conf import settings
from django.core.cache import caches
from evennia.utils import logger
from twisted.internet import defer, threads

from rules.telling.text import Text
from rules.weighing import steps
from rules.weighing.steps import ALL, Eyes
from world.background import workers as beside
from world.models import MatchRecord
from world.play import history, thinking
from world.shelf import games

WORDS: dict[str, Eyes] = {"all": ALL, "none": None}  # what eyes are called in addresses
SHAPE = 2  # of what is kept; another one is not what was kept before
MOST_WAITING = 8  # who ask for one meanwhile; the next is told to come back later
PATIENCE = 30  # seconds, those in the queue included

_turn = defer.DeferredSemaphore(1)


class Busy(Exception):
    """Too many ask at once, or it takes too long: later, please."""


def eyes_named(word: str, seats: int) -> Eyes:
    """
    The eyes that somebody means: `all`, `none`, or a seat, counted from 0.

    :raises ValueError: there is no such seat.
    """
    if word in WORDS:
        return WORDS[word]
    if not (word.isascii() and word.isdecimal() and len(word) < 3 and int(word) < seats):
        raise ValueError(f"there is no seat {word[:20]!r}")
    return int(word)


def packed_steps(record: MatchRecord, eyes: Eyes, language: str) -> defer.Deferred:
    """
    The steps of a match as JSON, packed (gzip): `{"rounds": [...], "steps": [...]}`. In the
    reactor's thread.

    The Deferred fails with `Busy`, or with whatever is wrong with the match.
    """
    key = f"{SHAPE}-{record.pk}-{record.seed}-{'none' if eyes is None else eyes}-{language}"
    if record.status == MatchRecord.Status.RUNNING:
        key = ""  # it is another one after the next answer
    kept = caches["replays"].get(key) if key else None
    if kept is not None:
        return defer.succeed(kept)
    if len(_turn.waiting) >= MOST_WAITING:
        return defer.fail(Busy())
    told = _turn.run(_ask_process, record, eyes, language)
    told.addTimeout(PATIENCE, beside.twisted_reactor())
    if key:
        told.addCallback(_keep_packed, key)
    return told.addErrback(_note_failure, record)


def unpack_steps(data: bytes) -> dict[str, Any]:
    """The steps of what `packed_steps` gave."""
    told: dict[str, Any] = orjson.loads(gzip.decompress(data))
    return told


def packed_steps_now(record: MatchRecord, eyes: Eyes, language: str) -> bytes:
    """
    The same as `packed_steps`, for a thread that may wait.

    :raises Busy: later, please.
    """
    if settings.SUMMARIES_BESIDE:
        found: bytes = threads.blockingCallFromThread(
            beside.twisted_reactor(), packed_steps, record, eyes, language
        )
        return found
    results: list[Any] = []
    packed_steps(record, eyes, language).addBoth(results.append)
    if not isinstance(results[0], bytes):
        results[0].raiseException()
    return bytes(results[0])


def _ask_process(record: MatchRecord, eyes: Eyes, language: str) -> Any:
    pack, journal = games.pack_of(record.pack_version), history.journal_of(record)
    names = list(record.seats.order_by("seat").values_list("name", flat=True))
    played = (len(names), record.seed, record.options, journal, eyes)
    if not settings.SUMMARIES_BESIDE:
        told = steps.retell(pack, *played, Text(pack, language, names))
        return gzip.compress(orjson.dumps(told))
    job = (str(games.folder_of(pack)), pack.hash, *played, language, names)
    return thinking.workers.ask(steps.steps_of_match, *job)


def _keep_packed(told: bytes, key: str) -> bytes:
    caches["replays"].set(key, told)
    return told


def _note_failure(failure: Any, record: MatchRecord) -> Any:
    if failure.check(defer.TimeoutError, TimeoutError):
        raise Busy
    logger.log_err(f"No replay of {record}: {failure.getErrorMessage()}")
    return failure
