"""
The bot that plays by a pack's scripts, and what files of AI that packages bring do to it.
"""

from __future__ import annotations

from random import Random

import pytest
from packages_in_lua import game_with

from rules.ground.errors import PackError
from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.playing.bots import make_bot
from rules.playing.bots.hidden import redeal
from rules.running.match import Match

SEATS = 5


def play(match, count, spec="smart"):
    """So many answers of bots; who gave them."""
    bots = [make_bot(spec, seat) for seat in range(match.seats)]
    for _ in range(count):
        if match.is_over:
            break
        choice = match.choices[0]
        match.answer(choice.seat, bots[choice.seat].choose(match, choice.seat))
    return bots


def begun(pack, seed=3):
    """A match at the first play phase, which is the lord's, and who that is."""
    match = Match.new(pack, SEATS, seed)
    while match.choices[0].prompt != "play":
        play(match, 1, "greedy")
    return match, match.choices[0].seat


# ------------------------------------------------------------------------------ the bot


@pytest.fixture(scope="module")
def game():
    return load_pack(WORLD / "kingdoms_packages")


@pytest.mark.parametrize("seed", range(3))
def test_the_bot_answers_all_but_which_general_it_wants(game, seed):
    match = Match.new(game, SEATS, seed)
    bots = play(match, 10_000)
    assert match.is_over
    assert not match.failed
    assert all(bot.fallbacks <= 1 for bot in bots)


def test_its_answer_is_the_same_in_another_state_and_in_a_match_that_was_loaded(game):
    match = Match.new(game, SEATS, 7)
    for _ in range(60):
        choice = match.choices[0]
        picks = make_bot("smart", 5).choose(match, choice.seat)
        game.program.scripts._local.state = None
        loaded = Match.load(game, match.save())
        assert make_bot("smart", 5).choose(loaded, choice.seat) == picks
        match.answer(choice.seat, picks)


def test_what_it_cannot_see_does_not_change_its_answer(game):
    match = Match.new(game, SEATS, 8)
    for number in range(60):
        choice = match.choices[0]
        picks = make_bot("smart", 5).choose(match, choice.seat)
        other = redeal(match, choice.seat, Random(number))
        assert make_bot("smart", 5).choose(other, choice.seat) == picks
        match.answer(choice.seat, picks)


