"""What was put on the shelf of a game, and what each publication changed."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from web.api import shapes
from web.api.base import View, pack_named, page_of
from world import content
from world.models import PackVersion, Publication, Revision


class Versions(View):
    """What was put on the shelf, the newest first."""

    @extend_schema(tags=["versions"], responses=shapes.page_of(shapes.VERSION))
    def get(self, request: Request, game: str) -> Response:
        """Publications of a game."""
        pack = pack_named(game)
        rows = content.publications_of(pack.folder).select_related("version")
        return page_of(self, rows, _version_data)


class Version(View):
    """One publication, with what it made of each piece."""

    @extend_schema(tags=["versions"], responses=shapes.VERSION)
    def get(self, request: Request, game: str, number: int) -> Response:
        """With the differences to what was before."""
        pack = pack_named(game)
        rows = content.publications_of(pack.folder).select_related("version")
        row = rows.filter(pk=number).first() if number <= shapes.LARGEST else None
        if row is None:
            raise NotFound
        changed = row.revisions.select_related("before").order_by("address")
        return Response(
            _version_data(row) | {"changes": [_revision_data(each) for each in changed]}
        )


def _version_data(row: Publication) -> dict[str, Any]:
    version: PackVersion = row.version
    return {
        "number": row.pk,
        "version": version.version,
        "content": version.content_hash,
        "how": row.how,
        "comment": row.comment,
        "by": row.by_name,
        "at": row.at,
    }


def _revision_data(row: Revision) -> dict[str, Any]:
    before = row.before.text if row.before is not None else ""
    return {
        "address": row.address,
        "gone": not row.text,
        "new": not before,
        "difference": content.text_difference(before, row.text),
    }
