"""What one hears of the world outside: deeds, and the roll of the dead."""

from __future__ import annotations

import re

from commands.command import Command
from world.play.deeds import latest_deeds
from world.play.fallen import roll_of_the_dead
from world.render import tidings

LATEST = 15


class CmdRumours(Command):
    """What people have done outside in the last day."""

    key = "rumours"
    aliases = ["rumors", "deeds"]
    topic = "rumours"
    group = "people"

    def func(self) -> None:
        lines = tidings.deed_lines(latest_deeds(LATEST), self.reader)
        self.show(lines or [self.say("tidings.none")])


class CmdFallen(Command):
    """The roll of the dead: `fallen`, `fallen 2`."""

    key = "fallen"
    topic = "fallen"
    group = "people"

    def func(self) -> None:
        number = re.search(r"\d{1,6}", self.args)
        page = int(number.group()) if number else 1
        fallen, pages = roll_of_the_dead(page)
        self.show(tidings.fallen_lines(fallen, self.reader, min(max(page, 1), pages), pages))


COMMANDS = (CmdRumours, CmdFallen)
