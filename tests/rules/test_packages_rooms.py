"""
The room and the players of packages in Lua (manual 5 to 7): every name of the manual is there, and
does what the manual says; what is asked is told in the author's words, to the one who is asked.
"""

from __future__ import annotations

import pytest
from packages_in_lua import Lab, cases_in

#: The names of section 5 that stand there without a mark or with [S].
ROOM = """
    getAlivePlayers getOtherPlayers alivePlayerCount findPlayerBySkillName getAllPlayers
    getPlayers getCurrent setCurrent getLord nextPlayer findPlayer getLieges judge damage
    drawCards throwCard cardEffect obtainable useCard recover loseHp loseMaxHp obtainCard
    moveCardTo getNCards drawCard peek doGuanxing doGongxin showCard showAllCards fillAG takeAG
    provide slashEffect slashResult acquireSkill detachSkillFromPlayer attachSkillToPlayer
    transfigure killPlayer revivePlayer enterDying gameOver swapSeat installEquip
    getCardFromPile setFixedDistance isProhibited setPlayerFlag setPlayerMark setPlayerProperty
    setTag getTag removeTag getCardPlace getCardOwner getThread setEmotion playSkillEffect
    broadcastSkillInvoke output writeToConsole sendLog playCardEffect sendJudgeResult
    broadcastInvoke askForSkillInvoke askForChoice askForDiscard askForExchange askForCard
    askForUseCard askForCardChosen askForPlayerChosen askForAG askForNullification
    askForCardShow askForPindian askForYiji askForSuit askForKingdom askForSinglePeach activate
""".split()  # noqa: SIM905
PLAYER = """
    objectName getRoom getGeneral getKingdom getRole getHp getMaxCards getHandcardNum
    getHandcards getEquips getWeapon getPhase getPile hasSkill hasLordSkill hasFlag getTag
    hasEquip hasUsed usedTimes isKongcheng isNude isChained distanceTo canSlash drawCards
    obtainCard throwAllHandCards throwAllEquips askForSkillInvoke getPattern getMaxHP getMaxHp
    getLostHp isWounded isAlive isDead isLord getSeat faceUp setFaceUp turnOver getAttackRange
    inMyAttackRange getGeneralName getGeneral2 getArmor getDefensiveHorse getOffensiveHorse
    hasWeapon hasArmorEffect getCards handCards wholeHandCards getCardCount getJudgingArea
    delayedTricks containsTrick isAllNude getRandomHandCard getRandomHandCardId isLastHandCard
    setFlags clearFlags setTag removeTag addMark removeMark setMark getMark gainMark loseMark
    loseAllMarks addToPile getPileName acquireSkill loseSkill hasInnateSkill getVisibleSkillList
    skip getPhases isSkipped getNextAlive pindian throwAllCards getSlashCount
    canSlashWithoutCrossbow jilei isJilei setChained setHp setMaxHP setKingdom getState invoke
    speak gainAnExtraTurn bury
""".split()  # noqa: SIM905
GENERAL = ["isMale", "isFemale", "getKingdom", "getMaxHp", "objectName"]
ENGINE = """
    cloneCard getCard getSkill getTriggerSkill getViewAsSkill getGeneral getCardCount
    getKingdoms translate getRandomGenerals cloneSkillCard addSkills correctDistance
    getRelatedSkills
""".split()  # noqa: SIM905
THREAD = ["delay", "trigger", "addTriggerSkill"]
#: What cannot be, as it stands in the table of lua/api.
IMPOSSIBLE = {
    "room:swapSeat(player, other)": "the seats of a table are fixed while a match is played",
    "room:provide(sgs.Sanguosha:getCard(0))": "it answers CardAsked",
    "room:setPlayerProperty(player, 'seat', sgs.QVariant(1))": "there is no property seat",
    "room:getThread():trigger('Dying', player, sgs.QVariant())": "there is Dying",
}


ABOVE, CASES = cases_in("rooms")
NAMES = {
    "names_of_rooms": ("room", ROOM),
    "names_of_players": ("player", PLAYER),
    "names_of_generals": ("player:getGeneral()", GENERAL),
    "names_of_the_engine": ("sgs.Sanguosha", ENGINE),
    "names_of_threads": ("room:getThread()", THREAD),
}
REFUSED = {f"refused_{at}": lines for at, lines in enumerate(IMPOSSIBLE)}


def _missing(object_name, names):
    wanted = ", ".join(f'"{name}"' for name in names)
    return f"for _, n in ipairs{{{wanted}}} do if not ({object_name})[n] then say(n) end end"


def _refused(lines):
    return (
        "local other = player:getNextAlive()\n"
        f"local fine, why = pcall(function() {lines} end)\nsay(fine) say(why)"
    )


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    cases = {name: lines for name, (lines, _) in CASES.items()}
    cases |= {name: _missing(*known) for name, known in NAMES.items()}
    cases |= {name: _refused(lines) for name, lines in REFUSED.items()}
    return Lab(tmp_path_factory.mktemp("packs"), cases, ABOVE)


@pytest.mark.parametrize("case", NAMES)
def test_every_name_of_the_manual_is_there(lab, case):
    assert lab.run(case).found == ""


@pytest.mark.parametrize("case", CASES)
def test_names_do_what_the_manual_says(lab, case):
    assert lab.run(case).go_on().found == CASES[case][1]


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_fails_with_a_sentence_at_its_line(lab, case):
    found = lab.run(case).found
    assert found.startswith("false lab.lua:")
    assert "is not possible here: " in found
    assert IMPOSSIBLE[REFUSED[case]] in found
