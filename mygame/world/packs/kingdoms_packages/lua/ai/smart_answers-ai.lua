-- Answers to what a player is asked (manual 10.1): each by the table of its kind, or as by default.
local function key_of(reason) return (reason:gsub("%-", "_")) end

function SmartAI:askForSuit(reason)
  local own = sgs.ai_skill_suit[reason or ""]
  if own then return own(self) end
  local lots = {sgs.Card_Spade, sgs.Card_Spade, sgs.Card_Heart, sgs.Card_Heart, sgs.Card_Club, sgs.Card_Club,
    sgs.Card_Diamond, sgs.Card_Diamond, sgs.Card_Diamond}
  return lots[math.random(#lots)]
end
function SmartAI:askForSkillInvoke(skill_name, data)
  local own = sgs.ai_skill_invoke[skill_name]
  if type(own) == "function" then return own(self, data) and true or false end
  if own ~= nil then return own end
  return sgs.skill_is_frequent(self.player, skill_name)
end
function SmartAI:askForChoice(skill_name, choices)
  local own = sgs.ai_skill_choice[skill_name]
  local list = type(choices) == "string" and choices:split("+") or choices
  if type(own) == "string" then return own end
  local said = own and own(self, type(choices) == "string" and choices or table.concat(choices, "+"))
  if said then return said end
  for _, one in ipairs(list) do if one == "no" then return one end end
  return list[math.random(#list)]
end
function SmartAI:askForDiscard(reason, discard_num, optional, include_equip)
  local own = sgs.ai_skill_discard[reason]
  local said = own and own(self, discard_num, optional, include_equip)
  if said then return said end
  if optional then return {} end
  local cards = sgs.QList2Table(self.player:getCards(include_equip and "he" or "h"))
  self:sortByKeepValue(cards)
  local found = {}
  if include_equip and self:hasSkills(sgs.lose_equip_skill) then
    for _, c in ipairs(cards) do
      if c:isEquipped() and #found < discard_num then table.insert(found, c:getEffectiveId()) end
    end
  end
  for _, c in ipairs(self:leastKept(cards, discard_num - #found, found)) do table.insert(found, c:getEffectiveId()) end
  return found
end
-- So many cards to give up: what is kept is looked at one after the other, so that the second of a kind goes first.
function SmartAI:leastKept(cards, n, without)
  local left, kept = {}, {}
  for _, c in ipairs(cards) do
    local taken = false
    for _, id in ipairs(without or {}) do taken = taken or id == c:getEffectiveId() end
    if not taken then table.insert(left, c) end
  end
  while #left > n do
    self:sortByKeepValue(left, true, kept)
    table.insert(kept, table.remove(left, 1))
  end
  return left
end
function SmartAI:askForCard(pattern, prompt, data)
  local parts = prompt:split(":")
  local function named(text) return text and text ~= "" and sgs.player_of_name(text) or nil end
  local own = sgs.ai_skill_cardask[parts[1]]
  local said = own and own(self, data, pattern, named(parts[2]), named(parts[3]))
  if said then return said end
  if pattern == "slash" or pattern == "jink" then
    local id = self:getCardId(pattern == "slash" and "Slash" or "Jink")
    return id and tostring(id) or "."
  end
  return "."
end
function SmartAI:askForUseCard(pattern, prompt)
  local own = sgs.ai_skill_use[pattern]
  return own and own(self, prompt) or "."
end
function SmartAI:askForAG(card_ids, refusable, reason)
  local own = sgs.ai_skill_askforag[key_of(reason or "")]
  local said = own and own(self, card_ids)
  if said then return said end
  local cards = {}
  for at, id in ipairs(card_ids) do cards[at] = sgs.Sanguosha:getCard(id) end
  self:sortByCardNeed(cards)
  return cards[#cards] and cards[#cards]:getEffectiveId() or -1
end
function SmartAI:askForCardShow(requestor, reason)
  local own = sgs.ai_cardshow[reason]
  return own and own(self, requestor) or self.player:getRandomHandCard()
end
function SmartAI:askForYiji(cards)
  local c, friend = self:getCardNeedPlayer(cards)
  if c and friend then return friend, c:getEffectiveId() end
  return nil, -1
end
function SmartAI:askForPindian(requestor, reason)
  local cards = sgs.QList2Table(self.player:getHandcards())
  self:sortByUseValue(cards, true)
  local least, most
  for _, c in ipairs(cards) do
    if self:getUseValue(c) < 6 then
      if not most or c:getNumber() > most:getNumber() then most = c end
      if not least or c:getNumber() < least:getNumber() then least = c end
    end
  end
  least, most = least or cards[1], most or cards[1]
  local own = sgs.ai_skill_pindian[reason]
  local said = own and own(cards[1], self, requestor, most, least)
  return said or (requestor and self:isFriend(requestor) and least or most)
end
function SmartAI:askForPlayerChosen(targets, reason)
  local own = sgs.ai_skill_playerchosen[key_of(reason or "")]
  return own and own(self, targets) or targets:at(math.random(targets:length()) - 1)
end
-- Ready-made: 1 damage to somebody, and a slash without suit on somebody.
function sgs.ai_skill_playerchosen.damage(self, targets)
  local list = sgs.QList2Table(targets)
  self:sort(list, "hp")
  for _, p in ipairs(list) do
    if self:isEnemy(p) and self:damageIsEffective(p) then return p end
  end
  for _, p in ipairs(list) do if not self:isFriend(p) then return p end end
  return list[#list]
end
function sgs.ai_skill_playerchosen.zero_card_as_slash(self, targets)
  local slash = sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)
  local list = sgs.QList2Table(targets)
  self:sort(list, "defense")
  for _, p in ipairs(list) do
    if self:isEnemy(p) and not self:slashProhibit(slash, p) and self:slashIsEffective(slash, p) then return p end
  end
  for _, p in ipairs(list) do if not self:isFriend(p) then return p end end
  return list[#list]
end
-- Somebody among these whom a card is to hit.
function SmartAI:anyTarget(card, list)
  if not card:inherits("Slash") and (sgs.ai_card_intention[card:className()] or 1) == 0 then return list[1] end
  return sgs.ai_skill_playerchosen.zero_card_as_slash(self, sgs.list_of(list))
end

-- ------------------------------------------------------------------ peaches, nullifications, a card of somebody
function SmartAI:askForSinglePeach(dying)
  local mine = dying == self.player
  if mine then
    local id = self:getCardId("Analeptic") or self:getCardId("Peach")
    return id and tostring(id) or "."
  end
  if not self:savesFrom(dying) then return "." end
  local id = self:getCardId("Peach")
  return id and tostring(id) or "."
end
-- Whether somebody dying is worth a peach.
function SmartAI:savesFrom(dying)
  if dying:isLord() and self.role ~= "rebel" then
    return self.role ~= "renegade" or self.room:alivePlayerCount() > 2
  end
  if not self:isFriend(dying) or self.role == "renegade" then return false end
  if self:objectiveLevel(dying) > -0.8 then return false end
  local lacking = 1 - dying:getHp()
  return lacking <= self:getAllPeachNum() and (lacking <= 1 or self:getCardsNum("Peach") >= lacking)
end
-- What a trick does to somebody: above 0 good for them.
function SmartAI:trickGain(trick, to, from)
  if trick:inherits("ExNihilo") then return 2 end
  if trick:inherits("GodSalvation") then return to:isWounded() and (self:isWeak(to) and 2.5 or 1.2) or 0 end
  if trick:inherits("AmazingGrace") then return 0.6 end
  if trick:inherits("IronChain") then return to:isChained() and 0.3 or -0.3 end
  if trick:inherits("Lightning") then return -1 end
  if trick:inherits("Indulgence") then return to:getHandcardNum() >= 2 and -2.2 or -1.2 end
  if trick:inherits("SupplyShortage") then return -1.6 end
  if trick:inherits("Collateral") then return -0.8 end
  if trick:inherits("Snatch") or trick:inherits("Dismantlement") then
    if not to:getJudgingArea():isEmpty() and from and self:isFriend(from, to) then return 1.5 end
    if to:isNude() then return -0.2 end
    local best = (to:getArmor() or to:getDefensiveHorse()) and 1.2 or 0.9
    return -best - (to:getHandcardNum() <= 1 and self:isWeak(to) and 0.6 or 0)
  end
  if trick:inherits("Duel") or trick:inherits("FireAttack") or trick:inherits("SavageAssault") or trick:inherits("ArcheryAttack") then
    if not self:hasTrickEffective(trick, to) then return 0 end
    local hurt = to:getHp() <= 1 and 4 or to:getHp() == 2 and 2 or 1.4
    if trick:inherits("FireAttack") then hurt = hurt * (self:isEquip("Vine", to) and 1.6 or 0.6) end
    if trick:inherits("SavageAssault") or trick:inherits("ArcheryAttack") then
      if to == self.player and self:getCardsNum(trick:inherits("SavageAssault") and "Slash" or "Jink") > 0 then return -0.6 end
      hurt = hurt * 0.75
    end
    if to == self.player and trick:inherits("Duel") and self:getCardsNum("Slash") >= 2 then return -0.7 end
    return -hurt
  end
  return 0
end
function SmartAI:askForNullification(trick, from, to, positive)
  local cards = self:getCards("Nullification")
  if #cards == 0 then return nil end
  local c = self:getCard("Nullification")
  if not positive then   -- a friend's trick was nullified, or an enemy's
    local gain = self:trickGain(trick, to, nil)
    local wanted = self:isFriend(to) and gain or self:isEnemy(to) and -gain or 0
    if from and self:isFriend(from) then return nil end
    return wanted >= 1.5 and c or nil
  end
  if from and from == self.player then return nil end
  local gain = self:trickGain(trick, to, from)
  local level = self:objectiveLevel(to)
  local harm
  if self:isFriend(to) then
    harm = -gain
    if to:isLord() or to == self.player then harm = harm * 1.2 elseif level > -1.2 then harm = harm * 0.6 end
  elseif level > 3 then
    harm = gain * 0.9
    if trick:inherits("ExNihilo") then harm = 1.1 end
  else
    return nil
  end
  local price = #cards > 1 and 0.8 or 1.15
  if self:getOverflow() > 0 then price = price - 0.3 end
  return harm >= price and c or nil
end
local function equip_worth(self, c, who)
  if c:inherits("Armor") then
    if c:inherits("SilverLion") and who:isWounded() and self:isEnemy(who) then return 0.2 end
    return c:inherits("Vine") and 1.2 or 3
  end
  if c:inherits("DefensiveHorse") then return 2.6 end
  if c:inherits("Weapon") then return c:inherits("Crossbow") and 2.8 or 1.8 end
  return 1.9
end
-- As with a dismantlement: off a friend what harms them, off others what helps them most.
function SmartAI:askForCardChosen(who, flags, reason)
  local own = sgs.ai_skill_cardchosen[key_of(reason or "")]
  local said = own and own(self, who, flags)
  if said then return type(said) == "table" and said:getEffectiveId() or said end
  if self:isFriend(who) then
    if flags:find("j", 1, true) then
      for _, c in sgs.qlist(who:getJudgingArea()) do
        if not c:inherits("Lightning") or self:hasWizard(self.enemies, true) then return c:getEffectiveId() end
      end
      if not who:getJudgingArea():isEmpty() then return who:getJudgingArea():first():getEffectiveId() end
    end
    if flags:find("e", 1, true) then
      if who:isWounded() and self:isEquip("SilverLion", who) then return who:getArmor():getEffectiveId() end
      if self:hasSkills(sgs.lose_equip_skill, who) and who:hasEquip() then return who:getEquips():first():getEffectiveId() end
    end
    return self:getCardRandomly(who, flags:find("h", 1, true) and not who:isKongcheng() and "h" or flags)
  end
  local best, most
  if flags:find("e", 1, true) and not self:hasSkills(sgs.lose_equip_skill, who) then
    for _, c in sgs.qlist(who:getEquips()) do
      local worth = equip_worth(self, c, who)
      if not most or worth > most then best, most = c, worth end
    end
  end
  local hand = who:getHandcardNum()
  if flags:find("h", 1, true) and hand > 0 then
    local worth = 2
    if hand == 1 and not self:hasSkills(sgs.need_kongcheng, who) then worth = self:isWeak(who) and 4 or 2.7 end
    if hand == 1 and self:hasSkills(sgs.need_kongcheng, who) then worth = 0.5 end
    if not most or worth > most then return self:getCardRandomly(who, "h") end
  end
  return best and best:getEffectiveId() or self:getCardRandomly(who, flags)
end

-- ------------------------------------------------------------------ gifts, and the top of the deck
function sgs.ai_cardneed.equip(friend, card)
  return card:inherits("EquipCard")
end
function sgs.ai_cardneed.bignumber(friend, card) return card:getNumber() > 10 end
-- A card to give to a friend, and whom: what their skills want, then peaches and jinks for the weak, then any.
function SmartAI:getCardNeedPlayer(cards)
  local friends = {}
  for _, p in ipairs(self.friends_noself) do
    if self:objectiveLevel(p) <= -0.8 and not (p:hasSkill("kongcheng") and p:isKongcheng()) then table.insert(friends, p) end
  end
  if #friends == 0 then return nil end
  self:sort(friends, "defense")
  local mine = {}
  for at, c in ipairs(cards) do mine[at] = c end
  self:sortByKeepValue(mine, true)
  for _, c in ipairs(mine) do
    for _, p in ipairs(friends) do
      local saves = c:inherits("Peach") or c:inherits("Jink")
      if saves and self:isWeak(p) and p:getHandcardNum() < 3 and not self:isWeak() then return c, p end
    end
  end
  for _, c in ipairs(mine) do
    for _, p in ipairs(friends) do
      for _, name in ipairs(sgs.skill_names(p)) do
        local wants = sgs.ai_cardneed[name]
        if wants and wants(p, c, self) then return c, p end
      end
    end
  end
  if self:getOverflow() > 0 or self:hasSkills("yiji") then
    local spare = {}
    for _, c in ipairs(mine) do
      if not (c:inherits("Peach") and self:isWeak()) then table.insert(spare, c) end
    end
    local least = friends[1]
    for _, p in ipairs(friends) do if p:getHandcardNum() < least:getHandcardNum() then least = p end end
    local worth = spare[#spare]
    if worth and (self:getOverflow() > 0 or least:getHandcardNum() + 1 < self.player:getHandcardNum()) then return worth, least end
  end
end
-- Of cards at the top of the deck those to leave there, the first on top, and those to put at the bottom. `again`: the
-- second question, where all of them stay.
function SmartAI:askForGuanxing(cards, again)
  local up, down, left = {}, {}, {}
  for at, c in ipairs(cards) do left[at] = c end
  local tricks = sgs.QList2Table(self.player:getJudgingArea())
  for at = #tricks, 1, -1 do
    local trick = tricks[at]
    local judge = sgs.judge_for(trick:objectName())
    for place, c in ipairs(left) do
      if judge and judge:isGood(c) then table.insert(up, table.remove(left, place)) break end
    end
  end
  self:sortByCardNeed(left, true)
  local wanted = again and #left or math.min(2, #left)
  for _, c in ipairs(left) do
    if wanted > 0 and (again or self:cardNeed(c) >= 4) then
      table.insert(up, c)
      wanted = wanted - 1
    else
      table.insert(down, c)
    end
  end
  return up, down
end
