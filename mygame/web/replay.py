"""
Matches that are over, on the site: the page with which one looks at a match again, and its steps.

Who may know of a match (`world.play.history`) may see all of it, with any eyes: it is over.
"""

from __future__ import annotations

import gzip
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csp import get_nonce
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.csp import CSP, build_policy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from server import chinese
from web.book import pack_book
from web.bundle import page_files
from web.middleware import COOKIELESS
from web.packed import Packed, packed_response
from web.table import SHEETS
from web.words import LANGUAGE_CODES, TRADITIONAL, current_language, current_script
from world.accounts import limits
from world.errors import TableError
from world.locale.messages import find_message
from world.locale.reader import Reader
from world.models import MatchRecord, MatchSeat
from world.play import history, replays
from world.render import book
from world.render import history as told
from world.render.ending import ending_data
from world.render.limits import limit_sentence
from world.shelf import games

NUMBERS = 10  # digits of a match's number at most
DAY = 24 * 60 * 60


@require_safe
def replay_page(request: HttpRequest, number: int) -> HttpResponse:
    """A match: who played, how it ended, and every step of it."""
    record, reader = match_or_404(request, number), Reader(current_language(), plain=True)
    if not _is_offered(record) and (wait := _wait_response(request, reader)) is not None:
        return wait
    said, text = find_message("replay", reader.language), told.text_of(record, reader)
    seats = sorted(record.seats.all(), key=lambda row: (row.place or 99, row.seat))
    names = [row.name for row in sorted(seats, key=lambda row: row.seat)]
    ending = ending_data(record, record.summary, _own_seat(request, record), reader)
    return render(
        request,
        "table/match.html",
        {
            "record": record,
            "said": said,
            "title": reader.say(
                "replay.title", number=record.pk, game=told.game_name(record, reader)
            ),
            "picture": reverse("picture_match", args=[record.pk, current_script()]),
            "description": reader.join_names(told.name_of(row, reader) for row in seats),
            "length": told.length_text(record, reader),
            "rows": [_seat_row(row, reader) for row in seats],
            "ending": ending,
            "address": request.build_absolute_uri(reverse("match", args=[record.pk])),
            **page_files("table/replay.js", [*SHEETS, "table/replay.css"]),
            "page": _page_data(request, record, text, names, ending),
        },
    )


def _own_seat(request: HttpRequest, record: MatchRecord) -> int | None:
    """The seat that the visitor played."""
    own = [seat.seat for seat in record.seats.all() if seat.account_id == request.user.pk]
    return own[0] if own and request.user.pk else None


def _seat_row(seat: MatchSeat, reader: Reader) -> dict[str, Any]:
    """A seat in the list of results; people have a page of their own."""
    name = told.name_of(seat, reader)
    profile = seat.account.username if seat.account is not None else ""
    return {"place": seat.place or "–", "name": name, "profile": profile}


def _page_data(
    request: HttpRequest,
    record: MatchRecord,
    text: Text | None,
    names: list[str],
    ending: dict[str, Any],
) -> dict[str, Any]:
    """What the module `replay.js` needs to know."""
    words, script = find_message("browser", current_language()), current_script()
    reader = Reader(current_language(), plain=True)
    title = f"{ending['game']['name']}: {reader.join_names(names)}"
    public = history.match_numbered(record.pk, None) is not None
    embed = reverse("match_embed", args=[record.pk]) if public else ""
    game = {"id": record.pack_version.pack_id, "version": "", "name": {}}
    address = reverse("match_book", args=[record.pk, script])
    if text is not None:
        game |= {"version": book.edition_of(text.pack), "name": dict(text.pack.name)}
        if games.games_by_id().get(text.pack.id) is text.pack:
            address = reverse("book", args=[text.pack.id, game["version"], script])
    return {
        "language": script,
        "game": settings.SERVERNAME,
        "words": {**words, "replay": find_message("replay.controls", current_language())},
        "replay": {
            "match": record.pk,
            "names": names,
            "game": game,
            "eyes": "none" if ending["you"] is None else str(ending["you"]),
            "ending": ending,
            "title": title,
            "embed": embed,
            "steps": reverse("match_steps", args=[record.pk]),
            "book": address,
        },
    }


