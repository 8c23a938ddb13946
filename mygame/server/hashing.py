"""
Hashes of passwords are computed beside the game, one after the other, by turns of the addresses.

A hash takes a quarter of a second of a processor, on purpose. In the reactor's thread it would
stop everybody; in another thread of this process it would still hold the interpreter now and
then, for longer the less it is let run. So it has a process of its own, of low priority. Who
waits for long is told the place in the queue.

Begin at `queue_hash`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer, reactor, threads

from rules.ground.processes import make_executor
from server import hasher
from server.fairqueue import FairQueue

# Seconds after which somebody who waits is told the place in the queue, and again.
PATIENCE = 2.0
TOLD_EVERY = 10.0
# So many of those who wait are still served when the game ends.
LAST_CALL = 8


class Restarting(Exception):
    """The game ends or restarts; whoever waited has to come again."""


@dataclass(eq=False)
class _Job:
    """Something to compute, and who waits for it."""

    work: Callable[..., Any]
    args: tuple
    check: Callable[[], None] | None
    told: Callable[[int], None] | None
    reminder: Any = None
    answer: defer.Deferred = field(init=False)

    def __post_init__(self) -> None:
        self.answer = defer.Deferred(lambda _: _give_up(self))


_queue: FairQueue[_Job] = FairQueue()
_running: set[_Job] = set()
_idle: list[defer.Deferred] = []
_pool: ProcessPoolExecutor | None = None


def workers() -> int:
    """How many hashes at a time: half of the processors, which on a small machine is one."""
    return max(1, (os.cpu_count() or 2) // 2)


def queue_hash(
    work: Callable[..., Any],
    *args: Any,
    source: Hashable = "",
    check: Callable[[], None] | None = None,
    told: Callable[[int], None] | None = None,
) -> defer.Deferred:
    """
    Let a function of `server.hasher` be computed when it is the source's turn.

    `check()` is called right before; what it raises is the answer. `told(place)` is called for
    who waits long. Cancelling the Deferred gives the place up.
    """
    job = _Job(work, args, check, told)
    _queue.push(source, job)
    if told is not None:
        job.reminder = reactor.callLater(PATIENCE, _remind, job)
    _begin_next()
    return job.answer


def _remind(job: _Job) -> None:
    job.reminder = None
    place = _queue.place(job)
    if place >= 0 and job.told is not None:
        job.told(place + len(_running))
        job.reminder = reactor.callLater(TOLD_EVERY, _remind, job)


def _give_up(job: _Job) -> None:
    _queue.remove(job)
    _silence(job)


def _silence(job: _Job) -> None:
    if job.reminder is not None:
        job.reminder.cancel()
        job.reminder = None


def _begin_next() -> None:
    while len(_queue) and len(_running) < workers():
        job = _queue.pop()
        _silence(job)
        try:
            if job.check is not None:
                job.check()
        except Exception as error:  # noqa: BLE001 (it is the answer of who asked)
            job.answer.errback(error)
            continue
        _running.add(job)
        deferred = defer.maybeDeferred(_run_in_process, job.work, *job.args)
        deferred.addErrback(_run_in_thread, job.work, *job.args)
        deferred.addBoth(_finish_job, job)


def _run_in_process(work: Callable[..., Any], *args: Any) -> defer.Deferred:
    global _pool
    # Twisted's stand-in for stderr says it is file -1, which no new process can inherit; the first
    # of them is begun with the first pool.
    with redirect_stderr(None):
        if _pool is None:
            begin = partial(hasher.start, list(settings.PASSWORD_HASHERS), settings.HASHING_NICE)
            _pool = make_executor(workers(), begin)
            reactor.addSystemEventTrigger("during", "shutdown", stop)
        future = _pool.submit(work, *args)
    answer: defer.Deferred = defer.Deferred()
    future.add_done_callback(lambda done: reactor.callFromThread(_deliver, answer, done))
    return answer


def _deliver(answer: defer.Deferred, done: Future) -> None:
    error = done.exception()
    if error is None:
        answer.callback(done.result())
    else:
        answer.errback(error)


def _run_in_thread(failure: Any, work: Callable[..., Any], *args: Any) -> defer.Deferred:
    """Nobody stays outside because a process cannot be had."""
    logger.log_err(f"A hash had to be computed in a thread: {failure.getErrorMessage()}")
    if failure.check(BrokenExecutor):
        stop()
    return threads.deferToThread(work, *args)


def _finish_job(result: Any, job: _Job) -> None:
    _running.discard(job)
    if not job.answer.called:
        job.answer.callback(result)
    # After whoever waits for this very hash has done what he wanted it for.
    reactor.callLater(0, _tell_idle)
    _begin_next()


def _tell_idle() -> None:
    if not (_running or len(_queue)):
        waiting, _idle[:] = _idle[:], []
        for deferred in waiting:
            deferred.callback(None)


def drain() -> defer.Deferred:
    """The game ends: the next few are served, the others fail with `Restarting`. Fires then."""
    for job in list(_queue)[LAST_CALL:]:
        _give_up(job)
        job.answer.errback(Restarting())
    if not (_running or len(_queue)):
        return defer.succeed(None)
    deferred: defer.Deferred = defer.Deferred()
    _idle.append(deferred)
    return deferred


def stop() -> None:
    """End the processes; the next hash starts new ones."""
    global _pool
    pool, _pool = _pool, None
    if pool is not None:
        pool.shutdown(wait=False, cancel_futures=True)
