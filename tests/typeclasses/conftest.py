"""People with accounts, characters and connections; the renderer's calls are only written down."""

from types import SimpleNamespace
from unittest import mock

import evennia
import pytest
from evennia.server.serversession import ServerSession
from evennia.utils.create import create_account, create_object

from typeclasses import build
from world.render import announce
from world.shelf import games


@pytest.fixture
def told(monkeypatch):
    """What the renderer was called with: (hook, arguments, details)."""
    calls = []

    def record(hook):
        return lambda *args, **details: calls.append((hook, args, details))

    for hook in ("show_change", "show_notice", "show_return", "show_arrival"):
        monkeypatch.setattr(announce, hook, record(hook))
    return calls


@pytest.fixture
def world(db, settings, loaded_pebbles, told, clock):
    """An entrance hall and a shelf with one small game; no connection sends anything."""
    games.forget()
    games._shelf = {}
    games.put_on_shelf(loaded_pebbles)
    limbo = create_object("typeclasses.rooms.Room", key="Limbo", nohome=True)
    settings.START_LOCATION = settings.DEFAULT_HOME = limbo.dbref
    sessions = evennia.SESSION_HANDLER
    with (
        mock.patch.object(sessions, "data_out"),
        mock.patch.object(evennia, "EVENNIA_SERVER_SERVICE"),
    ):
        yield SimpleNamespace(hall=build.build_hall(), shelf=games.games_by_id())
        for number in list(sessions):
            del sessions[number]
    games.forget()


@pytest.fixture
def person(world):
    """Makes people: `person("Ann", language="zh")` gives her character, logged in."""
    return lambda name, **options: Person(name, **options).character


class Person:
    """Somebody with an account and a character of the same name."""

    numbers = iter(range(1, 1_000_000))

    def __init__(self, name, language="en"):
        self.account = create_account(name, "", "correct-horse")
        self.account.language = language
        self.character, errors = self.account.create_character(key=name)
        assert not errors
        self.character.test_person = self
        self.connect()

    def connect(self):
        number = next(self.numbers)
        dummy = ServerSession()
        dummy.init_session("telnet", ("localhost", "testmode"), evennia.SESSION_HANDLER)
        dummy.sessid = number
        evennia.SESSION_HANDLER.portal_connect(dummy.get_sync_data())
        self.session = evennia.SESSION_HANDLER.session_from_sessid(number)
        evennia.SESSION_HANDLER.login(self.session, self.account, testmode=True)
        if not self.session.puppet:
            self.account.puppet_object(self.session, self.character)

    def disconnect(self):
        evennia.SESSION_HANDLER.disconnect(self.session, sync_portal=False)


@pytest.fixture
def disconnect():
    return lambda character: character.test_person.disconnect()


@pytest.fixture
def connect():
    return lambda character: character.test_person.connect()
