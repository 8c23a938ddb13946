"""Pieces of a game: what there is, what became of it, and texts checked before they are drafts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rules.workshop.problems import report_in
from web.api import shapes
from web.api.base import View, pack_named, page_of, run_in_reactor, validated
from web.words import current_language
from world import content
from world.content import scenario_runs
from world.locale.messages import strip_marks
from world.render.content import price_line, strength_line

MOST_HISTORY = 20  # revisions of a piece


class Pieces(View):
    """What a game is made of."""

    @extend_schema(
        tags=["pieces"], parameters=shapes.PIECES, responses=shapes.page_of(shapes.PIECE)
    )
    def get(self, request: Request, game: str) -> Response:
        """Cards, entries of sections, or files, without their texts."""
        kind = request.query_params.get("kind", "card")
        if kind not in ("card", "entry", "file"):
            kind = "card"
        asked = request.query_params.get("q", "")[: shapes.ADDRESS]
        rows = content.pieces(pack_named(game).folder, kind, asked)
        return page_of(self, rows, lambda row: _piece_data(row, with_text=False))


class Piece(View):
    """A piece."""

    @extend_schema(tags=["pieces"], responses=shapes.PIECE)
    def get(self, request: Request, game: str, address: str) -> Response:
        """Its JSON5 as it stands, and what was changed of it."""
        folder = pack_named(game).folder
        found = content.find_piece(folder, address[: shapes.ADDRESS])
        rows = content.history_of(folder, found.address)[:MOST_HISTORY]
        return Response(_piece_data(found) | {"history": [_revision_data(row) for row in rows]})


def _piece_data(row: Any, with_text: bool = True) -> dict[str, Any]:
    told = row._asdict()
    return told if with_text else {key: told[key] for key in told if key != "text"}


def _revision_data(row: Any) -> dict[str, Any]:
    before = row.before.text if row.before is not None else ""
    return {
        "publication": row.publication_id,
        "by": row.publication.by_name,
        "at": row.publication.at,
        "text": row.text,
        "difference": content.text_difference(before, row.text),
    }


class Check(View):
    """A text checked while it is typed."""

    cost = "apiWork"

    @extend_schema(tags=["drafts"], request=shapes.CheckForm, responses=shapes.REPORT)
    def post(self, request: Request, game: str) -> Response:
        """By another process; nothing is kept."""
        asked, folder = validated(shapes.CheckForm, request), pack_named(game).folder
        report = run_in_reactor(
            content.check_text, request.user, folder, asked["address"], asked["text"]
        )
        return Response(report_in(report, current_language()))


class Price(View):
    """What a card is worth while it is typed."""

    cost = {"POST": "apiWork"}
    signed_in = True

    @extend_schema(tags=["drafts"], responses=shapes.PRICE)
    def get(self, request: Request, game: str) -> Response:
        """What matches of bots tell so far of the text that was sent last."""
        found = content.pricing_of(request.user)
        figures = found.found if found is not None else {}
        language = current_language()
        told = {"strength": strength_line, "price": price_line}
        return Response({
            "running": found is not None and found.running,
            "done": found.done if found is not None else 0,
            "total": found.total if found is not None else 0,
            **{key: strip_marks(line(figures, language)) for key, line in told.items()},
        })  # fmt: skip

    @extend_schema(tags=["drafts"], request=shapes.CheckForm, responses={202: shapes.PRICE})
    def post(self, request: Request, game: str) -> Response:
        """Have bots play matches with a text, in place of the one that was sent before."""
        asked, folder = validated(shapes.CheckForm, request), pack_named(game).folder
        run_in_reactor(_begin_pricing, request.user, folder, asked["address"], asked["text"])
        return Response(self.get(request, game).data, status.HTTP_202_ACCEPTED)


def _begin_pricing(*asked: Any) -> None:
    content.price_text(*asked)


class Place(View):
    """What belongs at a place of a text, and what fits there."""

    cost = {"POST": "api"}  # it is only looked at

    @extend_schema(tags=["drafts"], request=shapes.PlaceForm, responses=shapes.PLACE)
    def post(self, request: Request, game: str) -> Response:
        """As the workbench in the game shows it; nothing is kept."""
        asked, folder = validated(shapes.PlaceForm, request), pack_named(game).folder
        wanted = (asked["address"], asked["text"], asked["path"], asked["language"])
        return Response(run_in_reactor(content.describe_place, request.user, folder, *wanted))


class Scenarios(View):
    """Scenarios played."""

    cost = "apiWork"

    @extend_schema(tags=["drafts"], request=shapes.ScenarioForm, responses=shapes.SCENARIOS)
    def post(self, request: Request, game: str) -> Response:
        """By another process, with limits of time; with a draft in the game if one is named."""
        asked, pack = validated(shapes.ScenarioForm, request), pack_named(game)
        row = None
        if "draft" in asked:
            row = content.draft_numbered(request.user, asked["draft"])
            if row.folder != pack.folder:
                raise NotFound
        return Response(
            run_in_reactor(
                scenario_runs.play_scenarios,
                request.user,
                pack,
                asked["text"],
                row,
                asked["transcript"],
            )
        )
