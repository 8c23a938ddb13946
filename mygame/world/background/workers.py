"""
Processes beside the server, for what takes too long in the reactor's thread.

A question to `Workers` is a function and its arguments; the answer comes as a Deferred. The
processes are started when they are first needed, and anew after one of them has died. The reactor
itself reads what they say: threads between it and them would cost more than most of the answers.
"""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import redirect_stderr
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from twisted.internet import defer

from rules.ground.processes import begin_worker

NICE = 5  # how far a process stands behind the server, if it is not said
_DEATH = 1.0  # seconds a process has for it


@dataclass(eq=False)
class _Question:
    task: Callable[..., Any]
    job: tuple[Any, ...]
    answer: defer.Deferred


class _Process:
    """One process, and what it works at; the reactor calls `doRead` when it has said something."""

    def __init__(self, begun: Callable[[], None] | None, owner: Workers):
        # Not forked: a copy of a server holds its sockets.
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        serving = theirs, begun, owner.nice
        self.process = context.Process(target=_serve_process, args=serving, daemon=True)
        # Twisted's stand-in for stderr says it is file -1, which no new process can inherit.
        with redirect_stderr(None):
            self.process.start()
        theirs.close()
        self.owner = owner
        self.question: _Question | None = None
        twisted_reactor().addReader(self)

    def give(self, question: _Question) -> None:
        """:raises Exception: the question cannot be sent; `OSError`: to nobody."""
        self.connection.send_bytes(
            pickle.dumps((question.task, question.job), pickle.HIGHEST_PROTOCOL)
        )
        self.question = question

    def end(self) -> None:
        twisted_reactor().removeReader(self)
        self.connection.close()
        self.process.kill()
        self.process.join(_DEATH)

    # -- what the reactor calls

    def fileno(self) -> int:
        return self.connection.fileno()

    def logPrefix(self) -> str:
        return "worker"

    def doRead(self) -> None:
        """An answer has come, or the process has died."""
        try:
            answer = self.connection.recv_bytes()
        except (EOFError, OSError):
            self.owner.bury_process(self)
            return
        try:
            works, told = pickle.loads(answer)  # noqa: S301 (of a process that we began)
        except Exception as error:  # noqa: BLE001 (not everything that can be packed can be unpacked)
            works, told = False, error
        question, self.question = self.question, None
        self.owner.finish_question(question, works, told)

    def connectionLost(self, reason: Any) -> None:
        self.owner.bury_process(self)


class Workers:
    """
    So many processes as `count` says, begun with `begun()`. They give way to the server by `nice`:
    0 for those whose answers people wait for.
    """

    def __init__(
        self, count: Callable[[], int], begun: Callable[[], None] | None = None, nice: int = NICE
    ):
        self.count, self.begun, self.nice = count, begun, nice
        self.processes: list[_Process] = []
        self._waiting: deque[_Question] = deque()

    def ask(self, task: Callable[..., Any], *job: Any) -> defer.Deferred:
        """Give a question to a process; cancelling the Deferred forgets it if it still waits."""
        answer: defer.Deferred = defer.Deferred(lambda _: self._forget(answer))
        self._waiting.append(_Question(task, job, answer))
        self._assign_waiting()
        return answer

    @property
    def questions_waiting(self) -> int:
        """How many questions nobody works at yet."""
        return len(self._waiting)

    def stop(self) -> None:
        """End the processes; what they work at is thrown away."""
        processes, self.processes = self.processes, []
        self._waiting.clear()
        for process in processes:
            process.end()

    def close(self) -> None:
        """Likewise, for good: what is asked from now on waits in vain."""
        self.count = lambda: 0
        self.stop()

    def _forget(self, answer: defer.Deferred) -> None:
        self._waiting = deque(each for each in self._waiting if each.answer is not answer)

    def _assign_waiting(self) -> None:
        """Give what waits to who has nothing to do."""
        while self._waiting:
            try:
                process = self._free_process()
            except OSError:
                self._waiting.popleft().answer.errback()
                continue
            if process is None:
                return
            question = self._waiting.popleft()
            try:
                process.give(question)
            except BrokenPipeError:
                self._waiting.appendleft(question)
                self.bury_process(process)
            except Exception:  # noqa: BLE001 (it is the answer of who asked)
                question.answer.errback()

    def _free_process(self) -> _Process | None:
        """A process with nothing to do, or a new one; None if there are enough of them."""
        idle = next((each for each in self.processes if each.question is None), None)
        if idle is None and len(self.processes) < self.count():
            idle = _Process(self.begun, self)
            self.processes.append(idle)
        return idle

    def finish_question(self, question: _Question | None, works: bool, told: Any) -> None:
        """A process has done with a question: hand it over, unless nobody waits for it any more."""
        self._assign_waiting()
        if question is None or question.answer.called:
            return
        if works:
            question.answer.callback(told)
        else:
            question.answer.errback(told)

    def bury_process(self, process: _Process) -> None:
        """A process is no more."""
        if process not in self.processes:
            return
        self.processes.remove(process)
        process.end()
        if process.question is not None:
            self.finish_question(process.question, False, BrokenExecutor("The process has died."))
        self._assign_waiting()


def _serve_process(connection: Connection, begun: Callable[[], None] | None, nice: int) -> None:
    """The life of a process."""
    os.nice(nice)
    begin_worker(begun)
    while True:
        try:
            question = connection.recv_bytes()
        except EOFError:
            return
        try:
            task, job = pickle.loads(question)  # noqa: S301 (of the process that began this one)
            answer = True, task(*job)
        except Exception as error:  # noqa: BLE001 (it is the answer of who asked)
            answer = False, error
        try:
            connection.send_bytes(pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
        except Exception as error:  # noqa: BLE001 (what cannot be packed is told as text)
            connection.send((False, RuntimeError(str(error if answer[0] else answer[1]))))


def twisted_reactor() -> Any:
    """Twisted's."""
    from twisted.internet import reactor as running

    return running
