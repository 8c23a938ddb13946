"""
The page of the lobby and the table (`/webclient/`), drawn by the modules in `static/table`.

The page brings along what these cannot know: where the websocket is, the session of the browser by
which it knows its visitor, and the sentences of the page in the visitor's language.

Links of the site lead to something to do there (`?do=play+pebbles`, `?join=3`, `?watch=3`). Before
anything else, the page that answers puts the address of the table alone in the place of its own
(`early.js`), and no browser keeps it. So it is done once, whatever reload, Back or a bookmark make
of the page; and pages of others cannot have anything done here but to look on (`_errand_of`).
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csp import get_nonce
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.csp import CSP, build_policy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from server.threads import in_reactor
from web import shelf
from web.bundle import late_files, page_files
from web.now import Seen
from web.push import page_data
from web.words import current_language, current_script
from world.locale.messages import find_message, message
from world.shelf import games

GUEST = {"zh": "游客", "en": "guest"}
NUMBERS = 9  # digits of the number of a table at most
PARTS = (*("table", "board", "card", "frame", "detail", "track", "animate", "dock", "acting"),)
LATE_SHEETS = ["table/hall.css", "table/ending.css"]
OWN_SHEETS = ["site/tokens.css", *(f"table/{name}.css" for name in PARTS)]
SHEETS = [*OWN_SHEETS, *LATE_SHEETS]
APP, LATE = "table/app.js", "table/late.js"

ERRAND_MOST = 200  # characters
ASKING = ("play ", "tutorial")  # at once
STARTS = ("play", "tutorial", "open", "door")  # all else is for who is in


@require_safe
def table_page(request: HttpRequest) -> HttpResponse:
    """
    The lobby and the table. Who is signed in to the site is logged in there as well; what an
    address asks for is done by the page.
    """
    errand = _errand_of(request)
    if request.GET and not errand:
        return redirect("webclient:index")
    response = render_table(request, errand=errand)
    if errand:  # Back shows what a browser has kept, without asking
        response.headers["Cache-Control"] = "private, no-store"
    return response


def _errand_of(request: HttpRequest) -> str:
    """
    The line that an address asks to be typed, "" for none: one that begins a game, or the way to a
    table. By a link on a page of somebody else one only looks on there.
    """
    asked = request.GET
    number = asked.get("join") or asked.get("watch") or ""
    if number.isdecimal():
        ours = "join" in asked and _is_own_link(request)
        return f"{'join' if ours else 'watch'} {int(number[:6])}"
    line = " ".join(asked.get("do", "").split())[:ERRAND_MOST]
    begins = line.partition(" ")[0] in STARTS
    return line if begins and _is_own_link(request) else ""


def _is_own_link(request: HttpRequest) -> bool:
    """Whether a page of ours leads here, or a person has typed the address or kept it."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    came_from = request.headers.get("Referer", "")
    return not came_from or url_has_allowed_host_and_scheme(came_from, {request.get_host()})


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
    late = late_files(LATE, LATE_SHEETS, APP)
    if waits := more.get("errand", "").startswith(ASKING):  # all else comes behind the question
        more["late"] = late
    page = {
        "page": _page_data(request, socket) | more,
        "late": {} if waits else late,
        **page_files(APP, OWN_SHEETS, LATE),
        **(sharing or {}),
        "books": _books_ahead(more.get("errand", "")),
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


def _books_ahead(errand: str) -> list[str]:
    """The address of the book that the page will need, where what it is to do says so."""
    words = errand.split()
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
