"""The shelf: which games there are, and what becomes of one that is not in order."""

from unittest import mock

import pytest

from world.models import PackVersion, Publication
from world.shelf import games


@pytest.fixture
def own(tmp_path, settings, loaded_pebbles):
    """A shelf of one's own with one game; gives the file of it."""
    settings.PACK_DIRS = [tmp_path / "own"]
    settings.CACHE_DIR = str(tmp_path / "cache")
    file = tmp_path / "own" / "pebbles" / "pack.json5"
    file.parent.mkdir(parents=True)
    file.write_text(loaded_pebbles.sources["pebbles/pack.json5"], encoding="utf-8")
    games.forget()
    yield file
    games.forget()


def start_again():
    """As the Server does: read what is there, and keep what is good of it."""
    games.forget()
    games.keep_good()


def breaks(file):
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace('"pack":', '"pakc":', 1), encoding="utf-8")
    return good


def test_a_game_with_a_mistake_stays_as_it_last_was_in_order(db, own):
    start_again()
    before = games.find_game("pebbles")
    good = breaks(own)
    with mock.patch.object(games.logger, "log_err"):
        start_again()
    assert games.find_game("pebbles").sources == before.sources
    assert list(games.mistakes()) == ["pebbles"]
    assert "pebbles/pack.json5" in games.mistakes_told()[0]
    with mock.patch.object(games.logger, "log_err"):
        start_again()  # what is offered in its place is not what its files say
    assert games.mistakes()
    assert games.find_game("pebbles").sources == before.sources
    own.write_text(good.replace('"version": "1.0"', '"version": "1.1"'), encoding="utf-8")
    start_again()
    assert not games.mistakes()
    assert games.find_game("pebbles").version == "1.1"


def test_a_file_which_cannot_even_be_read_is_a_mistake(db, own):
    start_again()
    own.write_bytes(b"\xff\xfe\x00{")
    with mock.patch.object(games.logger, "log_err"), mock.patch.object(games.logger, "log_trace"):
        start_again()
    assert list(games.games_by_id()) == ["pebbles"] == list(games.mistakes())


def test_what_was_published_is_kept_and_nothing_twice(db, own):
    start_again()
    good = own.read_text(encoding="utf-8")
    for text in (good.replace('"version": "', '"version": "2'), good, good):
        own.write_text(text, encoding="utf-8")
        start_again()
    assert PackVersion.objects.count() == 2
    versions = [row.version.version for row in Publication.objects.order_by("pk")]
    assert versions == ["1.0", "21.0", "1.0"]


def test_many_mistakes_are_told_in_short_and_once(monkeypatch):
    text = "\n".join(f"place {n}: wrong" for n in range(50))
    monkeypatch.setattr(games, "_shelf", {})
    monkeypatch.setattr(games, "_mistakes", {"one": text, "heir": text})
    told = games.mistakes_told(3)
    assert told == ["place 0: wrong", "place 1: wrong", "place 2: wrong", "... and 47 more"]


def test_the_shelf_holds_what_lies_in_its_folders(db, tmp_path, settings, loaded_pebbles):
    own = tmp_path / "own"
    for folder in (own / "pebbles", own / "broken", own / "empty"):
        folder.mkdir(parents=True)
    source = loaded_pebbles.sources["pebbles/pack.json5"]
    (own / "pebbles" / "pack.json5").write_text(source, encoding="utf-8")
    (own / "broken" / "pack.json5").write_text('{"pack": {"id": "broken",}, "mian": []}')
    settings.PACK_DIRS = [tmp_path / "nowhere", own]
    games.forget()
    with mock.patch.object(games.logger, "log_err") as log:
        assert list(games.games_by_id()) == ["pebbles"]
    assert any("mian" in call.args[0] for call in log.call_args_list)
    games.forget()


def test_an_own_game_takes_the_place_of_one_with_the_same_folder(
    db, tmp_path, settings, loaded_pebbles
):
    source = loaded_pebbles.sources["pebbles/pack.json5"]
    for shelf, version in (("first", "1.0"), ("second", "2.0")):
        folder = tmp_path / shelf / "pebbles"
        folder.mkdir(parents=True)
        text = source.replace('"version": "1.0"', f'"version": "{version}"')
        (folder / "pack.json5").write_text(text, encoding="utf-8")
    settings.PACK_DIRS = [tmp_path / "first", tmp_path / "second"]
    games.forget()
    assert games.find_game("pebbles").version == "2.0"
    games.forget()
