"""A shelf of one's own for tests of content: packs on disk, builders, a process that checks."""

from types import SimpleNamespace
from unittest import mock

import pytest
from evennia.utils.create import create_account
from worker_processes import Reactor

from world import games
from world.errors import TableError

HEIR = '{"pack": {"id": "heir", "inherits": "pebbles", "name": {"zh": "子", "en": "Heir"}}}'
GREY = "card:t.stone.grey"


def refused(key, function, *args, **kwargs):
    """Somebody may not, or cannot, do something; gives the details of the sentence."""
    with pytest.raises(TableError) as error:
        function(*args, **kwargs)
    assert error.value.key == key, error.value
    return error.value.details


@pytest.fixture(scope="module")
def turns():
    """A reactor that runs while somebody waits for a process."""
    # As a plugin this module may be read before Django is set up, and these have models.
    from world import publishing, sandbox, workers
    from world.content import trying, wording

    reactor = Reactor()
    with mock.patch.object(workers, "reactor", return_value=reactor):
        yield reactor
        for each in (publishing, trying, wording, sandbox):
            each.stop()


@pytest.fixture
def shelf(db, tmp_path, settings, loaded_pebbles):
    """One game on a shelf of one's own, and one that inherits from it."""
    settings.PACK_DIRS = [tmp_path / "own"]
    settings.CACHE_DIR = str(tmp_path / "cache")
    folder = tmp_path / "own"
    for place, text in {
        **loaded_pebbles.sources,
        "pebbles/RULES.md": "# Pebbles\n",
        "heir/pack.json5": HEIR,
    }.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    games.forget()
    games.keep_good()
    yield SimpleNamespace(folder=folder, file=folder / "pebbles" / "pack.json5")
    games.forget()


@pytest.fixture
def people(shelf):
    """Accounts by what they may: `people.bob` and `people.ben` build, `people.rita` reviews."""

    def account(name, permission=""):
        made = create_account(name, "", "correct-horse")
        if permission:
            made.permissions.add(permission)
        return made

    return SimpleNamespace(
        ann=account("Ann"),
        bob=account("Bob", "Builder"),
        ben=account("Ben", "Builder"),
        rita=account("Rita", "Reviewer"),
        ada=account("Ada", "Admin"),
    )


@pytest.fixture
def done(turns):
    """The result of a Deferred; what it fails with is raised."""

    def wait(deferred):
        results = []
        deferred.addBoth(results.append)
        turns.run_until(lambda: results)
        if hasattr(results[0], "raiseException"):
            results[0].raiseException()
        return results[0]

    return wait
