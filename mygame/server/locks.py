"""
Which processes of an installation run: each holds a lock as long as it lives.

The system takes a lock back however its process ends, so a lock that is held never lies; beside it
is a file with the number of the process, for signals. Standard library only.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import TextIO

from server.conf.environment import Environment

# From the outermost to the innermost: each is the parent of the next.
KINDS = ("keeper", "portal", "server")

# Open as long as the process lives: the system gives a lock back with the last port and file, and
# who finds it free may start.
_held: list[TextIO] = []


def take_lock(kind: str, env: Environment, patience: float, evict: bool = False) -> TextIO:
    """
    Take the lock which says that this process runs, until its end.

    With `evict` another holder is killed when the patience is at its end.

    :raises SystemExit: if another one with this data directory does not end.
    """
    env.log_dir.mkdir(parents=True, exist_ok=True)
    lock = open(env.lock_file(kind), "a")  # noqa: SIM115 - see `_held`

    def taken() -> bool:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    if not wait_until(taken, patience):
        if evict:
            send_signal(env, kind, signal.SIGKILL)
        if not (evict and wait_until(taken, patience)):
            sys.exit(f"Another {kind} runs with {env.data_dir}.")
    # On a full disk it stays empty: no signals by number, but a game.
    with contextlib.suppress(OSError):
        env.pid_file(kind).write_text(str(os.getpid()))
    _held.append(lock)
    return lock


def is_running(env: Environment, kind: str) -> bool:
    """Whether the `keeper`, `portal` or `server` of this data directory runs."""
    try:
        with open(env.lock_file(kind)) as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def running_kinds(env: Environment) -> list[str]:
    """The kinds of processes that run, outermost first."""
    return [kind for kind in KINDS if is_running(env, kind)]


def pid_of(env: Environment, kind: str) -> int | None:
    """The number of a running process; None if it does not run."""
    try:
        return int(env.pid_file(kind).read_text()) if is_running(env, kind) else None
    except (FileNotFoundError, ValueError):
        return None


def send_signal(env: Environment, kind: str, number: signal.Signals) -> bool:
    """Send a signal; False if there is no such process."""
    pid = pid_of(env, kind)
    if pid is None:
        return False
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True


def wait_until(true: Callable[[], bool], timeout: float) -> bool:
    """Whether `true()` is within so many seconds."""
    deadline = time.monotonic() + timeout
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
