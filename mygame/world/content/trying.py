"""
Trying drafts of cards and scripts out: matches of bots in a process beside the server, a few at a
time, so that those who wait read how far it is. Of whatever a world outside is made of, it is
searched as well whether quests can be finished and trade gains nothing (`rules.weighing.searches`).

A trial belongs to the text of a draft; when that changes it counts no more. It *passes* when no
match fails, none has no end, and no limit of the engine is hit. See `rules.weighing.trial`. One
that a restart of the server has broken off begins again after it (`resume_trials`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer
from twisted.python.failure import Failure

from rules.ground.digests import digest
from rules.ground.errors import PackError
from rules.ground.processes import limit_process
from rules.pack import Pack, publisher
from rules.pack.interface import engine_digest
from rules.pack.publisher import Put
from rules.pack.script_cards import FOLDER, is_guide, is_script_of_others, script_guided_by
from rules.weighing import quests, searches
from rules.weighing import trial as weighing
from rules.workshop.templates import is_like
from world.background import workers as beside
from world.content import authoring, browsing, checking
from world.errors import TableError
from world.shelf import games

if TYPE_CHECKING:
    from world.models import Draft

STEP = 10  # matches
LOOKED_AT = tuple(STEP << n for n in range(8))  # after so many it is told what they tell
PAIRS = 5  # of matches at once, with the files that tell the bot how to play and without
PAIRS_OF_A_CARD = 50  # at once, of matches with a card and without it
SHARE_OF_PAIRS = 5  # of so many matches there are two pairs
TRIES = 2  # of a step whose process dies
#: What changes nothing that can be done in a world.
UNSEARCHED = re.compile(
    r"entry:(words|board|faces|bot|report)\b|file:(words|scenarios|lua)/|.*\.md$"
)
Progress = Callable[[int, int], None]

workers = beside.Workers(lambda: 1, limit_process)


@dataclass(eq=False)
class Running:
    """A trial that goes on: of which text, how far it is, who follows it, who waits for its end."""

    text: str
    matches: int
    worlds: Sequence[Pack]  # that are searched
    total: int  # matches and searches
    done: int = 0
    so_far: dict[str, Any] | None = None  # what the first matches tell
    progress: list[Progress] = field(default_factory=list)
    waiting: list[defer.Deferred] = field(default_factory=list)


_running: dict[int, Running] = {}  # by draft


def await_trial(
    who: Any, draft: Draft, progress: Progress | None = None, matches: int = 0
) -> defer.Deferred:
    """
    Fires with what the matches of a draft tell: a new trial, or the one that goes on.

    `progress` is called with how many are done, of how many. The result, which is kept with the
    draft: `matches`; `played`, by how many players of them; `met`, in how many of them anything
    happened to it; `failed`, of those `endless` and at `limits`, `failures` in words, and `others`
    in which another card failed by itself; `strength`
    (`mean`, `low`, `high`: the share of matches won by who played it) and `beside` (`rank` `of`
    the cards of its kind, and their `median`), None where the game does not say who plays a card;
    `pricing` (`rules.weighing.price.price_of`);
    `seconds`. Of scripts: `output`, the last lines that they have told; `unanswered`, why they did
    not answer for players, each with in how many matches; `guided`, what the files are worth that
    tell the bot how to play them (`rules.weighing.guided.summarize_pairs`), None without any.
    `paired`: what a card changes (`rules.weighing.paired.summarize`), where the game says how that
    is measured. Of what belongs to a world: `quests` that it touches, each with a way to finish it
    or why there is none (`rules.weighing.searches.find_way`); `gain`, a way to gain by trade alone,
    or None; `searched`, the numbers of one's other drafts that were put into the world as well.

    :raises TableError: `mayNot`, `draftOver`, `noTrial`; the Deferred: `draftHasProblems`,
        `trialBroken`, `outdated`.
    """
    _need_trial(who, draft)
    if has_passed(draft) and not matches:
        return defer.succeed(draft.trial)
    answer: defer.Deferred = defer.Deferred()
    running = begin_trial(draft, matches)
    running.waiting.append(answer)
    if progress is not None:
        running.progress.append(progress)
    return answer


def start(who: Any, draft: Draft) -> None:
    """
    Try a draft out from now on, as `await_trial`, without waiting for it; see `progress_of`.

    :raises TableError: `mayNot`, `draftOver`, `noTrial`.
    """
    _need_trial(who, draft)
    begin_trial(draft)


def progress_of(draft: Draft) -> tuple[int, int] | None:
    """How many matches of how many were played in the trial that goes on; None if none does."""
    running = _running.get(draft.pk)
    return (running.done, running.total) if running and running.text == draft.text else None


def is_busy() -> bool:
    """Whether any trial goes on."""
    return bool(_running)


def figures_so_far(draft: Draft) -> dict[str, Any]:
    """
    What the matches of a draft's text tell, as `await_trial`: those of the trial that goes on, of
    ever more matches, or of the one that it has had; nothing without any.
    """
    running = _running.get(draft.pk)
    if running is not None and running.text == draft.text:
        return running.so_far or {}
    found = draft.trial or {}
    return found if found.get("digest") == digest(draft.text) else {}


def resume_trials() -> None:
    """Begin the trials of drafts that wait for others and have no result."""
    from world.models import Draft

    waiting = (Draft.Status.SUBMITTED, Draft.Status.APPROVED)
    for draft in Draft.objects.filter(status__in=waiting).order_by("updated_at"):
        if has_trial(draft) and (draft.trial or {}).get("digest") != digest(draft.text):
            begin_trial(draft)


def _need_trial(who: Any, draft: Draft) -> None:
    authoring.need_own_or(who, draft, "review")
    authoring.need_live(draft)
    if not has_trial(draft):
        raise TableError("noTrial", address=draft.address)


def is_tried(draft: Draft) -> bool:
    """Whether a draft is to be tried out: a card, or a file of them, that is not taken away."""
    address = draft.address
    if address.startswith("file:") and not is_script_of_others(address):
        copied = browsing.pack_in(draft.folder).templates.values()
        return bool(draft.text) and any(is_like(each, address) for each in copied)
    return bool(draft.text) and address.startswith(("card:", "file:"))


def has_trial(draft: Draft) -> bool:
    """Whether there is anything to try of a draft; it passes one only where matches are played."""
    return is_tried(draft) or is_searched(draft)


def is_searched(draft: Draft) -> bool:
    """Whether a draft may change what can be done in a world outside."""
    return bool(_worlds_of(draft))


def _worlds_of(draft: Draft) -> list[Pack]:
    """The games that say how quests and trade are tried, and that a draft may change."""
    if UNSEARCHED.match(draft.address):
        return []
    return [
        pack
        for pack in games.games_by_id().values()
        if searches.has_searches(pack) and draft.folder in searches.folders_of(pack)
    ]


def begin_trial(draft: Draft, matches: int = 0) -> Running:
    """Try a draft out from now on, unless that goes on already."""
    known = _running.get(draft.pk)
    if known is not None and known.text == draft.text:
        return known
    total = (matches or settings.TRIAL_MATCHES) if is_tried(draft) else 0
    worlds = _worlds_of(draft)
    running = Running(draft.text, total, worlds, total + len(worlds))
    if has_trial(draft) and not (has_passed(draft) and not matches):
        _running[draft.pk] = running
        asked = _play_trial(draft, running)
        asked.addBoth(_finish_trial, draft, running)
    return running


def stop() -> None:
    """End the process; trials that go on are broken off."""
    workers.stop()
    _running.clear()


def has_passed(draft: Draft) -> bool:
    """Whether the text of a draft was tried out and nothing went wrong."""
    found = draft.trial or {}
    return found.get("digest") == digest(draft.text) and not found.get("failed")


def need_passed(draft: Draft) -> None:
    """:raises TableError: `trialRuns` (done, total), `notTried`, `trialFailed`."""
    if not is_tried(draft) or has_passed(draft):
        return
    if part := progress_of(draft):
        raise TableError("trialRuns", number=draft.pk, done=part[0], total=part[1])
    if (draft.trial or {}).get("digest") != digest(draft.text):
        raise TableError("notTried", number=draft.pk)
    raise TableError("trialFailed", number=draft.pk, count=(draft.trial or {})["failed"])


@defer.inlineCallbacks
def _play_trial(draft: Draft, running: Running) -> Any:
    """All matches of a trial, step by step, and what they tell."""
    begun = time.monotonic()
    puts = [Put(draft.folder, draft.address, running.text), *_companions_of(draft)]
    pack = browsing.pack_in(draft.folder)
    before, matches = checking.pack_location(pack), running.matches
    pairs, batch, limit = 0, PAIRS, settings.PUBLISHING_SECONDS
    if not matches:
        pass
    elif weighing.has_guides(pack, puts, draft.address):
        pairs, batch = 2 * matches // SHARE_OF_PAIRS, PAIRS
    elif pack.program.measures.trial is not None:
        job = (engine_digest(), before, puts, draft.address, matches, limit)
        pairs, batch = (yield workers.ask(weighing.count_pairs, *job)), PAIRS_OF_A_CARD
    running.total += 2 * pairs
    results: list[bytes] = []
    compared: list[bytes] = []
    for play, into, total, step, each in (
        (weighing.play_matches, results, matches, STEP, 1),
        (weighing.play_pairs, compared, pairs, batch, 2),
    ):
        for first in range(0, total, step):
            count = min(step, total - first)
            into.append((yield play_some(play, before, puts, draft.address, first, count)))
            running.done += count * each
            if into is results and running.done in LOOKED_AT:
                some = (engine_digest(), before, puts, draft.address, results, limit)
                running.so_far = yield workers.ask(weighing.summarize, *some)
            for told in running.progress:
                told(running.done, running.total)
            if _running.get(draft.pk) is not running:
                raise TableError("trialBroken", number=draft.pk)
    found: dict[str, Any] = {"matches": 0}
    if matches:
        counted = (engine_digest(), before, puts, draft.address, results, limit, compared)
        found = yield workers.ask(weighing.summarize, *counted)
    found |= yield _search_worlds(draft, running, puts)
    found |= {"seconds": round(time.monotonic() - begun, 1), "digest": digest(running.text)}
    rows = type(draft).objects.filter(pk=draft.pk, text=running.text)
    rows.update(trial=found)
    return found


@defer.inlineCallbacks
def _search_worlds(draft: Draft, running: Running, puts: list[Put]) -> Any:
    """Whether quests that a draft touches can be finished, and whether trade gains anything."""
    found: dict[str, Any] = {"gain": None, "quests": [], "searched": []}
    for pack in running.worlds:
        rows = _drafts_around(draft, pack, puts)
        world, touched = None, None
        for more in (rows, []):  # where they make no game together it is searched without them
            if touched is None:
                world = _world_of(pack, [*puts, *authoring.puts_of(more)])
                touched = yield workers.ask(searches.list_quests, world, draft.address)
                found["searched"] = [row.pk for row in more]
        if world is None or touched is None:
            running.done += 1
            continue
        running.total += len(touched)
        jobs: list[tuple[Callable[..., Any], str]] = [(searches.find_gain, "gain")]
        jobs += [(partial(searches.find_way, quest=quest), "quests") for quest in touched]
        for task, name in jobs:
            result = yield workers.ask(task, world)
            found[name] = [*found[name], result] if name == "quests" else found[name] or result
            running.done += 1
            for told in running.progress:
                told(running.done, running.total)
            if _running.get(draft.pk) is not running:
                raise TableError("trialBroken", number=draft.pk)
    return found


def _world_of(pack: Pack, puts: list[Put]) -> searches.World:
    known = games.games_by_id()
    opened = {
        name: checking.pack_location(known[name])
        for name in sorted(quests.games_opened(pack) & known.keys())
    }
    place = checking.pack_location(pack)
    limit = settings.PUBLISHING_SECONDS
    return searches.World(engine_digest(), place, opened, [*known], puts, limit)


def _drafts_around(draft: Draft, pack: Pack, puts: list[Put]) -> list[Draft]:
    """The author's other drafts of a world that have no mistakes: a quest needs who gives it."""
    known = {(put.folder, put.address) for put in puts}
    rows = type(draft).objects.filter(
        author=draft.author_id, folder__in=searches.folders_of(pack), status__in=authoring.LIVE
    )
    return [
        row
        for row in rows.exclude(pk=draft.pk).order_by("pk")
        if row.text
        and (row.folder, row.address) not in known
        and not UNSEARCHED.match(row.address)
        and (row.report or {}).get("problems") == []
    ]


