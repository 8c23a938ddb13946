-- Lines that a skill carries out, and behind the name of each case what it says (tests/packages_in_lua.py).
sgs.LoadTranslationTable{["@star"] = "星"}
sgs.CreateSkillCard{name = "lab_card", target_fixed = true}
local skills = sgs.SkillList()
if not sgs.Sanguosha:getSkill("#lab_helper") then
    skills:append(sgs.CreateTriggerSkill{name = "#lab_helper", events = {sgs.Damaged}, on_trigger = function() end})
end
skills:append(sgs.CreateTriggerSkill{
    name = "lab_heard", events = {sgs.TurnedOver}, can_trigger = function() return true end,
    on_trigger = function(self, event, p) p:addMark("heard") end,
})
sgs.Sanguosha:addSkills(skills)

--- seats: 1 2 true true
say(player:getSeat())
say(player:getNextAlive():getSeat())
say(room:nextPlayer():objectName() == player:getNextAlive():objectName())
say(room:findPlayer(player:getGeneralName()) == player)

--- generals: true wei 3 general_generals wei true nil
local g = player:getGeneral()
say(g:isFemale())
say(g:getKingdom())
say(g:getMaxHp())
say(g:objectName())
say(sgs.Sanguosha:getGeneral('caocao'):getKingdom())
say(sgs.Sanguosha:getGeneral('diaochan'):isFemale())
say(sgs.Sanguosha:getGeneral('nobody'))

--- lieges: true 0
local n = 0
for _, p in sgs.qlist(room:getOtherPlayers(player)) do p:setKingdom('wei') n = n + 1 end
say(room:getLieges('wei', player):length() == n)
say(room:getLieges('shu', player):length())

--- hands: 4 4 4 true true nil
say(player:getHandcardNum())
say(player:handCards():length())
say(player:wholeHandCards():subcardsLength()) player:throwAllHandCards()
say(player:isKongcheng())
say(player:isNude())
say(tostring(player:wholeHandCards()))

--- last_cards: true true
player:throwAllHandCards() player:drawCards(1)
local c = player:getHandcards():first()
say(player:isLastHandCard(c))
say(player:getRandomHandCardId() == c:getId())

--- flags: true false true false
player:setFlags('a')
room:setPlayerFlag(player, 'b')
say(player:hasFlag('a'))
room:setPlayerFlag(player, '-a')
say(player:hasFlag('a'))
say(player:hasFlag('b')) player:clearFlags()
say(player:hasFlag('b'))

--- marks: 2 1 0 2
player:gainMark('@star', 3) player:loseMark('@star')
say(player:getMark('@star')) player:addMark('plain')
say(player:getMark('plain')) player:loseAllMarks('@star')
say(player:getMark('@star'))
room:setPlayerMark(player, '@star', 2)
say(player:getMark('@star'))

