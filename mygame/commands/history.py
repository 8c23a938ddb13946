"""
Commands about what was played: the last matches, one of them, the best players.
"""

from __future__ import annotations

from evennia.accounts.models import AccountDB

from commands.command import Command
from commands.hall import game_named
from rules.pack import Pack
from rules.telling.text import Text
from world.accounts import records
from world.locale.messages import shorten_quote
from world.play import history
from world.render.announce import escape_colours
from world.render.ending import summary_lines
from world.render.history import list_lines, record_lines

DIGITS = 10  # fewer than these are a number of a match
NAME_SHOWN = 40  # characters of a name that there is not


class CmdHistory(Command):
    """The last matches: one's own, somebody's (`history Ann`), or one of them (`history 12`)."""

    key = "history"
    aliases = ["matches", "match", "历史", "对局"]
    topic = "history"
    group = "start"
    yields = False

    def func(self) -> None:
        wanted = self.args.strip("#＃ ")
        if wanted.isdecimal() and len(wanted) < DIGITS:
            self.show_match(int(wanted))
            return
        wanted = wanted[:NAME_SHOWN]
        mine = self.caller.player_account
        account = AccountDB.objects.filter(username__iexact=wanted).first() if wanted else mine
        if account is None:
            self.tell("error.personUnknown", text=shorten_quote(wanted))
            return
        seats = history.matches_of(account, mine)
        if not seats:
            self.tell("history.none_of" if wanted else "history.none", name=escape_colours(wanted))
            return
        lines = [self.say("history.of", name=account.username)] if account != mine else []
        lines += list_lines(seats, self.reader)
        self.show([*lines, self.say("history.more", number=seats[0].match_id)])

    def show_match(self, number: int) -> None:
        """The summary of a match; computed first if nobody has asked for it yet."""
        record = history.match_numbered(number, self.caller.player_account)
        if record is None:
            self.tell("history.no_such", number=number)
            return
        found = history.summary_of(record)
        found.addCallback(lambda told: self.show(summary_lines(record, told, self.reader)))


AGAINST_BOTS = 5


class CmdRecords(Command):
    """The best players of a game, and one's own figures."""

    key = "records"
    aliases = ["record", "ranking", "排行", "纪录"]
    topic = "records"
    group = "start"
    yields = False

    def func(self) -> None:
        table = self.table
        here = table is not None and not self.args
        pack: Pack | None = table.pack if here else game_named(self.args)
        if pack is None:
            from commands.hall import game_list

            self.tell("error.unknownGame", game=shorten_quote(self.args), games=game_list(self))
            return
        account = self.caller.player_account
        own = records.records_of(account).get(pack.id) if account is not None else None
        best, bots = (
            list(records.best_players(pack.id)),
            records.best_against_bots(pack.id, AGAINST_BOTS),
        )
        self.show(record_lines(Text(pack, self.reader.language), own, best, bots, self.reader))


COMMANDS = (CmdHistory, CmdRecords)
