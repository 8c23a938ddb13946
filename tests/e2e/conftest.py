"""
One real server for all tests which can share it; copies of its first data for the others.

When tests run in several processes, each which gets a file of these has a server of its own. They
come first: their files take longest, and one that began last would keep a single process busy.
"""

import shutil
from pathlib import Path

import pytest

from e2e.harness import GameServer


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    items.sort(key=lambda item: here not in item.path.parents)
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(600))  # a busy machine starts a game in minutes


@pytest.fixture(scope="session")
def _shared(tmp_path_factory):
    """The shared game, started from nothing, and a copy of what was in it then."""
    game = GameServer(tmp_path_factory.mktemp("shared") / "data")
    try:
        game.first_output = game.launch("play").stdout
        copy = tmp_path_factory.mktemp("fresh")
        game.copy_data_to(copy)
        yield game, copy
    finally:
        game.kill_everything()


@pytest.fixture
def game(_shared) -> GameServer:
    """A running game which all tests share: leave it running, use names of your own."""
    return _shared[0]


@pytest.fixture
def new_game(_shared, tmp_path):
    """Makes games which are set up, and do not run yet: `new_game(CHRONO_...="...")`."""
    games = []

    def make(**variables: str) -> GameServer:
        data_dir = tmp_path / f"game{len(games)}"
        shutil.copytree(_shared[1], data_dir)
        games.append(GameServer(data_dir, **variables))
        return games[-1]

    yield make
    for game in games:
        game.kill_everything()
