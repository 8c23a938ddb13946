"""
What staff can do about people: ban, mute and kick them, and take it back
(`world.community.moderation`); and say what they may do here (`world.community.role_groups`).

Who may: helpers (permission `Helper`) kick and mute, admins (`Admin`) ban as well, and give roles;
nobody acts on somebody who stands as high.
"""

from __future__ import annotations

from typing import Any

from evennia.accounts.models import AccountDB

from commands.command import Command
from rules.ground.width import wrap
from server import names
from server.addresses import network_of
from server.chinese import to_simplified
from world.accounts import roles
from world.community import moderation, role_groups
from world.errors import TableError
from world.locale import durations
from world.locale.messages import LANGUAGES, find_message
from world.locale.reader import account_of
from world.models import Ban, Mute
from world.render import limits
from world.render.announce import escape_colours

# Between the name and the time: ban the address somebody comes from, too.
ADDRESS = ("address", "addr", "ip", "地址")


def account_named(name: str) -> Any:
    """
    The account of a name.

    :raises TableError: `noAccount` (name).
    """
    account = AccountDB.objects.filter(username__iexact=names.normalize(name)).first()
    if account is None:
        raise TableError("noAccount", name=name)
    return account


class Usage(Exception):
    """What was typed lacks something; the help of the command says what."""


class StaffCommand(Command):
    """A command for staff: `who`, for how long, and why."""

    group = "staff"
    yields = False
    locks = "cmd:perm(Helper)"

    def func(self) -> None:
        try:
            self.attempt(self.carry_out)
        except Usage:
            self.tell(f"moderation.usage.{self.topic}")

    def carry_out(self) -> None:
        """
        What the command does.

        :raises TableError: if it cannot be done.
        :raises Usage: if it is not clear what.
        """
        raise NotImplementedError

    @property
    def acting_account(self) -> Any:
        """Who does it."""
        return account_of(self.caller)

    def next_word(self) -> str:
        """
        Take the next word of what was typed.

        :raises Usage: there is none.
        """
        word, _, self.args = self.args.strip().partition(" ")
        if not word:
            raise Usage
        return word

    def next_duration(self) -> float | None:
        """
        Take a span of time, which may be two words; None for ever.

        :raises Usage: there is none.
        """
        word = self.next_word()
        if word.isdecimal():
            word += self.next_word()
        try:
            return durations.parse_duration(word)
        except durations.NotADuration:
            raise Usage from None

    def time_left(self, seconds: float | None) -> str:
        """A span of time from now on, in words."""
        return limits.time_left_text(seconds, self.reader)


class CmdBan(StaffCommand):
    """Keep an account, an address or a network out."""

    key = "ban"
    topic = "ban"
    locks = "cmd:perm(Admin)"

    def carry_out(self) -> None:
        who = self.next_word()
        network, account = network_of(who), None
        if network is None:
            account = account_named(who)
        words = self.args.split(None, 1)
        if account is not None and words and words[0].casefold() in ADDRESS:
            self.next_word()
            network = network_of(address_of(account))
            if network is None:
                raise TableError("notConnected", name=account.username)
        seconds = self.next_duration()
        made = moderation.ban(
            self.acting_account,
            account,
            str(network or ""),
            seconds,
            self.args.strip()[: moderation.LONGEST],
        )
        self.tell("moderation.banned", who=escape_colours(str(made)), left=self.time_left(seconds))


def address_of(account: Any) -> Any:
    """Where an account is connected from; None if it is not."""
    return next((session.address for session in account.sessions.all()), None)


class CmdUnban(StaffCommand):
    """End a ban."""

    key = "unban"
    topic = "unban"
    locks = "cmd:perm(Admin)"

    def carry_out(self) -> None:
        who = self.next_word()
        network = network_of(who)
        found = (
            Ban.objects.filter(network=str(network))
            if network
            else Ban.objects.on_account(name=who)
        )
        count = moderation.lift(self.acting_account, found)
        self.tell(
            "moderation.unbanned" if count else "moderation.notBanned", who=escape_colours(who)
        )


class CmdMute(StaffCommand):
    """Take the word from somebody, who can play on."""

    key = "mute"
    topic = "mute"

    def carry_out(self) -> None:
        account = account_named(self.next_word())
        seconds = self.next_duration()
        moderation.mute(
            self.acting_account, account, seconds, self.args.strip()[: moderation.LONGEST]
        )
        self.tell("moderation.muted", who=account.username, left=self.time_left(seconds))


class CmdUnmute(StaffCommand):
    """Give the word back."""

    key = "unmute"
    topic = "unmute"

    def carry_out(self) -> None:
        who = self.next_word()
        count = moderation.lift(
            self.acting_account, Mute.objects.on_account(name=names.normalize(who))
        )
        self.tell("moderation.unmuted" if count else "moderation.notMuted", who=escape_colours(who))


class CmdBoot(StaffCommand):
    """Close somebody's connections; they may come again."""

    key = "boot"
    aliases = ["disconnect"]
    topic = "boot"

    def carry_out(self) -> None:
        account = account_named(self.next_word())
        if not moderation.kick(
            self.acting_account, account, self.args.strip()[: moderation.LONGEST]
        ):
            raise TableError("notConnected", name=account.username)
        self.tell("moderation.kicked", who=account.username)


class CmdBans(StaffCommand):
    """Who is banned or muted now."""

    key = "bans"
    aliases = ["mutes"]
    topic = "bans"

    def carry_out(self) -> None:
        lines = []
        for model, key in ((Ban, "moderation.ban"), (Mute, "moderation.mute")):
            for row in model.objects.in_force().select_related("account", "by"):
                told = limits.detail_texts(
                    {"left": row.seconds_left, "reason": row.reason}, self.reader
                )
                by = row.by.username if row.by else self.say("moderation.somebody")
                line = self.say(key, who=escape_colours(str(row)), by=by, **told)
                lines += wrap(line, self.reader.width)
        self.show(lines or [self.say("moderation.none")])


class CmdRole(StaffCommand):
    """See or say what somebody may do here: player, builder, reviewer or admin."""

    key = "role"
    topic = "role"
    locks = "cmd:perm(Admin)"

    def carry_out(self) -> None:
        account = account_named(self.next_word())
        if self.args.strip():
            role_groups.give_role(self.acting_account, account, role_named(self.args.strip()))
        role = self.say(f"admin.roles.{roles.role_of(account)}.name")
        self.tell("admin.roles.is", name=account.username, role=role)


def role_named(text: str) -> str:
    """The role somebody means, in either language; the text itself if there is none."""
    wanted = to_simplified(text.casefold())
    for role in roles.ROLES:
        names = {find_message(f"admin.roles.{role}.name", language) for language in LANGUAGES}
        if wanted in {role, *names}:
            return role
    return text


COMMANDS = (CmdBan, CmdUnban, CmdMute, CmdUnmute, CmdBoot, CmdBans, CmdRole)
