"""
The benchmarks run and say what they promise. How fast anything is, no test asks.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from rules.backends.wasm.host import why_missing

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
FIGURES = {
    "decisions/s",
    "matches/s",
    "decisions/s, log on",
    "decisions/s, as a table plays",
    "events/s",
    "clone, µs",
    "save, µs",
    "load, µs",
    "hash, µs",
    "legal options, µs",
    "view of a seat, µs",
    "text of a board, µs",
    "saved match, kB",
    "live match, kB",
    "live match without its log, kB",
    "start-up of the pack, ms",
    "compiling a changed card, ms",
    "the next version of that, ms",
    "its longest step, ms",
    "another version of the pack, kB",
}


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the command; what it imports beside it is found, too."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("engine")


@pytest.fixture
def report(engine: ModuleType) -> ModuleType:
    return engine.report


def result(report: ModuleType, peer: bool, **figures: list[float]):
    found = report.Result({"engine": "some engine", "game": "some game"}, peer)
    found.figures = {"decisions/s": figures["decisions"], "clone, µs": figures["clone"]}
    return found


def test_one_command_measures_every_figure_and_writes_it_as_json_and_as_a_table(tmp_path):
    file = tmp_path / "figures.json"
    command = [sys.executable, BENCHMARKS / "engine.py", "--quick", "--no-peers", "--json", file]
    done = subprocess.run(
        [*command, BENCHMARKS / "packs" / "tricks"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    contenders = json.loads(file.read_text(encoding="utf-8"))["contenders"]
    assert set(contenders["tricks"]["figures"]) == FIGURES
    assert all(name in done.stdout for name in FIGURES)
    for name in ["tricks"] if why_missing() else ["tricks", "tricks native"]:
        figures = contenders[name]["figures"]
        # The game of the peers: each of 52 cards is one decision.
        decisions, matches = figures["decisions/s"]["median"], figures["matches/s"]["median"]
        assert decisions / matches == pytest.approx(52)


def test_a_ratio_says_how_many_times_as_fast_ours_is_in_the_median_round(report):
    own = result(report, peer=False, decisions=[100.0, 50.0, 300.0], clone=[1.0, 1.0, 2.0])
    peer = result(report, peer=True, decisions=[10.0, 10.0, 10.0], clone=[8.0, 4.0, 4.0])
    assert report.ratio("decisions/s", own, peer) == 10  # of 10, 5 and 30
    assert report.ratio("clone, µs", own, peer) == 4  # of 8, 4 and 2
    assert report.ratio("save, µs", own, peer) is None


def test_the_spread_is_the_largest_deviation_from_the_median(report):
    assert report.deviation([90.0, 100.0, 125.0]) == 0.25


def test_a_peer_that_cannot_be_started_is_told_of_in_a_sentence(engine):
    ghost = engine.Contender("ghost", ("no-such-program",), peer=True)
    results, absent = engine.measure([ghost], runs=1, seconds=0.01)
    assert not results
    assert absent == {"ghost": "no-such-program cannot be started: No such file or directory"}


def test_a_peer_that_breaks_is_told_of_with_its_error_and_the_others_go_on(engine, report):
    broken = engine.Contender("broken", (sys.executable, "-c", "import no_such_peer"), peer=True)
    mute = engine.Contender("mute", (sys.executable, "-c", "print('{}', flush=True)"), peer=True)
    fine = 'print(\'{"engine": "e", "game": "g"}\', flush=True); input(); print(\'{"x/s": 1}\')'
    well = engine.Contender("well", (sys.executable, "-c", fine), peer=True)
    results, absent = engine.measure([broken, mute, well], runs=1, seconds=0.01)
    assert absent == {
        "broken": "ModuleNotFoundError: No module named 'no_such_peer'",
        "mute": "it ended with code 0",
    }
    assert results["well"].figures == {"x/s": [1]}
    assert "broken does not run: ModuleNotFoundError" in report.table({}, results, absent)
