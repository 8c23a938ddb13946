"""No delays on any link, and text in the encoding of the client."""

import pytest
from evennia.server.portal.telnet import TelnetProtocol

from server import link, protocols


class Transport:
    """Stands for a TCP connection."""

    delay = True

    def setTcpNoDelay(self, on):
        self.delay = not on


@pytest.mark.parametrize(
    "protocol", [link.PortalLink, link.ServerLink, protocols.Telnet, protocols.WebSocket]
)
def test_nagle_is_off(protocol, monkeypatch):
    monkeypatch.setattr(protocol.__bases__[0], "connectionMade", lambda self: None)
    one = protocol.__new__(protocol)
    one.transport = Transport()
    one.connectionMade()
    assert one.transport.delay is False


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
