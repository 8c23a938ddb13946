"""
The room and the players of packages in Lua (manual 5 to 7): every name of the manual is there, and
does what the manual says; what is asked is told in the author's words, to the one who is asked.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from packages_in_lua import NAMES, Lab, game_with

from commands.answers import names_of
from rules.playing import preview
from rules.playing.bots.greedy import GreedyBot
from rules.running.match import Match
from rules.running.scripts import SCRIPT
from world.locale.reader import Reader
from world.render.board import Board
from world.render.prompt import prompt_lines

MATCHES = int(os.environ.get("MATCHES") or 2)
ANSWERS = 150
#: The names of section 5 that stand there without a mark or with [S].
ROOM = """
    getAlivePlayers getOtherPlayers alivePlayerCount findPlayerBySkillName getAllPlayers getPlayers getCurrent setCurrent getLord
    nextPlayer findPlayer getLieges judge damage drawCards throwCard cardEffect obtainable useCard recover loseHp loseMaxHp
    obtainCard moveCardTo getNCards drawCard peek doGuanxing doGongxin showCard showAllCards fillAG takeAG provide slashEffect
    slashResult acquireSkill detachSkillFromPlayer attachSkillToPlayer transfigure killPlayer revivePlayer enterDying gameOver
    swapSeat installEquip getCardFromPile setFixedDistance isProhibited setPlayerFlag setPlayerMark setPlayerProperty setTag
    getTag removeTag getCardPlace getCardOwner getThread setEmotion playSkillEffect broadcastSkillInvoke output writeToConsole
    sendLog playCardEffect sendJudgeResult broadcastInvoke
    askForSkillInvoke askForChoice askForDiscard askForExchange askForCard askForUseCard askForCardChosen askForPlayerChosen
    askForAG askForNullification askForCardShow askForPindian askForYiji askForSuit askForKingdom askForSinglePeach activate
""".split()  # noqa: SIM905
PLAYER = """
    objectName getRoom getGeneral getKingdom getRole getHp getMaxCards getHandcardNum getHandcards getEquips getWeapon getPhase
    getPile hasSkill hasLordSkill hasFlag getTag hasEquip hasUsed usedTimes isKongcheng isNude isChained distanceTo canSlash
    drawCards obtainCard throwAllHandCards throwAllEquips askForSkillInvoke getPattern getMaxHP getMaxHp getLostHp isWounded
    isAlive isDead isLord getSeat faceUp setFaceUp turnOver getAttackRange inMyAttackRange getGeneralName getGeneral2 getArmor
    getDefensiveHorse getOffensiveHorse hasWeapon hasArmorEffect getCards handCards wholeHandCards getCardCount getJudgingArea
    delayedTricks containsTrick isAllNude getRandomHandCard getRandomHandCardId isLastHandCard setFlags clearFlags setTag
    removeTag addMark removeMark setMark getMark gainMark loseMark loseAllMarks addToPile getPileName acquireSkill loseSkill
    hasInnateSkill getVisibleSkillList skip getPhases isSkipped getNextAlive pindian throwAllCards getSlashCount
    canSlashWithoutCrossbow jilei isJilei setChained setHp setMaxHP setKingdom getState invoke speak gainAnExtraTurn bury
""".split()  # noqa: SIM905
GENERAL = ["isMale", "isFemale", "getKingdom", "getMaxHp", "objectName"]
ENGINE = """
    cloneCard getCard getSkill getTriggerSkill getViewAsSkill getGeneral getCardCount getKingdoms translate getRandomGenerals
    cloneSkillCard addSkills correctDistance getRelatedSkills
