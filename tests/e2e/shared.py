"""
One real server for all tests which can share it, and copies of its first data for the others.

When tests run in several processes, each which gets a file of these has a server of its own. The
small game is on its shelf, bots do not dawdle, one process thinks for them, and who is gone is
missed soon. Names are for the whole run, so each test has names of its own; whoever counts matches
or answers says whose (see `at_the_table`).
"""

import fcntl
import json
import os
import shutil

import pytest

from e2e.at_the_table import put_pebbles_on_the_shelf
from e2e.harness import GameServer

QUICK = {
    "CHRONO_BOT_PACE": "0.001",
    "CHRONO_BOT_WORKERS": "1",
    "CHRONO_FORESEEING_WORKERS": "0",  # one less to start each time that a Server is killed
    "CHRONO_TEST_HEARTBEAT": "4",
}

FIRST_START = "first_start.json"  # beside the copy


@pytest.fixture(scope="session")
def _shared(tmp_path_factory):
    """
    The shared game of this process, and a copy of what is in a game at first. The first process
    that comes here starts its game from nothing; those of the others begin as copies.
    """
    whole_run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        whole_run = whole_run.parent
    fresh, told = whole_run / "fresh", whole_run / FIRST_START
    game = GameServer(tmp_path_factory.mktemp("shared") / "data", **QUICK)
    try:
        with open(whole_run / "fresh.lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not told.exists():
                put_pebbles_on_the_shelf(game)
                output = game.launch("play").stdout
                game.copy_data_to(fresh)
                told.write_text(json.dumps({"output": output, "ports": game.ports}))
        if not game.runs():
            shutil.copytree(fresh, game.data_dir)
            game.start_prepared()
        yield game, fresh
    finally:
        game.kill_everything()


@pytest.fixture
def game(_shared) -> GameServer:
    """
    A running game which all tests share: use names of your own. One that a test has left without
    all its processes is started again.
    """
    shared = _shared[0]
    if not shared.runs():
        shared.start()
    return shared


@pytest.fixture
def first_start(_shared) -> dict:
    """What `make play` printed where there was nothing (`output`), and the `ports` it was given."""
    return json.loads(_shared[1].with_name(FIRST_START).read_text())


@pytest.fixture
def no_accident(game):
    """The log gets no traceback as long as the test lasts."""
    before = len(game.log())
    yield
    assert "Traceback" not in game.log()[before:]


@pytest.fixture(scope="module")
def copied(_shared, tmp_path_factory):
    """Makes games which are set up, and do not run yet: `copied(CHRONO_...="...")`."""
    games = []

    def make(**variables: str) -> GameServer:
        data_dir = tmp_path_factory.mktemp("game") / "data"
        shutil.copytree(_shared[1], data_dir)
        games.append(GameServer(data_dir, **QUICK | variables))
        return games[-1]

    yield make
    for game in games:
        game.kill_everything()


@pytest.fixture
def new_game(copied):
    """The same for one test: its games end with it."""
    games = []

    def make(**variables: str) -> GameServer:
        games.append(copied(**variables))
        return games[-1]

    yield make
    for game in games:
        game.kill_everything()
