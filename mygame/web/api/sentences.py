"""Sentences read as behaviours, and cards written down."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules.workshop.card_form import usual_count
from web.api import shapes
from web.api.base import View, pack_named, run_in_reactor, validated
from world import content
from world.accounts import roles


class Sentence(View):
    """A sentence as behaviours."""

    cost = "apiWork"

    @extend_schema(tags=["sentences"], request=shapes.SentenceForm, responses=shapes.READING)
    def post(self, request: Request, game: str) -> Response:
        """Every way to read it, or what the house's model proposes in its place (`model`)."""
        asked = validated(shapes.SentenceForm, request)
        reader = content.propose_sentence if asked["model"] else content.read_sentence
        return Response(_read_sentence(reader, request, game))


class Complete(View):
    """How a sentence can go on."""

    cost = "apiWork"

    @extend_schema(tags=["sentences"], request=shapes.SentenceForm, responses=shapes.READING)
    def post(self, request: Request, game: str) -> Response:
        """The next words."""
        return Response(_read_sentence(content.complete_sentence, request, game))


def _read_sentence(reader: Any, request: Request, game: str) -> Any:
    asked, folder = validated(shapes.SentenceForm, request), pack_named(game).folder
    return run_in_reactor(
        reader,
        request.user,
        folder,
        asked["language"],
        asked["sentence"],
        kind=asked["kind"],
        facts=asked["facts"],
    )


class Written(View):
    """A card as JSON5."""

    cost = "apiWork"

    @extend_schema(
        tags=["sentences"],
        request=shapes.CardForm,
        responses=shapes.record(id=shapes.STRING, address=shapes.STRING, text=shapes.STRING),
    )
    def post(self, request: Request, game: str) -> Response:
        """Laid out as authors write them; without an id it gets one that is free."""
        asked, pack = validated(shapes.CardForm, request), pack_named(game)
        folder = pack.folder
        roles.require_right(request.user, "write", folder)
        found = asked["id"] or content.new_card_id(
            folder, asked["name"], asked["kind"], asked["facts"]
        )
        text = content.card_text(
            asked["behaviors"],
            asked["facts"],
            asked["name"],
            found,
            asked["kind"],
            count=usual_count(pack, asked["kind"]),
        )
        return Response({"id": found, "address": f"card:{found}", "text": text})
