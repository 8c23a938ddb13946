"""
Commands of the hall: finding a table, opening one, and the one word with which a newcomer plays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from commands import party
from commands.command import Command
from rules.pack import Pack
from world.accounts import ignoring
from world.locale.messages import LANGUAGES, find_message, shorten_quote
from world.locale.reader import Reader
from world.play.hosting.botturns import BOTS
from world.render import look, tidings
from world.shelf import games, options
from world.shelf.games import folded_name

# What options are called by people: the option's name by each of these.
OPTION_NAMES = {
    "players": "players", "seats": "players", "人数": "players", "玩家": "players",
    "timelimit": "timeLimit", "time": "timeLimit", "limit": "timeLimit",
    "限时": "timeLimit", "时间": "timeLimit", "时限": "timeLimit", "每步限时": "timeLimit",
    "timebank": "timeBank", "bank": "timeBank", "备用时间": "timeBank", "备用": "timeBank",
    "response": "timeResponse", "responses": "timeResponse", "响应限时": "timeResponse",
    "响应": "timeResponse", "响应时间": "timeResponse", "timeresponse": "timeResponse",
    "outtalk": "outTalk",
    "series": "series", "bestof": "series", "best": "series", "赛制": "series", "局数": "series",
    "delay": "delay", "延迟": "delay", "旁观延迟": "delay",
    "hints": "hints", "hint": "hints", "advice": "hints", "提示": "hints", "允许提示": "hints",
    "private": "private", "私人": "private", "私密": "private",
}  # fmt: skip


def game_named(text: str) -> Pack | None:
    """
    The game somebody means; the only one, or the first, when nothing is said. None: no such. One
    that no list shows is meant by its whole name alone.
    """
    packs = list(games.offered().values())
    wanted = folded_name(text)
    if not wanted:
        return next(iter(packs), None)
    every = [*packs, *(pack for pack in games.games_by_id().values() if not pack.listed)]
    names = {pack: [folded_name(name) for name in (pack.id, *pack.name.values())] for pack in every}
    for fits, among in ((str.__eq__, names), (str.startswith, packs)):
        for pack in among:
            if any(fits(name, wanted) for name in names[pack]):
                return pack
    return None


def split_game(words: str) -> tuple[Pack | None, str]:
    """The game that these words begin with, and what follows; None and all of them without one."""
    parts = words.split()
    for count in range(len(parts), 0, -1):
        if (pack := game_named(" ".join(parts[:count]))) is not None:
            return pack, " ".join(parts[count:])
    return None, words


def split_bots(text: str) -> tuple[str, str]:
    """A text as a game and the kind of bots named behind it, "" where none is."""
    game, _, last = text.strip().rpartition(" ")
    kind = kind_named(last)
    return (game.strip(), kind) if kind in BOTS else (text, "")


def option_named(table_or_pack: Any, text: str) -> str:
    """The option somebody means by a word."""
    wanted = text.strip().casefold()
    if wanted in OPTION_NAMES:
        return OPTION_NAMES[wanted]
    pack = getattr(table_or_pack, "pack", table_or_pack)
    for name in options.specs_of(pack):
        told = {name.casefold()}
        for language in ("zh", "en"):
            if pack is not None:
                told.add(look.Text(pack, language).option_name(name).casefold())
        if any(word.startswith(wanted) for word in told):
            return name
    return text.strip()


def names_of_options(pack: Pack | None) -> dict[str, str]:
    """What options are called, in lower case and both languages -> the option."""
    found = dict(OPTION_NAMES)
    for name in options.specs_of(pack):
        found[name.casefold()] = name
        for reader in map(Reader, LANGUAGES):
            found[look.option_label(pack, name, reader).casefold()] = name
    return found


def chosen_options(pack: Pack | None, text: str) -> dict[str, str]:
    """
    Options and values as somebody types them: "players 3 private yes", "players=3", "seconds per
    answer 60", "generals left out Cao Cao, Guo Jia". What has no value is left out.
    """
    names, specs, found = names_of_options(pack), options.specs_of(pack), {}
    while text := text.strip():
        known = [name for name in names if _begins_with(text, name)]
        name = max(known, key=len, default=re.split(r"[\s=:：＝]", text, maxsplit=1)[0])
        option = names[name] if known else option_named(pack, name)
        value = re.match(r"[\s=:：＝]*([^\s=:：＝]+)", text[len(name) :])
        if value is None:
            break
        given, end = value.group(1), len(name) + value.end()
        if option in specs and specs[option].type == "definitions":
            end = _end_of_names(text, end, names)
            given = text[len(name) + value.start(1) : end]
        found[option] = given
        text = text[end:]
    return found


def _end_of_names(text: str, start: int, options: Iterable[str]) -> int:
    """Where the names of cards end that a text has from some place on: at the next option."""
    begins = "|".join(map(_pattern_of, options))
    found = re.compile(rf"(?<=\s)(?={begins})", re.IGNORECASE | re.ASCII).search(text, start)
    return found.start() if found else len(text)


def _begins_with(text: str, name: str) -> bool:
    """Whether a text begins with the name of an option."""
    return re.match(_pattern_of(name), text, re.IGNORECASE | re.ASCII) is not None


def _pattern_of(name: str) -> str:
    """What matches the name of an option; an English one ends at no letter."""
    return re.escape(name) + (r"(?![\w-])" if name[-1].isascii() else "")


# What levels of bots were called before, beside their kinds.
OLD_LEVELS = {
    "随机": "random", "新手": "novice", "贪心": "greedy", "熟手": "adept", "大师": "master",
}  # fmt: skip


def kind_named(text: str) -> str:
    """The kind of bot that somebody means, by its level in either language; else the text."""
    wanted = text.casefold()
    for kind in BOTS:
        if wanted in (
            kind,
            *(find_message(f"table.kind.{kind}", language) for language in LANGUAGES),
        ):
            return kind
    return OLD_LEVELS.get(wanted, text)


class CmdPlay(Command):
    """Begin at once, with bots in all free seats: `play`, `play GAME`, `play GAME LEVEL`."""

    key = "play"
    aliases = ["quick", "begin", "快速开始", "开玩"]
    topic = "play"
    group = "start"

    def func(self) -> None:
        caller = self.caller
        own = self.own_table
        if own is not None and own.state == "playing" and caller.location == own:
            from commands.table import answer, choice_for

            table, choice = choice_for(caller)
            if table is not None:
                answer(caller, table, choice, self.raw_string.strip())
            return
        from commands.challenge import challenge_named, is_challenge

        if is_challenge(self, self.args):
            challenge_named(self, self.args)
            return
        game, kind = split_bots(self.args)
        pack = game_named(game)
        if pack is None or not pack.listed:
            self.tell("error.unknownGame", game=shorten_quote(game), games=game_list(self))
            return
        if own is not None and (not game or pack.id == own.game_id):
            self.again_at(own, kind)
        else:
            self.begin_at_new(own, pack, kind)

    def begin_at_new(self, own: Any, pack: Pack, kind: str) -> None:
        """At a new table of a game; from the table where one has a seat one goes away."""
        caller = self.caller
        caller.ndb.hush = True
        try:
            if own is not None and own.state != "playing":
                if not self.attempt(own.leave, caller):
                    return
                self.tell("table.given_up", number=own.number)
            self.attempt(self.open_table, pack, kind)
        finally:
            caller.ndb.hush = None

    def again_at(self, table: Any, kind: str) -> None:
        """At the table where one has a seat: back to its match, or another one."""
        caller = self.caller
        away = caller.location != table
        if away and (not self.attempt(table.sit, caller) or table.state == "playing"):
            return
        if table.is_owner(caller):
            self.fill_and_start(table, kind)
        else:
            self.attempt(table.set_ready, caller)

    def open_table(self, pack: Pack, kind: str) -> None:
        from typeclasses.tables import Table

        self.fill_and_start(Table.open_table(pack.id, self.caller), kind)

    def fill_and_start(self, table: Any, kind: str) -> None:
        """
        Bots for the free seats, of this kind, if one is given, as are those that are there; then
        begin, if the caller may.
        """
        caller, hush = self.caller, self.caller.ndb.hush
        if table.state == "playing":
            self.tell("error.matchRuns")
            return
        if not self.attempt(table.check_owner, caller):
            return
        if not table.occupants()[table.seat_of(caller)].ready:
            caller.ndb.hush = True
        try:
            for seat in table.occupants():
                if seat.bot and kind not in ("", seat.bot):
                    table.remove_bot(seat.index)
                if seat.character is None and (not seat.bot or kind not in ("", seat.bot)):
                    if not self.attempt(table.add_bot, kind or "greedy"):
                        return
                    if table.state == "playing":
                        return
            self.attempt(table.start)
        finally:
            caller.ndb.hush = hush


def game_list(command: Command) -> str:
    """The names of all games."""
    reader = command.reader
    return reader.join_names(
        look.name_in_language(pack.name, reader.language) for pack in games.offered().values()
    )


class CmdGames(Command):
    """The games one can play."""

    key = "games"
    topic = "games"
    group = "start"

    def func(self) -> None:
        reader = self.reader
        told = (
            self.say(
                "hall.game" if games.bots_beside_one(pack) else "hall.game_alone",
                game=reader.mark(look.name_in_language(pack.name, reader.language)),
                bots=games.bots_beside_one(pack),
            )
            for pack in games.offered().values()
        )
        self.tell("hall.games", names=self.say("comma").join(told))


class CmdTables(Command):
    """The open tables."""

    key = "tables"
    aliases = ["list", "列表", "桌子"]
    topic = "tables"
    group = "start"

    def func(self) -> None:
        from typeclasses.tables import Table

        self.show(look.table_list(Table.live_tables(self.caller), self.caller, self.reader))


class CmdOpen(Command):
    """Open a table: `open`, `open GAME players 3`."""

    key = "open"
    aliases = ["new table", "newtable"]
    topic = "open"
    group = "start"

    def func(self) -> None:
        from typeclasses.tables import Table

        pack, rest = split_game(self.args)
        if any(_begins_with(self.args, name) for name in names_of_options(game_named(""))):
            pack, rest = game_named(""), self.args
        elif not self.args:
            pack = game_named("")
        if pack is None:
            game = self.args.partition(" ")[0]
            self.tell("error.unknownGame", game=shorten_quote(game), games=game_list(self))
            return
        self.attempt(Table.open_table, pack.id, self.caller, **chosen_options(pack, rest))


class ToTable(Command):
    """A command that names a table by number."""

    def table_wanted(self) -> tuple[Any, list[str]]:
        """The table and the other words; None after a sentence why not."""
        from typeclasses.tables import Table

        numbers = [number[:6] for number in re.findall(r"\d+", self.args)]
        tables = Table.live_tables(self.caller)
        if not numbers:
            near = self.own_table or self.table
            if near is not None:
                return near, []
            if len(tables) == 1:
                return tables[0], []
            name = self.say(f"commands.{self.topic}.name")
            self.tell("table.which" if tables else "hall.no_tables", command=name)
            return None, []
        for table in tables:
            if table.number == int(numbers[0]):
                return table, numbers[1:]
        self.tell("table.no_such", number=numbers[0])
        return None, []


def sit_down(command: Command, table: Any, wanted: str | None) -> None:
    """Take a seat of a table, the one of this number if one is given; who has it is told so."""
    caller, seat = command.caller, None if wanted is None else int(wanted[:6]) - 1
    own = table.seat_of(caller)
    stays = seat in (None, own) or table.state == "playing"
    if own is None or caller.location != table or not stays:
        command.attempt(table.sit, caller, seat)
        return
    command.tell("table.seated", number=table.number, seat=own + 1)
    if table.state != "playing":
        command.caller.msg(look.next_step(table, caller, command.reader))


class CmdJoin(ToTable):
    """Go to a table and take a seat: `join 3`, `join 3 2`; into somebody's party: `join Ann`."""

    key = "join"
    aliases = ["入座", "进入"]
    topic = "join"
    group = "start"

    def func(self) -> None:
        if not re.fullmatch(r"[\d ]*", self.args) and party.is_of_party(self.args, self.caller):
            self.attempt(party.join, self, self.args)
            return
        table, others = self.table_wanted()
        if table is not None:
            sit_down(self, table, others[0] if others else None)


