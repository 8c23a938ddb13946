"""Runs of the simulator: the same matches wherever they are played, never twice, and a report."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from market import CARDS, SECTIONS, market

from rules.pack import load_pack
from rules.weighing.sim.command import main
from rules.weighing.sim.placement import (
    CODE,
    FILES,
    Job,
    Place,
    SimulationError,
    fingerprint,
    play_batch,
    play_batches,
)
from rules.weighing.sim.playing import Variants

MATCHES = 200


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return market(tmp_path_factory.mktemp("pack"))


def files(run: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (run / "matches").iterdir()}


def simulate(folder: Path, run: Path, *arguments: str, matches: int = MATCHES) -> int:
    return main([str(folder), "--matches", str(matches), "--out", str(run), *arguments])


@pytest.fixture(scope="module")
def here(folder, tmp_path_factory):
    """A run in one process."""
    run = tmp_path_factory.mktemp("here")
    assert simulate(folder, run, "--processes", "1") == 0
    return run


def test_two_processes_play_the_same_matches_as_one(folder, here, tmp_path):
    assert simulate(folder, tmp_path, "--processes", "2") == 0
    assert files(tmp_path) == files(here)


def test_how_far_it_is_is_told_where_there_is_no_terminal(folder, tmp_path, capsys):
    assert simulate(folder, tmp_path, "--processes", "1", matches=40) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[-1].startswith("40 of 40 matches, ")
    assert told[-1].endswith(" a second, 0 seconds left")


def test_bots_that_search_play_the_same_in_every_process(folder, tmp_path):
    asked = ("--seats", "2", "--bots", "adept:iterations=6,greedy", "--batch", "1")
    for processes in ("1", "2"):
        run = tmp_path / processes
        assert simulate(folder, run, *asked, "--processes", processes, matches=4) == 0
    assert files(tmp_path / "1") == files(tmp_path / "2")


def test_bots_think_by_the_clock_where_that_is_asked_for(folder, tmp_path, capsys):
    asked = ("--seats", "2", "--bots", "novice:ms=1,random", "--clock", "--processes", "1")
    assert simulate(folder, tmp_path, *asked, "--json", matches=2) == 0
    bots = json.loads(capsys.readouterr().out)["bots"]
    assert [found["bot"] for found in bots] == ["novice:ms=1", "random"]


@contextmanager
def dask(*arguments: str, folder: Path):
    """A part of a Dask cluster, as its own command starts it; it cannot import the rules."""
    command = [sys.executable, "-m", "dask", *arguments, "--host", "127.0.0.1", "--no-dashboard"]
    log = (folder / f"{arguments[0]}.log").open("ab")
    process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)
        log.close()


def address_in(file: Path) -> str:
    """The address of a scheduler, once it has written its file."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if file.exists() and file.read_text():
            return json.loads(file.read_text())["address"]
        time.sleep(0.05)
    raise TimeoutError(f"no scheduler: {(file.parent / 'scheduler.log').read_text()}")


def test_a_dask_cluster_plays_the_same_matches(folder, here, tmp_path):
    file = tmp_path / "scheduler.json"
    with ExitStack() as stack:
        known = ("--scheduler-file", str(file))
        stack.enter_context(dask("scheduler", "--port", "0", *known, folder=tmp_path))
        address = address_in(file)
        for _ in range(2):
            worker = ("worker", address, "--nthreads", "1", "--no-nanny")
            stack.enter_context(dask(*worker, folder=tmp_path))
        run = tmp_path / "run"
        assert simulate(folder, run, "--cluster", address) == 0
    assert files(run) == files(here)


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("rules.weighing.sim.placement.ANSWER", "0.2s")
    assert simulate(folder, tmp_path, "--cluster", "tcp://127.0.0.1:1") == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "same"),
    [
        ("rules/running/match.py", False),
        ("rules/pack/build.py", False),
        ("rules/weighing/sim/playing.py", False),
        ("rules/weighing/sim/html.py", True),
        ("rules/telling/sentences/whole.py", True),
        ("rules/scenario/facts.py", True),
    ],
)
def test_only_code_that_plays_makes_another_run(place, same):
    assert place in FILES
    changed = fingerprint(FILES | {place: b"# another line\n" + FILES[place]})
    assert (changed == CODE) is same


def test_a_worker_with_other_code_refuses_to_play(folder):
    job = replace(Job.of(load_pack(folder), Variants((2,), ("random",))), code="other")
    with pytest.raises(SimulationError, match="start both anew"):
        play_batch(job, range(1))


def test_workers_that_die_are_told_in_a_sentence(folder):
    died: Future = Future()
    died.set_exception(BrokenExecutor("killed"))
    place = Place(lambda seeds: died, lambda: 1)
    with pytest.raises(SimulationError, match=r"BrokenExecutor: killed.*the same command goes on"):
        list(play_batches(place, [range(3)]))


