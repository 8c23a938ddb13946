"""The deck builder: the decks of a visitor for a game, and one of them with the cards to choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rules.pack import Pack
from rules.running.decks import deck_rules
from rules.telling.phrasebook import in_language
from server.threads import in_reactor
from web import decks, shelf
from web.cards import LONGEST, catalogue_of
from web.words import current_language, current_script
from world.errors import TableError
from world.locale.messages import message, strip_marks
from world.locale.reader import Reader
from world.models import SavedDeck
from world.render.announce import sentence_of
from world.shelf import decks as book

PAGE = 60  # cards to choose from
CODE = 4000  # characters of a deck as text


@require_http_methods(["GET", "HEAD", "POST"])
def decks_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """The decks that a visitor has for a game, and the ready ones; a form makes another one."""
    pack, own = _pack_with_decks(pack_id), current_language()
    user = request.user
    if request.method == "POST":
        if not user.is_authenticated:
            return redirect("login")
        form = {name: value[:CODE] for name, value in request.POST.items()}
        made = _attempt(request, decks.make_deck, user, pack, form, own)
        return redirect("deck", made.game, made.pk) if made else redirect("decks", pack.id)
    ready = deck_rules(pack.program).ready.values()
    told = {
        "game": shelf.game_of(pack, own),
        "decks": in_reactor(decks.own_decks, user, pack, own) if user.is_authenticated else (),
        "picture": reverse("picture_game", args=[pack.id, current_script()]),
        "ready": [
            (each.id, in_language(each.names, own), decks.deck_by_parts(pack, each.deck, own))
            for each in ready
        ],
        "most": book.MAX_DECKS,
        "here": "games",
    }
    return render(request, "site/decks.html", told)


@require_http_methods(["GET", "HEAD", "POST"])
def deck_page(request: HttpRequest, pack_id: str, number: int) -> HttpResponse:
    """One deck of the visitor's own: its cards, and those that could be in it."""
    pack = _pack_with_decks(pack_id)
    if not request.user.is_authenticated:
        return redirect("decks", pack.id)
    found = decks.own_deck(request.user, pack, number)
    if found is None:
        raise Http404
    if request.method == "POST":
        return _handle_change(request, pack, found)
    return render(request, "site/deck.html", _page_context(request, pack, found))


def _pack_with_decks(pack_id: str) -> Pack:
    """:raises Http404: if there is no such game, or it has no decks."""
    pack = shelf.pack_named(pack_id)
    if pack.program.deck_rules is None:
        raise Http404
    return pack


def _page_context(request: HttpRequest, pack: Pack, found: SavedDeck) -> dict[str, Any]:
    own = current_language()
    catalogue = catalogue_of(pack, own)
    asked = catalogue.parse_query(request.GET)
    fitting = decks.cards_that_fit(pack, found.cards, catalogue.choose_cards(*asked))
    page = Paginator(fitting, PAGE).get_page(request.GET.get("page"))
    limits, held = deck_rules(pack.program).limits, decks.count_cards(found.cards)
    return {
        **_deck_data(pack, found),
        "filters": [(each, asked.wanted.get(each.name, "")) for each in catalogue.filters],
        "orders": catalogue.orders,
        "order": asked.order,
        "text": asked.text,
        "page": page,
        "pool": [(entry, held[entry.id], limits[entry.id]) for entry in page],
        "query": asked.query_text(),
        "here": "games",
    }


def _deck_data(pack: Pack, found: SavedDeck) -> dict[str, Any]:
    """What the deck's own side of the page needs."""
    own = current_language()
    return {
        "game": shelf.game_of(pack, own),
        "deck": found,
        "shown": decks.deck_by_parts(pack, found.cards, own, found.account),
        "brought": book.preferred_choice(found.account, pack) == found.pk,
    }


def _handle_change(request: HttpRequest, pack: Pack, found: SavedDeck) -> HttpResponse:
    """Carry out what a form of the page asks for; the page's own script gets the answer as data."""
    form, before = request.POST, dict(found.cards)
    if "delete" in form:
        return _delete(request, pack, found)
    what = next((name for name in decks.CHANGES if name in form), "")
    error = ""
    try:
        if what:
            in_reactor(decks.change_deck, pack, found, what, form[what][:LONGEST])
        elif "rename" in form:
            in_reactor(book.rename_deck, found, form.get("name", "")[:LONGEST])
        elif "bring" in form:
            in_reactor(book.remember_choice, request.user, pack, found.pk)
    except TableError as refused:
        error = _error_sentence(refused)
    if request.headers.get("accept", "").startswith("application/json"):
        return JsonResponse(_change_data(request, pack, found, before, error))
    if error:
        messages.error(request, error)
    asked = QueryDict(form.get("query", "")[:1000]).urlencode()
    return redirect(f"{reverse('deck', args=[pack.id, found.pk])}?{asked}#deck")


def _change_data(
    request: HttpRequest, pack: Pack, found: SavedDeck, before: dict[str, Any], error: str
) -> dict[str, Any]:
    if error:
        return {"error": error}
    html = render_to_string("site/_deck.html", _deck_data(pack, found), request)
    singles = [part.name for part in deck_rules(pack.program).parts.values() if part.most == 1]
    # What may be chosen depends on these.
    anew = any(before.get(name) != found.cards.get(name) for name in singles)
    return {"html": html, "held": decks.count_cards(found.cards), "anew": anew}


def _delete(request: HttpRequest, pack: Pack, found: SavedDeck) -> HttpResponse:
    if request.POST.get("sure"):
        name = found.name
        in_reactor(found.delete)
        messages.success(request, message("web.decks.deleted", current_language(), name=name))
        return redirect("decks", pack.id)
    messages.error(request, message("web.decks.not_sure", current_language()))
    return redirect("deck", pack.id, found.pk)


def _attempt(request: HttpRequest, do: Callable[..., Any], *args: Any) -> Any:
    """The result of a function in the reactor's thread; None after a sentence why not."""
    try:
        return in_reactor(do, *args)
    except TableError as error:
        messages.error(request, _error_sentence(error))
        return None


def _error_sentence(error: TableError) -> str:
    return strip_marks(sentence_of(error, Reader(current_language())))
