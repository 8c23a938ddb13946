"""
What options would do (`rules.playing.preview`), found out in a process of its own: it takes
a millisecond, in which the reactor can serve others.

A host asks (`foresee`) as soon as it knows what somebody is going to be asked, while the answer
that leads there is being stored; so it is mostly known when the prompt is shown, which else waits
a moment for it (`settings.FORESEEING_PATIENCE`, `world.render.announce`). What was found out
is kept with the match, which every answer replaces by another, for all who look at the same prompt
in one form or another (`facts_of`).
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules.ground.processes import limit_process
from rules.pack import Pack, pack_of_match
from rules.playing import foreseer, preview
from rules.playing.bots.machines import MEMORY
from rules.running.match import Match
from world.background import workers as beside
from world.shelf import games

# A prompt waits for them, so they stand behind nobody: what bots think about can wait.
workers = beside.Workers(
    lambda: settings.FORESEEING_WORKERS, partial(limit_process, MEMORY), nice=0
)
# Matches as they stand, and what seats know of them or wait for.
_known: WeakKeyDictionary[Match, dict[int, preview.Foreseen]] = WeakKeyDictionary()
_waiting: dict[tuple[Match, int], list[defer.Deferred]] = {}
_asked: dict[tuple[Match, int], defer.Deferred] = {}  # what processes are to find out for them
_folders: WeakKeyDictionary[Pack, str] = WeakKeyDictionary()  # where processes find games


def foresee(match: Match, seat: int | None, pool: beside.Workers | None = None) -> defer.Deferred:
    """
    Find out what the options of a seat would do, in a process of this pool or of those for it.

    Fires with whether something new is known; at once if all was known, or if there is nothing to
    foresee. Never fails: what cannot be found out is left out.
    """
    if seat is None or is_known(match, seat) or not preview.can_foretell(match, seat):
        return defer.succeed(False)
    if not settings.FORESEEING_WORKERS:
        return defer.succeed(_keep(match, seat, preview.foretell(match, seat)))
    moment = match, seat
    answer: defer.Deferred = defer.Deferred()
    if moment in _waiting:
        _waiting[moment].append(answer)
        return answer
    _waiting[moment] = [answer]
    found = _asked[moment] = defer.maybeDeferred(_ask_process, match, seat, pool or workers)
    found.addCallbacks(lambda facts: _keep(match, seat, facts), _note_failure)
    found.addCallback(_tell_known, moment)
    return answer


def _ask_process(match: Match, seat: int, pool: beside.Workers) -> defer.Deferred:
    pack = pack_of_match(match)
    folder = _folders.get(pack)
    if folder is None:
        folder = _folders[pack] = str(games.folder_of(pack))
    saved = match.save(journal=False)
    return pool.ask(foreseer.foresee, folder, pack.hash, saved, seat)


def _keep(match: Match, seat: int, facts: preview.Foreseen) -> bool:
    _known.setdefault(match, {})[seat] = facts
    return True


def _note_failure(failure: Any) -> bool:
    if failure.check(defer.CancelledError):
        return False
    logger.log_err(f"A prompt goes without its numbers: {failure.getErrorMessage()}")
    _folders.clear()  # they may be gone: they are looked for, and written, when next needed
    return False


def _tell_known(new: bool, moment: tuple[Match, int]) -> None:
    _asked.pop(moment, None)
    for answer in _waiting.pop(moment, ()):
        answer.callback(new)


def drop(match: Match) -> None:
    """
    A match has been replaced: what is still waiting to be found out about it is for nobody. Where
    processes have too much to do, whoever is asked now would wait behind it.
    """
    for seat in range(match.seats):
        if (found := _asked.get((match, seat))) is not None:
            found.cancel()


def is_known(match: Match, seat: int) -> bool:
    """Whether it has been found out what the options of a seat would do."""
    return seat in _known.get(match, ())


def facts_of(match: Match, seat: int | None) -> preview.Foreseen:
    """What is known now of the options of a seat."""
    if seat is None:
        return ()
    if not settings.FORESEEING_WORKERS:
        foresee(match, seat)
    return _known.get(match, {}).get(seat, ())


def start() -> None:
    """
    Begin the processes, and let them load the games that are on the shelf: one after the other, so
    that no question about a prompt waits for all of them.
    """
    _preload_all(deque(games.games_by_id().values()))


def _preload_all(packs: deque[Pack]) -> None:
    if packs:
        preload(packs.popleft()).addCallback(lambda _: _preload_all(packs))


def preload(pack: Pack) -> defer.Deferred:
    """Let a process load a game before it is needed; fires when that is done, and never fails."""
    if not settings.FORESEEING_WORKERS:
        return defer.succeed(None)
    loaded: defer.Deferred = workers.ask(foreseer.preload, str(games.folder_of(pack)), pack.hash)
    return loaded.addErrback(_note_failure)


def stop() -> None:
    """End the processes."""
    workers.stop()


def forget() -> None:
    """Know nothing. For tests."""
    _known.clear()
    _waiting.clear()
    _asked.clear()
