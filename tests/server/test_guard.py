"""What one connection may send: a pasted turn passes, a flood is shed and told."""

import pytest
from evennia.server.portal.telnet import TelnetProtocol
from twisted.conch.telnet import DO, IAC, SB, SE
from twisted.internet.task import Clock

from server import guard, inputqueue, protocols
from server.buckets import Rate
from server.guard import Door, Meter, Verdict


@pytest.fixture
def clock(settings):
    from server.conf import limits

    for name in dir(limits):
        if name.isupper():
            setattr(settings, name, getattr(limits, name))
    return Clock()


@pytest.fixture
def meter(clock):
    return Meter(clock.seconds)


def test_a_pasted_turn_passes_and_another_soon_after(meter, clock):
    for _ in range(3):
        assert {meter.count_line(True) for _ in range(20)} == {Verdict.READ}
        clock.advance(2)


def test_a_flood_is_shed_and_told_at_most_once_a_second(meter, clock):
    verdicts = []
    for _ in range(75 * 10):
        verdicts.append(meter.count_line(True))
        clock.advance(1 / 75)
    read, told = verdicts.count(Verdict.READ), verdicts.count(Verdict.TELL)
    assert read <= 60 + 20
    assert 5 <= told <= 10
    assert Verdict.CLOSE not in verdicts


def test_a_flood_is_read_a_line_a_second_and_who_calms_down_is_read_as_before(meter, clock):
    for _ in range(75 * 5):
        meter.count_line(True)
        clock.advance(1 / 75)
    verdicts = []
    for _ in range(75 * 10):
        verdicts.append(meter.count_line(True))
        clock.advance(1 / 75)
    assert 8 <= verdicts.count(Verdict.READ) <= 12
    clock.advance(10)
    assert {meter.count_line(True) for _ in range(20)} == {Verdict.READ}


def test_who_goes_on_and_on_is_disconnected_and_who_slows_down_is_not(meter, clock):
    verdicts = []
    while Verdict.CLOSE not in verdicts and len(verdicts) < 10_000:
        verdicts.append(meter.count_line(True))
        clock.advance(1 / 75)
    assert 10 < clock.seconds() < 60
    slow = Meter(clock.seconds)
    for _ in range(5000):
        assert slow.count_line(True) is Verdict.READ
        clock.advance(1 / 7)


def test_before_logging_in_there_is_less(meter):
    read = [meter.count_line(False) for _ in range(100)].count(Verdict.READ)
    assert 10 <= read <= 20


def test_bytes_are_read_more_slowly_and_none_is_lost(meter, clock):
    begun, sent = clock.seconds(), 0
    for _ in range(40):
        sent += 65536
        clock.advance(meter.count_bytes(65536))
    rate = sent / (clock.seconds() - begun)
    assert 32 * 1024 < rate < 2 * 32 * 1024


def test_the_door_counts_each_address_apart(clock):
    door = Door(3, clock.seconds)
    assert [door.enter("203.0.113.7") for _ in range(4)] == [True, True, True, False]
    assert door.enter("203.0.113.8")
    door.leave("203.0.113.7")
    clock.advance(60)
    assert door.enter("203.0.113.7")


def test_the_door_forgets_who_has_gone(clock):
    door = Door(3, clock.seconds)
    for number in range(100):
        door.enter(f"203.0.113.{number}")
        door.leave(f"203.0.113.{number}")
    assert not door._here


def test_connecting_again_and_again_is_limited_too(clock):
    door = Door(3, clock.seconds)
    entered = 0
    for _ in range(600):
        if door.enter("203.0.113.7"):
            entered += 1
            door.leave("203.0.113.7")
        clock.advance(0.1)
    assert entered <= 6


class Transport:
    """Stands for a TCP connection whose other end does or does not read."""

    def __init__(self):
        self.dataBuffer, self._tempDataLen, self.offset = b"", 0, 0
        self.aborted = False
        self.paused = False

    def abortConnection(self):
        self.aborted = True

    def pauseProducing(self):
        self.paused = True

    def resumeProducing(self):
        self.paused = False

    def write(self, data):
        pass


class Handler:
    """Stands for the session handler."""

    def __init__(self):
        self.told, self.got = [], []

    def tell(self, session, text):
        self.told.append(text)

    def data_in(self, session, **kwargs):
        self.got.append(kwargs["text"])


@pytest.fixture
def telnet(clock, monkeypatch):
    monkeypatch.setattr(guard, "reactor", clock)
    one = protocols.Telnet()
    one.transport, one.sessionhandler = Transport(), Handler()
    one.protocol_flags, one.address = {"ENCODING": "utf-8"}, "192.0.2.7"
    one._meter = Meter(clock.seconds)
    return one


def test_of_a_line_without_end_nothing_is_kept_and_the_next_is_read(telnet, settings):
    for _ in range(100):
        telnet.dataReceived(b"x" * 1000)
        assert len(telnet.line_buffer) <= settings.LINE_BYTES + 1000
    telnet.dataReceived(b"x\r\nlook\r\n")
    assert telnet.sessionhandler.told == [guard.TOO_LONG]
    assert telnet.sessionhandler.got == [b"look\n"]


