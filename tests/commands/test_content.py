"""Staff sees how files and what is published differ, decides, writes files out, installs games."""

import zipfile

import pytest

from world import content
from world.shelf import games

from .test_card_publish import Waiting, bob, draft_of, file, rita  # noqa: F401


@pytest.fixture
def ada(person, file, turns):  # noqa: F811
    somebody = person("Ada")
    somebody.account.permissions.add("Admin")
    return Waiting(somebody, turns)


@pytest.fixture
def published(bob, rita):  # noqa: F811
    number = draft_of(bob).pk
    bob.type(f"card submit {number}")
    rita.type(f"card approve {number}")
    rita.type(f"card publish {number}")


def test_what_differs_is_told_and_written(bob, rita, published, file):  # noqa: F811
    told = bob.reads("content")
    assert "Rita, from drafts" in told
    assert "Published otherwise than on disk (1): pebbles/pack.json5." in told
    assert "You have no right to that." in bob.type("content export pebbles")
    told = rita.reads("content export pebbles")
    assert "Written (1):" in told
    assert '"weight": 4}' in file.read_text("utf-8")
    assert "as it is published already" in rita.reads("content export pebbles")


def test_what_changed_in_both_is_decided(bob, rita, published, file):  # noqa: F811
    text = file.read_text("utf-8")
    file.write_text(text.replace('"weight": 1}', '"weight": 7}', 1), encoding="utf-8")
    assert "Changed on disk and published otherwise (1)" in rita.reads("content status pebbles")
    assert "You have no right to that." in bob.type("content take pebbles files")
    assert "Say which side: files, database." in rita.type("content take pebbles")
    assert "Pebbles is published." in rita.type("content take pebbles files")
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 7
    assert "Nothing of pebbles has changed" in rita.type("content take pebbles database")


def test_in_chinese_too(rita, published, file):  # noqa: F811
    rita.account.language = "zh"
    assert "发布的和磁盘上的不同" in rita.type("内容")
    assert "已写出" in rita.type("内容 导出pebbles")


def test_an_archive_in_the_folder_for_it_is_installed(ada, rita, file, tmp_path, settings):  # noqa: F811
    settings.INCOMING_DIR = str(tmp_path / "incoming")
    for folder_there in (False, True):
        if folder_there:
            (tmp_path / "incoming").mkdir()
        told = ada.reads("content install ../../etc")
        assert "Nothing is there to be installed" in told
        assert str(tmp_path) not in told
    text = file.read_text("utf-8").replace('"id": "pebbles"', '"id": "marbles"')
    with zipfile.ZipFile(tmp_path / "incoming" / "marbles.zip", "w") as packed:
        packed.writestr("marbles/pack.json5", text.replace("Pebbles", "Marbles"))
    assert "There are: marbles.zip." in ada.reads("content install ../marbles.zip")
    assert "You have no right to that." in rita.type("content install marbles.zip")
    assert "Marbles is published." in ada.type("content install marbles.zip")
    assert content.folder_of("marbles") == "marbles"


def test_players_have_no_such_command(person, file):  # noqa: F811
    told = person("Ann").type("content status")
    assert "from files" not in told
