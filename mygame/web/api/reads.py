"""
What everybody may read: games, their cards and schemas, matches, who has won.

Matches at private tables are told to those who played in them, as on the pages
(`world.play.history`).
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rules.pack import Pack
from web import cards, replay, schemas
from web.api import shapes
from web.api.base import View, pack_named, page_of
from world.accounts import records
from world.locale.messages import LANGUAGES
from world.models import MatchRecord, PlayerRecord
from world.play import history
from world.shelf import games


class Games(View):
    """The games that can be played."""

    @extend_schema(tags=["games"], responses=shapes.page_of(shapes.GAME))
    def get(self, request: Request) -> Response:
        """All games."""
        return page_of(self, list(games.offered().values()), _game_data)


class Game(View):
    """One game."""

    @extend_schema(tags=["games"], responses=shapes.GAME)
    def get(self, request: Request, game: str) -> Response:
        """One game with its options, kinds of cards and printed properties."""
        pack = pack_named(game)
        return Response(_game_data(pack) | _game_details(pack))


def _game_data(pack: Pack) -> dict[str, Any]:
    return {
        "id": pack.id,
        "folder": pack.folder,
        "name": dict(pack.name),
        "version": pack.version,
        "content": pack.hash,
        "seats": list(pack.program.seats),
        "cards": len(pack.cards),
        "decks": pack.program.deck_rules is not None,
        "inherits": str(pack.origin.raw["pack"].get("inherits", "")),
        "schemas": {kind: reverse("schema", args=[pack.id, kind]) for kind in schemas.KINDS},
    }


def _game_details(pack: Pack) -> dict[str, Any]:
    return {
        "options": {
            name: {
                "type": spec.type,
                "default": spec.default,
                "minimum": spec.minimum,
                "maximum": spec.maximum,
                "seats": list(spec.seats or pack.program.seats),
                "kinds": list(spec.cards.kinds) if spec.cards is not None else [],
            }
            for name, spec in pack.program.options.items()
        },
        "kinds": list(pack.program.layout.kinds[2:]),
        "properties": {
            name: {"kinds": list(fact.kinds), "type": fact.type, "values": list(fact.domain)}
            for name, fact in pack.program.properties.items()
            if fact.kinds
        },
    }


class Cards(View):
    """The cards of a game."""

    @extend_schema(tags=["cards"], parameters=shapes.CARDS, responses=shapes.page_of(shapes.CARD))
    def get(self, request: Request, game: str) -> Response:
        """Cards by a text in their names and sentences, by their kind and printed symbols."""
        pack = pack_named(game)
        made = {each: cards.catalogue_of(pack, each) for each in LANGUAGES}
        catalogue = made[LANGUAGES[0]]
        found = catalogue.choose_cards(*catalogue.parse_query(request.query_params))
        return page_of(self, found, lambda entry: _card_data(pack, made, entry.id))


class Card(View):
    """One card."""

    @extend_schema(tags=["cards"], responses=shapes.CARD)
    def get(self, request: Request, game: str, card_id: str) -> Response:
        """A card with its sentences in both languages, and the behaviours they are made from."""
        pack = pack_named(game)
        made = {each: cards.catalogue_of(pack, each) for each in LANGUAGES}
        if card_id not in made[LANGUAGES[0]].entries:
            raise NotFound
        card = pack.card(card_id)
        return Response(
            _card_data(pack, made, card_id)
            | {
                "behaviors": card.source.get("behaviors", []),
                "file": card.place.partition(":")[0],
                "limit": pack.program.deck_rules.limits.get(card_id, 0)
                if pack.program.deck_rules
                else 0,
            }
        )


def _card_data(pack: Pack, made: dict[str, cards.Catalogue], card_id: str) -> dict[str, Any]:
    entries = {each: catalogue.entries[card_id] for each, catalogue in made.items()}
    first = entries[LANGUAGES[0]]
    return {
        "id": card_id,
        "kind": first.kind,
        "name": {each: entry.name for each, entry in entries.items()},
        "text": {each: entry.text for each, entry in entries.items()},
        "flavour": {each: entry.flavour for each, entry in entries.items()},
        "count": pack.card(card_id).count,
        "printed": {name: value for name, value in first.values.items() if name != "kind"},
        "page": reverse("card", args=[pack.id, card_id]),
    }


class Schema(View):
    """The JSON Schema of a kind of file of a game."""

    @extend_schema(tags=["games"], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game: str, kind: str) -> HttpResponse:
        """The same as `/schema/<game>/<kind>.json`."""
        return schemas.schema_response(request, pack_named(game), kind)


class Standings(View):
    """Who has won a game how often among people."""

    @extend_schema(tags=["people"], responses=shapes.page_of(shapes.STANDING))
    def get(self, request: Request, game: str) -> Response:
        """The best first; of equals those who needed fewer matches."""
        pack_named(game)
        return page_of(self, records.standings(game), _standing_data)


def _standing_data(row: PlayerRecord) -> dict[str, Any]:
    return {
        "player": row.account.username,
        "played": row.played,
        "won": row.won,
        "met": row.met,
        "beat": row.beat,
        "conceded": row.conceded,
        "streak": row.streak,
        "best_streak": row.best_streak,
        "best_score": row.best_score,
        "last_played_at": row.last_played_at,
    }


# -- matches ---------------------------------------------------------------------------------------


class Matches(View):
    """Matches that are over."""

    @extend_schema(
        tags=["matches"], parameters=shapes.MATCHES, responses=shapes.page_of(shapes.MATCH)
    )
    def get(self, request: Request) -> Response:
        """The newest first; of one game, of one player."""
        rows = history.matches_known_to(self.account())
        if game := request.query_params.get("game", "").replace("\x00", ""):
            rows = rows.filter(pack_version__pack_id=game)
        if player := request.query_params.get("player", "").replace("\x00", ""):
            rows = rows.filter(seats__account__username__iexact=player)
        return page_of(self, rows, _match_data)


class Match(View):
    """One match."""

    @extend_schema(tags=["matches"], responses=shapes.MATCH)
    def get(self, request: Request, number: int) -> Response:
        """Who played, how it ended, and what is known of how."""
        record = _find_match(self, number)
        return Response(_match_data(record) | {"summary": record.summary})


class Steps(View):
    """A match step by step."""

    @extend_schema(tags=["matches"], parameters=shapes.STEPS, responses=shapes.STEP)
    def get(self, request: Request, number: int) -> HttpResponse:
        """As `docs/protocol.md` describes it: who may know of a match may see it with any eyes."""
        _find_match(self, number)
        answer: HttpResponse = replay.steps_data(request._request, number)
        return answer


def _find_match(view: View, number: int) -> MatchRecord:
    try:
        return replay.match_or_404(view.request._request, number)
    except Http404 as error:
        raise NotFound from error


def _match_data(record: MatchRecord) -> dict[str, Any]:
    return {
        "number": record.pk,
        "game": record.pack_version.pack_id,
        "version": record.pack_version.version,
        "content": record.pack_version.content_hash,
        "status": record.status,
        "started_at": record.started_at,
        "ended_at": record.ended_at,
        "seats": [_seat_data(row) for row in record.seats.all()],
        "page": reverse("match", args=[record.pk]),
    }


def _seat_data(row: Any) -> dict[str, Any]:
    return {
        "seat": row.seat,
        "name": row.name,
        "player": row.account.username if row.account is not None else None,
        "bot": row.bot or None,
        "place": row.place,
        "result": row.result or None,
        "conceded": row.conceded,
    }
