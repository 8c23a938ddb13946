"""The sentences of the pages, in the visitor's language: the group `web` of the locale files."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from world.render.messages import find


def language() -> str:
    """`zh` or `en`: what the visitor has chosen, or the browser asks for."""
    return "zh" if (get_language() or "").startswith("zh") else "en"


def words(request: HttpRequest) -> dict[str, Any]:
    """For templates: `{{ words.home.intro }}`, and what they need to know of the game."""
    return {
        "words": find("web", language()),
        "language": language(),
        "game_name": settings.SERVERNAME,
        "telnet_host": settings.SERVER_HOSTNAME,
        "telnet_port": settings.TELNET_PORTS[0],
        "register_enabled": settings.NEW_ACCOUNT_REGISTRATION_ENABLED,
    }
