"""Input that takes time: what is typed next waits for it, and the Portal keeps both until then."""

import pytest
from evennia.server.sessionhandler import ServerSessionHandler
from twisted.internet import defer
from twisted.internet.task import Clock

from hooks import serversession
from hooks.serversession import HOLD, ServerSession
from hooks.sessions import Sessions


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(serversession, "reactor", clock)
    return clock


@pytest.fixture
def session(monkeypatch, clock):
    """A session that writes down what is handled; `slow` takes time, until `session.done` fires."""
    session = ServerSession()
    session.handled, session.done, session.logged_in = [], defer.Deferred(), False

    def handle(self, **kwargs):
        session.handled.append(kwargs["text"])
        if kwargs["text"] == "slow":
            session.take_time(session.done)

    monkeypatch.setattr(serversession.BaseServerSession, "data_in", handle)
    return session


def type_in(session, text):
    """Whether the Portal may forget the line, as a list that gets True once."""
    session.data_in(text=text)
    told = []
    if session.settled is None:
        return [True]
    session.settled.addCallback(lambda _: told.append(True))
    return told


def test_what_is_typed_next_waits_and_is_kept(session):
    assert type_in(session, "look") == [True]
    slow, next_ = type_in(session, "slow"), type_in(session, "look")
    assert session.handled == ["look", "slow"]
    assert (slow, next_) == ([], [])
    session.done.callback(None)
    assert session.handled == ["look", "slow", "look"]
    assert (slow, next_) == ([True], [True])


def test_who_waits_long_can_look_about(session, clock):
    slow, next_ = type_in(session, "slow"), type_in(session, "look")
    clock.advance(HOLD)
    assert session.handled == ["slow", "look"]
    assert type_in(session, "say hello") == [True]
    assert slow == []
    session.done.callback(None)
    assert slow == [True]
    assert session.handled == ["slow", "look", "say hello"]
    assert next_ == [True]


def test_what_waits_when_one_leaves_is_not_done(session):
    type_in(session, "slow")
    next_ = type_in(session, "look")
    session.at_disconnect()
    session.done.callback(None)
    assert session.handled == ["slow"]
    assert next_ == [True]  # the Portal need not keep it


def test_a_failure_is_an_end_as_well(session):
    slow = type_in(session, "slow")
    session.done.addErrback(lambda failure: None)
    session.done.errback(ValueError("no"))
    assert slow == [True]


@pytest.mark.parametrize(
    "told",
    [
        {"text": "hello"},
        {"text": ("hello", {"type": "say"})},
        {"prompt": ">", "text": "hello", "options": None},
        {"text": ("hello", {"type": 5})},
        {"text": ["a", "b"], "prompt": ""},
        {"prompt": "", "text": ("hello", {"type": "log"})},
        {"prompt": ("", {"type": "board"})},
        {"text": ""},
        {"text": "hello", "options": {"raw": True}},
        {"other_state": ((), {"names": ["Ann"]}), "other_prompt": ({}, {})},
    ],
)
def test_what_is_sent_has_the_form_that_evennia_gives_it(told):
    ours = Sessions().clean_senddata(None, dict(told))
    assert ours == ServerSessionHandler().clean_senddata(None, dict(told))
    assert list(ours)[-1:] == list(ServerSessionHandler().clean_senddata(None, dict(told)))[-1:]


def test_two_connections_from_one_address_are_two():
    one, other = ServerSession(), ServerSession()
    one.address = other.address = "192.0.2.7"
    assert one != other
    assert len({one, other}) == 2


def test_data_of_the_game_go_out_as_they_are():
    message = {"names": ["Ann"], "options": [{"does": "7"}], "standings": ((0,), (1,))}
    assert Sessions().clean_senddata(None, {"chrono_over": ((), message)}) == {
        "chrono_over": [[], message]
    }
