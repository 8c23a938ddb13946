"""
Whom one does not want to hear: lists of one's own, asked for every listener of every word.
"""

from __future__ import annotations

from typing import Any

from world.accounts import people
from world.errors import TableError
from world.models import Ignore

IGNORED_MOST = 100


def account_of(who: Any) -> Any:
    """The account of a character, connected or not; an account is its own."""
    return who.player_account if hasattr(who, "player_account") else who


def ignores(listener: Any, speaker: Any) -> bool:
    """
    Whether somebody does not want to hear somebody: characters or accounts, the speaker also as
    the number of an account.
    """
    account = account_of(listener)
    other = speaker if isinstance(speaker, int) else getattr(account_of(speaker), "pk", None)
    return account is not None and other in _ignored_accounts(account)


def _ignored_accounts(account: Any) -> frozenset[int]:
    """Kept with the account in memory: asked for every listener of every word."""
    if account.ndb.ignored is None:
        found = Ignore.objects.filter(account=account).values_list("ignored", flat=True)
        account.ndb.ignored = frozenset(found)
    return account.ndb.ignored


def ignored_names(account: Any) -> list[str]:
    """Whom an account ignores, in the order in which it began to."""
    rows = Ignore.objects.filter(account=account).select_related("ignored")
    return [row.ignored.username for row in rows]


def ignore_account(account: Any, other: Any) -> None:
    """
    Hear nothing of another account from now on.

    :raises TableError: `ignoreSelf`, `ignoreStaff`, `ignoreTooMany`.
    """
    if other == account:
        raise TableError("ignoreSelf")
    if people.is_staff(other):
        raise TableError("ignoreStaff", name=other.username)
    if len(_ignored_accounts(account)) >= IGNORED_MOST:
        raise TableError("ignoreTooMany", limit=IGNORED_MOST)
    Ignore.objects.get_or_create(account=account, ignored=other)
    account.ndb.ignored = None


def unignore_account(account: Any, other: Any) -> None:
    """
    Hear another account again.

    :raises TableError: `notIgnored`.
    """
    gone, _ = Ignore.objects.filter(account=account, ignored=other).delete()
    account.ndb.ignored = None
    if not gone:
        raise TableError("notIgnored", name=other.username)
