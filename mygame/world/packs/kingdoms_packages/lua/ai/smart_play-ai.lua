-- The play phase (manual 10.2): what could be used, what of it first, on whom.
function SmartAI:activate(use)
  self:updatePlayers()
  self:assignKeep(self.player:getMaxCards(), true)
  self.toUse = self:getTurnUse()
  self:sortByDynamicUsePriority(self.toUse)
  for _, card in ipairs(self.toUse) do
    self:useCardOf(card, use)
    if use.card and use.card:isVirtualCard() and not use.card.by then use.card.by = card.by end
    if use.card and self:isOffered(use.card) then break end
    use.card, use.to = nil, sgs.SPlayerList()
  end
  self.toUse = nil
end
-- Whether the rules offer it now; all, where nobody says.
function SmartAI:isOffered(card) return not self.offered or self.offered(card) end
-- A card is to be used on one target, who is not named where it is only tried.
function SmartAI:aimAt(use, card, target)
  use.card = card
  if use.to then use.to:append(target) end
end
function SmartAI:useCardOf(card, use)
  local kind = card:getTypeId()
  if kind == sgs.Card_Skill then self:useSkillCard(card, use)
  elseif kind == sgs.Card_Basic then self:useBasicCard(card, use)
  elseif kind == sgs.Card_Equip then self:useEquipCard(card, use)
  else self:useTrickCard(card, use) end
end
-- Each card and each skill for which a use is found.
function SmartAI:getTurnUse()
  local found = {}
  local function try(card)
    local dummy = {isDummy = true}
    self:useCardOf(card, dummy)
    if dummy.card then table.insert(found, card) end
  end
  for _, card in sgs.qlist(self.player:getHandcards()) do
    if self:isOffered(card) then try(card) end
  end
  for _, skill in ipairs(sgs.ai_skills) do
    if self.player:hasSkill(skill.name) or self.player:hasWeapon(skill.name) then
      local card = self:getSkillTurnUse(skill.name)
      if card and self:isOffered(card) then try(card) end
    end
  end
  return found
end
-- The card of one skill that is considered; `by`: the skill.
function SmartAI:getSkillTurnUse(name)
  for _, skill in ipairs(sgs.ai_skills) do
    if skill.name == name then
      local card = skill.getTurnUseCard(self)
      if card then
        if card:isVirtualCard() then card.by = name end
        return card
      end
    end
  end
end
function SmartAI:useSkillCard(card, use)
  local name = card:className()
  if name == "LuaSkillCard" then name = "#" .. card:objectName() end
  local own = sgs.ai_skill_use_func[name]
  if own then own(card, use, self) end
end
function SmartAI:useCardByClassName(card, use)
  local own = self["useCard" .. card:className()]
  if own then own(self, card, use) end
end
function SmartAI:useBasicCard(card, use)
  if card:inherits("Slash") and not self:slashIsAvailable() then return end
  if card:inherits("Slash") and not self["useCard" .. card:className()] then return self:useCardSlash(card, use) end
  self:useCardByClassName(card, use)
end
function SmartAI:useTrickCard(card, use) self:useCardByClassName(card, use) end

-- ------------------------------------------------------------------ equipment
local WEAPONS = {Crossbow = 2.2, QinggangSword = 2.6, IceSword = 2.6, DoubleSword = 2.5, Blade = 2.7, Spear = 2.6, Axe = 3.4, Halberd = 2.4,
  KylinBow = 2.5, Fan = 2.5, GudingBlade = 2.6}
function SmartAI:evaluateWeapon(card)
  local value = WEAPONS[card:className()] or 2
  local range, reached = sgs.range_of(card), 0
  for _, p in ipairs(self.enemies) do
    if self:objectiveLevel(p) > 3 and self.player:distanceTo(p) <= range then reached = reached + 1 end
  end
  if reached == 0 then value = value - 1.5 end
  value = value + math.min(reached, 2) * 0.6
  if card:inherits("Crossbow") then
    local slashes = self:getCardsNum("Slash", self.player, "h", true)
    if reached > 0 and slashes >= 2 then value = value + slashes end
    if self.player:hasSkill("paoxiao") then value = value - 1.5 end
  end
  return value
end
function SmartAI:evaluateArmor(card, player)
  player = player or self.player
  if card:inherits("EightDiagram") then return 3.5 end
  if card:inherits("RenwangShield") then return 3.4 end
  if card:inherits("SilverLion") then return 2.4 end
  if card:inherits("Vine") then return player:isChained() and 1 or 2 end
  return 2
end
function SmartAI:useEquipCard(card, use)
  if not self:hasSameEquip(card) then
    use.card = card
    return
  end
  if self:hasSkills(sgs.lose_equip_skill) then use.card = card return end
  if card:inherits("Weapon") then
    if self:evaluateWeapon(card) > self:evaluateWeapon(self.player:getWeapon()) + 0.3 then use.card = card end
  elseif card:inherits("Armor") then
    local worn = self.player:getArmor()
    if worn:inherits("SilverLion") and self.player:isWounded() then use.card = card return end
    if self:evaluateArmor(card) > self:evaluateArmor(worn) then use.card = card end
  elseif self:getOverflow() > 0 and self.player:hasSkill("lianying") then
    use.card = card
  end
end
