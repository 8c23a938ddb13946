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
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.csp import CSP, build_policy
from django.views.decorators.http import require_safe

from web.words import current_language, current_script
from world.locale.messages import find_message

SHEETS = [
    "site/tokens.css",
    *(
        f"table/{name}.css"
        for name in ("table", "board", "card", "detail", "track", "animate", "dock")
    ),
]


@require_safe
def table_page(request: HttpRequest) -> HttpResponse:
    """The lobby and the table. Who is signed in to the site is logged in there as well."""
    return render_table(request)


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
