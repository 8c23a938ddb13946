"""A shelf of one's own for tests of content: packs on disk, builders, a process that checks."""

from types import SimpleNamespace
from unittest import mock

import pytest
from evennia.utils.create import create_account
from worker_processes import Reactor

from world.errors import TableError
from world.shelf import games

HEIR = '{"pack": {"id": "heir", "inherits": "pebbles", "name": {"zh": "子", "en": "Heir"}}}'
GREY = "card:t.stone.grey"
#: What scripts of the small game see: cards by name, and that a script has to make one.
API = """
shared.game = {}
function shared.game.stone(name, weight, f)
  local line, file = host.line()
  local id = file:gsub("%.lua$", "") .. ".stone." .. name
  if type(weight) ~= "number" then host.problem("a stone needs a weight") return end
  if f then host.export(name .. ".touched", f) end
  host.card{id = id, kind = "stone", weight = weight, name = {zh = name, en = name}}
end
"""


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
    from world.background import workers
    from world.content import publishing, sandbox, trying, wording

    reactor = Reactor()
    with mock.patch.object(workers, "twisted_reactor", return_value=reactor):
        yield reactor
        for each in (publishing, trying, wording, sandbox):
            each.stop()


def page(answer):
    """The text of a page that there is."""
    assert answer.status_code == 200
    return answer.content.decode()


def edit(file, old, new):
    """Write something else into a file, once."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def own_file(tmp_path, settings, loaded_pebbles):
    """The file of the only game on a shelf of one's own."""
    settings.PACK_DIRS = [tmp_path / "own"]
    settings.CACHE_DIR = str(tmp_path / "cache")
    file = tmp_path / "own" / "pebbles" / "pack.json5"
    file.parent.mkdir(parents=True)
    file.write_text(loaded_pebbles.sources["pebbles/pack.json5"], encoding="utf-8")
    (file.parent / "RULES.md").write_text("# Pebbles\n", encoding="utf-8")
    games.forget()
    games.keep_good()
    yield file
    games.forget()


@pytest.fixture
def shelf(db, own_file):
    """The same, with another game that inherits from it."""
    folder = own_file.parents[1]
    (folder / "heir").mkdir()
    (folder / "heir" / "pack.json5").write_text(HEIR, encoding="utf-8")
    games.forget()
    games.keep_good()
    return SimpleNamespace(folder=folder, file=own_file)


SCRIPTS = """{
  "scripts": {"folders": {"extensions": "", "lua/ai": "ai", "lang": "lang"}},
  "words": {"zh": {"problems": {"a stone needs a weight": "石头要有重量"}}},
}
"""


def add_scripts(folder):
    """Give the small game in a folder scripts: its own, which say what others see."""
    own = folder / "lua" / "api"
    own.mkdir(parents=True)
    (own / "10_stones.lua").write_text(API, encoding="utf-8")
    (folder / "scripts.json5").write_text(SCRIPTS, encoding="utf-8")
    games.forget()
    games.keep_good()


@pytest.fixture
def scripted(shelf):
    """The small game with scripts."""
    add_scripts(shelf.folder / "pebbles")
    return shelf


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
