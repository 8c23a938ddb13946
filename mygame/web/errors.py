"""
What a visitor sees when a page cannot be shown: a sentence in both languages.

Nothing here may need the database, a template or a session: one of them may be what is broken.
"""

from __future__ import annotations

import sys

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from evennia.utils import logger

from server import plainpage


def _error_page(status: int, notice: plainpage.Notice) -> HttpResponse:
    return HttpResponse(plainpage.render_page(notice), status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: nonsense, or a host that is not ours."""
    return _error_page(400, plainpage.BAD)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not for this visitor; a `Notice` in the exception says what they lack."""
    said = exception.args[0] if exception is not None and exception.args else None
    return _error_page(403, said if isinstance(said, plainpage.Notice) else plainpage.FORBIDDEN)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without the token of its page."""
    return _error_page(403, plainpage.STALE)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404."""
    return _error_page(404, plainpage.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while the database is locked, full or away; 500 for a mistake of ours, which is noted."""
    if isinstance(sys.exc_info()[1], DatabaseError):
        response = _error_page(503, plainpage.BUSY)
        response.headers["Retry-After"] = "5"
        return response
    logger.log_trace(f"A page failed: {request.method} {request.path[:200]!r}")
    return _error_page(500, plainpage.FAILED)
