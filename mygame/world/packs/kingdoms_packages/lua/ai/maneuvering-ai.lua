-- The cards of the manoeuvring deck.
local keep, value, priority, intention = sgs.ai_keep_value, sgs.ai_use_value, sgs.ai_use_priority, sgs.ai_card_intention
keep.FireSlash, keep.ThunderSlash, keep.Analeptic, keep.FireAttack, keep.IronChain, keep.SupplyShortage = 3.6, 3.5, 4.5, 2.9, 1.6, 3.8
value.FireSlash, value.ThunderSlash, value.Analeptic, value.FireAttack, value.IronChain, value.SupplyShortage = 4.6, 4.55, 5.5, 4.2, 3, 7
priority.FireSlash, priority.ThunderSlash, priority.Analeptic, priority.FireAttack = 2.5, 2.45, 2.7, 2.6
priority.IronChain, priority.SupplyShortage = 2.2, 4.1
keep.Vine, value.Vine, keep.SilverLion, value.SilverLion = 2.2, 4, 2.8, 5
intention.FireSlash, intention.ThunderSlash, intention.FireAttack, intention.SupplyShortage = 80, 80, 70, 100
intention.IronChain = function(card, from, tos, source)
  for _, to in ipairs(tos) do sgs.updateIntention(from, to, to:isChained() and 80 or -80) end
end
sgs.dynamic_value.control_usecard.SupplyShortage = true
sgs.dynamic_value.control_card.IronChain = true

SmartAI.useCardFireSlash, SmartAI.useCardThunderSlash = SmartAI.useCardSlash, SmartAI.useCardSlash
-- By itself wine is drunk only where it would be thrown away: else before a slash (`wineFor`).
function SmartAI:useCardAnaleptic(card, use) end
function SmartAI:useCardSupplyShortage(card, use)
  local best, most = nil, 0
  for _, p in ipairs(self:exclude(self.enemies, card)) do
    if self:objectiveLevel(p) > 3 and not p:containsTrick("supply_shortage") and p:faceUp() then
      local gain = 4 - p:getHandcardNum() * 0.3 + (p:getHp() <= 2 and 0.8 or 0)
      if self:hasSkills("tuxi|luoyi|yingzi", p) then gain = gain + 0.5 end
      if gain > most then best, most = p, gain end
    end
  end
  if best then
    self:aimAt(use, card, best)
  end
end
function SmartAI:useCardFireAttack(card, use)
  local suits, n = {}, 0
  for _, c in sgs.qlist(self.player:getHandcards()) do
    if c:getEffectiveId() ~= card:getEffectiveId() and not c:inherits("Peach") and not suits[c:getSuitString()] then
      suits[c:getSuitString()] = true
      n = n + 1
    end
  end
  if n < 2 and self:getOverflow() == 0 then return end
  local best, most = nil, 0
  for _, p in ipairs(self:exclude(self.enemies, card)) do
    if self:objectiveLevel(p) > 3 and not p:isKongcheng() then
      local gain = self:hurtValue(p, self:isEquip("Vine", p) and 2 or 1) * n / 4
      if p:isChained() then gain = gain + self:chainGain(p) end
      if gain > most then best, most = p, gain end
    end
  end
  if best and (most > 1 or self:getOverflow() > 0) then
    self:aimAt(use, card, best)
  end
end
-- What damage that runs along the chain does beside its first target.
function SmartAI:chainGain(first)
  local gain = 0
  for _, p in ipairs(self:everybody()) do
    if p ~= first and p:isChained() then
      local level = p == self.player and -2.5 or self:objectiveLevel(p)
      gain = gain + (level > 0 and level / 3 or level * 0.8) * (p:getHp() <= 1 and 2 or 1)
    end
  end
  return gain
end
-- A card of the suit that was shown is paid where it burns an enemy.
sgs.ai_skill_cardask["@fire-attack"] = function(self, data, pattern, target)
  if not target or self:objectiveLevel(target) <= 1 then return "." end
  local cards = {}
  for _, c in sgs.qlist(self.player:getHandcards()) do
    if c:match(pattern) and not (c:inherits("Peach") and self.player:isWounded()) then table.insert(cards, c) end
  end
  if #cards == 0 then return "." end
  self:sortByKeepValue(cards)
  if self:getKeepValue(cards[1]) > 4.8 and target:getHp() > 1 then return "." end
  return tostring(cards[1]:getEffectiveId())
end
-- Friends come off the chain, enemies come on it; else it is recast: used on nobody.
function SmartAI:useCardIronChain(card, use)
  local targets = {}
  for _, p in ipairs(self.friends) do
    if p:isChained() and not self:trickProhibit(card, p) then table.insert(targets, p) end
  end
  local enemies = self:exclude(self.enemies, card)
  self:sort(enemies, "defense")
  local fires = self:getCardsNum("FireSlash") + self:getCardsNum("ThunderSlash") + self:getCardsNum("FireAttack")
  local free = {}
  for _, p in ipairs(enemies) do
    if self:objectiveLevel(p) > 3 and not p:isChained() then table.insert(free, p) end
  end
  if fires > 0 and #free >= 2 then
    for _, p in ipairs(free) do if #targets < 2 then table.insert(targets, p) end end
  end
  use.card = card
  for at = 1, math.min(2, #targets) do if use.to then use.to:append(targets[at]) end end
end
function sgs.ai_cardshow.fire_attack(self, requestor)
  local order, best, most = {heart = 4, spade = 3, club = 2, diamond = 1}, nil, 0
  for _, c in sgs.qlist(self.player:getHandcards()) do
    if (order[c:getSuitString()] or 0) > most then best, most = c, order[c:getSuitString()] end
  end
  return best
end
function sgs.ai_skill_invoke.fan(self, data)
  local to = data:toSlashEffect().to
  return to ~= nil and self:isEnemy(to)
end
function sgs.ai_slash_weaponfilter.fan(to) return to:getArmor() ~= nil and to:getArmor():inherits("Vine") end
function sgs.ai_slash_weaponfilter.guding_blade(to) return to:isKongcheng() end
