"""Matches whose bots think in the native machine are recorded as if they had thought in Python."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.backends.wasm.matches import NativeMatch
from rules.ground.digests import digest
from rules.pack import Pack, load_pack, pieces, stored, versions
from rules.pack.interface import engine_digest
from rules.pack.publisher import Put
from rules.playing.bots import machines, native, weigh, worker
from rules.playing.bots.companions import Companion
from rules.running.match import Match
from rules.weighing import trial
from rules.weighing.balance.__main__ import main
from rules.weighing.exhibition import play_exhibition
from rules.weighing.sim import play_match

pytest.importorskip("wasmtime")
PACKS = Path(rules.__file__).parents[1] / "world/packs"
NOVICE = "novice:iterations=1"
AFTER = """}]}]},
    {"id": "race.card.fire.forge\""""
CARD_CHANGED = f'"amount": 4{AFTER}', f'"amount": 3{AFTER}'
MORE_CHANGED = '"version": "1.1.0"', '"version": "1.1.1"'


@pytest.fixture(params=["chrono", "duel"])
def pack(request: pytest.FixtureRequest) -> Pack:
    return load_pack(PACKS / request.param)


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], tuple[Any, Any]]:
    """Do something while the machine alone thinks, then while Python alone does."""

    def refuse(*given: object) -> None:
        raise AssertionError("Python was to think")

    def carry_out(do: Callable[[], Any]) -> tuple[Any, Any]:
        with monkeypatch.context() as patched:
            patched.setattr(native.NativeBot, "_think_here", refuse)
            found = do()
        with monkeypatch.context() as patched:
            for each in (native, machines):
                patched.setattr(each, "why_missing", lambda: "no wheel")
            return found, do()

    return carry_out


def test_a_match_is_recorded_alike(pack: Pack, both: Callable[..., tuple[Any, Any]]):
    seats = pack.program.seats[0]
    for seed, bots in ((3, ["greedy"] * seats), (4, [NOVICE, *["random"] * (seats - 1)])):
        found, wanted = both(lambda seed=seed, bots=bots: play_match(pack, seed, seats, bots))
        assert found == wanted
        assert not found.failure
        assert found.decisions > 20


def test_the_rows_of_a_trial_are_alike(pack: Pack, both: Callable[..., tuple[Any, Any]]):
    limits = pack.program.deck_rules and pack.program.deck_rules.limits
    card = next(c for c in pack.cards if c.source.get("behaviors") and c.id in (limits or {c.id}))
    text = pieces.find_piece(pack.sources, pack.folder, f"card:{card.id}").text
    changed = text.replace("{", "{ // tried\n", 1)
    known = str(PACKS / pack.folder), pack.hash
    puts = [Put(pack.folder, f"card:{card.id}", changed)]

    def play() -> list[Any]:
        trial._packs.clear()
        rows = []
        for first in (0, 19):  # greedy bots, then one that plans, where there is a machine
            part = trial.Part(engine_digest(), known, puts, card.id, first, 1, 60)
            rows += json.loads(gzip.decompress(trial.play_matches(part)))
        return rows

    (found, planned), (wanted, searched) = both(play)
    assert found == wanted
    assert (planned["bots"][0], searched["bots"][0]) == (trial.PLANNER, NOVICE)
    assert not any(row["failure"] for row in (found, planned, searched))


def test_the_report_of_balance_is_the_same(
    both: Callable[..., tuple[Any, Any]], capsys: pytest.CaptureFixture[str]
):
    asked = [str(PACKS / "duel"), "--by", "class", "--decks", "6", "--amount", "8"]

    def play() -> str:
        assert main([*asked, "--sample", "2", "--processes", "1"]) == 0
        return capsys.readouterr().out

    found, wanted = both(play)
    assert found == wanted


def test_a_match_to_look_at_is_the_same(pack: Pack, both: Callable[..., tuple[Any, Any]]):
    known = str(PACKS / pack.folder), pack.hash
    found, wanted = both(lambda: play_exhibition(*known, pack.program.seats[0], 5, "greedy"))
    assert found == wanted