def test_a_run_goes_on_where_it_was_broken_off(folder, here, tmp_path, capsys):
    assert simulate(folder, tmp_path, "--processes", "1", matches=50) == 0
    capsys.readouterr()
    lost = sorted((tmp_path / "matches").iterdir())[1]
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "matches").iterdir()}
    whole = lost.read_bytes()
    lost.unlink()
    assert simulate(folder, tmp_path, "--json", "--processes", "1", matches=60) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["matches"], figures["run"]["new"]) == (60, 30)
    assert lost.read_bytes() == whole
    assert all(file.stat().st_mtime_ns == when for file, when in before.items() if file != lost)


def test_the_figures_are_of_the_matches_that_were_asked_for(folder, here, capsys):
    assert simulate(folder, here, "--seed", "30", "--json", matches=25) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["matches"], figures["run"]["new"]) == (25, 0)


@pytest.mark.parametrize(
    ("change", "what"),
    [(("--bots", "greedy"), "bots"), (("--seats", "2"), "seats"), (("--checks", "1"), "checks")],
)
def test_a_folder_of_another_run_is_refused(folder, here, capsys, change, what):
    before = files(here)
    assert simulate(folder, here, *change) == 2
    error = capsys.readouterr().err
    assert f"matches with {what}" in error
    assert "another folder with --out" in error
    assert files(here) == before


def test_a_folder_of_another_version_of_the_pack_is_refused(here, tmp_path, capsys):
    other = market(tmp_path, pack={"version": "2"})
    assert simulate(other, here) == 2
    assert '"version": "2"' in capsys.readouterr().err


def test_a_match_that_fails_is_told_and_the_run_goes_on(tmp_path, capsys):
    # A die without sides in the second of the variants.
    die = {"type": "roll", "id": "die", "sides": "1 - {match.fair}"}
    folder = market(tmp_path, main=[die, *SECTIONS["main"]])
    run = tmp_path / "run"
    assert simulate(folder, run, "--options", "fair=0,1", "--processes", "1", matches=10) == 1
    out = capsys.readouterr().out
    assert "finished  5" in out
    assert "seed 1 after 0 decisions: ActionFailed: the flow: a die needs at least one side" in out


def test_variants_are_told_apart(folder, tmp_path, capsys):
    report = tmp_path / "report.html"
    several = ("--seats", "2,3", "--options", "fair=0,1", "--report", str(report))
    assert simulate(folder, tmp_path / "run", *several, "--processes", "1", matches=8) == 0
    out, page = capsys.readouterr().out, report.read_text(encoding="utf-8")
    for variant in ("2 players, fair=False", "3 players, fair=True"):
        assert variant in out
        assert variant in page


def test_cards_that_are_an_option_are_named_by_id_with_a_plus_between(tmp_path, capsys):
    options = {"banned": {"type": "definitions", "of": "spell", "max": 2}}
    folder = market(tmp_path, pack={"options": options})
    spells = [f"t.spell.{name}" for name in CARDS]
    chosen = ("--options", f"banned=,{spells[0]}+{spells[1]}", "--processes", "1")
    assert simulate(folder, tmp_path / "run", *chosen, matches=4) == 0
    assert f"3 players, banned={spells[0]}+{spells[1]}" in capsys.readouterr().out
    assert simulate(folder, tmp_path / "run", "--options", f"banned={'+'.join(spells)}") == 2
    assert f"option banned is 0 to 2 cards, not {len(spells)}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "5"), "market is for 2 or 3 players, not 5"),
        (("--seats", "two"), "--seats: a number or several with commas, not 'two'"),
        (("--bots", "random,greedy"), "--bots names 2 bots for 3 seats"),
        (("--bots", "genius"), "--bots: there is no bot 'genius'"),
        (("--bots", "master:ms=50"), "as master:iterations=100"),
        (("--options", "colour=1"), "--options: market has no option colour"),
        (("--options", "fair=7"), "--options: option fair is a boolean"),
        (("--matches", "0"), "are numbers above 0"),
    ],
)
def test_what_cannot_be_played_is_told_in_a_sentence(folder, capsys, arguments, message):
    assert main([str(folder), *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("package", "arguments"),
    [("distributed", ("--cluster", "tcp://127.0.0.1:1")), ("matplotlib", ("--report", "x.html"))],
)
def test_a_missing_package_is_named_with_what_installs_it(
    folder, capsys, monkeypatch, package, arguments
):
    monkeypatch.setitem(sys.modules, package, None)
    assert main([str(folder), *arguments]) == 2
    error = capsys.readouterr().err
    assert f"{arguments[0]} needs {package}" in error
    assert "scripts/venv.py --sim" in error


def test_the_report_has_every_card_in_both_languages_and_nothing_to_load(folder, here, tmp_path):
    report = tmp_path / "report.html"
    assert simulate(folder, here, "--report", str(report)) == 0
    page = report.read_text(encoding="utf-8")
    for name in CARDS:
        assert f"{name}牌 {name.title()}" in page
    assert page.count("<figure>") == page.count("<figcaption>") >= 7
    assert "<script" not in page
    assert 'src="' not in page
    run = json.loads((here / "run.json").read_text())
    assert run["pack"]["hash"] in page
    identifiers = [part.split('"')[0] for part in page.split(' id="')[1:]]
    assert len(identifiers) == len(set(identifiers))
