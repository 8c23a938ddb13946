"""Changing one's password, by the rules of `world.community.entrance`."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import inlineCallbacks

from commands.command import Command
from server import browsers
from world.community import entrance
from world.render import trouble


class CmdPassword(Command):
    """Change one's password: `password <old password> = <new password>`."""

    key = "password"
    aliases = ["passwd", "改密码"]
    topic = "password"
    yields = False
    account_caller = True

    def func(self) -> Any:
        """Refuse what is no change of a password; else do it while everybody plays on."""
        old, equals, new = (half.strip() for half in self.args.partition("="))
        if not (old and equals and new):
            self.tell("password.usage")
            return None
        return self.change(old, new).addErrback(trouble.report_failure, self.account)

    @inlineCallbacks
    def change(self, old: str, new: str) -> Any:
        """As `world.community.entrance` decides, for the web site as well."""
        address = str(self.session.address or "")
        try:
            yield entrance.change_password(self.account, old, new, address)
        except entrance.REFUSALS as error:
            self.show([entrance.refusal_sentence(error, self.reader.language)])
        else:
            if self.session.csessid:
                browsers.stay_signed_in(self.session.csessid, self.account)
            self.tell("password.changed")


COMMANDS = (CmdPassword,)
