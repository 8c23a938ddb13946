"""The cards of a game: all of them to look through, and each by itself."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.pack import Pack
from rules.telling.phrasebook import in_language
from rules.telling.text import Text
from web import shelf
from web.cards import catalogue_of
from web.words import current_language, current_script
from world.content.changes import changes_of
from world.locale.messages import message

PAGE = 240  # cards


@require_safe
def cards_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """All cards of a game; the query says what is looked for, so that it can be handed on."""
    pack, own = shelf.pack_named(pack_id), current_language()
    catalogue = catalogue_of(pack, own)
    asked = catalogue.parse_query(request.GET)
    found = catalogue.choose_cards(*asked)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    told = {
        "game": shelf.game_of(pack, own),
        "picture": reverse("picture_game", args=[pack.id, current_script()]),
        "filters": [(each, asked.wanted.get(each.name, "")) for each in catalogue.filters],
        "orders": [("name", message("web.cards.by_name", own)), *catalogue.orders],
        "order": asked.order,
        "text": asked.text,
        "page": page,
        "query": asked.query_text(),
        "here": "games",
    }
    return render(request, "site/cards.html", told)


@require_safe
def card_page(request: HttpRequest, pack_id: str, card_id: str) -> HttpResponse:
    """One card: all that is printed on it, its keywords, the decks that it is in."""
    pack, own = shelf.pack_named(pack_id), current_language()
    entry = catalogue_of(pack, own).entries.get(card_id)
    if entry is None:
        raise Http404
    told = {
        "game": shelf.game_of(pack, own),
        "card": entry,
        "picture": reverse("picture_card", args=[pack.id, entry.id, current_script()]),
        "keywords": Text(pack, own).keywords(card_id),
        "decks": ready_decks_with(pack, card_id, own),
        "limit": pack.program.deck_rules.limits.get(card_id, 0) if pack.program.deck_rules else 0,
        "changes": changes_of(pack, card_id, own),
        "here": "games",
    }
    return render(request, "site/card.html", told)


def ready_decks_with(pack: Pack, card_id: str, own: str) -> list[str]:
    """The names of the ready decks that a card is in."""
    ready = pack.program.deck_rules.ready.values() if pack.program.deck_rules else ()
    return [
        in_language(each.names, own)
        for each in ready
        if any(card_id in cards for cards in each.deck.values())
    ]


@require_safe
def faces_data(request: HttpRequest, pack_id: str) -> HttpResponse:
    """The faces of all cards of a game, as the table draws them: for who writes cards."""
    pack, own = shelf.pack_named(pack_id), current_language()
    told = {
        "game": shelf.game_of(pack, own),
        "sheets": [f"table/{name}.css" for name in ("card", "frame", "detail", "gallery")],
        "here": "games",
    }
    return render(request, "site/faces.html", told)
