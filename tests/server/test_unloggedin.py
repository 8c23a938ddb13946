"""The commands of the login screen, without a server."""

import pytest
from evennia.accounts.accounts import CREATION_THROTTLE, LOGIN_THROTTLE
from evennia.accounts.models import AccountDB
from twisted.internet import defer

from commands import unloggedin
from server import passwords


class Sessions(dict):
    """Stands for the session handler."""

    def __init__(self):
        super().__init__()
        self.logged_in = []
        self.gone = []

    def login(self, session, account):
        self.logged_in.append(account.username)

    def disconnect(self, session, reason):
        self.gone.append(reason)


class Session:
    """Stands for a connection."""

    address = "10.0.0.1"
    sessid = 1

    def __init__(self):
        self.said = []
        self.sessionhandler = Sessions()
        self.sessionhandler[1] = self

    def msg(self, text):
        self.said.append(text)

    def hold_input_until(self, deferred):
        pass


@pytest.fixture
def hashes(monkeypatch):
    """Hashes which are ready when the test says so: `hashes.pop()()`."""
    waiting = []

    def later(function, *args):
        deferred = defer.Deferred()
        waiting.append(lambda: deferred.callback(function(*args)))
        return deferred

    monkeypatch.setattr(passwords, "_in_thread", later)
    return waiting


def type_(session, word, args=""):
    for command_class in unloggedin.COMMANDS:
        if word == command_class.key or word in command_class.aliases:
            command = command_class()
            command.caller, command.cmdstring, command.args = session, word, f" {args}"
            return command.func()
    raise AssertionError(word)


@pytest.fixture
def session(db):
    yield Session()
    LOGIN_THROTTLE.remove("10.0.0.1")
    CREATION_THROTTLE.remove("10.0.0.1")


@pytest.mark.parametrize(
    ("typed", "halves"),
    [
        (" Anna correct horse ", ("Anna", "correct horse")),
        (' "Anna" "correct horse"', ("Anna", "correct horse")),
        (" “小明” 密码密码", ("小明", "密码密码")),
        (" Ａｎｎａ  secret", ("Anna", "secret")),
        (" Anna", None),
        ("", None),
    ],
)
def test_name_and_password(typed, halves):
    assert unloggedin.name_and_password(typed) == halves


def test_creating_an_account_logs_in_after_the_hash(session, hashes):
    type_(session, "创建", "小明 一匹正确的马")
    assert session.sessionhandler.logged_in == []
    hashes.pop()()
    assert session.sessionhandler.logged_in == ["小明"]
    account = AccountDB.objects.get(username="小明")
    assert account.check_password("一匹正确的马")
    assert account.attributes.get("language") == "zh"
    assert [character.key for character in account.characters] == ["小明"]


def test_two_who_want_the_same_name_at_once(session, hashes):
    other = Session()
    type_(session, "create", "Anna correct-horse")
    type_(other, "create", "Anna correct-horse")
    hashes[0]()
    hashes[1]()
    assert session.sessionhandler.logged_in == ["Anna"]
    assert other.sessionhandler.logged_in == []
    assert "'Anna' is taken" in other.said[-1]


def test_who_hung_up_meanwhile_gets_no_account(session, hashes):
    type_(session, "create", "Hasty correct-horse")
    del session.sessionhandler[1]
    hashes.pop()()
    assert not AccountDB.objects.filter(username="Hasty").exists()


def test_connect_and_the_throttle(session, hashes, settings):
    type_(session, "create", "Anna correct-horse")
    hashes.pop()()
    session.sessionhandler.logged_in.clear()

    type_(session, "connect", "anna correct-horse")
    hashes.pop()()
    assert session.sessionhandler.logged_in == ["Anna"]

    for _ in range(settings.LOGIN_THROTTLE_LIMIT):
        type_(session, "connect", "Anna wrong-horse")
        hashes.pop()()
        assert session.said[-1] == unloggedin.WRONG
    type_(session, "connect", "Anna correct-horse")
    assert session.said[-1] == unloggedin.TOO_MANY
    assert not hashes


def test_tries_sent_all_at_once_do_not_slip_through_the_throttle(session, hashes, settings):
    for _ in range(settings.LOGIN_THROTTLE_LIMIT + 5):
        type_(session, "connect", "Nobody wrong-horse")
    assert len(hashes) == settings.LOGIN_THROTTLE_LIMIT
    assert session.said == [unloggedin.TOO_MANY] * 5
    while hashes:
        hashes.pop()()
    assert not unloggedin._trying


def test_nothing_is_hashed_for_what_is_refused_anyway(session, hashes):
    for args in ("two", "a correct-horse", "Anna short", "Anna password1"):
        type_(session, "create", args)
    assert not hashes
    assert len(session.said) == 4


def test_every_command_has_a_chinese_and_an_english_name():
    for command in unloggedin.COMMANDS[:5]:
        words = [command.key, *command.aliases]
        assert any(word.isascii() for word in words)
        assert any(not word.isascii() for word in words)
