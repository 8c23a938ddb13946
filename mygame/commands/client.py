"""
What the game knows of one's client, and its encoding, which can be chosen before logging in, too.
"""

from __future__ import annotations

from typing import Any

from commands.command import Command
from server.charset import OFFERED, codec_name

# What people call an encoding that goes by another name here.
CALLED = {"gb2312": "gbk", "gb": "gbk", "utf8": "utf-8", "big5hkscs": "big5-hkscs"}


class CmdEncoding(Command):
    """Choose the encoding of this connection: `encoding gbk`."""

    key = "encoding"
    topic = "encoding"
    yields = False

    def func(self) -> None:
        self.show([choose_encoding(self.session, self.args, self.say)])


class CmdClient(Command):
    """What the game knows of the client."""

    key = "client"
    topic = "client"
    yields = False

    def func(self) -> None:
        flags = self.session.protocol_flags
        width, height = self.session.get_client_size()
        lines = [
            self.say("client.name", name=flags.get("CLIENTNAME") or "?"),
            self.say("client.size", width=width, height=height),
            self.say("client.encoding", name=flags.get("ENCODING") or "utf-8"),
            self.say(f"colour.{'off' if flags.get('NOCOLOR') else 'on'}"),
            self.say(f"screenreader.{'on' if self.reader.plain else 'off'}"),
            self.say("client.usage"),
        ]
        self.show(lines)


def choose_encoding(session: Any, word: str, say: Any) -> str:
    """Change the encoding of a session, if it is one; what to tell about it."""
    known = ", ".join(name.decode().lower() for name in OFFERED)
    if not word:
        return say("client.encodings", known=known, name=session.protocol_flags.get("ENCODING"))
    word = word.strip().lower()
    name = codec_name(CALLED.get(word, word).encode())
    if name is None:
        return say("client.encoding_unknown", known=known)
    session.update_flags(ENCODING=name)
    return say("client.encoding", name=name)


COMMANDS = (CmdEncoding, CmdClient)
