"""
From what matches have returned to a sheet: only for what was played before there were sheets.

What somebody had of a game was the sum of what they had taken home from its matches, by seat
(`MatchSeat.returns`), beginning with what the game gives to everybody. These are the functions that
added it up, kept for that and for nothing else. Rows that a sheet knows (`MatchSeat.sheet`) are in
it already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from rules.pack import Pack
from rules.running.bring import Entry
from world.models import MatchRecord, MatchSeat

type Row = dict[str, Any]  # what one seat has returned


def old_seats(pack: Pack, account: Any) -> QuerySet[MatchSeat]:
    """The seats of an account in matches of a game that no sheet knows, in their order."""
    over = Q(settled_at__isnull=False) | Q(match__status=MatchRecord.Status.FINISHED)
    return MatchSeat.objects.filter(
        over,
        account=account,
        sheet=None,
        match__pack_version__pack_id=pack.id,
        returns__isnull=False,
    ).order_by(Coalesce("settled_at", "match__ended_at"), "match_id")


def names_returned(rows: Iterable[Row]) -> list[str]:
    """What was taken home, by name."""
    return list(dict.fromkeys(name for row in rows for name in row))


def type_returned(name: str, rows: Iterable[Row]) -> str:
    """What something is that the game does not declare: `number` or `definitions`."""
    return "definitions" if any(isinstance(row[name], dict) for row in rows) else "number"


def number_after(entry: Entry | None, name: str, rows: Iterable[Row]) -> int:
    """A number after all its changes; at no time beyond its limits."""
    number = int(entry.default) if entry is not None else 0  # type: ignore[arg-type]  # of a number
    for row in rows:
        change = row.get(name, 0)
        number += change if isinstance(change, int) else 0
        if entry is not None and entry.most is not None:
            number = min(number, entry.most)
        if entry is not None and entry.least is not None:
            number = max(number, entry.least)
    return number


def cards_after(entry: Entry | None, name: str, rows: Iterable[Row]) -> list[str]:
    """
    A list of cards after all that came and went, also of those that the game has no more. What was
    lost more often than it was had, before matches borrowed, is forgiven.
    """
    held = Counter(entry.default) if entry is not None else Counter[str]()  # type: ignore[arg-type]
    for row in rows:
        each = row.get(name)
        if isinstance(each, dict):
            held.update(each.get("gains", ()))
            held.subtract(each.get("loses", ()))
    return sorted(held.elements())
