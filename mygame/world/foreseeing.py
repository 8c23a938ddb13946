"""
What options would do (`rules.preview`), found out in a process of its own: it takes milliseconds,
in which the reactor can serve others.

`ask` begins it for a seat that is asked something, and fires when there is nothing to wait for any
more; `soon` is for who shows a prompt and does not wait long; `view` is the view of a seat with as
much as is known at that moment. What was found out is kept with the match, which every answer
replaces by another, for all who look at the same prompt in one form or another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules import foreseer, preview
from world import games
from world import workers as beside

workers = beside.Workers(lambda: settings.FORESEEING_WORKERS, foreseer.start)
# Matches as they stand, and what seats know of them or wait for.
_known: WeakKeyDictionary[Any, dict[int, preview.Foreseen]] = WeakKeyDictionary()
_waiting: dict[tuple[Any, int], list[defer.Deferred]] = {}


def ask(match: Any, seat: int | None) -> defer.Deferred:
    """
    Find out what the options of a seat would do.

    Fires with whether something new is known; at once if it was known, or if there is nothing to
    foresee. Never fails: what cannot be found out is left out.
    """
    if seat is None or not preview.can_tell(match, seat):
        return defer.succeed(False)
    if seat in _known.get(match, ()):
        return defer.succeed(False)
    if not settings.FORESEEING_WORKERS:
        return defer.succeed(_keep(match, seat, preview.foretold(match, seat)))
    moment = match, seat
    answer: defer.Deferred = defer.Deferred()
    if moment in _waiting:
        _waiting[moment].append(answer)
        return answer
    _waiting[moment] = [answer]
    found = defer.maybeDeferred(_ask, match, seat)
    found.addCallbacks(lambda facts: _keep(match, seat, facts), _failed)
    found.addCallback(_tell, moment)
    return answer


def _ask(match: Any, seat: int) -> defer.Deferred:
    folder = str(games.folder_of(match.pack))
    return workers.ask(foreseer.foresee, folder, match.pack.hash, match.save(), seat)


def _keep(match: Any, seat: int, facts: preview.Foreseen) -> bool:
    _known.setdefault(match, {})[seat] = facts
    return True


def _failed(failure: Any) -> bool:
    logger.log_err(f"A prompt goes without its numbers: {failure.getErrorMessage()}")
    return False


def _tell(new: bool, moment: tuple[Any, int]) -> None:
    for answer in _waiting.pop(moment, ()):
        answer.callback(new)


def view(match: Any, seat: int | None) -> dict[str, Any]:
    """The view of a seat in which options say what they would do, as far as that is known now."""
    return preview.told(match, match.view(seat), _facts(match, seat))


def glimpse(match: Any, seat: int | None) -> dict[str, Any]:
    """The same, for who reads but little of it (`Match.glimpse`)."""
    return preview.told(match, match.glimpse(seat), _facts(match, seat))


def _facts(match: Any, seat: int | None) -> preview.Foreseen:
    if seat is None or not preview.can_tell(match, seat):
        return ()
    if not settings.FORESEEING_WORKERS:
        ask(match, seat)
    return _known.get(match, {}).get(seat, ())


def soon(
    match: Any,
    seat: int | None,
    patience: float,
    show: Callable[[], None],
    late: Callable[[], None],
) -> None:
    """
    Call `show` as soon as it is known what the options of a seat would do, or after so many seconds
    without; and `late` if it becomes known after that.
    """
    found = ask(match, seat)
    if found.called:
        show()
        return
    timer = beside.reactor().callLater(patience, show)

    def known(new: bool) -> None:
        if timer.active():
            timer.cancel()
            show()
        elif new:
            late()

    found.addCallback(known)
    found.addErrback(lambda failure: logger.log_err(failure.getTraceback()))


def start() -> None:
    """Begin the processes, and let them load the games that are on the shelf."""
    for pack in games.games().values() if settings.FORESEEING_WORKERS else ():
        loaded = workers.ask(foreseer.load, str(games.folder_of(pack)), pack.hash)
        loaded.addErrback(_failed)


def stop() -> None:
    """End the processes."""
    workers.stop()


def forget() -> None:
    """Know nothing. For tests."""
    _known.clear()
    _waiting.clear()
