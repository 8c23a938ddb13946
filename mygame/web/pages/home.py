"""The first page, and the files about the whole site that browsers and robots ask for."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from web import now, shelf
from web.words import current_language
from world.locale.messages import message
from world.shelf import games

DAY = 24 * 60 * 60
ICONS = (("icon-192.png", "192x192"), ("icon-512.png", "512x512"))
# Where robots find nothing to read, or would keep the game from playing.
PRIVATE = ("/admin/", "/auth/", "/webclient/", "/decks/", "/build/", "/api/")


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    """What this is, and how to come in."""
    shelves = shelf.all_games(current_language())
    names = {pack.id: Text(pack, current_language()).game() for pack in games.offered().values()}
    seen = now.current_activity()
    tables = [(table, names.get(table.game, table.game)) for table in seen.tables]
    page = {
        "shelves": shelves,
        "now": seen,
        "tables": tables,
        "more": seen.online - len(seen.names),
    }
    return render(request, "site/home.html", page)


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
        "display": "standalone",
        "background_color": "#151229",
        "theme_color": "#151229",
        "icons": [
            {"src": static(f"site/{name}"), "sizes": sizes, "type": "image/png", "purpose": "any"}
            for name, sizes in ICONS
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
