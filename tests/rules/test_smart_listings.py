"""
AI files as the manual of the open client has them (seed 001, chapters 11 to 17): its listings load
as they are printed, and answer as its text says. They stand in `tests/packages/listings/ai`.
"""

from __future__ import annotations

import pytest
from packages_in_lua import LISTINGS, game_with

from rules.playing.bots import make_bot
from rules.running.match import Match
from rules.running.symbols import symbol_of

SEATS = 5
API = """
host.export("probe", function(who, name)
  local ai = host.new_ai(who)
  host.seen_in("ai", shared.sgs).probes[name](ai, function(value) host.tell(tostring(value)) end)
end)
"""
PROBES = """
sgs.probes = {}
function card_for_qiaobian(self, who, what) return 7 end
local function cards(ids)
  local found = {}
  for at, id in ipairs(ids) do found[at] = sgs.Sanguosha:getCard(id) end
  return sgs.list_of(found)
end
-- The AI of a player who is otherwise, in these methods; `ids` is the hand.
local function as(self, ids, methods)
  local real, hand = self.player, cards(ids)
  local like = setmetatable({number = real.number}, {__index = function(_, name)
    local value = methods and methods[name]
    if type(value) == "function" then return value end
    if value ~= nil then return function() return value end end
    if name == "getHandcards" then return function() return hand end end
    if name == "getHandcardNum" then return function() return #ids end end
    return real[name]
  end})
  return setmetatable({player = like}, {__index = self})
end
local function data(value)
  local found = sgs.QVariant()
  found:setValue(value)
  return found
end
local function joined(t) return table.concat(t, "+") end
"""
SPADE, HEART, HEART2 = 0, 45, 46  # a slash, two peaches

