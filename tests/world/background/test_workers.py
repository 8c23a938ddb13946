"""Processes beside the server: what they are asked they answer; none is missed for long."""

import os
import sys
import threading
from concurrent.futures import BrokenExecutor

from worker_processes import answers_of, die, fail, number, priority_of_a_thread, ready, stuck

from rules.ground.processes import limit_process
from rules.playing import foreseer
from world.background.workers import Workers
from world.play import foreseeing, thinking


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


def test_processes_stand_as_far_behind_the_server_as_is_said():
    here = os.getpriority(os.PRIO_PROCESS, 0)
    for nice in (0, 3):
        pool = Workers(lambda: 1, ready, nice=nice)
        (told,) = answers_of(pool, (os.getpriority, os.PRIO_PROCESS, 0))
        assert told == min(here + nice, 19)


def test_what_people_wait_for_goes_before_what_bots_think_about():
    assert foreseeing.workers.nice < thinking.workers.nice


def test_loading_ahead_stands_behind_the_questions_of_the_same_process():
    give_way, asked = (foreseer.give_way,), (os.getpriority, os.PRIO_PROCESS, 0)
    before, behind, after = answers_of(one(), asked, (priority_of_a_thread, *give_way), asked)
    assert before == after
    assert behind == min(before + foreseer.NICE, 19) or sys.platform != "linux"


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
        before, error, after = answers_of(one(limit_process), (number,), (end,), (number,))
        assert isinstance(error, BrokenExecutor)
        assert before != after


def test_no_process_is_begun_once_the_server_ends():
    pool = one()
    pool.close()
    asked = pool.ask(number)
    assert (pool.processes, pool.questions_waiting, asked.called) == ([], 1, False)
