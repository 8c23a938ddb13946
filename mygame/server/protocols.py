"""The ways in: telnet and websocket, without delay, and in the encoding of the client."""

from __future__ import annotations

from evennia.server.portal.telnet import TelnetProtocol
from evennia.server.portal.webclient import WebSocketClient


class Telnet(TelnetProtocol):
    """A telnet client."""

    def connectionMade(self):
        """Answers are short and wanted at once."""
        self.transport.setTcpNoDelay(True)
        super().connectionMade()

    @property
    def encoding(self) -> str:
        """What the client shows and sends."""
        return self.protocol_flags.get("ENCODING") or "utf-8"

    def send_text(self, *args, **kwargs):
        """
        Send text or a prompt in the client's encoding.

        Evennia sends the whole text in another encoding if one character does not exist in the
        client's: one emoji, and a GBK terminal shows nothing but rubbish. Here that one
        character becomes a question mark.
        """
        if args and isinstance(args[0], str):
            try:
                text = args[0].encode(self.encoding, errors="replace").decode(self.encoding)
            except LookupError:
                self.protocol_flags["ENCODING"] = "utf-8"
            else:
                args = (text, *args[1:])
        super().send_text(*args, **kwargs)

    def data_in(self, **kwargs):
        """
        Take what the client typed.

        A terminal which sends what cannot be UTF-8, but can be Chinese, is taken for a Chinese
        one from then on: its owner cannot read how to say so.
        """
        text = kwargs.get("text")
        if isinstance(text, bytes) and self.encoding == "utf-8":
            try:
                text.decode("utf-8")
            except UnicodeDecodeError:
                try:
                    kwargs["text"] = text.decode("gbk")
                except UnicodeDecodeError:
                    pass
                else:
                    self.protocol_flags["ENCODING"] = "gbk"
                    self.sessionhandler.sync(self)
        super().data_in(**kwargs)


class WebSocket(WebSocketClient):
    """The web client."""

    def connectionMade(self):
        """Answers are short and wanted at once."""
        self.transport.setTcpNoDelay(True)
        super().connectionMade()