""".split()  # noqa: SIM905
THREAD = ["delay", "trigger", "addTriggerSkill"]
#: What cannot be, as it stands in the table of lua/api.
IMPOSSIBLE = {
    "room:swapSeat(player, other)": "the seats of a table are fixed while a match is played",
    "room:setFixedDistance(player, other, 1)": "distances follow from seats, horses and skills",
    "player:jilei('.')": "which cards somebody may use or discard follows from the cards",
    "room:getThread():addTriggerSkill(self)": "a skill is heard when a player has it",
    "room:provide(sgs.Sanguosha:getCard(0))": "it answers CardAsked",
    "room:setPlayerProperty(player, 'seat', sgs.QVariant(1))": "there is no property seat",
    "room:getThread():trigger('Dying', player, sgs.QVariant())": "the rules alone can bring it about that there is Dying",
}


def _missing(object_name, names):
    wanted = ", ".join(f'"{name}"' for name in names)
    return f"for _, n in ipairs{{{wanted}}} do if not ({object_name})[n] then say(n) end end"


#: By name: what is carried out, and what it finds where nothing is asked.
QUIET = {
    "names_of_rooms": (_missing("room", ROOM), ""),
    "names_of_players": (_missing("player", PLAYER), ""),
    "names_of_generals": (_missing("player:getGeneral()", GENERAL), ""),
    "names_of_the_engine": (_missing("sgs.Sanguosha", ENGINE), ""),
    "names_of_threads": (_missing("room:getThread()", THREAD), ""),
    # players
    "seats": ("say(player:getSeat()) say(player:getNextAlive():getSeat()) say(room:nextPlayer():objectName() =="
              " player:getNextAlive():objectName()) say(room:findPlayer(player:getGeneralName()) == player)", "1 2 true true"),
    "generals": ("local g = player:getGeneral() say(g:isFemale()) say(g:getKingdom()) say(g:getMaxHp()) say(g:objectName())"
                 " say(sgs.Sanguosha:getGeneral('caocao'):getKingdom()) say(sgs.Sanguosha:getGeneral('diaochan'):isFemale())"
                 " say(sgs.Sanguosha:getGeneral('nobody'))", "true wei 3 general_generals wei true nil"),
    "lieges": ("local n = 0 for _, p in sgs.qlist(room:getOtherPlayers(player)) do p:setKingdom('wei') n = n + 1 end"
               " say(room:getLieges('wei', player):length() == n) say(room:getLieges('shu', player):length())", "true 0"),
    "hands": ("say(player:getHandcardNum()) say(player:handCards():length()) say(player:wholeHandCards():subcardsLength())"
              " player:throwAllHandCards() say(player:isKongcheng()) say(player:isNude()) say(tostring(player:wholeHandCards()))",
              "4 4 4 true true nil"),
    "last_cards": ("player:throwAllHandCards() player:drawCards(1) local c = player:getHandcards():first()"
                   " say(player:isLastHandCard(c)) say(player:getRandomHandCardId() == c:getId())", "true true"),
    "flags": ("player:setFlags('a') room:setPlayerFlag(player, 'b') say(player:hasFlag('a')) room:setPlayerFlag(player, '-a')"
              " say(player:hasFlag('a')) say(player:hasFlag('b')) player:clearFlags() say(player:hasFlag('b'))",
              "true false true false"),
    "marks": ("player:gainMark('@star', 3) player:loseMark('@star') say(player:getMark('@star')) player:addMark('plain')"
              " say(player:getMark('plain')) player:loseAllMarks('@star') say(player:getMark('@star'))"
              " room:setPlayerMark(player, '@star', 2) say(player:getMark('@star'))", "2 1 0 2"),
    "skills": ("room:acquireSkill(player, 'paoxiao') say(player:hasSkill('paoxiao')) say(player:hasInnateSkill('paoxiao'))"
               " say(player:hasInnateSkill('skills')) local l = {} for _, s in sgs.qlist(player:getVisibleSkillList()) do"
               " l[#l + 1] = s:objectName() end say(table.concat(l, '+')) player:loseSkill('paoxiao')"
               " say(player:hasSkill('paoxiao')) say(sgs.Sanguosha:getSkill('skills'):objectName())"
               " say(sgs.Sanguosha:getSkill('nothing'))", "true false true skills+paoxiao false skills nil"),
    "phases": ("say(player:getPhase() == sgs.Player_NotActive) player:skip(sgs.Player_Draw) say(player:isSkipped(sgs.Player_Draw))"
               " say(player:isSkipped(sgs.Player_Play))", "true true false"),
    "hit_points": ("player:setHp(1) say(player:getHp()) player:setMaxHP(2) say(player:getMaxHP()) room:setPlayerProperty(player,"
                   " 'hp', sgs.QVariant(2)) say(player:isWounded()) room:loseMaxHp(player) say(player:getHp())", "1 2 false 1"),
    "properties": ("room:setPlayerProperty(player, 'kingdom', sgs.QVariant('wu')) say(player:getKingdom())"
                   " room:setPlayerProperty(player, 'chained', sgs.QVariant(true)) say(player:isChained())"
                   " room:setPlayerProperty(player, 'faceup', sgs.QVariant(false)) say(player:faceUp())"
                   " room:setPlayerProperty(player, 'faceup', sgs.QVariant(true)) say(player:faceUp())"
                   " room:setPlayerProperty(player, 'general', sgs.QVariant('caocao')) say(player:getGeneralName())"
                   " say(player:hasSkill('properties'))", "wu true false true caocao true"),
    "transfigured": ("room:transfigure(player, 'diaochan', true, false) say(player:getGeneralName()) say(player:getMaxHp())"
                     " say(player:getHp()) say(player:hasSkill('biyue')) say(player:hasSkill('transfigured'))"
                     " say(player:getGeneral():isFemale())", "diaochan 3 3 true false true"),
    "equipment": ("room:installEquip(player, 'axe') say(player:getWeapon():objectName()) say(player:getAttackRange())"
                  " say(player:hasWeapon('axe')) room:installEquip(player, 'spear') say(player:getWeapon():objectName())"
                  " say(player:getEquips():length()) say(room:getCardFromPile('nothing')) player:throwAllEquips()"
                  " say(player:hasEquip())", "axe 3 true spear 1 -1 false"),
    "distances": ("local q = player:getNextAlive() say(player:distanceTo(q)) say(player:inMyAttackRange(q)) say(player:canSlash(q))"
                  " say(player:canSlash(player)) say(player:canSlash(q:getNextAlive())) say(player:canSlash(q:getNextAlive(), false))",
                  "1 true true false false true"),
    # cards that move
    "cards_off_the_deck": ("local top = room:peek():getId() local ids = room:getNCards(2) say(ids:at(0) == top)"
                           " say(room:getCardOwner(ids:at(1))) say(room:peek():getId() ~= top) say(room:drawCard() >= 0)"
                           " room:moveCardTo(sgs.Sanguosha:getCard(ids:at(0)), nil, sgs.Player_DrawPile)"
                           " say(room:peek():getId() == top)", "true nil true true true"),
    "moves": ("local id = room:drawCard() local c = sgs.Sanguosha:getCard(id) room:moveCardTo(c, player, sgs.Player_Hand, false)"
              " say(room:getCardPlace(id)) say(player:getHandcardNum()) room:moveCardTo(c, nil, sgs.Player_DiscardedPile)"
              " say(room:getCardPlace(id)) room:moveCardTo(c, player, sgs.Player_Special) say(room:getCardPlace(id))"
              " local w = sgs.Sanguosha:getCard(room:getCardFromPile('spear')) room:moveCardTo(w, player, sgs.Player_Equip)"
              " say(player:getWeapon():objectName()) local t = sgs.Sanguosha:getCard(room:getCardFromPile('lightning'))"
              " room:moveCardTo(t, player, sgs.Player_Judging) say(player:containsTrick('lightning'))", "0 5 4 3 spear true"),
    "piles": ("local ids = room:getNCards(3) player:addToPile('star', ids:at(0)) player:addToPile('moon', ids:at(1), false)"
              " player:addToPile('moon', ids:at(2), false) say(player:getPile('star'):length()) say(player:getPile('moon'):length())"
              " say(player:getPile('sun'):isEmpty()) say(player:getPileName(ids:at(1))) say(room:getCardPlace(ids:at(0)))"
              " room:throwCard(ids:at(0)) say(player:getPile('star'):length()) say(room:getCardPlace(ids:at(0)))"
              " room:obtainCard(player, ids:at(1)) say(player:getPile('moon'):length())", "1 2 true moon 3 0 4 1"),
    "piles_of_the_dead": ("local q, id = player:getNextAlive(), room:drawCard() q:addToPile('star', id) q:gainMark('@star')"
                          " room:killPlayer(q) say(q:isDead()) say(q:getPile('star'):length()) say(room:getCardPlace(id))",
                          "true 0 4"),
    "the_revived": ("local q = player:getNextAlive() room:killPlayer(q) local n = room:alivePlayerCount() room:revivePlayer(q)"
                    " say(q:isAlive()) say(room:alivePlayerCount() - n)", "true 1"),
    "buried": ("player:addToPile('star', room:drawCard()) player:bury() say(player:isNude()) say(player:getPile('star'):length())",
               "true 0"),
    "current": ("local q = player:getNextAlive() room:setCurrent(q) say(room:getCurrent() == q) room:setCurrent(player)"
                " say(room:getCurrent() == player)", "true true"),
    "slashes": ("local q = player:getNextAlive() q:throwAllHandCards() local e = sgs.SlashEffectStruct() e.from, e.to = player, q"
                " e.slash = sgs.Sanguosha:cloneCard('slash', sgs.Card_NoSuit, 0) local hp = q:getHp() room:slashEffect(e)"
                " say(hp - q:getHp()) room:slashResult(e, nil) say(hp - q:getHp()) room:slashResult(e, sgs.Sanguosha:getCard(30))"
                " say(hp - q:getHp())", "1 2 2"),
    "heard": ("say(room:getThread():trigger(sgs.TurnedOver, player, sgs.QVariant())) room:getThread():delay(100)", "false"),
    "each_card_has_an_id": ("local n, twice, seen = 0, 0, {} for id = 0, 159 do local c = sgs.Sanguosha:getCard(id)"
                            " if c and c:getId() == id then n = n + 1 end if seen[c] then twice = twice + 1 end seen[c] = true end"
                            " say(n) say(twice) say(sgs.Sanguosha:getCard(1):getNumber() + sgs.Sanguosha:getCard(2):getNumber())",
                            "160 0 16"),
    # what is asked of nobody who has no choice
    "one_candidate": ("local l = sgs.SPlayerList() l:append(player) say(room:askForPlayerChosen(player, l, 'x') == player)"
                      " say(room:askForChoice(player, 'x', 'only'))", "true only"),
    "hands_alone": ("local q = player:getNextAlive() local id = room:askForCardChosen(player, q, 'h', 'x')"
                    " say(room:getCardOwner(id) == q) q:throwAllHandCards() say(room:askForCardChosen(player, q, 'he', 'x'))",
                    "true -1"),
    "nobody_with_cards": ("player:throwAllHandCards() say(room:askForCard(player, '.', '@x')) say(room:askForCardShow(player, player, 'x'))"
                          " say(room:askForYiji(player, sgs.IntList()))", "nil nil false"),
    "one_hand_card": ("player:throwAllHandCards() player:drawCards(1) local id = player:handCards():first()"
                      " say(room:askForPindian(player, player, player:getNextAlive(), 'x'):getId() == id)"
                      " say(room:askForCardShow(player, player, 'x'):getId() == id) say(player:getHandcardNum())", "true true 1"),
    "view_as_skills_alone": ("say(room:askForCard(player, '@nothing', '@x')) say(room:askForUseCard(player, '@nothing', '@x'))",
                             "nil false"),
    # patterns
    "patterns_of_names": ("local s, j = sgs.Sanguosha:getCard(0), sgs.Sanguosha:getCard(30) say(s:match('slash')) say(j:match('slash'))"
                          " say(j:match('jink')) say(s:match('peach+analeptic')) say(sgs.Sanguosha:getCard(110):match('slash'))"
                          " say(sgs.Sanguosha:getCard(111):match('slash'))", "true false true false false true"),
    "patterns_of_dots": ("local s = sgs.Sanguosha:getCard(0) for _, p in ipairs{'.', '..', '.S', '..S', '.H', '.black', '.red'} do"
                         " say(s:match(p)) end", "true true true true false true false"),
    "patterns_of_parts": ("local s = sgs.Sanguosha:getCard(0) for _, p in ipairs{'Slash', 'BasicCard|spade', 'Slash,Jink|heart,spade|7',"
                          " '.|.|8~', '.|.|1~9', '.|black', '.|.|.|hand', '.|.|.|equipped', 'Jink#Slash', 'EquipCard|.|.|.|red',"
                          " '.|.|.|.|black', '.|spade|A~7'} do say(s:match(p)) end",
                          "true true true false true true true false true false true true"),
    # card strings
    "card_strings": ("for _, t in ipairs{'12', 'archery_attack:luanji[diamond:K]=29+28', 'slash:x[no_suit:-]=.', '$1+2'} do"
                     " local c = sgs.Card_Parse(t) say(c:toString() == t) end local c = sgs.Card_Parse('archery_attack:luanji[diamond:K]"
                     "=29+28') say(c:getSkillName()) say(c:getNumber()) say(c:getSubcards():length()) say(c:objectName())"
                     " say(sgs.Card_Parse(0):getId()) say(sgs.Card_Parse('.')) say(sgs.Card_Parse('slash:x[what:3]=1'))"
                     " say(sgs.Card_Parse('#lab_card:3:'):toString()) say(sgs.Card_Parse('#lab_card:3'):getSubcards():first())",
                     "true true true true luanji 13 2 archery_attack 0 nil nil #lab_card:3: 3"),
    "uses": ("local use = sgs.CardUseStruct() use:parse('12->' .. player:objectName(), room) say(use.card:getId()) say(use.to:length())"
             " say(use.to:first() == player) use:parse('12->.', room) say(use.to:length())", "12 1 true 0"),
    "available": ("player:setHp(1) say(sgs.Sanguosha:cloneCard('peach', 4, 0):isAvailable(player)) say(sgs.Sanguosha:cloneCard('jink', 4,"
                  " 0):isAvailable(player))", "true false"),
    # the engine
    "engine": ("say(#sgs.Sanguosha:getRandomGenerals(3)) say(sgs.Sanguosha:translate('@star')) say(sgs.Sanguosha:translate('none'))"
               " say(#sgs.Sanguosha:getKingdoms()) say(sgs.Sanguosha:getTriggerSkill('engine'):objectName())"
               " say(sgs.Sanguosha:getViewAsSkill('engine')) say(sgs.Sanguosha:cloneSkillCard('lab_card'):objectName())",
               "3 星 none 5 engine nil lab_card"),
    "shared_skills": ("say(sgs.Sanguosha:getSkill('#lab_helper'):objectName())"
                      " say(sgs.Sanguosha:getRelatedSkills('lab_helper'):length())", "#lab_helper 1"),
}  # fmt: skip
REFUSED = {f"refused_{at}": lines for at, lines in enumerate(IMPOSSIBLE)}
#: What asks: the tests below answer.
ASKING = {
    "choices": "say(room:askForChoice(player, 'choices', 'draw+hurt+no'))",
    "made_choices": "say(room:askForChoice(player, 'x', table.concat({'a' .. 1, 'b|{c}', 'caocao'}, '+')))",
    "invokes": "say(player:askForSkillInvoke('invokes', sgs.QVariant('a detail')))",
    "invokes_plainly": "say(room:askForSkillInvoke(player, 'invokes_plainly'))",
    "prompts": "local c = room:askForCard(player, '.', '@lab-card:' .. player:getNextAlive():objectName() .. ':' ..\n"
               "player:objectName() .. ':slash:heart') say(c and c:getId() or 'none')",
    "discards": "player:throwAllHandCards() player:drawCards(3) room:installEquip(player, 'axe')\n"
                "say(room:askForDiscard(player, 'discards', 2, false, true)) say(player:getCardCount(true))",
    "exchange": "local c = room:askForExchange(player, 'exchange', 2) say(c:subcardsLength()) say(player:getHandcardNum())",
    "grace": "local ids = room:getNCards(3) room:fillAG(ids) local id = room:askForAG(player, ids, true, 'grace')\n"
             "if id >= 0 then room:takeAG(player, id) ids:removeOne(id) end for _, x in sgs.qlist(ids) do room:takeAG(nil, x) end\n"
             "room:broadcastInvoke('clearAG') say(id >= 0) say(player:getHandcardNum()) say(room:getCardPlace(ids:first()))",
    "gifts": "local ids = room:getNCards(2) local n = 0 while room:askForYiji(player, ids) do n = n + 1 end say(n) say(ids:length())",
    "guanxing": "local ids = room:getNCards(3) room:doGuanxing(player, ids, true) say(room:peek():getId() == ids:at(2))",
    "gongxin": "local q = player:getNextAlive() local n = q:getHandcardNum() room:doGongxin(player, q) say(n - q:getHandcardNum())",
    "shows": "say(room:askForCardShow(player, player:getNextAlive(), 'shows'):getId() >= 0)",
    "pindian": "say(type(player:pindian(player:getNextAlive(), 'pindian', player:getHandcards():first())))",
    "kingdoms": "say(room:askForKingdom(player))",
    "suits": "say(room:askForSuit(player) == sgs.Card_Heart)",
    "chosen": "say(room:askForPlayerChosen(player, room:getOtherPlayers(player), 'chosen') ~= player)",
    "chosen_cards": "local q = player:getNextAlive() room:installEquip(q, 'axe')\n"
                    "say(sgs.Sanguosha:getCard(room:askForCardChosen(player, q, 'he', 'chosen_cards')):objectName())",
    "shown_hands": "room:showAllCards(player, player:getNextAlive())",
    "shown_cards": "room:showCard(player, player:handCards():first())",
    "lines": "local l = sgs.LogMessage() l.type = '#lab_told' l.from = player l.to:append(player:getNextAlive())\n"
             "l.arg, l.arg2, l.card_str = 'slash', 'caocao', '0' room:sendLog(l)",
    "ends": "room:gameOver('lord+loyalist')",
    "ends_by_name": "room:gameOver(player:getNextAlive():objectName())",
    "activates": "local use = sgs.CardUseStruct() room:activate(player, use) say(use.from == player) say(use.card)",
    "two_turns": "player:setFlags('mine') player:getNextAlive():setFlags('theirs')",
    "told_beside": "player:gainMark('@star', 2) local ids = room:getNCards(2) player:addToPile('star', ids:at(0))\n"
                   "player:addToPile('moon', ids:at(1), false) room:askForChoice(player, 'x', 'a+b')",
    "cardless": "player:throwAllHandCards() room:askForCard(player, 'jink', '@x')",
    "peaches": "room:obtainCard(player, 45) room:obtainCard(player, 46) local c = room:askForSinglePeach(player, player:getNextAlive())\n"
               "say(c and c:objectName())",
}  # fmt: skip
ABOVE = """
sgs.LoadTranslationTable{
    ["@star"] = "星", ["choices:draw"] = "摸两张牌", ["hurt"] = "受到伤害", ["invokes:yes"] = "真的要发动吗",
    ["@lab-card"] = "%src 要求 %dest 打出%arg或%2arg", ["#lab_told"] = "%from 对 %to 说了%arg、%arg2、%card{x}",
}
sgs.CreateSkillCard{name = "lab_card", target_fixed = true}
local skills = sgs.SkillList()
if not sgs.Sanguosha:getSkill("#lab_helper") then
    skills:append(sgs.CreateTriggerSkill{name = "#lab_helper", events = {sgs.Damaged}, on_trigger = function() end})
