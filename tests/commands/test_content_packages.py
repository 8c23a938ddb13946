"""Packages in Lua in the game: taken from the folder for that, edited, told at their lines."""

import zipfile

import pytest
from shelved import add_scripts

from world.models import Draft

from .test_card_publish import Waiting, bob, file, rita  # noqa: F401
from .test_content import ada  # noqa: F401

WOLF = "file:lua/wolf.lua"


@pytest.fixture
def incoming(file, tmp_path, settings):  # noqa: F811
    add_scripts(file.parent)
    folder = tmp_path / "incoming"
    folder.mkdir()
    settings.INCOMING_DIR = str(folder)
    return folder


def test_packages_in_the_folder_for_it_become_drafts(ada, rita, incoming):  # noqa: F811
    with zipfile.ZipFile(incoming / "wolf.zip", "w") as packed:
        packed.writestr("extensions/wolf.lua", 'game.stone("moon", 3)\n')
        packed.writestr("image/moon.png", b"PNG")
    (incoming / "hare.lua").write_text('game.stone("hare", 3)\n')
    assert "You have no right to that." in rita.type("content install wolf.zip")
    told = ada.reads("content install wolf.zip")
    assert "of pebbles: file:lua/wolf.lua." in told
    assert "Left out (1)" in told
    ada.account.language = "zh"
    told = ada.reads("内容 安装 hare.lua pebbles")
    assert "pebbles的草稿" in told
    assert "file:lua/hare.lua" in told
    assert Draft.objects.count() == 2


def test_what_is_wrong_with_packages_is_told(ada, incoming):  # noqa: F811
    with zipfile.ZipFile(incoming / "wolf.zip", "w") as packed:
        packed.writestr("../wolf.lua", "x = 1")
        packed.writestr("extensions/wolf.exe", "MZ")
    told = ada.reads("content install wolf.zip")
    assert "../wolf.lua leads out of its folder; extensions/wolf.exe is neither a script" in told
    ada.account.language = "zh"
    assert "../wolf.lua指向了文件夹之外" in ada.reads("内容 安装 wolf.zip")


def test_a_script_is_edited_and_checked(bob, incoming):  # noqa: F811
    bob.type(f"content edit pebbles {WOLF}")
    bob.type('game.stone("moon")')
    assert "line 1: a stone needs a weight" in bob.reads(":w")
    bob.account.language = "zh"
    bob.type(":dd 1")
    bob.type('game.stone("moon")')
    assert "第 1 行：石头要有重量" in bob.reads(":w")
    assert Draft.objects.get().address == WOLF
    bob.type(":q!")
    number = Draft.objects.get().pk
    assert "石头要有重量" in bob.reads(f"牌 检查 {number}")
