"""CHARSET (RFC 2066): client and game agree on an encoding by themselves."""

import pytest
from twisted.internet import defer

from server.charset import ACCEPTED, CHARSET, OFFERED, REJECTED, REQUEST, Charset


class Protocol:
    """Stands for a telnet connection whose client agrees to talk about encodings."""

    encoding = "utf-8"

    def __init__(self):
        self.negotiationMap, self.protocol_flags, self.sent, self.synced = {}, {}, [], 0
        self.sessionhandler = self
        self.willing = defer.Deferred()

    def will(self, option):
        assert option == CHARSET
        return self.willing

    def requestNegotiation(self, option, data):
        self.sent.append(data)

    def sync(self, session):
        self.synced += 1

    def hear(self, data):
        """A subnegotiation, as Twisted delivers it: byte by byte."""
        self.negotiationMap[CHARSET]([bytes([byte]) for byte in data])


@pytest.fixture
def client():
    protocol = Protocol()
    Charset(protocol)
    return protocol


def test_who_agrees_is_offered_what_we_write(client):
    assert client.sent == []
    client.willing.callback(True)
    assert client.sent == [REQUEST + b";" + b";".join(OFFERED)]


def test_who_refuses_is_left_alone(client):
    client.willing.errback(RuntimeError("refused"))
    assert client.sent == []


def test_what_the_client_accepts_is_used_and_the_server_told(client):
    client.hear(ACCEPTED + b"GB18030")
    assert client.protocol_flags == {"ENCODING": "gb18030"}
    assert client.synced == 1


def test_a_client_that_asks_gets_the_first_of_its_own_that_we_know(client):
    client.hear(REQUEST + b";KOI8-X;big5-hkscs;UTF-8")
    assert client.sent == [ACCEPTED + b"big5-hkscs"]
    assert client.protocol_flags == {"ENCODING": "big5hkscs"}


def test_the_separator_is_the_clients_choice_and_tables_are_passed_over(client):
    client.hear(REQUEST + b"[TTABLE]\x01 GBK UTF-8")
    assert client.sent == [ACCEPTED + b"GBK"]


@pytest.mark.parametrize(
    "asked",
    [b"", b";", b";KOI8-X", b";rot13;hex;zlib;base64", b";\xff\xfe;\x00", b";" + b"x" * 5000],
)
def test_what_cannot_be_written_is_rejected(client, asked):
    client.hear(REQUEST + asked)
    assert client.sent == [REJECTED]
    assert client.protocol_flags == {}


@pytest.mark.parametrize("junk", [b"", ACCEPTED, ACCEPTED + b"rot13", b"\x07\x08", REJECTED])
def test_junk_changes_nothing(client, junk):
    client.hear(junk)
    assert client.sent == []
    assert client.protocol_flags == {}
