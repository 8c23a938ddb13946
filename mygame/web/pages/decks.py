"""The deck builder: the decks of a visitor for a game, and one of them with the cards to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.pack import Pack
from rules.running.decks import deck_rules
from rules.telling.phrasebook import in_language
from server.threads import in_reactor
from web import decks, shelf
from web.cards import LONGEST, catalogue_of
from web.deckplan import facts_of, makeup_of
from web.words import current_language, current_script
from world.errors import TableError
from world.locale.messages import message, strip_marks
from world.locale.reader import Reader
from world.models import SavedDeck
from world.render.announce import sentence_of
from world.shelf import decks as book
from world.shelf import finding

PAGE = 60  # cards to choose from
CODE = 8000  # characters of a deck as text
EARLIER = "decks"  # in the session of a browser: what changes are taken back to
UNDONE = 12  # changes that can be taken back


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
    entries = catalogue_of(pack, own).entries
    mine = in_reactor(decks.own_decks, user, pack, own, entries) if user.is_authenticated else ()
    told = {
        "game": shelf.game_of(pack, own),
        "decks": mine,
        "picture": reverse("picture_game", args=[pack.id, current_script()]),
        "ready": [
            (each.id, in_language(each.names, own), decks.deck_by_parts(pack, each.deck, own))
            for each in ready
        ],
        "most": book.MAX_DECKS,
        "here": "games",
    }
    return render(request, "site/decks.html", told)


@require_safe
def shared_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """A deck by its code (`?code=deck:...`), for whoever was given the address."""
    pack, own = _pack_with_decks(pack_id), current_language()
    code = request.GET.get("code", "")[:CODE]
    try:
        found, cards = book.read_deck(pack, code)
    except TableError as refused:
        messages.error(request, _error_sentence(refused))
        return redirect("decks", pack.id)
    shown = decks.deck_by_parts(found, cards, own)
    entries, size = catalogue_of(found, own).entries, sum(map(len, cards.values()))
    pictured = reverse("picture_deck", args=[found.id, current_script()])
    told = {
        "game": shelf.game_of(found, own),
        "shown": shown,
        "code": code,
        "cover": entries[shown.cover].name if shown.cover in entries else "",
        "description": f"{facts_of(shown.plan, size, own)}: {makeup_of(shown.plan)}",
        "picture": f"{pictured}?{urlencode({'code': shown.code})}" if shown.code else "",
        "here": "games",
    }
    return render(request, "site/deck_shared.html", told)


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
    wanted = deck_rules(pack.program).found
    missing = wanted - finding.owned_cards(found.account, wanted)
    return {
        **_deck_data(request, pack, found),
        "filters": [(each, asked.wanted.get(each.name, "")) for each in catalogue.filters],
        "orders": catalogue.orders,
        "order": asked.order,
        "text": asked.text,
        "page": page,
        "pool": [(entry, held[entry.id], limits[entry.id], entry.id in missing) for entry in page],
        "query": asked.query_text(),
        "here": "games",
    }


def _deck_data(request: HttpRequest, pack: Pack, found: SavedDeck) -> dict[str, Any]:
    """What the deck's own side of the page needs."""
    own = current_language()
    shown = decks.deck_by_parts(pack, found.cards, own, found.account)
    address = reverse("deck_shared", args=[pack.id])
    return {
        "game": shelf.game_of(pack, own),
        "deck": found,
        "shown": shown,
        "brought": book.preferred_choice(found.account, pack) == found.pk,
        "undoes": bool(_earlier_decks(request, found)),
        "share": f"{address}?{urlencode({'code': shown.code})}" if shown.code else "",
    }


def _earlier_decks(request: HttpRequest, found: SavedDeck) -> list[Any]:
    """What a deck was before each of the last changes of this visit, the last one behind."""
    kept = request.session.get(EARLIER) or {}
    return list(kept.get(str(found.pk), ()))


def _keep_earlier(request: HttpRequest, found: SavedDeck, earlier: Sequence[Any]) -> None:
    """Only of the deck that is worked at: who goes on to another one does not come back."""
    request.session[EARLIER] = {str(found.pk): list(earlier[-UNDONE:])}


def _undo(request: HttpRequest, found: SavedDeck) -> None:
    """Take the last change back; without one nothing happens."""
    *earlier, last = _earlier_decks(request, found) or [None]
    if last is not None:
        in_reactor(decks.restore_deck, found, last)
        _keep_earlier(request, found, earlier)


def _handle_change(request: HttpRequest, pack: Pack, found: SavedDeck) -> HttpResponse:
    """Carry out what a form of the page asks for; the page's own script gets the answer as data."""
    form, before = request.POST, {name: list(part) for name, part in found.cards.items()}
    if "delete" in form:
        return _delete(request, pack, found)
    what = next((name for name in decks.CHANGES if name in form), "")
    error = ""
    try:
        if what:
            longest = CODE if what == "write" else LONGEST
            in_reactor(decks.change_deck, pack, found, what, form[what][:longest])
            _keep_earlier(request, found, [*_earlier_decks(request, found), before])
        elif "undo" in form:
            _undo(request, found)
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
    html = render_to_string("site/_deck.html", _deck_data(request, pack, found), request)
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
