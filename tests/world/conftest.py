"""The small game `pebbles` on the shelf, and a clock that tests move by hand."""

from pathlib import Path

import pytest
from twisted.internet.task import Clock

from rules.pack import load_pack
from world import games

PEBBLES = Path(__file__).parent / "packs" / "pebbles"


@pytest.fixture(scope="session")
def loaded_pebbles():
    return load_pack(PEBBLES)


@pytest.fixture
def pebbles(loaded_pebbles):
    """The pack of the small game, the only one on the shelf."""
    games.forget()
    games._shelf = {}
    games.put_on_shelf(loaded_pebbles)
    yield loaded_pebbles
    games.forget()


@pytest.fixture
def clock():
    return Clock()
