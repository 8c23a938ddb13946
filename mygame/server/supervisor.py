"""
Keeps the Portal running, which keeps the Server running. The launcher starts it.

    python -m server.supervisor

A Portal which ends by accident is started again: at once the first time, later each time after if
it keeps failing. One which ends on purpose (status 0: somebody stopped the game from within) is the
end of the game. SIGTERM ends all three; SIGHUP is passed on, or ends a pause.

Standard library only, and little of it: it has no reason to die. If it is killed all the same, the
game goes on without it, and the next `make play` starts another one, which watches over the Portal
that it finds; so it looks at the lock, not only at its own child.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator

from server import locks
from server.conf import environment
from server.conf.environment import GAME_DIR, Environment
from server.retries import failures_after, pause_after

INTERVAL = 0.25
# Seconds for the Portal and its Server to end by themselves; less than the launcher waits.
PATIENCE = 30.0
COMMAND = [sys.executable, "-m", "server.process", "portal"]


class Supervisor:
    """One installation's keeper."""

    def __init__(self, env: Environment):
        self.env = env
        self.failures = 0
        self.leaving = threading.Event()
        self._child: int | None = None
        self._started = 0.0
        self._next_start = 0.0

    def run(self) -> None:
        """Keep the Portal running until told to end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.leaving.set())
        signal.signal(signal.SIGHUP, lambda *_: self.retry_now())
        if locks.is_running(self.env, "portal"):
            log_line("watches over the Portal which runs")
        while not self.leaving.is_set():
            self.check_portal()
            self.leaving.wait(INTERVAL)
        self.stop()

    def check_portal(self) -> None:
        """See whether the Portal runs; start it if it is time to."""
        if (status := self._status_of_child()) is not None:
            self.portal_ended(status)
        if self.leaving.is_set() or self._child is not None:
            return
        # Another keeper's Portal may be there; the lock is all there is of it.
        if time.monotonic() >= self._next_start and not locks.is_running(self.env, "portal"):
            self.start_portal()

    def _status_of_child(self) -> int | None:
        """How our Portal ended, if it has since the last look. Orphans are buried with it."""
        for pid, status in reap_children():
            if pid == self._child:
                self._child = None
                return status
        return None

    def portal_ended(self, status: int) -> None:
        """Decide what follows."""
        if status == 0:
            log_line("ends, because the Portal has ended on purpose")
            self.leaving.set()
            return
        lived = time.monotonic() - self._started
        self.failures = failures_after(self.failures, lived)
        pause = pause_after(self.failures)
        self._next_start = time.monotonic() + pause
        how = f"signal {-status}" if status < 0 else f"status {status}"
        log_line(
            f"saw the Portal end ({how}) after {lived:.0f} s; starts it again in {pause:.0f} s"
        )

    def start_portal(self) -> None:
        """Start it as a child, which writes where this process writes."""
        self._started = time.monotonic()
        self._child = spawn_portal()
        log_line(f"has started the Portal, process {self._child}")

    def retry_now(self) -> None:
        """Try again now; a Portal that runs reloads its Server."""
        self._next_start = 0.0
        locks.send_signal(self.env, "portal", signal.SIGHUP)

    def stop(self) -> None:
        """End the Portal and, through it, the Server."""

        def ended() -> bool:
            self._status_of_child()
            return self._child is None and not locks.running_kinds(self.env)[1:]

        if self._child is not None:
            os.kill(self._child, signal.SIGTERM)  # it may not have got as far as its lock
        else:
            locks.send_signal(self.env, "portal", signal.SIGTERM)
        if not locks.wait_until(ended, PATIENCE):
            for kind in locks.running_kinds(self.env)[1:]:
                log_line(f"kills the {kind.title()}, which does not end by itself")
                locks.send_signal(self.env, kind, signal.SIGKILL)
            locks.wait_until(ended, PATIENCE)
        log_line("has ended")


def spawn_portal() -> int:
    """Start a Portal; its process number."""
    return os.posix_spawn(COMMAND[0], COMMAND, os.environ)


def reap_children() -> Iterator[tuple[int, int]]:
    """(process number, exit status or minus the signal) of each child which has ended."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid, os.waitstatus_to_exitcode(status)


def log_line(text: str) -> None:
    """A line for the log. A full disk, or nobody who reads, is no reason to die."""
    with contextlib.suppress(OSError):
        print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} The keeper {text}.", flush=True)


def main() -> None:
    """Be the keeper of the installation which the environment describes."""
    os.umask(0o077)
    os.chdir(GAME_DIR)
    env = environment.read_environment()
    locks.take_lock("keeper", env, patience=2)
    Supervisor(env).run()


if __name__ == "__main__":
    main()
