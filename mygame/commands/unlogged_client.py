"""
The login screen's commands about the client and the game, in both languages: nobody has said yet
which one they read.
"""

from __future__ import annotations

from typing import Any

import evennia
from django.conf import settings
from evennia.commands.cmdhandler import CMD_NOMATCH
from evennia.commands.command import Command

from commands.client import choose_encoding
from commands.command import NO, YES, names_of
from server.conf.connection_screens import connection_screen
from world.locale.messages import LANGUAGES, message, shorten_quote


def bilingual(key: str, **args: Any) -> str:
    """A sentence of the locale files in all languages."""
    return "\n".join(message(key, language, **args) for language in LANGUAGES)


class CmdEncoding(Command):
    """Choose the encoding of this connection: `encoding gbk`, `编码 gbk`."""

    key = "encoding"
    aliases = names_of("encoding")
    locks = "cmd:all()"

    def func(self) -> None:
        self.caller.msg(choose_encoding(self.caller, self.args.strip(), bilingual))


class CmdNamedEncoding(Command):
    """The name of an encoding alone, as the screen says that some cannot read: then it is shown."""

    key = "gbk"
    aliases = ["gb2312", "gb18030", "big5", "utf-8", "utf8"]
    locks = "cmd:all()"

    def func(self) -> None:
        choose_encoding(self.caller, self.cmdstring, bilingual)
        self.caller.msg(connection_screen())


class CmdScreenreader(Command):
    """Sentences instead of columns: `screenreader`, `读屏`, with `off` back again."""

    key = "screenreader"
    aliases = ["sr", *names_of("screenreader")]
    locks = "cmd:all()"

    def func(self) -> None:
        session, word = self.caller, self.args.strip().casefold()
        on = word in YES if word in YES | NO else not session.protocol_flags.get("SCREENREADER")
        session.update_flags(SCREENREADER=on)
        session.msg(bilingual(f"screenreader.{'on' if on else 'off'}"))


class CmdInfo(Command):
    """What game this is, and how many play it now: `info`, `信息`."""

    key = "info"
    aliases = ["信息"]
    locks = "cmd:all()"

    def func(self) -> None:
        count = evennia.SESSION_HANDLER.account_count()
        self.caller.msg(bilingual("client.info", name=settings.SERVERNAME, count=count))


class CmdUnknown(Command):
    """Whatever is no command here."""

    key = CMD_NOMATCH
    locks = "cmd:all()"

    def func(self) -> None:
        text = shorten_quote(self.raw_string)
        self.caller.msg(bilingual("trouble.unknown", text=text))


COMMANDS = (CmdEncoding, CmdNamedEncoding, CmdScreenreader, CmdInfo, CmdUnknown)
