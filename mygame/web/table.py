"""
The page of the lobby and the table (`/webclient/`), drawn by the modules in `static/table`.

The page brings along what these cannot know: where the websocket is, the session of the browser by
which it knows its visitor, and the sentences of the page in the visitor's language.

Links of the site lead to something to do there (`?do=play+pebbles`, `?join=3`, `?watch=3`). Such an
address is never a page: it is kept with the browser's session and answered by the address of the
table alone, and the next page that is made there takes it along, once. So it is done once, whatever
reload, Back or a bookmark make of the page; and pages of others cannot have anything done here but
to look on (`_errand_of`).
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

from web.words import current_language, current_script
from world.locale.messages import find_message

SHEETS = [
    "site/tokens.css",
    *(
        f"table/{name}.css"
        for name in ("table", "board", "card", "detail", "track", "animate", "dock", "acting")
    ),
]


ERRAND = "errand"  # in the session of a browser: the line that its next table page types
ERRAND_MOST = 200  # characters
STARTS = ("play", "tutorial", "open", "door")  # all else is for who is in


@require_safe
def table_page(request: HttpRequest) -> HttpResponse:
    """
    The lobby and the table. Who is signed in to the site is logged in there as well; what an
    address asks for comes with the next page.
    """
    asks = any(name in request.GET for name in ("do", "join", "watch"))
    if not asks:
        errand = request.session.pop(ERRAND, "")
        response = render_table(request, errand=errand)
        if errand:  # Back shows what a browser has kept, without asking
            response.headers["Cache-Control"] = "private, no-store"
        return response
    if errand := _errand_of(request):
        request.session[ERRAND] = errand
    return redirect("webclient:index")


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


def render_table(request: HttpRequest, **more: Any) -> HttpResponse:
    """
    The page of `table_page`, and what its modules are to know beside.

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
    page = {"page": _page_data(request, socket) | more, "sheets": SHEETS}
    response = render(request, "table/page.html", page)
    policy = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, socket]}
    response.headers[CSP.HEADER_ENFORCE] = build_policy(policy, get_nonce(request))
    return response


@require_safe
def watch_page(request: HttpRequest, number: int) -> HttpResponse:
    """The address of a table, to pass on: who opens it looks on, and may sit down there."""
    return redirect(f"{reverse('webclient:index')}?watch={number}")


def _socket_address(request: HttpRequest) -> str:
    host = request.get_host().rpartition(":")[0] or request.get_host()
    scheme = "wss" if settings.TLS_CERTIFICATE or request.is_secure() else "ws"
    return settings.WEBSOCKET_CLIENT_URL or f"{scheme}://{host}:{settings.WEBSOCKET_CLIENT_PORT}"


def _page_data(request: HttpRequest, socket: str) -> dict[str, Any]:
    register = settings.NEW_ACCOUNT_REGISTRATION_ENABLED
    return {
        "socket": f"{socket}?{request.session.session_key}&table&browser",
        "language": current_script(),
        "game": settings.SERVERNAME,
        "addresses": {
            "sign_in": f"{reverse('login')}?next={reverse('webclient:index')}",
            "register": reverse("register") if register else None,
        },
        "words": find_message("browser", current_language()),
    }
