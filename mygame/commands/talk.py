"""
Commands for talking to others than those in the same place: to one person, and to everybody.
"""

from __future__ import annotations

import re
from typing import Any

from commands.command import Command, split_verb, verbs_of
from world.accounts import people
from world.community import chat, social, tells
from world.errors import TableError
from world.render import people as render

NAMED = re.compile(r"\s*([^\s:：=,，]+)\s*[\s:：=,，]\s*(.+)", re.DOTALL)


def name_and_words(args: str) -> tuple[str, str]:
    """
    A name and what follows it; the words are empty when there are none.

    >>> name_and_words("小安：你好 啊")
    ('小安', '你好 啊')
    """
    found = NAMED.fullmatch(args)
    return (found[1], found[2].strip()) if found else (args.strip(), "")


class CmdTell(Command):
    """Say something to one person, here or away: `tell Ann hello`."""

    key = "tell"
    aliases = ["page", "whisper", "私聊", "密语"]
    topic = "tell"
    group = "people"
    yields = False
    goes_first = True
    verbatim = True

    def func(self) -> None:
        name, words = name_and_words(self.args)
        if not words:
            self.tell("tell.usage")
            return
        self.attempt(lambda: self.tell_to(people.find_person(name, self.caller), words))

    def tell_to(self, account: Any, words: str) -> None:
        """
        Say it; the caller reads what may have become of it.

        :raises TableError: `outQuiet` (name), to somebody who must not hear it during the match.
        """
        table, wizard = self.caller.table, people.wizard_of(account)
        if table is not None and wizard is not None and not table.may_hear(wizard, self.caller):
            raise TableError("outQuiet", name=account.username)
        if not tells.tell_person(self.caller, account, words):
            self.tell("tell.left", name=account.username)
            return
        idle = people.idle_seconds(people.wizard_of(account))
        if idle >= people.AWAY_AFTER:
            told = render.idle_text(idle, self.reader)
            self.tell("tell.idle", name=account.username, told=told)


class CmdReply(CmdTell):
    """Answer who has told one something last."""

    key = "reply"
    aliases = ["r"]
    goes_first = False
    topic = "reply"

    def func(self) -> None:
        account = people.account_numbered(self.caller.ndb.told_by)
        if account is None:
            self.tell("tell.nobody")
        elif not self.args:
            self.tell("tell.reply_usage", name=account.username)
        else:
            self.attempt(self.tell_to, account, self.args)


class CmdMessages(Command):
    """What was told while one was away, once more."""

    key = "messages"
    aliases = ["mail", "inbox", "信箱"]
    topic = "messages"
    group = "people"
    yields = False

    def func(self) -> None:
        letters = tells.kept_letters(self.caller)
        head = self.say("tell.kept" if letters else "tell.none", count=len(letters))
        self.show([head, *render.letter_lines(letters, self.reader)])


class CmdEmote(Command):
    """Do something in words: `emote waves`, `:waves`."""

    key = "emote"
    aliases = [":", "：", "pose"]
    topic = "emote"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        if not self.args:
            self.tell("say.emote_usage")
            return
        self.attempt(speak, self.caller, self.args, "emote")


def speak(character: Any, words: str, form: str = "") -> None:
    """
    Let everybody in the same place read words, in the form of that place if none is given.

    Who plays no further in a match at a table is read by those alone who may (`Table.may_hear`).

    :raises TableError: of `social.deliver_words`.
    """
    place = character.location
    if hasattr(place, "occupants"):
        people = [each for each in place.people() if place.may_hear(each, character)]
        form = form or ("out" if place.is_out(character) else "table")
        social.deliver_words(character, people, form, words, name=place.name_of(character))
        return
    people = place.contents_get(content_type="character") if place else [character]
    social.deliver_words(character, people, form or "hall", words)


class CmdChat(Command):
    """The public channel: `chat hello`, `chat off`, `chat who`; alone, its last lines."""

    key = "chat"
    aliases = ["公共频道", "频道"]
    topic = "chat"
    group = "people"
    yields = False
    verbatim = True

    def func(self) -> None:
        verb, rest = split_verb(self.args, verbs_of("chat.verb"))
        if verb and not rest:
            getattr(self, f"do_{verb}")()
        elif self.args:
            self.attempt(chat.say, self.caller, self.args)
        else:
            self.do_history()

    def do_on(self) -> None:
        chat.switch_channel(self.caller, True)
        self.tell("chat.on")

    def do_off(self) -> None:
        chat.switch_channel(self.caller, False)
        self.tell("chat.off")

    def do_who(self) -> None:
        names = self.reader.join_names(character.key for character in chat.listeners())
        self.tell("chat.who", names=names or "-")

    def do_history(self) -> None:
        told = render.words_lines(chat.recent_lines(self.caller), self.reader)
        state = "chat.usage" if chat.is_listening(self.caller) else "chat.off"
        self.show([*(told or [self.say("chat.silent")]), self.say(state)])


COMMANDS = (CmdTell, CmdReply, CmdMessages, CmdEmote, CmdChat)
