-- Lines in which a skill asks; tests/rules/test_packages_requests.py answers.
sgs.LoadTranslationTable{
    ["@star"] = "星", ["choices:draw"] = "摸两张牌", ["hurt"] = "受到伤害", ["invokes:yes"] = "真的要发动吗",
    ["@lab-card"] = "%src 要求 %dest 打出%arg或%2arg", ["#lab_told"] = "%from 对 %to 说了%arg、%arg2、%card{x}",
}

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
