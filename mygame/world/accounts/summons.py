"""
Telling people outside of the page that it is their turn (web push): who wants it, and telling them.

Browsers are kept by account until they are signed out, until their service says that they are gone,
or the account is. Messages go out from two threads of their own. Begin with `subscribe` and
`summon`.
"""

from __future__ import annotations

import http.client
import json
from functools import cache
from typing import Any

from django.db.models.signals import post_delete, post_save
from django.utils import timezone
from evennia.utils import logger
from twisted.internet import defer, threads
from twisted.python.threadpool import ThreadPool

from server import push
from world.accounts import limits
from world.background.workers import twisted_reactor
from world.models import PushSubscription

MOST = 5  # browsers of one account; another one takes the place of the oldest
MOST_WAITING = 200  # messages; what comes then is not sent

_waiting = 0
_known: set[int] | None = None  # numbers of accounts with a browser that wants to be told


def subscribe(account: Any, given: push.Address) -> PushSubscription:
    """
    A browser of an account wants to be told.

    :raises ValueError: if it cannot be reached so.
    :raises TableError: `tooOften`.
    """
    limits.check_limit(account, "push")
    push.check_address(given)
    keys = {"account": account, "p256dh": given.p256dh, "auth": given.auth}
    row, _ = PushSubscription.objects.update_or_create(endpoint=given.endpoint, defaults=keys)
    old = PushSubscription.objects.filter(account=account).order_by("-pk")[MOST:]
    PushSubscription.objects.filter(pk__in=[each.pk for each in old]).delete()
    return row


def unsubscribe(account: Any, endpoint: str) -> None:
    """It does not any more."""
    PushSubscription.objects.filter(account=account, endpoint=endpoint).delete()


def forget_browsers(numbers: Any) -> None:
    """Browsers have been signed out, by the numbers of their rows."""
    PushSubscription.objects.filter(pk__in=list(numbers)[:MOST]).delete()


def wants(account: Any) -> bool:
    """Whether an account has a browser that wants to be told; costs nothing to ask."""
    global _known
    if _known is None:
        _known = set(PushSubscription.objects.values_list("account", flat=True))
    return account.pk in _known


def _changed(**_: Any) -> None:
    global _known
    _known = None


post_save.connect(_changed, PushSubscription, dispatch_uid="world.summons")
post_delete.connect(_changed, PushSubscription, dispatch_uid="world.summons")


def summon(account: Any, said: dict[str, str]) -> None:
    """Tell all browsers of an account: `title`, `body`, and the `address` to which it leads."""
    if not account.is_active:
        return
    message = json.dumps(said).encode()
    for row in PushSubscription.objects.filter(account=account):
        _queue(row, message)


def _queue(row: PushSubscription, message: bytes) -> defer.Deferred:
    global _waiting
    if _waiting >= MOST_WAITING:
        return defer.succeed(None)
    _waiting += 1
    to = push.Address(row.endpoint, row.p256dh, row.auth)
    sent = threads.deferToThreadPool(twisted_reactor(), _pool(), push.send, to, message)
    return sent.addBoth(_note_done).addCallbacks(note_answer, note_failure, [row], None, [row])


def _note_done(result: Any) -> Any:
    global _waiting
    _waiting -= 1
    return result


def note_answer(status: int, row: PushSubscription) -> None:
    """What the service said: a browser that is gone is forgotten."""
    if status in push.GONE:
        row.delete()
    elif status < 300:
        PushSubscription.objects.filter(pk=row.pk).update(told_at=timezone.now())
    else:
        logger.log_warn(f"{row.service} answers a message with {status}")


def note_failure(failure: Any, row: PushSubscription) -> None:
    """It could not be reached; the next turn is another try."""
    if not failure.check(OSError, ValueError, http.client.HTTPException):
        logger.log_err(f"A message by {row.service}: {failure.getTraceback()}")


@cache
def _pool() -> ThreadPool:
    pool = ThreadPool(0, 2, "push")
    pool.start()
    twisted_reactor().addSystemEventTrigger("before", "shutdown", pool.stop)
    return pool
