"""Packages in Lua at a table: which take part, and what becomes of a match when one changes."""

import random
import shutil

import pytest

from rules.ground.errors import ActionFailed
from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.running.match import Match
from rules.running.scripts import SCRIPT
from world.locale.reader import Reader
from world.play.hosting import recovery, registry
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.render.lobby import Lobby
from world.shelf import games

HOWLER = "wolf.general.howler"
PEOPLE = tuple(Sitter(f"P{n}") for n in range(5))
WOLF = """
module("extensions.wolf", package.seeall)
extension = sgs.Package("wolf")
howler = sgs.General(extension, "howler$", "wei")
howl = sgs.CreateTriggerSkill{
    name = "howl", events = sgs.TurnStart,
    can_trigger = function() return true end,
    on_trigger = function(self, event, player, data)
        local room = player:getRoom()
        room:drawCards(player, 1)
        if room:askForSkillInvoke(player, "howl") then room:drawCards(player, AMOUNT) end
    end
}
howler:addSkill(howl)
sgs.LoadTranslationTable{["wolf"] = "狼群", ["howler"] = "头狼", ["howl"] = "长嚎"}
"""


@pytest.fixture
def packed(hall, tmp_path, settings):
    """The game of packages with one, which draws so many cards: `packed(2)`; a new version each."""
    settings.CACHE_DIR = str(tmp_path / "cache")
    folder = tmp_path / "packs"
    folder.mkdir()
    (folder / "kingdoms").symlink_to(WORLD / "kingdoms")
    shutil.copytree(WORLD / "kingdoms_packages", folder / "kingdoms_packages")
    for package in (folder / "kingdoms_packages" / "lua").glob("*.lua"):
        package.unlink()  # those of the game itself

    def load(amount):
        file = folder / "kingdoms_packages" / "lua" / "wolf.lua"
        file.write_text(WOLF.replace("AMOUNT", str(amount)), encoding="utf-8")
        pack = load_pack(folder / "kingdoms_packages")
        games.put_on_shelf(pack)
        return pack

    return load


def test_a_table_says_which_packages_take_no_part(packed, ann, an):
    packed(1)
    assert "Packages left out: none" in ann.type("open kingdoms_packages players 5")
    table = ann.character.location
    for typed in (
        "packages left out wolf",
        "不用的扩展包 狼群",
        "packagesLeftOut wolf.package.wolf",
    ):
        ann.type(f"options {typed}")
        assert table.options["packagesLeftOut"] == ["wolf.package.wolf"]
        ann.type("options packages left out none")
        assert table.options["packagesLeftOut"] == []
    assert "Packages left out: wolf (狼群)" in ann.type("options packages left out wolf")
    an.type(f"加入 {table.number}")
    assert "不用的扩展包：狼群" in an.type("选项")
    own = Lobby().own_table_message(table, an.character, Reader("zh"))
    option = next(each for each in own["options"] if each["name"] == "packagesLeftOut")
    assert option["choices"] == [{"value": "wolf.package.wolf", "text": "狼群"}]


def test_as_many_generals_can_be_left_out_as_the_packages_that_take_part_have(packed, ann):
    packed(1)
    ann.type("open kingdoms_packages players 10 packagesLeftOut wolf leftOut Cao Cao, Liu Bei")
    table = ann.character.location
    assert table.options["leftOut"] == ["kingdoms.general.caocao", "kingdoms.general.liubei"]
    told = ann.type("options players 7")
    assert "at most 0 cards, not 2" in told
    ann.type("options players 7 packagesLeftOut none leftOut Cao Cao")
    assert table.options["players"] == 7
    assert table.options["leftOut"] == ["kingdoms.general.caocao"]
    assert "at most 0 cards, not 1" in ann.type("options packages left out wolf")


@pytest.fixture
def midway(packed, clock):
    """A hosted match that waits in the midst of a skill of the package, which has drawn already."""
    pack = packed(3)
    for seed in range(50):
        host = MatchHost.start(pack, PEOPLE, seed=seed, clock=clock, pace=0)
        dice = random.Random(seed)
        for _ in range(200):
            if host.match.is_over:
                break
            if any(code is SCRIPT and r[2] for code, r, _ in host.match.stack):
                return host
            choice = host.match.choices[0]
            ids = [host.match.card_id(each.entity) for each in choice.options]
            picks = dice.sample(range(len(ids)), dice.randint(choice.minimum, choice.maximum))
            if HOWLER in ids and choice.minimum:
                picks = [ids.index(HOWLER)]
            host.answer(choice.seat, tuple(picks))
    raise AssertionError("the skill never asks")


def test_a_match_in_the_midst_of_a_skill_ends_it_with_the_package_it_began_with(
    packed, midway, clock
):
    old, before = midway.match.game, midway.match.hash()
    other = packed(1)
    assert other.hash != old.hash
    midway.release()
    registry.forget_all()
    games.forget()
    games.put_on_shelf(other)
    found = recovery.recover_matches(clock=clock)
    again = next(each for each in found if each.record.pk == midway.record.pk)
    assert again.match.game.hash == old.hash
    assert again.match.hash() == before
    assert "drawCards(player, 3)" in again.match.game.sources["kingdoms_packages/lua/wolf.lua"]
    choice = again.match.choices[0]
    hands = []
    for at in range(len(choice.options)):
        match = again.match.clone()
        match.answer(choice.seat, (at,))
        hands.append(len(match.zones[hand_of(match, choice.seat)]))
    assert max(hands) - min(hands) == 3


def hand_of(match, seat):
    return match.program.layout.zones["hand"].first + seat + 1


def test_a_general_left_out_is_not_offered(packed, clock):
    pack = packed(1)
    options = {"packagesLeftOut": ["wolf.package.wolf"]}
    for seed in range(4):
        found = set()
        for given in ({}, options):
            match = Match.new(pack, 5, seed, options=given)
            offered = {match.card_id(option.entity) for option in match.choices[0].options}
            found.add(HOWLER in offered)
        assert found == {True, False}
    with pytest.raises((ValueError, ActionFailed)):
        Match.new(pack, 5, 1, options={"packagesLeftOut": ["hare.package.hare"]})
