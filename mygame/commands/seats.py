"""
Commands around a table: seats, bots, options, and beginning a game.
"""

from __future__ import annotations

import re
from typing import Any

from commands import party
from commands.command import NO, Command
from commands.hall import ToTable, chosen_options, kind_named, sit_down
from commands.table import leave_scene
from world.accounts import limits, people
from world.community import social
from world.errors import TableError
from world.play.hosting.timing import AWAY_AGAIN_LIMIT
from world.render import look
from world.render import people as render

REMOVE = ("remove", "rm", "kick", "移除", "移走", "删除", "踢")
ADD = ("add", "添加", "增加", "加")


class CmdSit(ToTable):
    """Take a seat, or another one."""

    key = "sit"
    topic = "sit"
    group = "table"

    def func(self) -> None:
        outside = getattr(self.caller.location, "waiting_table", None)
        if outside is not None and self.scene is None:
            self.sit_from_outside(outside(self.caller))
        elif (table := self.need_table()) is not None:
            number = re.search(r"\d+", self.args)
            sit_down(self, table, number.group() if number else None)

    def sit_from_outside(self, waiting: Any) -> None:
        """Walk to the hall and sit down: at the table named, or the one that one hears of."""
        number = re.search(r"\d{1,6}", self.args)
        if number is None and waiting is None and self.own_table is None:
            self.tell("tidings.no_table")
            return
        if number is None and waiting is not None:
            self.args = str(waiting.number)
        table, others = self.table_wanted()
        if table is not None:
            sit_down(self, table, others[0] if others else None)


class CmdLeave(Command):
    """Go back to the hall; out of a scene, to where one is."""

    key = "leave"
    aliases = ["hall", "大厅", "离桌", "起身"]
    topic = "leave"
    group = "table"

    def func(self) -> None:
        if self.scene is not None:
            leave_scene(self)
            return
        if hasattr(self.caller.location, "ground"):  # outside the hall
            self.caller.go_to_hall()
            return
        table = self.need_table()
        if table is None:
            return
        seat = table.seat_of(self.caller)
        if self.attempt(table.leave, self.caller):
            self.caller.ndb.queued = None
            if seat is not None and table.state == "playing" and self.caller.table is not None:
                waits = "stay" if table.is_waited_for(seat) else "stay_alone"
                self.tell(f"table.{waits}", number=table.number, seconds=AWAY_AGAIN_LIMIT)


class CmdSeats(Command):
    """Who sits where, and the options."""

    key = "seats"
    topic = "seats"
    group = "table"

    def func(self) -> None:
        table = self.need_table()
        if table is None:
            return
        lines = look.seat_lines(table, self.caller, self.reader)
        lines += look.option_lines(table, self.reader)
        if table.state != "playing":
            lines.append(look.next_step(table, self.caller, self.reader))
        self.show(lines)


class CmdBot(Command):
    """Add bots (`bot`, `bot 3`, `bot master 2`) or send one away (`bot remove 2`)."""

    key = "bot"
    aliases = ["bots", "addbot", "添加机器人", "加机器人"]
    topic = "bot"
    group = "table"

    def func(self) -> None:
        table = self.need_table()
        if table is None:
            return
        if table.state == "playing":
            self.play_on(table)
            return
        if not self.attempt(table.check_owner, self.caller):
            return
        words = self.args.split()
        removing = any(word.startswith(REMOVE) for word in words)
        number = next(iter(re.findall(r"\d{1,6}", self.args)), None)
        if removing:
            if number is None:
                self.tell("table.bot_usage")
                return
            self.attempt(table.remove_bot, int(number) - 1)
            return
        known = [word for word in words if not word.isdigit() and word not in ADD]
        kind = {"kind": kind_named(known[0])} if known else {}
        for _ in range(min(int(number or 1), 8)):
            if not self.attempt(table.add_bot, **kind) or table.state == "playing":
                return
        self.caller.msg(look.next_step(table, self.caller, self.reader))

    def play_on(self, table: Any) -> None:
        """In a running match: for somebody who has left for good."""
        if table.seat_of(self.caller) is None:
            self.tell("table.not_seated")
            return
        number = next(iter(re.findall(r"\d{1,6}", self.args)), None)
        if number is None or any(word.startswith(REMOVE) for word in self.args.split()):
            self.tell("auto.bot_usage")
            return
        kinds = [word for word in self.args.split() if not word.isdigit()]
        kind = {"kind": kind_named(kinds[0])} if kinds else {}
        self.attempt(table.replace_by_bot, self.caller, int(number) - 1, **kind)


