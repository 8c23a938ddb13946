"""
What a match borrows, and what comes home: sheets with all that is on them.

`take_leases` is part of the transaction that makes a match, `settle_seats` of the one that stores
what seats take home: with the last answer, or before it where somebody settles, or when the match
is ended without a result. A thing that has not come home with its sheet stays with the match until
that ends (`Thing.match`); then it is at a seat, at a place, or lost.

Nothing is written that was not lent or made as the game declares. A number that is conserved goes
by way of the match (`book.MATCH`): when the match is over nothing of it is left there. Where the
sums are not right nobody's number changes but of who has gone home before, and it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery, Sum
from django.utils import timezone
from evennia.utils import logger

from rules.running import brought
from rules.running.bring import OPTION, THINGS
from rules.running.brought import Elsewhere
from rules.running.match import Match
from world.errors import TableError
from world.models import Entry, MatchRecord, MatchSeat, Place, Sheet, Thing
from world.sheets.book import BURN, MATCH, MINT, Book, place_named
from world.sheets.opening import Loan, check_home
from world.sheets.stakes import pay_stake
from world.sheets.stock import things_offered

DIES = "dies"  # `return.dies`: the sheet is over

#: By seat, what it takes home (`rules.running.bring.Taken`).
type TakenBySeat = Mapping[int, Mapping[str, Any]]


def take_leases(record: MatchRecord, loans: Iterable[Loan | None]) -> None:
    """
    Lend sheets to a match whose seats are stored; all of them or none. Part of its transaction.

    :raises TableError: `belongingsAway` (name, table): one is in another match; `sheetChanged`
        (name): it is not as it was read.
    """
    wanted = [loan for loan in loans if loan is not None]
    if not wanted:
        return
    read = reduce(or_, (Q(pk=each.sheet.pk, revision=each.sheet.revision) for each in wanted))
    own = MatchSeat.objects.filter(match=record, sheet=OuterRef("pk")).order_by("seat")
    lent = Sheet.objects.filter(read, lease=None, alive=True).update(
        lease=Subquery(own.values("pk")[:1]), revision=F("revision") + 1
    )
    if lent == len(wanted):
        return
    names = {each.sheet.pk: each.name for each in wanted}
    others = Sheet.objects.filter(pk__in=names).exclude(lease__match=record)
    for sheet in others.select_related("lease__match"):
        check_home(sheet, names[sheet.pk])
    raise TableError("sheetChanged", name=next(iter(names.values())))


def settle_seats(
    record: MatchRecord,
    taken: TakenBySeat,
    elsewhere: Elsewhere | None = None,
    *,
    over: bool = False,
    answer: int | None = None,
) -> None:
    """
    Store what seats (all: the keys) take home, and give up what was borrowed for them. Who has
    settled before keeps what they had then. With `over` the match has ended: what is still
    borrowed for it is given back, and what else lies in it goes where `elsewhere` says (None: that
    is not known). Part of a transaction.
    """
    every = list(record.seats.select_related("sheet").order_by("seat"))
    seats = [seat for seat in every if seat.seat in taken and seat.settled_at is None]
    now = timezone.now()
    for seat in seats:
        seat.returns, seat.settled_at = dict(taken[seat.seat]), now
    MatchSeat.objects.bulk_update(seats, ["returns", "settled_at"])
    conserves = elsewhere is not None and elsewhere.flows
    lent = things_lent_to(record) or things_offered(record)
    if conserves or lent or any(seat.sheet_id for seat in every):
        Homecoming(record, every, seats, elsewhere, over, answer).store()
    if over:
        pay_stake(record)


def fetch_seat(record: MatchRecord, seat: int, match: Match) -> None:
    """What a seat has in a match that nobody plays comes home, as it stands there."""
    taken = {seat: brought.returns_now(match)[seat]}
    settle_seats(record, taken, brought.elsewhere_of(match))


class Homecoming:
    """What seats of a match take home, and what becomes of the rest."""

    def __init__(
        self,
        record: MatchRecord,
        every: Sequence[MatchSeat],
        seats: Sequence[MatchSeat],
        elsewhere: Elsewhere | None,
        over: bool,
        answer: int | None,
    ):
        self.record, self.seats, self.over = record, seats, over
        realms = (seat.sheet.realm for seat in every if seat.sheet is not None)
        self.elsewhere = elsewhere or Elsewhere(next(realms, ""), {}, {})
        self.realm = self.elsewhere.realm
        self.is_known = elsewhere is not None
        # One of another realm is there for a stake.
        lent = Sheet.objects.select_for_update().filter(lease__match=record, realm=self.realm)
        self.sheets = {sheet.lease_id: sheet for sheet in lent}  # by seat
        self.places: dict[str, Place] = {}
        self.book = Book(self.realm, "match", match=record, answer=answer)
        self.waiting = [seat for seat in every if seat.settled_at is None]  # and not of `seats`
        self.lent = _borrowed_things(record)

    def store(self) -> None:
        """Write it, in the transaction that is open."""
        self.settle_numbers()
        self.settle_cards()
        self.settle_things()
        for seat in self.seats if not self.over else ():
            self.leave_things(seat)
        if self.over:
            self.settle_rest()
        home = [self.sheets.get(seat.pk) for seat in self.seats]
        for sheet in self.sheets.values() if self.over else filter(None, home):
            sheet.lease = None
            self.book.touch(sheet)
        self.book.store()

    def sheet_of(self, seat: MatchSeat) -> Sheet | None:
        """The sheet that was lent for a seat, and has not come home."""
        return self.sheets.get(seat.pk)

    def place_of(self, name: str) -> Place:
        """The place of a name."""
        if name not in self.places:
            self.places[name] = place_named(self.realm, name)
        return self.places[name]

    # -- numbers

    def settle_numbers(self) -> None:
        """Numbers change on their sheets; those that are conserved on condition."""
        for seat in self.seats:
            if (sheet := self.sheet_of(seat)) is None:
                continue
            for name, change in (seat.returns or {}).items():
                if name == DIES:
                    sheet.alive = not change
                elif isinstance(change, int) and name not in self.elsewhere.flows:
                    self.book.move_number(name, change, MINT, sheet)
        for name in self.elsewhere.flows:
            self.settle_conserved(name)
        if self.over and not self.is_known:
            names = Entry.objects.filter(match=self.record, realm=self.realm).filter(
                Q(source=MATCH) | Q(target=MATCH)
            )
            for name in set(names.values_list("what", flat=True)):
                self.level_out(name, self.amount_inside(name))

    def settle_conserved(self, name: str) -> None:
        """
        A number that is conserved. Who goes home before the end takes no more than is in the match:
        what others have brought, what was made, fetched from places or left there.
        """
        source, sink, places = self.elsewhere.flows[name]
        changes = {seat.pk: (seat.returns or {}).get(name, 0) for seat in self.seats}
        inside = self.amount_inside(name)
        wanted = sum(changes.values())
        if self.over:
            wrong = inside + source - sink - wanted - sum(places.values())
        else:
            left = [_brought_by(self.record, seat.seat).get(name, 0) for seat in self.waiting]
            fetched = -sum(change for change in places.values() if change < 0)
            wrong = max(wanted - inside - source - fetched - sum(left), 0)
        if wrong:
            self.refuse(f"{name}: {wrong:+} are not accounted for")
            if self.over:
                self.level_out(name, inside)
            return
        for seat in self.seats:
            self.take_out(name, changes[seat.pk], self.sheet_of(seat))
        if self.over:
            self.book.move_number(name, source, MINT, MATCH, "source")
            self.book.move_number(name, sink, MATCH, BURN, "sink")
            for place, change in places.items():
                self.take_out(name, change, self.place_of(place))

    def take_out(self, name: str, change: int, owner: Any) -> None:
        """What an owner has more goes out of the match; nobody's own comes from nowhere."""
        if owner is not None:
            self.book.move_number(name, change, MATCH, owner)
        elif change > 0:
            self.book.move_number(name, change, MATCH, BURN, "nobody")
        else:
            self.book.move_number(name, -change, MINT, MATCH, "nobody")

    def amount_inside(self, name: str) -> int:
        """How much is on its way, with those who have gone home before."""
        rows = Entry.objects.filter(match=self.record, realm=self.realm, what=name, thing=None)
        came = rows.filter(target=MATCH).aggregate(all=Sum("amount"))["all"] or 0
        went = rows.filter(source=MATCH).aggregate(all=Sum("amount"))["all"] or 0
        return came - went

    def level_out(self, name: str, inside: int) -> None:
        """Nothing is left on its way when a match is over."""
        if inside > 0:
            self.book.move_number(name, inside, MATCH, BURN, "unbalanced")
        else:
            self.book.move_number(name, -inside, MINT, MATCH, "unbalanced")

    def refuse(self, why: str) -> None:
        """Something is not written: staff reads why, at the match and in the log."""
        logger.log_err(f"{self.record}: not taken home: {why}")
        note = f"{self.record.note}\n{why}".strip()
        self.record.note = note
        MatchRecord.objects.filter(pk=self.record.pk).update(note=note)

    # -- cards by their ids

    def settle_cards(self) -> None:
        """
        What seats gain and lose in lists: what one loses and another gains is the same thing.
        Nobody loses what they do not have.
        """
        rows: list[tuple[Sheet, str, Mapping[str, Any]]] = [
            (sheet, name, each)
            for seat in self.seats
            if (sheet := self.sheet_of(seat)) is not None
            for name, each in (seat.returns or {}).items()
            if isinstance(each, dict)
        ]
        if not rows:
            return
        owned = list(Thing.objects.filter(sheet__in=[row[0] for row in rows], match=None))
        gains = [
            (sheet, name, kind) for sheet, name, each in rows for kind in each.get("gains", ())
        ]
        lost: list[Thing] = []
        for sheet, name, each in rows:
            for kind in each.get("loses", ()):
                fits = (t for t in owned if (t.sheet_id, t.zone, t.kind) == (sheet.pk, name, kind))
                if (thing := next(fits, None)) is not None:
                    owned.remove(thing)
                    thing.sheet = sheet
                    lost.append(thing)
                elif (sheet, name, kind) in gains:
                    gains.remove((sheet, name, kind))  # what is gained and lost was never theirs
        for sheet, name, kind in gains:
            thing = next((each for each in lost if each.kind == kind), None)
            if thing is None:
                self.book.make_thing(kind, sheet, zone=name)
            else:
                lost.remove(thing)
                self.book.move_thing(thing, sheet, zone=name)
        for thing in lost:
            self.book.move_thing(thing, BURN)

    # -- things

    def settle_things(self) -> None:
        """Things come home with whoever has them: those that were lent, once, and new ones."""
        for seat in self.seats:
            sheet = self.sheet_of(seat)
            for number, kind, zone, fields in (seat.returns or {}).get(THINGS, ()):
                thing = self.lent.pop(number, None) if number else None
                if number and thing is None:
                    self.refuse(f"thing {number}: it was not lent to this match")
                elif thing is not None:
                    self.bring_home(thing, sheet, kind, zone, fields)
                elif sheet is not None:
                    self.book.make_thing(kind, sheet, zone=zone, fields=fields)

    def bring_home(
        self, thing: Thing, owner: Any, kind: str, zone: str, fields: Mapping[str, Any]
    ) -> None:
        """A thing ends at an owner, or is lost (None), as it is now."""
        self.book.turn_thing(thing, kind)
        thing.fields, thing.match = {**thing.fields, **fields}, None
        if owner is None:
            self.book.move_thing(thing, BURN, "lost")
        elif owner in (thing.sheet, thing.place):
            thing.zone = zone
            self.book.keep_thing(thing)
        else:
            self.book.move_thing(thing, owner, zone=zone)

    def leave_things(self, seat: MatchSeat) -> None:
        """What a seat has brought and does not take home stays in the match until that ends."""
        for number in _numbers_in(_brought_by(self.record, seat.seat)):
            if (thing := self.lent.get(number)) is not None:
                thing.match = self.record
                self.book.keep_thing(thing)

    def settle_rest(self) -> None:
        """The match is over: what is still in it goes to places, or is lost."""
        for place, things in self.elsewhere.things.items():
            for number, kind, _, fields in things:
                if (thing := self.lent.pop(number, None)) is not None:
                    self.bring_home(thing, self.place_of(place), kind, "", fields)
        for thing in self.lent.values():
            if self.is_known:
                self.bring_home(thing, None, thing.kind, "", {})
            else:
                thing.match = None  # nobody knows any more what became of it
                self.book.keep_thing(thing)


