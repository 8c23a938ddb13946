"""Hashes wait for their turn, address by address, and nobody waits for who has gone."""

from itertools import islice

import pytest
from twisted.internet import defer
from twisted.internet.task import Clock

from server import hashing
from server.fairqueue import FairQueue


def test_everybody_gets_a_turn_however_many_come_from_one_address():
    queue = FairQueue()
    for number in range(100):
        queue.push("flood", f"flood {number}")
    queue.push("home", "Anna")
    assert queue.place("Anna") == 1
    assert [queue.pop() for _ in range(3)] == ["flood 0", "Anna", "flood 1"]


def test_one_address_is_served_in_order_and_the_places_say_so():
    queue = FairQueue()
    for source, job in (("a", 1), ("a", 2), ("b", 3), ("c", 4), ("b", 5), ("a", 6)):
        queue.push(source, job)
    order = list(queue)
    assert [queue.place(job) for job in order] == list(range(6))
    assert [queue.pop() for _ in range(6)] == order == [1, 3, 4, 2, 5, 6]
    with pytest.raises(IndexError):
        queue.pop()


def test_who_gives_up_is_no_longer_waited_for():
    queue = FairQueue()
    queue.push("a", 1)
    queue.push("b", 2)
    assert queue.remove(1)
    assert not queue.remove(1)
    assert (len(queue), queue.pop(), len(queue)) == (1, 2, 0)


@pytest.fixture
def works(monkeypatch):
    """One worker, which is ready when the test says so; and a clock."""
    clock, running = Clock(), []

    def elsewhere(work, *args):
        deferred = defer.Deferred()
        running.append(lambda: deferred.callback(work(*args)))
        return deferred

    monkeypatch.setattr(hashing, "reactor", clock)
    monkeypatch.setattr(hashing, "_run_in_process", elsewhere)
    monkeypatch.setattr(hashing, "workers", lambda: 1)
    monkeypatch.setattr(hashing, "_queue", FairQueue())
    monkeypatch.setattr(hashing, "_running", set())
    return running, clock


def test_one_at_a_time_and_each_gets_its_own_answer(works):
    running, _ = works
    answers = [hashing.queue_hash(str.upper, letter) for letter in "abc"]
    assert len(running) == 1
    for turn in running:
        turn()
    assert [answer.result for answer in answers] == ["A", "B", "C"]


def test_what_must_not_be_computed_any_more_is_not(works):
    running, _ = works

    def refuse():
        raise RuntimeError("gone")

    first = hashing.queue_hash(str.upper, "a")
    second = hashing.queue_hash(str.upper, "b", check=refuse)
    third = hashing.queue_hash(str.upper, "c")
    failures = []
    second.addErrback(failures.append)
    for turn in running:
        turn()
    assert len(running) == 2
    assert failures[0].check(RuntimeError)
    assert (first.result, third.result) == ("A", "C")


def test_who_waits_for_long_is_told_the_place(works):
    running, clock = works
    told = []
    for number in range(4):
        hashing.queue_hash(str, number, source=number)
    hashing.queue_hash(str, "me", source="me", told=told.append)
    clock.advance(hashing.PATIENCE - 0.1)
    assert told == []
    clock.advance(0.2)
    assert told == [4]
    running[0]()
    clock.advance(hashing.TOLD_EVERY)
    assert told == [4, 3]
    for turn in islice(running, 1, None):
        turn()
    clock.advance(100)
    assert told == [4, 3]


def test_when_the_game_ends_the_next_are_served_and_the_others_hear_of_it(works):
    running, clock = works
    answers = [hashing.queue_hash(str, number) for number in range(1 + hashing.LAST_CALL + 5)]
    failures = []
    for answer in answers:
        answer.addErrback(failures.append)
    ended = []
    hashing.drain().addCallback(ended.append)
    assert [failure.check(hashing.Restarting) is not None for failure in failures] == [True] * 5
    assert not ended
    for turn in running:
        turn()
        clock.advance(0)
    assert ended
    assert [answer.result for answer in answers[:9]] == [str(number) for number in range(9)]


def test_without_a_process_a_thread_does_it(works, monkeypatch):
    def broken(work, *args):
        raise OSError("no more processes")

    monkeypatch.setattr(hashing, "_run_in_process", broken)
    monkeypatch.setattr(hashing.threads, "deferToThread", lambda work, *a: defer.succeed(work(*a)))
    assert hashing.queue_hash(str.upper, "a").result == "A"