end
sgs.Sanguosha:addSkills(skills)
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    quiet = {name: lines for name, (lines, _) in QUIET.items()}
    refused = {
        name: f"local other = player:getNextAlive() local fine, why = pcall(function() {lines} end) say(fine) say(why)"
        for name, lines in REFUSED.items()
    }
    return Lab(tmp_path_factory.mktemp("packs"), {**quiet, **refused, **ASKING}, ABOVE)


@pytest.mark.parametrize("case", QUIET)
def test_names_of_the_manual(lab, case):
    assert lab.run(case).found == QUIET[case][1]


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_fails_with_a_sentence_at_its_line(lab, case):
    found = lab.run(case).found
    assert found.startswith("false lab.lua:")
    assert "is not possible here: " in found and IMPOSSIBLE[REFUSED[case]] in found


def test_choices_are_the_authors_strings_in_the_authors_words(lab):
    run = lab.run("choices")
    assert run.options() == ["摸两张牌", "受到伤害", "no"] == run.options("zh")
    assert run.match.choices[0].default == (2,)
    assert run.question() == "choices: choose." and run.question("zh") == "choices：请选择"
    assert run.answer("摸两张牌").found == "draw"
    assert lab.run("choices").answer("受到伤害").found == "hurt"


def test_choices_that_were_made_at_run_time_are_shown_as_they_stand(lab):
    run = lab.run("made_choices")
    assert run.options() == ["a1", "b｜{c}", "Cao Cao"]
    assert run.options("zh")[2] == "曹操"
    assert run.answer(1).found == "b|{c}"
    assert lab.run("made_choices").go_on().found == "a1"


