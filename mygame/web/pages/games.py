"""The games: all of them, and each with its rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from web import shelf
from web.practice import offered_games
from web.words import current_language, current_script
from world.accounts import records

BEST = 5  # players


@require_safe
def games_page(request: HttpRequest) -> HttpResponse:
    """What can be played here."""
    found = shelf.all_games(current_language())
    return render(request, "site/games.html", {"shelves": found, "here": "games"})


@require_safe
def game_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """The rules of a game, as its own command `rules` tells them, and its best players."""
    pack = shelf.pack_named(pack_id)
    text = Text(pack, current_language())
    told = {
        "game": shelf.game_of(pack, current_language()),
        "picture": reverse("picture_game", args=[pack.id, current_script()]),
        "lesson": shelf.has_lesson(pack),
        "practised": pack in offered_games(),
        "sections": shelf.sections_of(text, "rules"),
        "keywords": shelf.sections_of(text, "keyword"),
        "best": list(records.best_players(pack.id, BEST)),
        "here": "games",
    }
    return render(request, "site/game.html", told)
