"""
The ways in: telnet and websocket, without delay, in the encoding of the client, with a heartbeat.

A connection whose other end has vanished without a word (a phone out of reach, a router that lost
its power) is noticed within about a minute, so that the seat is shown as left: a web client is
pinged, a telnet client is asked by the system, which every client's system answers.
"""

from __future__ import annotations

import json
import socket
from functools import cached_property

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from django.conf import settings
from evennia.server.portal.gmcp_utils import encode_gmcp
from evennia.server.portal.telnet import TelnetProtocol
from evennia.server.portal.telnet_oob import GMCP
from evennia.server.portal.webclient import CLOSE_NORMAL, GOING_AWAY, WebSocketClient
from evennia.server.portal.wire_formats.evennia_v1 import EvenniaV1Format
from evennia.utils import logger
from twisted.conch.telnet import IAC, SB, SE

import server.inputline as inputline
from rules.ground.width import wrap
from server import DATA, browsers, chinese, tls, visitors
from server.charset import CHARSET, Charset
from server.guard import CROWDED, TOO_LONG, Guarded, TurnedAway
from server.webrequest import PROTECTION

BINARY = bytes([0])  # RFC 856

# How much is remembered of what was sent, for compression: 2 ** these, in bytes times 4 and 512.
WINDOW_BITS, MEMORY_LEVEL = 13, 6

# Seconds after which the system asks a silent peer, asks again, and gives up; the last in
# milliseconds, and for what was sent and never acknowledged as well. Not every system has all.
VIGILANCE = {
    "TCP_KEEPIDLE": settings.HEARTBEAT,
    "TCP_KEEPINTVL": settings.HEARTBEAT // 2,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": settings.HEARTBEAT * 3 // 2 * 1000,
}


