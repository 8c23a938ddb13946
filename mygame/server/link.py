"""The link between the two processes: both ends of it, and what starts them.

The Portal holds the connections, the Server is the game. Small messages go back and forth
between them for every line somebody types; Nagle's algorithm would hold each back for up to 40
milliseconds, so it is off on both ends.
"""

from __future__ import annotations

import os
import reprlib

import evennia
from django.conf import settings
from django.db import DatabaseError
from evennia.server.amp_client import AMPClientFactory, AMPServerClientProtocol
from evennia.server.portal import amp
from evennia.server.portal.amp_server import AMPServerFactory, AMPServerProtocol
from evennia.server.portal.service import EvenniaPortalService
from evennia.server.service import EvenniaServerService
from evennia.server.signals import SIGNAL_OBJECT_POST_PUPPET, SIGNAL_OBJECT_POST_UNPUPPET
from evennia.utils import logger
from twisted.application import internet
from twisted.internet import reactor
from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.internet.task import LoopingCall

from server import hashing, tls
from server.conf import environment
from server.keeper import PORTAL, ServerKeeper
from server.steadylink import SteadyLink

# What the Portal must know of a session for a Server which starts after a crash.
WHO_IS_WHO = ("uid", "uname", "logged_in", "puid", "cmdset_storage_string")

# In place of a session's number: messages for several.
TOGETHER = 0

# Connections which the system keeps for the Portal until it has time to take them.
ARRIVING = 1024
# Seconds from the last thing a Server does to its end, for what it said to reach the Portal.
LAST_WORDS = 0.25

# ----- the Portal's end


class PortalLink(SteadyLink, AMPServerProtocol):
    """What the Portal says to the Server, and hears from it."""

    def connectionMade(self):
        """Somebody connected: the Server, or a launcher."""
        self.transport.setTcpNoDelay(True)
        super().connectionMade()

    def connectionLost(self, reason):
        """The Server ended, or a launcher hung up."""
        if self.factory.server_connection is self:
            evennia.PORTAL_SESSION_HANDLER.server_gone()
        super().connectionLost(reason)

    def data_to_server(self, command, sessid, **kwargs):
        """Send a message; one which cannot be packed is lost, and nothing else is."""
        return self.send_safely(super().data_to_server, command, sessid, **kwargs)

    def send_MsgPortal2Server(self, session, **kwargs):
        """All input takes the way through the queue, which knows whether there is a Server."""
        evennia.PORTAL_SESSION_HANDLER.deliver(session, kwargs)

    def start_server(self, server_twistd_cmd=None):
        """Start a Server; as soon as the present one has ended, if there is one."""
        self.factory.portal.keeper.start_server()

    def stop_server(self, mode="shutdown"):
        """Ask the Server to end. `mode` is shutdown, or reload or reset, after which it starts."""
        self.factory.portal.keeper.server_leaving(restart=mode != "shutdown")
        evennia.PORTAL_SESSION_HANDLER.server_leaving()
        super().stop_server(mode=mode)

    @amp.MsgServer2Portal.responder
    @amp.catch_traceback
    def portal_receive_server2portal(self, packed_data):
        """What one session is told, or several are."""
        sessid, kwargs = self.data_in(packed_data)
        for number, told in kwargs["parts"] if sessid == TOGETHER else ((sessid, kwargs),):
            session = evennia.PORTAL_SESSION_HANDLER.get(number)
            if session is None:
                continue
            try:
                evennia.PORTAL_SESSION_HANDLER.data_out(session, **told)
            except Exception:  # noqa: BLE001 (logged; one message costs itself)
                logger.log_trace(f"{session} cannot be told {reprlib.repr(told)}")
        return {}

    @amp.AdminServer2Portal.responder
    @amp.catch_traceback
    def portal_receive_adminserver2portal(self, packed_data):
        """The Server's administrative messages; PSYNC is how a new Server begins."""
        result = super().portal_receive_adminserver2portal(packed_data)
        _, kwargs = self.data_in(packed_data)
        if kwargs.get("operation") == amp.PSYNC:
            # The sessions are on their way, on this very connection; input may follow them.
            evennia.PORTAL_SESSION_HANDLER.server_ready(self)
        return result if result is not None else {}


