"""Changing one's password, hashed in threads as at the login screen."""

from __future__ import annotations

from typing import Any

from evennia.utils import logger
from twisted.internet.defer import inlineCallbacks

from commands.command import Command
from server import passwords
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
        return self.change(old, new).addErrback(trouble.failed, self.account)

    @inlineCallbacks
    def change(self, old: str, new: str) -> Any:
        """The old one is checked, the new one hashed, in threads."""
        account = self.account
        right, _ = yield passwords.check_password(old, account.password)
        if not right:
            self.tell("password.wrong")
            return
        valid, error = account.validate_password(new, account=account)
        if not valid:
            both = error.messages[0].split("\n")  # in Chinese and in English
            self.show([both[0 if self.reader.language == "zh" else -1]])
            return
        account.set_password((yield passwords.hash_password(new)))
        account.save(update_fields=["password"])
        logger.log_sec(f"Password Changed: {account} (IP: {self.session.address}).")
        self.tell("password.changed")


COMMANDS = (CmdPassword,)
