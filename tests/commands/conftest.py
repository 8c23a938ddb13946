"""People at real tables of Chrono Wizard; what each of them is told is written down."""

import random
import re
import secrets
from functools import cache
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import evennia
import pytest
from at_the_mouth import make_mouth
from chrono_table import chrono
from evennia.server.serversession import ServerSession
from evennia.utils.create import create_account, create_object
from scenes_at_market import make_market
from twisted.internet import defer
from wharf import build_wharf

from rules.pack import load_pack
from rules.playing.bots.answers import Line
from typeclasses import build
from world import content
from world.content import publishing, sandbox, wording
from world.play.hosting import botturns
from world.shelf import games

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"

POOLS = (publishing.workers, sandbox.workers, wording.workers)


@pytest.fixture
def clock(clock, monkeypatch):
    """
    The clock of all matches, moved by hand; bots do what is done by default, and the cards are
    dealt the same in every run.
    """
    monkeypatch.setattr(secrets, "randbits", random.Random(7).getrandbits)
    monkeypatch.setitem(
        botturns.BOTS, "greedy", lambda match, seat: [Line(match.choice_of(seat).default)]
    )
    return clock


@pytest.fixture
def hall(db, settings, clock):
    """An entrance hall, and Chrono Wizard on the shelf."""
    games.forget()
    games._shelf = {}
    games.put_on_shelf(chrono())
    limbo = create_object("typeclasses.rooms.Room", key="Limbo", nohome=True)
    settings.START_LOCATION = settings.DEFAULT_HOME = limbo.dbref
    with mock.patch.object(evennia, "EVENNIA_SERVER_SERVICE"):
        yield build.build_hall()
        for number in list(evennia.SESSION_HANDLER):
            del evennia.SESSION_HANDLER[number]
    games.forget()


@pytest.fixture
def person(hall):
    """Makes people: `person("Ann", language="zh")`; they type with `.type("look")`."""
    with mock.patch.object(evennia.SESSION_HANDLER, "data_out") as out:
        people = {}

        def data_out(session, **kwargs):
            text = kwargs.get("text")
            if text and session.sessid in people:
                told = text[0] if isinstance(text, list | tuple) else text
                if isinstance(told, list | tuple):
                    told = told[0]
                people[session.sessid].heard.append(str(told))

        out.side_effect = data_out

        def make(name, language="en", account=None):
            somebody = Person(name, language, account)
            people[somebody.session.sessid] = somebody
            return somebody

        yield make


@pytest.fixture
def logout():
    """Somebody's client goes away."""
    return lambda somebody: evennia.SESSION_HANDLER.disconnect(somebody.session, sync_portal=False)


@pytest.fixture
def login():
    """Somebody is back, with a client of the same number."""

    def connect(somebody):
        session = ServerSession()
        session.init_session("telnet", ("localhost", "testmode"), evennia.SESSION_HANDLER)
        session.sessid = somebody.session.sessid
        evennia.SESSION_HANDLER.portal_connect(session.get_sync_data())
        somebody.session = evennia.SESSION_HANDLER.session_from_sessid(session.sessid)
        evennia.SESSION_HANDLER.login(somebody.session, somebody.account, testmode=True)
        if not somebody.session.puppet:
            somebody.account.puppet_object(somebody.session, somebody.character)

    return connect


@cache
def load(name):
    """A pack of the shelf, by name."""
    return load_pack(PACKS / name)


@pytest.fixture
def race(hall):
    """The speed race, the only game on the shelf beside Chrono Wizard."""
    games.put_on_shelf(load("race"))
    return load("race")


@pytest.fixture
def duel(hall):
    """The duel is on the shelf as well."""
    games.put_on_shelf(load("duel"))
    return load("duel")


@pytest.fixture
def market(hall):
    """A room with a keeper who sells, and a gate with a toll to a yard."""
    return make_market()


@pytest.fixture
def mouth(market):
    """What opens an expedition there."""
    return make_mouth(market)


@pytest.fixture
def standing(person):
    """Makes who makes people that stand in a room; `then` is done with each."""

    def at(room, then=None):
        def make(name, **how):
            somebody = person(name, **how)
            somebody.character.move_to(room, quiet=True)
            if then is not None:
                then(somebody)
            return somebody

        return make

    return at


