"""
Commands that ask the bots: what to do now (`hint`), and why a bot did what it did (`why`).
"""

from __future__ import annotations

from typing import Any

from commands.command import Command
from commands.table import choice_for
from rules.playing.bots.answers import Line
from rules.playing.preview import is_visible
from rules.running.choices import Choice
from world.accounts import limits
from world.locale.messages import shorten_quote
from world.play import thinking
from world.play.hosting.botturns import Deed
from world.render import look
from world.render.advice import hint_lines, why_lines

HINT = "grandmaster:ms=200"


class CmdHint(Command):
    """What a strong bot would answer in one's place."""

    key = "hint"
    topic = "hint"
    group = "game"
    yields = False

    def func(self) -> None:
        if (table := self.need_match()) is None or not self.attempt(table.check_hints):
            return
        table, choice = choice_for(self.caller)
        if choice is None:
            self.tell("advice.not_asked")
        elif self.caller.ndb.hinting:
            self.tell("advice.thinking")
        elif self.attempt(limits.check_limit, self.caller, "advice"):
            self.caller.ndb.hinting = True
            thought = thinking.think_elsewhere(HINT, table.match, choice.seat)
            thought.addBoth(self.end_pause)
            thought.addCallback(self.hand_over, table, choice)

    def end_pause(self, thought: Any) -> Any:
        """The next hint may be asked for."""
        self.caller.ndb.hinting = None
        return thought

    def hand_over(self, lines: list[Line], table: Any, choice: Choice) -> None:
        """Tell the asker alone, unless the question has passed meanwhile."""
        if choice_for(self.caller) != (table, choice):
            self.tell("advice.late")
            return
        text = look.text_of(table, self.reader)
        told = hint_lines(self.reader, text, table.match, choice, lines)
        picks = list(lines[0].picks)
        self.help_with(told, "advice", number=table.host.asked_since(choice.seat), picks=picks)


class CmdWhy(Command):
    """Why a bot did what it did last: `why`, `why Ada`, `why 2`."""

    key = "why"
    aliases = ["为啥"]
    topic = "why"
    group = "game"
    yields = False

    def func(self) -> None:
        if (table := self.need_match()) is None or not self.attempt(table.check_hints):
            return
        deeds = self.deeds(table)
        if wanted := self.args.strip("?？ "):
            seat = self.bot_named(table, wanted)
            if seat is None:
                self.tell("advice.no_bot", text=shorten_quote(wanted))
                return
            deeds = [deed for deed in deeds if deed.seat == seat]
        if not deeds:
            self.tell("advice.nothing_done")
        elif self.attempt(limits.check_limit, self.caller, "advice"):
            self.explain(table, deeds[-1])

    def deeds(self, table: Any) -> list[Deed]:
        """
        The last deed of each bot, but no answer that waits, in secret, for those of others; nothing
        for who sees the match later.
        """
        if table.stand_for(self.caller) is not table.host:
            return []
        secret = {choice.seat for choice, _ in table.match.sealed}
        done = table.host.deeds.values() if table.host is not None else ()
        return [deed for deed in done if deed.seat not in secret]

    def bot_named(self, table: Any, wanted: str) -> int | None:
        """The seat of a bot, by its name or number."""
        for seat, place in enumerate(table.occupants()):
            if place.bot and wanted.casefold() in (str(seat + 1), table.names[seat].casefold()):
                return seat
        return None

    def explain(self, table: Any, deed: Deed) -> None:
        """What the bot weighed, without what the asker cannot know."""
        seat = table.seat_of(self.caller)

        def sees(entity: int) -> bool:
            return any(is_visible(match, seat, entity) for match in (deed.match, table.match))

        text = look.text_of(table, self.reader)
        told = why_lines(self.reader, text, deed, table.names[deed.seat], sees)
        self.help_with(told, "why", seat=deed.seat)


COMMANDS = (CmdHint, CmdWhy)
