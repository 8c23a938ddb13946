"""
Things whose cards no game of their realm has any more: they are marked, and stay whose they are.
"""

from __future__ import annotations

from world.sheets import migrating
from world.shelf import games


def mark_things(realm: str = "") -> None:
    """Mark those of a realm, or of all, by what is on the shelf now."""
    known: dict[str, set[str]] = {}
    for pack in games.games_by_id().values():
        known.setdefault(pack.realm, set()).update(pack.program.catalogue.definitions)
    for name in [realm] if realm else known:
        migrating.mark_retired(name, known.get(name, set()))
