-- Lines in which a skill asks; tests/rules/test_packages_requests.py answers.
sgs.LoadTranslationTable{
    ["@star"] = "星", ["choices:draw"] = "摸两张牌", ["hurt"] = "受到伤害", ["invokes:yes"] = "真的要发动吗",
    ["@lab-card"] = "%src 要求 %dest 打出%arg或%2arg", ["#lab_told"] = "%from 对 %to 说了%arg、%arg2、%card{x}",
}

local viewed = sgs.CreateSkillCard{
    name = "viewed", on_effect = function(self, effect) effect.to:gainMark("@star", self:getSubcards():length()) end,
}
local skills = sgs.SkillList()
skills:append(sgs.CreateViewAsSkill{
    name = "viewing", n = 2,
    view_filter = function(self, selected, card) return #selected == 0 or card:getSuit() == selected[1]:getSuit() end,
    view_as = function(self, cards)
        if #cards == 0 then return nil end
        local made = viewed:clone()
        for _, card in ipairs(cards) do made:addSubcard(card) end
        return made
    end,
    enabled_at_play = function() return false end,
    enabled_at_response = function(self, p, pattern) return pattern == "@viewing" or pattern == "@made" .. 1 end,
})
skills:append(sgs.CreateTriggerSkill{
    name = "providing", events = {sgs.CardAsked},
    on_trigger = function(self, event, p, data)
        if data:toString() ~= "jink" then return end
        local room = p:getRoom()
        room:provide(sgs.Sanguosha:cloneCard("jink", sgs.Card_NoSuit, 0))
        return true
    end,
})
skills:append(sgs.CreateTriggerSkill{
    name = "refusing", events = {sgs.CardAsked},
    on_trigger = function(self, event, p) p:getRoom():provide(nil) return true end,
})
local function counts(name, event)
    skills:append(sgs.CreateTriggerSkill{name = name, events = {event}, on_trigger = function(self, _, p) p:addMark(name) end})
end
skills:append(sgs.CreateTriggerSkill{
    name = "drawing", events = {sgs.TurnedOver}, on_trigger = function() end,
    can_trigger = function(self, p) p:drawCards(1) end,
})
skills:append(sgs.CreateTriggerSkill{
    name = "rolling", events = {sgs.TurnedOver}, on_trigger = function() end,
    can_trigger = function(self, p) return math.random(2) > 1 end,
})
counts("discarded", sgs.CardDiscarded)
counts("responsed", sgs.CardResponsed)
skills:append(sgs.CreateTriggerSkill{
    name = "watching", events = {sgs.TurnStart}, can_trigger = function() return true end,
    on_trigger = function(self, event, p)
        local room = p:getRoom()
        local who = room:findPlayerBySkillName("watching")
        if not who then return end
        local told = (who:hasFlag("mine") and "1" or "0") .. (who:getNextAlive():hasFlag("theirs") and "1 " or "0 ")
        room:setTag("watched", sgs.QVariant(room:getTag("watched"):toString() .. told))
    end,
})
sgs.Sanguosha:addSkills(skills)

--- choices:
say(room:askForChoice(player, 'choices', 'draw+hurt+no'))

--- made_choices:
say(room:askForChoice(player, 'x', table.concat({'a' .. 1, 'b|{c}', 'caocao'}, '+')))

--- invokes:
say(player:askForSkillInvoke('invokes', sgs.QVariant('a detail')))

--- invokes_plainly:
say(room:askForSkillInvoke(player, 'invokes_plainly'))

--- prompts:
local c = room:askForCard(player, '.', '@lab-card:' .. player:getNextAlive():objectName() .. ':' .. player:objectName() .. ':slash:heart')
say(c and c:getId() or 'none')

--- discards:
player:throwAllHandCards() player:drawCards(3)
room:installEquip(player, 'axe')
say(room:askForDiscard(player, 'discards', 2, false, true))
say(player:getCardCount(true))

--- exchange:
local c = room:askForExchange(player, 'exchange', 2)
say(c:subcardsLength())
say(player:getHandcardNum())

--- grace:
local ids = room:getNCards(3)
room:fillAG(ids)
local id = room:askForAG(player, ids, true, 'grace') if id >= 0 then
room:takeAG(player, id) ids:removeOne(id) end
for _, x in sgs.qlist(ids) do
room:takeAG(nil, x) end
room:broadcastInvoke('clearAG')
say(id >= 0)
say(player:getHandcardNum())
say(room:getCardPlace(ids:first()))

--- gifts:
local ids = room:getNCards(2)
local n = 0
while room:askForYiji(player, ids) do n = n + 1 end
say(n)
say(ids:length())

--- guanxing:
local ids = room:getNCards(3) room:doGuanxing(player, ids, true)
say(room:peek():getId() == ids:at(2))

