"""What both ends of the link between Portal and Server have in common: no message breaks it.

The link is AMP, a stream of boxes of keys and values. Where a read cuts the stream means nothing,
so AMP's own parser gets every byte; Evennia guesses from the first and the last byte of each read
whether it is AMP at all, and hangs up where the guess is wrong. And whatever is the matter with
one message (cannot be packed, cannot be read, its handler fails) costs this message, with a line
in the log; AMP would hang up, too.

Messages are pickles, which can do anything to who reads them, and any user of the machine can reach
the port. So the Server first says a word which only its Portal and itself can know, the Portal
answers with another, and neither reads or says anything else before.

`server.link` has the two ends.
"""

from __future__ import annotations

import hmac
import os
import reprlib
import secrets
from collections.abc import Callable
from typing import Any

from evennia.server.portal import amp
from evennia.utils import logger
from twisted.internet.defer import Deferred, succeed
from twisted.protocols.amp import AMP, UNKNOWN_ERROR_CODE, RemoteAmpError
from twisted.python.failure import Failure

# Characters of a message or an error which are of use in a log.
TOLD = 500
# The variable of the environment with the password of the link.
PASSWORD = "CHRONO_LINK_PASSWORD"  # noqa: S105 (the name of a variable)


class Packed(amp.Compressed):
    """
    The packed content of a message, in as many parts as AMP's limit of 65535 bytes a value asks.

    Evennia compresses each part, which makes one that cannot be compressed longer than the limit,
    and costs more time than the bytes would on their way through this machine's memory.
    """

    def toString(self, inObject: bytes) -> bytes:
        """As it is."""
        return inObject

    def fromString(self, inString: bytes) -> bytes:
        """As it came."""
        return inString


for _command in (
    amp.MsgPortal2Server,
    amp.MsgServer2Portal,
    amp.AdminPortal2Server,
    amp.AdminServer2Portal,
):
    _command.arguments = [(b"packed_data", Packed())]


def password() -> bytes:
    """
    What only the two know. The Portal makes it up when it first needs it; the Server, which is its
    child, has it in its environment (`server.keeper`), which other users cannot read.
    """
    return os.environ.setdefault(PASSWORD, secrets.token_hex(16)).encode()


def greeting_of(end: str) -> bytes:
    """What the `portal` or the `server` says first: from one nobody learns the other."""
    return hmac.new(password(), end.encode(), "sha256").hexdigest().encode()


class SteadyLink(amp.AMPMultiConnectionProtocol):
    """AMP which goes on after a message that is wrong."""

    own_end, other_end = "portal", "server"

    _greeting = b""
    _trusted = False

    def makeConnection(self, transport) -> None:
        """There is a connection; with whom will be seen."""
        self.transport = transport
        if self.own_end == "server":
            transport.write(greeting_of("server"))

    def dataReceived(self, data: bytes) -> None:
        """Bytes, cut anywhere."""
        if not self._trusted:
            data = self._take_greeting(data)
        if self._trusted:
            AMP.dataReceived(self, data)

    def _take_greeting(self, data: bytes) -> bytes:
        """Take the other's word; when it is whole, AMP begins. Gives the bytes that follow it."""
        self._greeting += data
        expected = greeting_of(self.other_end)
        if self._greeting.startswith(expected):
            self._trusted = True
            if self.own_end == "portal":
                self.transport.write(greeting_of("portal"))
            super().makeConnection(self.transport)
            return self._greeting[len(expected) :]
        if not expected.startswith(self._greeting):
            logger.log_err(f"A stranger at the internal port: {self._greeting[:TOLD]!r}")
            self.transport.abortConnection()
        return b""

    def lengthLimitExceeded(self, length: int) -> None:
        """No box goes on like this, and nobody knows where the next one begins."""
        logger.log_err(f"The link is out of step: a key of {length} bytes. Hanging up.")
        super().lengthLimitExceeded(length)

    def ampBoxReceived(self, box) -> None:
        """A message, an answer, or an error in place of an answer."""
        try:
            super().ampBoxReceived(box)
        except Exception:  # noqa: BLE001 (logged; one message costs itself)
            logger.log_trace(f"A message over the link is of no use: {reprlib.repr(box)}")

    def dispatchCommand(self, box) -> Deferred:
        """Carry out a message. AMP hangs up after errors which it does not know."""
        return super().dispatchCommand(box).addErrback(_as_remote_error)

    def unhandledError(self, failure: Failure) -> None:
        """What nobody waits for went wrong."""
        logger.log_err(f"A message over the link failed: {failure.getErrorMessage()[:TOLD]}")

    def pack_message(self, sessid: int, kwargs: dict[str, Any]) -> bytes | None:
        """A message as bytes; None if it cannot be packed: it is lost, and nothing else is."""
        try:
            return amp.dumps((sessid, kwargs))
        except Exception:  # noqa: BLE001 (logged; one message costs itself)
            logger.log_trace(f"A message cannot be sent over the link: {reprlib.repr(kwargs)}")
            return None

    def send_safely(self, send: Callable[..., Deferred], *args: Any, **kwargs: Any) -> Deferred:
        """What `send` gives; if the message cannot be sent, it is lost and nothing else is."""
        try:
            return send(*args, **kwargs)
        except Exception:  # noqa: BLE001 (logged; one message costs itself)
            logger.log_trace(f"A message cannot be sent over the link: {reprlib.repr(kwargs)}")
            return succeed(None)


def _as_remote_error(failure: Failure) -> Failure:
    """Any failure as an error which the other side is told, in few words; log what is new."""
    if failure.check(RemoteAmpError):
        error = failure.value
        code, told, local = error.errorCode, error.description, error.local or failure
    else:
        logger.log_err(failure.getTraceback())
        code, told, local = UNKNOWN_ERROR_CODE, failure.getErrorMessage(), failure
    return Failure(RemoteAmpError(code, str(told)[:TOLD], local=local))
