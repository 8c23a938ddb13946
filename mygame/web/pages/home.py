"""The first page, and the files about the whole site that browsers and robots ask for."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from server.threads import in_reactor
from web import now, shelf
from web.words import current_language
from world.accounts import people
from world.locale.messages import message, strip_marks
from world.locale.reader import Reader
from world.render import look
from world.render.history import game_name
from world.shelf import games

DAY = 24 * 60 * 60
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
# Where robots find nothing to read, or would keep the game from playing.
PRIVATE = ("/admin/", "/auth/", "/webclient/", "/decks/", "/build/", "/api/")


FRAMES = {**settings.SECURE_CSP, "frame-src": [CSP.SELF]}


class Going(NamedTuple):
    """What of a visitor's own goes on: a game, at which table or with whom, if it has begun."""

    game: str
    where: str
    playing: bool


@require_safe
@csp_override(FRAMES)
def home_page(request: HttpRequest) -> HttpResponse:
    """What this is, and how to come in; and the way back to what one has begun."""
    shelves = shelf.all_games(current_language())
    names = {pack.id: Text(pack, current_language()).game() for pack in games.offered().values()}
    seen = now.current_activity()
    tables = [(table, names.get(table.game, table.game)) for table in seen.tables]
    page = {
        "shelves": shelves,
        "now": seen,
        "tables": tables,
        "more": seen.online - len(seen.names),
        "going": _going_of(request),
    }
    return render(request, "site/home.html", page)


def _going_of(request: HttpRequest) -> Going | None:
    """What of a visitor's own goes on."""
    if not request.user.is_authenticated:
        return None
    return in_reactor(_look_up_going, request.user, Reader(current_language(), plain=True))


def _look_up_going(user: Any, reader: Reader) -> Going | None:
    """The same, in the reactor's thread."""
    wizard = people.wizard_of(user)
    if wizard is None:
        return None
    if wizard.scene is not None:
        record = wizard.scene.record
        return Going(game_name(record, reader), record.where, True)
    table = wizard.table
    if table is None:
        return None
    where = message("web.home.where", reader.language, number=table.number)
    return Going(strip_marks(look.game_name(table, reader)), where, table.state == "playing")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """How the site calls itself where a browser keeps it like an app."""
    own = current_language()
    found = {
        "id": "/",
        "name": settings.SERVERNAME,
        "short_name": message("web.short_name", own),
        "description": message("web.about", own),
        "lang": own,
        "start_url": reverse("webclient:index"),
        "scope": "/",
        "shortcuts": [{"name": message("web.home.practice", own), "url": reverse("practice")}],
        "display": "standalone",
        "background_color": "#151229",
        "theme_color": "#151229",
        "icons": [
            {"src": static(f"site/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    response = JsonResponse(found, content_type="application/manifest+json")
    response.headers["Cache-Control"] = f"public, max-age={DAY}"
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What robots may read."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), ""]
    response = HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = f"public, max-age={DAY}"
    return response
