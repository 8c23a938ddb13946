"""
The page of the lobby and the table (`/webclient/`), drawn by the modules in `static/table`.

The page brings along what these cannot know: where the websocket is, the session of the browser by
which it knows its visitor, and the sentences of the page in the visitor's language.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csp import get_nonce
from django.shortcuts import render
from django.urls import reverse
from django.utils.csp import CSP, build_policy
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from server.threads import in_reactor
from web import shelf
from web.bundle import page_files
from web.now import Seen
from web.push import page_data
from web.words import current_language, current_script
from world.locale.messages import find_message, message
from world.shelf import games

GUEST = {"zh": "游客", "en": "guest"}
NUMBERS = 9  # digits of the number of a table at most
SHEETS = [
    "site/tokens.css",
    *(
        f"table/{name}.css"
        for name in ("table", "board", "card", "frame", "detail", "track", "animate", "dock")
    ),
]


@require_safe
def table_page(request: HttpRequest) -> HttpResponse:
    """The lobby and the table. Who is signed in to the site is logged in there as well."""
    return render_table(request)


def render_table(
    request: HttpRequest, *, sharing: dict[str, str] | None = None, **more: Any
) -> HttpResponse:
    """
    The page of `table_page`, what its modules are to know beside, and what is told of it where its
    address is passed on.

    The websocket knows its visitor by the session of the browser: see Evennia's `onOpen`.
    """
    if not settings.WEBCLIENT_ENABLED:
        raise Http404
    session = request.session
    if request.user.is_authenticated:
        session["webclient_authenticated_uid"] = request.user.pk
        # Tells the end of an older connection of this browser not to sign out the newer one.
        session["webclient_authenticated_nonce"] = (
            session.get("webclient_authenticated_nonce", 0) % 32 + 1
        )
    if not session.session_key:
        session.save()
    socket = _socket_address(request)
    page = {
        "page": _page_data(request, socket) | more,
        **page_files("table/app.js", SHEETS),
        **(sharing or {}),
        "books": _books_ahead(request),
    }
    response = render(request, "table/page.html", page)
    policy = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, socket]}
    response.headers[CSP.HEADER_ENFORCE] = build_policy(policy, get_nonce(request))
    return response


@require_safe
def watch_page(request: HttpRequest, number: int) -> HttpResponse:
    """The address of a table, to pass on: who opens it looks on, and may sit down there."""
    return render_table(request, sharing=_sharing_of(number), errand=f"watch {number}")


def _sharing_of(number: int) -> dict[str, str]:
    """What is told of a table where its address is passed on; nothing of a private one."""
    found = in_reactor(told_of_table, number) if len(str(number)) <= NUMBERS else None
    if found is None:
        return {}
    own = current_language()
    name = Text(shelf.pack_named(found.game), own).game()
    names = message("browser.board.and", own).join(found.names)
    state = message(f"browser.lobby.state.{found.state}", own)
    return {
        "title": message("browser.lobby.table", own, number=number, game=name),
        "description": f"{state} · {names}" if names else state,
        "picture": reverse("picture_table", args=[number, current_script()]),
    }


def told_of_table(number: int) -> Seen | None:
    """What anybody may know of a table; None of a private one, or if there is none."""
    from typeclasses.tables import Table  # Evennia must be up, and Django reads addresses before

    found = next((each for each in Table.live_tables() if each.number == number), None)
    if found is None or found.options["private"]:
        return None
    return Seen(number, found.game_id, found.public_state, list(found.names))


def _socket_address(request: HttpRequest) -> str:
    host = request.get_host().rpartition(":")[0] or request.get_host()
    scheme = "wss" if settings.TLS_CERTIFICATE or request.is_secure() else "ws"
    return settings.WEBSOCKET_CLIENT_URL or f"{scheme}://{host}:{settings.WEBSOCKET_CLIENT_PORT}"


def _books_ahead(request: HttpRequest) -> list[str]:
    """The address of the book that the page will need, where what it is to do says so."""
    words = request.GET.get("do", "").split()
    pack = games.games_by_id().get(words[1]) if len(words) > 1 else None
    return [shelf.book_address(pack, current_language())] if pack is not None else []


def _page_data(request: HttpRequest, socket: str) -> dict[str, Any]:
    register = settings.NEW_ACCOUNT_REGISTRATION_ENABLED
    return {
        "socket": f"{socket}?{request.session.session_key}&table&browser",
        "language": current_script(),
        # What who is not signed in types to come in.
        "guest": "" if request.user.is_authenticated else GUEST[current_language()],
        "game": settings.SERVERNAME,
        "addresses": {
            "sign_in": f"{reverse('login')}?next={reverse('webclient:index')}",
            "register": reverse("register") if register else None,
        },
        "push": page_data(request),
        "words": find_message("browser", current_language()),
    }
