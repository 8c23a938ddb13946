"""Which commands are there when: at the login screen, as an account, as a character."""

from evennia import CmdSet, default_cmds

from commands import unloggedin


class CharacterCmdSet(default_cmds.CharacterCmdSet):
    """What a character can do anywhere."""

    key = "DefaultCharacter"


class AccountCmdSet(default_cmds.AccountCmdSet):
    """What an account can do, with a character or without."""

    key = "DefaultAccount"


class UnloggedinCmdSet(CmdSet):
    """What one can do before logging in."""

    key = "DefaultUnloggedin"
    priority = 0

    def at_cmdset_creation(self):
        """Fill the set."""
        for command in unloggedin.COMMANDS:
            self.add(command())


class SessionCmdSet(default_cmds.SessionCmdSet):
    """What a connection can do, logged in or not."""

    key = "DefaultSession"
