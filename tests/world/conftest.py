"""The small game `pebbles` on the shelf, and a clock that tests move by hand."""

from pathlib import Path
from unittest import mock

import pytest
from twisted.internet import defer
from twisted.internet.task import Clock

from rules.pack import load_pack
from world import games, workers

STUCK = Path(__file__).parent / "packs" / "stuck"


@pytest.fixture
def stuck(pebbles):
    """A game whose flow fails, whatever is answered."""
    pack = load_pack(STUCK)
    games.put_on_shelf(pack)
    return pack


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def reactor(monkeypatch):
    """A reactor moved by hand."""
    reactor = Clock()
    monkeypatch.setattr(workers, "reactor", lambda: reactor)
    return reactor


@pytest.fixture
def asked(monkeypatch, reactor, processes):
    """Asks a module's `processes`; `asked.return_value` is what they are going to say."""
    asked = mock.Mock(return_value=defer.Deferred())
    monkeypatch.setattr(processes, "ask", asked)
    return asked


@pytest.fixture
def future(asked):
    """What the only process is going to say."""
    return asked.return_value
