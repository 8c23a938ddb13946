"""The small game `pebbles` on the shelf, and a clock that tests move by hand."""

from pathlib import Path
from unittest import mock

import pytest
from django.test import Client
from twisted.internet import defer
from twisted.internet.task import Clock

from rules.pack import load_pack
from web.pages import build, packs
from world.accounts import limits
from world.background import workers
from world.content import trying
from world.shelf import games

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
    monkeypatch.setattr(workers, "twisted_reactor", lambda: reactor)
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


@pytest.fixture
def waits(monkeypatch, done, settings):
    """
    `waits("in_reactor", module, ...)`: what these modules ask the reactor's thread by that name is
    waited for. Trials are short.
    """

    def waited(function, *args, **kwargs):
        result = function(*args, **kwargs)
        return done(result) if isinstance(result, defer.Deferred) else result

    def waits(name, *modules):
        for module in modules:
            monkeypatch.setattr(module, name, waited)

    settings.TRIAL_MATCHES = 20
    limits.forget()
    yield waits
    trying.stop()
    limits.forget()


@pytest.fixture
def pages_wait(waits):
    """Builders' pages wait for what they ask the reactor's thread."""
    waits("in_reactor", build, packs)


@pytest.fixture
def at(people):
    """`at("bob")`: the browser of one of the people."""
    here = {}

    def at(name):
        if name not in here:
            here[name] = Client()
            here[name].force_login(getattr(people, name))
        return here[name]

    return at
