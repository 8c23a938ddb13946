"""The link between Portal and Server: messages stay whole however the bytes are cut."""

import os
import random

import pytest
from evennia.server.portal import amp
from twisted.internet.testing import StringTransport

from server import link, steadylink

# Nothing, a line, Chinese, what no encoding takes, bytes like those of AMP, something long.
WORDS = [
    "",
    "look",
    "逆时巫师|n" * 9,
    "\ud800\x00\uffff",
    "\x00\x0e_command\x00\x00",
    7 * "long " * 30,
]


class Handler(dict):
    """Stands for the sessions of either process; keeps what came for them."""

    def __init__(self):
        super().__init__({number: f"session {number}" for number in range(1, 10)})
        self.came = []

    def data_in(self, session, **kwargs):
        self.came.append((session, kwargs))

    data_out = data_in


class Factory:
    """Stands for the makers of links."""

    def __init__(self):
        self.broadcasts = []
        self.server_connection = None


class Ends:
    """A sender, whose bytes are caught, and makers of receivers, in one direction."""

    def __init__(self, sender, receiver, send, handler):
        self._sender, self._receiver = sender, receiver
        self._send, self.handler = send, handler

    def stream(self, words):
        """The bytes of these messages to sessions 1, 2, ..."""
        sender = connected(self._sender())
        sender.dataReceived(steadylink.greeting_of(sender.other_end))
        for number, word in enumerate(words, 1):
            self._send(sender, number, text=([word], {}), options={"n": number})
        return sender.transport.value()

    def receiver(self):
        self.handler.came.clear()
        return connected(self._receiver())

    def expected(self, words):
        return [
            (f"session {number}", {"text": ([word], {}), "options": {"n": number}})
            for number, word in enumerate(words, 1)
        ]


def connected(protocol):
    protocol.factory = Factory()
    # Without what a Portal or a Server says first.
    protocol.connectionMade = lambda: None
    protocol.makeConnection(StringTransport())
    return protocol


@pytest.fixture
def log(monkeypatch):
    lines = []
    for name in ("log_trace", "log_err"):
        monkeypatch.setattr(steadylink.logger, name, lambda text="", **kwargs: lines.append(text))
    return lines


@pytest.fixture(params=["to the Server", "to the Portal"])
def ends(request, monkeypatch):
    handler = Handler()
    monkeypatch.setattr(link.evennia, "SERVER_SESSION_HANDLER", handler)
    monkeypatch.setattr(link.evennia, "PORTAL_SESSION_HANDLER", handler)
    if request.param == "to the Server":

        def send(sender, number, **kwargs):
            sender.factory.server_connection = sender
            sender.data_to_server(amp.MsgPortal2Server, number, **kwargs)

        return Ends(link.PortalLink, link.ServerLink, send, handler)

    def send(sender, number, **kwargs):
        sender.data_to_portal(amp.MsgServer2Portal, number, **kwargs)

    return Ends(link.ServerLink, link.PortalLink, send, handler)


def test_a_stream_may_be_cut_at_every_place(ends, monkeypatch):
    monkeypatch.setattr(amp, "AMP_MAXLEN", 60)  # so that most messages are of several parts
    stream = ends.stream(WORDS)
    for cut in range(1, len(stream)):
        receiver = ends.receiver()
        receiver.dataReceived(stream[:cut])
        receiver.dataReceived(stream[cut:])
        assert ends.handler.came == ends.expected(WORDS), cut
        assert not receiver.transport.disconnecting


def test_a_stream_may_come_byte_by_byte(ends):
    words = [*WORDS, "数" * 70_000, "small"]
    receiver = ends.receiver()
    for byte in ends.stream(words):
        receiver.dataReceived(bytes((byte,)))
    assert ends.handler.came == ends.expected(words)


