"""
What is published of each pack: the newest `Publication` of its folder is its *head*, what new
matches are played with. Here it is read, and a new one is written.

The files of a pack are its own: those of its folder, scenarios and texts as well. Those of its
parents are part of its version, too, but belong to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction

from rules.pack import pieces

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


def heads() -> dict[str, Publication]:
    """The newest publication of every folder that has one."""
    from django.db.models import Max

    from world.models import Publication

    newest = Publication.objects.order_by().values("folder").annotate(newest=Max("pk"))
    rows = Publication.objects.filter(pk__in=[row["newest"] for row in newest])
    return {row.folder: row for row in rows.select_related("version").order_by("folder")}


def files_of(head: Publication) -> dict[str, str]:
    """All files of a publication, those of parents too: place -> text. Not to be changed."""
    known, key = _files.get(head.folder), (head.pk, head.at)
    if known is None or known[0] != key:
        known = _files[head.folder] = key, {**head.others, **head.version.sources}
    return known[1]


def record(
    folder: str,
    version: PackVersion,
    *,
    how: str,
    others: Files,
    on_disk: Mapping[str, str],
    who: Any = None,
    comment: str = "",
    revised: Mapping[str, str] | None = None,
) -> Publication:
    """
    Write that a version is published. `others`: the pack's own files that are no part of it.
    `revised`: the pieces that are not as before, by address; None: find them.
    """
    from world.models import Publication, Revision

    before = head_of(folder)
    if revised is None:
        old = files_of(before) if before is not None else {}
        revised = pieces.revised(old, {**others, **version.sources}, folder)
    with transaction.atomic():
        made = Publication(
            folder=folder,
            version=version,
            how=how,
            comment=comment[:LONGEST_COMMENT],
            by=who if getattr(who, "pk", None) else None,
            by_name=str(getattr(who, "username", "") or ""),
            on_disk=dict(on_disk),
        )
        made.others = dict(others)
        made.save()
        latest = _latest(folder, revised)
        Revision.objects.bulk_create(
            Revision(
                publication=made, folder=folder, address=each, text=text, before=latest.get(each)
            )
            for each, text in revised.items()
        )
    return made


def _latest(folder: str, addresses: Mapping[str, str]) -> dict[str, Any]:
    """The newest revision of each of these pieces."""
    from world.models import Revision

    known = Revision.objects.filter(folder=folder).order_by("pk").only("pk", "address")
    if len(addresses) < SOME:
        known = known.filter(address__in=list(addresses))
    return {row.address: row for row in known}
