-- The cards of the standard deck.
local keep, value, priority, intention = sgs.ai_keep_value, sgs.ai_use_value, sgs.ai_use_priority, sgs.ai_card_intention
local function card_values(class, kept, used, first, hostile)
  keep[class], value[class], priority[class], intention[class] = kept, used, first, hostile
end
card_values("Peach", 6.5, 7, 5.8, -80)
card_values("Jink", 5, 5)
card_values("Slash", 3.4, 4.5, 2.4, 80)
card_values("Nullification", 4.6, 5)
card_values("ExNihilo", 4.4, 10, 9.3, -20)
card_values("Snatch", 3.9, 9, 4.5, 70)
card_values("Dismantlement", 3.6, 5.6, 4.4, 70)
card_values("Duel", 3.5, 5, 2.9, 80)
card_values("SavageAssault", 3.2, 4, 3.5)
card_values("ArcheryAttack", 3.2, 4, 3.6)
card_values("GodSalvation", 3, 4, 3.9)
card_values("AmazingGrace", 2.4, 3, 1.3)
card_values("Collateral", 2.6, 3.5, 2.8, 60)
card_values("Indulgence", 4.1, 8, 4.2, 120)
card_values("Lightning", 0.5, 1, 0.9)
card_values("Crossbow", 2.6, 5, 7)
card_values("Weapon", 2.2, 4, 6.5)
card_values("Armor", 3.3, 6, 8)
card_values("EightDiagram", 3.6, 7, 8.2)
card_values("DefensiveHorse", 3, 5.5, 7.5)
card_values("OffensiveHorse", 2.3, 4.5, 7.2)
for _, class in ipairs{"Slash", "FireSlash", "ThunderSlash", "Duel", "SavageAssault", "ArcheryAttack", "FireAttack"} do
  sgs.dynamic_value.damage_card[class] = true
end
for _, class in ipairs{"Snatch", "Dismantlement", "Collateral"} do sgs.dynamic_value.control_card[class] = true end
for _, class in ipairs{"Peach", "ExNihilo", "GodSalvation", "AmazingGrace"} do sgs.dynamic_value.benefit[class] = true end
sgs.dynamic_value.control_usecard.Indulgence = true
sgs.dynamic_value.lucky_chance.Lightning = true

-- ------------------------------------------------------------------ slash
function SmartAI:slashProhibit(card, enemy)
  for name, asks in pairs(sgs.ai_slash_prohibit) do
    if enemy:hasSkill(name) and asks(self, enemy, card) then return true end
  end
  if self:isFriend(enemy) then return card:inherits("FireSlash") and enemy:isChained() and #self.enemies > 0 and self:isWeak(enemy) end
  return false
end
function SmartAI:slashIsEffective(card, enemy)
  local armor = enemy:getArmor()
  if armor and not self:isEquip("QinggangSword") then
    if armor:inherits("RenwangShield") and card:isBlack() then return false end
    if armor:inherits("Vine") and not card:inherits("NatureSlash") and not self:isEquip("Fan") then return false end
  end
  return self:damageIsEffective(enemy, sgs.nature_of(card), self.player)
end
function SmartAI:slashIsAvailable(player)
  player = player or self.player
  return sgs.may_slash(player)
end
-- How likely somebody has an answer to a slash or to arrows, by how many cards they hold and what their skills make of them.
function SmartAI:jinkChance(player, card)
  local each = 0.19
  if player:hasSkill("qingguo") then each = 0.55 end
  if player:hasSkill("longdan") then each = 0.42 end
  local chance = 1 - (1 - each) ^ player:getHandcardNum()
  if self:isEquip("EightDiagram", player) and not self:isEquip("QinggangSword") then chance = 1 - (1 - chance) * 0.52 end
  return chance
end
function SmartAI:hitChance(card, enemy)
  if not self:slashIsEffective(card, enemy) then return 0 end
  local jink = self:jinkChance(enemy, card)
  if self.player:hasSkill("wushuang") then jink = jink * jink * 0.6 end
  if self.player:hasSkill("tieji") then jink = jink * 0.5 end
  if self:isEquip("Axe") and self.player:getHandcardNum() > 3 then jink = jink * 0.3 end
  return 1 - jink