def _companions_of(draft: Draft) -> list[Put]:
    """
    What is tried together with a draft: of a script those drafts by the same author that tell the
    bot how to play it, or which they tell it of, if they are in order.
    """
    if not is_script_of_others(draft.address):
        return authoring.puts_of(authoring.companions_of(draft))
    name = script_guided_by(draft.address)
    rows = type(draft).objects.filter(
        author=draft.author_id,
        folder=draft.folder,
        address__startswith=FOLDER,
        status__in=authoring.LIVE,
    )
    return [
        Put(row.folder, row.address, row.text)
        for row in rows.exclude(pk=draft.pk).order_by("address")
        if is_script_of_others(row.address)
        and (row.report or {}).get("problems") == []
        and script_guided_by(row.address) == name
        and is_guide(row.address) != is_guide(draft.address)
    ]


@defer.inlineCallbacks
def play_some(
    play: Callable[..., bytes],
    before: Any,
    puts: list[Put],
    address: str,
    first: int,
    count: int,
) -> Any:
    """
    Fires with the results of a few matches; a process that dies at them is no mistake of theirs the
    first time.
    """
    seconds = settings.TRIAL_SECONDS
    part = weighing.Part(engine_digest(), before, puts, address, first, count, seconds)
    for attempt in range(TRIES):
        try:
            result = yield workers.ask(play, part)
        except (BrokenExecutor, MemoryError):
            if attempt + 1 == TRIES:
                raise
        else:
            return result


def _finish_trial(result: Any, draft: Draft, running: Running) -> None:
    """Tell all who wait."""
    if _running.get(draft.pk) is running:
        del _running[draft.pk]
    if isinstance(result, dict):
        draft.trial = result
    else:
        result = _explain_failure(result, draft)
    for waiting in running.waiting:
        waiting.callback(result)
    return


def _explain_failure(failure: Any, draft: Draft) -> Any:
    """Why there is no result, as a person reads it."""
    if failure.check(TableError):
        return failure
    if failure.check(PackError):
        count = len(failure.value.problems)
        return Failure(TableError("draftHasProblems", number=draft.pk, count=count))
    if not failure.check(BrokenExecutor, MemoryError, publisher.OtherEngine):
        logger.log_err(failure.getTraceback())
    key = "outdated" if failure.check(publisher.OtherEngine) else "trialBroken"
    return Failure(TableError(key, number=draft.pk))
