"""Every name of the manual of packages: creators, constants, events, cards, skills, structures."""

from __future__ import annotations

import pytest
from packages_in_lua import Lab

from rules.pack import load_pack
from rules.pack.files import WORLD

ENUMS = {
    "Card": "Spade Club Heart Diamond NoSuit AllSuits Skill Basic Trick Equip",
    "Player": "Start Judge Draw Play Discard Finish NotActive Hand Equip Judging Special "
    "DiscardedPile DrawPile Lord Loyalist Rebel Renegade",
    "DamageStruct": "Normal Fire Thunder",
    "Skill": "Frequent NotFrequent Compulsory Limited Wake",
}
CREATORS = (
    "Package General CreateViewAsSkill CreateTriggerSkill CreateSkillCard CreateDistanceSkill "
    "CreateProhibitSkill CreateFilterSkill CreateGameStartSkill CreateMasochismSkill "
    "LoadTranslationTable QVariant QRegExp DamageStruct CardEffectStruct SlashEffectStruct "
    "CardUseStruct CardMoveStruct DyingStruct RecoverStruct JudgeStruct PindianStruct LogMessage "
    "SPlayerList PlayerList CardList IntList SkillList qlist QList2Table reverse list"
)
EVENTS = (
    "GameStart TurnStart PhaseChange DrawNCards HpRecover HpLost HpChanged StartJudge "
    "AskForRetrial FinishJudge Pindian TurnedOver Predamage Predamaged DamageDone Damage Damaged "
    "DamageComplete Dying AskForPeaches AskForPeachesDone GameOverJudge Death SlashEffect "
    "SlashEffected SlashProceed SlashHit SlashMissed CardAsked CardUsed CardFinished CardResponsed "
    "CardResponded CardDiscarded CardLost CardGot CardLostDone CardGotDone CardDrawnDone "
    "CardEffect CardEffected ChoiceMade"
)
CARD = (
    "getId getEffectiveId getSuit getSuitString getNumber getNumberString isRed isBlack objectName "
    "className inherits isKindOf isEquipped addSubcard getSubcards setSkillName clone getTypeId "
    "getSkillName subcardsLength clearSubcards isVirtualCard isNDTrick getType getSubtype "
    "sameColorWith match toString targetFixed isAvailable setSuit setNumber willThrow "
    "isAggressive setCancelable"
)
SKILL = "objectName getFrequency isLordSkill isVisible getDefaultChoice setFlag unsetFlag"
VARIANT = (
    "setValue toInt toString toStringList toBool toDamage toDamageStar toCardEffect toSlashEffect "
    "toCardUse toCardMove toCard toPlayer toDying toRecover toJudge toPindian"
)
LIST = (
    "length at append isEmpty join first last contains prepend removeOne removeAt"  # of the manual
)
FIELDS = {
    "DamageStruct": "damage nature chain",
    "CardEffectStruct": "multiple",
    "SlashEffectStruct": "nature drank",
    "CardUseStruct": "to isValid",
    "RecoverStruct": "recover",
    "JudgeStruct": "good reason pattern isBad isGood",
    "LogMessage": "to",
}


def missing(of, names):
    """Lines that say which of these names something does not have."""
    return "\n".join(f'if {of}.{name} == nil then say("{name}") end' for name in names.split())


