"""Reviewers publish changed games by a command in both languages; players at tables see nothing."""

from unittest import mock

import pytest
from shelved import edit

from typeclasses.tables import Table
from world.content import publishing
from world.shelf import games

GREY = '"en": "grey stone"}, "weight": 1'


@pytest.fixture
def file(hall, own_file):
    return own_file


@pytest.fixture
def rita(person):
    """A reviewer."""
    somebody = person("Rita")
    somebody.account.permissions.add("Reviewer")
    return somebody


@pytest.fixture
def publishes(file, turns):
    def by(somebody, line):
        """Type a line, and read until the publication is over."""
        somebody.type(line)
        turns.run_until(lambda: not publishing._turn.locked)
        return somebody.told()

    return by


def test_a_reviewer_reads_which_cards_are_new_changed_and_gone(rita, file, publishes):
    games.games_by_id()
    edit(file, GREY, GREY[:-1] + "4")
    edit(file, '{"id": "t.stone.red", "count": 12', '{"id": "t.stone.blue", "count": 12')
    told = publishes(rita, "publish pebbles")
    assert told.startswith("Reading the files of the games ...\nPebbles is published.")
    assert "Cards added (1): red stone." in told
    assert "Cards changed (1): grey stone." in told
    assert "Cards removed (1): red stone." in told
    assert "Files: pebbles/pack.json5." in told
    assert publishes(rita, "publish").endswith("Nothing has changed in Pebbles.")


def test_in_chinese_too(rita, file, publishes):
    games.games_by_id()
    rita.account.language = "zh"
    edit(file, GREY, GREY[:-1] + "4")
    told = publishes(rita, "发布pebbles")
    assert "《石子》已发布。" in told
    assert "改动的牌（1）：灰石。" in told


def test_the_first_mistakes_are_told_with_their_places_and_the_others_counted(
    rita, file, publishes
):
    games.games_by_id()
    for number in range(12):
        edit(file, '"cards": [', f'"cards": [{{"id": "t.stone.n{number}", "nmae": "x"}},')
    told = publishes(rita, "publish")
    assert "Pebbles is not published." in told
    assert told.count("pebbles/pack.json5:") == 10
    assert "and 14 more" in told
    assert f"rules.packcheck{file.parent}" in "".join(told.split())  # a long path is cut
    assert (
        games.find_game("pebbles").program.catalogue.definitions.keys().isdisjoint({"t.stone.n0"})
    )


def test_who_plays_reads_nothing_of_it_and_plays_on(rita, ann, file, publishes):
    games.games_by_id()
    table = Table.open_table("pebbles", ann.character, players=2)
    table.add_bot()
    table.start(seed=7)
    before = table.pack
    ann.heard.clear()
    edit(file, GREY, GREY[:-1] + "4")
    assert "Games that go on with the version they began with: 1." in publishes(rita, "publish")
    assert ann.heard == []
    assert table.pack is before
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 4


def test_a_table_gets_the_decks_that_its_game_has_got_since(rita, ann, file, publishes):
    games.games_by_id()
    table = Table.build_table("pebbles")
    before = len(table.fixtures())
    edit(file, '{"zone": "bag", "names"', '{"zone": "bag", "aliases": ["sack"], "names"')
    edit(file, '"decks": [', '"decks": [{"zone": "pit", "names": {"zh": "坑", "en": "pit"}}, ')
    edit(file, '"heap": {"see": "all"},', '"heap": {"see": "all"}, "pit": {"see": "all"},')
    publishes(rita, "publish")
    assert Table.open_table("pebbles", ann.character) == table
    assert len(table.fixtures()) == before + 1


@pytest.mark.parametrize("line", ["publish chess", "publish |5x"])
def test_a_game_that_is_not_there_is_said_so(rita, file, line):
    assert "there are pebbles." in rita.type(line)


@pytest.mark.parametrize("permission", ["Player", "Builder"])
def test_only_reviewers_can_publish_files(ann, file, permission):
    ann.account.permissions.add(permission)
    with mock.patch.object(publishing, "publish_game") as publish:
        ann.type("publish")
        ann.type("发布")
    assert not publish.called
    assert not any(line.startswith("  publish") for line in ann.type("help").splitlines())
