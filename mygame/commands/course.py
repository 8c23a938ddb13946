"""
Commands about the course of a match rather than its rules: taking back, and saying yes or no to it.
"""

from __future__ import annotations

from commands.command import Command
from commands.table import CmdAnswer


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
        else:
            super().func()


class CmdNo(CmdYes):
    """Refuse what another player asks."""

    key = "no"
    aliases = ["refuse", "disagree"]
    topic = "no"
    agrees = False


COMMANDS = (CmdUndo, CmdYes, CmdNo)
