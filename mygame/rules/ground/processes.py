"""Processes that play: started afresh, and ended with the process that started them."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process

BYTES = 1 << 30  # of memory; address space may be reserved without limit, as machines do


@contextmanager
def worker_pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """
    So many processes. What has not been started when the block ends, also by an error, is thrown
    away.
    """
    pool = make_executor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def make_executor(count: int, begun: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """The same, each begun with `begun()`, for who ends it at another place."""
    # Not forked: a copy of a process with threads may hang, one of a server holds its sockets.
    return ProcessPoolExecutor(count, get_context("spawn"), begin_worker, (begun,))


def limit_process(size: int = BYTES) -> None:
    """
    Begin a process that takes no more of the machine than what it is asked is worth: so many bytes
    of memory, and no file when it dies; see `ending_after`.
    """
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


@contextmanager
def ending_after(seconds: float) -> Iterator[None]:
    """
    The system ends this process if the block, in its main thread, is not through after so many
    seconds on the wall, whatever it waits for.
    """
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def begin_worker(begun: Callable[[], None] | None) -> None:
    """The first thing a process does: it ends with its parent, and calls `begun()`."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begun is not None:
        begun()


def _end_with_parent() -> None:
    """However the parent ends, also when it is killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
