"""
What is published of each pack: the newest `Publication` of its folder is its *head*, what new
matches are played with. Here it is read, and a new one is written.

The files of a pack are its own: those of its folder, scenarios and texts as well. Those of its
parents are part of its version, too, but belong to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import OperationalError, ProgrammingError, connection, transaction
from django.db.models import Max

from rules.pack import merging, pieces
from rules.pack.files import files_of_pack

if TYPE_CHECKING:
    from world.models import PackVersion, Publication

LONGEST_COMMENT = 400
SOME = 200  # addresses that are asked for one by one
Files = Mapping[str, str]  # place -> text

_files: dict[str, tuple[Any, dict[str, str]]] = {}  # by folder: which publication, its files


def head_of(folder: str) -> Publication | None:
    """The newest publication of a folder, if there is any."""
    from world.models import Publication

    return Publication.objects.filter(folder=folder).select_related("version").first()


def newest_publications() -> dict[str, Publication]:
    """The newest publication of every folder that has one; none before there is a database."""
    rows: Any = _newest_rows().select_related("version").order_by("folder")
    return {row.folder: row for row in _rows_if_table(rows)}


def installed_folders() -> list[str]:
    """The folders of packs that lie nowhere on disk: they were installed."""
    rows = _newest_rows().values_list("folder", "on_disk")
    return [folder for folder, on_disk in _rows_if_table(rows) if not on_disk]


def _newest_rows() -> Any:
    from world.models import Publication

    newest = Publication.objects.order_by().values("folder").annotate(newest=Max("pk"))
    return Publication.objects.filter(pk__in=newest.values("newest"))


def _rows_if_table(rows: Any) -> list[Any]:
    """What a query finds; nothing before there is a table for it."""
    try:
        return list(rows)
    except (OperationalError, ProgrammingError):
        if rows.model._meta.db_table in connection.introspection.table_names():
            raise
        return []


def heads_as_data(rows: Mapping[str, Publication]) -> dict[str, merging.Head]:
    """The same as plain data."""
    return {
        folder: merging.Head(
            bytes(row.version.sources_packed), bytes(row.others_packed), row.on_disk
        )
        for folder, row in rows.items()
    }


def files_of(head: Publication) -> dict[str, str]:
    """All files of a publication, those of parents too: place -> text. Not to be changed."""
    known, key = _files.get(head.folder), (head.pk, head.at)
    if known is None or known[0] != key:
        known = _files[head.folder] = key, {**head.others, **head.version.sources}
    return known[1]


def own_files(row: Publication) -> dict[str, str]:
    """All files of the pack itself in any publication."""
    return own_files_of({**row.others, **row.version.sources}, row.folder)


def own_files_of(files: Files, folder: str) -> dict[str, str]:
    """Of all files those of a pack itself."""
    return merging.own_files(files, folder)


class Note(NamedTuple):
    """Who publishes, how (`Publication.How`), and what they say about it."""

    who: Any = None
    how: str = "files"
    comment: str = ""


NOBODY = Note()


def keep_merged(
    version: PackVersion,
    folder: str,
    merged: merging.Merged,
    head: Publication | None,
    note: Note = NOBODY,
    revised: Mapping[str, str] | None = None,
) -> Publication:
    """Publish what was found on disk, as far as it is not what is published already."""
    if head is None or merged.taken or head.version_id != version.pk:
        others = merging.others_of(merged.files, folder)
        return record_publication(version, folder, note, revised, others, merged.on_disk)
    if head.on_disk != merged.on_disk:
        head.on_disk = merged.on_disk
        head.save(update_fields=["on_disk"])
    return head


def other_files_with(folder: str, put: Files) -> dict[str, str] | None:
    """The files that hold no sections, with pieces put among them; None: as they were."""
    files = {
        address: text
        for address, text in put.items()
        if address.startswith("file:")
        and not files_of_pack([f"{folder}/{address.removeprefix('file:')}"], folder)
    }
    if not files:
        return None
    head = head_of(folder)
    others = dict(head.others) if head is not None else {}
    for address, text in files.items():
        others = pieces.put_piece(others, folder, address, text)
    return others


def record_publication(
    version: PackVersion,
    folder: str,
    note: Note = NOBODY,
    revised: Files | None = None,
    others: Files | None = None,
    on_disk: Files | None = None,
) -> Publication:
    """
    Write that a version is published.

    `revised`: its pieces that are not as before, by address; None: find them. `others`: the pack's
    own files that are no part of it; `on_disk`: digests of those in its folder that were taken in;
    None: as before.
    """
    from world.models import Publication, Revision

    before = head_of(folder)
    old = before.others if before is not None and others is not None else {}
    if revised is None:
        old = files_of(before) if before is not None else {}
        revised = pieces.changed_pieces(old, {**(others or {}), **version.sources}, folder)
    elif others is not None:
        revised = {**revised, **pieces.changed_pieces(old, others, folder)}
    made = Publication(
        folder=folder,
        version=version,
        how=note.how,
        comment=note.comment[:LONGEST_COMMENT],
        by=note.who if getattr(note.who, "pk", None) else None,
        by_name=str(getattr(note.who, "username", "") or ""),
        on_disk=dict(on_disk if on_disk is not None else before.on_disk if before else {}),
    )
    if others is not None:
        made.others = dict(others)
    elif before is not None:
        made.others_packed = before.others_packed
    with transaction.atomic():
        made.save()
        latest = _latest_revisions(folder, revised)
        Revision.objects.bulk_create(
            Revision(
                publication=made, folder=folder, address=each, text=text, before=latest.get(each)
            )
            for each, text in revised.items()
        )
    return made


def _latest_revisions(folder: str, addresses: Mapping[str, str]) -> dict[str, Any]:
    """The newest revision of each of these pieces."""
    from world.models import Revision

    known = Revision.objects.filter(folder=folder).order_by("pk").only("pk", "address")
    if len(addresses) < SOME:
        known = known.filter(address__in=list(addresses))
    return {row.address: row for row in known}