def test_a_negotiation_without_end_is_no_negotiation(telnet, settings):
    telnet.dataReceived(IAC + SB + b"\xc9" + b"x" * (settings.NEGOTIATION_BYTES + 1))
    assert telnet.transport.aborted


def test_who_does_nothing_but_negotiate_is_not_heeded(telnet, settings, monkeypatch):
    heeded = []
    monkeypatch.setattr(TelnetProtocol, "commandReceived", lambda self, *a: heeded.append(a))
    monkeypatch.setattr(TelnetProtocol, "negotiate", lambda self, data: heeded.append(data))
    telnet.dataReceived((IAC + DO + b"\x63") * 500 + (IAC + SB + b"\xc9x" + IAC + SE) * 500)
    assert len(heeded) == settings.NEGOTIATION_RATE.burst
    telnet.dataReceived(b"look\r\n")
    assert telnet.sessionhandler.got == [b"look\n"]


def test_junk_stops_nothing_and_is_logged_once(telnet, monkeypatch):
    logged = []
    monkeypatch.setattr(guard.logger, "log_trace", logged.append)
    monkeypatch.setattr(TelnetProtocol, "negotiate", lambda self, data: 1 / 0)
    for _ in range(10):
        telnet.dataReceived(IAC + SB + b"\xc9{" + IAC + SE)
    telnet.dataReceived(b"look\r\n")
    assert len(logged) == 1
    assert telnet.sessionhandler.got == [b"look\n"]


def test_after_a_command_that_telnet_has_not_the_next_line_is_read(telnet):
    telnet.dataReceived(IAC + b"\x00" + b"junk")
    telnet.dataReceived(b"look\r\n")
    assert telnet.sessionhandler.got == [b"look\n"]
    telnet.dataReceived(b"wide" + IAC)  # cut in the middle
    telnet.dataReceived(IAC + b"\r\n")
    assert telnet.sessionhandler.got[-1] == b"wide\xff\n"


def test_who_sends_too_much_is_read_later(telnet, settings, clock):
    settings.BYTE_RATE = Rate(1000, 1)
    telnet._meter = Meter(clock.seconds)
    telnet.dataReceived(b"look\r\n")
    assert not telnet.transport.paused
    telnet.dataReceived(b"x" * 2000)
    assert telnet.transport.paused
    clock.advance(1.1)
    assert not telnet.transport.paused


def test_who_does_not_read_is_disconnected(settings, clock):
    queue = inputqueue.InputQueue()

    class Session:
        transport, address, uid, said = Transport(), "192.0.2.7", None, []

        def send_text(self, text, **kwargs):
            self.said.append(text)

    session = Session()
    queue.data_out(session, text=[["hello"], {}])
    assert session.said == ["hello"]
    session.transport._tempDataLen = settings.UNREAD_BYTES + 1
    queue.data_out(session, text=[["hello"], {}])
    assert session.transport.aborted
    assert session.said == ["hello"]


def test_a_real_transport_knows_how_much_is_unread():
    from twisted.internet.abstract import FileDescriptor

    transport = FileDescriptor(Clock())
    transport.startWriting = lambda: None
    transport.connected = True
    transport.write(b"x" * 5000)
    assert guard.bytes_unread(transport) == 5000


@pytest.mark.parametrize(("typed", "stays"), [(0, False), (1, True)])
def test_who_does_not_log_in_has_to_go(telnet, settings, clock, monkeypatch, typed, stays):
    monkeypatch.setattr(guard.time, "time", clock.seconds)
    monkeypatch.setattr(guard, "portal_door", lambda: Door(5, clock.seconds))
    gone = []
    telnet.sessionhandler.turn_out = lambda session, text: gone.append(text)
    telnet.logged_in, telnet.cmd_last = False, clock.seconds()
    assert telnet.enter("192.0.2.7")
    clock.advance(settings.LOGIN_PATIENCE - 10)
    if typed:
        telnet.cmd_last = clock.seconds()
    clock.advance(20)
    assert gone == ([] if stays else [guard.NOBODY])
    clock.advance(settings.LOGIN_PATIENCE)
    assert gone == [guard.NOBODY]


def test_the_server_hears_of_a_client_at_once_and_then_at_most_twice_a_second(clock, monkeypatch):
    monkeypatch.setattr(inputqueue, "reactor", clock)
    synced = []
    monkeypatch.setattr(inputqueue.PortalSessionHandler, "sync", lambda self, s: synced.append(s))
    queue = inputqueue.InputQueue()

    class Session:
        sessid = 7

    session = queue[7] = Session()
    for _ in range(100):
        queue.sync(session)
        clock.advance(0.01)
    assert 1 < len(synced) <= 3
    clock.advance(1)
    before = len(synced)
    queue.sync(session)
    assert len(synced) == before + 1