#: By name, with its lines in the manual: what is done, and what is told of it.
CASES = {
    "songwei_1014": (
        "say(self:askForSkillInvoke('songwei', data(self.player)))"
        " say(self:askForSkillInvoke('songwei', data(self.enemies[1])))",
        "true false",
    ),
    "logging_1170": (
        "self:log('a') self.room:output('b') self.room:writeToConsole('c')"
        " say(debug.traceback('d'))",
        "a b c d",
    ),
    "keep_1218": (
        "local wine = sgs.Sanguosha:cloneCard('analeptic', sgs.Card_Spade, 3)"
        " say(as(self, {}, {getGeneralName = 'x'}):getKeepValue(wine))"
        " say(as(self, {}, {getGeneralName = 'zhangfei'}):getKeepValue(wine))",
        "4.5 5.8",
    ),
    "suits_1250": (
        "local jink = sgs.Sanguosha:cloneCard('jink', sgs.Card_Heart, 3)"
        " say(as(self, {}, {getGeneralName = 'shenzhaoyun'}):getKeepValue(jink))",
        "6.7",
    ),
    "use_1270": (
        "say(self:getUseValue(sgs.Sanguosha:cloneCard('ex_nihilo', 2, 7)))"
        " say(self:getUsePriority(sgs.Card_Parse('@XinzhanCard=.')))"
        " say(sgs.dynamic_value.control_usecard.SupplyShortage) say(sgs.ai_chaofeng.shenguanyu)",
        "10 9.2 true -6",
    ),
    "sort_1340": (
        "local hp = {} self:sort(self.enemies, 'hp')"
        " for at, p in ipairs(self.enemies) do hp[at] = p:getHp() end"
        " local up = joined(hp) table.sort(hp) say(up == joined(hp))"
        " self:sort(self.enemies, 'hp', true) say(self.enemies[1]:getHp() == hp[#hp])",
        "true true",
    ),
    "strings_1494": (
        "local t = ('foo|bar|any'):split('|') say(#t) say(table.concat(t, '|'))",
        "3 foo|bar|any",
    ),
    "exclude_1518": (
        "local c = sgs.Sanguosha:cloneCard('dismantlement', sgs.Card_Spade, 3)"
        " say(#self:exclude(self.enemies, c) == #self.enemies)",
        "true",
    ),
    "wushen_1576": (
        f"local f = sgs.ai_filterskill_filter.wushen say(f(sgs.Sanguosha:getCard({SPADE})))"
        f" local text = f(sgs.Sanguosha:getCard({HEART})) say(text)"
        " say(sgs.Card_Parse(text):inherits('Slash'))",
        "nil slash:wushen[heart:3]=45 true",
    ),
    "strings_1624": (
        "local c = sgs.Card_Parse('archery_attack:luanji[diamond:K]=45+0')"
        " say(c:objectName()) say(c:getSkillName()) say(c:getSuitString())"
        " say(c:getNumberString()) say(c:getSubcards():join('+')) say(c:toString())"
        " say(sgs.Card_Parse(0):getSuitString() .. sgs.Card_Parse('0'):getNumber())"
        " say(sgs.Card_Parse('@RendeCard=0'):className())"
        " say(sgs.Card_Parse('@RendeCard=0'):getSubcards():at(0))"
        " say(sgs.Card_Parse('#liuli_effect:0'):objectName())"
        " say(sgs.Card_Parse('nothing of the kind'))",
        "archery_attack luanji diamond K 45+0 archery_attack:luanji[diamond:K]=45+0 spade7"
        " RendeCard 0 liuli_effect nil",
    ),
    "format_1654": (
        "say(('%d + %d = %d'):format(2, 5, 7)) say(('%d + %s = %s'):format(2, '5', '7'))",
        "2 + 5 = 7 2 + 5 = 7",
    ),
    "qingguo_1668": (
        f"local f, hand = sgs.ai_view_as.qingguo, sgs.Player_Hand"
        f" say(f(sgs.Sanguosha:getCard({SPADE}), self.player, hand))"
        f" say(f(sgs.Sanguosha:getCard({SPADE}), self.player, sgs.Player_Equip))"
        f" say(f(sgs.Sanguosha:getCard({HEART}), self.player, hand))",
        "jink:qingguo[spade:7]=0 nil nil",
    ),
    "jijiu_1684": (
        f"local f, c = sgs.ai_view_as.jijiu, sgs.Sanguosha:getCard({HEART})"
        " say(f(c, as(self, {}, {getPhase = sgs.Player_NotActive}).player, sgs.Player_Hand))"
        " say(f(c, as(self, {}, {getPhase = sgs.Player_Play}).player, sgs.Player_Hand))",
        "peach:jijiu[heart:3]=45 nil",
    ),
    "choices_1808": (
        "say(self:askForSkillInvoke('tuntian', data(1)))"
        " say(self:askForChoice('jilve', 'wansha+zhiheng'))"
        " sgs.yisheasksource = self.player say(self:askForChoice('yisheask', 'allow+disallow'))"
        " sgs.yisheasksource = self.enemies[1]"
        " say(self:askForChoice('yisheask', 'allow+disallow'))",
        "true zhiheng allow disallow",
    ),
    "ganglie_1884": (
        "local function ask(ids, hp)"
        " say('{' .. joined(as(self, ids, {getHp = hp}):askForDiscard('ganglie', 2, true)) .. '}')"
        " end"
        " ask({0, 1}, 3) ask({0, 1, 45}, 3) ask({0, 45, 46}, 3) ask({0}, 1)",
        "{} {0+1} {} {}",
    ),
    "qiaobian_1990": (
        "say(self:askForCardChosen(self.enemies[1], 'ej', 'qiaobian'))",
        "7",
    ),
    "guicai_2052": (
        "local judge = sgs.JudgeStruct() judge.who, judge.reason = self.player, 'indulgence'"
        " judge.pattern, judge.good = sgs.QRegExp('(.*):(heart):(.*)'), true"
        " judge.card = sgs.Sanguosha:getCard(0)"
        " local tag = {getTag = function() return data(judge) end}"
        " say(as(self, {0, 1, 23}, tag):askForCard('.', '@guicai-card', nil))"
        " say(as(self, {0, 1}, tag):askForCard('.', '@guicai-card', nil))"
        " judge.card = sgs.Sanguosha:getCard(46)"
        " say(as(self, {0, 23}, tag):askForCard('.', '@guicai-card', nil))",
        "@GuicaiCard=23 . .",
    ),
    "lianli_2124": (
        "local said, wanted = self:askForUseCard('@lianli', ''), '.'"
        " for _, p in ipairs(self.friends) do"
        " if p:getGeneral():isMale() and wanted == '.' then"
        " wanted = '@LianliCard=.->' .. p:objectName() end end"
        " say(said == wanted) self.friends = {} say(self:askForUseCard('@lianli', ''))",
        "true .",
    ),
    "buqu_2166": (
        "local id = 1 while not sgs.Sanguosha:getCard(id)"
        " or sgs.Sanguosha:getCard(id):getNumber() ~= 7 do id = id + 1 end"
        " say(self:askForAG({45, 0, id}, false, 'buqu'))"
        " say(self:askForAG({45, 0}, false, 'buqu'))",
        "0 45",
    ),
    "fire_attack_2208": (
        "say(as(self, {0, 45, 1}):askForCardShow(self.enemies[1], 'fire_attack'):getId())"
        " local c = as(self, {0}, {hasSkill = true}):askForCardShow(self.player, 'fire_attack')"
        " say(c:getSuitString()) say(c:getSkillName())",
        "45 heart hongyan",
    ),
    "chosen_2300": (
        "local list = sgs.list_of{self.enemies[1], self.player}"
        " say(self:askForPlayerChosen(list, 'fangquan') == self.player)"
        " for _, reason in ipairs{'luanwu', 'quhu', 'xuanfeng-damage', 'xuanfeng-slash'} do"
        " say(self:askForPlayerChosen(list, reason) == self.enemies[1]) end",
        "true true true true true",
    ),
    "flags_2462": (
        "table.insert(sgs.ai_global_flags, 'abc') sgs.abc = 3 self:updatePlayers() say(sgs.abc)",
        "nil",
    ),
    "jijiang_2610": (
        "local use = {card = sgs.Card_Parse('@JijiangCard=.')}"
        " local function used() for _, f in ipairs(sgs.ai_choicemade_filter.cardUsed) do"
        " f(self.player, use) end end"
        " used() say(as(self, {45}):askForSkillInvoke('jijiang'))"
        " self:updatePlayers() say(as(self, {45}):askForSkillInvoke('jijiang'))"
        " say(as(self, {0}):askForSkillInvoke('jijiang'))"
        " sgs.ai_choicemade_filter.skillInvoke.jijiang(self.player, {'skillInvoke', 'j', 'yes'})"
        " say(sgs.jijiangsource == self.player)"
        " local other = self.enemies[1] sgs.jijiangsource = self.room:getLord()"
        " sgs.ai_choicemade_filter.cardResponsed['@jijiang-slash'](other, {'cardResponsed', '5'})"
        " say(sgs.ai_loyalty[other:objectName()]) say(sgs.jijiangsource)",
        "false true false true 80 nil",
    ),
    "intentions_2714": (
        "local other, lord = self.enemies[1], self.room:getLord()"
        " say(sgs.ai_card_intention.QingnangCard)"
        " sgs.ai_card_intention.IronChain(nil, other, {lord}, other)"
        " say(sgs.ai_loyalty[other:objectName()])",
        "-100 160",
    ),
    "yishe_2740": (
        "local function use(self) local found = {} self:useSkillCard("
        "sgs.Card_Parse('@YisheCard=.'), found)"
        " say(found.card and found.card:toString()) end"
        " local empty, full = sgs.list_of{}, sgs.list_of{1}"
        " use(as(self, {0, 45}, {getPile = empty, getMaxCards = 1, getCards = cards{0, 45}}))"
        " use(as(self, {45}, {getPile = empty, getMaxCards = 1}))"
        " use(as(self, {}, {getPile = full, hasUsed = false}))"
        " use(as(self, {}, {getPile = full, hasUsed = true}))"
        " say(self:getSkillTurnUse('yishe'):toString())"
        " say(self:getSkillTurnUse('yisheask'))",
        "@YisheCard=0 nil @YisheCard=. nil @YisheCard=. nil",
    ),
    "roles_2342": (
        "local lord = self.room:getLord() say(sgs.ai_loyalty[lord:objectName()])"
        " say(sgs.ai_explicit[lord:objectName()]) say(sgs.isRolePredictable())"
        " say(self:objectiveLevel(self.player) < 0) say(sgs.recorder == self)",
        "160 loyalist false true true",
    ),
    "pindian_2932": (
        "sgs.ai_skill_pindian.x = function(minusecard, self, requestor, maxcard, mincard)"
        " return mincard end"
        " local mine = as(self, {0, 45}) say(mine:askForPindian(self.enemies[1], 'x'):getId())"
        " say(mine:askForPindian(self.enemies[1], 'y'):getNumber())",
        "0 7",
    ),
}  # fmt: skip
#: All that sections 9 and 10 of the manual name.
METHODS = """
    log initialize filterEvent getKeepValue getUseValue getUsePriority getDynamicUsePriority
    assignKeep cardNeed sort sortByKeepValue sortByUseValue sortByUsePriority
    sortByDynamicUsePriority sortByCardNeed isFriend isEnemy getFriends getEnemies
    getCardRandomly getOverflow isWeak hasWizard needRetrial getRetrialCardId damageIsEffective
    getMaxCard getCardId getCard getCards getCardsNum getAllPeachNum hasSuit getSuitNum hasSkill
    hasSkills exclude trickProhibit hasTrickEffective hasEquip isEquip hasSameEquip
    slashProhibit slashIsEffective slashIsAvailable getDistanceLimit useTrickCard askForSuit
    askForSkillInvoke askForChoice askForDiscard askForNullification askForCardChosen askForCard
    askForUseCard askForAG askForCardShow askForYiji askForPindian askForPlayerChosen
    askForSinglePeach activate getTurnUse useSkillCard useBasicCard useEquipCard
    useCardByClassName getCardNeedPlayer objectiveLevel updatePlayers
"""
NAMES = """
    ai_keep_value ai_use_value ai_use_priority dynamic_value ai_chaofeng ai_compare_funcs
    lose_equip_skill need_kongcheng masochism_skill wizard_skill wizard_harm_skill getValue
    getDefense getSkillLists ai_filterskill_filter ai_view_as ai_skill_suit ai_skill_invoke
    ai_skill_choice ai_skill_discard ai_skill_cardchosen ai_skill_cardask ai_skill_use
    ai_skill_askforag ai_cardshow ai_skill_pindian ai_skill_playerchosen ai_skills
    ai_skill_use_func ai_slash_prohibit ai_cardneed ai_trick_prohibit ai_slash_weaponfilter
    ai_loyalty ai_anti_lord ai_renegade_suspect ai_explicit isRolePredictable ai_global_flags
    updateIntention updateIntentions recorder ai_choicemade_filter ai_card_intention Card_Parse
    qlist reverse QList2Table Sanguosha
"""
PARTS = """
    dynamic_value.damage_card dynamic_value.control_usecard dynamic_value.control_card
    dynamic_value.lucky_chance dynamic_value.benefit ai_compare_funcs.hp
    ai_compare_funcs.handcard ai_compare_funcs.value ai_compare_funcs.defense
    ai_compare_funcs.chaofeng ai_compare_funcs.threat ai_skill_playerchosen.damage
    ai_skill_playerchosen.zero_card_as_slash ai_cardneed.equip ai_cardneed.bignumber
    ai_choicemade_filter.cardUsed ai_choicemade_filter.cardResponsed
    ai_choicemade_filter.skillInvoke ai_choicemade_filter.skillChoice
    ai_choicemade_filter.Nullification
"""
CASES["names"] = (
    "\n".join(
        [f"if not self.{name} then say('{name}') end" for name in METHODS.split()]
        + [f"if not sgs.{name} then say('{name}') end" for name in (NAMES + PARTS).split()]
        + [
            f"if not self.{key} then say('{key}') end"
            for key in ("player", "room", "role", "friends", "friends_noself", "enemies")
        ]
    ),
    "",
)


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    listing = (LISTINGS / "ai" / "moligaloo-ai.lua").read_text()
    probes = [
        f"sgs.probes.{name} = function(self, say)\n{lines}\nend"
        for name, (lines, _) in CASES.items()
    ]
    files = {"ai/moligaloo-ai": listing, "ai/probe-ai": "\n".join([PROBES, *probes])}
    return game_with(tmp_path_factory.mktemp("packs"), **files, **{"api/90_probe": API})


def begun(pack, seed=3):
    """A match at the first play phase, which is the lord's, and who that is."""
    match, bot = Match.new(pack, SEATS, seed), make_bot("greedy", 0)
    while match.choices[0].prompt != "play":
        seat = match.choices[0].seat
        match.answer(seat, bot.choose(match, seat))
    return match, match.choices[0].seat


@pytest.mark.parametrize("name", CASES)
def test_listings_of_the_manual_answer_as_its_text_says(pack, name):
    match, seat = begun(pack)
    scripts = pack.program.scripts
    scripts.advise(match, symbol_of("probe"), [seat + 1, name])
    told = [line.partition(": ")[2] for line in scripts.output]
    assert " ".join(told) == CASES[name][1]