--- skills: true false true skills+paoxiao false skills nil
room:acquireSkill(player, 'paoxiao')
say(player:hasSkill('paoxiao'))
say(player:hasInnateSkill('paoxiao'))
say(player:hasInnateSkill('skills'))
local l = {}
for _, s in sgs.qlist(player:getVisibleSkillList()) do l[#l + 1] = s:objectName() end
say(table.concat(l, '+')) player:loseSkill('paoxiao')
say(player:hasSkill('paoxiao'))
say(sgs.Sanguosha:getSkill('skills'):objectName())
say(sgs.Sanguosha:getSkill('nothing'))

--- phases: true true false
say(player:getPhase() == sgs.Player_NotActive)
player:skip(sgs.Player_Draw)
say(player:isSkipped(sgs.Player_Draw))
say(player:isSkipped(sgs.Player_Play))

--- hit_points: 1 2 false 1
player:setHp(1)
say(player:getHp()) player:setMaxHP(2)
say(player:getMaxHP())
room:setPlayerProperty(player, 'hp', sgs.QVariant(2))
say(player:isWounded())
room:loseMaxHp(player)
say(player:getHp())

--- properties: wu true false true caocao true
room:setPlayerProperty(player, 'kingdom', sgs.QVariant('wu'))
say(player:getKingdom())
room:setPlayerProperty(player, 'chained', sgs.QVariant(true))
say(player:isChained())
room:setPlayerProperty(player, 'faceup', sgs.QVariant(false))
say(player:faceUp())
room:setPlayerProperty(player, 'faceup', sgs.QVariant(true))
say(player:faceUp())
room:setPlayerProperty(player, 'general', sgs.QVariant('caocao'))
say(player:getGeneralName())
say(player:hasSkill('properties'))

--- transfigured: diaochan 3 3 true false true
room:transfigure(player, 'diaochan', true, false)
say(player:getGeneralName())
say(player:getMaxHp())
say(player:getHp())
say(player:hasSkill('biyue'))
say(player:hasSkill('transfigured'))
say(player:getGeneral():isFemale())

--- equipment: axe 3 true spear 1 -1 false
room:installEquip(player, 'axe')
say(player:getWeapon():objectName())
say(player:getAttackRange())
say(player:hasWeapon('axe'))
room:installEquip(player, 'spear')
say(player:getWeapon():objectName())
say(player:getEquips():length())
say(room:getCardFromPile('nothing')) player:throwAllEquips()
say(player:hasEquip())

--- distances: 1 true true false false true
local q = player:getNextAlive()
say(player:distanceTo(q))
say(player:inMyAttackRange(q))
say(player:canSlash(q))
say(player:canSlash(player))
say(player:canSlash(q:getNextAlive()))
say(player:canSlash(q:getNextAlive(), false))

--- cards_off_the_deck: true nil true true true
local top = room:peek():getId()
local ids = room:getNCards(2)
say(ids:at(0) == top)
say(room:getCardOwner(ids:at(1)))
say(room:peek():getId() ~= top)
say(room:drawCard() >= 0)
room:moveCardTo(sgs.Sanguosha:getCard(ids:at(0)), nil, sgs.Player_DrawPile)
say(room:peek():getId() == top)

--- moves: 0 5 4 3 spear true
local id = room:drawCard()
local c = sgs.Sanguosha:getCard(id)
room:moveCardTo(c, player, sgs.Player_Hand, false)
say(room:getCardPlace(id))
say(player:getHandcardNum())
room:moveCardTo(c, nil, sgs.Player_DiscardedPile)
say(room:getCardPlace(id))
room:moveCardTo(c, player, sgs.Player_Special)
say(room:getCardPlace(id))
local w = sgs.Sanguosha:getCard(room:getCardFromPile('spear'))
room:moveCardTo(w, player, sgs.Player_Equip)
say(player:getWeapon():objectName())
local t = sgs.Sanguosha:getCard(room:getCardFromPile('lightning'))
room:moveCardTo(t, player, sgs.Player_Judging)
say(player:containsTrick('lightning'))

--- piles: 1 2 true moon 3 0 4 1
local ids = room:getNCards(3) player:addToPile('star', ids:at(0))
player:addToPile('moon', ids:at(1), false)
player:addToPile('moon', ids:at(2), false)
say(player:getPile('star'):length())
say(player:getPile('moon'):length())
say(player:getPile('sun'):isEmpty())
say(player:getPileName(ids:at(1)))
say(room:getCardPlace(ids:at(0)))
room:throwCard(ids:at(0))
say(player:getPile('star'):length())
say(room:getCardPlace(ids:at(0))) room:obtainCard(player, ids:at(1))
say(player:getPile('moon'):length())

--- piles_of_the_dead: true 0 4
local q, id = player:getNextAlive(), room:drawCard() q:addToPile('star', id) q:gainMark('@star')
room:killPlayer(q)
say(q:isDead())
say(q:getPile('star'):length())
say(room:getCardPlace(id))

--- the_revived: 0 true 0 1
local q = player:getNextAlive()
q:gainMark('@star', 2)
room:killPlayer(q)
say(q:getMark('@star'))
local n = room:alivePlayerCount()
room:revivePlayer(q)
say(q:isAlive())
say(q:getMark('@star'))
say(room:alivePlayerCount() - n)

--- buried: true 0
player:addToPile('star', room:drawCard())
player:bury()
say(player:isNude())
say(player:getPile('star'):length())

--- current: true true
local q = player:getNextAlive()
room:setCurrent(q)
say(room:getCurrent() == q)
room:setCurrent(player)
say(room:getCurrent() == player)

--- slashes: 1 2 2
local q = player:getNextAlive() q:throwAllHandCards()
local e = sgs.SlashEffectStruct() e.from, e.to = player, q e.slash = sgs.Sanguosha:cloneCard('slash', sgs.Card_NoSuit, 0)
local hp = q:getHp()
room:slashEffect(e)
say(hp - q:getHp())
room:slashResult(e, nil)
say(hp - q:getHp())
room:slashResult(e, sgs.Sanguosha:getCard(30))
say(hp - q:getHp())

--- heard: false
say(room:getThread():trigger(sgs.TurnedOver, player, sgs.QVariant())) room:getThread():delay(100)

--- each_card_has_an_id: 160 0 16
local n, twice, seen = 0, 0, {}
for id = 0, 159 do
local c = sgs.Sanguosha:getCard(id) if c and c:getId() == id then n = n + 1 end if seen[c] then twice = twice + 1 end seen[c] = true end
say(n)
say(twice)
say(sgs.Sanguosha:getCard(1):getNumber() + sgs.Sanguosha:getCard(2):getNumber())

--- one_candidate: true only
local l = sgs.SPlayerList() l:append(player)
say(room:askForPlayerChosen(player, l, 'x') == player)
say(room:askForChoice(player, 'x', 'only'))

--- hands_alone: true -1
local q = player:getNextAlive()
local id = room:askForCardChosen(player, q, 'h', 'x')
say(room:getCardOwner(id) == q) q:throwAllHandCards()
say(room:askForCardChosen(player, q, 'he', 'x'))

--- nobody_with_cards: nil nil false
player:throwAllHandCards()
say(room:askForCard(player, '.', '@x'))
say(room:askForCardShow(player, player, 'x'))
say(room:askForYiji(player, sgs.IntList()))

--- one_hand_card: true true 1
player:throwAllHandCards() player:drawCards(1)
local id = player:handCards():first()
say(room:askForPindian(player, player, player:getNextAlive(), 'x'):getId() == id)
say(room:askForCardShow(player, player, 'x'):getId() == id)
say(player:getHandcardNum())

--- view_as_skills_alone: nil false
say(room:askForCard(player, '@nothing', '@x'))
say(room:askForUseCard(player, '@nothing', '@x'))

--- patterns_of_names: true false true false false true
local s, j = sgs.Sanguosha:getCard(0), sgs.Sanguosha:getCard(30)
say(s:match('slash'))
say(j:match('slash'))
say(j:match('jink'))
say(s:match('peach+analeptic'))
say(sgs.Sanguosha:getCard(110):match('slash'))
say(sgs.Sanguosha:getCard(111):match('slash'))

--- patterns_of_dots: true true true true false true false
local s = sgs.Sanguosha:getCard(0)
for _, p in ipairs{'.', '..', '.S', '..S', '.H', '.black', '.red'} do
say(s:match(p)) end

--- patterns_of_parts: true true true false true true true false true false true true
local s = sgs.Sanguosha:getCard(0)
for _, p in ipairs{'Slash', 'BasicCard|spade', 'Slash,Jink|heart,spade|7', '.|.|8~', '.|.|1~9',
  '.|black', '.|.|.|hand', '.|.|.|equipped', 'Jink#Slash', 'EquipCard|.|.|.|red', '.|.|.|.|black', '.|spade|A~7'} do
say(s:match(p)) end

--- card_strings: true true true true luanji 13 2 archery_attack 0 nil nil #lab_card:3: 3
for _, t in ipairs{'12', 'archery_attack:luanji[diamond:K]=29+28', 'slash:x[no_suit:-]=.', '$1+2'} do
local c = sgs.Card_Parse(t)
say(c:toString() == t) end
local c = sgs.Card_Parse('archery_attack:luanji[diamond:K]=29+28')
say(c:getSkillName())
say(c:getNumber())
say(c:getSubcards():length())
say(c:objectName())
say(sgs.Card_Parse(0):getId())
say(sgs.Card_Parse('.'))
say(sgs.Card_Parse('slash:x[what:3]=1'))
say(sgs.Card_Parse('#lab_card:3:'):toString())
say(sgs.Card_Parse('#lab_card:3'):getSubcards():first())

--- uses: 12 1 true 0
local use = sgs.CardUseStruct()
use:parse('12->' .. player:objectName(), room)
say(use.card:getId())
say(use.to:length())
say(use.to:first() == player)
use:parse('12->.', room)
say(use.to:length())

--- available: true false
player:setHp(1)
say(sgs.Sanguosha:cloneCard('peach', 4, 0):isAvailable(player))
say(sgs.Sanguosha:cloneCard('jink', 4, 0):isAvailable(player))

--- engine: 3 星 none 5 engine nil lab_card
say(#sgs.Sanguosha:getRandomGenerals(3))
say(sgs.Sanguosha:translate('@star'))
say(sgs.Sanguosha:translate('none'))
say(#sgs.Sanguosha:getKingdoms())
say(sgs.Sanguosha:getTriggerSkill('engine'):objectName())
say(sgs.Sanguosha:getViewAsSkill('engine'))
say(sgs.Sanguosha:cloneSkillCard('lab_card'):objectName())

--- shared_skills: #lab_helper 1
say(sgs.Sanguosha:getSkill('#lab_helper'):objectName())
say(sgs.Sanguosha:getRelatedSkills('lab_helper'):length())

--- roles: rebel 5
local q = player:getNextAlive()
room:setPlayerProperty(q, 'role', sgs.QVariant('rebel'))
say(q:getRole())
say(room:getPlayers():length())

--- dying_without_need: true
room:enterDying(player:getNextAlive())
say(player:getNextAlive():isAlive())

--- deadly_reasons: 3
local q = player:getNextAlive()
room:setPlayerProperty(q, 'role', sgs.QVariant('rebel'))
local reason, n = sgs.DamageStruct(), player:getHandcardNum()
reason.from = player
room:killPlayer(q, reason)
say(player:getHandcardNum() - n)

--- owners: true true nil
local id = player:handCards():first()
say(room:getCardOwner(id) == player)
say(room:obtainable(sgs.Sanguosha:getCard(id), player:getNextAlive()))
room:throwCard(id)
say(room:getCardOwner(id))

--- tags: 7 word true true true 2 b 2 true true nil
room:setTag('n', sgs.QVariant(7))
room:setTag('t', sgs.QVariant('word'))
room:setTag('b', sgs.QVariant(true))
local q = player:getNextAlive()
player:setTag('p', sgs.QVariant(q))
local c = player:getHandcards():first()
room:setTag('c', sgs.QVariant(c))
room:setTag('l', sgs.QVariant({'a', 'b'}))
local damage = sgs.DamageStruct()
damage.from, damage.to, damage.damage, damage.card = player, q, 2, c
room:setTag('d', sgs.QVariant(damage))
say(room:getTag('n'):toInt())
say(room:getTag('t'):toString())
say(room:getTag('b'):toBool())
say(player:getTag('p'):toPlayer() == q)
say(room:getTag('c'):toCard() == c)
say(#room:getTag('l'):toStringList())
say(room:getTag('l'):toStringList()[2])
say(room:getTag('d'):toDamage().damage)
say(room:getTag('d'):toDamage().to == q)
say(room:getTag('d'):toDamage().card == c)
room:removeTag('n')
say(room:getTag('n').value)

--- fixed_distances: 2 1 3 2 2
local q = player:getNextAlive():getNextAlive()
say(player:distanceTo(q))
room:setFixedDistance(player, q, 1)
say(player:distanceTo(q))
room:setFixedDistance(player, q, 3)
say(player:distanceTo(q))
say(q:distanceTo(player))
room:setFixedDistance(player, q, -1)
say(player:distanceTo(q))

--- unknown_skills: false false false
room:acquireSkill(player, 'nowhere') player:acquireSkill('nowhere') room:attachSkillToPlayer(player, 'nowhere')
say(player:hasSkill('nowhere'))
room:detachSkillFromPlayer(player, 'nowhere')
say(player:hasSkill('nowhere'))
say(player:hasInnateSkill('nowhere'))

--- shown_without_skills: true
local before = player:getGeneralName()
room:setPlayerProperty(player, 'general', sgs.QVariant('sujiang'))
room:setPlayerProperty(player, 'general2', sgs.QVariant('sujiangf'))
say(player:getGeneralName() == before)

--- native_names: 曹操 杀 奸雄 魏 方块 主公 星 nowhere
for _, key in ipairs{'caocao', 'slash', 'jianxiong', 'wei', 'diamond', 'lord', '@star', 'nowhere'} do
    say(sgs.Sanguosha:translate(key))
end

--- heard_skills: 0 1 2 1
player:turnOver()
say(player:getMark('heard'))
room:getThread():addTriggerSkill(sgs.Sanguosha:getTriggerSkill('lab_heard'))
player:turnOver()
say(player:getMark('heard'))
room:getThread():addTriggerSkill(sgs.Sanguosha:getSkill('lab_heard'))
player:turnOver()
say(player:getMark('heard'))
local q = player:getNextAlive()
q:turnOver()
say(q:getMark('heard'))

--- barred_cards: true false false true nil 1 true
player:throwAllHandCards()
for _, id in ipairs{30, 77, 53} do room:obtainCard(player, id) end
player:jilei('basic')
say(player:isJilei(sgs.Sanguosha:getCard(30)))
say(player:isJilei(sgs.Sanguosha:getCard(77)))
say(player:isJilei(sgs.Sanguosha:cloneCard('duel', 0, 1)))
local c = sgs.Sanguosha:cloneSkillCard('lab_card')
c:addSubcard(30)
say(player:isJilei(c))
say(room:askForCard(player, 'jink', '@x'))
player:jilei('trick')
room:askForDiscard(player, 'lab', 3)   -- only what is not barred
say(3 - player:getHandcardNum())
player:jilei('.')
say(room:askForCard(player, 'jink', '@x') == nil and not player:isJilei(sgs.Sanguosha:getCard(30)))
