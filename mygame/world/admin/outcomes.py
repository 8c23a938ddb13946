"""What has become of a publication, for pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from rules.workshop.problems import in_language
from world.admin.words import admin_sentence, page_language
from world.content.publishing import Outcome
from world.errors import TableError
from world.render.look import name_in_language

PROBLEMS = 20  # of an outcome that are told


def tell_outcome(request: HttpRequest, row: Any, outcome: Outcome) -> str:
    """
    What has become of a publication, as a sentence; for `Deed.tell`.

    :raises TableError: `notPublished` (reason): it has mistakes, or could not be read.
    """
    if outcome.publication is None:
        told = (in_language(each, page_language()) for each in outcome.problems[:PROBLEMS])
        reason = "; ".join(told)
        if outcome.stopped:
            reason = admin_sentence("content.stopped")
        raise TableError("notPublished", reason=reason or admin_sentence("content.unchanged"))
    name = name_in_language(outcome.pack.name, page_language()) if outcome.pack else ""
    return admin_sentence("content.published", game=name or outcome.folder.name)
