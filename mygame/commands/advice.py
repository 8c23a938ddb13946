"""
Commands that ask the bots: what to do now (`hint`), and why a bot did what it did (`why`).
"""

from __future__ import annotations

from typing import Any

from commands.command import Command
from commands.table import choice_for
from rules.preview import visible
from world import thinking
from world.render import look
from world.render.advice import hint_lines, why_lines
from world.render.announce import escape

HINT = "master:ms=200"


class CmdHint(Command):
    """What a strong bot would answer in one's place."""

    key = "hint"
    topic = "hint"
    group = "game"
    yields = False

    def func(self) -> None:
        table, choice = choice_for(self.caller)
        if choice is None:
            self.tell("advice.not_asked")
        elif self.caller.ndb.hinting:
            self.tell("advice.thinking")
        else:
            self.caller.ndb.hinting = True
            thought = thinking.think(HINT, table.match, choice.seat)
            thought.addBoth(self.hand_over, table, choice)

    def hand_over(self, lines: Any, table: Any, choice: Any) -> Any:
        """Tell the asker alone, unless the question has passed meanwhile."""
        self.caller.ndb.hinting = None
        if isinstance(lines, list) and choice_for(self.caller) == (table, choice):
            text = look.text_of(table, self.reader)
            self.show(hint_lines(self.reader, text, table.match, choice, lines))
            return None
        self.tell("advice.late")
        return None if isinstance(lines, list) else lines


class CmdWhy(Command):
    """Why a bot did what it did last: `why`, `why Ada`, `why 2`."""

    key = "why"
    aliases = ["为啥"]
    topic = "why"
    group = "game"
    yields = False

    def func(self) -> None:
        table = self.need_match()
        if table is None:
            return
        if table.host is None:
            self.tell("advice.nothing_done")
            return
        wanted = self.args.strip("?？ ")
        deeds = {
            deed.seat: deed for deed in table.host.deeds.values() if self.may_ask(table, deed.seat)
        }
        if wanted:
            names = {str(seat + 1): seat for seat in range(len(table.names))}
            names |= {name.casefold(): seat for seat, name in enumerate(table.names)}
            seat = names.get(wanted.casefold())
            if seat is None or not table.host.sitters[seat].bot:
                self.tell("advice.no_bot", text=escape(wanted))
                return
            deeds = {seat: deeds[seat]} if seat in deeds else {}
        if not deeds:
            self.tell("advice.nothing_done")
            return
        self.explain(table, list(deeds.values())[-1])

    def may_ask(self, table: Any, seat: int) -> bool:
        """Not about an answer that waits, in secret, for those of others."""
        return all(choice.seat != seat for choice, _ in table.match.sealed)

    def explain(self, table: Any, deed: Any) -> None:
        """What the bot weighed, without what the asker cannot know."""
        seat = table.seat_of(self.caller)

        def sees(entity: int) -> bool:
            return any(visible(match, seat, entity) for match in (deed.match, table.match))

        text = look.text_of(table, self.reader)
        self.show(why_lines(self.reader, text, deed, table.names[deed.seat], sees))


COMMANDS = (CmdHint, CmdWhy)
