"""What the pages of builders have in common: who may see them, what is counted, what is told."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from rules.pack import Pack
from rules.workshop.problems import in_language
from server.plainpage import Notice
from web import shelf
from web.words import current_language
from world import content
from world.accounts import limits, roles
from world.errors import TableError
from world.locale.messages import find_message, message, strip_marks
from world.locale.reader import Reader
from world.models import Draft
from world.render.announce import sentence_of

WAY = "web"
LARGEST = 2**31 - 1


def check_limit(request: HttpRequest, action: str) -> None:
    """The limits of the API, by account. :raises TableError: `tooOften`."""
    if wait := limits.buckets_of(action).take(("api", request.user.pk)):
        raise TableError("tooOften", action=action, wait=wait)


def pack_to_write(request: HttpRequest, pack_id: str) -> Pack:
    """
    :raises Http404: no such game.
    :raises PermissionDenied: this visitor writes no cards, or none of this game; says which.
    """
    pack = shelf.pack_named(pack_id)
    if not roles.is_allowed(request.user, "write", pack.folder):
        lacking = "not_named" if roles.is_allowed(request.user, "write") else "may_not"
        raise PermissionDenied(
            Notice(message(f"build.{lacking}", "zh"), message(f"build.{lacking}", "en"))
        )
    return pack


def find_draft(request: HttpRequest, pack: Pack, number: int) -> Draft:
    """:raises Http404: no such draft, or none of this visitor's affair."""
    try:
        row = content.draft_numbered(request.user, number) if number <= LARGEST else None
    except TableError:
        row = None
    if row is None or row.folder != pack.folder:
        raise Http404
    return row


def complain(request: HttpRequest, error: TableError) -> None:
    """Say what is wrong on the next page."""
    messages.error(request, strip_marks(sentence_of(error, Reader(current_language(), plain=True))))


def tell_outcome(request: HttpRequest, outcome: Any) -> None:
    """Say what came of publishing."""
    if outcome.published:
        messages.success(request, message("build.done.publish", current_language()))
    for problem in outcome.problems[:5]:
        messages.error(request, in_language(problem, current_language()))


def page_sentences() -> dict[str, Any]:
    """The sentences of these pages."""
    return {"said": find_message("build", current_language()), "here": "build"}