def test_the_question_of_a_skill_is_the_authors_with_the_detail(lab):
    run = lab.run("invokes")
    assert run.question("zh") == "真的要发动吗（a detail）" and run.options() == ["yes", "no"]
    assert run.answer("yes").found == "true"
    assert lab.run("invokes_plainly").question() == "Do you use invokes_plainly?"


def test_prompts_name_generals_and_translate_their_arguments(lab):
    run = lab.run("prompts")
    general = run.text().card("lab.general.general_prompts")
    assert run.question("zh").endswith(f"要求 {general} 打出杀或红桃")
    assert not run.question("zh").startswith(("%", "sgs"))
    assert len(run.options()) == 5 and run.options()[-1] == "no card"
    assert run.answer(0).found != "none"
    assert lab.run("prompts").answer("no card").found == "none"


def test_discards_are_exactly_so_many_with_equipment_where_it_is_said(lab):
    run = lab.run("discards")
    choice = run.match.choices[0]
    assert (choice.minimum, choice.maximum, len(choice.options)) == (2, 2, 4)
    assert run.answer(0, 3).found == "true 2"


def test_exchanged_cards_stay_where_they_are(lab):
    assert lab.run("exchange").answer(0, 1).found == "2 4"


def test_shown_cards_are_taken_by_who_is_asked(lab):
    run = lab.run("grace")
    assert len(run.match.choices[0].options) == 4
    assert run.answer(1).found == "true 5 4"
    assert lab.run("grace").answer("no card").found == "false 4 4"


