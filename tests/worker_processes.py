"""Processes beside the server, in tests: there the reactor does not run."""

import os
import select
import signal
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from unittest import mock

from rules.ground.processes import ending_after
from world.background import workers

PATIENCE = 60  # seconds


class Reactor:
    """So much of a reactor as reads what processes say, and calls what is to be called next."""

    def __init__(self):
        self.readers = []
        self.addReader = self.readers.append
        self.turns = deque()

    def callLater(self, delay, function, *args):
        self.turns.append(partial(function, *args))

    def removeReader(self, reader):
        self.readers = [each for each in self.readers if each is not reader]
        self.addReader = self.readers.append

    def run_until(self, done):
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "the processes say nothing"
            if self.turns:
                self.turns.popleft()()
                continue
            for reader in select.select(list(self.readers), [], [], 1)[0]:
                reader.doRead()


def answers_of(pool, *questions):
    """What processes say to several questions, each `(task, *job)`; errors as they are."""
    reactor, told = Reactor(), {}
    with mock.patch.object(workers, "twisted_reactor", return_value=reactor):
        pool.stop()  # whoever is left of other tests is heard by no reactor
        try:
            for number, question in enumerate(questions):
                answer = pool.ask(*question)
                answer.addErrback(lambda failure: failure.value)
                answer.addCallback(lambda result, number=number: told.update({number: result}))
            reactor.run_until(lambda: len(told) == len(questions))
        finally:
            pool.stop()
    return [told[number] for number in range(len(questions))]


def answer_of(pool, task, *job):
    """What a process says."""
    return answers_of(pool, (task, *job))[0]


# -- what processes can be asked


def ready():
    """How the processes of these tests begin."""


def number():
    """Which process it is."""
    return os.getpid()


def fail(text):
    raise ValueError(text)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def stuck():
    with ending_after(0.01):
        time.sleep(60)


def priority_of_a_thread(begun):
    """How far a thread stands behind that has begun so."""
    with ThreadPoolExecutor(1, initializer=begun) as pool:
        here = pool.submit(threading.get_native_id).result()
        return pool.submit(os.getpriority, os.PRIO_PROCESS, here).result()
