"""Processes that play: started afresh, and ended with the process that started them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process


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
