"""
Packages in Lua as the manual of the open client has them (seed 001): its listings load as they are
printed, and play. They stand in `tests/packages/listings`.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from packages_in_lua import game_with, hashes_of

from rules.ground.errors import PackError
from rules.running.match import Match

MATCHES = int(os.environ.get("MATCHES") or 3)
SEATS, ANSWERS = 5, 250
OURS = "moligaloo.general", "fundamentals.general"


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return game_with(tmp_path_factory.mktemp("packs"))


def played(pack, seed, between=lambda match: match):
    """
    The hashes of a match at its choices, of random answers: generals of packages are taken where
    they are offered. It goes on from `between` of it.
    """
    dice = Random(seed)

    def answer(match):
        choice = match.choices[0]
        picks = dice.sample(
            range(len(choice.options)), dice.randint(choice.minimum, choice.maximum)
        )
        ids = [match.card_id(option.entity) or "" for option in choice.options]
        ours = [at for at, each in enumerate(ids) if each.startswith(OURS)]
        match.answer(choice.seat, ours[:1] if ours and choice.minimum else picks)

    return hashes_of(Match.new(pack, SEATS, seed), ANSWERS, answer, between)[:2]


def test_listings_of_the_manual_become_generals_and_skills(pack):
    known = pack.declarations.catalogue.definitions
    assert {name for name in known if name.startswith("moligaloo.")} == {
        *("moligaloo.general.shiqian", "moligaloo.skill.shentou", "moligaloo.package.moligaloo"),
    }
    of_listings = {name for name in known if name.startswith("fundamentals.")}
    assert {"fundamentals.general.dodger", "fundamentals.card.liuli_effect"} <= of_listings
    assert known["moligaloo.skill.shentou"].name == {"zh": "神偷", "en": "shentou (神偷)"}


def test_matches_with_packages_go_on_wherever_they_are_taken_up(pack):
    """Cloned, and saved and loaded into another state of Lua, before each answer."""

    def loaded(match):
        pack.program.scripts._local.state = None
        return Match.load(pack, match.save())

    waited = 0
    for seed in range(MATCHES):
        hashes, waits = played(pack, seed)
        waited += waits
        assert played(pack, seed, lambda match: match.clone(keep=True))[0] == hashes
        assert played(pack, seed, loaded)[0] == hashes
    assert waited


PROBE = """
module("extensions.probe", package.seeall)
extension = sgs.Package("probe")
prober = sgs.General(extension, "prober$", "wei", "3", false)
probe = sgs.CreateTriggerSkill{
    name = "probe", events = {sgs.TurnStart}, can_trigger = function() return true end,
    on_trigger = function(self, event, player, data)
        local room, found = player:getRoom(), {}
        local function say(value) found[#found + 1] = tostring(value) end
%s
        room:setTag("probe", sgs.QVariant(table.concat(found, " ")))
    end
}
prober:addSkill(probe)
"""


def probed(folder, lines):
    """What a skill has found out as the first turn begins; its general is one of the lord's."""
    pack = game_with(folder, probe=PROBE % lines)
    match = Match.new(pack, SEATS, 3)
    while (0, "tag probe") not in match.tags:
        choice = match.choices[0]
        ids = [match.card_id(option.entity) or "" for option in choice.options]
        wanted = [at for at, each in enumerate(ids) if each == "probe.general.prober"]
        match.answer(choice.seat, wanted or choice.default)
    return match.tags[0, "tag probe"].split(" ")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("say(player:getHp()) say(player:getMaxHP()) say(player:isWounded())", "4 4 false"),
        ("say(player:getGeneral():isFemale()) say(player:getGeneralName())", "true prober"),
        ("say(room:alivePlayerCount()) say(room:getOtherPlayers(player):length())", "5 4"),
        ("say(player:getHandcardNum()) say(player:getCards('he'):length())", "4 4"),
        ("say(player:isLord()) say(player:getRole()) say(player:getSeat())", "true lord 1"),
        ("say(player:distanceTo(player:getNextAlive())) say(player:getAttackRange())", "1 1"),
        ("player:gainMark('@x', 2) player:loseMark('@x') say(player:getMark('@x'))", "1"),
        ("room:setPlayerFlag(player, 'y') say(player:hasFlag('y'))", "true"),
        ("say(player:hasSkill('probe')) say(player:hasSkill('paoxiao'))", "true false"),
        ("room:acquireSkill(player, 'paoxiao') say(player:hasSkill('paoxiao'))", "true"),
        ("local c = sgs.Sanguosha:getCard(0) say(c:getSuitString()) say(c:getNumber())", "spade 7"),
        ("local c = sgs.Sanguosha:getCard(0) say(c:className()) say(c:getSubtype())",
         "Slash attack_card"),
        ("local c = sgs.Sanguosha:getCard(0) say(c:match('slash')) say(c:match('.H'))",
         "true false"),
        ("local c = sgs.Sanguosha:cloneCard('snatch', sgs.Card_Heart, 12) c:addSubcard(0)"
         " say(c:getNumberString()) say(c:isRed()) say(c:inherits('TrickCard'))"
         " say(c:getSubcards():at(0))", "Q true true 0"),
        ("room:loseHp(player) say(player:getHp()) say(player:getLostHp())", "3 1"),
        ("player:drawCards(2) say(player:handCards():length())", "6"),
        ("local l = sgs.IntList() l:append(3) l:prepend(1) say(l:contains(3)) say(l:first())"
         " for i, x in sgs.qlist(l) do say(i .. x) end", "true 1 01 13"),
        ("say(('a+b'):split('+')[2]) say(#sgs.reverse{1, 2, 3})", "b 3"),
    ],
)  # fmt: skip
def test_names_of_the_manual(tmp_path, lines, found):
    assert " ".join(probed(tmp_path, lines)) == found


@pytest.mark.parametrize(
    ("package", "message"),
    [
        ('extension = sgs.Package("x")\nsgs.General(extension, "y", "wo")',
         r"lua/bad\.lua:2: there is no kingdom wo"),
        ('extension = sgs.Package("x")\ns = sgs.CreateTriggerSkill{name = "s"}',
         r"lua/bad\.lua:2: s has no events(.|\n)*lua/bad\.lua:2: s has no on_trigger"),
        ('extension = sgs.Package("x")\n\ns = sgs.CreateViewAsSkill{n = 1}',
         r"lua/bad\.lua:3: a skill needs a name"),
        ("extension = sgs.Pakage('x')", r"lua/bad\.lua:1: attempt to call field 'Pakage'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_package_is_told_with_its_line(tmp_path, package, message):
    with pytest.raises(PackError, match=message):
        game_with(tmp_path, bad=package)
