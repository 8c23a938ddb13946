"""A crowd: rooms in which many people stand, and nobody ever sees all of them as one list."""

from __future__ import annotations

from typing import Any


class Crowd:
    """Mixed into rooms where people meet."""

    contents_get: Any

    def people(self) -> list[Any]:
        """Characters with a client; one without has been left behind, and nobody misses it."""
        return [c for c in self.contents_get(content_type="character") if c.sessions.count()]

    def crowd_size(self) -> int:
        """How many people stand here."""
        return len(self.people())

    def crowd(self, page: int = 1, size: int = 20) -> tuple[list[Any], int]:
        """The people of one page, and how many pages there are. Pages count from 1."""
        people = sorted(self.people(), key=lambda person: person.key)
        pages = max(1, -(-len(people) // size))
        start = (min(max(page, 1), pages) - 1) * size
        return people[start : start + size], pages