@require_safe
@xframe_options_exempt
def embed_page(request: HttpRequest, number: int) -> HttpResponse:
    """
    The steps of a match that everybody may know of, made to be framed by any other page: it asks
    nobody who they are, keeps nothing in the browser, and has no form.
    """
    record, reader = match_or_404(request, number, stranger=True), Reader(current_language(), True)
    if not _is_offered(record) and (wait := _wait_response(request, reader)) is not None:
        return wait
    text = told.text_of(record, reader)
    ending = ending_data(record, record.summary, None, reader)
    names = [row.name for row in sorted(record.seats.all(), key=lambda row: row.seat)]
    page = _page_data(request, record, text, names, ending)
    page["replay"] |= {"small": True, "page": reverse("match", args=[record.pk])}
    files = page_files("table/replay.js", [*SHEETS, "table/replay.css"])
    pictured = reverse("picture_match", args=[record.pk, current_script()])
    made = {"title": page["replay"]["title"], "page": page, "picture": pictured, **files}
    response = render(request, "table/embed.html", made)
    policy = {**settings.SECURE_CSP, "frame-ancestors": ["*"], "form-action": [CSP.NONE]}
    response.headers[CSP.HEADER_ENFORCE] = build_policy(policy, get_nonce(request))
    setattr(response, COOKIELESS, True)
    return response


@require_safe
def match_book(request: HttpRequest, number: int, language: str) -> HttpResponse:
    """The book of the content with which a match was played, which may not be offered any more."""
    record = match_or_404(request, number)
    if language not in LANGUAGE_CODES:
        raise Http404
    reader = Reader("en" if language == "en" else "zh")
    if (wait := _wait_response(request, reader)) is not None:
        return wait
    text = told.text_of(record, reader)
    if text is None:
        raise Http404
    return _data_response(request, pack_book(text.pack, language))


@require_safe
def steps_data(request: HttpRequest, number: int) -> HttpResponse:
    """
    The steps of a match as JSON (`docs/protocol.md`): `?seat=none|all|<k>`, seats from 0, and
    `&language=zh|zh-hant|en`.
    """
    script = _script(request)
    reader = Reader("en" if script == "en" else "zh", plain=True)
    record = match_or_404(request, number)
    try:
        eyes = replays.eyes_named(request.GET.get("seat", "none"), record.seats.count())
    except ValueError as error:
        raise Http404 from error
    if (wait := _wait_response(request, reader)) is not None:
        return wait
    try:
        found = replays.packed_steps_now(record, eyes, reader.language)
    except replays.Busy:
        return _retry_later(reader.say("replay.busy"), 503, 5)
    except Exception:  # noqa: BLE001 (logged; a match of old may not be played any more)
        return JsonResponse({"error": reader.say("replay.gone")}, status=404)
    if script == TRADITIONAL:
        found = gzip.compress(chinese.to_traditional(gzip.decompress(found).decode()).encode())
    return _data_response(request, {"gzip": found})


def _is_offered(record: MatchRecord) -> bool:
    """Whether a match was played with what is on the shelf: nothing has to be read for it."""
    offered = games.games_by_id().get(record.pack_version.pack_id)
    return offered is not None and offered.hash == record.pack_version.content_hash


def _wait_response(request: HttpRequest, reader: Reader) -> HttpResponse | None:
    """Whoever asks too often for what costs something is told when to come back."""
    try:
        limits.check_visitor(viewer_of(request), request.origin_ip, "replay")
    except TableError as error:
        return _retry_later(limit_sentence(error, reader), 429, error.details["wait"])
    return None


def viewer_of(request: HttpRequest) -> Any:
    """The account of who asks; None if nobody is signed in."""
    return request.user if request.user.is_authenticated else None


def match_or_404(request: HttpRequest, number: int, stranger: bool = False) -> MatchRecord:
    """
    A match that is over, as the visitor may know of it, or as a stranger may.

    :raises Http404: there is no such match, or it is no affair of theirs.
    """
    known, viewer = len(str(number)) <= NUMBERS, None if stranger else viewer_of(request)
    record = history.match_numbered(number, viewer) if known else None
    if record is None:
        raise Http404
    return record


def _script(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if wanted in LANGUAGE_CODES else current_script()


def _data_response(request: HttpRequest, made: Packed) -> HttpResponse:
    """What is packed already, as one visitor may see it."""
    response = packed_response(request, made)
    response.headers["Cache-Control"] = f"private, max-age={DAY}"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _retry_later(said: str, status: int, seconds: float) -> HttpResponse:
    response = JsonResponse({"error": said}, status=status)
    response.headers["Retry-After"] = str(max(1, round(seconds)))
    return response
