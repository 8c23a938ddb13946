"""
The sheets of people for a game: read at each start of a match, made where somebody has none.

Reading takes two queries, whatever was played before. Where a game has not seen a sheet yet, or
declares more than it did then, the sheet is completed once (`_complete`): with what the game gives
to everybody at the beginning, what its older matches have returned (`moving`), and changes of its
declaration (`migrating`). What a game gives is written into the sheet: another publication does not
change it. Begin with `open_sheets`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rules.pack import Pack
from rules.running.bring import THINGS, Entry
from world.errors import TableError
from world.models import MatchRecord, MatchSeat, Sheet, Thing
from world.sheets import migrating, moving
from world.sheets.book import MINT, Book


@dataclass(frozen=True)
class Loan:
    """What one seat of a match that is going to begin borrows: a sheet, as it was read."""

    sheet: Sheet
    name: str  # of who owns it
    brought: dict[str, Any]  # for the option `bring` of the match


def has_sheets(pack: Pack) -> bool:
    """Whether people own something of this game."""
    bringing = pack.program.bringing
    return bool(bringing.entries or bringing.returns)


def open_sheets(
    pack: Pack, people: Sequence[tuple[Any, str]], characters: Sequence[Any] = ()
) -> list[Loan | None]:
    """
    What people, as account (None: nobody's seat) and name, own of a game, each for their seat. In
    worlds where characters own, `characters` are theirs.

    :raises TableError: `belongingsAway` (name, table): it is in a match that goes on; `sheetNewer`
        (name): it was changed for a later version of the game.
    """
    if not has_sheets(pack):
        return [None] * len(people)
    owners = [
        (account, characters[seat] if characters else None, name)
        for seat, (account, name) in enumerate(people)
        if account is not None
    ]
    found = _read_sheets(pack.realm, owners)
    stale = [each for each in owners if not _is_complete(pack, found.get(_key(*each[:2])))]
    for account, character, name in stale:
        _complete(pack, account, character, name)
    if stale:
        found = _read_sheets(pack.realm, owners)
    for account, character, name in owners:
        check_home(found[_key(account, character)][0], name)
    loans: list[Loan | None] = []
    for seat, (account, name) in enumerate(people):
        character = characters[seat] if characters and account is not None else None
        owned = found[_key(account, character)] if account is not None else None
        loans.append(Loan(owned[0], name, _brought(pack, *owned)) if owned else None)
    return loans


def brought_by_nobody(pack: Pack) -> dict[str, Any]:
    """What a seat without a sheet brings: nothing of what is conserved."""
    entries = pack.program.bringing.entries.values()
    return {each.name: each.least or 0 for each in entries if each.conserved}


def check_home(sheet: Sheet, name: str) -> None:
    """:raises TableError: `belongingsAway` (name, table): a match that goes on has the sheet."""
    if sheet.lease is not None:
        match = sheet.lease.match
        raise TableError("belongingsAway", name=name, table=match)


type Owned = tuple[Sheet, list[Thing]]


def _key(account: Any, character: Any) -> tuple[int, int | None]:
    return account.pk, character.pk if character is not None else None


def _read_sheets(
    realm: str, owners: Sequence[tuple[Any, Any, str]]
) -> dict[tuple[int, int | None], Owned]:
    """The sheets of people, and what lies on them and is not in a match still; two queries."""
    wanted = {_key(account, character) for account, character, _ in owners}
    rows = Sheet.objects.filter(
        realm=realm, alive=True, account__in={account for account, _ in wanted}
    ).select_related("lease__match")
    sheets = [row for row in rows if (row.account_id, row.character_id) in wanted]
    found: dict[int, Owned] = {sheet.pk: (sheet, []) for sheet in sheets}
    for thing in Thing.objects.filter(sheet__in=found, match=None).order_by("pk") if found else ():
        found[thing.sheet_id][1].append(thing)
    return {(sheet.account_id, sheet.character_id): found[sheet.pk] for sheet in sheets}


def _is_complete(pack: Pack, owned: Owned | None) -> bool:
    """Whether a sheet has all that this game declares, as it declares it now."""
    if owned is None:
        return False
    sheet = owned[0]
    if sheet.lease is not None and sheet.lease.match.status != MatchRecord.Status.RUNNING:
        return False  # somebody has ended it by hand
    return (
        sheet.version == migrating.version_of(pack)
        and pack.id in sheet.games
        and pack.program.bringing.entries.keys() <= set(sheet.entries_known)
    )


def _brought(pack: Pack, sheet: Sheet, things: list[Thing]) -> dict[str, Any]:
    """
    What somebody brings to a match of a game. What it does not know, or has no room for, is left at
    home.
    """
    catalogue, home = pack.program.catalogue, pack.program.bringing.home
    found: dict[str, Any] = {}
    left = things
    for entry in pack.program.bringing.entries.values():
        if entry.is_value:
            found[entry.name] = _value_of(pack, entry, sheet.fields.get(entry.name, entry.default))
            continue
        zones = {entry.name}
        if entry.type == THINGS:
            zones |= {"", *(home.zones if home is not None else ())}
        mine = [t for t in left if t.zone in zones and entry.takes(catalogue, t.kind)]
        if entry.is_list:
            found[entry.name] = sorted(t.kind for t in mine)[: entry.most]
            continue
        mine = mine[: entry.most]
        left = [thing for thing in left if thing not in mine]
        found[entry.name] = [
            {"thing": t.pk, "kind": t.kind, "zone": t.zone, "fields": t.fields} for t in mine
        ]
    return {name: value for name, value in found.items() if value != ""}


def _value_of(pack: Pack, entry: Entry, value: Any) -> Any:
    """A value as a match of the game takes it."""
    if entry.type == "number" and isinstance(value, int):
        value = value if entry.most is None else min(value, entry.most)
        value = value if entry.least is None else max(value, entry.least)
    return entry.default if entry.problem(pack.program.catalogue, value) else value


# -- once for a sheet and a game -------------------------------------------------------------------


def _complete(pack: Pack, account: Any, character: Any, name: str) -> None:
    """Make a sheet what this game needs, in a transaction."""
    with transaction.atomic():
        _check_old_matches(pack, account, name)
        sheet, _ = Sheet.objects.select_for_update().get_or_create(
            realm=pack.realm,
            account=account,
            character=character,
            alive=True,
            defaults={"version": migrating.version_of(pack)},
        )
        if sheet.lease is not None:
            if sheet.lease.match.status == MatchRecord.Status.RUNNING:
                check_home(sheet, name)
            sheet.lease = None
        book = Book(pack.realm)
        book.touch(sheet)
        migrating.migrate_sheet(pack, sheet, name, book)
        _begin(pack, sheet, account, book)
        book.store()


def _check_old_matches(pack: Pack, account: Any, name: str) -> None:
    """A match that began before there were sheets has to end first: what it returns is theirs."""
    rows = MatchSeat.objects.filter(
        account=account,
        sheet=None,
        settled_at=None,
        match__status=MatchRecord.Status.RUNNING,
        match__pack_version__pack_id=pack.id,
    )
    if (seat := rows.select_related("match").first()) is not None:
        raise TableError("belongingsAway", name=name, table=seat.match)


def _begin(pack: Pack, sheet: Sheet, account: Any, book: Book) -> None:
    """What the game gives at the beginning, and what its older matches have returned."""
    entries, new = pack.program.bringing.entries, pack.id not in sheet.games
    seats = list(moving.old_seats(pack, account)) if sheet.character_id is None else []
    rows = [seat.returns for seat in seats]
    known = set(sheet.entries_known)
    for name in dict.fromkeys((*entries, *moving.names_returned(rows))):
        entry = entries.get(name)
        begins = entry if name not in known else None
        returned = [row for row in rows if name in row]
        match entry.type if entry is not None else moving.type_returned(name, returned):
            case "number":
                _begin_number(sheet, name, begins, entry, returned, book)
            case "definitions":
                given, why = begins if new else None, "moved" if returned else "start"
                for kind in moving.cards_after(given, name, returned):
                    thing = book.make_thing(kind, sheet, why, name)
                    thing.retired = kind not in pack.program.catalogue.definitions
            case "things":
                for kind in begins.default if begins is not None and new else ():  # type: ignore[union-attr]
                    book.make_thing(kind, sheet, "start", name)
            case _ if begins is not None:
                sheet.fields.setdefault(name, begins.default)
    _inherit(pack, sheet, known, book)
    sheet.entries_known = sorted(known | entries.keys())
    sheet.games = list(dict.fromkeys((*sheet.games, pack.id)))
    MatchSeat.objects.filter(pk__in=[seat.pk for seat in seats]).update(sheet=sheet)


def _inherit(pack: Pack, sheet: Sheet, known: set[str], book: Book) -> None:
    """What the game keeps of dead sheets (`outlives`) goes to the one that comes after them."""
    bringing = pack.program.bringing
    names = [each.name for each in bringing.entries.values() if each.outlives]
    zones = bringing.home.outlives if bringing.home is not None else ()
    if not (names or zones):
        return
    dead = Sheet.objects.filter(
        realm=sheet.realm,
        account=sheet.account_id,
        character=sheet.character_id,
        alive=False,
        lease=None,
    )
    for former in dead:
        for name in names:
            if name not in known:
                book.move_number(name, former.fields.get(name, 0), former, sheet, "inherited")
    if pack.id not in sheet.games:
        for thing in Thing.objects.filter(sheet__in=dead, zone__in=zones, match=None):
            book.move_thing(thing, sheet, "inherited", zone=thing.zone)


def _begin_number(
    sheet: Sheet,
    name: str,
    begins: Entry | None,
    entry: Entry | None,
    returned: list[moving.Row],
    book: Book,
) -> None:
    """A number: what the game gives, and what came of that in its older matches."""
    if begins is not None and name not in sheet.fields:
        sheet.fields[name] = 0
        book.move_number(name, int(begins.default), MINT, sheet, "start")  # type: ignore[arg-type]
    if returned:
        usual = int(entry.default) if entry is not None else 0  # type: ignore[arg-type]
        change = moving.number_after(entry, name, returned) - usual
        book.move_number(name, change, MINT, sheet, "moved")
