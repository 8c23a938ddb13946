"""
What players have of a game between its matches, beside decks: what they took home, match by match.

Nothing is counted up anywhere: a seat's row keeps what it took home (`MatchSeat.returns`), and what
an account brings is worked out from those rows. So nothing is lost or had twice: a match borrows
what it brings (`world.accounts.leases`). What that is, the pack says (`rules.running.bring`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.db.models.functions import Coalesce

from rules.pack import Pack
from rules.running.bring import Entry
from world.models import MatchRecord, MatchSeat


def bring_winnings(pack: Pack, account: Any) -> dict[str, Any]:
    """
    What an account (None: nobody's) brings to a match of this game, for the option `bring`: its
    numbers and lists of cards by name. What the pack no longer knows, or has no room for, is left
    at home.
    """
    entries = [
        each
        for each in pack.program.bringing.entries.values()
        if each.type in ("number", "definitions")
    ]
    if account is None or not entries:
        return {}
    over = Q(settled_at__isnull=False) | Q(match__status=MatchRecord.Status.FINISHED)
    taken = list(
        MatchSeat.objects.filter(
            over,
            account=account,
            match__pack_version__pack_id=pack.id,
            returns__isnull=False,
        )
        .order_by(Coalesce("settled_at", "match__ended_at"), "match_id")
        .values_list("returns", flat=True)
    )
    found = {}
    for entry in entries:
        own = [each[entry.name] for each in taken if entry.name in each]
        found[entry.name] = (
            _cards_after(pack, entry, own) if entry.is_list else _number_after(entry, own)
        )
    return found


def _number_after(entry: Entry, taken: Iterable[Any]) -> int:
    """A number after all its changes; at no time beyond its limits."""
    number = int(entry.default)  # type: ignore[arg-type]  # of a number
    for change in taken:
        number += change if isinstance(change, int) else 0
        if entry.most is not None:
            number = min(number, entry.most)
        if entry.least is not None:
            number = max(number, entry.least)
    return number


def _cards_after(pack: Pack, entry: Entry, taken: Iterable[Any]) -> list[str]:
    """
    A list of cards after all that came and went. What was lost more often than it was had, before
    there were leases, is still owed: the next one goes to that.
    """
    held = Counter(entry.default)  # type: ignore[arg-type]  # ids, of a list
    for each in taken:
        if isinstance(each, dict):
            held.update(each.get("gains", ()))
            held.subtract(each.get("loses", ()))
    cards = pack.program.catalogue
    known = {card: count for card, count in held.items() if entry.takes(cards, card)}
    return sorted(Counter(known).elements())[: entry.most]
