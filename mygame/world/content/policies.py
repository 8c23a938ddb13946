"""Who may write and review a pack, and whether it needs a review (`accounts.roles` asks for it)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction

from server import names
from world.accounts import audit, roles
from world.content import browsing
from world.errors import TableError

MOST = 100  # people of each kind


class Policy(NamedTuple):
    """People by name; nobody named: all builders, or all reviewers."""

    review: bool
    builders: list[str]
    reviewers: list[str]


def policy_of(folder: str) -> Policy:
    """That of a pack: until somebody says otherwise it needs a review, and all may."""
    from world.models import PackPolicy

    row = PackPolicy.objects.filter(folder=folder).first()
    if row is None:
        return Policy(True, [], [])
    named = (
        [each.username for each in who.order_by("pk")] for who in (row.builders, row.reviewers)
    )
    return Policy(row.review, *named)


def set_policy(who: Any, folder: str, wanted: Policy, way: str = "game") -> None:
    """
    Say who may write and review a pack, and whether it needs a review.

    :raises TableError: `mayNot`, `unknownGame`, `noAccount` (name); nothing has changed then.
    """
    from world.models import PackPolicy

    roles.require_right(who, "policy", folder)
    browsing.pack_in(folder)
    builders, reviewers = _find_accounts(wanted.builders), _find_accounts(wanted.reviewers)
    with transaction.atomic():
        row, _ = PackPolicy.objects.update_or_create(
            folder=folder, defaults={"review": wanted.review}
        )
        row.builders.set(builders)
        row.reviewers.set(reviewers)
    audit.note_act(who, "policy", folder, way, **policy_of(folder)._asdict())


def _find_accounts(wanted: Iterable[str]) -> list[Any]:
    """:raises TableError: `noAccount`."""
    from evennia.accounts.models import AccountDB

    found = []
    for name in dict.fromkeys(list(wanted)[:MOST]):
        account = AccountDB.objects.filter(username__iexact=names.normalize(name)).first()
        if account is None:
            raise TableError("noAccount", name=name)
        found.append(account)
    return found
