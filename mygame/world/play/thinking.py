"""
Where bots think that need time for it: in processes beside the server, so that tables never wait.

`think_elsewhere` gives a Deferred that always fires with weighed answers: when no process can be
had, or none answers in time, those of the greedy bot, at once.
"""

from __future__ import annotations

import os
import secrets
from functools import cache, partial
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules.backends.wasm.host import why_missing
from rules.ground.processes import limit_process
from rules.pack import pack_of_match
from rules.playing import bots
from rules.playing.bots import worker
from rules.playing.bots.answers import Line, choice_of, forced_answer
from rules.playing.bots.machines import MEMORY
from rules.running.match import Match
from world.background import workers as beside
from world.play import foreseeing
from world.shelf import games

workers = beside.Workers(
    lambda: settings.BOT_WORKERS or max(1, (os.cpu_count() or 1) - 1),
    partial(limit_process, MEMORY),
)


def think_quickly(spec: str, match: Match, seat: int) -> list[Line] | defer.Deferred:
    """
    As `think_elsewhere`, for a bot that takes milliseconds: in the process that finds out what
    options would do, where it waits behind no search; here if there is none.
    """
    if not settings.FORESEEING_WORKERS:
        return bots.weigh(spec, secrets.randbits(63), match, seat)
    return think_elsewhere(spec, match, seat, foreseeing.workers)


def think_elsewhere(
    spec: str, match: Match, seat: int, pool: beside.Workers | None = None
) -> defer.Deferred:
    """
    What a bot (`rules.playing.bots.make_bot`) thinks about what a seat is asked: `Line`s, the best
    first. In a process of this pool, or of those for bots that search.
    """
    only = forced_answer(choice_of(match, seat))
    if only is not None:
        return defer.succeed([Line(only)])
    answer = defer.maybeDeferred(_ask_process, spec, match, seat, pool or workers)
    answer.addTimeout(settings.BOT_PATIENCE, beside.twisted_reactor())
    return answer.addErrback(_think_greedily, spec, match, seat)


@cache
def _tell_what_is_missing() -> None:
    """Say once why bots think in Python, which is slower."""
    if (why := why_missing()) is not None:
        logger.log_warn(f"Bots have no native machine, and think in Python: {why}")


def _ask_process(spec: str, match: Match, seat: int, pool: beside.Workers) -> defer.Deferred:
    """Give the question to a process."""
    _tell_what_is_missing()
    folder = str(games.folder_of(pack_of_match(match)))
    job = (folder, match.program.hash, match.save(journal=False), seat, spec, secrets.randbits(63))
    return pool.ask(worker.think, *job)


def stop() -> None:
    """The server ends: so do the processes, and no thought starts new ones."""
    workers.close()


def _think_greedily(failure: Any, spec: str, match: Match, seat: int) -> list[Line]:
    """The greedy bot's answer in place of one that does not come."""
    logger.log_err(f"{spec} could not think ({failure.getErrorMessage()}); the greedy bot answers.")
    return bots.weigh("greedy", secrets.randbits(63), match, seat)
