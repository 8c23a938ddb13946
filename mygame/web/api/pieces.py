"""Pieces of a game: what there is, what became of it, and texts checked before they are drafts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rules.workshop.problems import report_in
from web.api import shapes
from web.api.base import View, alive, given, pack_named, paged
from web.words import language
from world import content
from world.content import scenario_runs

MOST_HISTORY = 20  # revisions of a piece


class Pieces(View):
    """What a game is made of."""

    @extend_schema(tags=["pieces"], parameters=shapes.PIECES, responses=shapes.listed(shapes.PIECE))
    def get(self, request: Request, game: str) -> Response:
        """Cards, entries of sections, or files, without their texts."""
        kind = request.query_params.get("kind", "card")
        if kind not in ("card", "entry", "file"):
            kind = "card"
        asked = request.query_params.get("q", "")[: shapes.ADDRESS]
        rows = content.pieces(pack_named(game).folder, kind, asked)
        return paged(self, rows, lambda row: _piece(row, with_text=False))


class Piece(View):
    """A piece."""

    @extend_schema(tags=["pieces"], responses=shapes.PIECE)
    def get(self, request: Request, game: str, address: str) -> Response:
        """Its JSON5 as it stands, and what was changed of it."""
        folder = pack_named(game).folder
        found = content.piece(folder, address[: shapes.ADDRESS])
        rows = content.history(folder, found.address)[:MOST_HISTORY]
        return Response(_piece(found) | {"history": [_revision(row) for row in rows]})


def _piece(row: Any, with_text: bool = True) -> dict[str, Any]:
    told = row._asdict()
    return told if with_text else {key: told[key] for key in told if key != "text"}


def _revision(row: Any) -> dict[str, Any]:
    before = row.before.text if row.before is not None else ""
    return {
        "publication": row.publication_id,
        "by": row.publication.by_name,
        "at": row.publication.at,
        "text": row.text,
        "difference": content.difference(before, row.text),
    }


class Check(View):
    """A text checked while it is typed."""

    cost = "apiWork"

    @extend_schema(tags=["drafts"], request=shapes.CheckForm, responses=shapes.REPORT)
    def post(self, request: Request, game: str) -> Response:
        """By another process; nothing is kept."""
        asked, folder = given(shapes.CheckForm, request), pack_named(game).folder
        report = alive(content.check_text, request.user, folder, asked["address"], asked["text"])
        return Response(report_in(report, language()))


class Place(View):
    """What belongs at a place of a text, and what fits there."""

    cost = {"POST": "api"}  # it is only looked at

    @extend_schema(tags=["drafts"], request=shapes.PlaceForm, responses=shapes.PLACE)
    def post(self, request: Request, game: str) -> Response:
        """As the workbench in the game shows it; nothing is kept."""
        asked, folder = given(shapes.PlaceForm, request), pack_named(game).folder
        wanted = (asked["address"], asked["text"], asked["path"], asked["language"])
        return Response(alive(content.place, request.user, folder, *wanted))


class Scenarios(View):
    """Scenarios played."""

    cost = "apiWork"

    @extend_schema(tags=["drafts"], request=shapes.ScenarioForm, responses=shapes.SCENARIOS)
    def post(self, request: Request, game: str) -> Response:
        """By another process, with limits of time; with a draft in the game if one is named."""
        asked, pack = given(shapes.ScenarioForm, request), pack_named(game)
        row = None
        if "draft" in asked:
            row = content.numbered(request.user, asked["draft"])
            if row.folder != pack.folder:
                raise NotFound
        return Response(
            alive(scenario_runs.play, request.user, pack, asked["text"], row, asked["transcript"])
        )
