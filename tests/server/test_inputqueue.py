"""What is typed while there is no Server, seen from the Portal."""

import copy

import pytest
from evennia.server.portal import amp
from evennia.server.portal.portalsessionhandler import PortalSessionHandler
from twisted.internet.defer import Deferred

from server import INPUT_MARK, inputqueue
from server.inputqueue import InputQueue


class Session:
    """Stands for a connection."""

    def __init__(self, sessid):
        self.sessid = sessid
        self.server_connected = True
        self.logged_in = True
        self.heard = []

    def send_text(self, text, **kwargs):
        self.heard.append(text)


class Link:
    """Stands for the link to a Server, which acknowledges what the test says."""

    def __init__(self):
        self.got = []
        self.acknowledge = []

    def callRemote(self, command, packed_data):
        sessid, data = amp.loads(packed_data)
        mark = data.pop(INPUT_MARK)
        self.got.append((sessid, data["text"], mark))
        self.acknowledge.append(Deferred())
        return self.acknowledge[-1]

    @property
    def texts(self):
        return [text for _, text, _ in self.got]


@pytest.fixture
def queue():
    return InputQueue()


@pytest.fixture
def session(queue):
    session = Session(7)
    queue[7] = session
    return session


def test_input_waits_for_a_server_and_keeps_its_order(queue, session):
    for word in "abc":
        queue.deliver(session, {"text": word})
    assert session.heard == [inputqueue.WAIT]  # once
    link = Link()
    queue.server_ready(link)
    queue.deliver(session, {"text": "d"})
    assert link.texts == ["a", "b", "c", "d"]
    assert len({mark for _, _, mark in link.got}) == 4


def test_a_server_which_is_leaving_gets_nothing_more(queue, session):
    first, second = Link(), Link()
    queue.server_ready(first)
    queue.deliver(session, {"text": "a"})
    queue.server_leaving()
    queue.deliver(session, {"text": "b"})
    first.acknowledge[0].callback({})  # it does what it has got
    queue.server_gone()
    queue.server_ready(second)
    assert first.texts == ["a"]
    assert second.texts == ["b"]


def test_what_a_dead_server_did_not_acknowledge_goes_first_and_is_marked(queue, session):
    first, second = Link(), Link()
    queue.server_ready(first)
    for word in "abc":
        queue.deliver(session, {"text": word})
    first.acknowledge[0].callback({})
    queue.server_gone()
    queue.deliver(session, {"text": "d"})
    queue.server_ready(second)
    assert second.texts == ["b", "c", "d"]
    again = [mark[1] for _, _, mark in second.got]
    assert again == [True, True, False]
    assert second.got[0][2][0] == first.got[1][2][0]  # the same id


def test_what_killed_two_servers_is_not_given_to_a_third(queue, session):
    queue.deliver(session, {"text": "poison"})
    for _ in range(2):
        queue.server_ready(Link())
        queue.server_gone()
    third = Link()
    queue.server_ready(third)
    assert third.texts == []


def test_input_of_who_has_left_is_dropped(queue, session):
    queue.deliver(session, {"text": "a"})
    del queue[7]
    link = Link()
    queue.server_ready(link)
    assert link.texts == []


def test_nobody_fills_the_memory(queue, session):
    for _ in range(inputqueue.MAX_WAITING + 5):
        queue.deliver(session, {"text": "x"})
    assert session.heard.count(inputqueue.TOO_MUCH) == 5
    link = Link()
    queue.server_ready(link)
    for number in range(inputqueue.MAX_WAITING):
        link.acknowledge[number].callback({})
    assert len(link.texts) == inputqueue.MAX_WAITING


def test_a_pasted_page_does_not_stand_before_what_others_type(queue, session):
    other = Session(8)
    queue[8] = other
    link = Link()
    queue.server_ready(link)
    page = [f"line {number}" for number in range(20)]
    for line in page:
        queue.deliver(session, {"text": line})
    queue.deliver(other, {"text": "look"})
    assert link.texts == [*page[: inputqueue.AT_ONCE], "look"]
    while any(not deferred.called for deferred in link.acknowledge):
        next(deferred for deferred in link.acknowledge if not deferred.called).callback({})
    assert [text for text in link.texts if text != "look"] == page


def test_what_the_server_could_not_take_holds_nothing_up(queue, session, monkeypatch):
    monkeypatch.setattr(inputqueue.logger, "log_err", lambda text: None)
    link = Link()
    queue.server_ready(link)
    for number in range(inputqueue.AT_ONCE + 1):
        queue.deliver(session, {"text": str(number)})
    link.acknowledge[0].errback(RuntimeError("refused"))
    assert link.texts == [str(number) for number in range(inputqueue.AT_ONCE + 1)]


def test_an_input_which_cannot_be_sent_takes_no_other_along(queue, session, monkeypatch):
    monkeypatch.setattr(inputqueue.logger, "log_trace", lambda text: None)
    queue.deliver(session, {"text": "before"})
    queue.deliver(session, {"text": lambda: None})
    queue.deliver(session, {"text": "after"})
    link = Link()
    queue.server_ready(link)
    assert link.texts == ["before", "after"]
    assert len(queue._unacknowledged) == 2


@pytest.mark.parametrize(
    "sent",
    [
        {"text": b"play bash\n"},
        {"text": "你好".encode()},
        {"text": "\u4f60\u597d".encode("gbk")},
        {"text": b""},
        {"text": "hello"},
        {"text": [["hello"], {}]},
        {"text": [["hello"], {"options": {"raw": True}}]},
        {"text": [[], {}], "prompt": [[], {}], "other": [[1, None, {"a": [2.5]}], {"b": True}]},
        {"other": 5},
        {"other": []},
        {"other": [["a"], {}, "b"]},
        {"other": "abc", "options": {"raw": True}},
        {"chrono_answer": [[], {"number": 3, "picks": [0, 1]}]},
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_what_a_client_sent_has_the_form_that_evennia_gives_it(queue, session, sent, encoding):
    def form(handler):
        session.protocol_flags = {"ENCODING": encoding}
        session.sendLine = session.heard.append
        return handler.clean_senddata(session, copy.deepcopy(sent)), session.protocol_flags

    assert form(queue) == form(PortalSessionHandler())
