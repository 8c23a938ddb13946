"""When the Server is started again, and when not."""

import os

import pytest
from twisted.internet.task import Clock

from server import keeper as module
from server import steadylink
from server.keeper import ServerKeeper


class Portal:
    """Stands for the Portal's service."""

    server_restart_mode = None


class Process:
    """Stands for a running Server."""

    def __init__(self):
        self.signals = []

    def signalProcess(self, name):
        self.signals.append(name)


class Told:
    """Stands for the session handler."""

    def __init__(self):
        self.texts = []

    def tell_all(self, text):
        self.texts.append(text)


@pytest.fixture
def keeper(monkeypatch, tmp_path):
    clock = Clock()
    monkeypatch.setattr(module, "reactor", clock)
    monkeypatch.setattr(module.time, "monotonic", clock.seconds)
    monkeypatch.setattr(module.evennia, "PORTAL_SESSION_HANDLER", Told())
    monkeypatch.setattr(module.logger, "log_err", lambda text: None)
    from server.conf import environment

    env = environment.read_environment({"CHRONO_DATA_DIR": str(tmp_path)})
    keeper = ServerKeeper(Portal(), None, env)
    keeper.clock = clock
    keeper.started = []

    def spawn():
        keeper._pause = None
        keeper._leaving = False
        keeper._started = clock.seconds()
        keeper.process = Process()
        keeper.started.append(clock.seconds())

    monkeypatch.setattr(keeper, "_spawn", spawn)
    keeper.start_server()
    return keeper


def test_a_server_knows_its_portal_and_what_to_say_to_it(monkeypatch):
    monkeypatch.delenv(steadylink.PASSWORD, raising=False)
    known = module.server_environment()
    assert known[module.PORTAL] == str(os.getpid())
    assert known[steadylink.PASSWORD] == steadylink.password().decode()


def test_a_crash_is_followed_by_a_start_at_once_from_cold(keeper):
    keeper.clock.advance(100)
    keeper.server_ended("killed")
    keeper.clock.advance(0)
    assert keeper.started == [0, 100]
    assert keeper.portal.server_restart_mode == "shutdown"
    assert module.evennia.PORTAL_SESSION_HANDLER.texts == [module.CRASHED]


def test_pauses_double_up_to_a_minute(keeper):
    pauses = []
    for _ in range(10):
        keeper.server_ended("broken")
        pauses.append(keeper._pause.getTime() - keeper.clock.seconds())
        keeper.clock.advance(pauses[-1])
    assert pauses == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_healthy_life_is_forgiveness(keeper):
    for _ in range(4):
        keeper.server_ended("broken")
        keeper.clock.advance(10)
    keeper.clock.advance(31)
    keeper.server_ended("killed")
    assert keeper.failures == 1


def test_who_was_meant_to_end_stays_ended(keeper):
    keeper.server_leaving(restart=False)
    keeper.server_ended("done")
    keeper.clock.advance(100)
    assert keeper.started == [0]


def test_a_reload_starts_the_next_at_once_and_does_not_count_as_failure(keeper):
    keeper.server_leaving(restart=True)
    keeper.clock.advance(1)
    keeper.server_ended("done")
    assert keeper.started == [0, 1]
    assert keeper.failures == 0


def test_who_does_not_leave_is_killed(keeper):
    keeper.server_leaving(restart=True)
    process = keeper.process
    keeper.clock.advance(module.PATIENCE + 1)
    assert process.signals == ["KILL"]
