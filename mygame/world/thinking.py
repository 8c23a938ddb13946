"""
Where bots think that need time for it: in processes beside the server, so that tables never wait.

`think` gives a Deferred that always fires with weighed answers: when no process can be had, or none
answers in time, those of the greedy bot, at once. The processes are started when they are first
needed; `stop` ends them.
"""

from __future__ import annotations

import os
import secrets
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import redirect_stderr
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules import bots
from rules.bots import worker
from rules.bots.answers import Line, asked, forced
from rules.processes import executor
from world import games

_pool: ProcessPoolExecutor | None = None


def think(spec: str, match: Any, seat: int) -> defer.Deferred:
    """What a bot (`rules.bots.make`) thinks about what a seat is asked: `Line`s, the best first."""
    only = forced(asked(match, seat))
    if only is not None:
        return defer.succeed([Line(only)])
    answer = defer.maybeDeferred(_ask, spec, match, seat)
    answer.addTimeout(settings.BOT_PATIENCE, _reactor())
    return answer.addErrback(_greedily, spec, match, seat)


def _ask(spec: str, match: Any, seat: int) -> defer.Deferred:
    """Give the question to a process."""
    folder = str(games.folder_of(match.pack))
    job = (folder, match.pack.hash, match.save(), seat, spec, secrets.randbits(63))
    # Twisted's stand-in for stderr says it is file -1, which no new process can inherit.
    with redirect_stderr(None):
        future = _workers().submit(worker.think, *job)
    answer: defer.Deferred = defer.Deferred(lambda _: future.cancel())
    future.add_done_callback(lambda done: _reactor().callFromThread(_deliver, answer, done))
    return answer


def _workers() -> ProcessPoolExecutor:
    global _pool
    if _pool is None:
        count = settings.BOT_WORKERS or max(1, (os.cpu_count() or 1) - 1)
        _pool = executor(count, worker.start)
    return _pool


def stop() -> None:
    """End the processes; what they think about is thrown away. The next thought starts new ones."""
    global _pool
    pool, _pool = _pool, None
    if pool is not None:
        pool.shutdown(wait=False, cancel_futures=True)


def _reactor() -> Any:
    from twisted.internet import reactor

    return reactor


def _deliver(answer: defer.Deferred, done: Future) -> None:
    """Hand over what a process says, unless nobody waits for it any more."""
    if answer.called or done.cancelled():
        return
    error = done.exception()
    if error is None:
        answer.callback(done.result())
    else:
        answer.errback(error)


def _greedily(failure: Any, spec: str, match: Any, seat: int) -> list[Line]:
    """The greedy bot's answer in place of one that does not come."""
    logger.log_err(f"{spec} could not think ({failure.getErrorMessage()}); the greedy bot answers.")
    if failure.check(BrokenExecutor):
        stop()
    return bots.make("greedy", secrets.randbits(63)).think(match, seat)
