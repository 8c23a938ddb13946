"""Which commands are there when: at the login screen, as an account, as a character."""

from evennia import default_cmds


class CharacterCmdSet(default_cmds.CharacterCmdSet):
    """What a character can do anywhere."""

    key = "DefaultCharacter"


class AccountCmdSet(default_cmds.AccountCmdSet):
    """What an account can do, with a character or without."""

    key = "DefaultAccount"


class UnloggedinCmdSet(default_cmds.UnloggedinCmdSet):
    """What one can do before logging in."""

    key = "DefaultUnloggedin"


class SessionCmdSet(default_cmds.SessionCmdSet):
    """What a connection can do, logged in or not."""

    key = "DefaultSession"
