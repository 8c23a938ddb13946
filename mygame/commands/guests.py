"""
Registering: how a guest becomes a person with a name and a password, and keeps everything.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import inlineCallbacks

from commands.command import Command
from commands.unloggedin import name_and_password
from server import passwords
from server.addresses import source_of
from server.hashing import Restarting
from world.accounts import guests, people
from world.errors import TableError
from world.render.announce import error_text


class CmdRegister(Command):
    """A guest chooses a name and a password, and keeps everything: `register Ann PASSWORD`."""

    key = "register"
    topic = "register"
    group = "people"
    yields = False
    verbatim = True  # a password above all

    def func(self) -> Any:
        halves = name_and_password(self.args)
        account = self.caller.player_account
        if not people.is_guest(account):
            self.tell("error.guestNot")
            return None
        if halves is None:
            self.tell("guest.usage")
            return None
        if not self.attempt(guests.check_register, account, *halves):
            return None
        deferred = self.register(account, *halves)
        if self.session is not None:
            self.session.hold_input_until(deferred)
        return deferred

    @inlineCallbacks
    def register(self, account: Any, name: str, password: str) -> Any:
        """The hash is computed beside the game; what is typed meanwhile waits."""
        source = source_of(self.session.address) if self.session is not None else ""
        try:
            hashed = yield passwords.hash_password(password, source)
            guests.register_guest(account, name, hashed)
        except TableError as error:
            self.caller.msg(error_text(error, self.caller))
        except Restarting:
            self.tell("login.restarting")
        else:
            self.tell("guest.registered", name=name)


COMMANDS = (CmdRegister,)
