"""Guests play at once, keep everything when they register, and go when they do not come back."""

from datetime import timedelta

import evennia
import pytest
from django.utils import timezone
from evennia.accounts.models import AccountDB
from evennia.server.serversession import ServerSession
from twisted.internet import defer

from server import browsers, hashing, names
from server.passwords import Hashed
from world.accounts import guests, people
from world.community import on_login, social
from world.errors import TableError
from world.models import MatchRecord, PlayerRecord, SavedDeck


@pytest.fixture
def guest(person):
    """Makes guests with a client: `guest("zh")`, or one that there is: `guest(account)`."""

    def make(language="en"):
        account = guests.make_guest(language) if isinstance(language, str) else language
        return person(account.username, account.language, account)

    return make


@pytest.fixture
def at_once(monkeypatch):
    """Hashes that are ready at once."""
    monkeypatch.setattr(
        hashing, "queue_hash", lambda function, *args, **how: defer.succeed(function(*args))
    )


def test_a_guest_has_a_name_that_follows_the_rules_and_no_password(hall):
    for language in ("en", "zh"):
        account = guests.make_guest(language)
        assert people.is_guest(account)
        assert account.language == language
        assert names.why_refused(account.username) is None
        assert not account.has_usable_password()
        assert people.wizard_of(account).key == account.username


def test_there_are_only_so_many_guests(hall, settings):
    settings.GUESTS_MOST = 2
    guests.make_guest("en")
    guests.make_guest("zh")
    with pytest.raises(TableError, match="guestsFull"):
        guests.make_guest("en")


def test_names_that_are_taken_are_not_given_again(hall, monkeypatch):
    lot = iter(["MerryOtter42", "MerryOtter42", "MerryOtter43"])
    monkeypatch.setattr(guests, "random_names", lambda language: lot)
    assert guests.make_guest("en").username == "MerryOtter42"
    assert guests.make_guest("en").username == "MerryOtter43"


def test_a_guest_keeps_everything_when_registering(guest, person, at_once, clock):
    ann = person("Ann")
    somebody = guest()
    old = somebody.account.username
    somebody.type("play")
    table = somebody.character.location
    assert old in table.names
    PlayerRecord.objects.create(account=somebody.account, game="race", played=3, won=1)
    SavedDeck.objects.create(account=somebody.account, game="race", name="Mine", key="mine")
    somebody.type("friends add ann")
    ann.type(f"watch {table.number}")
    assert "You are 安妮 from now on" in somebody.type("register 安妮 correct-horse-9")
    assert f"{old} is now called 安妮" in ann.told()
    account = AccountDB.objects.get(username="安妮")
    assert account == somebody.account
    assert account.check_password("correct-horse-9")
    assert not people.is_guest(account)
    assert somebody.character.key == "安妮"
    assert table.names[table.seat_of(somebody.character)] == "安妮"
    assert table.state == "playing"
    told = ann.type("finger 安妮")
    assert "3 played, 1 won" in told
    assert "guest" not in told
    assert account.decks.get().name == "Mine"
    assert "Ann" in somebody.type("friends")
    assert not AccountDB.objects.filter(username=old).exists()
    with pytest.raises(TableError, match="guestNot"):
        guests.check_register(account, "Other", "correct-horse-9")


def test_registering_follows_the_rules_for_names_and_passwords(guest, person, at_once):
    person("Ann")
    somebody = guest()
    assert "taken" in somebody.type("register Ann correct-horse-9")
    assert "reserved" in somebody.type("register admin correct-horse-9")
    assert "at least" in somebody.type("register Benno short")
    assert "Type register NAME PASSWORD" in somebody.type("register Benno")
    assert people.is_guest(somebody.account)
    own = somebody.account.username
    assert f"You are {own} from now on" in somebody.type(f"register {own} correct-horse-9")


def test_a_password_in_traditional_characters_stays_what_was_typed(guest, at_once):
    somebody = guest("zh")
    somebody.session.protocol_flags["TRADITIONAL"] = True
    somebody.type("註冊 小龍女 一匹正確的馬電池")
    account = AccountDB.objects.get(username="小龍女")
    assert account.check_password("一匹正確的馬電池")


def test_who_is_registered_needs_not_register(person, at_once):
    assert "registered already" in person("Ann").type("register Benno correct-horse-9")


def test_a_name_taken_while_the_hash_was_computed_is_refused(guest, person, hall):
    somebody = guest()
    person("Benno")
    hashed = Hashed("correct-horse-9")
    hashed.encoded = "md5$x$y"
    with pytest.raises(TableError, match="guestRegister"):
        guests.register_guest(somebody.account, "Benno", hashed)
    assert people.is_guest(somebody.account)


def test_guests_neither_leave_nor_get_letters_and_talk_less(guest, person, logout, settings):
    ann = person("Ann")
    somebody = guest()
    logout(ann)
    assert "guests neither leave nor get" in somebody.type("tell ann hello")
    assert "(guest)" in somebody.type("finger me")


