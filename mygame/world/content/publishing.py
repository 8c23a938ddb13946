"""
Publishing: games become other ones while people play, from files read again or from what builders
wrote.

A process beside the server (`rules.pack.publisher`) reads, checks and compiles what has changed,
under limits of time and memory. The reactor makes the next version of that, in steps between which
it serves others, writes that it is published, and puts it on the shelf: new matches are played with
it, those that run keep the version they began with (`world.shelf.games`). A game that would have
mistakes stays as it is. One publication goes on at a time; others wait for their turn. Begin with
`publish_game` and `publish_pieces`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer
from twisted.internet.task import Cooperator

from rules.ground.errors import PackError
from rules.ground.processes import limit_process
from rules.pack import Pack, pack_of_match, publisher
from rules.pack.interface import engine_digest
from rules.pack.publisher import Prepared, Put
from rules.pack.versions import Change, Successor
from rules.running.catalogue import CardDef
from world.background import workers as beside
from world.errors import TableError
from world.play import foreseeing
from world.play.hosting import registry
from world.sheets import migrating
from world.shelf import games, published, retiring
from world.shelf.published import NOBODY, Note

SLICE = 0.002  # seconds after which the reactor serves others first

workers = beside.Workers(lambda: 1, limit_process)
_turn = defer.DeferredLock()


@dataclass
class Outcome:
    """What has become of one game. `pack` is on the shelf now; None: it could not be read."""

    folder: Path
    pack: Pack | None
    published: bool = False
    added: list[CardDef] = field(default_factory=list)
    changed: list[CardDef] = field(default_factory=list)
    removed: list[CardDef] = field(default_factory=list)
    files: list[str] = field(default_factory=list)  # that are new, gone, or not the same
    problems: list[str] = field(default_factory=list)  # every one, with file, line and column
    stopped: bool = False  # reading took more time or memory than it may
    outdated: bool = False  # the code has changed since the server was started
    compiled: int = 0  # units
    seconds: float = 0.0  # beside the server, from reading to the last unit
    own_seconds: float = 0.0  # of the server itself, in steps between which it serves others
    playing: int = 0  # matches that go on with other versions
    both: list[str] = field(default_factory=list)  # files not taken: others were published instead
    publication: Any = None  # the row that says so


#: What is to be done when something was published, in short steps.
followers: list[Callable[[], Iterator[None]]] = []


def publish_game(name: str = "", note: Note = NOBODY) -> defer.Deferred:
    """
    Publish what has changed in the files of a game and of those that inherit from it; of all games
    if none is named. Fires with `Outcome`s.

    :raises TableError: `unknownGame`.
    """
    wanted = _folders_meant(name)
    return _turn.run(_publish_all, wanted, note)


def publish_pieces(
    folder: str, puts: Sequence[Put], note: Note, ready: Callable[[], None] = lambda: None
) -> defer.Deferred:
    """
    Publish a game with pieces put into it, and those that inherit from it: all of them or none.
    Fires with the `Outcome` of the game; what is wrong with an heir is a problem of it, too.
    `ready` is called when its turn has come, and may refuse it.
    """
    return _turn.run(_publish_pieces, folder, list(puts), note, ready)


@defer.inlineCallbacks
def version_with(folder: str, puts: Sequence[Put]) -> Any:
    """
    The next version of a game with pieces put into it, which is not published: the `pack` of an
    `Outcome`; with `problems` it has none.
    """
    outcome = Outcome(Path(folder), _pack_on_shelf(folder))
    prepared = yield _ask_process(outcome, publisher.prepare_pieces, folder, list(puts))
    if prepared is None or prepared.problems or prepared.change is None:
        return outcome
    successor = Successor(outcome.pack, prepared.change)
    yield _run_between_others(successor.steps())
    outcome.pack = games.remember_version(successor.pack)
    return outcome


def stop() -> None:
    """End the process; what it reads is not published."""
    workers.stop()


def _folders_meant(name: str) -> list[Path]:
    """The folders of the game of a name, and of its heirs."""
    folders, shelf = games.folders(), games.games_by_id()
    if not name:
        return folders
    wanted = name.casefold()
    known = {pack.folder: pack for pack in shelf.values()}
    named = [
        folder.name
        for folder in folders
        if folder.name.casefold() == wanted
        or (folder.name in known and known[folder.name].id.casefold() == wanted)
    ]
    if not named:
        raise TableError("unknownGame", game=name, games=[folder.name for folder in folders])
    return [f for f in folders if f.name == named[0] or _inherits_from(known.get(f.name), named[0])]


def _inherits_from(pack: Pack | None, folder: str) -> bool:
    """Whether files of another pack are part of this one."""
    return pack is not None and any(place.startswith(f"{folder}/") for place in pack.sources)


@dataclass
class _Made:
    """A game on its way: what was prepared, and the version that may be offered."""

    outcome: Outcome
    prepared: Prepared | None
    pack: Pack | None = None


@defer.inlineCallbacks
def _publish_all(folders: Iterable[Path], note: Note) -> Any:
    made: list[_Made] = []
    for folder in folders:
        one = yield _prepare(folder)
        yield _run_between_others(_time_steps(_check_steps(one), one.outcome))
        made.append(one)
    for each in made:
        outcome, own = each.outcome, each.outcome.problems
        if not own and each.prepared is not None:
            outcome.problems = [told for heir in made for told in _told_of_sheets(heir, outcome)]
            steps = _offer_steps(each, note)
            yield _run_between_others(_time_steps(steps, outcome))
        if each.prepared is not None:
            games.note_mistakes(outcome.folder.name, "\n".join(outcome.problems))
    yield _follow(made)
    return [each.outcome for each in made]


@defer.inlineCallbacks
def _prepare(folder: Path) -> Any:
    outcome = Outcome(folder, _pack_on_shelf(folder.name))
    prepared = yield _ask_process(
        outcome,
        publisher.prepare,
        str(folder),
        published.heads_as_data(published.newest_publications()),
    )
    return _Made(outcome, prepared)


def _told_of_sheets(heir: _Made, outcome: Outcome) -> list[str]:
    """
    What is wrong with a game that could be made, for those who have sheets of it, where it inherits
    from another one: that stays as it is, too.
    """
    own = heir.outcome
    inherits = own is not outcome and _inherits_from(own.pack, outcome.folder.name)
    return own.problems if inherits and heir.pack is not None else []


@defer.inlineCallbacks
def _publish_pieces(folder: str, puts: list[Put], note: Note, ready: Callable[[], None]) -> Any:
    ready()
    made: list[_Made] = []
    for name in (folder, *_heirs_of(folder)):
        outcome = Outcome(Path(name), _pack_on_shelf(name))
        prepared = yield _ask_process(outcome, publisher.prepare_pieces, name, puts)
        one = _Made(outcome, prepared)
        made.append(one)
        yield _run_between_others(_time_steps(_check_steps(one), outcome))
        if prepared is None or outcome.problems:
            first = made[0].outcome
            first.problems, first.stopped = outcome.problems, outcome.stopped
            first.outdated = outcome.outdated
            return first
    for number, one in enumerate(made):
        steps = _offer_steps(one, note, puts if number == 0 else [])
        yield _run_between_others(_time_steps(steps, one.outcome))
    yield _follow(made)
    return made[0].outcome


@defer.inlineCallbacks
def _follow(made: Iterable[_Made]) -> Any:
    """Something is published: what is made of it outside of matches follows."""
    if any(each.outcome.published for each in made):
        for steps in followers:
            try:
                yield _run_between_others(steps())
            except Exception:  # noqa: BLE001 (logged; it is published, and made at the next start)
                logger.log_trace(f"What follows a publication failed: {steps!r}")


def _heirs_of(folder: str) -> list[str]:
    """The folders of the games that inherit from one."""
    shelf = games.games_by_id().values()
    return [pack.folder for pack in shelf if pack.folder != folder and _inherits_from(pack, folder)]


def _pack_on_shelf(folder: str) -> Pack | None:
    return next((pack for pack in games.games_by_id().values() if pack.folder == folder), None)


@defer.inlineCallbacks
def _ask_process(outcome: Outcome, task: Callable[..., Prepared], folder: str, *more: Any) -> Any:
    """What another process makes of a pack; None, and why not in the outcome, where it fails."""
    before = outcome.pack
    known = (str(games.folder_of(before)), before.hash) if before is not None else None
    job = (
        engine_digest(),
        folder,
        known,
        str(games.shelves_folder()),
        settings.PUBLISHING_SECONDS,
        *more,
    )
    try:
        prepared = yield workers.ask(task, *job)
    except (BrokenExecutor, MemoryError):
        outcome.stopped = True
        logger.log_err(f"The files in {folder} take too much time or memory to read.")
        return None
    except publisher.OtherEngine:
        outcome.outdated = True
        return None
    except Exception as error:  # noqa: BLE001 (logged and told; other games are published)
        outcome.problems = [f"{folder}: {type(error).__name__}: {error}"]
        logger.log_trace(f"The files in {folder} cannot be read.")
        return None
    outcome.problems, outcome.seconds = prepared.problems, prepared.seconds
    return prepared


def _check_steps(one: _Made) -> Iterator[None]:
    """Make the next version of what was prepared, and look for what is wrong with it."""
    outcome, prepared = one.outcome, one.prepared
    if prepared is None or outcome.problems or prepared.change is None:
        return
    successor = Successor(outcome.pack, prepared.change)
    try:
        yield from successor.steps()
    except PackError as error:
        outcome.problems = list(map(str, error.problems))
        return
    yield
    one.pack = successor.pack
    for told in migrating.problems_with(one.pack):
        outcome.problems = told
        yield


def _offer_steps(one: _Made, note: Note, puts: Sequence[Put] = ()) -> Iterator[None]:
    """Put a version with which nothing is wrong on the shelf; in short steps."""
    outcome, prepared, pack = one.outcome, one.prepared, one.pack
    if outcome.problems or prepared is None:
        return
    if prepared.merged is not None:
        outcome.both = prepared.merged.both
        games.note_merged(outcome.folder.name, prepared.merged)
    if prepared.change is None or pack is None:
        if outcome.pack is not None:
            _record_version(outcome, outcome.pack, prepared, note, puts)
        return
    outcome.problems = _namesake_mistakes(pack)
    if outcome.problems:
        return
    yield
    _record_version(outcome, pack, prepared, note, puts)
    games.offer_version(pack)
    retiring.mark_things(pack.realm)
    _note_changes(outcome, pack, prepared.change)
    outcome.compiled = prepared.compiled
    logger.log_info(f"{pack} is published.")
    yield
    foreseeing.preload(pack)


def _record_version(
    outcome: Outcome, pack: Pack, prepared: Prepared, note: Note, puts: Sequence[Put]
) -> None:
    """Write that a version is published, with what else lies in its folder."""
    version, folder = games.version_of(pack, prepared.sources), pack.folder
    if prepared.merged is not None:
        head, revised = published.head_of(folder), prepared.revised
        made = published.keep_merged(version, folder, prepared.merged, head, note, revised)
        outcome.publication = made if made != head else None
    elif prepared.change is not None or puts:
        own = {put.address: put.text for put in puts if put.folder == folder}
        revised = {**(prepared.revised or {}), **own}
        others = published.other_files_with(folder, own)
        outcome.publication = published.record_publication(version, folder, note, revised, others)


def _namesake_mistakes(pack: Pack) -> list[str]:
    """What is wrong with the id of a game: another one on the shelf may have it."""
    other = games.games_by_id().get(pack.id)
    if other is None or other.folder == pack.folder:
        return []
    if other.folder not in [folder.name for folder in games.folders()]:
        return []  # its folder has got another name
    place = f"{pack.folder}/pack.json5: pack.id"
    return [f"{place}: {pack.id} is the id of the game in the folder {other.folder}"]


def _note_changes(outcome: Outcome, pack: Pack, change: Change) -> None:
    """What is not the same in the version that is on the shelf now."""
    before = outcome.pack.program.catalogue.definitions if outcome.pack is not None else {}
    outcome.pack, outcome.published = pack, True
    now = pack.program.catalogue.definitions
    outcome.added = [card for name, card in now.items() if name not in before]
    outcome.removed = [card for name, card in before.items() if name not in now]
    outcome.changed = [now[name] for name in change.cards() if name in before and name in now]
    outcome.files = sorted((*change.sources.others, *change.sources.gone))
    matches = [host.match for host in registry.all_hosts()]
    outcome.playing = sum(m.program.id == pack.id and pack_of_match(m) is not pack for m in matches)


def _time_steps(steps: Iterator[None], outcome: Outcome) -> Iterator[None]:
    """The same steps; the time they take is added up."""
    begun = time.thread_time()
    for step in steps:
        outcome.own_seconds += time.thread_time() - begun
        yield step
        begun = time.thread_time()
    outcome.own_seconds += time.thread_time() - begun


def _run_between_others(steps: Iterator[None]) -> defer.Deferred:
    """Let something go on a little in each turn of the reactor."""

    def over() -> Callable[[], bool]:
        end = time.monotonic() + SLICE
        return lambda: time.monotonic() >= end

    return Cooperator(over, lambda turn: beside.twisted_reactor().callLater(0, turn)).coiterate(
        steps
    )