def test_given_cards_leave_the_list(lab):
    run = lab.run("gifts").answer(0).answer(0)
    assert run.answer(0).answer(1).found == "2 0"
    assert lab.run("gifts").answer().found == "0 2"


def test_guanxing_puts_these_cards_back_in_any_order(lab):
    run = lab.run("guanxing")
    assert len(run.options()) == 4
    assert run.answer(0).answer(0).go_on().found in ("true", "false")


def test_gongxin_may_discard_a_heart_of_the_hand_that_is_seen(lab):
    for seed in range(3, 20):
        run = lab.run("gongxin", seed=seed)
        if not run.is_over:
            assert all(text.startswith(("discard", "lay", "no")) for text in run.options())
            assert run.answer(0).found == "1"
            return
    raise AssertionError("nobody holds a heart")


def test_simple_questions(lab):
    assert lab.run("shows").answer(2).found == "true"
    assert lab.run("kingdoms").answer(2).found == "wu"
    assert lab.run("suits").answer(2).found == "true"
    assert lab.run("chosen").answer(1).found == "true"
    assert lab.run("pindian").go_on().found == "boolean"
    assert lab.run("activates").go_on().found == "true nil"
    assert lab.run("peaches").answer(0).found == "peach"


def test_hand_cards_of_others_are_not_named(lab):
    run = lab.run("chosen_cards")
    assert len(run.options()) == 2 and "Axe" in run.options()[1]
    assert run.answer(1).found == "axe"


