"""
Shared stock: things at places that several matches offer at once, and that the first one gets.

A match is begun with what lies at its places (`open_stock`), without a lease: the things stay where
they are. The answer by which something leaves its zone claims it in the same transaction
(`claim_things`, one conditional UPDATE): from then on the match has it (`Thing.match`), as it has
what was lent to it, and `lending` brings it home. What takes that answer back releases it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from rules.pack import Pack
from rules.running.bring import STOCK, Shelf
from rules.running.stock import is_thing
from world.models import Entry, MatchRecord, Place, Thing
from world.sheets.book import Book, place_named


class StockGone(Exception):
    """Somebody else has got some things, by number; nothing is stored."""

    def __init__(self, things: list[int]):
        self.things = things
        super().__init__(f"things {things} are not there any more")


class StockMoves(NamedTuple):
    """What an answer changes of a stock: the things that it takes, and those it gives back."""

    realm: str
    taken: frozenset[int]
    released: frozenset[int] = frozenset()


def with_stock(pack: Pack, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a match, and with them what lies at its places where they do not say it."""
    found = dict(options)
    if pack.program.bringing.stock:
        found.setdefault(STOCK, open_stock(pack))
    return found


def open_stock(pack: Pack, places: Mapping[str, str] | None = None) -> dict[str, Any]:
    """
    The option `stock` of a match of a game, as its places are now; `places` says by zone which one
    it is, where that is not the one that the game names. The oldest things come first.
    """
    found: dict[str, Any] = {}
    offered: set[int] = set()
    for zone, shelf in pack.program.bringing.stock.items():
        name = (places or {}).get(zone, shelf.place)
        things: list[dict[str, Any]] = []
        for thing in _things_at(pack, name, shelf) if name else ():
            fits = thing.pk not in offered and is_thing(pack.program, thing.kind)
            if fits and len(things) < shelf.most:
                things.append({"thing": thing.pk, "kind": thing.kind, "fields": thing.fields})
                offered.add(thing.pk)
        found[zone] = {"place": name, "things": things}
    return found


def _things_at(pack: Pack, name: str, shelf: Shelf) -> Iterable[Thing]:
    """What lies at a place and is in no match; what lies at that of the game is made once."""
    if shelf.default and name == shelf.place:
        _make_first(pack, name, shelf)
    return Thing.objects.filter(place__realm=pack.realm, place__name=name, match=None).order_by(
        "pk"
    )


def _make_first(pack: Pack, name: str, shelf: Shelf) -> None:
    begun = Entry.objects.filter(
        to_place__realm=pack.realm, to_place__name=name, reason="start", thing__isnull=False
    )
    if begun.exists():
        return
    with transaction.atomic():
        place, book = place_named(pack.realm, name), Book(pack.realm)
        if not begun.exists():  # while somebody else had the place
            for kind in shelf.default:
                book.make_thing(kind, place, "start")
        book.store()


def things_offered(record: MatchRecord) -> dict[int, tuple[str, Mapping[str, Any]]]:
    """The stock with which a match has begun: by number the place and the thing as it was."""
    stock = record.options.get(STOCK) if isinstance(record.options, dict) else None
    shelves = stock.values() if isinstance(stock, dict) else ()
    return {each["thing"]: (one["place"], each) for one in shelves for each in one["things"]}


def claim_things(record: MatchRecord, moves: StockMoves) -> None:
    """
    A match gets things of its stock, and gives others back to their place. Part of the transaction
    that stores the answer.

    :raises StockGone: some of them lie there no more, or are not what they were.
    """
    Thing.objects.filter(pk__in=moves.released, match=record, sheet=None).update(match=None)
    if not moves.taken:
        return
    offered = things_offered(record)
    for name in {offered[thing][0] for thing in moves.taken}:
        place = Place.objects.filter(realm=moves.realm, name=name).first()
        numbers = [thing for thing in moves.taken if offered[thing][0] == name]
        # On the columns of the row itself: who waits for another transaction looks at it again.
        there = Thing.objects.filter(pk__in=numbers, place=place, lost=False)
        there.filter(Q(match=None) | Q(match=record)).update(match=record)
    mine = Thing.objects.filter(pk__in=moves.taken, match=record)
    found = {thing.pk: (thing.kind, thing.fields) for thing in mine}
    wanted = {thing: offered[thing][1] for thing in moves.taken}
    missing = [
        thing
        for thing, one in wanted.items()
        if found.get(thing) != (one["kind"], one.get("fields") or {})
    ]
    if missing:
        raise StockGone(sorted(missing))
