"""When the Portal is started again, and when not; what a lock says."""

import os
import signal
import subprocess
import sys

import pytest

from server import locks, supervisor
from server.conf import environment
from server.supervisor import Supervisor


@pytest.fixture
def env(tmp_path):
    return environment.read_environment({"CHRONO_DATA_DIR": str(tmp_path)})


@pytest.fixture
def keeper(env, monkeypatch):
    """A keeper whose clock and children the test moves."""
    one = Supervisor(env)
    one.now, one.started, one.ended = 1000.0, [], []
    monkeypatch.setattr(supervisor.time, "monotonic", lambda: one.now)

    def ended():
        taken, one.ended = one.ended, []
        return taken

    def spawn():
        one.started.append(one.now)
        return 100 + len(one.started)

    monkeypatch.setattr(supervisor, "reap_children", ended)
    monkeypatch.setattr(supervisor, "spawn_portal", spawn)
    return one


def later(keeper, seconds, status=None):
    """So much later, with the Portal ended or not."""
    keeper.now += seconds
    if status is not None:
        keeper.ended.append((100 + len(keeper.started), status))
    keeper.check_portal()


def test_a_portal_that_is_killed_is_started_again_at_once(keeper, capsys):
    later(keeper, 0)
    later(keeper, 500)
    later(keeper, 500, status=-9)
    assert keeper.started == [1000, 2000]
    assert "saw the Portal end (signal 9) after 1000 s" in capsys.readouterr().out


def test_one_that_keeps_failing_is_started_ever_later(keeper):
    later(keeper, 0)
    for pause in (0, 1, 2, 4):
        tries = len(keeper.started)
        later(keeper, 0, status=1)
        if pause:
            assert len(keeper.started) == tries
            later(keeper, pause - 0.5)
            assert len(keeper.started) == tries
            later(keeper, 0.5)
        assert len(keeper.started) == tries + 1


def test_a_pause_can_be_cut_short(keeper):
    later(keeper, 0)
    later(keeper, 0, status=1)
    later(keeper, 0, status=1)
    assert len(keeper.started) == 2
    keeper.retry_now()
    later(keeper, 0)
    assert len(keeper.started) == 3


def test_a_portal_which_ends_on_purpose_is_the_end(keeper):
    later(keeper, 0)
    later(keeper, 9, status=0)
    assert keeper.leaving.is_set()
    assert len(keeper.started) == 1


def test_told_to_end_it_ends_a_portal_which_has_only_just_begun(env, monkeypatch):
    program = "import time; time.sleep(600)"
    monkeypatch.setattr(supervisor, "COMMAND", [sys.executable, "-c", program])
    keeper = Supervisor(env)
    keeper.check_portal()
    child = keeper._child
    keeper.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_full_disk_does_not_end_the_keeper(monkeypatch):
    class Full:
        def write(self, text):
            raise OSError(28, "No space left on device")

        flush = write

    monkeypatch.setattr(sys, "stdout", Full())
    supervisor.log_line("says something")


def holder(env, kind):
    """Another process which holds a lock."""
    program = (
        "import sys; from server import locks; from server.conf import environment\n"
        f"lock = locks.take_lock({kind!r}, environment.read_environment(), 5)\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={
            **os.environ,
            "PYTHONPATH": str(environment.GAME_DIR),
            "CHRONO_DATA_DIR": str(env.data_dir),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_portal_of_another_keeper_is_left_alone_until_it_ends(keeper, env):
    other = holder(env, "portal")
    later(keeper, 0)
    assert keeper.started == []
    other.kill()
    other.communicate()
    later(keeper, 0)
    assert len(keeper.started) == 1


def test_a_lock_tells_who_runs_and_ends_with_its_process(env):
    other = holder(env, "server")
    assert locks.running_kinds(env) == ["server"]
    assert locks.pid_of(env, "server") == other.pid
    other.kill()
    other.communicate()
    assert locks.running_kinds(env) == []
    assert locks.pid_of(env, "server") is None
    assert not locks.send_signal(env, "server", signal.SIGTERM)


def test_a_second_one_waits_gives_up_or_takes_over(env):
    other = holder(env, "server")
    with pytest.raises(SystemExit, match="Another server runs"):
        locks.take_lock("server", env, 0)
    lock = locks.take_lock("server", env, 1, evict=True)
    assert other.wait() == -signal.SIGKILL
    other.communicate()
    assert locks.pid_of(env, "server") == os.getpid()
    lock.close()
