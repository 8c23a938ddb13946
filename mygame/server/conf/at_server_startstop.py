"""What Evennia calls when the Server process starts and stops."""

import sys

from django.conf import settings

from server import memory

# Seconds a thread may keep the others from running: the one that writes must not wait for the
# reactor's at each statement, nor the other way round.
SWITCH = 0.0005


def at_server_init() -> None:
    """First of all, however the Server starts."""
    from world.render import trouble

    trouble.replace_evennias()


def at_server_start() -> None:
    """The Server is up: after a cold start, a reload, or a crash. Matches go on where they were."""
    from typeclasses.tables import restore
    from world import content, foreseeing, games, moderation, staff, writing

    moderation.watch()
    games.keep_good()
    staff.watch()
    memory.settle()
    restore()  # those matches end, and their games go with them: they are no part of what stays
    foreseeing.start()
    content.resume_trials()
    writing.hurry(settings.STORAGE_HURRY)
    sys.setswitchinterval(SWITCH)


def at_server_stop() -> None:
    """The Server goes down, for good or for a reload. Not called when it is killed."""
    from world import foreseeing, publishing, sandbox, thinking
    from world.content import trying, wording

    publishing.stop()
    trying.stop()
    wording.stop()
    sandbox.stop()
    thinking.stop()
    foreseeing.stop()


def at_server_reload_start() -> None:
    """Up again after a reload."""


def at_server_reload_stop() -> None:
    """Down for a reload."""


def at_server_cold_start() -> None:
    """Up after a shutdown, a reset, or a crash."""


def at_server_cold_stop() -> None:
    """Down for a shutdown or a reset."""
