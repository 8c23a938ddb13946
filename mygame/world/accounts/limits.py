"""
How often one person may do what: the table of `settings.ACTION_LIMITS`, kept by account.

In memory only: a reload forgives. Staff are not limited. Begin at `check_limit`.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any

from django.conf import settings

from server.buckets import Buckets
from world.errors import TableError
from world.locale.reader import account_of


@cache
def buckets_of(action: str) -> Buckets:
    """What is left to everybody of an action."""
    return Buckets(settings.ACTION_LIMITS[action])


def check_limit(who: Any, action: str, to: Hashable = None) -> None:
    """
    Count an action of a character or account; `to` tells apart at whom it is aimed.

    :raises TableError: `tooOften` (action, wait in seconds) if it has to wait.
    """
    account = account_of(who)
    if is_exempt(account):
        return
    if wait := buckets_of(action).take((account.pk, to)):
        raise TableError("tooOften", action=action, wait=wait)


def check_visitor(account: Any, address: str, action: str) -> None:
    """
    The same of a visitor of the site: by account, or by address for who is not signed in.

    :raises TableError: `tooOften`.
    """
    if account is not None:
        check_limit(account, action)
    elif wait := buckets_of(action).take((address, None)):
        raise TableError("tooOften", action=action, wait=wait)


def is_exempt(account: Any) -> bool:
    """Whether limits do not hold: for staff, who may have to act quickly."""
    permissions = getattr(account, "permissions", None)
    return bool(
        getattr(account, "is_superuser", False)
        or (permissions is not None and permissions.check("Helper"))
    )


def forget() -> None:
    """Everybody begins anew: for tests."""
    buckets_of.cache_clear()
