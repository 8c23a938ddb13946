"""What has become of a publication, for pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from rules.workshop.problems import in_language
from world.admin.words import language, sentence
from world.content.publishing import Outcome
from world.errors import TableError
from world.render.look import localized_name

PROBLEMS = 20  # of an outcome that are told


def outcome_told(request: HttpRequest, row: Any, outcome: Outcome) -> str:
    """
    What has become of a publication, as a sentence; for `Deed.tell`.

    :raises TableError: `notPublished` (reason): it has mistakes, or could not be read.
    """
    if outcome.publication is None:
        told = (in_language(each, language()) for each in outcome.problems[:PROBLEMS])
        reason = "; ".join(told)
        if outcome.stopped:
            reason = sentence("content.stopped")
        raise TableError("notPublished", reason=reason or sentence("content.unchanged"))
    name = localized_name(outcome.pack.name, language()) if outcome.pack else ""
    return sentence("content.published", game=name or outcome.folder.name)
