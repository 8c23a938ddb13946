"""The commands of the login screen, without a server."""

import pytest
from evennia.accounts.models import AccountDB
from twisted.internet import defer

from commands import unloggedin
from server import admission, hashing
from server.buckets import Rate
from world.community import entrance
from world.models import Ban


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
    csessid = None

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

    def later(work, *args, check=None, **how):
        deferred = defer.Deferred()

        def turn():
            try:
                if check is not None:
                    check()
            except Exception as error:  # noqa: BLE001 (it is the answer of who asked)
                deferred.errback(error)
            else:
                deferred.callback(work(*args))

        waiting.append(turn)
        return deferred

    monkeypatch.setattr(hashing, "queue_hash", later)
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
    admission.gate.cache_clear()
    yield Session()
    admission.gate.cache_clear()


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


def make(session, hashes, name):
    type_(session, "create", f"{name} correct-horse")
    hashes.pop()()
    session.sessionhandler.logged_in.clear()


def test_who_guesses_waits_and_who_knows_the_password_from_elsewhere_gets_in(session, hashes):
    make(session, hashes, "Anna")
    stranger = Session()
    stranger.address = "10.0.0.2"
    for _ in range(admission.Policy().free_tries):
        type_(stranger, "connect", "Anna wrong-horse")
        hashes.pop()()
        assert stranger.said[-1] == entrance.WRONG
    type_(stranger, "connect", "anna correct-horse")
    assert not hashes
    assert "Wait 2 seconds" in stranger.said[-1]
    assert "请等2 秒" in stranger.said[-1]

    type_(session, "connect", "Anna correct-horse")
    hashes.pop()()
    assert session.sessionhandler.logged_in == ["Anna"]


def test_tries_sent_all_at_once_do_not_slip_through(session, hashes):
    free = admission.Policy().free_tries
    for _ in range(free + 5):
        type_(session, "connect", "Nobody wrong-horse")
    for turn in hashes:
        turn()
    assert session.said.count(entrance.WRONG) == free
    assert sum("Wait" in said for said in session.said) == 5


def test_sixty_people_behind_one_address_log_in_at_once(session, hashes, settings):
    settings.ADMISSION_POLICY = admission.Policy(accounts_per_address=Rate(500, 3600))
    for number in range(60):
        make(session, hashes, f"Pupil{number}")
    pupils = [Session() for _ in range(60)]
    for number, pupil in enumerate(pupils):
        type_(pupil, "connect", f"Pupil{number} correct-horse")
    for turn in hashes:
        turn()
    assert [pupil.sessionhandler.logged_in for pupil in pupils] == [
        [f"Pupil{number}"] for number in range(60)
    ]


def test_accounts_of_one_address_are_limited_and_say_so(session, hashes, settings):
    settings.ADMISSION_POLICY = admission.Policy(accounts_per_address=Rate(2, 3600))
    make(session, hashes, "Anna")
    make(session, hashes, "Bea")
    type_(session, "create", "Cleo correct-horse")
    assert not hashes
    assert "Wait 30 minutes; logging in works as ever." in session.said[-1]
    type_(session, "connect", "Anna correct-horse")
    hashes.pop()()
    assert session.sessionhandler.logged_in == ["Anna"]


def test_an_account_that_could_not_be_made_counts_for_nothing(session, hashes, settings):
    settings.ADMISSION_POLICY = admission.Policy(accounts_per_address=Rate(2, 3600))
    make(session, hashes, "Anna")
    for _ in range(5):
        type_(session, "create", "Anna correct-horse")
    make(session, hashes, "Bea")
    assert AccountDB.objects.filter(username="Bea").exists()


def test_who_comes_from_a_banned_address_reads_why_in_both_languages(session, hashes):
    Ban.objects.create(network="10.0.0.0/24", reason="noise")
    type_(session, "connect", "Anna correct-horse")
    assert session.said == [
        "你不能进来：你已被禁止进入，永久有效。原因：noise\n"
        "You may not come in: you are banned for good. Reason: noise"
    ]
    assert not hashes


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


@pytest.mark.parametrize(("word", "language"), [("guest", "en"), ("游客", "zh")])
def test_a_guest_is_in_at_once_in_the_language_of_the_word(session, word, language):
    type_(session, word)
    (name,) = session.sessionhandler.logged_in
    account = AccountDB.objects.get(username=name)
    assert account.language == language
    assert account.tags.has("guest", category="kind")


def test_guests_count_as_accounts_made_from_an_address(session, settings):
    settings.ADMISSION_POLICY = admission.Policy(accounts_per_address=Rate(2, 3600))
    for _ in range(3):
        type_(session, "guest")
    assert len(session.sessionhandler.logged_in) == 2
    assert AccountDB.objects.count() == 2


def test_no_guests_where_no_accounts_are_made(session, settings):
    settings.NEW_ACCOUNT_REGISTRATION_ENABLED = False
    type_(session, "游客")
    assert session.sessionhandler.logged_in == []
    assert "不开放" in session.said[-1]


# -- guests who come back --------------------------------------------------------------------------


def word_of(guest):
    return guest.ndb.word


def test_a_guest_comes_back_with_the_word(session):
    type_(session, "guest")
    (name,) = session.sessionhandler.logged_in
    guest = AccountDB.objects.get(username=name)
    again = Session()
    type_(again, "游客", f" {word_of(guest).upper()} ")
    assert again.sessionhandler.logged_in == [name]
    type_(again, "guest", word_of(guest).replace("-", " "))
    assert again.sessionhandler.logged_in == [name, name]
    assert AccountDB.objects.count() == 1


def test_only_a_digest_of_the_word_is_kept_and_each_guest_has_another(session):
    type_(session, "guest")
    type_(session, "guest")
    first, second = AccountDB.objects.order_by("pk")
    assert word_of(first) != word_of(second)
    assert len(word_of(first).replace("-", "")) >= 12
    kept = {str(each.value) + str(each.strvalue) for each in first.attributes.all()}
    assert not any(word_of(first) in each for each in kept)
    guest = entrance.find_guest_again(word_of(second), "10.0.0.2")
    assert guest == second


def test_a_wrong_word_makes_nobody_and_guessing_is_held_up(session):
    type_(session, "guest", "h7kq-2mfx-9rtw")
    assert "No guest was given this word" in session.said[-1]
    for _ in range(5):
        type_(session, "guest", "h7kq-2mfx-9rtw")
    assert "seconds" in session.said[-1]
    assert session.sessionhandler.logged_in == []
    assert AccountDB.objects.count() == 0


def test_a_browser_is_given_no_word_for_its_session_knows_it(session):
    session.csessid = "abc"
    type_(session, "guest")
    assert not word_of(AccountDB.objects.get())
