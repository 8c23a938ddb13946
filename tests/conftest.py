"""What all tests share: a set up Evennia, and nothing of one test left for the next."""

import os
import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Generator
from functools import lru_cache
from pathlib import Path
from unittest import mock
from weakref import WeakValueDictionary

import pytest
from pytest_django.plugin import blocking_manager_key

# Compiled modules are kept, whatever the environment says: each process of a run needs them all.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

pytest_plugins = ["e2e.shared", "shelved"]

KEPT = pytest.StashKey[str]()
PEBBLES = Path(__file__).parent / "world" / "packs" / "pebbles"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pictures",
        action="store_true",
        help="keep what people at browsers saw last, in var/screenshots",
    )
    parser.addoption(
        "--ways-minutes",
        type=float,
        default=0,
        help="send hostile texts by every way in for so long (make fuzz WAYS=60)",
    )
    parser.addoption(
        "--ways-state",
        default=str(Path(__file__).parents[1] / "var" / "ways.json"),
        help="how far that is; it goes on from there",
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # compiled packs are kept for this run, for all workers
        os.environ["CHRONO_CACHE_DIR"] = config.stash[KEPT] = tempfile.mkdtemp()
    import evennia

    # Starting Evennia asks the database for the game time; pytest-django would refuse.
    with config.stash[blocking_manager_key].unblock():
        evennia._init()


def pytest_sessionstart(session: pytest.Session) -> None:
    """No test runs before every word of the engine has its sentences, a test and a description."""
    if hasattr(session.config, "workerinput"):
        return
    from word_gaps import gaps

    if found := gaps():
        raise pytest.UsageError(*found)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests load games, not their modules: each process of a run reads all of these."""
    with mock.patch(
        "rules.pack.cache.load_cached", side_effect=AssertionError(pytest_collection.__doc__)
    ):
        return (yield)


class _LinkedLately(WeakValueDictionary):
    """Units of packs, as the engine knows them; the newest stay for the tests that come next."""

    def __init__(self) -> None:
        super().__init__()
        self.newest = deque[object](maxlen=2000)

    def __setitem__(self, identity: str, unit: object) -> None:
        super().__setitem__(identity, unit)
        self.newest.append(unit)


@pytest.fixture(autouse=True, scope="session")
def _linked_lately():
    """To link a whole game anew for each file of tests takes half a second."""
    from rules.language import units

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(units, "_linked", _LinkedLately())
        yield


@pytest.fixture(autouse=True, scope="session")
def _packed_once():
    """Each test has a database of its own, which gets the files of the games that it plays."""
    from rules.pack import stored

    packed = lru_cache(64)(lambda files, packs=stored.pack_files: packs(dict(files)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored, "pack_files", lambda sources: packed(frozenset(sources.items())))
        yield


def pytest_collection_finish() -> None:
    """Garbage is looked for as in the game: seldom, and not among what is there for good."""
    from server import memory

    memory.freeze_garbage()


def pytest_unconfigure(config: pytest.Config) -> None:
    if KEPT in config.stash:
        shutil.rmtree(config.stash[KEPT], ignore_errors=True)


@pytest.fixture(autouse=True)
def _nothing_left_behind():
    """Evennia caches objects, tries and tasks for the life of the process."""
    yield
    if "evennia.utils.idmapper.models" not in sys.modules:
        return
    if "typeclasses.tagged" in sys.modules:
        sys.modules["typeclasses.tagged"].forget()
    import evennia
    from django.core.cache import caches
    from evennia.utils.idmapper.models import SharedMemoryModel

    _forget_instances(SharedMemoryModel)
    _forget_ways()
    caches["throttle"].clear()
    evennia.ON_DEMAND_HANDLER.tasks.clear()
    if "evennia.commands.cmdhandler" in sys.modules:
        # Merged sets know the exits of a room by their numbers, which the next test has again.
        sys.modules["evennia.commands.cmdhandler"]._CMDSET_MERGE_CACHE.clear()
    if "world.play.foreseeing" in sys.modules:
        sys.modules["world.play.foreseeing"].forget()
    if "world.play.hosting.registry" in sys.modules:
        # A match that is still hosted would meet the next test's rows of the same number.
        sys.modules["world.play.hosting.registry"].forget_all()
    if "typeclasses.scenes" in sys.modules:
        sys.modules["typeclasses.scenes"].forget_all()
    if "typeclasses.parties" in sys.modules:
        sys.modules["typeclasses.parties"].forget_all()


def _forget_ways() -> None:
    """Merged sets with the commands of exits, which another test's exits of those numbers equal."""
    from evennia.commands.cmdhandler import _CMDSET_MERGE_CACHE as merged

    for key in [key for key, each in merged.items() if any(c.obj for c in each.commands)]:
        del merged[key]


def _forget_instances(model: type) -> None:
    """
    Evennia's own flush keeps objects that have something in memory only, and collects garbage,
    which takes longer than most tests.
    """
    for each in model.__subclasses__():
        if not each._meta.abstract:
            each.flush_instance_cache(force=True)
        _forget_instances(each)


@pytest.fixture
def clock(monkeypatch):
    """The clock of all matches, moved by hand; bots need no time."""
    from twisted.internet.task import Clock

    from world.play.hosting.host import MatchHost

    clock = Clock()
    new = MatchHost.__init__

    def init(self, *args, **options):
        options["clock"], options["pace"] = clock, 0
        new(self, *args, **options)

    monkeypatch.setattr(MatchHost, "__init__", init)
    return clock


@pytest.fixture(scope="session")
def loaded_pebbles():
    from rules.pack import load_pack

    return load_pack(PEBBLES)


@pytest.fixture
def pebbles(loaded_pebbles):
    """The pack of the small game, the only one on the shelf."""
    from world.shelf import games

    games.forget()
    games._shelf = {}
    games.put_on_shelf(loaded_pebbles)
    yield loaded_pebbles
    games.forget()


@pytest.fixture
def links_of_the_portal(monkeypatch):
    """Links as the Portal has replaced Evennia's, for one test."""
    from collections import OrderedDict

    from evennia.server.portal import mxp, telnet
    from evennia.utils import ansi
    from evennia.utils.text2html import TextToHTMLparser

    from server import links

    for name in ("parse_ansi", "mxp_sub", "mxp_url_sub"):
        monkeypatch.setattr(ansi.ANSIParser, name, getattr(ansi.ANSIParser, name))
    for name in ("re_mxplink", "re_mxpurl"):
        monkeypatch.setattr(TextToHTMLparser, name, getattr(TextToHTMLparser, name))
    for module in (mxp, telnet):
        monkeypatch.setattr(module, "mxp_parse", module.mxp_parse)
    monkeypatch.setattr(ansi, "_PARSE_CACHE", OrderedDict())
    links.patch_evennia()
