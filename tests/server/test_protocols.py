"""No delays on any link, and text in the encoding of the client."""

import socket

import pytest
from autobahn.websocket.compress import PerMessageDeflateOffer
from evennia.server.portal.telnet import TelnetProtocol
from twisted.internet import defer

from server import guard, inputline, link, protocols


class Transport:
    """Stands for a TCP connection."""

    delay = True
    client = ("127.0.0.1", 5000)

    def __init__(self):
        self.options = {}

    def setTcpNoDelay(self, on):
        self.delay = not on

    def getHandle(self):
        return self

    def setsockopt(self, level, option, value):
        self.options[level, option] = value


@pytest.mark.parametrize(
    "protocol", [link.PortalLink, link.ServerLink, protocols.Telnet, protocols.WebSocket]
)
def test_nagle_is_off(protocol, monkeypatch):
    monkeypatch.setattr(protocol.__bases__[-1], "connectionMade", lambda self: None)
    monkeypatch.setattr(protocols, "Charset", lambda protocol: None)
    monkeypatch.setattr(inputline.InputLine, "offer", lambda self: None)
    one = protocol.__new__(protocol)
    one.negotiationMap = {}
    one.transport, one.do = Transport(), defer.Deferred
    one.connectionMade()
    assert one.transport.delay is False


def test_the_system_misses_a_silent_telnet_client_within_a_minute(monkeypatch):
    monkeypatch.setattr(TelnetProtocol, "connectionMade", lambda self: None)
    monkeypatch.setattr(protocols, "Charset", lambda protocol: None)
    monkeypatch.setattr(inputline.InputLine, "offer", lambda self: None)
    one = protocols.Telnet.__new__(protocols.Telnet)
    one.negotiationMap = {}
    one.transport, one.do = Transport(), defer.Deferred
    one.connectionMade()
    asked = {
        name: one.transport.options[socket.IPPROTO_TCP, getattr(socket, name)]
        for name in protocols.VIGILANCE
    }
    times = asked["TCP_KEEPIDLE"] + asked["TCP_KEEPINTVL"] * asked["TCP_KEEPCNT"]
    assert 10 < times <= 60
    # The same for what is sent to it meanwhile; Evennia sends something every 30 seconds.
    assert 10_000 < asked["TCP_USER_TIMEOUT"] <= 30_000


def test_a_web_client_is_asked_within_a_minute_whether_it_is_there():
    assert 0 < protocols.WebSocket.autoPingInterval + protocols.WebSocket.autoPingTimeout <= 60


@pytest.mark.parametrize("code", [None, 1000, 1001, 1002, 1006])
def test_a_web_client_is_gone_however_its_connection_ended(code, monkeypatch):
    gone = []
    one = protocols.WebSocket.__new__(protocols.WebSocket)
    monkeypatch.setattr(one, "disconnect", lambda reason: gone.append(one), raising=False)
    one.onClose(False, 1006)  # before it was open
    assert gone == []
    one.sessid, one.sessionhandler = 7, Handler()
    one.sessionhandler.disconnect = gone.append
    one.onClose(False, code)
    assert gone == [one]


@pytest.mark.parametrize(
    ("protocol", "received"),
    [(protocols.Telnet, "dataReceived"), (protocols.WebSocket, "onMessage")],
)
def test_junk_from_a_client_costs_no_connection(protocol, received, monkeypatch):
    def fail(self, *args):
        raise RecursionError

    logged = []
    monkeypatch.setattr(protocol.__bases__[-1], received, fail)
    monkeypatch.setattr(guard.logger, "log_trace", logged.append)
    monkeypatch.setattr(protocol, "pace", lambda self, data: None)
    one = protocol.__new__(protocol)
    one.address = "192.0.2.7"
    getattr(one, received)(*[b"[[[[", False][: 1 + (received == "onMessage")])
    assert "192.0.2.7" in logged[0]


class Handler:
    """Stands for the session handler."""

    synced = 0

    def sync(self, session):
        self.synced += 1

    def data_in(self, session, **kwargs):
        self.got = kwargs["text"]


@pytest.fixture
def telnet(monkeypatch):
    one = protocols.Telnet.__new__(protocols.Telnet)
    one.sessionhandler = Handler()
    one.protocol_flags = {"ENCODING": "utf-8"}
    one.sent = []
    monkeypatch.setattr(TelnetProtocol, "send_text", lambda self, text, **_: one.sent.append(text))
    return one


def test_one_strange_character_costs_only_itself(telnet):
    telnet.protocol_flags["ENCODING"] = "gbk"
    telnet.send_text("你好😀é世界")
    assert telnet.sent == ["你好?é世界"]
    assert "你好?é世界".encode("gbk")


def test_a_chinese_terminal_is_recognised_by_what_it_sends(telnet):
    telnet.data_in(text="创建 小明 密码\n".encode("gbk"))
    assert telnet.sessionhandler.got == "创建 小明 密码\n"
    assert telnet.encoding == "gbk"
    assert telnet.sessionhandler.synced == 1


def test_utf8_stays_utf8(telnet):
    telnet.data_in(text="创建 小明 密码\n".encode())
    assert telnet.sessionhandler.got == "创建 小明 密码\n".encode()
    assert telnet.encoding == "utf-8"


def test_an_unknown_encoding_is_put_right(telnet):
    telnet.protocol_flags["ENCODING"] = "klingon"
    telnet.send_text("你好")
    assert telnet.sent == ["你好"]
    assert telnet.encoding == "utf-8"


def test_many_may_connect_in_the_same_moment():
    from twisted.application import internet
    from twisted.internet.protocol import Factory

    service = internet.TCPServer(4000, Factory())
    portal = link.PortalService()
    portal.addService(service)
    assert service.kwargs["backlog"] >= 500


def test_what_browsers_are_sent_is_compressed_in_little_memory():
    offer = PerMessageDeflateOffer()
    accepted = protocols.accept_compression([object(), offer])
    assert accepted.offer is offer
    assert accepted.window_bits <= protocols.WINDOW_BITS
    assert accepted.max_message_size == protocols.WebSocket.maxMessagePayloadSize
    small = PerMessageDeflateOffer(request_max_window_bits=9)
    assert protocols.accept_compression([small]).window_bits == 9
    assert protocols.accept_compression([]) is None
