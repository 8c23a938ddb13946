"""Evennia's `spawn`, but for rooms, which stand nowhere: its own would put them into the room."""

from __future__ import annotations

from collections.abc import Iterator

from evennia.commands.default import building
from evennia.objects.objects import DefaultRoom


class CmdSpawn(building.CmdSpawn):
    __doc__ = building.CmdSpawn.__doc__

    def func(self) -> Iterator[str]:
        """As Evennia does it, with its questions; then rooms are taken out of this place."""
        yield from super().func()
        place = self.caller.location
        for thing in place.contents if place is not None else ():
            if isinstance(thing, DefaultRoom):
                thing.location = None
