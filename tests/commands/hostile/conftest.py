"""People of every role at a small game: at terminals, at browsers, with tokens; nothing beside."""

import builtins
import signal
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest
from django.test import Client
from hostile_ways import World
from hostile_ways import person as made
from shelved import HEIR
from twisted.internet import defer
from twisted.python.failure import Failure

import web.api.base
import web.pages.build
import world.admin.base
from rules.fuzz.payloads import FLAG
from world.accounts import limits, tokens
from world.background import workers
from world.content import trying
from world.shelf import games


def _died(*_):
    """What takes too long is ended, as its process would be."""
    raise BrokenExecutor


@pytest.fixture
def house(links_of_the_portal, person, tmp_path, settings, loaded_pebbles, monkeypatch, turns):
    """The small game and its heir on a shelf of their own, people of every role."""
    folder = tmp_path / "own"
    settings.PACK_DIRS, settings.CACHE_DIR = [folder], str(tmp_path / "cache")
    settings.INCOMING_DIR, settings.TRIAL_MATCHES = str(tmp_path / "incoming"), 1
    settings.READING_SECONDS = settings.PUBLISHING_SECONDS = 10
    for place, text in {
        **loaded_pebbles.sources,
        "pebbles/RULES.md": "# Pebbles\n",
        "heir/pack.json5": HEIR,
    }.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    games.forget()
    games.keep_good()
    sung = []
    monkeypatch.setattr(builtins, "CANARY", lambda *_: sung.append(True), raising=False)
    monkeypatch.setattr(
        workers.Workers, "ask", lambda self, task, *job: defer.maybeDeferred(task, *job)
    )
    before = signal.signal(signal.SIGALRM, _died)

    def in_reactor(function, *args, **kwargs):
        result = function(*args, **kwargs)
        if not isinstance(result, defer.Deferred):
            return result
        outcome = []
        result.addBoth(outcome.append)
        turns.run_until(lambda: outcome)
        if isinstance(outcome[0], Failure):
            outcome[0].raiseException()
        return outcome[0]

    for module in (web.api.base, web.pages.build, world.admin.base):
        monkeypatch.setattr(module, "in_reactor", in_reactor)
    monkeypatch.chdir(tmp_path)
    limits.forget()
    people = []
    for name, role in (("Pat", ""), ("Bob", "Builder"), ("Rita", "Reviewer"), ("Ada", "Admin")):
        somebody = person(name)
        if role:
            somebody.account.permissions.add(role)
        client = Client(raise_request_exception=False)
        client.force_login(somebody.account)
        people.append(made(somebody, client, tokens.make_token(somebody.account)[1]))
    yield World(folder, people, sung, turns)
    signal.signal(signal.SIGALRM, before)
    trying.stop()
    limits.forget()
    games.forget()
    Path(FLAG).unlink(missing_ok=True)
