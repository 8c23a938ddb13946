"""
What is typed and means nothing by itself: by somebody without a wizard, or by one who could mean
several commands.
"""

from __future__ import annotations

from evennia.commands.cmdhandler import CMD_MULTIMATCH, CMD_NOINPUT, CMD_NOMATCH

from commands.command import Command


class CmdArrive(Command):
    """
    Whatever somebody types who is logged in and has no wizard: they get it, and do what they typed.

    That happens when the wizard was deleted, or could not be stored when it was made.
    """

    key = CMD_NOMATCH
    aliases = [CMD_NOINPUT]
    yields = False

    def func(self) -> None:
        wizard = self.account.enter(self.session)
        if wizard is None:
            self.tell("trouble.no_wizard")
        elif typed := self.raw_string.strip():
            wizard.execute_cmd(typed, session=self.session)


class CmdSeveral(Command):
    """More than one command answers to what was typed, equally well."""

    key = CMD_MULTIMATCH
    yields = False

    def func(self) -> None:
        names = sorted({match[2].key for match in self.matches})
        self.tell("trouble.several", names=self.reader.join_names(names))
