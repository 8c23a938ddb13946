"""Keeps the Server process running. Part of the Portal, which `server.supervisor` keeps running.

The Server is a child process of the Portal, so the Portal learns of its end at once, however it
ends. Unless it was meant to end, it is started again: at once the first time, later each time
after if it keeps failing. Connections stay, and what is typed meanwhile waits (`inputqueue`).
"""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

import evennia
from evennia.utils import logger
from twisted.application.service import Service
from twisted.internet import defer, reactor
from twisted.internet.protocol import ProcessProtocol

from server.conf.environment import GAME_DIR, Environment
from server.retries import failures_after, pause_after
from server.steadylink import PASSWORD, password

# A Server gets this long to end by itself; tables save nothing at the end, so no more is needed.
PATIENCE = 20.0
# Tells the Server, in its environment, the process number of its Portal.
PORTAL = "CHRONO_PORTAL_PROCESS"

CRASHED = (
    "|r服务器出了问题，正在重新启动。|n\n|rThe server had an accident; it is being started again.|n"
)


def server_environment() -> dict[str, str]:
    """What a Server has to know of its Portal, and everything the Portal knows."""
    return {
        **os.environ,
        "PYTHONPATH": str(GAME_DIR),
        PORTAL: str(os.getpid()),
        PASSWORD: password().decode(),
    }


class ServerProcess(ProcessProtocol):
    """Tells the keeper when the Server ends."""

    def __init__(self, keeper: ServerKeeper):
        self.keeper = keeper

    def processEnded(self, reason):
        """However it ended."""
        self.keeper.server_ended(reason.value)


class ServerKeeper(Service):
    """Starts the Server, starts it again, stops it."""

    name = "ServerKeeper"

    def __init__(self, portal, factory, env: Environment):
        self.portal = portal
        self.factory = factory
        self.env = env
        self.process: Any = None
        self.wanted = False
        self.failures = 0
        self._started = 0.0
        self._leaving = False
        self._pause: Any = None
        self._impatience: Any = None
        self._ended: list[defer.Deferred] = []

    # Called by the reactor

    def startService(self):
        """The Portal is up."""
        super().startService()
        signal.signal(signal.SIGHUP, lambda *_: reactor.callFromThread(self.reload))
        self.start_server()

    def stopService(self):
        """The Portal goes down, and waits for the Server."""
        super().stopService()
        self.wanted = False
        self._cancel(self._pause)
        if self.process is None:
            return None
        if not self._leaving or self.factory.server_connection is None:
            # Nobody asked it, or it has not heard it.
            self.server_leaving(restart=False)
            self.process.signalProcess("TERM")
        deferred: defer.Deferred = defer.Deferred()
        self._ended.append(deferred)
        return deferred

    # Called by the link, and for SIGHUP

    def start_server(self) -> None:
        """Start a Server; as soon as the present one has ended, if there is one."""
        self.wanted = True
        if self.process is None and not self._pause:
            self._spawn()

    def server_leaving(self, restart: bool) -> None:
        """The Server has been asked to end."""
        self.wanted = restart
        self._leaving = True
        self._cancel(self._impatience)
        self._impatience = reactor.callLater(PATIENCE, self._kill)

    def reload(self) -> None:
        """Replace the Server by one which has read the code anew."""
        link = self.factory.server_connection
        if link is not None:
            link.stop_server(mode="reload")
        elif self.process is not None:
            self._kill()
        else:
            self._cancel(self._pause)
            self._pause = None
            self.failures = 0
            self.start_server()

    # The process

    def _spawn(self) -> None:
        self._pause = None
        self._leaving = False
        self._started = time.monotonic()
        with open(os.devnull) as nothing, open(self.env.log_dir / "output.log", "a") as output:
            self.process = reactor.spawnProcess(
                ServerProcess(self),
                sys.executable,
                [sys.executable, "-m", "server.process", "server"],
                env=server_environment(),
                path=str(GAME_DIR),
                childFDs={0: nothing.fileno(), 1: output.fileno(), 2: output.fileno()},
            )

    def server_ended(self, status) -> None:
        """The process is no more."""
        self.process = None
        self._cancel(self._impatience)
        waiting, self._ended = self._ended, []
        for deferred in waiting:
            deferred.callback(None)
        if not self.wanted:
            return
        if self._leaving:
            self._spawn()
            return
        # Whatever it knew of sessions and timers is gone: to Evennia, a start from cold.
        self.portal.server_restart_mode = "shutdown"
        lived = time.monotonic() - self._started
        self.failures = failures_after(self.failures, lived)
        pause = pause_after(self.failures)
        logger.log_err(f"The Server ended ({status}) after {lived:.0f} s; again in {pause:.0f} s.")
        if self.failures == 1:
            evennia.PORTAL_SESSION_HANDLER.tell_all(CRASHED)
        self._pause = reactor.callLater(pause, self._spawn)

    def _kill(self) -> None:
        if self.process is not None:
            logger.log_err("The Server does not end by itself. Killing it.")
            self.process.signalProcess("KILL")

    @staticmethod
    def _cancel(call) -> None:
        if call is not None and call.active():
            call.cancel()
