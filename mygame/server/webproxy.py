"""The web server of the Portal: hands every request on to the Server, and outlives it.

Who asks is settled here (`server.visitors`), for the Server sees only the Portal. A Server which
is away, or goes away in the middle, becomes a small page that says so.
"""

from __future__ import annotations

from twisted.internet import reactor
from twisted.web.proxy import ProxyClient, ProxyClientFactory
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET

from server import plainpage, visitors

# What concerns only the connection on which a request came in.
OF_THE_CONNECTION = ("Expect", "Keep-Alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade")


class ToServer(ProxyClient):
    """The connection on which one request is handed on."""

    answered = False
    _finished: bool

    def handleStatus(self, version, code, message):
        """The first line of the answer."""
        self.answered = True
        super().handleStatus(version, code, message)

    def handleResponseEnd(self):
        """All of the answer is there, or the Server has hung up."""
        if self._finished:
            return
        self._finished = True
        if not self.answered:
            self.father.notice(503, plainpage.RESTARTING)
        elif not (self.father.finished or self.father._disconnected):
            self.father.finish()
        self.transport.loseConnection()


class ToServerFactory(ProxyClientFactory):
    """Makes these connections, and answers itself where there is none to be had."""

    protocol = ToServer
    noisy = False

    def clientConnectionFailed(self, connector, reason):
        """Nobody listens: the Server is being started."""
        self.father.notice(503, plainpage.RESTARTING)


class Proxy(Resource):
    """Everything there is, answered by the Server which listens at `port`."""

    isLeaf = True

    def __init__(self, port: int):
        super().__init__()
        self.port = port

    def render(self, request):
        """Hand a request on as it came, but for who asks."""
        settle_visitor(request)
        body = request.content.read()
        for name in OF_THE_CONNECTION:
            request.requestHeaders.removeHeader(name)
        if body:
            request.requestHeaders.setRawHeaders("Content-Length", [str(len(body))])
        factory = ToServerFactory(
            request.method, request.uri, b"HTTP/1.1", request.getAllHeaders(), body, request
        )
        reactor.connectTCP("127.0.0.1", self.port, factory)
        # Who asks may leave before the answer is there.
        request.notifyFinish().addErrback(lambda reason: None)
        return NOT_DONE_YET


def settle_visitor(request) -> None:
    """Replace what a request says of where it comes from by what we know."""
    headers = request.requestHeaders
    peer = request.transport.getPeer().host
    forwarded = headers.getRawHeaders(visitors.FORWARDED, [])
    if request.isSecure():
        headers.setRawHeaders(visitors.PROTOCOL, ["https"])
    elif not visitors.is_trusted(peer):
        headers.removeHeader(visitors.PROTOCOL)
    headers.setRawHeaders(visitors.FORWARDED, [visitors.visitor_address(peer, forwarded)])
    headers.setRawHeaders(visitors.PROOF, [visitors.proof_of_key()])
