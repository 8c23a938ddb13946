"""
Gifts and sales between owners outside of matches, and what staff gives and takes.

All moves of a trade are written, or none; each is a number by name with its amount, or a thing.
Begin with `trade`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction

from world.errors import TableError
from world.models import Place, Sheet, Thing
from world.sheets.book import Book, Changed, Owner, Side


class Move(NamedTuple):
    """`what` goes from one side to another: a thing, or so much of a number by name."""

    what: Thing | str
    source: Side
    target: Side
    amount: int = 1


def trade(moves: Iterable[Move], reason: str, by: Any = None) -> None:
    """
    Carry out moves between owners of one realm, as they are in the database.

    :raises TableError: `sheetAway` (name, table): a sheet is in a match; `sheetGone`: its owner is
        dead; `sheetLacks` (name, what, amount): somebody has less, or has the thing no more;
        `sheetChanged` (name): somebody else has just changed it.
    :raises ValueError: an amount below 1; owners of several realms.
    """
    with transaction.atomic():
        moves = list(moves)
        owners = _fresh_owners(moves)
        realms = {owner.realm for owner in owners.values()}
        if len(realms) != 1 or any(move.amount < 1 for move in moves):
            raise ValueError("a trade is of owners of one realm, and of something")
        book = Book(realms.pop(), reason, by=by)
        for move in moves:
            source, target = (_fresh(owners, side) for side in (move.source, move.target))
            if isinstance(move.what, Thing):
                _move_thing(book, move.what, source, target)
            else:
                _move_number(book, move.what, move.amount, source, target)
        try:
            book.store()
        except Changed:
            raise TableError("sheetChanged", name=_name_of(next(iter(owners.values())))) from None


def _fresh_owners(moves: Iterable[Move]) -> dict[tuple[type, int], Owner]:
    """The owners as they are now, and at home; in an order in which nobody waits for each other."""
    wanted = sorted(
        {
            (type(side).__name__, side.pk)
            for move in moves
            for side in (move.source, move.target)
            if isinstance(side, Sheet | Place)
        }
    )
    models: dict[str, Any] = {"Sheet": Sheet, "Place": Place}
    found: dict[tuple[type, int], Owner] = {}
    for name, pk in wanted:
        owner = models[name].objects.select_for_update().get(pk=pk)
        found[type(owner), pk] = owner
        if isinstance(owner, Sheet):
            check_free(owner)
    return found


def check_free(sheet: Sheet) -> None:
    """:raises TableError: `sheetAway` (name, table), `sheetGone` (name)."""
    if sheet.lease is not None:
        match = sheet.lease.match
        raise TableError("sheetAway", name=_name_of(sheet), table=match.where)
    if not sheet.alive:
        raise TableError("sheetGone", name=_name_of(sheet))


def _fresh(owners: dict[tuple[type, int], Owner], side: Side) -> Side:
    return owners[type(side), side.pk] if isinstance(side, Sheet | Place) else side


def _move_number(book: Book, what: str, amount: int, source: Side, target: Side) -> None:
    if isinstance(source, Sheet | Place) and source.fields.get(what, 0) < amount:
        raise TableError("sheetLacks", name=_name_of(source), what=what, amount=amount)
    book.move_number(what, amount, source, target)


def _move_thing(book: Book, thing: Thing, source: Side, target: Side) -> None:
    now = (
        Thing.objects.select_for_update(of=("self",))
        .select_related("sheet", "place")
        .get(pk=thing.pk)
    )
    if now.match_id is not None or (now.sheet or now.place) != source:
        name = _name_of(source) if isinstance(source, Sheet | Place) else ""
        raise TableError("sheetLacks", name=name, what=now.kind, amount=1)
    of_people = isinstance(target, Sheet) and isinstance(source, Sheet)
    zone = now.zone if of_people and not now.retired else ""
    book.move_thing(now, target, zone=zone)


def _name_of(owner: Owner) -> str:
    return owner.account.username if isinstance(owner, Sheet) else owner.name