CASES = {
    "enums": "\n".join(
        missing("sgs", " ".join(f"{enum}_{name}" for name in names.split()))
        for enum, names in ENUMS.items()
    ),
    "creators": missing("sgs", CREATORS),
    "events": missing("sgs", EVENTS),
    "card": missing("sgs.Sanguosha:getCard(0)", CARD),
    "virtual": missing('sgs.Sanguosha:cloneCard("duel", 0, 1)', CARD),
    "skill": missing('sgs.Sanguosha:getSkill("skill")', SKILL),
    "variant": missing("sgs.QVariant()", VARIANT),
    "list": missing("sgs.IntList()", LIST),
    "structs": "\n".join(missing(f"sgs.{struct}()", names) for struct, names in FIELDS.items()),
    "values": """
        say(sgs.Card_Spade) say(sgs.Card_NoSuit) say(sgs.Card_Equip) say(sgs.Player_Play)
        say(sgs.Player_DrawPile) say(sgs.DamageStruct_Thunder) say(sgs.Skill_Wake)
        say(sgs.Skill_NotFrequency)""",
    "numbers": """
        local v = sgs.QVariant(7) say(v:toInt()) say(v:toString()) say(v:toBool())
        v = sgs.QVariant("12") say(v:toInt()) v = sgs.QVariant(true) say(v:toBool()) say(v:toInt())
        v = sgs.QVariant() say(v:toInt()) say(v:toBool()) say(v:toPlayer()) say(v:toDamageStar())
        say(v:toDamage().damage)""",
    "tags": """
        local function kept(value)
            local v = sgs.QVariant() v:setValue(value) player:setTag("k", v)
            return player:getTag("k")
        end
        say(kept(player):toPlayer():objectName())
        say(kept(sgs.Sanguosha:getCard(3)):toCard():getId())
        local damage = sgs.DamageStruct() damage.from, damage.damage = player, 3
        damage.card = sgs.Sanguosha:getCard(5)
        local back = kept(damage):toDamage()
        say(back.from:objectName()) say(back.damage) say(back.card:getId()) say(back.to)
        local l = sgs.SPlayerList() l:append(player) say(kept(l).value:length())
        say(table.concat(kept({"a", "b"}):toStringList(), "+")) say(kept(1.5):toInt())
        local c = sgs.Sanguosha:cloneCard("duel", 2, 5) c:addSubcard(3)
        c = kept(c):toCard() say(c:objectName()) say(c:getSubcards():first()) say(c:getNumber())""",
    "patterns": """
        local function fits(pattern, text) say(sgs.QRegExp(pattern):exactMatch(text)) end
        fits("(.*):(spade):(.*)", "Slash:spade:7") fits("(.*):(spade):(.*)", "Slash:heart:7")
        fits("(Slash|Jink):(.*):(.*)", "Jink:heart:2")
        fits("(Slash|Jink):(.*):(.*)", "Peach:heart:2")
        fits("(.*):(heart|diamond):([2-9])", "Jink:diamond:10")
        fits("(.*):(.*):([2-9]|10)", "X:club:10")
        fits("(?!Slash).*:(.*):(.*)", "Slash:club:2") fits("[^S].*", "Jink") fits("\\\\d+", "12")
        fits("a{2,3}b?", "aaab") fits("a{2,3}b?", "ab")""",
    "judges": """
        local j = sgs.JudgeStruct() j.pattern, j.good = sgs.QRegExp("(.*):(spade):([2-9])"), false
        j.card = sgs.Sanguosha:getCard(0) say(j:isGood()) say(j:isBad())
        say(j:isGood(sgs.Sanguosha:getCard(7))) local fine = pcall(j.isBad) say(fine)""",
    "clones": """
        local c = sgs.Sanguosha:cloneCard("slash", sgs.Card_Heart, 12) c:addSubcard(3)
        c:addSubcard(4)
        local d = c:clone() say(d:subcardsLength()) say(d:getNumber()) say(d:isRed())
        c:clearSubcards() say(c:subcardsLength()) c:setSuit(0) c:setNumber(1)
        say(c:isBlack() and c:getNumberString()) c:setSkillName("x") say(c:getSkillName())
        say(sgs.Sanguosha:cloneCard("nosuch", 0, 0)) say(c:targetFixed()) say(c:getType())""",
}  # fmt: skip
FOUND = {
    "values": "0 4 3 3 5 2 4 nil",
    "numbers": "7 7 true 12 true 1 0 false nil nil 1",
    "tags": "sgs5 3 sgs5 3 5 nil 1 a+b 1 duel 3 5",
    "patterns": "true false true false false true false true true true false",
    "judges": "false true true false",
    "clones": "0 12 true 0 A x nil false basic",
}


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    return Lab(tmp_path_factory.mktemp("names"), CASES)


@pytest.mark.parametrize("case", CASES)
def test_names_of_the_manual(lab, case):
    found = lab.run(case).found
    assert found == FOUND.get(case, "")


def test_choices_are_told_as_the_manual_has_them(tmp_path):
    above = """
    sgs.General(extension, "ear", "wei"):addSkill(sgs.CreateTriggerSkill{name = "ear",
        events = {sgs.ChoiceMade}, can_trigger = function() return true end,
        on_trigger = function(self, event, player, data)
            local use, room = data:toCardUse(), player:getRoom()
            local said = use.card and use.card:toString() or data:toString()
            room:setTag("told", sgs.QVariant(room:getTag("told"):toString() .. said .. " "))
        end})
    """
    lines = """
        room:acquireSkill(player, "ear") room:acquireSkill(player, "yingzi")
        room:askForSkillInvoke(player, "yingzi") say(room:getTag("told"):toString())"""
    run = Lab(tmp_path, {"choice": lines}, above).run("choice")
    assert run.go_on().found == "skillInvoke:yingzi:yes "


def test_names_of_the_games_own_cards_generals_and_skills_are_translated(tmp_path):
    """`lua/api/31_names.lua` has them; who changes a name of the game changes it there."""
    cards = load_pack(WORLD / "kingdoms").program.catalogue.by_symbol.values()
    names = {
        card.id.split(".")[-1]: card.name["zh"] for card in cards if "·" not in card.name["zh"]
    }
    keys = [name for name in names if name not in ("lord", "loyalist", "rebel", "renegade")]
    listed = ", ".join(f"'{key}'" for key in keys)
    lines = f"for _, key in ipairs{{{listed}}} do say(sgs.Sanguosha:translate(key)) end"
    found = Lab(tmp_path, {"translated": lines}).run("translated").found.split()
    assert dict(zip(keys, found, strict=True)) == {key: names[key] for key in keys}
