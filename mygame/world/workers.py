"""
Processes beside the server, for what takes too long in the reactor's thread.

A question to `Workers` is a function and its arguments; the answer comes as a Deferred. The
processes are started when they are first needed, and anew after one of them has died.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import redirect_stderr
from typing import Any

from twisted.internet import defer

from rules.processes import executor


class Workers:
    """So many processes as `count` says, each begun with `begin()`."""

    def __init__(self, count: Callable[[], int], begin: Callable[[], None]):
        self.count, self.begin = count, begin
        self.pool: ProcessPoolExecutor | None = None

    def ask(self, task: Callable[..., Any], *job: Any) -> defer.Deferred:
        """Give a question to a process; cancelling the Deferred forgets it if it still waits."""
        # Twisted's stand-in for stderr says it is file -1, which no new process can inherit.
        with redirect_stderr(None):
            future = self.started().submit(task, *job)
        answer: defer.Deferred = defer.Deferred(lambda _: future.cancel())
        future.add_done_callback(lambda done: reactor().callFromThread(_deliver, answer, done))
        return answer.addErrback(self._died)

    def started(self) -> ProcessPoolExecutor:
        """The processes."""
        if self.pool is None:
            self.pool = executor(self.count(), self.begin)
        return self.pool

    def stop(self) -> None:
        """End the processes; what they work at is thrown away."""
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _died(self, failure: Any) -> Any:
        if failure.check(BrokenExecutor):
            self.stop()
        return failure


def reactor() -> Any:
    """Twisted's."""
    from twisted.internet import reactor as running

    return running


def _deliver(answer: defer.Deferred, done: Future) -> None:
    """Hand over what a process says, unless nobody waits for it any more."""
    if answer.called or done.cancelled():
        return
    error = done.exception()
    if error is None:
        answer.callback(done.result())
    else:
        answer.errback(error)
