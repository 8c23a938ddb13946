"""
What the first page shows of the game: some steps of a match, which play by themselves in a frame of
their own. Which match that is, `world.play.exhibition` says.
"""

from __future__ import annotations

import time
from typing import Any

import orjson
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from server import chinese
from server.threads import in_reactor
from web.bundle import page_files
from web.table import SHEETS
from web.words import TRADITIONAL, current_language, current_script
from world.locale.messages import find_message
from world.locale.reader import Reader
from world.play import exhibition, replays
from world.render import book
from world.render import history as told
from world.shelf import games

KEPT = 10 * 60  # seconds that the steps are kept, here and by browsers
FRAMED = {**settings.SECURE_CSP, "frame-ancestors": [CSP.SELF]}

_kept: dict[str, tuple[float, bytes]] = {}  # by script


def forget() -> None:
    """Make the steps anew at the next call. For tests."""
    _kept.clear()


@require_safe
@xframe_options_sameorigin
@csp_override(FRAMED)
def showcase_page(request: HttpRequest) -> HttpResponse:
    """The frame: a board that plays, paused for whoever wants no movement."""
    words = find_message("browser", current_language())
    said = find_message("web.showcase", current_language())
    page = {
        "language": current_script(),
        "game": settings.SERVERNAME,
        "words": {**words, "showcase": said},
        "showcase": f"{reverse('showcase_steps')}?lang={current_script()}",
    }
    files = page_files("table/showcase.js", [*SHEETS, "table/replay.css", "table/showcase.css"])
    return render(request, "table/showcase.html", {"page": page, **files})


@require_safe
def showcase_steps(request: HttpRequest) -> HttpResponse:
    """The steps that are shown, with what drawing them takes, as data: made once for everybody."""
    now, script = time.monotonic(), current_script()
    made, body = _kept.get(script, (float("-inf"), b""))
    if not 0 <= now - made < KEPT:
        body = _make_steps(script)
        _kept[script] = now, body
    answer = HttpResponse(body, content_type="application/json")
    answer.headers["Cache-Control"] = f"public, max-age={KEPT}"
    return answer


def _make_steps(script: str) -> bytes:
    """:raises Http404: there is no match to show just now."""
    found = in_reactor(exhibition.find_match)
    if found is None:
        raise Http404
    try:
        body = orjson.dumps(_steps_of(found))
    except replays.Busy as error:
        raise Http404 from error
    return chinese.to_traditional(body.decode()).encode() if script == TRADITIONAL else body


def _steps_of(record: Any) -> dict[str, Any]:
    eyes, own = exhibition.winner_of(record), current_language()
    pack, reader = games.pack_of(record.pack_version), Reader(own, plain=True)
    steps = replays.unpack_steps(replays.packed_steps_now(record, eyes, own))
    seats = sorted(record.seats.all(), key=lambda row: row.seat)
    return {
        "match": record.pk,
        "address": reverse("match", args=[record.pk]),
        "eyes": eyes,
        "names": [row.name for row in seats],
        "players": [told.name_of(row, reader) for row in seats],
        "game": {"id": pack.id, "version": book.edition_of(pack), "name": dict(pack.name)},
        "book": reverse("book", args=[pack.id, book.edition_of(pack), current_script()]),
        "steps": exhibition.excerpt(record, steps),
    }
