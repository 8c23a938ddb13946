"""Archives: of games, taken out and in; of packages of scripts, which become drafts."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from web.api import shapes
from web.api.base import View, pack_named, run_in_reactor, validated
from web.api.drafts import WAY, draft_data
from web.api.outcomes import outcome_data
from world import content
from world.content import packages
from world.content.exchange import MOST_PACKED


class Archive(View):
    """A game as a zip."""

    signed_in = True
    cost = "apiHeavy"

    @extend_schema(tags=["versions"], responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, game: str) -> HttpResponse:
        """Its files as they are published, for who may export them."""
        pack = pack_named(game)
        response = HttpResponse(
            run_in_reactor(content.archive_pack, request.user, pack.folder),
            content_type="application/zip",
        )
        response.headers["Content-Disposition"] = f'attachment; filename="{pack.folder}.zip"'
        return response


class Archives(View):
    """A game that comes as a zip."""

    cost = "apiHeavy"
    parser_classes = (MultiPartParser,)

    @extend_schema(
        tags=["versions"],
        request={"multipart/form-data": shapes.ArchiveForm},
        responses=shapes.OUTCOME,
    )
    def post(self, request: Request) -> Response:
        """Checked whole, and refused whole."""
        asked = validated(shapes.ArchiveForm, request)
        packed = asked["archive"].read(MOST_PACKED + 1)
        outcome = run_in_reactor(content.install_pack, request.user, packed, WAY)
        return Response(outcome_data(outcome))


class Packages(View):
    """Packages of scripts that come as a zip, or as a script."""

    cost = "apiHeavy"
    parser_classes = (MultiPartParser,)

    @extend_schema(
        tags=["drafts"],
        request={"multipart/form-data": shapes.PackagesForm},
        responses={201: shapes.DELIVERED},
    )
    def post(self, request: Request, game: str) -> Response:
        """Each script becomes a draft, or none does; what it shows and plays is left out."""
        given, folder = validated(shapes.PackagesForm, request)["packages"], pack_named(game).folder
        data = given.read(packages.MOST_PACKED + 1)
        taken = run_in_reactor(content.take_packages, request.user, data, given.name, folder, WAY)
        drafts = [draft_data(row, request.user) for row in taken.drafts]
        return Response({"drafts": drafts, "left_out": taken.left_out}, status.HTTP_201_CREATED)
