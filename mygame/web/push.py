"""
What makes the site an app of the browser: the worker that keeps files and shows messages, the page
for when there is no connection, and being told of one's turn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from server import plainpage, push
from server.threads import in_reactor
from web.words import current_language
from world.accounts import summons
from world.errors import TableError
from world.locale.reader import Reader
from world.render.limits import limit_sentence

WORKER = Path(__file__).parent / "static" / "site" / "worker.js"
ROWS = "push"  # in the session of a browser: the numbers of its rows


def page_data(request: HttpRequest) -> dict[str, str]:
    """What the page of the table needs to ask a browser for it."""
    return {"key": push.public_key(), "csrf": get_token(request), "address": reverse("push")}


@require_POST
def subscription(request: HttpRequest) -> HttpResponse:
    """A browser wants to be told of its person's turns, or (`off`) does not any more."""
    if not request.user.is_authenticated:
        return HttpResponse(status=403)
    form = request.POST
    endpoint = form.get("endpoint", "")[: push.LONGEST + 1]
    if form.get("off"):
        in_reactor(summons.unsubscribe, request.user, endpoint)
        return HttpResponse(status=204)
    given = push.Address(endpoint, form.get("p256dh", "")[:100], form.get("auth", "")[:40])
    try:
        row = in_reactor(summons.subscribe, request.user, given)
    except ValueError:
        return HttpResponse(status=400)
    except TableError as error:
        said = limit_sentence(error, Reader(current_language(), plain=True))
        return JsonResponse({"error": said}, status=429)
    request.session[ROWS] = [*request.session.get(ROWS, [])[-summons.MOST + 1 :], row.pk]
    return HttpResponse(status=204)


@receiver(user_logged_out, dispatch_uid="web.push")
def _forget_browser(request: HttpRequest, **_: Any) -> None:
    """Who signs out is not told in this browser any more."""
    rows = request.session.get(ROWS) if request is not None else None
    if rows:
        in_reactor(summons.forget_browsers, rows)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker, which has to stand at the root to see to all pages."""
    response = HttpResponse(WORKER.read_text("utf-8"), "text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows where there is no connection; the same for everybody."""
    response = HttpResponse(plainpage.render_page(plainpage.OFFLINE))
    response.headers["Cache-Control"] = "no-cache"
    return response
