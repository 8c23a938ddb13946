"""
Friends: lists of one's own, and who is told when somebody comes.
"""

from __future__ import annotations

import time
from typing import Any

from world.accounts import ignoring, people
from world.errors import TableError
from world.locale.reader import reader_of
from world.models import Friend

FRIENDS_MOST = 100
# Whoever comes and goes with a bad connection is announced once in so many seconds.
ANNOUNCED_AGAIN_AFTER = 300
NOTICES = "friend_notices"  # attribute of an account: false for who does not want to be told


def friends_of(account: Any) -> list[Any]:
    """The accounts on somebody's list, in the order in which they were put there."""
    rows = Friend.objects.filter(account=account).select_related("friend")
    return [row.friend for row in rows]


def friend_numbers(account: Any) -> set[int]:
    """The numbers of the accounts on somebody's list; the database is asked but once."""
    known: set[int] | None = account.ndb.friend_numbers
    if known is None:
        rows = Friend.objects.filter(account_id=account.pk).values_list("friend", flat=True)
        known = account.ndb.friend_numbers = set(rows)
    return known


def add_friend(account: Any, other: Any) -> None:
    """
    Put somebody on the list.

    :raises TableError: `friendSelf`, `friendTooMany` (limit).
    """
    if other == account:
        raise TableError("friendSelf")
    if Friend.objects.filter(account=account).count() >= FRIENDS_MOST:
        raise TableError("friendTooMany", limit=FRIENDS_MOST)
    Friend.objects.get_or_create(account=account, friend=other)
    account.ndb.friend_numbers = None


def remove_friend(account: Any, other: Any) -> None:
    """
    Take somebody off the list.

    :raises TableError: `notFriend` (name).
    """
    gone, _ = Friend.objects.filter(account=account, friend=other).delete()
    account.ndb.friend_numbers = None
    if not gone:
        raise TableError("notFriend", name=other.username)


def announce_to_friends(character: Any) -> None:
    """Tell those who have somebody on their list, and are here, that they have come."""
    account, now = character.player_account, time.monotonic()
    last = account.ndb.announced_at
    if last is not None and now - last < ANNOUNCED_AGAIN_AFTER:
        return
    account.ndb.announced_at = now
    for row in Friend.objects.filter(friend=account).select_related("account"):
        admirer = row.account
        if not people.is_online(admirer) or not wants_notices(admirer):
            continue
        if ignoring.ignores(admirer, account) or ignoring.ignores(account, admirer):
            continue
        told = reader_of(admirer).say("friends.arrived", name=character.key)
        admirer.msg(text=(told, {"type": "notice"}))


def wants_notices(account: Any) -> bool:
    """Whether somebody wants to be told when friends come."""
    return account.attributes.get(NOTICES, True)