class PortalService(EvenniaPortalService):
    """The Portal process."""

    def addService(self, service):
        """
        A port to listen on. Twisted lets fifty wait, and a club at its first evening is more.

        With TLS of our own browsers come by that alone; telnet clients find a second port.
        """
        if isinstance(service, internet.TCPServer):
            service.kwargs.setdefault("backlog", ARRIVING)
            if settings.TLS_CERTIFICATE and service.name.startswith(tls.OF_THE_WEB):
                tls.secure(service)
            elif settings.TELNETS_PORT and service.name.startswith(tls.OF_TELNET):
                self.addService(tls.tls_twin(service, settings.TELNETS_PORT))
        super().addService(service)

    def register_amp(self):
        """Listen for the Server, and keep one running."""
        self.info_dict["amp"] = f"amp: {settings.AMP_PORT}"
        factory = AMPServerFactory(self)
        service = internet.TCPServer(settings.AMP_PORT, factory, interface=settings.AMP_INTERFACE)
        service.setName("PortalAMPServer")
        service.setServiceParent(self)
        # A link which nobody is at the other end of, so that there is one from the beginning.
        self.amp_protocol = factory.buildProtocol(None)
        self.keeper = ServerKeeper(self, factory, environment.read_environment())
        self.keeper.setServiceParent(self)


# ----- the Server's end


class _Told(amp.MsgServer2Portal):
    """What sessions are told. Nobody waits for an answer, and each would be one more message."""

    commandName = b"MsgServer2Portal"
    requiresAnswer = False


class ServerLink(SteadyLink, AMPServerClientProtocol):
    """What the Server says to the Portal, and hears from it."""

    own_end, other_end = "server", "portal"

    def connectionMade(self):
        """The Portal is there: ask it for the sessions."""
        self.transport.setTcpNoDelay(True)
        super().connectionMade()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._outbox: list[tuple[int, dict]] = []

    def send_MsgServer2Portal(self, session, **kwargs):
        """Tell a session something, with all that others are told in this turn of the reactor."""
        self._outbox.append((session.sessid, kwargs))
        if len(self._outbox) == 1:
            reactor.callLater(0, self.flush)

    def flush(self):
        """Send what waits to be sent, as one message."""
        outbox, self._outbox = self._outbox, []
        if not outbox or self.transport is None:
            return
        try:
            messages = [amp.dumps((TOGETHER, {"parts": outbox}))]
        except Exception:  # noqa: BLE001 (one of them cannot be packed, which is logged)
            messages = [m for m in (self.pack_message(*told) for told in outbox) if m is not None]
        for packed in messages:
            self.callRemote(_Told, packed_data=packed)
        # Now: the reactor would first ask whether the socket takes it, in another turn.
        self.transport.doWrite()

    def data_to_portal(self, command, sessid, **kwargs):
        """Send a message; one which cannot be packed is lost, and nothing else is."""
        self.flush()
        return self.send_safely(super().data_to_portal, command, sessid, **kwargs)

    @amp.MsgPortal2Server.responder
    @amp.catch_traceback
    def server_receive_msgportal2server(self, packed_data):
        """Input of a session. The Portal is told that it was taken when it has had its effect."""
        sessid, kwargs = self.data_in(packed_data)
        session = evennia.SERVER_SESSION_HANDLER.get(sessid)
        if session is None:
            return {}
        evennia.SERVER_SESSION_HANDLER.data_in(session, **kwargs)
        if session.settled is None:
            return {}
        taken = Deferred()
        session.settled.addBoth(lambda _: taken.callback({}))
        return taken

    @amp.AdminPortal2Server.responder
    def server_receive_adminportal2server(self, packed_data):
        """The Portal's administrative messages; PSYNC brings the sessions."""
        try:
            super().server_receive_adminportal2server(packed_data)
        except Exception:
            _, kwargs = self.data_in(packed_data)
            if kwargs.get("operation") == amp.PSYNC:
                self.factory.server.could_not_start()
            raise
        return {}


