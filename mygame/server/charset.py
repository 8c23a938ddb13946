"""
CHARSET (RFC 2066): client and game agree on an encoding, so that nobody has to type it.

The game offers what it can write, in order of preference; a client that wants to ask instead is
answered with the first of its own that we know. A client that knows nothing of this stays as it is.
"""

from __future__ import annotations

import codecs
from typing import Any

CHARSET = bytes([42])
REQUEST, ACCEPTED, REJECTED = (bytes([number]) for number in (1, 2, 3))
# Names as the IANA registers them.
OFFERED = (b"UTF-8", b"GB18030", b"GBK", b"BIG5-HKSCS", b"BIG5")
# A list of names in any order is short; more than this is junk.
LONGEST = 1000


def codec_name(name: bytes) -> str | None:
    """Python's name of an encoding that text can be written in here; None if we know none."""
    try:
        found = codecs.lookup(name.decode("ascii")).name
    except (LookupError, UnicodeDecodeError, ValueError):
        return None
    return found if found in KNOWN else None


KNOWN = frozenset(codecs.lookup(name.decode()).name for name in OFFERED) | {"ascii", "iso8859-1"}


class Charset:
    """The negotiation for one telnet connection (`server.protocols.Telnet`)."""

    def __init__(self, protocol: Any):
        self.protocol = protocol
        protocol.negotiationMap[CHARSET] = self.handle_subnegotiation
        # Refusing is no error, and neither is going away.
        protocol.will(CHARSET).addCallbacks(self.accept_offer, lambda _: None)

    def accept_offer(self, _: Any) -> None:
        """The client agrees to talk about it."""
        self.protocol.requestNegotiation(CHARSET, REQUEST + b";" + b";".join(OFFERED))

    def handle_subnegotiation(self, data: Any) -> None:
        """A subnegotiation of the client, as a list of bytes."""
        said = b"".join(data)[:LONGEST]
        command, rest = said[:1], said[1:]
        if command == ACCEPTED:
            self.use_encoding(codec_name(rest))
        elif command == REQUEST:
            self.answer_request(rest)

    def answer_request(self, rest: bytes) -> None:
        """The client asks: which of these?"""
        rest = rest.removeprefix(b"[TTABLE]\x01")
        for name in rest[1:].split(rest[:1]) if rest else ():
            if (known := codec_name(name)) is not None:
                self.protocol.requestNegotiation(CHARSET, ACCEPTED + name)
                self.use_encoding(known)
                return
        self.protocol.requestNegotiation(CHARSET, REJECTED)

    def use_encoding(self, encoding: str | None) -> None:
        """Write and read in this encoding from now on."""
        if encoding is not None and encoding != self.protocol.encoding:
            self.protocol.protocol_flags["ENCODING"] = encoding
            self.protocol.sessionhandler.sync(self.protocol)