def test_a_companion_is_laid_in_anew_only_where_it_does_not_stand_alike(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
):
    laid: list[Match] = []
    monkeypatch.setattr(NativeMatch, "lay", _noting(laid, NativeMatch.lay))
    match = Match.new(pack, pack.program.seats[0], 2, log=False)
    thinker = machines.thinker_for(pack, match.seats, waits=True)
    assert thinker is not None
    with Companion(match) as companion:
        for number in range(12):
            assert companion.found_in(thinker).stands_like(match)
            choice = match.choices[0]
            match.answer_unchecked(choice.seat, choice.default)
            if number != 5:
                companion.note_answer(choice.seat, choice.default)
    assert len(laid) == 2


def _noting(laid: list[Match], lay: Callable[..., None]) -> Callable[..., None]:
    def noted(m: NativeMatch, match: Match, log: bool = False) -> None:
        laid.append(match)
        lay(m, match, log)

    return noted


def test_a_version_that_is_tried_is_put_to_the_machine_of_the_one_before(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
):
    seats = pack.program.seats[0]
    before = machines.thinker_for(pack, seats, waits=True)
    assert before is not None
    card = next(each for each in pack.cards if each.source.get("behaviors"))
    change = versions.change_of_cards(pack, {card.id: card.source | {"count": 9}})
    tried = machines.changed_pack(pack, versions.next_version(pack, change))
    monkeypatch.setattr(machines, "_has_made", None)  # none is made anew
    found = machines.thinker_for(tried, seats, waits=True)
    assert found is not None
    assert found.loaded.joined is before.loaded.joined


def test_a_published_version_is_put_to_the_machine_of_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What a process beside the server does when cards, or more than cards, were published."""
    first = load_pack(PACKS / "race_simple")
    seats = first.program.seats[0]

    def published(sources: Mapping[str, str]) -> tuple[str, str]:
        shelf = tmp_path / digest(dict(sources))
        stored.write_shelf(shelf, sources)
        return str(shelf / first.folder), load_pack(shelf / first.folder).hash

    def changed(old: str, new: str) -> dict[str, str]:
        found = {place: text.replace(old, new) for place, text in first.sources.items()}
        assert found != first.sources
        return found

    known = worker.pack_in(*published(first.sources))
    before = machines.thinker_for(known, seats, waits=True)
    assert before is not None
    made: list[Pack] = []
    monkeypatch.setattr(machines, "_has_made", lambda key, pack, waits: bool(made.append(pack)))
    next_one = published(changed(*CARD_CHANGED))
    pack = worker.pack_in(*next_one)
    found = machines.thinker_for(pack, seats, waits=False)
    assert found is not None
    assert found.loaded.joined is before.loaded.joined
    match = Match.new(pack, seats, 3, log=False)
    asked = match.choices[0].seat, "novice:iterations=6", 5
    lines = worker.think(*next_one, match.save(journal=False), *asked)
    assert lines == weigh(asked[1], asked[2], match, asked[0])
    assert made == []
    other = worker.pack_in(*published(changed(*MORE_CHANGED)))
    assert machines.thinker_for(other, seats, waits=False) is None
    assert made == [other]


IN_A_PROCESS_OF_TRIALS = """
import sys
from rules.ground import processes
from rules.pack import load_pack
from rules.playing.bots.machines import thinker_for
processes.limit_process()
print(thinker_for(load_pack(sys.argv[1]), 2, waits=True) is not None)
try:
    bytearray(processes.BYTES)
except MemoryError:
    print("no more memory")
"""


def test_a_process_of_trials_has_a_machine_but_no_more_memory_than_it_may():
    command = [sys.executable, "-c", IN_A_PROCESS_OF_TRIALS, str(PACKS / "race_simple")]
    where = Path(rules.__file__).parents[1]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["True", "no more memory", ""]
