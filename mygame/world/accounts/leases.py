"""
What a match borrows of the people at it: their belongings of a game are in one match at a time.

What somebody has of a game is lent to a match, as a lease (`MatchSeat.lease`), so that nothing can
be used, lost or staked twice. The lease begins in the transaction that makes the match (`lease_of`)
and ends in the one that stores what the seat takes home (`settle_leases`): with the last answer, or
before it, where somebody settles, or when the match is ended without a result. Whatever comes to
keep belongings, such as sheets with owners, is lent and given back by these two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from rules.pack import Pack
from world.errors import TableError
from world.models import MatchRecord, MatchSeat


def lease_of(pack: Pack, account: Any) -> str | None:
    """What a match of this game borrows of an account; None where it can change nothing."""
    return pack.id if account is not None and pack.program.bringing.returns else None


def check_free(pack: Pack, account: Any, name: str) -> None:
    """
    Whether what this account would bring is at home.

    :raises TableError: `belongingsAway` (name, table): it is in a match that goes on.
    """
    if (lease := lease_of(pack, account)) is None:
        return
    held = MatchSeat.objects.filter(account=account, lease=lease).select_related("match")
    for seat in held:
        match = seat.match
        if match.status == MatchRecord.Status.RUNNING:
            raise TableError("belongingsAway", name=name, table=match.table_name or match.pk)
        drop_leases(match)  # somebody has ended it by hand


def settle_leases(match: MatchRecord, taken: Mapping[int, Mapping[str, Any]]) -> None:
    """
    Store what seats (all: the keys) take home, and give up what was borrowed for them. Part of a
    transaction; who has settled before keeps what they had then.
    """
    now = timezone.now()
    for seat in match.seats.filter(seat__in=taken, settled_at__isnull=True):
        seat.returns, seat.settled_at, seat.lease = dict(taken[seat.seat]), now, None
        seat.save(update_fields=["returns", "settled_at", "lease"])


def drop_leases(match: MatchRecord) -> None:
    """Whatever is still borrowed for a match that is over is given back as it was."""
    match.seats.filter(lease__isnull=False).update(lease=None)
