"""
The books of games for clients that draw matches (`world.render.book`): each is made once, and kept
by browsers for ever.
"""

from __future__ import annotations

from functools import lru_cache

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_safe

from rules.pack import Pack
from server import chinese
from web import words
from web.packed import Packed, pack_body, packed_response
from web.words import TRADITIONAL
from world.content import sandbox
from world.locale.messages import LANGUAGES, find_message
from world.render import book

FOREVER = "max-age=31536000, immutable"
KEPT = 24  # books in memory, packed


@require_safe
def show_book(request: HttpRequest, pack: str, version: str, language: str) -> HttpResponse:
    """
    The book of a version of a game that is on the shelf or being played; and, for who tries it in a
    sandbox, of theirs.
    """
    try:
        if language not in (*LANGUAGES, TRADITIONAL):
            raise LookupError(language)
        made, shared = _find_book(request, pack, version, language)
    except LookupError:
        said = find_message(
            "web.book.gone", language if language in LANGUAGES else words.current_language()
        )
        return JsonResponse({"error": said}, status=404)
    tag = f'"{version}-{language}"'
    if tag in request.headers.get("If-None-Match", ""):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = packed_response(request, made)
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = f"{'public' if shared else 'private'}, {FOREVER}"
    return answer


def _find_book(request: HttpRequest, game: str, version: str, language: str) -> tuple[Packed, bool]:
    """
    A book as it is sent, and whether others may have it, too.

    :raises LookupError: if there is none for this visitor.
    """
    try:
        return _pack_version(game, version, language), True
    except LookupError:
        tried = sandbox.pack_of(request.user, game)
        if tried is None or book.edition_of(tried) != version:
            raise
        return pack_book(tried, language), False


@lru_cache(maxsize=KEPT)
def _pack_version(game: str, version: str, language: str) -> Packed:
    """
    A book as it is sent.

    :raises LookupError: if that version of the game is neither on the shelf nor being played.
    """
    return pack_book(book.pack_of(game, version), language)


def pack_book(pack: Pack, language: str) -> Packed:
    """The book of a pack in a language or script, as it is sent."""
    made = book.book_of(pack, "zh" if language == TRADITIONAL else language)
    text = orjson.dumps({**made, "language": language}).decode()
    if language == TRADITIONAL:
        text = chinese.to_traditional(text)
    return pack_body(text.encode())
