"""
What Evennia calls when the Server process starts and stops, and `server.launcher` and `server.link`
before and after that: rows are looked at, the world is built, what was answered is stored.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from django.conf import settings

from server import memory

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

# Seconds a thread may keep the others from running: the one that writes must not wait for the
# reactor's at each statement, nor the other way round.
SWITCH = 0.0005
# Milliseconds that what the Server writes at its end may wait for a lock.
LAST_PATIENCE = 10_000


def inspect_rows() -> list[str]:
    """Set broken rows aside before anything trips over them; what was found, for the log."""
    from typeclasses import inspection

    return inspection.inspect()


def build_world() -> None:
    """Let the world build its halls and whatever else it lacks."""
    from typeclasses import build

    build.build_world()


def mistakes_of_games() -> list[str]:
    """What is wrong with the files of games, line by line."""
    from world.shelf import games

    return games.mistakes_told()


def at_server_init() -> None:
    """First of all, however the Server starts."""
    from world.render import trouble

    trouble.patch_evennia()


def at_server_start() -> None:
    """The Server is up: after a cold start, a reload, or a crash. Matches go on where they were."""
    from typeclasses import worldbuilding
    from typeclasses.tables import restore_matches
    from world import content
    from world.background import writing
    from world.community import moderation, staff
    from world.content import publishing
    from world.play import foreseeing
    from world.shelf import games, retiring

    moderation.watch()
    games.keep_good()
    retiring.mark_things()
    worldbuilding.build_outside()
    publishing.followers.append(worldbuilding.build_steps)
    staff.watch_staff()
    memory.freeze_garbage()
    # Those matches end, and their games go with them: they are no part of what stays.
    restore_matches()
    foreseeing.start()
    content.resume_trials()
    if settings.READING_AT_START:
        content.learn_games()
    writing.limit_patience(settings.STORAGE_HURRY)
    sys.setswitchinterval(SWITCH)


def at_server_stop() -> None:
    """The Server goes down, for good or for a reload. Not called when it is killed."""
    from world.content import pricing, publishing, sandbox, trying, wording
    from world.play import foreseeing, thinking

    publishing.stop()
    trying.stop()
    pricing.stop()
    wording.stop()
    sandbox.stop()
    thinking.stop()
    foreseeing.stop()


def finish_writing() -> Deferred:
    """The Server ends: fires when all that was answered is stored. What is written then hurries."""
    from world.background import writing

    return writing.writer.when_idle().addCallback(lambda _: writing.limit_patience(LAST_PATIENCE))


def at_server_reload_start() -> None:
    """Up again after a reload."""


def at_server_reload_stop() -> None:
    """Down for a reload."""


def at_server_cold_start() -> None:
    """Up after a shutdown, a reset, or a crash."""


def at_server_cold_stop() -> None:
    """Down for a shutdown or a reset."""
