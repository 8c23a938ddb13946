"""
What the commands have in common: two languages, and the game going first.

A command's English name is its `key`; its Chinese name, its other names and its help stand in
`world/locale/{zh,en}.json5` under `commands.<topic>` and in `aliases`. Chinese names need no space
behind them. While a seated player is asked something, what begins with a verb of the game's options
is an answer, whatever commands there are of the same name (`yields`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.db import DatabaseError, transaction
from evennia.commands.command import Command as EvenniaCommand
from evennia.utils import logger
from twisted.internet.defer import Deferred

from commands.answering import answer_if_meant, match_place_of, scene_of, table_at
from commands.sandboxes import answer_if_meant as answer_in_sandbox
from server.chinese import reads_traditional, to_simplified
from world.errors import TableError
from world.locale.messages import LANGUAGES, find_message
from world.locale.reader import Reader, account_of, reader_of
from world.render import announce, look, oob, pages, trouble

YES = frozenset({"yes", "y", "on", "true", "1", "是", "开", "好"})
NO = frozenset({"no", "n", "off", "false", "0", "否", "不", "关"})
SURE = frozenset(
    {"yes", "y", "是", "好", "同意", "确定"}
)  # by itself: what was asked about is meant


def names_of(topic: str) -> list[str]:
    """The names of a command in both languages."""
    return [find_message(f"commands.{topic}.name", language) for language in LANGUAGES]


@cache
def verbs_of(key: str) -> dict[str, str]:
    """
    The words behind a command that say what to do, of both languages -> what each stands for.

    `key` is where the locale files have them: `deck.verb`, `friends.verb`.
    """
    return {
        word: verb
        for language in LANGUAGES
        for verb, words in find_message(key, language).items()
        for word in words
    }


def split_verb(text: str, words: Mapping[str, str]) -> tuple[str, str]:
    """
    What is to be done, and the rest; "" when the text begins with none of the words.

    Behind a Chinese word no space is needed, and it may be written in either script.
    """
    lower = to_simplified(text).casefold()
    for word in sorted(words, key=len, reverse=True):
        if lower.startswith(word) and (not word.isascii() or not lower[len(word) :][:1].isalnum()):
            return words[word], text[len(word) :].strip()
    return "", text


class Command(EvenniaCommand):
    """The parent of the game's commands. `topic` is its key in the help, `group` its place."""

    args: str
    topic = ""
    group = "other"
    yields = True
    goes_first = False  # also in a scene, where answers go before all other commands
    words_behind = ""  # the group of words behind it that only builders have
    verbatim = False  # what is typed are somebody's own words, not the game's
    auto_help = False
    locks = "cmd:all()"
    arg_regex = None

    def __init__(self, **kwargs: Any):
        super().__init__(**kwargs)
        if self.topic:
            chinese = find_message(f"commands.{self.topic}.name", "zh")
            self.set_aliases([*self.aliases, chinese])

    def match(self, cmdname: str, include_prefixes: bool = True) -> tuple[str | None, str | None]:
        """An English name ends at a space or a number; a Chinese one wherever it ends."""
        cmdname = to_simplified(cmdname)
        for name in self._keyaliases:  # the longest first
            if cmdname.startswith(name):
                after = cmdname[len(name) : len(name) + 1]
                glued = after and name[-1].isascii() and name[-1].isalpha()
                if not (glued and (after.isalpha() or after in "_'-")):
                    return name, name
        return None, None

    def at_pre_cmd(self) -> bool | None:
        """The game goes first: "play bash" is a card where cards can be played."""
        announce.end_waiting(self.caller)
        act = self.caller.ndb.unsure
        if act is not None:
            self.caller.ndb.unsure = None
            if to_simplified(self.raw_string.strip()).casefold() in SURE:
                act()
                return True
        if not self.yields or (self.goes_first and self.scene is not None):
            return None
        typed = self.raw_string
        walk = self.caller.ndb.stroll_line  # of a builder who walks through their drafts
        if walk is not None and walk(self.caller, typed):
            return True
        return answer_in_sandbox(self.caller, typed) or answer_if_meant(self.caller, typed)

    def parse(self) -> None:
        self.args = self.args.strip()
        if not self.verbatim and reads_traditional(self.session):
            self.args = to_simplified(self.args)

    # -- for the commands themselves

    @property
    def reader(self) -> Reader:
        """Who reads the answer."""
        return reader_of(self.caller)

    def say(self, key: str, **args: Any) -> str:
        """A message in the caller's language."""
        return self.reader.say(key, **args)

    def tell(self, key: str, **args: Any) -> None:
        """Send a message of the locale files to the caller."""
        self.caller.msg(self.say(key, **args))

    def show(self, lines: list[str]) -> None:
        """Send lines to the caller, page by page where they want it so."""
        pages.show_lines(self.caller, lines)

    def ask_again(self) -> None:
        """Show the caller who plays what they are asked, in the words they read now."""
        table = self.stage
        if table is not None and table.state == "playing" and table.match_for(self.caller):
            self.show(announce.pending_anew(table, self.caller))

    def help_with(self, lines: list[str], kind: str, **details: Any) -> None:
        """Lines that help at a table: as text, or as data to a client that draws the table."""
        oob.help_with(self.stage, self.caller, lines, kind, **details)
        if oob.is_reading(self.caller):
            self.show(lines)

    @property
    def table(self) -> Any:
        """The table the caller stands at, or None; none while they are in a scene."""
        return table_at(self.caller) if self.scene is None else None

    @property
    def scene(self) -> Any:
        """The scene the caller is in, or None."""
        return scene_of(self.caller)

    @property
    def stage(self) -> Any:
        """Where the caller plays: a scene, or the table they stand at; or None."""
        return match_place_of(self.caller)

    @property
    def own_table(self) -> Any:
        """The table at which the caller has a seat, wherever they stand, or None."""
        return getattr(self.caller, "table", None)

    def need_table(self) -> Any:
        """The table the caller stands at; a sentence and None elsewhere."""
        table = self.table
        if table is None:
            self.tell_no_table()
        return table

    def tell_no_table(self) -> None:
        """That one is at no table; where one's seat is, if one has left it."""
        own, scene = self.own_table, self.scene
        if scene is not None:
            self.tell("scene.own", name=scene.name_for(self.caller))
        elif own is None:
            self.tell("table.not_here")
        else:
            self.tell("table.elsewhere", number=own.number)

    def ask_if_sure(self, act: Callable[[], Any], key: str, asked: str = "", **args: Any) -> None:
        """
        Ask whether something is meant; it is done if the next thing typed is yes. `asked` is the
        same for clients that draw, which have a button for that.
        """
        self.caller.ndb.unsure = act
        if asked:
            oob.ask_sure(self.caller, asked)
        self.tell(key, **args)

    def need_match(self) -> Any:
        """The table whose match the caller takes part in or watches; a sentence and None else."""
        table = self.stage or self.need_table()
        if table is not None and table.match_for(self.caller) is None:
            self.show(look.no_match_lines(table, self.caller))
            return None
        return table

    def keep(self, **values: Any) -> bool:
        """
        Store attributes of the caller's account. Whether it was done; if not, none of them is
        changed, and the caller reads why.
        """
        attributes = account_of(self.caller).attributes
        stored = [attributes.get(name, return_obj=True) for name in values]
        before = [(each, each.db_value) for each in stored if each]
        try:
            with transaction.atomic():
                for name, value in values.items():
                    attributes.add(name, value)
        except DatabaseError as error:
            for each, value in before:
                each.db_value = value  # what is in memory is what is in the database
            attributes.reset_cache()
            trouble.report_error(self.caller, error)
            return False
        return True

    def attempt(self, act: Any, *args: Any, **kwargs: Any) -> bool:
        """
        Do something that can be refused; the caller reads why, also if that turns out later.

        Whether it was done, or has begun.
        """
        try:
            begun = act(*args, **kwargs)
        except TableError as error:
            self.tell_refusal(error)
            return False
        if isinstance(begun, Deferred):
            begun.addErrback(self.tell_late_refusal)
            begun.addErrback(lambda failure: logger.log_err(failure.getTraceback()))
        return True

    def tell_refusal(self, error: TableError) -> None:
        """Tell the caller why something cannot be done."""
        table = self.stage or getattr(self.caller, "table", None)
        self.caller.msg(announce.error_text(error, self.caller, table))

    def tell_late_refusal(self, failure: Any) -> None:
        """The same, of what had begun."""
        failure.trap(TableError)
        self.tell_refusal(failure.value)
