"""Which commands are there when: at the login screen, as an account, as a character."""

from evennia import CmdSet, default_cmds
from evennia.commands.default import account, comms, general

from commands import advice, course, decks, hall, reading, screen, seats, table, unloggedin
from commands import general as ours
from commands.password import CmdPassword
from server.chinese import traditional

# Of Evennia's own commands what has no meaning in a house of card tables.
_UNUSED_BY_CHARACTERS = (
    general.CmdHome,
    general.CmdInventory,
    general.CmdPose,
    general.CmdNick,
    general.CmdSetDesc,
    general.CmdGet,
    general.CmdDrop,
    general.CmdGive,
    general.CmdWhisper,
    general.CmdAccess,
)
_UNUSED_BY_ACCOUNTS = (
    account.CmdCharCreate,
    account.CmdCharDelete,
    account.CmdColorTest,
    account.CmdStyle,
    comms.CmdPage,
    general.CmdNick,
)


class ClientOptions(account.CmdOption):
    """
    change how your client is spoken to

    Usage:
      client [/save] [name = value]

    Encoding, colours and the like, for this connection.
    """

    key = "client"
    aliases = ["终端"]


class CharacterCmdSet(default_cmds.CharacterCmdSet):
    """What a character can do anywhere."""

    key = "DefaultCharacter"

    def at_cmdset_creation(self) -> None:
        """Evennia's commands for builders, and the game's own for everybody."""
        super().at_cmdset_creation()
        for command in _UNUSED_BY_CHARACTERS:
            self.remove(command())
        for module in (hall, seats, decks, table, course, reading, advice, screen, ours):
            for command in module.COMMANDS:
                self.add(command())
        self.add(table.CmdAnswer())
        self.add(table.CmdEmpty())


class AccountCmdSet(default_cmds.AccountCmdSet):
    """What an account can do, with a character or without."""

    key = "DefaultAccount"

    def at_cmdset_creation(self) -> None:
        """Evennia's commands, and those of the game which need no character."""
        super().at_cmdset_creation()
        for command in _UNUSED_BY_ACCOUNTS:
            self.remove(command())
        self.remove(account.CmdOption())
        self.add(ClientOptions())
        self.add(CmdPassword())
        for command in (*screen.COMMANDS, *ours.COMMANDS):
            if command not in (ours.CmdLook, ours.CmdSay):
                self.add(command())


class UnloggedinCmdSet(CmdSet):
    """What one can do before logging in."""

    key = "DefaultUnloggedin"
    priority = 0

    def at_cmdset_creation(self) -> None:
        """Fill the set; Chinese names in both scripts."""
        for kind in unloggedin.COMMANDS:
            command = kind()
            command.set_aliases({*command.aliases, *map(traditional, command.aliases)})
            self.add(command)


class SessionCmdSet(default_cmds.SessionCmdSet):
    """What a connection can do, logged in or not."""

    key = "DefaultSession"
