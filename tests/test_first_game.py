"""`docs/first_game.md`: its files make the game that it tells of, its lines answer as it says."""

from __future__ import annotations

import importlib
import shlex

import pytest
from orchard import PAGE, parts, write_orchard, write_part
from small_games import compare_bots, play_game, try_game


@pytest.fixture
def mygame(tmp_path, monkeypatch):
    """A folder like `mygame`, in which lines are typed, with no game in it."""
    packs = tmp_path / "world" / "packs"
    packs.mkdir(parents=True)
    for module in ("rules.pack.files", "rules.workshop.command"):
        monkeypatch.setattr(f"{module}.WORLD", packs)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_who_follows_the_page_reads_what_it_says_at_each_step(mygame, capsys):
    lines = 0
    for part in parts():
        if part.file:
            write_part(part, mygame / "world" / "packs")
        elif not part.language:
            python, _, module, *given = shlex.split(part.text)
            assert python == "python"
            main = importlib.import_module(module + ("" if "text" in module else ".__main__")).main
            assert main([*given, *(["--processes", "1"] if module.endswith("sim") else [])]) == 0
            told = " ".join(capsys.readouterr().out.split())
            missing = [each for each in part.quoted if " ".join(each.split()) not in told]
            assert missing == [], told
            lines += 1
    assert lines > 5


def test_its_game_is_whole(tmp_path):
    try_game(write_orchard(tmp_path))


def test_bots_play_its_game_to_the_end_and_who_looks_ahead_wins_more(tmp_path):
    won, fair = play_game(write_orchard(tmp_path))
    assert won > fair


def test_bots_think_alike_of_it_on_both_machines(tmp_path):
    pytest.importorskip("wasmtime")
    compare_bots(write_orchard(tmp_path))


def test_nothing_on_the_page_goes_untried():
    kinds = {(part.language, bool(part.file)) for part in parts()}
    assert kinds == {("json5", True), ("", False), ("telnet", False)}
    assert len(parts()) == PAGE.read_text("utf-8").count("```") // 2
