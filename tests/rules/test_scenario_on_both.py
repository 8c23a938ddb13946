"""`python -m rules.scenario --both`: scenarios on both machines, a handful of each pack."""

from __future__ import annotations

import json
import re

import pytest
from scripted import built

from rules.backends.wasm.matches import NativeMatch
from rules.pack.files import WORLD
from rules.scenario import load_scenarios, main
from rules.scenario.both import load_for_both
from rules.scenario.files import files_in

pytest.importorskip("wasmtime")
HANDFUL = 12


@pytest.mark.parametrize("game", ["chrono", "duel", "race", "knave", "kingdoms"])
def test_scenarios_hold_on_both_machines(game):
    pack, make_player = load_for_both(WORLD / game)
    every = [s for file in files_in(WORLD / game / "scenarios") for s in load_scenarios(file)]
    for scenario in every[:: len(every) // HANDFUL + 1]:
        player = make_player(pack, scenario)
        assert [str(failure) for failure in player.play()] == []
        assert any(trace.followed for trace in player.watched)


def test_that_the_machines_do_not_agree_is_told_with_its_place(monkeypatch):
    pack, make_player = load_for_both(WORLD / "race_simple")
    files = files_in(WORLD / "race_simple/scenarios")
    scenario = next(s for file in files for s in load_scenarios(file) if s.get("when"))
    assert make_player(pack, scenario).play() == []
    monkeypatch.setattr(NativeMatch, "answer", lambda *_: None)
    told = [str(failure) for failure in make_player(pack, scenario).play()]
    assert len(told) == 1
    assert re.search(r": when\[1\]: the machines do not agree: choice .* and ", told[0])


def test_the_command_holds_the_machines_against_each_other(monkeypatch, capsys):
    file = str(files_in(WORLD / "race_simple/scenarios")[0])
    assert main(["--both", file]) == 0
    monkeypatch.setattr(NativeMatch, "answer", lambda *_: None)
    assert main(["--both", file]) == 1
    assert main([file]) == 0
    assert "the machines do not agree" in capsys.readouterr().out


def test_a_pack_that_python_alone_plays_says_so_once(tmp_path, capsys):
    folder = tmp_path / built(tmp_path).folder
    (folder / "scenarios").mkdir()
    for number in range(2):
        scenario = {"name": f"it begins {number}", "then": {"over": False}}
        (folder / f"scenarios/{number}.json5").write_text(json.dumps({"scenarios": [scenario]}))
    assert main(["--both", str(folder / "scenarios")]) == 0
    found = capsys.readouterr()
    assert found.out == "2 passed, 0 failed\n"
    assert found.err.count("Python alone plays it") == 1