class Telnet(Guarded, TelnetProtocol):
    """A telnet client."""

    line_buffer = b""  # what has come of a line whose end has not
    _skips_line = False
    typing = cached_property(inputline.InputLine)
    window = cached_property(inputline.Window)

    def connectionMade(self):
        """Answers are short and wanted at once; who vanishes is missed soon."""
        self.transport.setTcpNoDelay(True)
        if not self.enter(self.transport.client):
            self.transport.write(CROWDED.replace("\n", "\r\n").encode() + b"\r\n")
            self.transport.loseConnection()
            return
        super().connectionMade()
        self.charset = Charset(self)
        # Without this the telnet of Unix looks at seven bits of each byte typed, and takes the
        # Chinese for "board" for its escape character.
        self.do(BINARY).addErrback(lambda _: None)
        connection = tls.tcp_of(self.transport).getHandle()
        for name, value in VIGILANCE.items():
            if option := getattr(socket, name, None):
                connection.setsockopt(socket.IPPROTO_TCP, option, value)
        self.typing.offer()
        self.window.listen()

    def connectionLost(self, reason):
        """It ended, by either side; Evennia calls this itself, too."""
        self.leave()
        if not self.turned_away:
            self.typing.stop()
            super().connectionLost(reason)

    def handshake_done(self, timeout=False):
        """
        The client has said what it is, or will not.

        Evennia tells the Server when all has been said, or after two seconds. Who has a screen
        reader needs that known before the first board, so that is told at once.
        """
        flags = self.protocol_flags
        if str(flags.get("CLIENTNAME")).upper() == "DUMB":
            flags["NOCOLOR"] = True
        super().handshake_done(timeout)
        if self.handshakes > 0 and flags.get("SCREENREADER"):
            self.sessionhandler.sync(self)

    def dataReceived(self, data):
        """Bytes from the client. Junk costs the read it came with, not the connection."""
        if self.turned_away:
            return
        self.pace(data)
        try:
            super().dataReceived(data)
        except Exception:  # noqa: BLE001 (a client sent what cannot be read, and is told)
            self.state = "data"
            self.note_junk()
        if self.state == "escaped" and not data.endswith(IAC):
            # Stopped at a command which telnet has not; all that follows would be taken for one.
            self.state = "data"
        if len(getattr(self, "commands", ())) > settings.NEGOTIATION_BYTES:
            logger.log_err(f"A telnet client at {self.address} negotiates without end.")
            self.transport.abortConnection()

    def commandReceived(self, command, argument):
        """A telnet command; who sends nothing else is not heeded any more."""
        if self.meter.count_negotiation():
            super().commandReceived(command, argument)

    def negotiate(self, data):
        """A telnet negotiation, or data of the client."""
        if self.meter.count_negotiation():
            super().negotiate(data)

    def applicationDataReceived(self, data):
        """What was typed. Of a line without end nothing is kept."""
        if self._skips_line:
            _, end, data = data.replace(b"\r", b"\n").partition(b"\n")
            if not end:
                return
            self._skips_line = False
            if not data:
                return
        super().applicationDataReceived(data)
        if len(self.line_buffer) > settings.LINE_BYTES:
            self.line_buffer = b""
            self._skips_line = True
            self.sessionhandler.tell(self, TOO_LONG)

    def enableLocal(self, option):
        """Of what a client wants us to do: talk about encodings as well."""
        return option in (BINARY, CHARSET) or super().enableLocal(option)

    def enableRemote(self, option):
        """Of what a client wants to do: ask for an encoding as well."""
        return option in (BINARY, CHARSET) or super().enableRemote(option)

    @property
    def encoding(self) -> str:
        """What the client shows and sends."""
        return self.protocol_flags.get("ENCODING") or "utf-8"

    def send_text(self, *args, **kwargs):
        """Send text or a prompt, as wide as the client's screen and in its encoding."""
        if args and isinstance(args[0], str):
            text = args[0] if kwargs.get("options", {}).get("raw") else self.fit_lines(args[0])
            if kwargs.get("options", {}).get("send_prompt"):
                text += " "  # what is typed does not stick to a prompt
            args = (self.encodable(text), *args[1:])
        super().send_text(*args, **kwargs)

    def fit_lines(self, text: str) -> str:
        """
        The text with lines that are too long broken between words, in the reader's script.

        A terminal would break them in the middle of a word. Screen readers know lines of any
        length, and read one that is not broken better.
        """
        if chinese.reads_traditional(self):
            text = chinese.traditional(text)
        flags = self.protocol_flags
        if flags.get("SCREENREADER"):
            return text
        columns = (flags.get("SCREENWIDTH") or {}).get(0) or settings.CLIENT_DEFAULT_WIDTH
        return "\n".join(wrap(text.replace("\r\n", "\n"), max(columns, 20)))

    def encodable(self, text: str) -> str:
        """
        The text with a question mark for each character which the client's encoding lacks.

        Evennia would send the whole of it in another encoding: one emoji, and a GBK terminal
        shows nothing but rubbish.
        """
        try:
            return text.encode(self.encoding, errors="replace").decode(self.encoding)
        except LookupError:
            self.protocol_flags["ENCODING"] = "utf-8"
            return text

    def send_default(self, cmdname, *args, **kwargs):
        """Send data; the game's own by GMCP, each part of it under the name it has."""
        if not cmdname.startswith(DATA):
            super().send_default(cmdname, *args, **kwargs)
        elif self.oob.GMCP:
            data = chinese.data_traditional(kwargs) if chinese.reads_traditional(self) else kwargs
            message = encode_gmcp(cmdname, **data).encode().replace(IAC, IAC + IAC)
            self._write(IAC + SB + GMCP + message + IAC + SE)

    def send_prompt(self, *args, **kwargs):
        """The line one types behind from now on; an empty one is none any more."""
        if self.typing.keep_prompt(str(args[0] or "") if args else ""):
            super().send_prompt(*args, **kwargs)
            if self.typing.says_end:
                self._write(inputline.IAC_EOR)

    def sendLine(self, line):
        """Send lines, apart from the one in which somebody is typing."""
        above = self.typing.write_above(line)
        if above is None:
            super().sendLine(line)
        else:
            self._write(above.encode(self.encoding, errors="replace"))
        self.typing.restore_prompt()

    def data_in(self, **kwargs):
        """
        Take what the client typed.

        A terminal which sends what cannot be UTF-8, but can be Chinese, is taken for a Chinese
        one from then on: its owner cannot read how to say so.
        """
        text = kwargs.get("text")
        if text is not None:
            self.typing.forget_prompt()
            self.window.apply_size()
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


