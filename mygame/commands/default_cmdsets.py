"""
Which commands are there when: at the login screen, and for a character.

Players have the game's own commands, in two languages (`commands.help`). What is of use of
Evennia's is for staff, each by the permission it stands under here, whatever lock it comes with;
Evennia's other commands are not there at all.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from evennia.commands.default import account, admin, batchprocess, building, help, system

from commands import table, unloggedin
from commands.arriving import CmdArrive, CmdSeveral
from commands.building.spawning import CmdSpawn
from commands.general import CmdQuit
from commands.help import all_commands
from commands.shared import SharedCmdSet
from server.chinese import traditional
from world.accounts import audit
from world.locale.reader import account_of


class CmdAccounts(system.CmdAccounts):
    """
    list all registered accounts

    Usage:
      accounts [nr]
    """

    switch_options = ("list",)  # accounts are deleted in the admin, which asks whose they are


STAFF = {
    "Builder": (
        building.CmdCopy,
        building.CmdCpAttr,
        building.CmdCreate,
        building.CmdDesc,
        building.CmdDestroy,
        building.CmdDig,
        building.CmdExamine,
        building.CmdFind,
        building.CmdLink,
        building.CmdListCmdSets,
        building.CmdLock,
        building.CmdMvAttr,
        building.CmdName,
        building.CmdObjects,
        building.CmdOpen,
        building.CmdScripts,
        building.CmdSetAttribute,
        building.CmdSetHome,
        building.CmdSetObjAlias,
        CmdSpawn,
        building.CmdTag,
        building.CmdTeleport,
        building.CmdTunnel,
        building.CmdTypeclass,
        building.CmdUnLink,
        building.CmdWipe,
        account.CmdQuell,
        account.CmdSessions,
        help.CmdSetHelp,
        system.CmdTickers,
        system.CmdTime,
    ),
    "Admin": (
        admin.CmdEmit,
        admin.CmdForce,
        admin.CmdNewPassword,
        admin.CmdWall,
        CmdAccounts,
    ),
    "Developer": (
        admin.CmdPerm,
        batchprocess.CmdBatchCode,
        batchprocess.CmdBatchCommands,
        system.CmdPy,
        system.CmdReload,
        system.CmdReset,
        system.CmdServerLoad,
        system.CmdService,
        system.CmdShutdown,
        system.CmdTasks,
    ),
}


# What only looks, or is about oneself alone, is not kept with who did it.
LOOKS = {
    *(building.CmdExamine, building.CmdFind, building.CmdListCmdSets, building.CmdObjects),
    *(building.CmdScripts, account.CmdQuell, account.CmdSessions, system.CmdTickers),
    *(system.CmdTime, CmdAccounts, system.CmdServerLoad, system.CmdTasks),
}


def staff_commands():
    """Evennia's commands for staff, each locked by the permission in the table."""
    for permission, commands in STAFF.items():
        for command in commands:
            # Quelling lowers the character's permissions; who has done it must get out of it.
            check = "pperm" if command is account.CmdQuell else "perm"
            kind = command if command in LOOKS else with_audit(command)
            yield kind(locks=f"cmd:{check}({permission})")


@cache
def with_audit(command):
    """The same command, each use of which is kept; of a new password only whose it is."""

    def at_pre_cmd(self):
        stops = command.at_pre_cmd(self)
        if not stops:
            args = self.args.partition("=")[0] if command is admin.CmdNewPassword else self.args
            audit.note_act(account_of(self.caller), "command", f"{self.cmdname} {args.strip()}")
        return stops

    parts = {"at_pre_cmd": at_pre_cmd, "__doc__": command.__doc__}
    return type(command.__name__, (command,), parts)


class CharacterCmdSet(SharedCmdSet):
    """What a character can do anywhere."""

    key = "DefaultCharacter"

    @classmethod
    def make(cls) -> Iterator[Any]:
        """Evennia's commands for staff; the game's own, which take the place of namesakes."""
        yield from staff_commands()
        for kind in (*all_commands(), table.CmdAnswer, table.CmdEmpty, CmdSeveral):
            yield kind()


class AccountCmdSet(SharedCmdSet):
    """What an account can do without a character: get one by whatever is typed."""

    key = "DefaultAccount"

    @classmethod
    def make(cls) -> Iterator[Any]:
        """With a character, its own commands of the same names go first."""
        yield CmdArrive()
        yield CmdQuit()


class UnloggedinCmdSet(SharedCmdSet):
    """What one can do before logging in."""

    key = "DefaultUnloggedin"
    priority = 0

    @classmethod
    def make(cls) -> Iterator[Any]:
        """Each with its Chinese names in both scripts."""
        for kind in unloggedin.COMMANDS:
            command = kind()
            command.set_aliases({*command.aliases, *map(traditional, command.aliases)})
            yield command


class SessionCmdSet(SharedCmdSet):
    """What a connection can do, logged in or not: nothing of its own."""

    key = "DefaultSession"

    @classmethod
    def make(cls) -> Iterator[Any]:
        """No commands."""
        yield from ()
