"""Passwords: what is a good one, and that nobody hashes one in the reactor."""

import pytest
from django.core.exceptions import ValidationError
from evennia.utils import create
from twisted.internet import defer

from server import hasher, hashing, passwords


@pytest.fixture
def run(monkeypatch):
    """Compute at once what would be computed in another process; what was, is written down."""
    ran = []

    def compute(work, *args, **waiting):
        ran.append(work)
        return defer.succeed(work(*args))

    monkeypatch.setattr(hashing, "queue_hash", compute)
    return ran


def result_of(deferred):
    found = []
    deferred.addCallback(found.append)
    return found[0]


def test_a_hash_is_computed_elsewhere_and_checks(run):
    hashed = result_of(passwords.hash_password("correct-horse"))
    assert hashed == "correct-horse"
    assert hashed.encoded != "correct-horse"
    assert result_of(passwords.check_password("correct-horse", hashed.encoded))[0]
    assert not result_of(passwords.check_password("wrong-horse", hashed.encoded))[0]
    assert not result_of(passwords.check_password("correct-horse", None))[0]
    assert run == [hasher.hash_password, hasher.verify, hasher.verify, hasher.verify]


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
