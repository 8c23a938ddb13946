"""
The book: what one transaction changes of owners and things, each change with its entry.

    book = Book("knave", reason="sold")
    book.move_number("coins", 12, place, sheet)
    book.move_thing(sword, place)
    book.store()

An owner is a `Sheet` or a `Place`; beside them are `MATCH` (on the way, in a match that goes on),
`MINT` (made) and `BURN` (used up, or lost). Nothing is written before `store`, which is to be
called in a transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import DatabaseError
from django.db.models import F

from world.models import Entry, MatchRecord, Place, Sheet, Thing

type Owner = Sheet | Place
type Side = Owner | Entry.Side

MATCH = Entry.Side("match")
MINT = Entry.Side("mint")
BURN = Entry.Side("burn")


class Changed(DatabaseError):
    """An owner is not as it was read: somebody else has just changed it."""


class Book:
    """What is going to be written about owners of one realm."""

    def __init__(
        self,
        realm: str,
        reason: str = "",
        *,
        match: MatchRecord | None = None,
        answer: int | None = None,
        by: Any = None,
    ):
        self.realm, self.reason = realm, reason
        self.match, self.answer, self.by = match, answer, by
        self.entries: list[Entry] = []
        self._owners: dict[tuple[type, int], Owner] = {}
        self._made: list[Thing] = []
        self._moved: dict[int, Thing] = {}

    def touch(self, owner: Owner) -> None:
        """An owner is going to be written, as it stands when the book is stored."""
        known = self._owners.setdefault((type(owner), owner.pk), owner)
        if known is not owner:
            raise ValueError(f"{owner} is in the book already, as another object")

    def move_number(
        self, what: str, amount: int, source: Side, target: Side, reason: str = ""
    ) -> None:
        """An amount goes from one side to another; one below nothing goes the other way."""
        if amount < 0:
            amount, source, target = -amount, target, source
            source = MINT if source is BURN else source
            target = BURN if target is MINT else target
        if not amount:
            return
        for side, change in ((source, -amount), (target, amount)):
            if isinstance(side, Sheet | Place):
                self.touch(side)
                side.fields[what] = side.fields.get(what, 0) + change
        self._note(what, amount, source, target, reason)

    def move_thing(self, thing: Thing, target: Side, reason: str = "", zone: str = "") -> None:
        """A thing goes to an owner, or is lost (`BURN`)."""
        source: Side = thing.sheet or thing.place or MINT
        thing.sheet = target if isinstance(target, Sheet) else None
        thing.place = target if isinstance(target, Place) else None
        thing.lost = not isinstance(target, Sheet | Place)
        thing.zone = zone
        self.keep_thing(thing)
        self._note(thing.kind, 1, source, target, reason, thing)

    def turn_thing(self, thing: Thing, kind: str) -> None:
        """A thing has become another one where it is."""
        owner = thing.sheet or thing.place
        if owner is not None and kind != thing.kind:
            self._note(thing.kind, 1, owner, BURN, "turned", thing)
            self._note(kind, 1, MINT, owner, "turned", thing)
        thing.kind = kind

    def keep_thing(self, thing: Thing) -> None:
        """A thing stays where it is, and is written."""
        self._moved[thing.pk] = thing

    def make_thing(
        self,
        kind: str,
        target: Owner,
        reason: str = "",
        zone: str = "",
        fields: Mapping[str, Any] | None = None,
    ) -> Thing:
        """A new thing."""
        thing = Thing(realm=self.realm, kind=kind, zone=zone, fields=dict(fields or {}))
        thing.sheet = target if isinstance(target, Sheet) else None
        thing.place = target if isinstance(target, Place) else None
        self._made.append(thing)
        self._note(kind, 1, MINT, target, reason, thing)
        return thing

    def _note(
        self,
        what: str,
        amount: int,
        source: Side,
        target: Side,
        reason: str,
        thing: Thing | None = None,
    ) -> None:
        self.entries.append(
            Entry(
                realm=self.realm,
                what=what,
                thing=thing,
                amount=amount,
                source=_kind_of(source),
                from_sheet=source if isinstance(source, Sheet) else None,
                from_place=source if isinstance(source, Place) else None,
                target=_kind_of(target),
                to_sheet=target if isinstance(target, Sheet) else None,
                to_place=target if isinstance(target, Place) else None,
                reason=(reason or self.reason)[:200],
                match=self.match,
                answer=self.answer,
                by=self.by if getattr(self.by, "pk", None) else None,
            )
        )

    def store(self) -> None:
        """
        Write all of it.

        :raises Changed: an owner is not as it was read; the transaction must not be committed.
        """
        for owner in self._owners.values():
            _store_owner(owner)
        Thing.objects.bulk_create(self._made)
        moved = list(self._moved.values())
        names = ["kind", "fields", "zone", "sheet", "place", "lost", "match"]
        Thing.objects.bulk_update(moved, names, batch_size=100)
        for entry in self.entries:
            entry.thing = entry.thing  # it has a number by now
        Entry.objects.bulk_create(self.entries)


def _store_owner(owner: Owner) -> None:
    if isinstance(owner, Place):
        owner.save(update_fields=["fields"])
        return
    written = Sheet.objects.filter(pk=owner.pk, revision=owner.revision).update(
        fields=owner.fields,
        alive=owner.alive,
        version=owner.version,
        games=owner.games,
        entries_known=owner.entries_known,
        lease=owner.lease_id,
        revision=F("revision") + 1,
    )
    if not written:
        raise Changed(f"{owner} has just been changed by somebody else")
    owner.revision += 1


def _kind_of(side: Side) -> str:
    if isinstance(side, Sheet):
        return str(Entry.Side.SHEET)
    return str(Entry.Side.PLACE if isinstance(side, Place) else side)


def place_named(realm: str, name: str) -> Place:
    """The place of a name, made when it is first wanted; to be changed in this transaction."""
    place, _ = Place.objects.select_for_update().get_or_create(realm=realm, name=name)
    return place
