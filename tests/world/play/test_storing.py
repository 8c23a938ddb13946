"""Answers are stored beside the reactor: a match stands still meanwhile, and nothing is lost."""

from unittest import mock

import pytest
from django.db import IntegrityError, OperationalError
from evennia.utils import logger
from twisted.internet import defer
from twisted.python.failure import Failure

from rules.playing.bots.answers import Line
from world.background import writing
from world.errors import TableError
from world.models import JournalEntry, MatchRecord
from world.play.hosting import acts, botturns, storing
from world.play.hosting.events import Changed, Event, Notice, StorageBusy, TimedOut
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter

pytestmark = pytest.mark.django_db

PEOPLE = (Sitter("Ann"), Sitter("Ben"))


@pytest.fixture
def slow(monkeypatch):
    """A writer that writes when it is told to: `slow.write()`, or `slow.fail(error)`."""

    class Slow:
        def __init__(self):
            self.jobs = []

        def put(self, write):
            self.jobs.append((write, defer.Deferred()))
            return self.jobs[-1][1]

        def write(self):
            while self.jobs:
                write, done = self.jobs.pop(0)
                done.callback(write())

        def fail(self, error):
            self.jobs.pop(0)[1].errback(Failure(error))

    slow = Slow()
    for module in (acts, storing):
        monkeypatch.setattr(module, "writer", slow)
    return slow


@pytest.fixture
def host(pebbles, clock, slow):
    host = MatchHost.start(pebbles, PEOPLE, clock=clock, seed=7, pace=0, time_limit=60)
    host.readers.add_reader(mock.Mock())
    return host


def events(host, kind=Event):
    """What the reader of the host has been told."""
    (reader,) = host.readers
    told = [call.args[0] for call in reader.read.call_args_list]
    return [event for event in told if isinstance(event, kind)]


def answer(host, seat=None):
    """The default answer of a seat, or of whoever is asked first; what came of it, as a list."""
    choice = host.match.pending[0] if seat is None else host.choice_of(seat)
    told = []
    host.answer(choice.seat, choice.default).addBoth(told.append)
    return told


def until_two_are_asked(host, slow):
    while len(host.match.pending) < 2:
        answer(host)
        slow.write()


def error_of(told):
    (failure,) = told
    return failure.value.key


def test_nobody_is_told_before_it_is_stored(host, slow):
    before = host.match.hash()
    told = answer(host)
    assert host.is_busy
    assert host.match.hash() == before
    assert not events(host)
    slow.write()
    assert told == [None]
    assert host.match.hash() != before
    assert JournalEntry.objects.count() == 1
    assert events(host, Changed)
    assert not host.is_busy


def test_another_answer_waits_for_its_turn(host, slow):
    until_two_are_asked(host, slow)
    first, second = answer(host, 0), answer(host, 1)
    stored = len(host.match.journal)
    assert len(slow.jobs) == 1
    slow.write()
    assert (first, second) == ([None], [None])
    assert len(host.match.journal) == stored + 2


def test_who_answers_the_next_question_as_soon_as_the_last_is_stored_answers_it_once(host, slow):
    """As what is typed along does: "play ox", and where it is put."""
    stored, told = len(host.match.journal), []

    def go_on(_):
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default).addBoth(told.append)

    choice = host.match.pending[0]
    host.answer(choice.seat, choice.default).addCallback(go_on)
    slow.write()
    assert told == [None]
    assert len(host.match.journal) == JournalEntry.objects.count() == stored + 2
    assert len(events(host, Changed)) == 2
    assert not host.is_busy


def test_a_seat_whose_answer_is_stored_cannot_answer_the_next_question_with_it(host, slow):
    answer(host)
    with pytest.raises(TableError) as error:
        host.answer(0, (0,))
    assert error.value.key == "answerKept"


def test_an_answer_that_waited_is_not_given_to_another_question(host, slow):
    """What the first answer changes may change what the other is asked."""
    until_two_are_asked(host, slow)
    answer(host, 0)
    second = answer(host, 1)
    host._acts._queue[1].choice = host._acts._queue[1].choice._replace(prompt="another")
    slow.write()
    assert error_of(second) == "notAsked"
    assert host.choice_of(1) is not None


def test_what_cannot_be_stored_has_not_happened_and_the_next_goes_on(host, slow):
    until_two_are_asked(host, slow)
    before = len(host.match.journal)
    first, second = answer(host, 0), answer(host, 1)
    with mock.patch.object(logger, "log_err"):
        slow.fail(OperationalError("database is locked"))
    assert error_of(first) == "notSaved"
    slow.write()
    assert second == [None]
    assert len(host.match.journal) == before + 1
    assert host.choice_of(0) is not None


