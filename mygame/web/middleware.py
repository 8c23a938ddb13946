"""What the web site does with every request before a page is made."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, QueryDict

from server import browsers, chinese, cleaning, visitors
from web.words import LANGUAGE_CODES, TRADITIONAL, current_script
from world.accounts import people
from world.community import moderation

YEAR = 365 * 24 * 60 * 60  # seconds
COOKIELESS = "cookieless"  # attribute of a response that leaves nothing in the browser


class LanguageMiddleware:
    """
    `?lang=zh`, `zh-hant` or `en` on any address chooses the language, there and from then on.

    So an address can be given to a friend in their language. It stands before Django's middleware
    for languages, which finds the choice in the cookie that this one keeps it in.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        code = LANGUAGE_CODES.get(request.GET.get("lang", ""))
        if code is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = code
        response = self.get_response(request)
        if _is_page(response) and not getattr(response, COOKIELESS, False):
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                code,
                max_age=YEAR,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                samesite="Lax",
            )
        return response


class ScriptMiddleware:
    """
    Pages for readers of traditional Chinese are converted as a whole; what stands in fields of
    forms, which comes back, and texts of files (`<pre class="source">`) stay as they are. It stands
    behind Django's middleware for languages.
    """

    KEPT = re.compile(
        r'(value="[^"]*"|<textarea.*?</textarea>|<pre class="source".*?</pre>)', re.DOTALL
    )

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self.get_response(request)
        if current_script() == TRADITIONAL and _is_page(response) and not response.streaming:
            pieces = self.KEPT.split(response.content.decode())
            pieces[::2] = map(chinese.to_traditional, pieces[::2])
            page = "".join(pieces).replace(' lang="zh-Hans"', ' lang="zh-Hant"')
            response.content = page.encode()
        return response


class OwnMiddleware:
    """A page is made for one visitor: nobody between keeps it for another."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self.get_response(request)
        if _is_page(response):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class HarmlessMiddleware:
    """
    What forms and addresses say passes `server.cleaning` before a page looks at it; passwords stay
    as they were typed. Bodies of another kind are for whoever reads them (`web.api.shapes`).
    """

    KEPT = "password"  # in the names of fields

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        request.GET = self._clean_form(request.GET)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> None:
        """Forms of pages; what is no page (the API) reads its requests itself."""
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            request.POST = self._clean_form(request.POST)

    def _clean_form(self, given: QueryDict) -> QueryDict:
        clean = {
            cleaning.clean_line(name): values
            if self.KEPT in name
            else list(map(cleaning.clean_output, values))
            for name, values in given.lists()
        }
        if clean == dict(given.lists()):
            return given
        made = QueryDict(mutable=True)
        for name, values in clean.items():
            made.setlist(name, values)
        made._mutable = False
        return made


def _is_page(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


class VisitorMiddleware:
    """
    Sets `request.origin_ip`, knows who plays in this browser, and sees to it that who was banned is
    signed in no longer.

    Needs `request.user`, so it stands behind Django's middleware for sessions and accounts.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        request.origin_ip = visitor_of(request)
        if not request.user.is_authenticated:
            welcome_player(request)
        user = request.user
        if user.is_authenticated and moderation.ban_on(user, address=request.origin_ip):
            logout(request)
        return self.get_response(request)


def welcome_player(request: HttpRequest) -> None:
    """
    Who has come into the game in this browser is the same on the site, as long as they are there.

    A guest, who has no password to sign in with, is signed in for good. Staff sign in by
    themselves: what they may do here is more than to play. The key of the session stays as it is,
    for the game's connection is known by it.
    """
    account = people.account_numbered(request.session.get(browsers.IN_GAME))
    if account is None or not account.is_active or account.is_staff or account.is_superuser:
        return
    request.user = account
    if people.is_guest(account):
        browsers.sign_session_in(request.session, account)


def visitor_of(request: HttpRequest) -> str:
    """The address of who asks: what the Portal says, or who has come past it."""
    headers = request.headers
    said = headers.get(visitors.FORWARDED, "")
    if visitors.is_from_portal(headers.get(visitors.PROOF)):
        return said
    return visitors.visitor_address(request.META.get("REMOTE_ADDR"))