def _all_brought(record: MatchRecord) -> list[Any]:
    """What the seats have brought; nothing where the row is broken."""
    brought = record.options.get(OPTION) if isinstance(record.options, dict) else None
    return brought if isinstance(brought, list) else []


def _brought_by(record: MatchRecord, seat: int) -> Mapping[str, Any]:
    """What a seat has brought."""
    brought = _all_brought(record)
    found = brought[seat] if seat < len(brought) else None
    return found if isinstance(found, dict) else {}


def _numbers_in(brought: Mapping[str, Any]) -> list[int]:
    """The things that are brought, by number."""
    lists = [each for each in brought.values() if isinstance(each, list)]
    things = [one for each in lists for one in each if isinstance(one, dict)]
    return [one["thing"] for one in things if one.get("thing")]


def things_lent_to(record: MatchRecord) -> list[int]:
    """All things that were brought, by number."""
    seats = range(len(_all_brought(record)))
    return [number for seat in seats for number in _numbers_in(_brought_by(record, seat))]


def _borrowed_things(record: MatchRecord) -> dict[int, Thing]:
    """The things that were lent to a match, or claimed, and have not come home, by number."""
    brought, offered = things_lent_to(record), list(things_offered(record))
    if not brought and not offered:
        return {}
    lent = Q(pk__in=brought) & (Q(match=record) | Q(sheet__lease__match=record, match=None))
    claimed = Q(pk__in=offered, match=record)
    found = Thing.objects.filter(lent | claimed).select_related("sheet", "place")
    return {thing.pk: thing for thing in found}