end
-- What a hit on somebody is worth, by how close they are to death, and how much one is against them.
function SmartAI:hurtValue(enemy, damage)
  local hp, level = enemy:getHp(), self:objectiveLevel(enemy)
  local worth = 1 + (hp <= damage and 2.2 or 0) + 0.8 / math.max(hp, 1)
  if enemy:isLord() and self.role == "rebel" then worth = worth * 1.2 end
  for _, skill in ipairs(sgs.masochism_skill:split("|")) do
    if enemy:hasSkill(skill) and hp > damage then worth = worth * 0.8 end
  end
  return worth * math.max(level - 2, 0)
end
function SmartAI:slashDamage(card, enemy)
  local damage = 1
  if self.player:hasFlag("drank") then damage = damage + 1 end
  if self:isEquip("GudingBlade") and enemy:isKongcheng() then damage = damage + 1 end
  local armor = enemy:getArmor()
  if armor and not self:isEquip("QinggangSword") then
    if armor:inherits("Vine") and (card:inherits("FireSlash") or self:isEquip("Fan")) then damage = damage + 1 end
    if armor:inherits("SilverLion") then damage = 1 end
  end
  return damage
end
-- Whom a slash is best used on, best first, and what that is worth.
function SmartAI:slashTargets(card)
  local found, worth = {}, {}
  for _, enemy in ipairs(self.enemies) do
    if self:objectiveLevel(enemy) > 3 and self.player:canSlash(enemy) and not self:slashProhibit(card, enemy)
      and not self.room:isProhibited(self.player, enemy, card) then
      local gain = self:hitChance(card, enemy) * self:hurtValue(enemy, self:slashDamage(card, enemy))
      if gain > 0.05 then
        worth[enemy.number] = gain
        table.insert(found, enemy)
      end
    end
  end
  table.sort(found, function(a, b)
    if worth[a.number] ~= worth[b.number] then return worth[a.number] > worth[b.number] end
    return a.number < b.number
  end)
  return found, worth
