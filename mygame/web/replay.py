"""
Matches that are over, on the site: the page with which one looks at a match again, and its steps.

Who may know of a match (`world.history`) may see all of it, with any eyes: it is over.
"""

from __future__ import annotations

import gzip
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from web.words import language
from world import history, limits, replays
from world.errors import TableError
from world.models import MatchRecord
from world.render import history as told
from world.render.limits import sentence
from world.render.messages import LANGUAGES, find
from world.render.reader import Reader

NUMBERS = 10  # digits of a match's number at most
DAY = 24 * 60 * 60


@require_safe
def page(request: HttpRequest, number: int) -> HttpResponse:
    """A match: who played, how it ended, and every step of it."""
    record, reader = match_or_404(request, number), Reader(language(), plain=True)
    text = told.text_of(record, reader)
    seats = sorted(record.seats.all(), key=lambda row: (row.place or 99, row.seat))
    return render(
        request,
        "site/match.html",
        {
            "record": record,
            "said": find("replay", language()),
            "game": told.game_name(record, reader),
            "length": told.length(record, reader),
            "rows": [
                {"place": row.place or "–", "name": told.name_of(row, reader)} for row in seats
            ],
            "names": {str(row.seat): row.name for row in sorted(seats, key=lambda row: row.seat)},
            "story": told.story_lines(record, text, reader),
            "version": record.pack_version,
            "steps": reverse("match_steps", args=[record.pk]),
            "address": request.build_absolute_uri(reverse("match", args=[record.pk])),
        },
    )


@require_safe
def steps(request: HttpRequest, number: int) -> HttpResponse:
    """
    The steps of a match as JSON (`docs/protocol.md`): `?seat=none|all|<k>`, seats from 0, and
    `&language=zh|en`.
    """
    record, reader = match_or_404(request, number), Reader(_language(request), plain=True)
    try:
        eyes = replays.eyes_named(request.GET.get("seat", "none"), record.seats.count())
    except ValueError as error:
        raise Http404 from error
    try:
        limits.check_visitor(viewer_of(request), request.origin_ip, "replay")
        packed = replays.waited_for(record, eyes, reader.language)
    except TableError as error:
        return _later(sentence(error, reader), 429, error.details["wait"])
    except replays.Busy:
        return _later(reader.say("replay.busy"), 503, 5)
    except Exception:  # noqa: BLE001 (logged; a match of old may not be played any more)
        return JsonResponse({"error": reader.say("replay.gone")}, status=404)
    return _sent(request, packed)


def viewer_of(request: HttpRequest) -> Any:
    """The account of who asks; None if nobody is signed in."""
    return request.user if request.user.is_authenticated else None


def match_or_404(request: HttpRequest, number: int) -> MatchRecord:
    """:raises Http404: there is no such match, or it is no affair of this visitor's."""
    known = len(str(number)) <= NUMBERS
    record = history.match_numbered(number, viewer_of(request)) if known else None
    if record is None:
        raise Http404
    return record


def _language(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if wanted in LANGUAGES else language()


def _sent(request: HttpRequest, packed: bytes) -> HttpResponse:
    """What is packed already, as it is to who takes it so."""
    takes = "gzip" in request.headers.get("Accept-Encoding", "")
    body = packed if takes else gzip.decompress(packed)
    response = HttpResponse(body, content_type="application/json")
    if takes:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = f"private, max-age={DAY}"
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
    return response


def _later(said: str, status: int, seconds: float) -> HttpResponse:
    response = JsonResponse({"error": said}, status=status)
    response.headers["Retry-After"] = str(max(1, round(seconds)))
    return response
