"""What options would do: the native machine finds out what Python does, or leaves it to Python."""

from __future__ import annotations

import gc
import weakref
from collections import OrderedDict
from pathlib import Path
from random import Random

import pytest

import rules
from rules.backends.wasm.breaking import NativeBreaker
from rules.backends.wasm.exam import load_both, options_at_random
from rules.backends.wasm.host import Trap
from rules.backends.wasm.loading import Loaded
from rules.backends.wasm.matches import NativeMatch
from rules.backends.wasm.thinking import Thinker
from rules.pack import Pack
from rules.playing import native_trials, preview
from rules.playing.bots import machines, native
from rules.playing.preview import LEADS, Foreseen
from rules.playing.trials import Deadline
from rules.running.match import Match

pytest.importorskip("wasmtime")

PACKS = Path(rules.__file__).parents[1] / "world/packs"
AT_EASE = 600.0  # seconds
OFTEN = 0.25  # of all prompts


@pytest.fixture(scope="module", params=("chrono", "duel", "kingdoms", "knave", "race"))
def both(request: pytest.FixtureRequest) -> tuple[Pack, Loaded]:
    return load_both(PACKS / request.param)


def foretell_there(thinker: Thinker, match: Match, seat: int, seconds: float = AT_EASE) -> Foreseen:
    m = NativeMatch.of(thinker.loaded, match)
    try:
        trials = native_trials.NativeTrials(thinker, m, match, seat, Deadline(seconds))
        return preview.foretell(match, seat, trials=trials)
    finally:
        m.release()


def matches_at_random(pack: Pack, loaded: Loaded):
    """Prompts of matches that are played at random, of which something may be foretold."""
    chance, seed = Random(7), 0
    while True:
        seed += 1
        options = options_at_random(pack, loaded.seats, chance) if seed % 2 else {}
        match = Match.new(pack, loaded.seats, seed, options, log=False)
        while not match.is_over:
            choice = chance.choice(match.choices)
            if preview.can_foretell(match, choice.seat) and chance.random() < OFTEN:
                yield match, choice.seat
            count = chance.randint(choice.minimum, choice.maximum)
            match.answer(choice.seat, chance.sample(range(len(choice.options)), count))


def test_options_would_do_the_same_in_both_machines(both):
    pack, loaded = both
    thinker, options, told = Thinker(loaded), 0, 0
    for match, seat in matches_at_random(pack, loaded):
        before = match.hash()
        wanted = preview.foretell(match, seat, AT_EASE)
        assert foretell_there(thinker, match, seat) == wanted, match.choice_of(seat)
        assert match.hash() == before
        told += sum(fact.fact != LEADS for facts in wanted for fact in facts)
        options += len(wanted)
        if options >= 600:
            break
    assert told


def test_without_time_nothing_is_told(both):
    thinker = Thinker(both[1])
    match, seat = next(matches_at_random(*both))
    assert not any(foretell_there(thinker, match, seat, seconds=0.0))


def test_what_fails_in_the_machine_is_found_out_by_python(both, monkeypatch):
    pack, loaded = both
    thinker, breaker = Thinker(loaded), NativeBreaker(loaded)
    monkeypatch.setattr(native_trials, "thinker_for", lambda *_: thinker)
    match, seat = next(
        (match, seat)
        for match, seat in matches_at_random(pack, loaded)
        if any(code.card is None for code, *_ in match.stack)
        and any(preview.foretell(match, seat, AT_EASE))
    )
    breaker.break_part(match.stack[-1][0], "direct")
    try:
        with pytest.raises(Trap):
            foretell_there(thinker, match, seat)
        told = native_trials.foretell(match, seat, AT_EASE)
    finally:
        breaker.make_whole()
    assert told == preview.foretell(match, seat, AT_EASE)
    assert foretell_there(thinker, match, seat) == told


def test_where_there_is_no_machine_python_finds_out(both, monkeypatch):
    match, seat = next(matches_at_random(*both))
    monkeypatch.setattr(machines, "why_missing", lambda: "there is none")
    told = native_trials.foretell(match, seat, AT_EASE)
    assert told == preview.foretell(match, seat, AT_EASE)


def test_a_machine_that_is_not_kept_gives_its_memory_back_at_once(both, monkeypatch):
    """Without a search for garbage: each has set 100 MB aside, and a process may have so many."""
    match, seat = next(matches_at_random(*both))
    monkeypatch.setattr(machines, "_thinkers", OrderedDict())
    gc.disable()
    try:
        for ask in (native_trials.foretell, foretell_by_bots):
            ask(match, seat, AT_EASE, waits=True)
            machine = weakref.ref(machines._thinkers.popitem()[1].machine)
            assert machine() is None
    finally:
        gc.enable()


def foretell_by_bots(match: Match, seat: int, seconds: float, waits: bool) -> None:
    for spec in ("greedy", "novice:iterations=3"):
        native.make_bot(spec, 1, waits).choose(match, seat)


def test_without_memory_for_a_machine_python_finds_out(both, monkeypatch):
    match, seat = next(matches_at_random(*both))
    wanted = preview.foretell(match, seat, AT_EASE)
    thinker = Thinker(both[1])
    monkeypatch.setattr(native_trials, "thinker_for", lambda *_: thinker)
    monkeypatch.setattr(native, "thinker_for", lambda *_: thinker)

    def reserve(size: int) -> int:
        raise MemoryError

    monkeypatch.setattr(thinker.machine, "reserve", reserve)
    thinker.loaded.rooms.clear()
    assert native_trials.foretell(match, seat, AT_EASE) == wanted
    assert native.make_bot("greedy", 1).choose(match, seat)