@pytest.fixture
def at_market(market, standing):
    """Makes people who stand there."""
    return standing(market)


@pytest.fixture
def square(hall):
    """Where the door of the hall leads, in the wharf."""
    return build_wharf()


@pytest.fixture
def ann(person):
    return person("Ann")


@pytest.fixture
def ben(person):
    return person("Ben")


@pytest.fixture
def an(person):
    return person("小安", language="zh")


class Person(SimpleNamespace):
    """Somebody with a client: an account, a character, and everything they were told."""

    numbers = iter(range(1, 1_000_000))

    def __init__(self, name, language, account=None):
        if account is None:
            account = create_account(name, "", "correct-horse")
            account.language = language
            _, errors = account.create_character(key=name)
            assert not errors
        character = account.characters.all()[0]
        session = ServerSession()
        session.init_session("telnet", ("localhost", "testmode"), evennia.SESSION_HANDLER)
        session.sessid = next(self.numbers)
        evennia.SESSION_HANDLER.portal_connect(session.get_sync_data())
        session = evennia.SESSION_HANDLER.session_from_sessid(session.sessid)
        evennia.SESSION_HANDLER.login(session, account, testmode=True)
        if not session.puppet:
            account.puppet_object(session, character)
        super().__init__(account=account, character=character, session=session, heard=[])

    def type(self, line):
        """Type a line; returns what was told because of it, without colours."""
        self.heard.clear()
        self.session.data_in(text=[[line], {}])
        return self.told()

    def told(self):
        """Everything since the last line typed."""
        return re.sub(r"\|[a-zA-Z]", "", "\n".join(self.heard))

    @property
    def choice(self):
        """What this person is asked now."""
        table = self.character.location
        seat = table.seat_of(self.character)
        return table.match.choice_of(seat) if table.match else None


@pytest.fixture
def builder(person, turns, settings, tmp_path_factory):
    """Makes builders, who read what comes later as well."""
    settings.CACHE_DIR = str(tmp_path_factory.getbasetemp() / "cache")

    def make(name, language="en"):
        somebody = person(name, language=language)
        somebody.account.permissions.add("Builder")
        return Waiting(somebody, turns)

    return make


@pytest.fixture
def sentences(monkeypatch):
    """What is read from sentences: what a test says."""
    read = mock.Mock()
    monkeypatch.setattr(content, "read_sentence", read)
    monkeypatch.setattr(content, "complete_sentence", read)

    def data(given, similar=(), left_out=(), added=(), differs=(), is_unclear=False):
        more = {"facts": {}, "similar": similar, "left_out": [*left_out], "added": [*added]}
        more["is_unclear"] = is_unclear
        return [
            {"behaviors": b, "sentence": {"zh": zh, "en": en}, "differs": own, **more}
            for (b, zh, en), own in zip_longest(given, differs, fillvalue={})
        ]

    def say(
        *readings,
        upto=0, next=(), nearby=(), begun=(), similar=(), left_out=(), added=(), differs=(),
        is_unclear=False, **more,
    ):  # fmt: skip
        found = {
            "readings": data(readings, similar, left_out, added, differs, is_unclear),
            "upto": upto, "next": list(next),
            "mended": [], "nearby": data(nearby), "begun": data(begun), "lacking": [],
            "model": False, "proposed": "", "learning": False, **more,
        }  # fmt: skip
        read.side_effect = lambda *asked: defer.succeed(found)

    say.read = read
    return say


class Waiting:
    """Somebody who waits for what the processes beside the server say."""

    def __init__(self, person, turns):
        self.person, self.turns = person, turns
        self.account, self.character = person.account, person.character

    def type(self, *lines):
        for line in lines:
            self.person.type(line)
            self.settle()
        return self.person.told()

    def is_quiet(self):
        asked = [each.question for pool in POOLS for each in pool.processes]
        return not self.turns.turns and not any(asked)

    def settle(self):
        """Wait until nothing goes on any more."""
        self.turns.run_until(self.is_quiet)
