"""
The JSON Schemas of the games (`rules.workshop.schema`) at stable addresses, for editors:
`/schema/<game>/card.json`, with `?lang=zh` in Chinese. Each is made once a version; who has it asks
whether it is still so.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

import orjson
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from rules.ground.digests import digest
from rules.pack import Pack
from rules.workshop.schema import KINDS, schema_document
from web import shelf
from web.packed import Packed, packed_response
from world.locale.messages import LANGUAGES

TYPE = "application/schema+json"
KEPT = 64  # schemas in memory, packed

__all__ = ["KINDS", "schema_response", "show_schema"]


@require_safe
def show_schema(request: HttpRequest, game: str, kind: str) -> HttpResponse:
    """The schema of a kind of file of a game on the shelf, as it is now."""
    return schema_response(request, shelf.pack_named(game), kind)


def schema_response(request: HttpRequest, pack: Pack, kind: str) -> HttpResponse:
    """The schema; nothing if who asks has it already. :raises Http404: there is no such kind."""
    if kind not in KINDS:
        raise Http404
    asked = request.GET.get("lang", "")
    packed, tag = _pack_schema(pack, kind, asked if asked in LANGUAGES else LANGUAGES[-1])
    response: HttpResponse
    if tag in request.headers.get("If-None-Match", ""):
        response = HttpResponseNotModified()
    else:
        response = packed_response(request, packed, TYPE)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "public, no-cache"
    return response


@lru_cache(maxsize=KEPT)
def _pack_schema(pack: Pack, kind: str, language: str) -> tuple[Packed, str]:
    """A schema as it is sent, and its tag."""
    made = orjson.dumps(schema_document(pack, kind, language=language))
    return {"gzip": gzip.compress(made, mtime=0)}, f'"{digest(made.decode())[:32]}"'