def accept_compression(offers):
    """
    How what is sent to a browser is compressed, if it offers that (RFC 7692): states of matches
    repeat themselves. What it remembers takes some 64 kB a connection; of what the browser sends,
    which is short, nothing is remembered.
    """
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            bits = min(offer.request_max_window_bits or WINDOW_BITS, WINDOW_BITS)
            return PerMessageDeflateOfferAccept(
                offer,
                request_no_context_takeover=True,
                window_bits=bits,
                mem_level=MEMORY_LEVEL,
                max_message_size=WebSocket.maxMessagePayloadSize,
            )
    return None


class WebSocket(Guarded, WebSocketClient):
    """The web client."""

    # Seconds between two pings, and for the answer to one. Through a proxy the system's own
    # questions would reach the proxy only.
    autoPingInterval = settings.HEARTBEAT
    autoPingTimeout = settings.HEARTBEAT
    # Bytes. Nobody types as much; a message is held in memory until it is complete.
    maxMessagePayloadSize = maxFramePayloadSize = 65536
    perMessageCompressionAccept = staticmethod(accept_compression)

    def onClose(self, wasClean, code=None, reason=None):
        """
        However it ended, nobody is at the other end any more.

        Evennia keeps who went without a word, for a browser which may come back; a browser which
        comes back is logged in by its cookie all the same.
        """
        self.leave()
        if self.turned_away:
            return
        super().onClose(wasClean, code, reason)
        if code not in (CLOSE_NORMAL, GOING_AWAY) and hasattr(self, "sessid"):
            self.sessionhandler.disconnect(self)

    def onMessage(self, payload, isBinary):
        """A message from the client. Junk costs itself, not the connection."""
        try:
            super().onMessage(payload, isBinary)
        except Exception:  # noqa: BLE001 (a client sent what cannot be read, and is told)
            self.note_junk()

    def send_text(self, *args, **kwargs):
        """Send text in the reader's script."""
        super().send_text(*map(self.to_script, args), **kwargs)

    def send_prompt(self, *args, **kwargs):
        """Send the line one types behind."""
        super().send_prompt(*map(self.to_script, args), **kwargs)

    def send_default(self, cmdname, *args, **kwargs):
        """Send data; the game's own in the reader's script, and as short as can be."""
        if cmdname.startswith(DATA) and chinese.reads_traditional(self):
            kwargs = chinese.data_traditional(kwargs)
        if cmdname.startswith(DATA) and isinstance(self.wire_format, EvenniaV1Format):
            told = json.dumps([cmdname, [], kwargs], ensure_ascii=False, separators=(",", ":"))
            self.sendEncoded(told.encode())
        else:
            super().send_default(cmdname, *args, **kwargs)

    def to_script(self, text):
        """A text in the reader's script."""
        if not isinstance(text, str):
            return text
        return chinese.traditional(text) if chinese.reads_traditional(self) else text

    def connectionMade(self):
        """Answers are short and wanted at once."""
        self.transport.setTcpNoDelay(True)
        super().connectionMade()
        # Autobahn's page about itself, which also leads wherever a link tells it to.
        self.webStatus = False

    def dataReceived(self, data):
        """Bytes from the client."""
        self.pace(data)
        super().dataReceived(data)

    def init_session(self, protocol_key, address, sessionhandler):
        """The handshake is done, and only now it is known who is behind a proxy."""
        forwarded = self.http_headers.get(visitors.FORWARDED.lower(), "")
        address = visitors.visitor_address(address, [forwarded])
        super().init_session(protocol_key, address, sessionhandler)
        if not self.enter(address):
            raise TurnedAway

    def onOpen(self):
        """The handshake is done: log in who was logged in before, unless it is too crowded."""
        if session := self.get_client_session():
            browsers.recognise_browser(session)
        try:
            super().onOpen()
        except TurnedAway:
            self.send_text(CROWDED)
            self.sendClose(CLOSE_NORMAL)

    def sendHttpErrorResponse(self, code, reason, responseHeaders=None):
        """Refuse what is no websocket, with what every web answer of ours says."""
        headers = [*(responseHeaders or ()), *PROTECTION.items(), ("Content-Length", 0)]
        super().sendHttpErrorResponse(code, reason, headers)
