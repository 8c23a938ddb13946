"""
Accounts that go, or become part of another one, with what they own; and all of it as plain data.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Sum

from world.models import Entry, MatchSeat, Sheet, Thing
from world.sheets import lending
from world.sheets.book import BURN, MINT, Book


def erase_sheets(account: Any) -> None:
    """
    Remove what an account owns: numbers are used up, things lost. The entries stay, of nobody, so
    that what others have got from it still adds up. A thing that is in a match may still come home
    with whoever has it there.
    """
    with transaction.atomic():
        for sheet in Sheet.objects.select_for_update().filter(account=account):
            match = sheet.lease.match if sheet.lease is not None else None
            book = Book(sheet.realm, "deleted")
            book.touch(sheet)
            for name, value in list(sheet.fields.items()):
                if isinstance(value, int) and not isinstance(value, bool):
                    book.move_number(name, value, sheet, BURN)
            lent = set(lending.things_lent_to(match)) if match is not None else set()
            for thing in sheet.things.select_related("sheet"):
                if thing.pk in lent and thing.match_id is None:
                    thing.match = match
                book.move_thing(thing, BURN)
            book.store()
            sheet.delete()


def has_lent(account: Any) -> bool:
    """Whether something an account owns is in a match."""
    return (
        Sheet.objects.filter(account=account, lease__isnull=False).exists()
        or Thing.objects.filter(sheet__account=account, match__isnull=False).exists()
        or MatchSeat.objects.filter(
            account=account, settled_at=None, sheet__isnull=False, match__status="running"
        ).exists()
    )


def merge_sheets(account: Any, into: Any) -> None:
    """
    What one account owns becomes another's, but for what it was given at the beginning where that
    one has a sheet of its own. Part of a transaction; nothing of it is in a match.
    """
    for sheet in Sheet.objects.select_for_update().filter(account=account):
        own = Sheet.objects.select_for_update().filter(
            account=into, realm=sheet.realm, character=None, alive=True
        )
        other = own.first()
        if other is None or not sheet.alive:
            sheet.account, sheet.character = into, None
            sheet.save(update_fields=["account", "character"])
            continue
        book = Book(sheet.realm, "merged")
        for name, value in list(sheet.fields.items()):
            if not isinstance(value, int) or isinstance(value, bool):
                continue
            begun = max(min(_begun_with(sheet, name), value), 0)  # what is left of it
            book.move_number(name, begun, sheet, BURN)
            book.move_number(name, value - begun, sheet, other)
        starting = set(
            Entry.objects.filter(to_sheet=sheet, reason="start", thing__isnull=False).values_list(
                "thing", flat=True
            )
        )
        for thing in sheet.things.select_related("sheet"):
            book.move_thing(thing, BURN if thing.pk in starting else other, zone=thing.zone)
        book.store()
        MatchSeat.objects.filter(sheet=sheet).update(sheet=other)  # it is on that one now
        sheet.delete()
    # What the one has played before there were sheets is looked for again.
    Sheet.objects.filter(account=into, alive=True).update(games=[])


def _begun_with(sheet: Sheet, name: str) -> int:
    """How much of a number a sheet was given at the beginning."""
    rows = Entry.objects.filter(what=name, reason="start")
    came = rows.filter(to_sheet=sheet, source=MINT).aggregate(all=Sum("amount"))["all"] or 0
    went = rows.filter(from_sheet=sheet, target=BURN).aggregate(all=Sum("amount"))["all"] or 0
    return came - went


def sheets_as_data(account: Any) -> list[dict[str, Any]]:
    """All that an account owns, and how it came to it, for the person to take away."""
    return [
        {
            "realm": sheet.realm,
            "character": str(sheet.character) if sheet.character is not None else None,
            "alive": sheet.alive,
            "since": sheet.created_at.isoformat(),
            "fields": sheet.fields,
            "things": list(sheet.things.values("kind", "zone", "fields", "retired")),
            "entries": [
                {
                    "at": entry.at.isoformat(),
                    "what": entry.what,
                    "amount": entry.amount if entry.to_sheet_id == sheet.pk else -entry.amount,
                    "reason": entry.reason,
                    "match": entry.match_id,
                }
                for entry in entries_of(sheet)
            ],
        }
        for sheet in Sheet.objects.filter(account=account).order_by("pk")
    ]


def entries_of(sheet: Sheet) -> Any:
    """All entries of a sheet, from the first on."""
    return (sheet.entries_in.all() | sheet.entries_out.all()).distinct().order_by("pk")