def test_only_who_is_to_see_cards_sees_them(lab):
    run = lab.run("shown_hands").go_on()
    told = {seat: run.lines(seat=seat)[-2] for seat in range(5)}
    seen = [seat for seat, line in told.items() if "(" in line and "shows" in line]
    unseen = [seat for seat, line in told.items() if line.endswith("cards.") and "shows" in line]
    assert len(seen) == 2 and len(unseen) == 3
    assert any("shows" in line and "(" in line for line in lab.run("shown_cards").go_on().lines())


def test_lines_of_the_author_stand_in_the_log(lab):
    lines = lab.run("lines").go_on().lines("zh")
    assert any(line.endswith("说了杀、曹操、杀·黑桃7{x}") for line in lines)


def test_a_match_ends_for_whom_a_skill_says(lab):
    match = lab.run("ends").match
    assert match.is_over and len(match.outcome.won) == 2
    match = lab.run("ends_by_name").match
    assert match.is_over and len(match.outcome.won) == 1


def test_who_has_no_cards_is_not_asked_for_one(lab):
    assert lab.run("cardless").is_over


def test_flags_go_with_the_turn_of_their_player(lab):
    match = lab.run("two_turns").match
    flags = {name for _, name in match.tags if name.startswith("flag ")}
    assert flags == {"flag mine", "flag theirs"}


