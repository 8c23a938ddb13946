"""
The books of games for clients that draw matches (`world.render.book`): each is made once, and kept
by browsers for ever.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from server import chinese
from web import words
from world.render import book
from world.render.messages import LANGUAGES, find

TRADITIONAL = "zh-hant"
FOREVER = "public, max-age=31536000, immutable"
KEPT = 24  # books in memory, packed


@require_safe
def show(request: HttpRequest, pack: str, version: str, language: str) -> HttpResponse:
    """The book of a version of a game that is on the shelf or being played."""
    try:
        if language not in (*LANGUAGES, TRADITIONAL):
            raise LookupError(language)
        packed = _packed(pack, version, language)
    except LookupError:
        said = find("web.book.gone", language if language in LANGUAGES else words.language())
        return JsonResponse({"error": said}, status=404)
    tag = f'"{version}-{language}"'
    if tag in request.headers.get("If-None-Match", ""):
        answer: HttpResponse = HttpResponseNotModified()
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(packed, content_type="application/json")
        answer.headers["Content-Encoding"] = "gzip"
    else:
        answer = HttpResponse(gzip.decompress(packed), content_type="application/json")
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = FOREVER
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@lru_cache(maxsize=KEPT)
def _packed(game: str, version: str, language: str) -> bytes:
    """
    A book as it is sent.

    :raises LookupError: if that version of the game is neither on the shelf nor being played.
    """
    pack = book.pack_of(game, version)
    made = book.book_of(pack, "zh" if language == TRADITIONAL else language)
    text = orjson.dumps({**made, "language": language}).decode()
    if language == TRADITIONAL:
        text = chinese.traditional(text)
    return gzip.compress(text.encode(), mtime=0)
