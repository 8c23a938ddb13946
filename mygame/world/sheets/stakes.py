"""
Stakes: what a match of any game is played for against a person of the world.

A stake is so much of a conserved number (coins) of a sheet, and as much from that person's purse, a
place of the same realm. `hold_stake` is part of the transaction that makes the match: it takes both
and the sheet's lease, so that the sheet is nowhere else meanwhile. `pay_stake` is part of the one
that ends it, in whatever way. In between the coins are on the way, in the match (`book.MATCH`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from rules.pack.plays import marked
from world.errors import TableError
from world.models import Entry, MatchRecord, MatchSeat, Place, Sheet, Stake
from world.sheets.book import MATCH, MINT, Book, Changed, place_named

REFILL = "refill"  # reason of the entry by which a purse is filled, once a day
WON, LOST, BACK = "won", "lost", "back"


@dataclass(frozen=True)
class Purse:
    """What a person of the world plays with: refilled to `daily` of the number `what` each day."""

    realm: str
    name: str
    what: str
    daily: int

    def amount_today(self) -> int:
        """How much is in it, as the first match of the day would find it."""
        place = Place.objects.filter(realm=self.realm, name=self.name).first()
        if place is None:
            return self.daily
        amount: int = place.fields.get(self.what, 0)
        return amount if amount >= self.daily or _was_filled_today(place) else self.daily


@dataclass(frozen=True)
class Terms:
    """What a match is going to be played for: of a sheet as it was read, against a purse."""

    sheet: Sheet
    name: str  # of who owns it
    rival: str  # whose the purse is
    purse: Purse
    amount: int
    wins: Mapping[str, Any] = field(default_factory=dict)


def hold_stake(record: MatchRecord, terms: Terms, against: int) -> None:
    """
    A match whose seats are stored gets a stake: who has the sheet sits in the first seat, the
    person of the world in seat `against`, which has the lease. Part of its transaction.

    :raises TableError: `sheetChanged` (name): the sheet is not as it was read; `purseLacks` (name,
        amount: what is left in it).
    """
    purse, sheet = terms.purse, terms.sheet
    book = Book(purse.realm, "stake", match=record)
    place = place_named(purse.realm, purse.name)
    _refill(book, place, purse)
    if (left := place.fields.get(purse.what, 0)) < terms.amount:
        raise TableError("purseLacks", name=terms.rival, amount=left)
    sheet.lease = MatchSeat.objects.get(match=record, seat=against)
    book.touch(sheet)
    for owner in (sheet, place):
        book.move_number(purse.what, terms.amount, owner, MATCH)
    try:
        book.store()
    except Changed:
        raise TableError("sheetChanged", name=terms.name) from None
    Stake.objects.create(
        match=record,
        sheet=sheet,
        purse=place,
        what=purse.what,
        amount=terms.amount,
        wins=dict(terms.wins),
    )


def _refill(book: Book, place: Place, purse: Purse) -> None:
    """Once a day there is at least so much in a purse."""
    missing = purse.daily - place.fields.get(purse.what, 0)
    if missing > 0 and not _was_filled_today(place):
        book.move_number(purse.what, missing, MINT, place, REFILL)


def _was_filled_today(place: Place) -> bool:
    refills = Entry.objects.filter(to_place=place, reason=REFILL)
    return refills.filter(at__date=timezone.localdate()).exists()


def pay_stake(record: MatchRecord) -> None:
    """
    A match that had a stake is over: what it holds goes to who has won it, or back to both; whoever
    has given up has lost, however it ended. What was of a sheet that is gone goes into the purse.
    Part of the transaction that stores the end; nothing where there is no stake.
    """
    stakes = Stake.objects.select_for_update(of=("self",)).select_related("sheet", "purse")
    stake = stakes.filter(match=record, paid_at=None).first()
    if stake is None:
        return
    stake.result = _result_of(record, stake)
    sheet, purse = stake.sheet, stake.purse
    book = Book(purse.realm, f"stake {stake.result}", match=record)
    winner = {WON: sheet, LOST: purse}.get(stake.result)
    for owner in (sheet, purse):
        book.move_number(stake.what, stake.amount, MATCH, winner or owner or purse)
    if sheet is not None:
        sheet.lease = None
        book.touch(sheet)
        if stake.result == WON:
            _reward(book, stake, sheet)
    book.store()
    stake.paid_at = timezone.now()
    stake.save(update_fields=["result", "paid_at", "given"])


def _result_of(record: MatchRecord, stake: Stake) -> str:
    seat = record.seats.get(seat=stake.seat)
    if seat.conceded:
        return LOST
    if record.status != MatchRecord.Status.FINISHED:
        return BACK
    return {MatchSeat.Result.WON: WON, MatchSeat.Result.LOST: LOST}.get(seat.result, BACK)


def _reward(book: Book, stake: Stake, sheet: Sheet) -> None:
    """
    What winning does beside coins: a thing, for who has none of its kind; fields of things that are
    others from now on.
    """
    prize, marks = stake.wins.get("prize"), stake.wins.get("marks") or {}
    things = list(sheet.things.filter(match=None, kind__in=[prize, *marks]))
    if prize and not any(thing.kind == prize for thing in things):
        book.make_thing(prize, sheet, "prize")
        stake.given = prize
    for thing in things:
        for name, mark in marks.get(thing.kind, {}).items():
            now = thing.fields.get(name, 0)
            if (then := marked(now, mark)) != now:
                thing.fields = {**thing.fields, name: then}
                book.keep_thing(thing)


def would_win(sheet: Sheet, wins: Mapping[str, Any]) -> bool:
    """Whether winning would do something to a sheet, beside coins."""
    if not wins:
        return False
    prize, marks = wins.get("prize"), wins.get("marks") or {}
    things = list(sheet.things.filter(match=None, kind__in=[prize, *marks]))
    lacks = bool(prize) and not any(thing.kind == prize for thing in things)
    return lacks or any(
        marked(now := thing.fields.get(name, 0), mark) != now
        for thing in things
        for name, mark in marks.get(thing.kind, {}).items()
    )


def is_open(record: MatchRecord) -> bool:
    """Whether a match holds a stake."""
    return Stake.objects.filter(match=record, paid_at=None).exists()
