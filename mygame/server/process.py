"""One of the two processes of the game. The keeper starts the Portal, which starts the Server.

    python -m server.process portal
    python -m server.process server

Does what Evennia's twistd files do, without daemonising: whoever starts a process must know when it
ends.
"""

from __future__ import annotations

import os
import signal
import sys

from server.cleaning import clean_output
from server.conf import environment
from server.locks import take_lock

# Longer than a Server waits for others to finish before it ends.
PATIENCE = 20.0


def main(kind: str) -> None:
    os.umask(0o077)
    os.chdir(environment.GAME_DIR)
    env = environment.read_environment()
    os.environ["DJANGO_SETTINGS_MODULE"] = env.settings
    # Until the Portal knows what to do when asked to reload.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # A Server may have to wait for one whose Portal was killed, and
    # which has nobody else to end it if it hangs.
    take_lock(kind, env, PATIENCE, evict=kind == "server")

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

    if kind == "portal":
        from server import links, portalwords

        links.patch_evennia()
        portalwords.patch_evennia()

    path = settings.PORTAL_LOG_FILE if kind == "portal" else settings.SERVER_LOG_FILE
    file = logger.WeeklyLogFile(os.path.basename(path), os.path.dirname(path))
    make_observer = logger.GetPortalLogObserver if kind == "portal" else logger.GetServerLogObserver
    told = make_observer().format_log_event
    # Nothing in a log can have power over the terminal of who reads it.
    observer = FileLogObserver(file, lambda event: clean_output(told(event) or ""))
    globalLogBeginner.beginLoggingTo([observer])
    IService(evennia.TWISTED_APPLICATION).privilegedStartService()
    startApplication(evennia.TWISTED_APPLICATION, False)
    reactor.run()


if __name__ == "__main__":
    main(sys.argv[1])
