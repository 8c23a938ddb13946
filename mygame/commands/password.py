"""Changing one's password, hashed in threads as at the login screen."""

from __future__ import annotations

from evennia.commands.command import Command
from evennia.utils import logger
from twisted.internet.defer import inlineCallbacks

from server import passwords

# In Chinese and in English.
USAGE = ("用法：密码 <旧密码> = <新密码>", "Usage: password <old password> = <new password>")
WRONG = ("旧密码不对。", "That is not your password.")
CHANGED = ("密码改好了。", "Your password is changed.")


class CmdPassword(Command):
    """
    change your password

    Usage:
      password <old password> = <new password>
      密码 <旧密码> = <新密码>
    """

    key = "password"
    aliases = ["passwd", "密码", "改密码"]
    locks = "cmd:pperm(Player)"
    account_caller = True

    @inlineCallbacks
    def func(self):
        """The old one is checked, the new one hashed, while everybody plays on."""
        account = self.account
        old, equals, new = (half.strip() for half in self.args.partition("="))
        if not (old and equals and new):
            self.say(USAGE)
            return
        right, _ = yield passwords.check_password(old, account.password)
        if not right:
            self.say(WRONG)
            return
        valid, error = account.validate_password(new, account=account)
        if not valid:
            self.say(error.messages[0].split("\n"))
            return
        account.set_password((yield passwords.hash_password(new)))
        account.save(update_fields=["password"])
        logger.log_sec(f"Password Changed: {account} (IP: {self.session.address}).")
        self.say(CHANGED)

    def say(self, sentence) -> None:
        """One of (Chinese, English), by the account's language."""
        self.msg(sentence[0 if self.account.language == "zh" else 1])
