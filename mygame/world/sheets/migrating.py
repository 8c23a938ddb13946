"""
From one declaration of what people own to the next: `migrate` of a manifest, by version.

    "migrate": {"2": {"rename": {"gold": "coins"}, "add": {"luck": 3},
                      "values": {"guild": {"red": "crimson"}}}}

A sheet has the version of the declaration that it was made or changed for; it is changed when it is
next wanted and is at home, step by step. A publication is tried on all sheets of its realm before
it is on the shelf (`problems_with`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from rules.pack import Pack
from world.errors import TableError
from world.models import Sheet, Thing
from world.sheets.book import BURN, MINT, Book

TOLD = 5  # sheets that do not fit, of a publication
CHUNK = 200  # sheets between which others are served


def version_of(pack: Pack) -> int:
    """The version of what a game declares that people own: 1 without migrations."""
    return max(pack.migrations, default=1)


def migrate_sheet(pack: Pack, sheet: Sheet, name: str, book: Book) -> None:
    """
    Bring a sheet to the version of a game.

    :raises TableError: `sheetNewer` (name).
    """
    wanted = version_of(pack)
    if sheet.version > wanted:
        raise TableError("sheetNewer", name=name)
    for version in range(sheet.version + 1, wanted + 1):
        spec = pack.migrations.get(version, {})
        known = migrated_names(spec, sheet.entries_known)
        before, sheet.fields = sheet.fields, renamed_fields(spec, sheet.fields)
        for old, new in spec.get("rename", {}).items():
            amount = before.get(old)
            if isinstance(amount, int) and not isinstance(amount, bool):
                _rename_in_book(book, sheet, old, new, amount)
            sheet.things.filter(zone=old).update(zone=new)
        for added, value in spec.get("add", {}).items():
            if added in sheet.fields:
                continue
            if isinstance(value, int) and not isinstance(value, bool):
                sheet.fields[added] = 0
                book.move_number(added, value, MINT, sheet, f"version {version}")
            else:
                sheet.fields[added] = value
        sheet.entries_known = sorted({*known, *spec.get("add", {})})
    sheet.version = wanted


def _rename_in_book(book: Book, sheet: Sheet, old: str, new: str, amount: int) -> None:
    """The entries of both names go on adding up."""
    book.move_number(old, amount, sheet, BURN, "renamed")
    book.move_number(new, amount, MINT, sheet, "renamed")
    sheet.fields.pop(old, None)
    sheet.fields[new] = amount


def renamed_fields(spec: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Fields after one step, without what is added."""
    names, values = spec.get("rename", {}), spec.get("values", {})
    found = {}
    for name, value in fields.items():
        name = names.get(name, name)
        if isinstance(value, str):
            value = values.get(name, {}).get(value, value)
        found[name] = value
    return found


def migrated_names(spec: dict[str, Any], known: list[str]) -> list[str]:
    """Names of what is brought after one step."""
    return [spec.get("rename", {}).get(name, name) for name in known]


def problems_with(pack: Pack) -> Iterator[list[str]]:
    """
    What is wrong with a game for the sheets there are: nothing is written. In steps; the last gives
    all that is to be told.
    """
    told: list[str] = []
    place, wrong = f"{pack.folder}/pack.json5: pack.migrate", 0
    entries, wanted = pack.program.bringing.entries, version_of(pack)
    rows = Sheet.objects.filter(realm=pack.realm, alive=True).values_list(
        "pk", "fields", "version", "account__username"
    )
    for number, (pk, fields, version, owner) in enumerate(rows.iterator(CHUNK)):
        problem = ""
        if version > wanted:
            problem = f"it is of version {version} already, and the game only knows {wanted}"
        for step in range(version + 1, wanted + 1):
            spec = pack.migrations.get(step, {})
            fields = {**spec.get("add", {}), **renamed_fields(spec, fields)}
        for name, entry in entries.items() if not problem else ():
            value = fields.get(name)
            if not entry.is_value or value is None or entry.type == "number":
                if entry.type == "number" and not isinstance(fields.get(name, 0), int):
                    problem = f"{name} is a number, not {value!r}"
                continue
            if value != "" and (found := entry.problem(pack.program.catalogue, value)):
                problem = found
        if problem:
            wrong += 1
            if len(told) < TOLD:
                told.append(
                    f"{pack.folder}/pack.json5: pack.migrate: sheet {pk} of {owner}, {problem}"
                )
        if number % CHUNK == CHUNK - 1:
            yield []
    if wrong > len(told):
        told.append(f"{place}: and {wrong - len(told)} sheets more")
    yield told


def mark_retired(realm: str, known: Container[str]) -> None:
    """
    Mark the things of a realm whose cards none of its games has any more; they stay whose they are,
    and are as before where a game has them again.
    """
    kinds = set(Thing.objects.filter(realm=realm).values_list("kind", flat=True).distinct())
    gone = [kind for kind in kinds if kind not in known]
    rows = Thing.objects.filter(realm=realm)
    rows.filter(retired=False, kind__in=gone).update(retired=True)
    rows.filter(retired=True).exclude(kind__in=gone).update(retired=False)
