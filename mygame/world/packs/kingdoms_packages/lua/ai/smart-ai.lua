-- What every AI of a player has (manual 9): values of cards, sorting, who is a friend, what somebody holds.
version = "1.0"

for _, name in ipairs{"ai_keep_value", "ai_use_value", "ai_use_priority", "ai_chaofeng", "ai_card_intention", "ai_skill_use_func",
  "ai_skill_invoke", "ai_skill_suit", "ai_skill_choice", "ai_skill_askforag", "ai_skill_cardask", "ai_skill_use", "ai_skill_cardchosen",
  "ai_skill_discard", "ai_cardshow", "ai_skill_playerchosen", "ai_skill_pindian", "ai_filterskill_filter", "ai_view_as", "ai_cardneed",
  "ai_slash_prohibit", "ai_trick_prohibit", "ai_slash_weaponfilter", "ai_compare_funcs", "ai_skills", "ai_global_flags"} do
  sgs[name] = {}
end
sgs.ai_choicemade_filter = {cardUsed = {}, cardResponsed = {}, skillInvoke = {}, skillChoice = {}, Nullification = {}}
-- Tables of later versions, which files may fill; only the intentions of a player chosen are read.
for _, name in ipairs{"ai_armor_value", "ai_weapon_value", "ai_cardsview", "ai_cardsview_valuable", "ai_nullification",
  "ai_need_damaged", "ai_playerchosen_intention", "ai_Yiji_intention", "ai_event_callback", "ai_chat", "ai_chat_func", "ai_debug_func"} do
  sgs[name] = {}
end
for _, name in ipairs{"playerChosen", "cardChosen", "Rescue", "Yiji", "viewCards"} do sgs.ai_choicemade_filter[name] = {} end
sgs.dynamic_value = {damage_card = {}, control_usecard = {}, control_card = {}, lucky_chance = {}, benefit = {}}
sgs.lose_equip_skill = "xiaoji|xuanfeng"
sgs.need_kongcheng = "lianying|kongcheng"
sgs.masochism_skill = "fankui|jieming|yiji|ganglie|enyuan|fangzhu"
sgs.wizard_skill = "guicai|guidao|tiandu"
sgs.wizard_harm_skill = "guicai|guidao"

-- ------------------------------------------------------------------ begin
-- What all have shown of themselves, and who is whose friend, as it is at this moment.
function SmartAI:initialize(player)
  self.player, self.room, self.role = player, player:getRoom(), player:getRole()
  sgs.recorder = self
  sgs.ai_loyalty, sgs.ai_anti_lord, sgs.ai_renegade_suspect, sgs.ai_explicit = {}, {}, {}, {}
  for _, p in ipairs(self:everybody()) do
    local name, loyalty = p:objectName(), sgs.deeds_of(p)
    sgs.ai_loyalty[name] = loyalty
    if loyalty >= 160 then sgs.ai_explicit[name] = "loyalist"
    elseif loyalty >= 70 then sgs.ai_explicit[name] = "loyalish"
    elseif loyalty <= -160 then sgs.ai_explicit[name] = "rebel"
    elseif loyalty <= -70 then sgs.ai_explicit[name] = "rebelish" end
  end
  self:updatePlayers()
  self:observe()
end
-- What is going on and was chosen before: who has used which card.
function SmartAI:observe()
  local used = sgs.card_in_use()
  if not used then return end
  local use = {card = used, from = self.room:getCurrent(), to = sgs.SPlayerList()}
  for _, filter in ipairs(sgs.ai_choicemade_filter.cardUsed) do filter(use.from, use) end
end
-- Events are not told one by one: the deeds that everybody has seen are read where an answer begins.
function SmartAI:filterEvent(event, player, data) if self == sgs.recorder then self:updatePlayers() end end
function SmartAI:everybody() return sgs.QList2Table(self.room:getAlivePlayers()) end

-- ------------------------------------------------------------------ values of players
function sgs.getValue(player) return player:getHp() * 2 + player:getHandcardNum() end
function sgs.getDefense(player)
  local defense = math.min(sgs.getValue(player), player:getHp() * 3)
  if player:getArmor() then defense = defense + 2 end
  if player:getDefensiveHorse() then defense = defense + 0.5 end
  if not player:faceUp() then defense = defense - 0.5 end
  for _, skill in ipairs(sgs.masochism_skill:split("|")) do if player:hasSkill(skill) then defense = defense + 1 end end
  return defense
end
local function by(value) return function(a, b)
  local x, y = value(a), value(b)
  if x ~= y then return x < y end
  return a.number < b.number
