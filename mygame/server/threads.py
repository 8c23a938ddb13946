"""From a page's thread into the reactor's.

Pages are made in threads. What is alive (sessions, objects, matches) belongs to the reactor's
thread, so what a page does to it, or asks of it, is done there.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import current_thread, main_thread
from typing import Any

from twisted.internet import reactor, threads
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure


def in_reactor(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The result of a function, or of the Deferred it gives, which runs in the reactor's thread."""
    if current_thread() is not main_thread():
        return threads.blockingCallFromThread(reactor, function, *args, **kwargs)
    result = function(*args, **kwargs)
    if isinstance(result, Deferred):
        # Without a reactor (in tests) nothing waits, so it has fired.
        outcome: list[Any] = []
        result.addBoth(outcome.append)
        result = outcome[0]
        if isinstance(result, Failure):
            result.raiseException()
    return result
