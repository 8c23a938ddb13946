"""
The directory of people: who is in it, a page of it. Guests are not, nor who does not want to be
(`listed off`), nor the account with which the house was set up. Begin with `people_listed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef
from evennia.accounts.models import AccountDB
from evennia.typeclasses.tags import Tag

from server.names import normalize
from world.accounts.people import GUEST_TAG
from world.models import PlayerRecord

UNLISTED = ("unlisted", "people")  # key and category of the tag of who does not want to be in it
PAGE = 30


def is_listed(account: Any) -> bool:
    """Whether somebody stands in the directory, but for guests, who never do."""
    return not account.tags.has(*UNLISTED)


def set_listed(account: Any, on: bool) -> None:
    """Put somebody into the directory, or take them out of it."""
    if on:
        account.tags.remove(*UNLISTED)
    else:
        account.tags.add(*UNLISTED)


def people_listed(beginning: str = "", after: str = "", count: int = PAGE) -> Sequence[Any]:
    """
    The accounts that stand in the directory, by name, from behind a name on; only those whose names
    begin so, if that is said. One more than `count`, if there are more.
    """
    rows = AccountDB.objects.filter(is_active=True, is_superuser=False, username__gt=after)
    for tag in (GUEST_TAG, UNLISTED):
        key, category = tag
        of = Tag.objects.filter(
            accountdb=OuterRef("pk"), db_key=key.lower(), db_category=category.lower()
        )
        rows = rows.filter(~Exists(of))
    if beginning := normalize(beginning).replace("\x00", ""):
        rows = rows.filter(username__istartswith=beginning)
    return list(rows.order_by("username")[: count + 1])


def most_played(accounts: Sequence[Any]) -> dict[int, PlayerRecord]:
    """The record of the game that each of some accounts has played most, by their numbers."""
    rows = PlayerRecord.objects.filter(account__in=[account.pk for account in accounts])
    return {row.account_id: row for row in rows.order_by("played")}
