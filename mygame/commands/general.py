"""
Commands that are there always: language, talking, looking, and leaving.
"""

from __future__ import annotations

import re
from typing import Any

from commands.carrying import lines_of_thing
from commands.command import NO, YES, Command
from commands.screen import keep_flag
from commands.talk import speak
from rules.ground.width import wrap
from server.chinese import to_simplified
from world.accounts import people
from world.errors import TableError
from world.locale.messages import shorten_quote
from world.locale.reader import account_of, sessions_of

LANGUAGE_NAMES = {
    "zh": "zh", "cn": "zh", "chinese": "zh", "中": "zh", "中文": "zh", "汉语": "zh",
    "简体": "zh", "简体中文": "zh", "zh-hans": "zh", "simplified": "zh",
    "繁体": "zh-hant", "繁体中文": "zh-hant", "正体": "zh-hant", "繁": "zh-hant",
    "zh-hant": "zh-hant", "zh-tw": "zh-hant", "zh-hk": "zh-hant", "traditional": "zh-hant",
    "en": "en", "english": "en", "英": "en", "英文": "en", "英语": "en",
}  # fmt: skip


class CmdLanguage(Command):
    """Choose Chinese, in either script, or English."""

    key = "language"
    aliases = ["lang"]
    topic = "language"
    yields = False

    def func(self) -> None:
        wanted = LANGUAGE_NAMES.get(to_simplified(self.args.casefold()))
        if wanted is None:
            self.tell("language.usage")
            return
        language, _, script = wanted.partition("-")
        if not self.keep(language=language, script=script):
            return
        for session in sessions_of(self.caller):
            session.use_script(account_of(self.caller))
        self.tell("language.traditional" if script else "language.chosen")
        self.ask_again()


class CmdScreenreader(Command):
    """Plain sentences instead of columns."""

    key = "screenreader"
    aliases = ["sr", "无障碍"]
    topic = "screenreader"
    yields = False

    def func(self) -> None:
        word = self.args.casefold()
        if word not in YES | NO:
            if self.args:
                self.tell("screenreader.usage")
                return
            word = "off" if self.reader.plain else "on"
        on = word in YES
        if self.keep(screenreader=on):
            keep_flag(self.caller, "SCREENREADER", on)
            self.tell("screenreader.on" if on else "screenreader.off")
            self.ask_again()


class CmdCredits(Command):
    """Who made the game."""

    key = "credits"
    aliases = ["about", "关于"]
    topic = "credits"
    yields = False

    def func(self) -> None:
        self.show(wrap(self.say("credits"), self.reader.width))


class CmdSay(Command):
    """Talk to those who are in the same place."""

    key = "say"
    aliases = ["'", "‘", "’", "“", "”", '"', "说：", "说:", "聊"]
    topic = "say"
    yields = False
    goes_first = True
    verbatim = True

    def func(self) -> None:
        if not self.args:
            self.tell("say.usage")
            return
        self.attempt(speak, self.caller, self.args)


class CmdLook(Command):
    """Look around, or at something."""

    key = "look"
    aliases = ["l", "ls", "查看", "观察"]
    topic = "look"
    yields = False
    goes_first = True

    def func(self) -> None:
        caller = self.caller
        place = caller.location
        if not self.args:
            if place is None:
                self.tell("look.empty")
                return
            text = caller.at_look(place)
            caller.msg(text=(text, {"type": "look"}))
            return
        wanted = self.args.removeprefix("at ").strip()
        found = things_named(wanted, caller) or people_named(wanted, caller)
        if not found and (lines := lines_of_thing(wanted, caller, self.reader)):
            self.show(lines)
            return
        if not found:
            self.tell("look.nothing", text=shorten_quote(wanted))
            return
        caller.msg(text=(caller.at_look(found[0]), {"type": "look"}))


def things_named(text: str, seeker: Any) -> list[Any]:
    """
    What somebody means of what is here and what they carry, people aside. The database, which knows
    how, is asked only if something here has a word of the text in its name.
    """
    if text.startswith("#"):
        return list(seeker.search(text, quiet=True))  # staff, by number
    place, words = seeker.location, re.findall(r"\w+", text.casefold())
    around = [*place.contents, place] if place is not None else []
    things = [each for each in (*around, *seeker.contents) if not each.has_account]

    def is_near(thing: Any) -> bool:
        names = [name.casefold() for name in (thing.key, *thing.aliases.all())]
        return any(word in name for word in words for name in names)

    near = [thing for thing in things if is_near(thing)]
    return list(seeker.search(text, quiet=True, candidates=near)) if near else []


def people_named(text: str, seeker: Any) -> list[Any]:
    """The wizard somebody means by a name, wherever it is; nothing if it is nobody, or several."""
    try:
        return [people.wizard_of(people.find_person(text, seeker))]
    except TableError:
        return []


class CmdQuit(Command):
    """Leave the game; in the middle of a match only who says that they mean it."""

    key = "quit"
    aliases = ["exit", "再见", "下线"]
    topic = "quit"
    yields = False
    goes_first = True

    def func(self) -> None:
        sure = self.args.casefold() in YES
        table = getattr(self.caller, "table", None)
        if not sure and table is not None and table.is_playing(self.caller):
            self.ask_if_sure(self.leave_game, "quit.playing", number=table.number)
            return
        if not sure and self.args:
            self.tell("quit.alone")
            return
        self.leave_game()

    def leave_game(self) -> None:
        """Close this connection."""
        account, session = account_of(self.caller), self.session
        if session is not None and hasattr(account, "disconnect_session_from_account"):
            account.disconnect_session_from_account(session, self.say("quit.bye"))


COMMANDS = (
    CmdLook,
    CmdSay,
    CmdLanguage,
    CmdScreenreader,
    CmdCredits,
    CmdQuit,
)