class ServerLinkFactory(AMPClientFactory):
    """Makes `ServerLink`; Evennia's factory does not look at the setting for its class."""

    def buildProtocol(self, addr):
        """One link, known to the service."""
        self.resetDelay()
        link = ServerLink()
        link.factory = self
        self.server.amp_protocol = link
        return link

    def clientConnectionLost(self, connector, reason):
        """Without a Portal nobody can reach this Server, and the next Portal starts its own."""
        self.server.portal_lost()


class ServerService(EvenniaServerService):
    """The Server process."""

    shutting_down = False

    def privilegedStartService(self):
        """Start, and be ready to be told to end by a signal."""
        # Before Evennia touches the rows, and in each Server: one may be broken while it runs.
        for module in self.start_stop_modules:
            module.inspect_rows()
        super().privilegedStartService()
        reactor.addSystemEventTrigger("before", "shutdown", self._stop_on_signal)
        LoopingCall(self._look_for_portal).start(1.0, now=False)
        SIGNAL_OBJECT_POST_PUPPET.connect(_tell_portal_who_is_who)
        SIGNAL_OBJECT_POST_UNPUPPET.connect(_tell_portal_who_is_who)

    def register_amp(self):
        """Connect to the Portal."""
        self.info_dict["amp"] = f"amp: {settings.AMP_PORT}"
        service = internet.TCPClient(settings.AMP_HOST, settings.AMP_PORT, ServerLinkFactory(self))
        service.setName("ServerAMPClient")
        service.setServiceParent(self)
        self.amp_service = service

    @inlineCallbacks
    def shutdown(self, mode="reload", _reactor_stopping=False):
        """
        End, for good or to be started again. Who is just logging in gets in first, and what has
        been answered is stored.
        """
        self.shutting_down = True
        yield hashing.drain()
        for module in self.start_stop_modules:
            yield module.finish_writing()
        yield super().shutdown(mode=mode, _reactor_stopping=_reactor_stopping)
        if not _reactor_stopping:
            # Evennia would stand about for a second, in which everybody waits.
            reactor.callLater(LAST_WORDS, reactor.stop)

    def server_maintenance(self):
        """Once a minute. Evennia would never do it again after a failure."""
        try:
            super().server_maintenance()
        except DatabaseError:
            logger.log_trace("The database cannot be used; next time.")

    def portal_lost(self):
        """The connection to the Portal broke."""
        if not self.shutting_down:
            logger.log_err("The Portal is gone. Shutting down.")
            self.shutdown(mode="shutdown")

    def _look_for_portal(self):
        """A Portal which was killed before there was a link cannot be missed on it."""
        if os.environ.get(PORTAL, str(os.getppid())) != str(os.getppid()):
            self.portal_lost()

    def could_not_start(self):
        """
        A hook failed before the sessions were there.

        Evennia would go on, deaf to everybody who was connected before. The keeper tries again.
        """
        logger.log_trace("The Server could not start.")
        self.shutting_down = True
        reactor.callLater(LAST_WORDS, reactor.stop)

    def _stop_on_signal(self):
        if not self.shutting_down:
            return self.shutdown(mode="shutdown", _reactor_stopping=True)
        return None


def _tell_portal_who_is_who(sender, session=None, **kwargs):
    """
    Tell the Portal which character a session plays.

    Evennia does so only before a reload; a Server which starts after a crash would find people
    logged in who play nobody.
    """
    if session is not None and session.sessionhandler is not None:
        known = {key: getattr(session, key) for key in WHO_IS_WHO}
        session.sessionhandler.session_portal_partial_sync({session.sessid: known})
