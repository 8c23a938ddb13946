"""Nothing typed is lost while the Server process is away.

Runs in the Portal, which keeps all connections while the Server reloads or is dead. Input is
sent to the Server only while there is one which knows the session; until then it waits here, in
order. What was sent and not acknowledged when a Server died goes to the next one, once: it may
be what the old one died of.

Begin reading at `InputQueue.deliver`.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from evennia.server.portal import amp, portalsessionhandler
from evennia.server.portal.portalsessionhandler import PortalSessionHandler
from evennia.utils import logger
from twisted.internet import reactor
from twisted.python.failure import Failure

from server import INPUT_MARK
from server.guard import GOODBYE, TOO_FAST, Verdict, bytes_unread
from server.names import bilingual

# More than anybody types in a minute; pasting novels shall not fill the memory.
MAX_WAITING = 200
# Inputs of one session that the Server has not yet acknowledged; its next ones wait, so that a
# pasted page does not stand before what everybody else types.
AT_ONCE = 4

WAIT = "|x服务器马上回来，你输入的会保留。 The server is coming back; what you type is kept.|n"
TOO_MUCH = "|x输入太多了，后面的没有保留。 That is too much; the rest was not kept.|n"

# Seconds between two messages to the Server about what a client can do.
SYNC_EVERY = 0.5
# Evennia's sentence for who has to wait because many come in the same moment.
portalsessionhandler.DOS_PROTECTION_MSG = bilingual(
    "现在进来的人很多，请等 {num:.0f} 秒……",
    "Many people come in just now; wait {num:.0f} seconds ...",
)


@dataclass
class Input:
    """Something a client sent: `data` as Evennia passes it on, cleaned."""

    session: Any
    data: dict
    number: int
    sent: int = field(default=0)


class InputQueue(PortalSessionHandler):
    """The Portal's sessions, whose input waits for a Server which can take it."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._link: Any = None  # to the Server, while it is ready
        self._numbers = itertools.count(1)
        self._epoch = f"{time.time_ns():x}"
        self._waiting: deque[Input] = deque()
        self._unacknowledged: dict[int, Input] = {}
        self._under_way: Counter[Any] = Counter()  # how many of those are a session's
        self._newcomers: list[Any] = []
        self._syncing: dict[Any, bool] = {}  # told of a moment ago; whether there is more to tell

    # What the link tells us

    def server_ready(self, link) -> None:
        """The Server has got all sessions, or will before whatever is sent from now on."""
        self._link = link
        newcomers, self._newcomers = self._newcomers, []
        for session in newcomers:
            super().connect(session)
        self._flush()

    def server_leaving(self) -> None:
        """The Server will do what it has got, then end; send it nothing more."""
        self._link = None

    def server_gone(self) -> None:
        """The link is broken. What was not acknowledged comes first when there is a new one."""
        self._link = None
        for session in self.get_sessions(include_unloggedin=True):
            if not (session.logged_in or getattr(session, "welcomed", False)):
                # It came a moment before; the next Server shall show it the login screen.
                del self[session.sessid]
                session.server_connected = False
                self._newcomers.append(session)
        lost, self._unacknowledged = self._unacknowledged, {}
        self._under_way.clear()
        self._waiting.extendleft(input_ for input_ in reversed(lost.values()) if input_.sent < 2)

    def tell(self, session, text: str) -> None:
        """The Portal's own word to somebody."""
        super().data_out(session, text=[[text], {}])

    def tell_all(self, text: str) -> None:
        """The Portal's own word to everybody."""
        for session in self.get_sessions(include_unloggedin=True):
            self.tell(session, text)

    # What sessions and the Server do

    def data_in(self, session, **kwargs) -> None:
        """Input of a client: counted before anything else is done with it."""
        verdict = session.meter.count_line(session.logged_in) if session else Verdict.READ
        if verdict is Verdict.READ:
            super().data_in(session, **kwargs)
        elif verdict is Verdict.TELL:
            self.tell(session, TOO_FAST)
        elif verdict is Verdict.CLOSE:
            logger.log_sec(f"{session.address} kept sending too much (account {session.uid}).")
            self.turn_out(session, GOODBYE)

    def clean_senddata(self, session, kwargs: dict[str, Any]) -> dict[str, Any]:
        """
        What a client sent, in the form in which it goes to the Server: by name a list and a dict.

        A typed line and what a browser sends have it nearly, and need none of the looking into that
        Evennia does for whatever else there may be, and which leaves garbage to be looked for.
        """
        form: dict[str, Any] = {}
        for name, value in kwargs.items():
            if name == "text" and type(value) is bytes and value:
                try:
                    value = [value.decode(session.protocol_flags["ENCODING"])], {}
                except (LookupError, UnicodeDecodeError):
                    return super().clean_senddata(session, kwargs)
            if type(value) not in (list, tuple) or tuple(map(type, value)) != (list, dict):
                return super().clean_senddata(session, kwargs)
            form[name] = [value[0], {**value[1], "options": {}}]
        return form

    def turn_out(self, session, text: str) -> None:
        """The Portal closes a connection by itself, and says why."""
        self.tell(session, text)
        self.server_disconnect(session)

    def sync(self, session) -> None:
        """
        Tell the Server of a client's abilities, at once and then at most twice a second.

        Each of a client's negotiations asks for it, and some are nothing but negotiations.
        """
        if session in self._syncing:
            self._syncing[session] = True
        if session is None or session in self._syncing:
            return
        super().sync(session)
        self._syncing[session] = False
        reactor.callLater(SYNC_EVERY, self._sync_again, session)

    def _sync_again(self, session) -> None:
        if self._syncing.pop(session) and self.get(session.sessid) is session:
            self.sync(session)

    def data_out(self, session, **kwargs) -> None:
        """The Server's word to a session."""
        session.welcomed = True
        if bytes_unread(session.transport) > settings.UNREAD_BYTES:
            # Who does not read would fill the memory; and who is gone does not mind.
            logger.log_sec(f"{session.address} does not read (account {session.uid}).")
            session.transport.abortConnection()
            return
        super().data_out(session, **kwargs)

    def connect(self, session) -> None:
        """A new connection waits for the Server, too: its login screen comes from there."""
        if self._link is not None:
            super().connect(session)
            self._flush()
            return
        if session is None:
            # A turn of the queue of new connections. Let it stand still.
            self.connection_task = reactor.callLater(0.5, self.connect, None)
            return
        session.sessid = session.sessid or self.generate_sessid()
        session.server_connected = False
        self._newcomers.append(session)

    def disconnect(self, session) -> None:
        """Somebody went; what he typed last still counts, if the Server ever knew him."""
        if session in self._newcomers:
            self._newcomers.remove(session)
            return
        super().disconnect(session)

    def deliver(self, session, data: dict) -> None:
        """Input of a session, on its way to the Server: send it, or let it wait."""
        if sum(waiting.session is session for waiting in self._waiting) >= MAX_WAITING:
            self.tell(session, TOO_MUCH)
            return
        if self._link is None and not any(i.session is session for i in self._waiting):
            self.tell(session, WAIT)
        self._waiting.append(Input(session, data, next(self._numbers)))
        self._flush()

    def _flush(self) -> None:
        if self._link is None or not self._waiting:
            return
        waiting, self._waiting = self._waiting, deque()
        for input_ in waiting:
            session = input_.session
            if session in self._newcomers or not session.server_connected:
                self._waiting.append(input_)  # the queue of new connections has not let it in
            elif self._under_way[session] >= AT_ONCE:
                self._waiting.append(input_)  # it takes turns with what others have sent
            elif self.get(session.sessid) is session:
                self._send(input_)

    def _send(self, input_: Input) -> None:
        mark = (f"{self._epoch}-{input_.number}", bool(input_.sent))
        try:
            packed = amp.dumps((input_.session.sessid, {**input_.data, INPUT_MARK: mark}))
        except Exception:  # noqa: BLE001 (logged; what others typed goes on its way)
            # Nested too deeply, for example: what others typed goes on its way.
            logger.log_trace("An input cannot be sent to the Server.")
            return
        input_.sent += 1
        self._under_way[input_.session] += 1
        self._unacknowledged[input_.number] = input_
        deferred = self._link.callRemote(amp.MsgPortal2Server, packed_data=packed)
        deferred.addBoth(self._acknowledge, input_.number)

    def _acknowledge(self, result, number: int) -> None:
        if isinstance(result, Failure):
            logger.log_err(f"The Server could not take an input: {result.getErrorMessage()}")
        input_ = self._unacknowledged.pop(number, None)
        if input_ is None:
            return  # of a Server that has gone
        self._under_way[input_.session] -= 1
        if not self._under_way[input_.session]:
            del self._under_way[input_.session]
        self._flush()
