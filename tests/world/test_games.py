"""The shelf: which games there are, and what becomes of one that is not in order."""

from unittest import mock

from world import games


def test_the_shelf_holds_what_lies_in_its_folders(tmp_path, settings, loaded_pebbles):
    own = tmp_path / "own"
    for folder in (own / "pebbles", own / "broken", own / "empty"):
        folder.mkdir(parents=True)
    source = loaded_pebbles.sources["pebbles/pack.json5"]
    (own / "pebbles" / "pack.json5").write_text(source, encoding="utf-8")
    (own / "broken" / "pack.json5").write_text('{"pack": {"id": "broken",}, "mian": []}')
    settings.PACK_DIRS = [tmp_path / "nowhere", own]
    games.forget()
    with mock.patch.object(games.logger, "log_err") as log:
        assert list(games.games()) == ["pebbles"]
    assert "mian" in log.call_args.args[0]
    games.forget()


def test_an_own_game_takes_the_place_of_one_with_the_same_folder(
    tmp_path, settings, loaded_pebbles
):
    source = loaded_pebbles.sources["pebbles/pack.json5"]
    for shelf, version in (("first", "1.0"), ("second", "2.0")):
        folder = tmp_path / shelf / "pebbles"
        folder.mkdir(parents=True)
        text = source.replace('"version": "1.0"', f'"version": "{version}"')
        (folder / "pack.json5").write_text(text, encoding="utf-8")
    settings.PACK_DIRS = [tmp_path / "first", tmp_path / "second"]
    games.forget()
    assert games.game("pebbles").version == "2.0"
    games.forget()
