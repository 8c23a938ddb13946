"""The sentences of the pages, in the visitor's language: the group `web` of the locale files."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from web.going import way_back
from world.accounts import people
from world.locale.messages import find_message

TRADITIONAL = "zh-hant"
# What `?lang=` may say, and what Django calls it.
LANGUAGE_CODES = {"zh": "zh-hans", TRADITIONAL: TRADITIONAL, "en": "en"}
_HTML = {"zh": "zh-Hans", TRADITIONAL: "zh-Hant", "en": "en"}
_SELF_NAMES = {"zh": "简体中文", TRADITIONAL: "繁體中文", "en": "English"}


def current_language() -> str:
    """`zh` or `en`: what the visitor has chosen, or the browser asks for."""
    return "zh" if (get_language() or "").startswith("zh") else "en"


def current_script() -> str:
    """The language with its script: `zh`, `zh-hant` or `en` (`web.middleware.ScriptMiddleware`)."""
    return TRADITIONAL if get_language() == TRADITIONAL else current_language()


def template_words(request: HttpRequest) -> dict[str, Any]:
    """For templates: `{{ words.home.intro }}`, and what they need to know of the game."""
    own = current_language()
    return {
        "words": find_message("web", own),
        "language": own,
        "html_language": _HTML[current_script()],
        "languages": language_links(request),
        "site_address": request.build_absolute_uri("/").rstrip("/"),
        "page_address": request.build_absolute_uri(_safe_path(request)),
        "game_name": settings.SERVERNAME,
        "telnet_host": settings.SERVER_HOSTNAME,
        "telnet_port": settings.TELNET_PORTS[0],
        "register_enabled": settings.NEW_ACCOUNT_REGISTRATION_ENABLED,
        "way_back": SimpleLazyObject(lambda: way_back(request)),
        "is_guest": SimpleLazyObject(lambda: _is_guest(request)),
    }


def language_links(request: HttpRequest) -> list[dict[str, Any]]:
    """Each language with the address of this page in it; what was asked for stays in the query."""
    query = [(name, value) for name, value in request.GET.items() if name != "lang"]
    return [
        {
            "code": _HTML[each],
            "name": _SELF_NAMES[each],
            "address": f"{_safe_path(request)}?{urlencode([*query, ('lang', each)])}",
            "absolute": request.build_absolute_uri(f"{_safe_path(request)}?lang={each}"),
            "chosen": each == current_script(),
        }
        for each in LANGUAGE_CODES
    ]


def _safe_path(request: HttpRequest) -> str:
    """The path of the page as a browser may follow it: never another host's."""
    return "/" + request.path.lstrip("/\\")


def _is_guest(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return user is not None and user.is_authenticated and people.is_guest(user)
