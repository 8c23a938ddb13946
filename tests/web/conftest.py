"""What tests of the pages share: hashes at once, and tries of other tests forgotten."""

from unittest import mock

import pytest
from twisted.internet import defer

from server import admission, hashing


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch):
    """There is no reactor to wait in."""

    def at_once(work, *args, source="", check=lambda: None, told=None):
        check()
        return defer.maybeDeferred(work, *args)

    monkeypatch.setattr(hashing, "queue_hash", at_once)
    admission.gate.cache_clear()


@pytest.fixture
def anna(db):
    """An account with its wizard; the password is `correct-horse`."""
    from typeclasses.accounts import Account

    account, errors = Account.create(username="Anna", password="correct-horse")
    assert account, errors
    return account


@pytest.fixture(scope="session")
def _all_packs():
    """Every game of the house, loaded once; nothing of them is published in the database."""
    from world.shelf import games, published

    games.forget()
    with (
        mock.patch.object(published, "newest_publications", dict),
        mock.patch.object(published, "installed_folders", list),
    ):
        return dict(games.games_by_id())


@pytest.fixture
def shelf(_all_packs):
    """Every game of the house on the shelf."""
    from web import now
    from world.shelf import games

    now.forget()
    games.forget()
    games._shelf = {}
    for pack in _all_packs.values():
        games.put_on_shelf(pack)
    yield _all_packs
    games.forget()
    now.forget()
