"""
Replays in pages of others by their addresses: oEmbed (oembed.com), of matches that everybody may
know of. What it gives is a frame of the page made for that (`web.replay.embed_page`).
"""

from __future__ import annotations

from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from web.raster import HEIGHT, WIDTH
from web.replay import NUMBERS
from web.words import LANGUAGE_CODES, current_language
from world.locale.messages import message
from world.locale.reader import Reader
from world.play import history
from world.render import history as told

LONGEST = 2000  # characters of an address
SIZE = (800, 520)  # pixels of a frame for which nobody says how large it may be
LEAST = (240, 200)
DAY = 24 * 60 * 60
SHOWN = ("match", "match_embed")


@require_safe
def embedding(request: HttpRequest) -> HttpResponse:
    """`?url=`, an address of a replay; `&maxwidth=`, `&maxheight=` in pixels, `&format=json`."""
    if request.GET.get("format", "json") != "json":
        return _refusal("format", 501)
    parts = _split(request.GET.get("url", ""))
    if parts is None:
        return _refusal("url", 400)
    found = _resolved(parts) if parts.netloc.lower() == request.get_host().lower() else None
    number = found.kwargs["number"] if found else 0
    known = found is not None and len(str(number)) <= NUMBERS
    record = history.match_numbered(number, None) if known else None
    if record is None:
        return _refusal("nothing", 404)
    language, query = _language(parts), _query(parts)
    reader = Reader("en" if language == "en" else "zh", plain=True)
    seats = sorted(record.seats.all(), key=lambda row: row.seat)
    names = reader.join_names(told.name_of(seat, reader) for seat in seats)
    title = f"{told.game_name(record, reader)}: {names}"
    site = request.build_absolute_uri("/").rstrip("/")
    address = f"{site}{reverse('match_embed', args=[record.pk])}?{urlencode(query)}"
    width, height = _size(request, "maxwidth", 0), _size(request, "maxheight", 1)
    picture = reverse("picture_match", args=[record.pk, language])
    answer = JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "title": title,
            "provider_name": settings.SERVERNAME,
            "provider_url": site,
            "cache_age": DAY,
            "width": width,
            "height": height,
            "html": format_html(
                '<iframe src="{}" width="{}" height="{}" title="{}" '
                'loading="lazy" frameborder="0"></iframe>',
                address,
                width,
                height,
                title,
            ),
            "thumbnail_url": f"{site}{picture}",
            "thumbnail_width": WIDTH,
            "thumbnail_height": HEIGHT,
        }
    )
    answer.headers["Cache-Control"] = f"public, max-age={DAY}"
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def _split(url: str) -> SplitResult | None:
    """The parts of an address of a page; None for what is none."""
    if not url.isprintable() or len(url) > LONGEST:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.netloc else None


def _resolved(parts: SplitResult) -> ResolverMatch | None:
    """The page of ours at an address, if it shows a match."""
    try:
        found = resolve(parts.path)
    except Resolver404:
        return None
    return found if found.url_name in SHOWN else None


def _query(parts: SplitResult) -> dict[str, str]:
    """What of an address the frame is to keep: with whose eyes, which step, which language."""
    given = parse_qs(parts.query)
    kept = {name: given[name][0][:10] for name in ("seat", "step") if name in given}
    return {**{k: v for k, v in kept.items() if v.isalnum()}, "lang": _language(parts)}


def _language(parts: SplitResult) -> str:
    asked = parse_qs(parts.query).get("lang", [""])[0]
    return asked if asked in LANGUAGE_CODES else current_language()


def _size(request: HttpRequest, name: str, which: int) -> int:
    """The width (0) or the height (1) of the frame: ours, or what there is room for."""
    asked = request.GET.get(name, "")
    most = int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 6 else SIZE[which]
    return max(LEAST[which], min(SIZE[which], most))


def _refusal(key: str, status: int) -> HttpResponse:
    said = message(f"web.oembed.{key}", current_language())
    answer = JsonResponse({"error": said}, status=status)
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
