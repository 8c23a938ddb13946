"""`python -m rules.pack new GAME --like tricks`: a game that plays at once, as somebody's own."""

from __future__ import annotations

import pytest
from small_games import compare_bots, play_game, try_game

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.workshop.command import main
from rules.workshop.new_game import LIKE, write_game

every = pytest.mark.parametrize("like", LIKE)


def test_there_are_three_kinds_of_games_to_begin_with():
    assert set(LIKE) == {"tricks", "race", "duel"}


@every
def test_a_new_game_has_no_mistakes_and_scenarios_that_hold(tmp_path, like):
    write_game(tmp_path / "hill", like, {})
    try_game(tmp_path / "hill")


@every
def test_bots_play_it_to_the_end_and_who_looks_ahead_wins_more(tmp_path, like):
    write_game(tmp_path / "hill", like, {})
    won, fair = play_game(tmp_path / "hill")
    assert won > fair


@every
def test_its_bots_think_alike_on_both_machines(tmp_path, like):
    pytest.importorskip("wasmtime")
    write_game(tmp_path / "hill", like, {})
    compare_bots(tmp_path / "hill")


@every
def test_authors_read_what_its_words_do_in_both_languages(tmp_path, like):
    write_game(tmp_path / "hill", like, {})
    pack = load_pack(tmp_path / "hill")
    words = [word for table in pack.declarations.defines.values() for word in table.values()]
    assert words
    assert [word.name for word in words if not word.doc] == []
    assert pack.words["zh"]["docs"].keys() == {word.name for word in words}


@every
def test_it_is_called_as_somebody_says(tmp_path, capsys, like):
    folder = str(tmp_path / "green_hill")
    assert main(["new", folder, "青山", "/", "Green Hill", "--like", like]) == 0
    told = capsys.readouterr().out.splitlines()
    assert f"python -m rules.pack check {folder}" in told
    assert all(line in told for line in map(str, (tmp_path / "green_hill").rglob("*.json5")))
    pack = load_pack(folder)
    assert (pack.id, pack.name) == ("green_hill", {"zh": "青山", "en": "Green Hill"})
    assert all(card.id.startswith("green_hill.") for card in pack.cards)
    texts = [path.read_text("utf-8") for path in (tmp_path / "green_hill").rglob("*.json5")]
    assert not any("my_game" in text for text in texts)


def test_without_a_name_it_is_called_as_its_folder(tmp_path):
    write_game(tmp_path / "green_hill", "race", {})
    assert load_pack(tmp_path / "green_hill").name == {"zh": "Green Hill", "en": "Green Hill"}


def test_a_bare_name_is_one_of_the_games_of_the_world(capsys):
    assert main(["new", "race", "--like", "race"]) == 2
    assert capsys.readouterr().out == f"there is already {WORLD / 'race'}\n"


@pytest.mark.parametrize("name", ["Hill", "9hills", "green hill", "hill.5"])
def test_a_name_that_can_be_no_id_is_refused(tmp_path, capsys, name):
    assert main(["new", str(tmp_path / name), "--like", "race"]) == 2
    assert capsys.readouterr().out.startswith(f"{name!r} can be no id of a game")
    assert list(tmp_path.iterdir()) == []
