"""Whether bots see a win: positions are made once, bots are tried once, and mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from decisive import FORCED, write_game
from tiny import build

from rules.playing.bots import native
from rules.weighing.lethal import main


def look(folder: Path, out: Path, *arguments: str) -> int:
    bots = ("--bots", "adept:iterations=5,random", "--states", "500")
    return main([str(folder), "--positions", "3", *bots, "--out", str(out), *arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_game(tmp_path, ["two", "nothing", "double", "four"], [], FORCED)


def test_it_tells_how_many_wins_each_bot_has_found(folder, tmp_path, capsys):
    assert look(folder, tmp_path / "out") == 0
    made, _, adept, random = capsys.readouterr().out.splitlines()
    assert made.startswith("3 positions from 1 matches; the win takes 4 to 4 answers")
    assert adept.startswith("adept:iterations=5: found 3, 100.0%")
    assert random.startswith("random: found ")


def test_what_is_known_is_not_found_out_again(folder, tmp_path, capsys):
    out = tmp_path / "out"
    look(folder, out)
    told, files = capsys.readouterr().out, sorted(out.iterdir())
    kept = [file.read_bytes() for file in files]
    assert look(folder, out) == 0
    assert capsys.readouterr().out == told
    assert [file.read_bytes() for file in files] == kept
    positions = out / "positions.jsonl"
    positions.write_text(positions.read_text().partition("\n")[0] + "\n")
    assert look(folder, out) == 0  # broken off before the first match
    assert positions.read_bytes() == kept[files.index(positions)]


def test_both_machines_find_the_same_positions(folder, tmp_path, monkeypatch):
    for out in ("native", "python"):
        look(folder, tmp_path / out)
        monkeypatch.setattr(native, "thinker_for", lambda *_: None)
    kept = [(tmp_path / out / "positions.jsonl").read_text() for out in ("native", "python")]
    assert kept[0] == kept[1]


def test_other_positions_go_elsewhere(folder, tmp_path, capsys):
    look(folder, tmp_path / "out")
    assert look(folder, tmp_path / "out", "--states", "9") == 2
    assert "name another --out" in capsys.readouterr().err


def test_a_game_that_knows_no_forced_wins_is_a_sentence(tmp_path, capsys):
    build(tmp_path)
    assert look(tmp_path / "tiny", tmp_path / "out") == 2
    assert capsys.readouterr().err == "tiny is no game of two with `bot.forcedWin`\n"