class CmdOptions(Command):
    """See or change the options of the table."""

    key = "options"
    aliases = ["option", "opt", "设置"]
    topic = "options"
    group = "table"

    def func(self) -> None:
        table = self.need_table()
        if table is None:
            return
        chosen = chosen_options(table.pack, self.args)
        if not chosen:
            self.show([*look.option_lines(table, self.reader), self.say("table.option_usage")])
            return
        if not self.attempt(table.check_owner, self.caller):
            return
        self.attempt(table.set_options, chosen)


class BeforeMatch(Command):
    """What can be done at a table where no game is going on."""

    def need_idle_table(self) -> Any:
        """The table the caller stands at, between games; a sentence and None else."""
        table = self.need_table()
        if table is not None and table.state == "playing":
            self.tell("table.running")
            return None
        return table


class CmdReady(BeforeMatch):
    """Say that one is ready, or not yet."""

    key = "ready"
    aliases = ["准备好了"]
    topic = "ready"
    group = "table"

    def func(self) -> None:
        if (table := self.need_idle_table()) is not None:
            self.attempt(table.set_ready, self.caller, self.args.casefold() not in NO)


class CmdRematch(BeforeMatch):
    """Another match with the same people: as `ready`, once a match has been played here."""

    key = "rematch"
    topic = "rematch"
    group = "table"

    def func(self) -> None:
        if (table := self.need_idle_table()) is not None:
            self.attempt(table.set_ready, self.caller)


class CmdStart(BeforeMatch):
    """The host of the table begins the game; with the name of another game as `play`."""

    key = "start"
    topic = "start"
    group = "table"

    def func(self) -> None:
        if self.args:
            self.caller.execute_cmd(f"play {self.args}", session=self.session)
            return
        table = self.need_idle_table()
        if table is not None and self.attempt(table.check_owner, self.caller):
            self.attempt(table.start)


class CmdInvite(Command):
    """
    Ask somebody to come to this table; without a name, who could be asked. Away from tables: into
    one's party.
    """

    key = "invite"
    topic = "invite"
    group = "table"
    verbatim = True

    def func(self) -> None:
        if self.args and self.stage is None and self.own_table is None:
            self.attempt(party.invite, self, self.args)
            return
        table = self.need_table()
        if table is None or not self.attempt(table.check_may_invite, self.caller):
            return
        if self.args:
            self.attempt(self.invite, table, self.args)
        else:
            self.show(render.invitable_lines(table, self.caller, self.reader))

    def invite(self, table: Any, name: str) -> None:
        account = people.find_person(name, self.caller)
        wizard = people.wizard_of(account)
        if account == self.caller.player_account:
            raise TableError("inviteSelf")
        if wizard.table == table or wizard.location == table:
            raise TableError("inviteHere", name=account.username)
        if not people.is_online(account):
            raise TableError("personAway", name=account.username)
        limits.check_limit(self.caller, "invite", to=account.pk)
        social.send_invitation(self.caller, wizard, table)


class CmdKick(Command):
    """Send somebody away from one's table: `kick Ann`, `kick 2`; a bot, too."""

    key = "kick"
    aliases = ["踢", "踢出"]
    topic = "kick"
    group = "table"
    verbatim = True

    def func(self) -> None:
        table = self.need_table()
        if table is None or not self.attempt(table.check_owner, self.caller):
            return
        if not self.args:
            self.tell("seating.kick_usage")
        elif self.args.isdigit():
            self.attempt(self.kick_seat, table, int(self.args[:6]) - 1)
        else:
            self.attempt(self.kick_named, table, self.args)

    def kick_seat(self, table: Any, number: int) -> None:
        seat = next((seat for seat in table.occupants() if seat.index == number), None)
        if seat is None:
            raise TableError("noSuchSeat", seat=number)
        if seat.bot:
            table.remove_bot(number)
        elif seat.character is None:
            raise TableError("seatEmpty", seat=number)
        else:
            table.kick(self.caller, seat.character)

    def kick_named(self, table: Any, name: str) -> None:
        table.kick(self.caller, people.wizard_of(people.find_person(name, self.caller)))


COMMANDS = (
    *(CmdSit, CmdLeave, CmdSeats, CmdBot, CmdOptions, CmdReady, CmdRematch, CmdStart),
    *(CmdInvite, CmdKick),
)
