"""
What options would do (`rules.playing.preview`), found out in a process of its own: it takes
milliseconds, in which the reactor can serve others.

`ask` begins it for a seat that is asked something, and fires when there is nothing to wait for any
more; `soon` is for who shows a prompt and does not wait long; `view` is the view of a seat with as
much as is known at that moment. What was found out is kept with the match, which every answer
replaces by another, for all who look at the same prompt in one form or another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules.playing import foreseer, preview
from world import games
from world import workers as beside

Make = Callable[[Any, preview.Foreseen], Any]

workers = beside.Workers(lambda: settings.FORESEEING_WORKERS, foreseer.start)
# Matches as they stand, and what seats know of them or wait for.
_known: WeakKeyDictionary[Any, dict[int, preview.Foreseen]] = WeakKeyDictionary()
_waiting: dict[tuple[Any, int], list[defer.Deferred]] = {}


class News(NamedTuple):
    """Whether something new is known, and what `then` has made of it there; None: nothing."""

    new: bool
    made: Any = None


_NO_NEWS = News(False)


def ask(match: Any, seat: int | None, then: Make | None = None) -> defer.Deferred:
    """
    Find out what the options of a seat would do, and let the process make something of it: `then`
    is sent there, and called with the match and what was found out.

    Fires with `News`; at once if all was known, or if there is nothing to foresee or to make. Never
    fails: what cannot be found out is left out.
    """
    if seat is None or match.choice_of(seat) is None or seat in _known.get(match, ()):
        return defer.succeed(_NO_NEWS)
    if not settings.FORESEEING_WORKERS:
        return defer.succeed(_keep(match, seat, (preview.foretold(match, seat), None)))
    if then is None and not preview.can_tell(match, seat):
        return defer.succeed(_NO_NEWS)
    moment = match, seat
    answer: defer.Deferred = defer.Deferred()
    if moment in _waiting:
        _waiting[moment].append(answer)
        return answer
    _waiting[moment] = [answer]
    found = defer.maybeDeferred(_ask, match, seat, then)
    found.addCallbacks(lambda told: _keep(match, seat, told), _failed)
    found.addCallback(_tell, moment)
    return answer


def _ask(match: Any, seat: int, then: Make | None) -> defer.Deferred:
    folder = str(games.folder_of(match.pack))
    saved = match.save(journal=False)
    return workers.ask(foreseer.foresee, folder, match.pack.hash, saved, seat, then)


def _keep(match: Any, seat: int, told: tuple[preview.Foreseen, Any]) -> News:
    facts, made = told
    _known.setdefault(match, {})[seat] = facts
    return News(True, made)


def _failed(failure: Any) -> News:
    logger.log_err(f"A prompt goes without its numbers: {failure.getErrorMessage()}")
    return _NO_NEWS


def _tell(news: News, moment: tuple[Any, int]) -> None:
    for answer in _waiting.pop(moment, ()):
        answer.callback(news)
        news = News(news.new)  # what was made is for who asked first


def view(match: Any, seat: int | None) -> dict[str, Any]:
    """The view of a seat in which options say what they would do, as far as that is known now."""
    return preview.told(match, match.view(seat), facts_of(match, seat))


def glimpse(match: Any, seat: int | None) -> dict[str, Any]:
    """The same, for who reads but little of it (`Match.glimpse`)."""
    return preview.told(match, match.glimpse(seat), facts_of(match, seat))


def facts_of(match: Any, seat: int | None) -> preview.Foreseen:
    """What is known now of the options of a seat."""
    if seat is None or not preview.can_tell(match, seat):
        return ()
    if not settings.FORESEEING_WORKERS:
        ask(match, seat)
    return _known.get(match, {}).get(seat, ())


def soon(
    match: Any,
    seat: int | None,
    patience: float,
    show: Callable[[Any], None],
    late: Callable[[], None],
    then: Make | None = None,
) -> None:
    """
    Call `show` as soon as it is known what the options of a seat would do, with what `then` made of
    it (see `ask`), or after so many seconds with None; and `late` if it becomes known after that.
    """
    found = ask(match, seat, then)
    if found.called:
        show(None)
        return
    timer = beside.reactor().callLater(patience, show, None)

    def known(news: News) -> None:
        if timer.active():
            timer.cancel()
            show(news.made)
        elif news.new:
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
