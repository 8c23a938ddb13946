"""
Commands about the course of a match rather than its rules: taking back, saying yes or no to it, and
letting a bot answer in one's place.
"""

from __future__ import annotations

from commands.answering import choice_for
from commands.command import NO, YES, Command
from commands.hall import kind_named
from commands.table import CmdAnswer
from world.errors import TableError
from world.render import look


class CmdUndo(Command):
    """Take back one's own last answer."""

    key = "undo"
    aliases = ["back", "takeback", "take back", "返回", "悔棋", "收回"]
    topic = "undo"
    group = "game"

    def func(self) -> None:
        if (table := self.need_match()) is not None:
            self.attempt(lambda: table.undoing(self.caller).take_back(table.seat_of(self.caller)))


class CmdYes(CmdAnswer):
    """Agree to what another player asks; an answer like any other when nobody asks."""

    key = "yes"
    aliases = ["agree"]
    topic = "yes"
    group = "game"
    agrees = True

    def func(self) -> None:
        table = self.table
        seat = table.seat_of(self.caller) if table is not None else None
        if seat is not None and table.asks_consent(seat):
            undoing = table.undoing(self.caller)
            self.attempt(undoing.agree, seat, self.agrees)
        elif choice_for(self.caller)[1] is None:
            self.tell_refusal(TableError("undoNotAsked"))
        else:
            super().func()


class CmdNo(CmdYes):
    """Refuse what another player asks."""

    key = "no"
    aliases = ["refuse", "disagree"]
    topic = "no"
    agrees = False


class CmdAuto(Command):
    """Let a bot answer in one's place: `auto on`, `auto on master`, `auto off`."""

    key = "auto"
    aliases = ["autopilot", "代打"]
    topic = "auto"
    group = "game"

    def func(self) -> None:
        table = self.need_match()
        if table is None:
            return
        seat = table.seat_of(self.caller)
        if seat is None:
            self.tell("table.not_seated")
            return
        if table.state != "playing":
            self.show(look.no_match_lines(table, self.caller))
            return
        words = self.args.casefold().split()
        kind = table.autopilot_of(seat)
        if not words or (words[0] in NO and not kind):
            told = {"kind": self.say(f"table.kind.{kind}")} if kind else {}
            self.tell("auto.is_on" if kind else "auto.usage", **told)
        elif words[0] in NO:
            self.attempt(table.set_autopilot, self.caller, "")
        else:
            kinds = [word for word in words if word not in YES]
            self.attempt(table.set_autopilot, self.caller, kind_named((kinds or ["greedy"])[0]))


COMMANDS = (CmdUndo, CmdYes, CmdNo, CmdAuto)
