"""
Scenes: opening what a person, a place or a way has to offer.

What is typed in one is found out in `commands.parser`: there answers go before commands.
"""

from __future__ import annotations

import re
from typing import Any

from commands.command import Command
from server.chinese import to_simplified
from typeclasses import together
from typeclasses.going import open_together
from typeclasses.scenes import Opening, openings_at
from world.accounts import people
from world.locale.messages import shorten_quote
from world.render.scene import opening_lines

WITH = re.compile(r"\s+with\s+|\s*[和与跟]\s*", re.IGNORECASE)
#: How Chinese says that one talks to somebody: around the name.
TALK = re.compile(r"[和与跟找]\s*(.+?)\s*(?:说话|说说话|聊天|聊聊|聊聊天|谈谈|交谈|谈话|讲话|搭话)")
AND = re.compile(r"\s*[,，、]\s*|\s+and\s+|\s*[和与跟]\s*", re.IGNORECASE)


class CmdVisit(Command):
    """
    Open what a person or a place here has to offer: `visit keeper`, `visit keeper with Ann`;
    without a name, what there is.
    """

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
        found = self.meant(here, self.args)
        name, *rest = WITH.split(self.args, maxsplit=1)
        others = rest[0].strip() if rest else ""
        if found is not None:
            self.attempt(self.open, found)
        elif others and (found := self.meant(here, name.strip())) is not None:
            self.attempt(self.ask_others, found, others)
        elif here:
            lines = opening_lines(here, self.caller, self.reader)
            self.show([self.say("scene.unknown_name", text=shorten_quote(self.args)), *lines])
        else:
            self.tell("scene.none")

    def meant(self, here: list[Opening], text: str) -> Opening | None:
        """Which one is meant: by its name in either language, or the beginning of only one."""
        wanted = text.casefold().removeprefix("the ")
        names = [(names_of_place(opening.place), opening) for opening in here]
        for fits in (str.__eq__, str.startswith):
            found = [each for own, each in names if any(fits(name, wanted) for name in own)]
            if len(found) == 1 or (found and fits is str.__eq__):
                return found[0]
        return None

    def open(self, opening: Opening) -> None:
        open_together(self.caller, opening)

    def ask_others(self, opening: Opening, names: str) -> None:
        """Ask people who are here to open it together."""
        wanted = [name for name in AND.split(names) if name] or [names]
        accounts = [people.find_person(name, self.caller) for name in wanted]
        others = [people.wizard_of(account) for account in accounts]
        together.ask_along(self.caller, opening, others)
        told = self.reader.join_names(other.key for other in others)
        self.tell("scene.asked", names=told, seconds=together.PATIENCE)


def names_of_place(place: Any) -> set[str]:
    """What somebody or something is called, in lower case and both languages."""
    names = [place.key, *place.aliases.all(), *dict(getattr(place, "names", None) or {}).values()]
    return {str(name).casefold().removeprefix("the ") for name in names}


def begin_talk(command: Command) -> bool:
    """
    Visit whom a line names and nothing else, or a Chinese one says one talks to, 和掌柜说话;
    whether it is such a line.
    """
    text = to_simplified(command.raw_string.strip())
    said = TALK.fullmatch(text)
    here = openings_at(command.caller.location, command.caller)
    named = text.casefold().removeprefix("the ")
    if said is None and not any(named in names_of_place(opening.place) for opening in here):
        return False
    visit: Any = CmdVisit()
    visit.caller, visit.session = command.caller, command.session
    visit.args = said[1] if said is not None else text
    visit.func()
    return True


COMMANDS = (CmdVisit,)