def test_messages_of_any_size_arrive_whole(ends):
    # Random characters cannot be compressed; AMP's limit of a value is 65535 bytes.
    dice = random.Random(1)
    words = [
        "".join(chr(dice.randrange(1, 0xD800)) for _ in range(size)) for size in (21_840, 90_000)
    ]
    words += ["x" * size for size in range(65_400, 65_540, 7)][:6]
    receiver = ends.receiver()
    stream = ends.stream(words)
    for at in range(0, len(stream), 1460):
        receiver.dataReceived(stream[at : at + 1460])
    assert ends.handler.came == ends.expected(words)


def test_what_cannot_be_packed_costs_that_message_only(ends, log):
    nested: list = []
    for _ in range(100_000):
        nested = [nested]
    stream = ends.stream(["before", nested, lambda: None, "after"])
    receiver = ends.receiver()
    receiver.dataReceived(stream)
    assert [session for session, _ in ends.handler.came] == ["session 1", "session 4"]
    assert len([line for line in log if "cannot be sent" in line]) == 2


@pytest.mark.parametrize(
    "box",
    [
        {b"_answer": b"13541"},  # to nothing that was asked
        {b"_error": b"13541", b"_error_code": b"X", b"_error_description": b"\xff"},
        {b"nothing": b"that AMP knows"},
        {b"_command": b"NoSuchCommand", b"_ask": b"1"},
        {b"_command": b"MsgPortal2Server", b"_ask": b"1"},  # without its argument
        {b"_command": b"MsgServer2Portal", b"_ask": b"1"},
        {b"_command": b"MsgPortal2Server", b"_ask": b"1", b"packed_data": b"no pickle"},
        {b"_command": b"MsgServer2Portal", b"_ask": b"1", b"packed_data": b"no pickle"},
        {b"_command": b"MsgPortal2Server", b"packed_data": b"no pickle"},  # no answer wanted
        {b"_command": b"FunctionCall", b"_ask": b"1", b"module": b"x"},
    ],
)
def test_a_message_of_no_use_costs_itself_only(ends, log, box):
    receiver = ends.receiver()
    stream, box = ends.stream(["after"]), amp.amp.AmpBox(box).serialize()
    receiver.dataReceived(stream[:64] + box + stream[64:])
    assert ends.handler.came == ends.expected(["after"])
    assert not receiver.transport.disconnecting


def test_a_handler_which_fails_costs_its_message_only(ends, log, monkeypatch):
    def fail(session, **kwargs):
        if kwargs["text"][0] == ["bad"]:
            raise RuntimeError("x" * 100_000)  # longer than an answer can be
        ends.handler.came.append((session, kwargs))

    monkeypatch.setattr(ends.handler, "data_in", fail)
    monkeypatch.setattr(ends.handler, "data_out", fail)
    receiver = ends.receiver()
    receiver.dataReceived(ends.stream(["before", "bad", "after"]))
    assert [session for session, _ in ends.handler.came] == ["session 1", "session 3"]
    assert not receiver.transport.disconnecting


@pytest.mark.parametrize("cut", [1, 5, 63, 64, 65])
def test_a_stranger_at_the_internal_port_is_neither_read_nor_told_anything(ends, log, cut):
    said = b"0" * 64 + ends.stream(["a pickle"])[64:]
    receiver = ends.receiver()
    receiver.transport.abortConnection = receiver.transport.loseConnection
    for part in (said[:cut], said[cut:]):
        if not receiver.transport.disconnecting:
            receiver.dataReceived(part)
    assert receiver.transport.disconnecting
    assert "A stranger" in log[0]
    assert ends.handler.came == []
    # The Server has to begin; the Portal does not say its word to just anybody.
    first = steadylink.greeting_of("server") if receiver.own_end == "server" else b""
    assert receiver.transport.value() == first


def test_a_server_has_its_portals_password(monkeypatch):
    monkeypatch.delenv("CHRONO_LINK_PASSWORD", raising=False)
    first = steadylink.password()
    assert len(first) == 32
    assert steadylink.password() == first
    assert os.environ["CHRONO_LINK_PASSWORD"].encode() == first
    monkeypatch.delenv("CHRONO_LINK_PASSWORD")
    assert steadylink.password() != first