REQUESTS = 22
#: A skill that asks for something else at the beginning of each phase of each turn.
RESTLESS = """
module("extensions.restless", package.seeall)
extension = sgs.Package("restless")
sgs.LoadTranslationTable{["restless:one"] = "其一", ["@restless-card"] = "%src：打出%arg", ["#restless"] = "%from 与 %to"}
local asks = {
    function(room, p, q) return room:askForChoice(p, "restless", "one+two" .. p:getHp() .. "+no") end,
    function(room, p, q) return room:askForSkillInvoke(p, "restless", sgs.QVariant("x")) end,
    function(room, p, q) return room:askForDiscard(p, "restless", 1, true, true) end,
    function(room, p, q) return room:askForExchange(p, "restless", 1):subcardsLength() end,
    function(room, p, q) return room:askForCard(p, ".red", "@restless-card:" .. q:objectName() .. "::slash") end,
    function(room, p, q) return room:askForCard(q, "jink", "@restless-card") end,
    function(room, p, q) return room:askForCard(q, "@restless", "@restless-card") end,
    function(room, p, q) return room:askForUseCard(p, "@restless", "@restless-card") end,
    function(room, p, q) return q:isAllNude() or room:askForCardChosen(p, q, "hej", "restless") end,
    function(room, p, q) return room:askForPlayerChosen(p, room:getAlivePlayers(), "restless"):objectName() end,
    function(room, p, q)
        local ids = room:getNCards(3)
        room:fillAG(ids)
        local id = room:askForAG(p, ids, true, "restless")
        if id >= 0 then room:takeAG(p, id) ids:removeOne(id) end
        for _, other in sgs.qlist(ids) do room:takeAG(nil, other) end
        room:broadcastInvoke("clearAG")
    end,
    function(room, p, q) return not q:isKongcheng() and room:askForCardShow(q, p, "restless"):getId() end,
    function(room, p, q) return not p:isKongcheng() and not q:isKongcheng() and p:pindian(q, "restless") end,
    function(room, p, q)
        local ids = room:getNCards(2)
        while room:askForYiji(p, ids) do end
        for _, id in sgs.qlist(ids) do p:addToPile("restless", id, p:getHp() % 2 == 0) end
    end,
    function(room, p, q)
        local pile = p:getPile("restless")
        if pile:length() > 3 then for _, id in sgs.qlist(pile) do room:throwCard(id) end end
    end,
    function(room, p, q) room:doGuanxing(p, room:getNCards(3), p:isWounded()) end,
    function(room, p, q) room:doGongxin(p, q) end,
    function(room, p, q) return room:askForSuit(p), room:askForKingdom(p) end,
    function(room, p, q) room:showAllCards(p, q) p:gainMark("@restless") end,
    function(room, p, q)
        local log = sgs.LogMessage()
        log.type, log.from = "#restless", p
        log.to:append(q)
        room:sendLog(log)
    end,
    function(room, p, q) return room:askForSinglePeach(p, q) end,
    function(room, p, q)
        local use = sgs.CardUseStruct()
        room:activate(p, use)
        if use.card then room:useCard(use) end
    end,
}
card = sgs.CreateSkillCard{name = "restless_card", target_fixed = true, on_use = function(self, room, p) p:drawCards(1) end}
view = sgs.CreateViewAsSkill{
    name = "restless", n = 1, view_filter = function() return true end,
    view_as = function(self, cards)
        if #cards == 1 then local made = card:clone() made:addSubcard(cards[1]) return made end
    end,
    enabled_at_play = function() return false end,
    enabled_at_response = function(self, p, pattern) return pattern == "@restless" end,
}
restless = sgs.CreateTriggerSkill{
    name = "restless", events = {sgs.PhaseChange}, view_as_skill = view,
    can_trigger = function(self, p) return p:isAlive() end,
    on_trigger = function(self, event, p, data)
        local room = p:getRoom()
        if not room:findPlayerBySkillName("restless") then return end
        local at = room:getTag("restless"):toInt() + 1
        room:setTag("restless", sgs.QVariant(at))
        local q = p:getNextAlive()
        if q ~= p and p:getPhase() ~= sgs.Player_NotActive then asks[at % #asks + 1](room, p, q) end
    end,
}
for _, name in ipairs{"first", "second"} do
    sgs.General(extension, name .. "$", "wu", 9):addSkill(restless)
end
"""


