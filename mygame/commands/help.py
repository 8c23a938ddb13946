"""
Help: the index of all commands, and what there is to say about one.
"""

from __future__ import annotations

from typing import Any

from evennia.commands.default.help import CmdHelp as EvenniaHelp

from commands import catalogue
from commands.command import Command, split_verb, verbs_of
from rules.ground.grid import Column, grid
from rules.ground.width import pad, rule, wrap
from world.accounts import roles
from world.locale.messages import LANGUAGES, find_message, shorten_quote
from world.locale.reader import Reader, account_of, reader_of
from world.render import pages, words

GROUPS = ("start", "walking", "table", "game", "people", "other", "staff", "building")
_NAMES = 16  # columns for the names of commands in the index of help
_TOPICS = (Column(), Column(text=True))


class CmdHelp(EvenniaHelp):
    """
    help, in the reader's language

    Usage:
      help [topic]
    """

    key = "help"
    aliases = ["帮助", "帮忙", "說明", "说明"]
    locks = "cmd:all()"
    topic = "help"
    group = "other"
    goes_first = True
    auto_help = False
    arg_regex = None

    def match(self, cmdname: str, include_prefixes: bool = True) -> Any:
        """As the game's other commands: no space needed behind a Chinese name."""
        return Command.match(self, cmdname, include_prefixes)

    def func(self) -> None:
        """The index, or one topic; what only builders have is told by Evennia's own help."""
        reader = reader_of(self.caller)
        topic = self.args.strip() if isinstance(self.args, str) else ""
        if not topic:
            pages.show_lines(self.caller, index_lines(reader, self.caller))
            return
        verb, name = split_verb(topic, verbs_of("help.verb"))
        if verb and name:
            pages.show_lines(self.caller, words.lines(name, reader))
            return
        if (found := topic_named(topic)) and found().access(self.caller):
            pages.show_lines(self.caller, help_page(found, reader, builds=self.is_builder()))
            return
        if self.is_builder():
            super().func()
            return
        self.caller.msg(reader.say("help.unknown", text=shorten_quote(topic)))

    def is_builder(self) -> bool:
        """Whether somebody has what only builders have."""
        return roles.role_of(account_of(self.caller)) != "player"


def all_commands() -> list[type[Command | CmdHelp]]:
    """The game's commands, in the order in which the index lists them."""
    return [CmdHelp, *catalogue.all_commands()]


def topic_named(text: str) -> type[Command | CmdHelp] | None:
    """The command somebody asks about, by any of its names."""
    wanted = text.casefold()
    for command in all_commands():
        names = {command.key, *command.aliases}
        names |= {
            find_message(f"commands.{command.topic}.name", language) for language in LANGUAGES
        }
        if wanted in {str(name).casefold() for name in names}:
            return command
    return None


def index_lines(reader: Reader, who: Any) -> list[str]:
    """All commands that somebody has, by group, with what they are for."""
    say = reader.say
    commands = [command for command in all_commands() if command().access(who)]
    lines = [say("help.head") if reader.plain else rule(reader.width, say("help.head"))]
    for group in GROUPS:
        rows = [
            (f"  |w{say(f'commands.{c.topic}.name')}|n", say(f"commands.{c.topic}.short"))
            for c in commands
            if c.group == group and c.topic
        ]
        if not rows:
            continue
        lines.append(say(f"help.group.{group}"))
        if reader.plain:
            lines += [f"{name.strip()}: {short}." for name, short in rows]
        else:
            named = [(pad(name, _NAMES), short) for name, short in rows]
            lines += grid(named, _TOPICS, reader.width)
        if group == "game":
            lines += wrap(say("help.turn"), reader.width, indent="  ")
        if group == "building":
            lines += building_lines(reader, who)
    return [*lines, say("help.more")]


def building_lines(reader: Reader, who: Any) -> list[str]:
    """What builders can do behind `card`, and Evennia's commands with which the world is built."""
    lines = []
    for each in find_message("help.building", reader.language).values():
        name, text = each["name"], each["text"]
        told = f"{name}: {text}." if reader.plain else f"  |w{name}|n  {text}"
        lines += wrap(told, reader.width, indent="    ", first="")
    return lines


def help_page(command: type[Command | CmdHelp], reader: Reader, builds: bool = False) -> list[str]:
    """The help of one command; for builders with the words behind it that only they have."""
    topic = command.topic
    name = find_message(f"commands.{topic}.name", reader.language)
    text = find_message(f"commands.{topic}.text", reader.language) or []
    lines = [f"|w{name}|n – {reader.say(f'commands.{topic}.short')}"]
    for line in text:
        lines += wrap(line, reader.width, indent="  ")
    for line in verb_lines(command, reader) if builds else ():
        lines += wrap(line, reader.width, indent="      ", first="  ")
    others = {command.key, *command.aliases}
    others |= {find_message(f"commands.{topic}.name", language) for language in LANGUAGES}
    told = sorted(str(other) for other in others if other and other != name and len(other) > 1)
    if told:
        lines += wrap(reader.say("help.also", names=reader.join_names(told)), reader.width)
    return lines


def verb_lines(command: type[Command | CmdHelp], reader: Reader) -> list[str]:
    """What each word behind a command does, as an example and a few words."""
    own = getattr(command, "words_behind", "")
    name = find_message(f"commands.{command.topic}.name", reader.language)
    lines = []
    for verb, (example, text) in (find_message(f"help.verbs.{own}", reader.language) or {}).items():
        word = find_message(f"{own}.verb.{verb}", reader.language)[0]
        line = " ".join(filter(None, (name, word, example)))
        lines.append(f"{line}: {text}." if reader.plain else f"|w{line}|n  {text}")
    return lines