end end
local function taunt(p) return sgs.ai_chaofeng[p:getGeneralName()] or 0 end
local function threat(p)
  local value = p:getHandcardNum() + (p:getWeapon() and 1 or 0)
  return value + taunt(p)
end
sgs.ai_compare_funcs.hp = by(function(p) return p:getHp() * 100 + sgs.getDefense(p) end)
sgs.ai_compare_funcs.handcard = by(function(p) return p:getHandcardNum() end)
sgs.ai_compare_funcs.value = by(sgs.getValue)
sgs.ai_compare_funcs.defense = by(sgs.getDefense)
sgs.ai_compare_funcs.chaofeng = by(function(p) return sgs.getValue(p) - 1000 * taunt(p) end)
sgs.ai_compare_funcs.threat = by(function(p) return -threat(p) end)
function SmartAI:sort(players, key, inverse)
  local compare = sgs.ai_compare_funcs[key or "chaofeng"] or sgs.ai_compare_funcs.chaofeng
  table.sort(players, compare)
  if inverse then
    local back = sgs.reverse(players)
    for at = 1, #players do players[at] = back[at] end
  end
end
function SmartAI:isWeak(player)
  player = player or self.player
  local hp = player:getHp()
  return hp <= 1 or (hp <= 2 and player:getHandcardNum() <= 2)
end
function SmartAI:getOverflow(player)
  player = player or self.player
  return math.max(player:getHandcardNum() - player:getMaxCards(), 0)
end

-- ------------------------------------------------------------------ values of cards
local function of_class(values, c)
  local own = values[c:className()]
  if own then return own end
  for _, class in ipairs{"Slash", "DefensiveHorse", "OffensiveHorse", "Armor", "Weapon", "DelayedTrick", "TrickCard"} do
    if values[class] and c:inherits(class) then return values[class] end
  end
  return 0
end
function SmartAI:getKeepValue(card, kept)
  local general = self.player:getGeneralName()
  local own, suits = sgs[general .. "_keep_value"], sgs[general .. "_suit_value"]
  local value = own and own[card:className()] or of_class(sgs.ai_keep_value, card)
  if suits and suits[card:getSuitString()] then value = math.max(value, suits[card:getSuitString()]) end
  if card:inherits("EquipCard") and not card:isEquipped() and self:hasSameEquip(card) then value = value - 1.5 end
  for _, other in ipairs(kept or {}) do
    if other:className() == card:className() then value = value - 1.2 end
  end
  return value
end
function SmartAI:getUseValue(card)
  local value = of_class(sgs.ai_use_value, card)
  if card:inherits("EquipCard") and self:hasSkills(sgs.lose_equip_skill) then value = value + 4 end
  if card:inherits("EquipCard") and self:hasSameEquip(card) then value = value - 3 end
  return value
end
function SmartAI:getUsePriority(card)
  local class = card:className()
  if class == "LuaSkillCard" then class = "#" .. card:objectName() end
  local value = sgs.ai_use_priority[class] or of_class(sgs.ai_use_priority, card)
  if card:inherits("EquipCard") and self:hasSkills(sgs.lose_equip_skill) then value = value + 3 end
  return value
end
function SmartAI:getDynamicUsePriority(card)
  local value, class = self:getUsePriority(card), card:className()
  local dynamic = sgs.dynamic_value
  for _, other in ipairs(self.toUse or {}) do
    local name = other:className()
    if name ~= class then
      if dynamic.control_card[class] and dynamic.damage_card[name] then value = value + 0.5 end
      if dynamic.benefit[class] and dynamic.damage_card[name] then value = value + 0.1 end
      if dynamic.lucky_chance[class] then value = value - 0.1 end
    end
  end
  return value
end
-- How much somebody wants a card that lies open.
function SmartAI:cardNeed(card)
  local class = card:className()
  if class == "Peach" then
    self:sort(self.friends, "hp")
    return self.friends[1]:getHp() <= 1 and 9 or self:isWeak() and 8.5 or 6.5
  end
  if class == "Jink" and self:getCardsNum("Jink") == 0 then return self:isWeak() and 8 or 6 end
  if class == "Analeptic" and self:isWeak() then return 7 end
  if class == "Nullification" and self:getCardsNum("Nullification") == 0 then return 6 end
  if card:inherits("EquipCard") and not self:hasSameEquip(card) then return self:getUseValue(card) + 1 end
  return self:getUseValue(card)
end
local function cards_by(value, descends) return function(self, cards, inverse, kept)
  local found, place = {}, {}
  for at, c in ipairs(cards) do found[c], place[c] = value(self, c, kept), at end
  local up = not descends
  if inverse then up = not up end
  table.sort(cards, function(a, b)
    local x, y = found[a], found[b]
    if x ~= y then return up == (x < y) end
    return place[a] < place[b]
  end)
