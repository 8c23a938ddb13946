"""
Scenes: opening what a person, a place or a way has to offer.

What is typed in one is found out in `commands.parser`: there answers go before commands.
"""

from __future__ import annotations

from typing import Any

from commands.command import Command
from typeclasses.scenes import Opening, open_scene, openings_at
from world.locale.messages import shorten_quote
from world.render.scene import opening_lines


class CmdVisit(Command):
    """Open what a person or a place here has to offer; without a name, what there is."""

    key = "visit"
    aliases = ["talk", "talk to", "talk with", "交谈"]
    topic = "visit"
    group = "start"

    def func(self) -> None:
        if (scene := self.scene) is not None:
            self.tell("error.inScene", name=scene.name_for(self.caller))
            return
        here = openings_at(self.caller.location, self.caller)
        if not self.args:
            self.show(opening_lines(here, self.caller, self.reader) or [self.say("scene.none")])
            return
        found = self.meant(here)
        if found is not None:
            self.attempt(self.open, found)
        elif here:
            lines = opening_lines(here, self.caller, self.reader)
            self.show([self.say("scene.unknown_name", text=shorten_quote(self.args)), *lines])
        else:
            self.tell("scene.none")

    def meant(self, here: list[Opening]) -> Opening | None:
        """Which one is meant: by its name in either language, or the beginning of only one."""
        wanted = self.args.casefold().removeprefix("the ")
        names = [(_names_of(opening.place), opening) for opening in here]
        for fits in (str.__eq__, str.startswith):
            found = [each for own, each in names if any(fits(name, wanted) for name in own)]
            if len(found) == 1 or (found and fits is str.__eq__):
                return found[0]
        return None

    def open(self, opening: Opening) -> None:
        open_scene(self.caller, opening)


def _names_of(place: Any) -> set[str]:
    names = [place.key, *place.aliases.all(), *dict(getattr(place, "names", None) or {}).values()]
    return {str(name).casefold().removeprefix("the ") for name in names}


COMMANDS = (CmdVisit,)