class CmdSeek(Command):
    """
    Find a table: sit down where people wait for others, of this game if one is named, else open a
    table and wait there.
    """

    key = "seek"
    aliases = ["matchmake", "找座", "匹配"]
    topic = "seek"
    group = "start"

    def func(self) -> None:
        from typeclasses.tables import Table

        own, caller = self.own_table, self.caller
        pack = game_named(self.args)
        if pack is None or not pack.listed:
            self.tell("error.unknownGame", game=shorten_quote(self.args), games=game_list(self))
        elif own is not None:
            sit_down(self, own, None)
        elif (table := self.fitting_table(pack.id if self.args else "")) is not None:
            self.attempt(table.sit, caller)
        elif self.attempt(Table.open_table, pack.id, caller):
            self.tell("hall.sought", command=self.say("commands.play.name"))

    def fitting_table(self, game: str) -> Any:
        """The open table of a game ("": any) that lacks the fewest people; None without one."""
        from typeclasses.tables import Table

        tables = [
            table
            for table in Table.live_tables(self.caller)
            if game in ("", table.game_id)
            and not table.options["private"]
            and table.admits(self.caller)
            and not any(ignoring.ignores(self.caller, person) for person in table.people())
        ]
        return tidings.waiting_table(tables)


class CmdWatch(ToTable):
    """Go to a table and look on."""

    key = "watch"
    aliases = ["旁观"]
    topic = "watch"
    group = "start"

    def func(self) -> None:
        table, _ = self.table_wanted()
        if table is None:
            return
        here = table == self.caller.location
        if table.seat_of(self.caller) is not None:
            if here or self.attempt(table.sit, self.caller):
                playing = table.is_playing(self.caller)
                key = "table.watch_playing" if playing else "table.watch_own"
                self.tell(key, number=table.number)
        elif not here:
            self.attempt(table.watch, self.caller)
        else:
            self.tell("table.watches", number=table.number)
            self.caller.msg(look.next_step(table, self.caller, self.reader))


COMMANDS = (CmdPlay, CmdTables, CmdOpen, CmdJoin, CmdSeek, CmdWatch, CmdGames)
