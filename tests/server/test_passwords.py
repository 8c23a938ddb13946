"""Hashes come from threads, and the reactor goes on meanwhile."""

import threading

import pytest
from django.core.exceptions import ValidationError
from evennia.utils import create
from twisted.internet import defer

from server import passwords


@pytest.fixture
def run(monkeypatch):
    """Run what would go to a thread in a thread, and come back from it without a reactor."""
    ran_in = []

    def in_thread(function, *args):
        deferred = defer.Deferred()
        result = []

        def work():
            ran_in.append(threading.current_thread())
            result.append(function(*args))

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        deferred.callback(result[0])
        return deferred

    monkeypatch.setattr(passwords, "_in_thread", in_thread)
    return ran_in


def result_of(deferred):
    found = []
    deferred.addCallback(found.append)
    return found[0]


def test_a_hash_is_computed_in_a_thread_and_checks(run):
    hashed = result_of(passwords.hash_password("correct-horse"))
    assert hashed == "correct-horse"
    assert hashed.encoded != "correct-horse"
    assert result_of(passwords.check_password("correct-horse", hashed.encoded))[0]
    assert not result_of(passwords.check_password("wrong-horse", hashed.encoded))[0]
    assert not result_of(passwords.check_password("correct-horse", None))[0]
    assert threading.main_thread() not in run


@pytest.mark.django_db
def test_an_account_takes_a_hash_which_is_ready(run, monkeypatch):
    hashed = result_of(passwords.hash_password("correct-horse"))

    def no_more_hashing(*args, **kwargs):
        raise AssertionError("hashed in the reactor")

    monkeypatch.setattr("django.contrib.auth.base_user.make_password", no_more_hashing)
    account = create.create_account("Prepared", None, hashed)
    monkeypatch.undo()
    account.refresh_from_db()
    assert account.check_password("correct-horse")


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "at least 8"),
        ("三个字", "at least 8"),
        ("password1", "common"),
        ("Wizard小明", "cannot be the name"),
    ],
)
def test_bad_passwords_get_a_sentence(password, why):
    class User:
        username = "wizard小明"

    with pytest.raises(ValidationError) as caught:
        passwords.PasswordValidator().validate(password, User())
    assert why in caught.value.messages[0]


def test_a_sentence_of_words_is_a_good_password():
    passwords.PasswordValidator().validate("一匹正确的马电池")
    passwords.PasswordValidator().validate("correct horse battery")