end
function SmartAI:useCardSlash(card, use)
  local targets, worth = self:slashTargets(card)
  if #targets == 0 then return end
  local most = sgs.most_targets(self.player, card)
  if not use.isDummy and not card:isVirtualCard() then
    local wine = self:wineFor(card, targets[1], worth[targets[1].number])
    if wine then use.card = wine return end
    local weapon = self:weaponFirst(targets[1])
    if weapon then use.card = weapon return end
  end
  use.card = card
  for at = 1, math.min(most, #targets) do if use.to then use.to:append(targets[at]) end end
end
-- A weapon that is put on before the slash, where one says so.
function SmartAI:weaponFirst(to)
  for _, c in sgs.qlist(self.player:getHandcards()) do
    local asks = c:inherits("Weapon") and sgs.ai_slash_weaponfilter[c:objectName()]
    if asks and asks(to, self) and self.player:distanceTo(to) <= sgs.range_of(c) and self:isOffered(c) then return c end
  end
end
-- Analeptic is drunk before a slash that is likely to hit.
function SmartAI:wineFor(card, enemy, worth)
  if self.player:hasFlag("drank") or self.player:usedTimes("Analeptic") > 0 then return nil end
  local wine
  for _, c in sgs.qlist(self.player:getHandcards()) do if c:inherits("Analeptic") then wine = wine or c end end
  if not wine or not self:isOffered(wine) then return nil end
  local hit = self:hitChance(card, enemy)
  local armor = enemy:getArmor()
  if armor and armor:inherits("SilverLion") and not self:isEquip("QinggangSword") then return nil end
  if enemy:getHp() == 2 and hit >= 0.45 then return wine end
  if hit >= 0.6 and (self.player:getHp() > 1 or self:getOverflow() > 0) and enemy:getHp() >= 2 then return wine end
end
-- Slash that is asked for: in a duel, by savages, by a call.
sgs.ai_skill_cardask["duel-slash"] = function(self, data, pattern, target)
  if target and self:isFriend(target) and self:objectiveLevel(target) <= -1.5 and target:getHp() <= self.player:getHp()
    and self.player:getHp() > 1 then return "." end
  local mine = self:getCardsNum("Slash")
  if mine == 0 then return "." end
  if target and target:hasSkill("wushuang") and mine < 2 then return "." end
  local theirs = target and target:getHandcardNum() * 0.24 or 0
  if self.player:getHp() > 2 and mine == 1 and theirs > 2 then return "." end
  return nil
end
sgs.ai_skill_cardask["savage-assault-slash"] = function(self, data, pattern, target)
  if target and self.player:hasSkill("jianxiong") and self.player:getHp() > 2 then return "." end
end
sgs.ai_skill_cardask["archery-attack-jink"] = sgs.ai_skill_cardask["savage-assault-slash"]
sgs.ai_skill_cardask["slash-jink"] = function(self, data, pattern, target)
  local left = data and data.value and data.value.left or 1
  if left > 1 and self:getCardsNum("Jink") < left then return "." end
  if target and self:isFriend(target) and self.player:getHp() > 2 and self:hasSkills("yiji|fankui|jianxiong")
    and self:objectiveLevel(target) <= -1.5 then return "." end
end
sgs.ai_skill_cardask["collateral-slash"] = function(self, data, pattern, target, victim)
  if not victim then return nil end
  if self:isFriend(victim) and self:objectiveLevel(victim) <= -1 then return "." end
  if self:objectiveLevel(victim) > 1 then return nil end
  return self.player:getWeapon() and self:getCardsNum("Slash") > 1 and nil or "."
end
sgs.ai_skill_cardask["blade-slash"] = function(self, data, pattern, target)
  if target and self:isFriend(target) then return "." end
  local slash = self:getCard("Slash")
  if not slash or not target or not self:slashIsEffective(slash, target) then return "." end
end
sgs.ai_skill_invoke.eight_diagram = true
sgs.ai_skill_invoke.double_sword = true
function sgs.ai_skill_invoke.ice_sword(self, data)
  local to = data:toSlashEffect().to
  if self:isFriend(to) then return self:isWeak(to) end
  return to:getHp() >= 3 and to:getHandcardNum() + to:getEquips():length() >= 2 and (to:getArmor() ~= nil or to:getHandcardNum() >= 2)
    and not self:hasSkills(sgs.lose_equip_skill, to) and not self.player:hasFlag("drank")
end
function sgs.ai_skill_invoke.kylin_bow(self, data)
  local to = data:toSlashEffect().to
  return not self:isFriend(to) and not self:hasSkills(sgs.lose_equip_skill, to)
end
function sgs.ai_skill_invoke.blade(self, data)
  return sgs.ai_skill_cardask["blade-slash"](self, data, "slash", data:toSlashEffect().to) ~= "."
end
sgs.ai_skill_cardask["@axe"] = function(self, data, pattern, target)
  if not target or self:isFriend(target) then return "." end
  local spare = {}
  for _, c in sgs.qlist(self.player:getCards("he")) do
    if not c:inherits("Axe") and not c:inherits("Peach") then table.insert(spare, c) end
  end
  if #spare < 2 then return "." end
  local kill = target:getHp() <= (self.player:hasFlag("drank") and 2 or 1)
  if not kill and #spare < 4 and self:getOverflow() == 0 then return "." end
  self:sortByKeepValue(spare)
  return "$" .. spare[1]:getEffectiveId() .. "+" .. spare[2]:getEffectiveId()
end
function sgs.ai_skill_discard.axe(self, discard_num)
  local spare, ids = {}, {}
  for _, c in sgs.qlist(self.player:getCards("he")) do if not c:inherits("Axe") then table.insert(spare, c) end end
  for at, c in ipairs(self:leastKept(spare, discard_num)) do ids[at] = c:getEffectiveId() end
  return ids
end
sgs.ai_skill_cardask["double-sword-card"] = function(self, data, pattern, target)
  if target and self:isFriend(target) then return "." end
  local cards = sgs.QList2Table(self.player:getHandcards())
  self:sortByKeepValue(cards)
  if not cards[1] or self:getKeepValue(cards[1]) > 4.5 then return "." end
  return "$" .. cards[1]:getEffectiveId()
end
local spear_skill = {name = "spear"}
table.insert(sgs.ai_skills, spear_skill)
function spear_skill.getTurnUseCard(self)
  if not self:slashIsAvailable() or self:getCardsNum("Slash", self.player, "h", true) > 0 then return nil end
  local cards = sgs.QList2Table(self.player:getHandcards())
  self:sortByKeepValue(cards)
  if #cards < 3 or self:getKeepValue(cards[2]) > 4 or self:getOverflow() == 0 and #cards < 4 then return nil end
  return sgs.Card_Parse(("slash:spear[no_suit:0]=%d+%d"):format(cards[1]:getId(), cards[2]:getId()))
end

-- ------------------------------------------------------------------ peach
function SmartAI:useCardPeach(card, use)
  if not self.player:isWounded() then return end
  local hp = self.player:getHp()
  local peaches = self:getCardsNum("Peach", self.player, "h", true)
  if hp <= 2 or self:getOverflow() > 0 or peaches > 1 or self.player:getHp() < self.player:getHandcardNum() then
    use.card = card
    return
  end
  for _, friend in ipairs(self.friends_noself) do
    if friend:getHp() <= 1 and self:objectiveLevel(friend) <= -1.5 then return end
  end
  use.card = card
end

-- ------------------------------------------------------------------ tricks
function SmartAI:useCardExNihilo(card, use) use.card = card end
local function takes(self, card, use, near)
  local best, most = nil, 0
  for _, p in sgs.qlist(self.room:getOtherPlayers(self.player)) do
    local level = self:objectiveLevel(p)
    if not self:trickProhibit(card, p) and (not near or self.player:distanceTo(p) <= 1) and self:hasTrickEffective(card, p) then
      local gain = 0
      if level <= -0.8 then
        for _, c in sgs.qlist(p:getJudgingArea()) do
          if c:inherits("Indulgence") then gain = math.max(gain, 5 + math.min(p:getHandcardNum(), 4)) end
          if c:inherits("SupplyShortage") then gain = math.max(gain, 5) end
        end
        if gain == 0 and self:isEquip("SilverLion", p) and p:isWounded() and near then gain = 2.5 end
      elseif level > 3 then
        if not p:isNude() then
          gain = 2.2 + 0.35 * level
          if p:getArmor() and not self:isEquip("Vine", p) then gain = gain + 1 end
          if p:getDefensiveHorse() then gain = gain + 0.7 end
          if p:getHandcardNum() == 1 and self:isWeak(p) then gain = gain + 1.5 end
          if p:getHandcardNum() == 1 and not p:hasEquip() and self:hasSkills(sgs.need_kongcheng, p) then gain = 0.4 end
        end
      elseif level > 0 and near and not p:isNude() then
        gain = 1.2
      end
      if gain > most then best, most = p, gain end
    end
  end
  if best and most > 1 then
    self:aimAt(use, card, best)
  end
end
function SmartAI:useCardSnatch(card, use) takes(self, card, use, not self.player:hasSkill("qicai")) end
function SmartAI:useCardDismantlement(card, use) takes(self, card, use, false) end
function SmartAI:useCardDuel(card, use)
  local mine = self:getCardsNum("Slash")
  local best, most = nil, 0.6
  for _, p in ipairs(self:exclude(self.enemies, card)) do
    if self:objectiveLevel(p) > 3 and not (p:hasSkill("kongcheng") and p:isKongcheng()) then
      local each = p:hasSkill("wusheng") and 0.5 or p:hasSkill("longdan") and 0.45 or 0.27
      local theirs = p:getHandcardNum() * each
      if p:hasSkill("wushuang") then theirs = theirs * 2 end
      if self.player:hasSkill("wushuang") then theirs = theirs / 2 end
      local win = theirs <= 0 and 1 or theirs < mine + 0.4 and 0.8 or theirs < mine + 1 and 0.5 or 0.2
      local risk = (1 - win) * (self.player:getHp() <= 1 and 6 or self.player:getHp() == 2 and 2.5 or 1.6)
      local gain = win * self:hurtValue(p, 1) / 2 - risk
      if gain > most then best, most = p, gain end
    end
  end
  if best then
    self:aimAt(use, card, best)
  end
end
-- What a card for all is worth: what it does to each, by how much one is for or against them.
function SmartAI:areaGain(card)
  local sum = 0
  for _, p in sgs.qlist(self.room:getAlivePlayers()) do
    if p ~= self.player or not (card:inherits("SavageAssault") or card:inherits("ArcheryAttack")) then
      local gain = self:trickGain(card, p, self.player)
      local level = p == self.player and -2.5 or self:objectiveLevel(p)
      if card:inherits("ArcheryAttack") and p ~= self.player then gain = gain * (1 - self:jinkChance(p, card)) * 1.3 end
      if card:inherits("SavageAssault") and p ~= self.player then gain = gain * 0.76 ^ p:getHandcardNum() * 1.3 end
      if p:isLord() and level < 0 and gain < 0 and p:getHp() <= 2 then gain = gain * 2 end
      sum = sum - gain * level / 4
    end
  end
  return sum
end
local function for_all(least) return function(self, card, use)
  if self:areaGain(card) > least then use.card = card end
end end
SmartAI.useCardSavageAssault = for_all(0.3)
SmartAI.useCardArcheryAttack = for_all(0.3)
SmartAI.useCardGodSalvation = for_all(0.2)
function SmartAI:useCardAmazingGrace(card, use)
  local gain = 0.9
  local next, weight = self.player:getNextAlive(), 1
  while next ~= self.player do
    local level = self:objectiveLevel(next)
    gain = gain - (level > 3 and 0.5 or level < 0 and -0.5 or 0.1) * weight
    weight, next = weight * 0.85, next:getNextAlive()
  end
  if gain > 0 or self:getOverflow() > 1 and gain > -0.5 then use.card = card end
end
function SmartAI:useCardCollateral(card, use)
  for _, p in ipairs(self.enemies) do
    if p:getWeapon() and self:objectiveLevel(p) > 3 and not self:trickProhibit(card, p) then
      local victims = {}
      for _, q in sgs.qlist(self.room:getOtherPlayers(p)) do
        if q ~= self.player and p:canSlash(q) and self:objectiveLevel(q) > 0 and not (q:hasSkill("kongcheng") and q:isKongcheng()) then
          table.insert(victims, q)
        end
      end
      self:sort(victims, "defense")
      if victims[1] then
        use.card = card
        if use.to then use.to:append(p) use.to:append(victims[1]) end
        return
      end
    end
  end
end
-- Whose play phase it hurts most to lose.
function SmartAI:useCardIndulgence(card, use)
  local best, most = nil, 0
  for _, p in ipairs(self:exclude(self.enemies, card)) do
    if self:objectiveLevel(p) > 3 and not p:containsTrick("indulgence") and not p:hasSkill("qianxun") then
      local gain = 1 + p:getHandcardNum() + math.min(p:getHp(), 3) * 0.4 + (sgs.ai_chaofeng[p:getGeneralName()] or 0) * 0.2
      if not p:faceUp() then gain = gain - 4 end
      if self:hasSkills("keji|guicai", p) then gain = gain - 2 end
      if p:isLord() then gain = gain + 0.5 end
      if gain > most then best, most = p, gain end
    end
  end
  if best and most > 1.5 then
    self:aimAt(use, card, best)
  end
end
function SmartAI:useCardLightning(card, use)
  if self.player:containsTrick("lightning") then return end
  local friends, enemies = 0, 0
  for _, p in sgs.qlist(self.room:getOtherPlayers(self.player)) do
    if self:objectiveLevel(p) < 0 then friends = friends + 1 elseif self:objectiveLevel(p) > 2 then enemies = enemies + 1 end
  end
  if self:hasWizard(self.enemies, true) then return end
  if self:hasWizard(self.friends, true) or enemies > friends + 1 and not self:isWeak() then use.card = card end
end

-- Open cards: what is needed most.
function sgs.ai_skill_askforag.amazing_grace(self, card_ids)
  local cards = {}
  for at, id in ipairs(card_ids) do cards[at] = sgs.Sanguosha:getCard(id) end
  self:sortByCardNeed(cards)
  return cards[#cards]:getEffectiveId()
end