@pytest.fixture(scope="module")
def restless(tmp_path_factory):
    return game_with(tmp_path_factory.mktemp("packs"), listings=False, restless=RESTLESS)


def _played(pack, seed, answer, between=lambda match: match):
    """The hashes of a match at its choices, and how often a script waited; restless are taken."""
    match, hashes, waits = Match.new(pack, 4, seed), [], 0
    for _ in range(ANSWERS):
        if match.is_over:
            break
        hashes.append(match.hash())
        waits += any(code is SCRIPT for code, _, _ in match.stack)
        match = between(match)
        choice = match.choices[0]
        ids = [match.card_id(each.entity) if each.kind == "card" else "" for each in choice.options]
        ours = [at for at, each in enumerate(ids) if (each or "").startswith("restless.general")]
        match.answer(choice.seat, ours[:1] or answer(match, choice))
    assert match.tags[0, "tag restless"] >= REQUESTS, "not everything has been asked"
    return hashes, waits


def _random_answer(seed):
    dice = Random(seed)
    return lambda match, choice: dice.sample(
        range(len(choice.options)), dice.randint(choice.minimum, choice.maximum)
    )


def test_matches_with_every_request_go_on_wherever_they_are_taken_up(restless):
    """Cloned, and saved and loaded into another state of Lua, before each answer."""

    def loaded(match):
        restless.program.scripts._local.state = None
        return Match.load(restless, match.save())

    for seed in range(MATCHES):
        hashes, waits = _played(restless, seed, _random_answer(seed))
        assert waits > 20
        clone = _played(restless, seed, _random_answer(seed), lambda match: match.clone(keep=True))
        assert clone[0] == hashes
        assert _played(restless, seed, _random_answer(seed), loaded)[0] == hashes


def test_bots_answer_every_request(restless):
    bot = GreedyBot(1)
    _, waits = _played(restless, 1, lambda match, choice: bot.choose(match, choice.seat))
    assert waits > 20


def _board(run, seat, language, plain=False):
    match = run.match
    view = preview.view_with_preview(match, seat)
    return Board(run.pack, view, run.text(language), Reader(language, plain=plain))


def test_marks_and_piles_stand_beside_their_player_on_the_board(lab):
    run = lab.run("told_beside")
    for language, plain in (("zh", False), ("en", False), ("zh", True), ("en", True)):
        own, other = (_board(run, seat, language, plain).lines(everything=True) for seat in (4, 0))
        assert "×2" in "\n".join(own) and "×2" in "\n".join(other)
        assert "星" in "\n".join(own)
    hidden = run.match.zones[run.match.program.layout.zones["secretPiles"].first + 5]
    name = run.text().card(run.match.card_id(hidden[0]))
    seen = [_board(run, seat, "en", True).status_line() for seat in (4, 0)]
    assert name in seen[0] and name not in seen[1]


def test_choices_are_answered_by_number_and_by_what_they_are_called(lab):
    run = lab.run("choices")
    choice = run.match.choices[0]
    for language in ("zh", "en"):
        lines = prompt_lines(_board(run, choice.seat, language), run.match, choice)
        assert any("摸两张牌" in line for line in lines)
    assert {"摸两张牌", "choices:draw"} <= names_of(choice.options[0], run.match, NAMES)
    shown = run.match.view(choice.seat)["choices"][0]["options"]
    assert [each["kind"] for each in shown] == ["text"] * 3
    assert shown[1]["entity"] == "hurt"
