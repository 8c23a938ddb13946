"""
The pieces of a pack, to be read: its cards, entries and files, and each by itself. They are edited
on the builders' pages (`web.pages.build`), to which every page here has a link.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from rules.pack import Pack
from rules.telling.text import Text
from world import content, models
from world.admin.base import in_game
from world.admin.words import admin_sentence, error_text, page_language
from world.content.browsing import pack_in
from world.errors import TableError
from world.locale.messages import LANGUAGES, strip_marks

MOST = 200  # pieces that are listed at once
LONGEST = 200  # characters of an address
SHOWN = 300  # characters of a text in a list
KINDS = ("card", "entry", "file")


@require_safe
def pieces_view(request: HttpRequest, folder: str) -> HttpResponse:
    """The pieces of a pack: cards first, others by their kind."""
    _require_view(request)
    query, kind = request.GET.get("q", "")[:100], request.GET.get("kind", "")
    kind = kind if kind in KINDS else KINDS[0]
    try:
        found, count = in_game(_find_pieces, folder, kind, query)
    except TableError as error:
        return _refuse(request, error)
    context = {
        **_page_context(request, folder),
        "title": admin_sentence("content.pieces_of", folder=folder),
        "query": query,
        "kind": kind,
        "kinds": KINDS,
        "pieces": in_game(_told_pieces, pack_in(folder), folder, found),
        "more": count - len(found),
        "new_card": f"{reverse('build', args=[pack_in(folder).id])}#new",
    }
    return TemplateResponse(request, "admin/pieces.html", context)


@require_safe
def piece_view(request: HttpRequest, folder: str) -> HttpResponse:
    """A piece by its address (`?address=`): what it says, its text, its versions."""
    _require_view(request)
    address = request.GET.get("address", "")[:LONGEST].replace("\x00", "")
    try:
        piece = in_game(content.find_piece, folder, address)
        sentences = in_game(_rules_texts, pack_in(folder), address)
    except TableError as error:
        return _refuse(request, error)
    context = {
        **_page_context(request, folder),
        "title": address,
        "piece": piece,
        "sentences": sentences,
        "revisions": content.history_of(folder, address),
        "back": list_address(folder),
        "back_title": admin_sentence("content.pieces_of", folder=folder),
        "workshop": workshop_address(folder, address),
    }
    return TemplateResponse(request, "admin/piece.html", context)


def _require_view(request: HttpRequest) -> None:
    if not request.user.has_perm("world.view_publication"):
        raise PermissionDenied


def _refuse(request: HttpRequest, error: TableError) -> HttpResponse:
    messages.error(request, error_text(error))
    return redirect("admin:world_publication_changelist")


def _page_context(request: HttpRequest, folder: str) -> dict[str, Any]:
    return {
        **admin.site.each_context(request),
        "opts": models.Publication._meta,
        "folder": folder,
    }


def _find_pieces(folder: str, kind: str, query: str) -> tuple[list[content.Piece], int]:
    """The first `MOST` pieces of a kind that a query finds, and how many there are."""
    if kind != "entry":
        found = content.pieces(folder, kind, query)
        return found[:MOST], len(found)
    words = query.casefold().split()
    addresses = [
        each
        for each in content.entry_addresses(pack_in(folder), kind)
        if all(word in each.casefold() for word in words)
    ]
    return [content.find_piece(folder, each) for each in addresses[:MOST]], len(addresses)


def _told_pieces(pack: Pack, folder: str, found: list[content.Piece]) -> list[dict[str, Any]]:
    """Pieces as they are listed: a card by its name and its sentences, others by their text."""
    text, cards = Text(pack, page_language()), pack.program.catalogue.definitions
    rows = []
    for each in found:
        card = cards.get(each.address.removeprefix("card:"))
        told = strip_marks(text.rules_text(card)) if card is not None else ""
        rows.append(
            {
                "piece": each,
                "name": strip_marks(text.card(card)) if card is not None else each.address,
                "told": told or each.text[:SHOWN],
                "page": piece_address(folder, each.address),
                "workshop": workshop_address(folder, each.address),
            }
        )
    return rows


def _rules_texts(pack: Pack, address: str) -> dict[str, str]:
    """What a card says, by language; nothing for what is no card."""
    card = pack.program.catalogue.definitions.get(address.removeprefix("card:"))
    if card is None or not address.startswith("card:"):
        return {}
    return {each: strip_marks(Text(pack, each).rules_text(card)) for each in LANGUAGES}


# -- addresses


def list_address(folder: str) -> str:
    """The page of the pieces of a pack."""
    return reverse("admin:world_publication_pieces", args=[folder])


def piece_address(folder: str, address: str) -> str:
    """The page of a piece, where it is read."""
    page = reverse("admin:world_publication_piece", args=[folder])
    return f"{page}?{urlencode({'address': address})}"


def workshop_address(folder: str, address: str, draft: int | None = None) -> str:
    """
    The builders' page of a piece, or of a draft by its number.

    :raises TableError: `unknownGame`: no game of this folder is on the shelf.
    """
    game = pack_in(folder).id
    if draft is not None:
        return reverse("build_draft", args=[game, draft])
    return f"{reverse('build_piece', args=[game])}?{urlencode({'address': address})}"