def test_a_journal_that_knows_more_is_followed(host, slow):
    choice = host.match.pending[0]
    told = answer(host)
    JournalEntry.objects.create(match=host.record, index=0, seat=0, picks=list(choice.default))
    with mock.patch.object(logger, "log_err"):
        slow.fail(IntegrityError("not unique"))
    assert error_of(told) == "notSaved"
    assert host.match.journal == [(0, tuple(choice.default), ())]


def test_who_waits_longer_than_a_moment_is_told_once(host, slow, clock):
    answer(host)
    clock.advance(acts.SLOW / 2)
    assert not events(host, Notice)
    clock.advance(acts.SLOW)
    clock.advance(10)
    assert events(host, Notice) == [StorageBusy(0)]


def test_time_stands_still_while_the_storage_does(host, slow, clock):
    until_two_are_asked(host, slow)
    clock.advance(10)
    answer(host, 0)
    clock.advance(100)
    host.tick()
    assert not events(host, TimedOut)
    slow.write()
    assert host.time_left(1).answer == pytest.approx(50)


def test_bots_wait_as_well(pebbles, clock, slow):
    with mock.patch.dict(
        botturns.BOTS, {"odd": lambda match, seat: [Line(match.choice_of(seat).default)]}
    ):
        sitters = [Sitter("A", bot="odd"), Sitter("B", bot="odd")]
        host = MatchHost.start(pebbles, sitters, clock=clock, seed=7, pace=0)
        for _ in range(5):
            clock.advance(1)
        assert len(slow.jobs) == 1
        for _ in range(500):
            slow.write()
            clock.advance(0.01)
    assert host.match.is_over


def test_nobody_is_told_at_a_table_that_has_been_closed_meanwhile(host, slow):
    told = answer(host)
    host.release()
    slow.write()
    assert told == [None]
    assert not events(host)


def test_nothing_is_taken_back_while_something_is_stored(host, slow):
    answer(host)
    slow.write()
    answer(host)
    with pytest.raises(TableError) as error:
        host.undoing.take_back(0)
    assert error.value.key == "storageBusy"


def test_an_end_is_stored_with_the_last_answer(host, slow):
    while not host.match.is_over:
        answer(host)
        assert MatchRecord.objects.get().status == "running"
        slow.write()
    assert MatchRecord.objects.get().status == "finished"


# -- the thread


@pytest.fixture
def writer(monkeypatch, settings):
    """A writer whose jobs are tried in this thread, one batch at a time: `batch(*functions)`."""
    settings.STORAGE_PATIENCE = 1
    now = [0.0]
    monkeypatch.setattr(writing.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(writing.time, "sleep", lambda s: now.__setitem__(0, now[0] + s))
    return writing.Writer()


def batch(writer, *functions):
    jobs = [writing._Job(function) for function in functions]
    writer._write_jobs(jobs)
    return [job.result for job in jobs]


def locked():
    """What Django makes of a lock of another process."""
    error, cause = OperationalError("database is locked"), Exception()
    cause.sqlite_errorcode = 5
    error.__cause__ = cause
    return error


def test_one_bad_row_harms_nobody_else(writer, pebbles, clock):
    record = MatchHost.start(pebbles, PEOPLE, clock=clock, seed=7).record

    def good():
        JournalEntry.objects.create(match=record, index=0, seat=0, picks=[0])
        return "stored"

    def bad():
        raise IntegrityError("no")

    first, second, third = batch(writer, bad, good, bad)
    assert second == "stored"
    assert first.check(IntegrityError)
    assert third.check(IntegrityError)
    assert JournalEntry.objects.count() == 1


def test_what_has_time_is_written_with_what_comes_next_or_at_the_end(writer, settings):
    settings.STORAGE_THREAD = True
    given, patience = [], set()

    def taken(job):
        given.append(job.write)
        patience.add(job.since)

    writer._thread = "none: what is given to it is looked at here"
    writer._jobs = mock.Mock(put=taken)
    writer.put("a first tip", soon=False)
    writer.put("a second tip", soon=False)
    assert given == []
    writing.time.sleep(settings.STORAGE_PATIENCE + 1)  # of which none is spent
    writer.put("an answer")
    assert given == ["a first tip", "a second tip", "an answer"]
    assert patience == {writing.time.monotonic()}
    writer.put("a third tip", soon=False)
    assert not writer.when_idle().called
    assert given[3:] == ["a third tip"]


def test_a_lock_is_waited_for(writer):
    tries = mock.Mock(side_effect=[locked(), locked(), "stored"])
    assert batch(writer, tries) == ["stored"]


def test_a_lock_is_not_waited_for_for_ever(writer):
    def write():
        raise locked()

    (result,) = batch(writer, write)
    assert result.check(OperationalError)


def test_a_full_disk_is_said_at_once(writer):
    tries = mock.Mock(side_effect=OperationalError("database or disk is full"))
    (result,) = batch(writer, tries)
    assert result.check(OperationalError)
    assert tries.call_count == 1