end end
SmartAI.sortByKeepValue = cards_by(function(self, c, kept) return self:getKeepValue(c, kept) end)
SmartAI.sortByUseValue = cards_by(function(self, c) return self:getUseValue(c) end, true)
SmartAI.sortByUsePriority = cards_by(function(self, c) return self:getUsePriority(c) end, true)
SmartAI.sortByDynamicUsePriority = cards_by(function(self, c) return self:getDynamicUsePriority(c) end, true)
SmartAI.sortByCardNeed = cards_by(function(self, c) return self:cardNeed(c) end)
-- The cards that are to stay in the hand.
function SmartAI:assignKeep(num, start)
  if start then self.kept = {} end
  local left, inside = {}, {}
  for _, c in ipairs(self.kept) do inside[c] = true end
  for _, c in sgs.qlist(self.player:getHandcards()) do if not inside[c] then table.insert(left, c) end end
  for _ = 1, num do
    if #left == 0 then break end
    self:sortByKeepValue(left, true, self.kept)
    table.insert(self.kept, table.remove(left, 1))
  end
end

-- ------------------------------------------------------------------ skills
function SmartAI:hasSkill(skill) return self.player:hasSkill(type(skill) == "table" and skill.name or skill) end
function SmartAI:hasSkills(names, player)
  player = player or self.player
  for _, name in ipairs(names:split("|")) do if player:hasSkill(name) then return true end end
  return false
end
function sgs.getSkillLists(player)
  local views, filters = {}, {}
  for _, name in ipairs(sgs.skill_names(player)) do
    if sgs.ai_filterskill_filter[name] then
      table.insert(views, name)
      table.insert(filters, name)
    elseif sgs.ai_view_as[name] then
      table.insert(views, name)
    end
  end
  return views, filters
end
function SmartAI:hasWizard(players, onlyharm)
  for _, p in ipairs(players) do
    if self:hasSkills(onlyharm and sgs.wizard_harm_skill or sgs.wizard_skill, p) then return true end
  end
  return false
end
-- Whether the judgement goes against one's side as it stands.
function SmartAI:needRetrial(judge)
  local who, good = judge.who, judge:isGood()
  if not who then return false end
  if judge.reason == "lightning" then
    if good then return self:isEnemy(who) and who:getHp() <= 3 and false end
    return self:isFriend(who)
  end
  if judge.reason == "indulgence" and who:getHandcardNum() <= 1 and self:getOverflow(who) == 0 and good == false then
    return self:isFriend(who) and who:getHandcardNum() > 0
  end
  if self:isFriend(who) then return not good end
  if self:isEnemy(who) then return good end
  return false
end
function SmartAI:getRetrialCardId(cards, judge)
  local friend, fitting = self:isFriend(judge.who), {}
  for _, c in ipairs(cards) do
    if judge:isGood(c) == friend and not (c:inherits("Peach") and judge.reason ~= "lightning") then table.insert(fitting, c) end
  end
  if #fitting == 0 then return -1 end
  self:sortByKeepValue(fitting)
  return fitting[1]:getEffectiveId()
end
function SmartAI:damageIsEffective(player, nature, source) return true end

-- ------------------------------------------------------------------ what somebody holds
function SmartAI:getMaxCard(player)
  local best
  for _, c in sgs.qlist((player or self.player):getHandcards()) do
    if not best or c:getNumber() > best:getNumber() then best = c end
  end
  return best
end
function SmartAI:getCardRandomly(who, flags)
  local cards = who:getCards(flags)
  if cards:isEmpty() then return -1 end
  return cards:at(math.random(cards:length()) - 1):getEffectiveId()
end
-- A card as it counts for its player where one of this class is wanted; nil: not as that.
local function counted(card, class, player, place, views, filters)
  for _, name in ipairs(filters) do
    local text = sgs.ai_filterskill_filter[name](card, place)
    if text then
      local c = sgs.Card_Parse(text)
      return c:inherits(class) and c or nil
    end
  end
  if place ~= sgs.Player_Equip and card:inherits(class) then return card end
  for _, name in ipairs(views) do
    local view = sgs.ai_view_as[name]
    local text = view and view(card, player, place)
    if text then
      local c = sgs.Card_Parse(text)
      if c and c:inherits(class) then return c end
    end
  end
