"""
One thread that writes what matches add to the database, so that the reactor never waits for it.

`put` takes a function that writes, by one statement or in a transaction, and gives a Deferred of
its result, which fires when that is committed. Everything that waits goes into one transaction, in
order; if that fails each goes into one of its own, so that nobody pays for somebody else's failure.
A database that is locked or away is waited for, up to `STORAGE_PATIENCE` seconds; then the Deferred
fails, and nothing was written.

Where `STORAGE_THREAD` is off (tests, whose database is one connection) it is written at once.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.backends.signals import connection_created
from evennia.utils import logger
from twisted.internet import defer
from twisted.python.failure import Failure

from world.background.workers import twisted_reactor

PAUSE = 0.2  # seconds between two tries, beside the time the database itself waits for a lock
BATCH = 200  # in one transaction
PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)  # what another connection does


@dataclass(eq=False)
class _Job:
    """Something to be written."""

    write: Callable[[], Any]
    done: defer.Deferred = field(default_factory=defer.Deferred)
    since: float = field(default_factory=time.monotonic)  # it may be written
    result: Any = None


class Writer:
    """The thread, its queue, and whoever waits for the queue to be empty."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._later: list[_Job] = []  # to go with the next one
        self._thread: threading.Thread | None = None
        self._open = 0  # not yet told, counted in the reactor's thread
        self._idle: list[defer.Deferred] = []

    def put(self, write: Callable[[], Any], soon: bool = True) -> defer.Deferred:
        """
        Write something behind everything that was put before. What needs more than one statement
        makes a transaction of them. What nobody waits for, and what may be lost with a server that
        is killed, need not be written `soon`: it goes into one transaction with what comes next.
        """
        if not settings.STORAGE_THREAD:
            return defer.execute(write)
        job = _Job(write)
        self._open += 1
        self._later.append(job)
        if soon:
            self._hand_over()
        return job.done

    def when_idle(self) -> defer.Deferred:
        """Fires as soon as nothing waits to be written."""
        if not self._open:
            return defer.succeed(None)
        self._hand_over()
        waiting: defer.Deferred = defer.Deferred()
        self._idle.append(waiting)
        return waiting

    def _hand_over(self) -> None:
        """Let the thread write what was put."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run_thread, name="writer", daemon=True)
            self._thread.start()
        jobs, self._later = self._later, []
        for job in jobs:
            job.since = time.monotonic()
            self._jobs.put(job)

    # -- in the thread

    def _run_thread(self) -> None:
        limit_patience(settings.STORAGE_TRY)
        while True:
            jobs = list(islice(self._await_jobs(), BATCH))
            try:
                self._write_jobs(jobs)
            except BaseException:  # noqa: BLE001 (logged; the thread lives on)
                logger.log_trace("The writer failed")
                for job in jobs:
                    job.result = Failure()
            twisted_reactor().callFromThread(self._fire_results, jobs)

    def _await_jobs(self) -> Iterator[_Job]:
        """What waits to be written; something, sooner or later."""
        yield self._jobs.get()
        with suppress(Empty):
            while True:
                yield self._jobs.get_nowait()

    def _write_jobs(self, jobs: list[_Job]) -> None:
        """Give every job its result, or a `Failure`."""
        while jobs and not self._write_together(jobs):
            if _is_passing(jobs[0].result.value):
                time.sleep(PAUSE)
                since = time.monotonic() - settings.STORAGE_PATIENCE
                jobs = [job for job in jobs if job.since > since]
                continue
            for job in jobs if len(jobs) > 1 else ():
                self._write_jobs([job])
            return

    def _write_together(self, jobs: list[_Job]) -> bool:
        """Write them in one transaction. Whether that worked; else each has the `Failure`."""
        try:
            _mend_connection()
            # What is alone is a transaction of its own.
            with transaction.atomic() if len(jobs) > 1 else nullcontext():
                for job in jobs:
                    job.result = job.write()
        except Exception:  # noqa: BLE001 (it is the answer of who asked)
            failure = Failure()
            for job in jobs:
                job.result = failure
            return False
        return True

    # -- in the reactor's thread

    def _fire_results(self, jobs: list[_Job]) -> None:
        for job in jobs:
            job.done.callback(job.result)  # a Failure makes it fail
        self._open -= len(jobs)
        if not self._open:
            waiting, self._idle = self._idle, []
            for each in waiting:
                each.callback(None)


def _mend_connection() -> None:
    """A connection that has failed is used again only if it works."""
    if connection.errors_occurred and not connection.is_usable():
        connection.close()
    connection.errors_occurred = False


def _is_passing(error: BaseException) -> bool:
    """Whether the database is locked or away, and may be back soon; a full disk is not."""
    if not isinstance(error, OperationalError):
        return False
    if connection.vendor != "sqlite":
        return True
    code = getattr(error.__cause__, "sqlite_errorcode", 0)
    return code & 0xFF in PASSING


writer = Writer()


# -- how long a thread waits


def limit_patience(milliseconds: int) -> None:
    """
    From now on let this thread wait no longer than so many milliseconds for locks of others, also
    on connections it opens later. What has to wait longer fails, and whoever caused it is told.
    """
    here = threading.get_ident()

    def set_limit(connection: Any, **_: Any) -> None:
        if threading.get_ident() == here:
            _limit_connection(connection, milliseconds)

    connection_created.connect(set_limit, weak=False, dispatch_uid=("hurry", here))
    if connection.connection is not None:
        _limit_connection(connection, milliseconds)


def _limit_connection(connection: Any, milliseconds: int) -> None:
    if connection.vendor == "sqlite":
        statement = f"PRAGMA busy_timeout = {milliseconds:d}"
    else:
        statement = f"SET lock_timeout = '{milliseconds:d}ms'"
    with connection.cursor() as cursor:
        cursor.execute(statement)
