"""
What staff does with what people own: give, take, and fetch it out of a match nobody can play on.

Each asks whether one may (`world.accounts.roles`), has its entries in the book, with who did it and
why, and is noted. In the reactor's thread.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from world.accounts import audit, roles
from world.errors import TableError
from world.models import Sheet
from world.play.hosting import registry, storing
from world.sheets import lending, stakes
from world.sheets.book import BURN, MINT, Book
from world.sheets.trading import Move, check_free, trade
from world.shelf import games


def give(by: Any, sheet: Sheet, what: str, amount: int, reason: str, way: str = "game") -> None:
    """
    Give a number by its name, or cards by their id, to somebody who is in no match.

    :raises TableError: `mayNot`; `sheetAway`, `sheetGone`; `sheetNothing` (what): the games of its
        realm know neither.
    """
    roles.require_right(by, "players")
    if _is_number(sheet, what):
        trade([Move(what, MINT, sheet, amount)], reason, by)
    else:
        zone = _zone_for(sheet, what)
        with transaction.atomic():
            now = Sheet.objects.select_for_update().get(pk=sheet.pk)
            check_free(now)
            book = Book(now.realm, reason, by=by)
            book.touch(now)
            for _ in range(amount):
                book.make_thing(what, now, zone=zone)
            book.store()
    _note(by, "giveToSheet", sheet, way, what=what, amount=amount, reason=reason)


def take(by: Any, sheet: Sheet, what: str, amount: int, reason: str, way: str = "game") -> None:
    """
    Take so much of a number, or so many things of a kind.

    :raises TableError: as `give`; `sheetLacks` (name, what, amount).
    """
    roles.require_right(by, "players")
    if _is_number(sheet, what):
        trade([Move(what, sheet, BURN, amount)], reason, by)
    else:
        things = list(sheet.things.filter(kind=what, match=None)[:amount])
        if len(things) < amount:
            name = sheet.account.username
            raise TableError("sheetLacks", name=name, what=what, amount=amount)
        trade([Move(thing, sheet, BURN) for thing in things], reason, by)
    _note(by, "takeFromSheet", sheet, way, what=what, amount=amount, reason=reason)


def move_out(by: Any, sheet: Sheet, way: str = "game") -> None:
    """
    Fetch a sheet out of a match that nobody plays: it comes home as the match stood last, as far as
    that can be read, else as it was brought.

    :raises TableError: `mayNot`; `sheetNotAway` (name); `sheetPlayed` (name, table): the match is
        being played, and can be ended.
    """
    roles.require_right(by, "players")
    sheet.refresh_from_db()
    if (seat := sheet.lease) is None:
        raise TableError("sheetNotAway", name=sheet.account.username)
    record = seat.match
    if registry.host_of(record.pk) is not None:
        raise TableError("sheetPlayed", name=sheet.account.username, table=record)
    last = storing.last_known_match(record)
    with transaction.atomic():
        if stakes.is_open(record):
            stakes.pay_stake(record)
        elif last is None:
            now = Sheet.objects.select_for_update().get(pk=sheet.pk)
            now.lease = None
            book = Book(now.realm, by=by)
            book.touch(now)
            book.store()
        else:
            lending.fetch_seat(record, seat.seat, last)
    _note(by, "moveOutSheet", sheet, way, match=record.pk)


def _is_number(sheet: Sheet, what: str) -> bool:
    return type(sheet.fields.get(what)) is int


def _zone_for(sheet: Sheet, kind: str) -> str:
    """
    As what somebody has a card.

    :raises TableError: `sheetNothing` (what).
    """
    for pack in games.games_by_id().values():
        for entry in pack.program.bringing.entries.values() if pack.realm == sheet.realm else ():
            if not entry.is_value and entry.takes(pack.program.catalogue, kind):
                return entry.name
    raise TableError("sheetNothing", what=kind)


def _note(by: Any, act: str, sheet: Sheet, way: str, **details: Any) -> None:
    audit.note_act(by, act, f"{sheet.account.username} · {sheet.realm}", way, **details)