end
function SmartAI:getCards(class_name, player, flags)
  player = player or self.player
  flags = flags or "he"
  local views, filters = sgs.getSkillLists(player)
  local found = {}
  if flags:find("h", 1, true) then
    for _, c in sgs.qlist(player:getHandcards()) do
      local as = counted(c, class_name, player, sgs.Player_Hand, views, filters)
      if as then table.insert(found, as) end
    end
  end
  if flags:find("e", 1, true) and (#views > 0 or #filters > 0) then
    for _, c in sgs.qlist(player:getEquips()) do
      local as = counted(c, class_name, player, sgs.Player_Equip, views, filters)
      if as then table.insert(found, as) end
    end
  end
  return found
end
-- The card that is missed least: real ones before those that count as it.
function SmartAI:getCard(class_name, player)
  local cards = self:getCards(class_name, player)
  local best, least
  for _, c in ipairs(cards) do
    local value = c:isVirtualCard() and self:costOf(c) or self:getKeepValue(c)
    if not least or value < least then best, least = c, value end
  end
  return best
end
-- What the cards are worth of which one is made.
function SmartAI:costOf(c)
  local cost = 0
  for _, id in sgs.qlist(c:getSubcards()) do
    local part = sgs.Sanguosha:getCard(id)
    cost = cost + self:getKeepValue(part) + (part:isEquipped() and 2 or 0.3)
  end
  return cost
end
function SmartAI:getCardId(class_name, player)
  local c = self:getCard(class_name, player)
  if not c then return nil end
  return c:isVirtualCard() and c:toString() or c:getEffectiveId()
end
function SmartAI:getCardsNum(class_name, player, flags, selfonly)
  player = player or self.player
  local n = #self:getCards(class_name, player, flags)
  if selfonly then return n end
  local call = class_name == "Slash" and "jijiang" or class_name == "Jink" and "hujia"
  if call and player:hasLordSkill(call) then
    for _, p in sgs.qlist(self.room:getLieges(call == "jijiang" and "shu" or "wei", player)) do
      if self:isFriend(player, p) then n = n + #self:getCards(class_name, p) end
    end
  end
  return n
end
function SmartAI:getAllPeachNum(player)
  local n = 0
  for _, p in ipairs(self:getFriends(player or self.player)) do n = n + self:getCardsNum("Peach", p) end
  return n
end
function SmartAI:getSuitNum(suit_strings, include_equip, player)
  local n, suits = 0, {}
  for _, suit in ipairs(suit_strings:split("|")) do suits[suit] = true end
  for _, c in sgs.qlist((player or self.player):getCards(include_equip and "he" or "h")) do
    if suits[c:getSuitString()] then n = n + 1 end
  end
  return n
end
function SmartAI:hasSuit(suit_strings, include_equip, player) return self:getSuitNum(suit_strings, include_equip, player) > 0 end

-- ------------------------------------------------------------------ equipment, and what can be aimed at whom
function SmartAI:hasEquip(card)
  for _, c in sgs.qlist(self.player:getEquips()) do if c:getId() == card:getId() then return true end end
  return false
end
function SmartAI:isEquip(equip_name, player)
  player = player or self.player
  for _, c in sgs.qlist(player:getEquips()) do if c:inherits(equip_name) then return true end end
  return equip_name == "EightDiagram" and not player:getArmor() and player:hasSkill("bazhen")
end
function SmartAI:hasSameEquip(card, player)
  player = player or self.player
  if card:inherits("Weapon") then return player:getWeapon() ~= nil end
  if card:inherits("Armor") then return player:getArmor() ~= nil end
  if card:inherits("DefensiveHorse") then return player:getDefensiveHorse() ~= nil end
  if card:inherits("OffensiveHorse") then return player:getOffensiveHorse() ~= nil end
  return false
end
function SmartAI:trickProhibit(card, to)
  if self.room:isProhibited(self.player, to, card) then return true end
  for name, asks in pairs(sgs.ai_trick_prohibit) do
    if to:hasSkill(name) and asks(card, self, to) then return true end
  end
  return false
end
function SmartAI:exclude(players, card)
  local left = {}
  local limit = self:getDistanceLimit(card)
  for _, p in ipairs(players) do
    if not self:trickProhibit(card, p) and (not limit or self.player:distanceTo(p) <= limit) then table.insert(left, p) end
  end
  return left
end
function SmartAI:hasTrickEffective(card, player)
  if player and self:isEquip("Vine", player) and (card:inherits("SavageAssault") or card:inherits("ArcheryAttack")) then return false end
  return true
end
function SmartAI:getDistanceLimit(card)
  if self.player:hasSkill("qicai") then return nil end
  if card:inherits("Snatch") or card:inherits("SupplyShortage") then return 1 end
end
