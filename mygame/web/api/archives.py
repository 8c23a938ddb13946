"""Games as archives: taken out, and taken in whole or not at all."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from web.api import shapes
from web.api.base import View, pack_named, run_in_reactor, validated
from web.api.drafts import WAY
from web.api.outcomes import outcome_data
from world import content


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
        outcome = run_in_reactor(content.install_pack, request.user, asked["archive"].read(), WAY)
        return Response(outcome_data(outcome))