def test_what_guests_say_to_everybody_is_limited_apart(guest, person, monkeypatch):
    asked = []
    monkeypatch.setattr(
        social.limits, "check_limit", lambda who, action, to=None: asked.append(action)
    )
    somebody, ann = guest(), person("Ann")
    somebody.type("chat hello")
    ann.type("chat hello")
    somebody.type("say hello")
    assert asked.count("guestTalk") == 1


def test_guests_who_do_not_come_back_are_removed_and_what_they_played_stays(
    guest, person, logout, clock
):
    somebody, seated, recent = guest(), guest(), guest("zh")
    somebody.type("play")
    table = somebody.character.location
    match = MatchRecord.objects.get(pk=table.match_id)
    table._close()
    name = match.seats.get(seat=0).name
    seated.type("open")
    old = timezone.now() - timedelta(days=30)
    for each in (somebody, seated):
        logout(each)
        each.account.date_joined = each.account.last_login = old
        each.account.save()
    logout(recent)
    wizard = somebody.character.pk
    assert guests.remove_stale() == 1
    assert not AccountDB.objects.filter(pk=somebody.account.pk).exists()
    assert not evennia.ObjectDB.objects.filter(pk=wizard).exists()
    assert AccountDB.objects.filter(pk=seated.account.pk).exists()
    assert AccountDB.objects.filter(pk=recent.account.pk).exists()
    seat = match.seats.get(seat=0)
    assert (seat.account, seat.name) == (None, name)


def test_the_word_to_come_back_with_is_told_at_arrival_and_ends_with_registering(guest, at_once):
    account = guests.make_guest("en")
    account.ndb.word = word = guests.give_return_word(account)
    assert guests.guest_with(word) == account
    somebody = guest(account)
    on_login.greet_arrival(somebody.character)
    assert f"guest {word} at the first screen makes you {account.username}" in " ".join(
        somebody.told().split()
    )
    somebody.type(f"register {account.username} correct-horse-9")
    assert guests.guest_with(word) is None
    assert guests.guest_with("") is None


def test_a_guest_who_comes_back_has_the_seat_again(guest, logout, login, clock):
    somebody = guest()
    word = guests.give_return_word(somebody.account)
    somebody.type("play")
    table = somebody.character.location
    logout(somebody)
    assert guests.guest_with(word) == somebody.account
    login(somebody)
    assert somebody.character.location == table
    assert table.seat_of(somebody.character) is not None


def test_a_browser_that_came_in_as_a_guest_is_signed_in_from_then_on(guest, hall, at_once):
    store = browsers.session_of(None)
    store.create()
    account = guests.make_guest("en")
    browsers.sign_browser_in(store.session_key, account)
    again = browsers.session_of(store.session_key)
    browsers.recognise_browser(again)
    assert browsers.session_of(store.session_key)[browsers.IN_GAME] == account.pk
    assert browsers.session_vouches(store.session_key, account)
    account.set_password("correct-horse-9")
    assert not browsers.session_vouches(store.session_key, account)
    browsers.stay_signed_in(store.session_key, account)
    assert browsers.session_vouches(store.session_key, account)
    assert browsers.session_vouches(
        store.session_key, guests.make_guest("en")
    )  # who came in by the game


def test_the_first_screen_of_who_has_left_takes_nobody_out_of_the_game(guest, login, logout):
    """It is shown a moment after one comes, and by then one may be here by another page."""
    somebody = guest()
    first, hall = somebody.session, somebody.character.location
    logout(somebody)
    login(somebody)
    evennia.SESSION_HANDLER._run_cmd_login(first)
    assert first.puppet is None
    assert somebody.session.puppet == somebody.character
    assert somebody.character.location == hall


def test_who_registers_in_the_game_stays_signed_in_on_the_site(guest, at_once):
    store = browsers.session_of(None)
    store.create()
    somebody = guest()
    browsers.sign_browser_in(store.session_key, somebody.account)
    somebody.session.csessid = store.session_key
    somebody.type("register 安妮 correct-horse-9")
    assert browsers.session_vouches(store.session_key, somebody.account)
    assert somebody.account.check_password("correct-horse-9")


def test_a_browser_signed_in_by_an_old_password_does_not_come_in(person, hall, at_once):
    ann = person("Ann")
    store = browsers.session_of(None)
    store.create()
    browsers.sign_browser_in(store.session_key, ann.account)
    ann.account.set_password("correct-horse-9")
    session = ServerSession()
    session.init_session("websocket", ("localhost", "testmode"), evennia.SESSION_HANDLER)
    session.sessid, session.csessid = 4711, store.session_key
    session.uid, session.logged_in = ann.account.pk, True
    evennia.SESSION_HANDLER.portal_connect(session.get_sync_data())
    refused = evennia.SESSION_HANDLER.session_from_sessid(4711)
    assert not refused.logged_in
    assert refused.uid is None
    assert ann.session.logged_in
