"""One of the two processes of the game. The launcher starts the Portal, which starts the Server.

    python -m server.process portal
    python -m server.process server

Does what Evennia's twistd files do, without daemonising: the Portal is started in a session of
its own, or stays in the foreground for Docker and systemd; and must know its child.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from typing import TextIO

from server.cleaning import shown
from server.conf import environment

# Longer than a Server waits for others to finish before it ends.
PATIENCE = 30.0


def only_one(kind: str, env: environment.Environment, patience: float) -> TextIO:
    """
    The lock which says that this process runs; the system takes it back when the process ends.

    :raises SystemExit: if another one with this data directory does not end.
    """
    env.log_dir.mkdir(parents=True, exist_ok=True)
    lock = open(env.data_dir / f"{kind}.lock", "a")  # noqa: SIM115 - open as long as we live
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError:
            if time.monotonic() > deadline:
                sys.exit(f"Another {kind} runs with {env.data_dir}.")
            time.sleep(0.1)


def main(kind: str) -> None:
    os.umask(0o077)
    os.chdir(environment.GAME_DIR)
    env = environment.read()
    os.environ["DJANGO_SETTINGS_MODULE"] = env.settings
    # Held until the process ends. A Server may have to wait for one whose Portal was killed.
    lock = only_one(kind, env, PATIENCE if kind == "server" else 0)

    import django

    django.setup()
    import evennia

    evennia._init(portal_mode=kind == "portal")

    from django.conf import settings
    from evennia.utils import logger
    from twisted.application.app import startApplication
    from twisted.application.service import IService
    from twisted.internet import reactor
    from twisted.logger import FileLogObserver, globalLogBeginner

    path = settings.PORTAL_LOG_FILE if kind == "portal" else settings.SERVER_LOG_FILE
    file = logger.WeeklyLogFile(os.path.basename(path), os.path.dirname(path))
    make_observer = logger.GetPortalLogObserver if kind == "portal" else logger.GetServerLogObserver
    told = make_observer().format_log_event
    # Nothing in a log can have power over the terminal of who reads it.
    observer = FileLogObserver(file, lambda event: shown(told(event) or ""))
    globalLogBeginner.beginLoggingTo([observer])
    IService(evennia.TWISTED_APPLICATION).privilegedStartService()
    startApplication(evennia.TWISTED_APPLICATION, False)
    reactor.run()
    lock.close()


if __name__ == "__main__":
    main(sys.argv[1])