def test_in_a_game_without_scripts_it_plays_like_the_greedy_bot():
    match = Match.new(load_pack(WORLD / "kingdoms"), SEATS, 3)
    seat = match.choices[0].seat
    answers = [make_bot(name, 4).choose(match, seat) for name in ("smart", "greedy")]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("function SmartAI:activate(use)\n  error('I am lost')\nend", "ai/x-ai.lua:2: I am lost"),
        ("function SmartAI:activate(use) use.card = sgs.Card_Parse('archery_attack:x[heart:1]=.')"
         " end", "activate: archery_attack:x[heart:A]=. cannot be used now"),
        ("function SmartAI:activate(use)\n  while true do end\nend", "it does not come to an end"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_told_and_the_greedy_bot_answers(tmp_path, lines, told):
    match, seat = begun(game_with(tmp_path, **{"ai/x-ai": lines}))
    bot = make_bot("smart", 1)
    picks = bot.choose(match, seat)
    assert told in " ".join(map(str, match.failed.values()))
    assert bot.fallbacks == 1
    match.answer(seat, picks)  # it is legal


def test_a_later_file_may_give_a_method_anew(tmp_path):
    lines = "function SmartAI:activate(use) self:log('only I') end"
    pack = game_with(tmp_path, **{"ai/x-ai": lines})
    match, seat = begun(pack)
    [pick] = make_bot("smart", 1).choose(match, seat)
    assert match.choices[0].options[pick].word == "end"
    assert pack.program.scripts.output == ("ai/x-ai.lua:1: only I",)


def test_what_is_wrong_with_a_file_of_ai_is_told_with_its_line(tmp_path):
    with pytest.raises(PackError, match=r"lua/ai/x-ai\.lua:2: attempt to index"):
        game_with(tmp_path, **{"ai/x-ai": "\nsgs.ai_skil_invoke.x = true"})


PACKAGE = """
module("extensions.told", package.seeall)
extension = sgs.Package("told")
sgs.General(extension, "teller$", "wei"):addSkill(sgs.CreateTriggerSkill{
    name = "telling", events = {sgs.TurnStart},
    on_trigger = function(self, event, player, data)
        local room, found = player:getRoom(), {}
        local victim = room:getOtherPlayers(player):first()
        local damage = sgs.DamageStruct()
        damage.from, damage.to, damage.damage = player, victim, 2
        local told, who = sgs.QVariant(), sgs.QVariant()
        told:setValue(damage)
        who:setValue(victim)
        found[1] = tostring(room:askForSkillInvoke(player, "telling", told))
        local judge, judged = sgs.JudgeStruct(), sgs.QVariant()
        judge.pattern, judge.good = sgs.QRegExp("(.*):(heart):(.*)"), false
        judge.who, judge.card = player, sgs.Sanguosha:getCard(45)
        judged:setValue(judge)
        found[2] = tostring(room:askForSkillInvoke(player, "telling", who))
        found[5] = tostring(room:askForSkillInvoke(player, "telling", judged))
        found[3] = room:askForChoice(player, "some-choice", "one+two+three")
        found[4] = room:askForPlayerChosen(player, room:getAlivePlayers(), "some-one"):objectName()
        room:setTag("told", sgs.QVariant(table.concat(found, " ")))
    end
})
"""
TOLD = """
sgs.ai_skill_invoke.telling = function(self, data)
  local who = data:toPlayer()
  if who then return who == self.room:getOtherPlayers(self.player):first() end
  if data:toJudge().pattern then return data:toJudge():isBad() end
  local damage = data:toDamage()
  return damage.damage == 2 and damage.from == self.player
end
sgs.ai_skill_choice["some-choice"] = function(self, choices) return choices:split("+")[2] end
sgs.ai_skill_playerchosen.some_one = function(self, targets) return targets:last() end
"""


def test_what_a_package_tells_with_a_question_reaches_its_ai(tmp_path):
    pack = game_with(tmp_path, told=PACKAGE, **{"ai/told-ai": TOLD})
    match = Match.new(pack, SEATS, 3)
    while (0, "tag told") not in match.tags:
        choice = match.choices[0]
        picks = [
            at
            for at, option in enumerate(choice.options)
            if choice.prompt == "general" and match.card_id(option.entity) == "told.general.teller"
        ]
        picks = picks or make_bot("smart", 1).choose(match, choice.seat)
        assert not match.failed
        match.answer(choice.seat, picks)
    yes, also, choice, last, judged = match.tags[0, "tag told"].split(" ")
    assert (yes, also, choice, judged) == ("true", "true", "two", "true")
    assert last.startswith("sgs")
    assert not [key for key in match.tags if key[1] == "asked"]


ASKING = """
module("extensions.told", package.seeall)
extension = sgs.Package("told")
use_card = sgs.CreateSkillCard{
    name = "hint",
    filter = function(self, targets, to_select, player) return #targets == 0 end,
    on_use = function(self, room, source, targets)
        room:setTag("hint", sgs.QVariant(targets[1]:objectName()))
    end
}
hinting = sgs.CreateViewAsSkill{
    name = "hinting", n = 0,
    view_as = function(self, cards) return use_card:clone() end,
    enabled_at_play = function() return false end,
    enabled_at_response = function(self, player, pattern) return pattern == "@hint" end
}
teller = sgs.General(extension, "teller$", "wei")
teller:addSkill(hinting)
teller:addSkill(sgs.CreateTriggerSkill{
    name = "telling", events = {sgs.TurnStart},
    on_trigger = function(self, event, player, data)
        local room, found = player:getRoom(), {}
        local function say(value) found[#found + 1] = tostring(value) end
        local hand, other = player:handCards(), player:getNextAlive()
        local card = room:askForCard(player, ".", "@give:" .. other:objectName(), sgs.QVariant())
        say(card and card:getId() == hand:at(2))
        say(room:askForUseCard(player, "@hint", "@hint-card"))
        say(room:getTag("hint"):toString() == other:objectName())
        hand = player:handCards()
        say(room:askForAG(player, hand, false, "some-pile") == hand:at(1))
        say(room:askForCardShow(player, other, "some_show"):getId() == hand:at(2))
        room:askForDiscard(player, "some_reason", 2, false, false)
        say(player:handCards():length() == 1 and player:handCards():at(0) == hand:at(0))
        say(room:getCardOwner(room:askForCardChosen(player, other, "h", "some_card")) == other)
        room:setTag("told", sgs.QVariant(table.concat(found, " ")))
    end
})
"""
ANSWERING = """
local function hand(self) return self.player:handCards() end
sgs.ai_skill_cardask["@give"] = function(self, data, pattern, target)
  return target == self.player:getNextAlive() and hand(self):at(2) .. "" or "."
end
sgs.ai_skill_use["@hint"] = function(self, prompt)
  return prompt == "@hint-card" and "#hint:.:->" .. self.player:getNextAlive():objectName() or "."
end
sgs.ai_skill_askforag.some_pile = function(self, ids) return ids[2] end
sgs.ai_cardshow.some_show = function(self) return sgs.Sanguosha:getCard(hand(self):at(2)) end
sgs.ai_skill_discard.some_reason = function(self, n) return {hand(self):at(1), hand(self):at(2)} end
"""


def test_requests_of_packages_are_put_to_the_tables_of_the_manual(tmp_path):
    pack = game_with(tmp_path, told=ASKING, **{"ai/told-ai": ANSWERING})
    match = Match.new(pack, SEATS, 3)
    while (0, "tag told") not in match.tags:
        choice = match.choices[0]
        picks = [
            at
            for at, option in enumerate(choice.options)
            if choice.prompt == "general" and match.card_id(option.entity) == "told.general.teller"
        ]
        picks = picks or make_bot("smart", 1).choose(match, choice.seat)
        assert not match.failed
        match.answer(choice.seat, picks)
    assert match.tags[0, "tag told"] == " ".join(["true"] * 7)


ACTIVE = """
module("extensions.active", package.seeall)
extension = sgs.Package("active")
burn_card = sgs.CreateSkillCard{
    name = "burning",
    filter = function(self, targets, to_select) return #targets < 2 end,
    on_effect = function(self, effect)
        local damage = sgs.DamageStruct()
        damage.from, damage.to = effect.from, effect.to
        effect.from:getRoom():damage(damage)
    end
}
burner = sgs.General(extension, "burner$", "wei")
burner:addSkill(sgs.CreateViewAsSkill{
    name = "burnout", n = 2,
    view_filter = function(self, selected, to_select) return not to_select:isEquipped() end,
    view_as = function(self, cards)
        if #cards ~= 2 then return nil end
        local made = burn_card:clone()
        for _, c in ipairs(cards) do made:addSubcard(c) end
        return made
    end,
    enabled_at_play = function(self, player) return not player:hasUsed("#burning") end
})
"""
BURNS = """
local burn = {name = "burnout"}
table.insert(sgs.ai_skills, burn)
burn.getTurnUseCard = function(self)
  if self.player:hasUsed("#burning") or self.player:getHandcardNum() < 2 then return end
  local cards = sgs.QList2Table(self.player:getHandcards())
  return sgs.Card_Parse(("#burning:%d+%d:"):format(cards[2]:getId(), cards[1]:getId()))
end
sgs.ai_skill_use_func["#burning"] = function(card, use, self)
  use.card = card
  local others = sgs.QList2Table(self.room:getOtherPlayers(self.player))
  if use.to then use.to:append(others[3]) use.to:append(others[1]) end
end
sgs.ai_use_priority["#burning"] = 100
sgs.ai_card_intention["#burning"] = 80
"""


def test_a_plan_of_a_package_leads_through_cards_and_targets(tmp_path):
    pack = game_with(tmp_path, active=ACTIVE, **{"ai/active-ai": BURNS})
    match = Match.new(pack, SEATS, 3)
    asked = []
    while len(asked) < 5:
        choice = match.choices[0]
        picks = [
            at
            for at, option in enumerate(choice.options)
            if choice.prompt == "general"
            and match.card_id(option.entity) == "active.general.burner"
        ]
        picks = picks or make_bot("smart", 1).choose(match, choice.seat)
        assert not match.failed
        if choice.prompt in ("play", "pick", "target"):
            hand = match.zones[match.program.layout.zones["hand"].first + choice.seat + 1]
            asked.append((choice.prompt, choice.options[picks[0]].entity, hand))
        match.answer(choice.seat, picks)
    prompts, entities, hands = zip(*asked, strict=True)
    assert prompts == ("play", "pick", "pick", "target", "target")
    assert entities[1:3] == (hands[0][1], hands[0][0])
    assert [(player - 1 - choice.seat) % SEATS for player in entities[3:]] == [3, 1]


def test_what_a_file_says_of_a_card_counts_for_who_is_who(tmp_path):
    """`sgs.ai_card_intention` becomes the hostility of the card, as cards of the game have it."""
    pack = game_with(tmp_path, active=ACTIVE, **{"ai/active-ai": BURNS})
    [burning] = [
        card for card in pack.program.scripts.state().cards if card["id"] == "active.card.burning"
    ]
    assert burning["hostility"] == 3


DEEDS = """
module("extensions.deeds", package.seeall)
extension = sgs.Package("deeds")
curse_card = sgs.CreateSkillCard{
    name = "cursing",
    filter = function(self, targets, to_select) return #targets < 2 end,
    on_effect = function(self, effect) end
}
lord = sgs.General(extension, "watcher$", "wei")
lord:addSkill(sgs.CreateTriggerSkill{
    name = "watching", events = {sgs.TurnStart},
    on_trigger = function(self, event, player, data)
        local room = player:getRoom()
        local others = room:getOtherPlayers(player)
        if room:getTag("told"):toString() ~= "" then return end
        local found = {}
        local function say(p) found[#found + 1] = tostring(math.floor(sgs.deeds_of(p))) end
        local use = sgs.CardUseStruct()
        use.card, use.from = curse_card:clone(), others:at(0)
        use.to:append(player)
        use.to:append(others:at(2))
        room:useCard(use)
        say(others:at(0))
        local lords = sgs.SPlayerList()
        lords:append(player)
        lords:append(others:at(0))
        room:askForPlayerChosen(others:at(1), lords, "pointing")
        say(others:at(1))
        room:askForSkillInvoke(others:at(2), "watching")
        say(others:at(2))
        room:setTag("told", sgs.QVariant(table.concat(found, " ")))
    end
})
"""
#: The same said in numbers, by functions of the manual, and by those of later files.
SAID = {
    "numbers": """
sgs.ai_card_intention["#cursing"] = 80
sgs.ai_playerchosen_intention.pointing = 80
""",
    "functions": """
sgs.ai_card_intention["#cursing"] = function(card, from, tos, source)
  seen = (seen or 0) + 1
  for _, to in ipairs(tos) do sgs.updateIntention(from, to, 80) end
end
sgs.ai_playerchosen_intention.pointing = function(from, to) sgs.updateIntention(from, to, 80) end
sgs.ai_choicemade_filter.skillInvoke.watching = function(player, list)
  if list[3] == "yes" then sgs.updateIntention(player, player:getRoom():getLord(), 80) end
end
""",
    "later": """
sgs.ai_card_intention["#cursing"] = function(self, card, from, tos)
  if self.player:isLord() then sgs.updateIntentions(from, tos, 80) end
end
sgs.ai_playerchosen_intention.pointing = function(self, from, to)
  sgs.updateIntention(from, to, 80)
end
sgs.ai_choicemade_filter.skillInvoke.watching = function(self, player, list)
  if list[3] == "yes" then sgs.updateIntention(player, self.room:getLord(), 80) end
end
""",
}


def pictures(pack):
    """How loyal three players have been seen, after a card, a choice and an answer of theirs."""
    match = Match.new(pack, SEATS, 3)
    while (0, "tag told") not in match.tags:
        choice = match.choices[0]
        picks = [
            at
            for at, option in enumerate(choice.options)
            if (
                choice.prompt == "general"
                and match.card_id(option.entity) == "deeds.general.watcher"
            )
            or (choice.prompt == "askPlayer" and match.kind_of(option.entity) == "player")
            or option.word == "yes"
        ]
        match.answer(choice.seat, picks[:1] or choice.default)
        assert not match.failed
    assert not [key for key in match.tags if key[1] == "kept"]
    return match.tags[0, "tag told"]


def test_intentions_count_for_who_is_who_whether_numbers_or_functions_say_them(tmp_path):
    found = {}
    for name, lines in SAID.items():
        (tmp_path / name).mkdir()
        pack = game_with(tmp_path / name, listings=False, deeds=DEEDS, **{"ai/deeds-ai": lines})
        found[name] = pictures(pack).split(" ")
    assert found["numbers"][2] == "0"
    assert float(found["functions"][2]) < 0
    assert found["functions"][:2] == found["numbers"][:2]
    assert found["later"] == found["functions"]
    assert all(float(each) < -20 for each in found["later"])
