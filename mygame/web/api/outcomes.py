"""What has become of a game that was published, as data."""

from __future__ import annotations

from typing import Any

from rules.workshop.problems import in_language
from web.words import current_language


def outcome_data(outcome: Any) -> dict[str, Any]:
    """An `Outcome` of `world.content.publishing`."""
    return {
        "published": outcome.published,
        "version": outcome.pack.version if outcome.pack is not None else "",
        "added": [card.id for card in outcome.added],
        "changed": [card.id for card in outcome.changed],
        "removed": [card.id for card in outcome.removed],
        "problems": [in_language(each, current_language()) for each in outcome.problems],
    }
