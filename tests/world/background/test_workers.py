"""Processes beside the server: what they are asked they answer; none is missed for long."""

import os
import threading
from concurrent.futures import BrokenExecutor

from worker_processes import answers_of, die, fail, number, ready, stuck

from rules.playing import foreseer
from world.background.workers import Workers


def one(begun=ready):
    return Workers(lambda: 1, begun)


def test_questions_wait_for_a_process_that_has_time():
    first, second, third = answers_of(one(), (number,), (max, 3, 4), (number,))
    assert (first, second) == (third, 4)
    assert first != os.getpid()


def test_no_more_processes_are_begun_than_there_are_questions():
    pool = Workers(lambda: 8, ready)
    assert len({*answers_of(pool, (number,), (number,))}) <= 2
    assert pool.processes == []


def test_an_error_comes_back_and_the_process_goes_on():
    error, before, after = answers_of(one(), (fail, "no"), (number,), (number,))
    assert (type(error), str(error)) == (ValueError, "no")
    assert before == after


def test_what_cannot_be_sent_is_an_error():
    error, told = answers_of(one(), (max, threading.Lock()), (max, 1, 2))
    assert isinstance(error, Exception)
    assert told == 2


def test_what_cannot_be_sent_back_is_an_error():
    error, told = answers_of(one(), (threading.Lock,), (max, 1, 2))
    assert isinstance(error, RuntimeError)
    assert told == 2


def test_a_process_that_dies_or_takes_too_long_is_replaced():
    for end in (die, stuck):
        before, error, after = answers_of(one(foreseer.limit_process), (number,), (end,), (number,))
        assert isinstance(error, BrokenExecutor)
        assert before != after
