"""
What keeps one connection from costing the others anything: for the Portal, which sheds it unread.

* Bytes: who sends faster than a person or a client can is read more slowly, which costs nothing
  and loses nothing; the sender's own system holds the rest.
* Lines, and data of clients: so many at once, which is more than a pasted turn, then so many a
  second. What is beyond is not read and the sender is told, at most once a second; who goes on
  all the same is read far more slowly until the flood has ended, and who goes on and on is
  disconnected.
* Telnet's negotiations are counted apart, for no person sees them.
* A line or a negotiation without end is not kept in memory.
* Who does not read what is sent, does not log in, or comes with hundreds of connections at once
  is disconnected.

The numbers are in `server.conf.limits`. Begin at `Meter.count_line` and `Guarded`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import reactor

from server.addresses import source_of
from server.buckets import Bucket, Buckets, Rate
from server.names import bilingual

TOO_FAST = bilingual(
    "|x你发得太快了：刚才有几行没有读。请慢一点再发一次。|n",
    "|xThat was too fast: some lines were not read. Send them again, more slowly.|n",
)
GOODBYE = bilingual("你一直发得太快，连接已断开。", "You kept sending too much. Good bye.")
TOO_LONG = bilingual(
    "|x这一行太长了，没有读。|n", "|xThat line was too long; it was not read.|n"
)  # fmt: skip
CROWDED = bilingual(
    "你的地址上连接太多了。请关掉几个，过一分钟再来。",
    "There are too many connections from your address. Close some, and come again in a minute.",
)
NOBODY = bilingual(
    "很久没有人登录，连接已断开。", "Nobody has logged in for a long time. Good bye."
)


class Verdict(Enum):
    """What to do with a line."""

    READ = "read"
    SHED = "shed"  # and say nothing: it has been said a moment ago
    TELL = "tell"  # shed, and say so
    CLOSE = "close"


class Meter:
    """What one connection has sent of late."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        now = clock()
        self.clock = clock
        self._bytes = _full_bucket(settings.BYTE_RATE, now)
        self._lines = _full_bucket(settings.LINE_RATE, now)
        self._lines_before_login = _full_bucket(settings.LINE_RATE_BEFORE_LOGIN, now)
        self._negotiations = _full_bucket(settings.NEGOTIATION_RATE, now)
        self._lines_of_a_flood = Bucket(settings.FLOOD_LINE_RATE, 0, now)
        self._shed, self._shed_at = 0, now
        self._told = float("-inf")

    def count_bytes(self, count: int) -> float:
        """Seconds for which not to read on."""
        now, bucket = self.clock(), self._bytes
        bucket.fill(now)
        bucket.left -= count
        return bucket.wait(now, 0)

    def count_line(self, logged_in: bool) -> Verdict:
        """A line, or a message of a client, has come."""
        now = self.clock()
        if self._shed and now - self._shed_at > settings.FLOOD_CALM:
            self._shed = 0
        bucket = self._lines if logged_in else self._lines_before_login
        if self._shed > settings.FLOOD_LINES:
            bucket = self._lines_of_a_flood
        if not bucket.take(now):
            return Verdict.READ
        self._shed += 1
        self._shed_at = now
        if self._shed > settings.LINES_SHED_AT_MOST:
            return Verdict.CLOSE
        if now - self._told < 1:
            return Verdict.SHED
        self._told = now
        return Verdict.TELL

    def count_negotiation(self) -> bool:
        """Whether to heed a telnet command."""
        return not self._negotiations.take(self.clock())


def _full_bucket(rate: Rate, now: float) -> Bucket:
    return Bucket(rate, rate.burst, now)


class Door:
    """Counts the connections of each address: those there are, and new ones in a minute."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic):
        self.most = most
        self._here: Counter[str] = Counter()
        self._new = Buckets(Rate(most, 60), clock)

    def enter(self, address: object) -> bool:
        """Whether one more may come in from an address; it is counted until `leave`."""
        source = source_of(address)
        if self._here[source] >= self.most or self._new.take(source):
            return False
        self._here[source] += 1
        return True

    def leave(self, address: object) -> None:
        """One of those who came in has gone."""
        source = source_of(address)
        self._here[source] -= 1
        if self._here[source] <= 0:
            del self._here[source]


@cache
def portal_door() -> Door:
    """The door of this Portal."""
    return Door(settings.CONNECTIONS_PER_ADDRESS)


class TurnedAway(Exception):
    """There are too many connections from the address."""


class Guarded:
    """
    For the Portal's protocols, before Evennia's: paces reading, and knows who came in by the door.
    """

    transport: Any
    sessionhandler: Any
    logged_in: bool
    cmd_last: float
    turned_away = False
    _entered: Any = None  # the address it was let in from
    _waits: Any = None
    _idle: Any = None
    _complained = False

    @property
    def meter(self) -> Meter:
        """Of this connection."""
        if "_meter" not in self.__dict__:
            self._meter = Meter()
        return self._meter

    def enter(self, address: object) -> bool:
        """Come in by the door, if the address has not too many connections."""
        if not portal_door().enter(address):
            self.turned_away = True
            return False
        self._entered = (address,)
        self._idle = reactor.callLater(settings.LOGIN_PATIENCE, self._still_nobody)
        return True

    def leave(self) -> None:
        """The connection has ended, however it did."""
        for name in ("_waits", "_idle"):
            if (delayed := getattr(self, name)) is not None and delayed.active():
                delayed.cancel()
        if self._entered is not None:
            portal_door().leave(self._entered[0])
            self._entered = None

    def pace(self, data: bytes) -> None:
        """Read on later, if this was too much."""
        wait = self.meter.count_bytes(len(data))
        if wait and self._waits is None:
            self.transport.pauseProducing()
            self._waits = reactor.callLater(wait, self._resume_reading)

    def _resume_reading(self) -> None:
        self._waits = None
        self.transport.resumeProducing()

    def _still_nobody(self) -> None:
        if self.logged_in:
            return
        left = self.cmd_last + settings.LOGIN_PATIENCE - time.time()
        if left > 1:
            self._idle = reactor.callLater(left, self._still_nobody)
        else:
            self.sessionhandler.turn_out(self, NOBODY)

    def note_junk(self) -> None:
        """Note in the log that junk came, with the trace, once for each connection."""
        if not self._complained:
            self._complained = True
            logger.log_trace(f"A client at {getattr(self, 'address', '?')} sent junk.")


def bytes_unread(transport: Any) -> int:
    """Bytes which were sent and which the other end has not taken yet."""
    return (
        getattr(transport, "_tempDataLen", 0)
        + len(getattr(transport, "dataBuffer", b""))
        - getattr(transport, "offset", 0)
    )
