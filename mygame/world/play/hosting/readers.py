"""
The readers of one match: whoever wants to be told what happens in it, in the order in which they
came.
"""

from __future__ import annotations

from collections.abc import Iterator

from evennia.utils import logger

from world.play.hosting.events import Event, Reader


class Readers:
    """Any number of readers; none of them can harm the match or the others."""

    def __init__(self, about: str):
        self.about = about
        self._readers: list[Reader] = []

    def __iter__(self) -> Iterator[Reader]:
        return iter(tuple(self._readers))

    def add_reader(self, reader: Reader) -> None:
        """Tell a reader of everything from now on; behind those who are there already."""
        if reader not in self._readers:
            self._readers.append(reader)

    def remove_reader(self, reader: Reader) -> None:
        """Tell a reader of nothing more."""
        if reader in self._readers:
            self._readers.remove(reader)

    def tell(self, event: Event) -> None:
        """Let everybody read an event; who fails is named in the log."""
        for reader in self:
            try:
                reader.read(event)
            except Exception:  # noqa: BLE001 (logged; who reads cannot stop a match)
                logger.log_trace(f"{reader!r} could not read {event!r} of {self.about}")