--- gongxin:
local q = player:getNextAlive()
local n = q:getHandcardNum() room:doGongxin(player, q)
say(n - q:getHandcardNum())

--- shows:
say(room:askForCardShow(player, player:getNextAlive(), 'shows'):getId() >= 0)

--- pindian:
say(type(player:pindian(player:getNextAlive(), 'pindian', player:getHandcards():first())))

--- kingdoms:
say(room:askForKingdom(player))

--- suits:
say(room:askForSuit(player) == sgs.Card_Heart)

--- chosen:
say(room:askForPlayerChosen(player, room:getOtherPlayers(player), 'chosen') ~= player)

--- chosen_cards:
local q = player:getNextAlive()
room:installEquip(q, 'axe')
say(sgs.Sanguosha:getCard(room:askForCardChosen(player, q, 'he', 'chosen_cards')):objectName())

--- shown_hands:
room:showAllCards(player, player:getNextAlive())

--- shown_cards:
room:showCard(player, player:handCards():first())

--- lines:
local l = sgs.LogMessage() l.type = '#lab_told'
l.from = player l.to:append(player:getNextAlive()) l.arg, l.arg2, l.card_str = 'slash', 'caocao', '0'
room:sendLog(l)

--- ends:
room:gameOver('lord+loyalist')

--- ends_by_name:
room:gameOver(player:getNextAlive():objectName())

--- activates:
local use = sgs.CardUseStruct()
room:activate(player, use)
say(use.from == player)
say(use.card)

--- two_turns:
room:acquireSkill(player, 'watching')
player:setFlags('mine') player:getNextAlive():setFlags('theirs')

--- told_beside:
player:gainMark('@star', 2)
local ids = room:getNCards(2) player:addToPile('star', ids:at(0)) player:addToPile('moon', ids:at(1), false) room:askForChoice(player, 'x', 'a+b')

--- cardless:
player:throwAllHandCards() room:askForCard(player, 'jink', '@x')

--- peaches:
room:obtainCard(player, 45) room:obtainCard(player, 46)
local c = room:askForSinglePeach(player, player:getNextAlive())
say(c and c:objectName())

--- uses_by_skill:
room:acquireSkill(player, 'viewing')
say(room:askForUseCard(player, '@viewing', '@lab-card'))
say(room:getAllPlayers():at(1):getMark('@star'))

--- uses_by_made_pattern:
room:acquireSkill(player, 'viewing')
say(room:askForUseCard(player, '@made' .. 1, '@lab-card'))

--- plays_by_skill:
room:acquireSkill(player, 'viewing')
local c = room:askForCard(player, '@viewing', '@lab-card')
say(c and c:subcardsLength())
say(player:getHandcardNum())

--- dot_discards:
room:acquireSkill(player, 'discarded')
room:acquireSkill(player, 'responsed')
room:askForCard(player, '.', '@lab-card')
say(player:getMark('discarded'))
say(player:getMark('responsed'))

--- name_responds:
room:acquireSkill(player, 'discarded')
room:acquireSkill(player, 'responsed')
room:obtainCard(player, 30)
room:askForCard(player, 'jink', '@lab-card')
say(player:getMark('discarded'))
say(player:getMark('responsed'))

--- provided:
room:acquireSkill(player, 'providing')
say(room:askForCard(player, 'jink', '@lab-card'):objectName())
local e = sgs.SlashEffectStruct()
e.from, e.to, e.slash = player:getNextAlive(), player, sgs.Sanguosha:cloneCard('slash', sgs.Card_NoSuit, 0)
room:slashEffect(e)
say(player:getLostHp())

--- nullified:
local q = player:getNextAlive()
room:obtainCard(q, 99)
say(room:askForNullification(sgs.Sanguosha:cloneCard('duel', sgs.Card_NoSuit, 0), player, q, true))

--- seen_by_one:
local ids = room:getNCards(1)
room:fillAG(ids, player)
say(room:getCardPlace(ids:first()))
room:showCard(player, player:handCards():first(), player)

--- drawn:
room:acquireSkill(player, 'drawing')
player:turnOver()

--- rolled:
room:acquireSkill(player, 'rolling')
player:turnOver()

--- refused:
room:acquireSkill(player, 'refusing')
say(room:askForCard(player, '.', '@lab-card'))
say(player:getHandcardNum())

--- discards_later_form:
room:askForDiscard(player, 'lab', 2, 2, false, false)
say(player:getHandcardNum())

--- lines_of_the_client:
for _, name in ipairs{'#lab_unwritten', '#InvokeSkill'} do
    local log = sgs.LogMessage()
    log.type, log.from, log.arg = name, player, '@star'
    room:sendLog(log)
end
