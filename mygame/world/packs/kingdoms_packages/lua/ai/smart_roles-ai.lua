-- Who is whose friend (manual 10.4): by the deeds that everybody has seen, and by how many there are of each role.
function sgs.isRolePredictable() return false end
function sgs.updateIntention(from, to, intention)
  if sgs.note_intention(from, to, intention) then return end
  if not from or not to or from == to or from:isLord() then return end
  local name, other = from:objectName(), sgs.ai_explicit[to:objectName()]
  local change = 0
  if to:isLord() then
    change = -2 * intention
    if intention > 0 then sgs.ai_anti_lord[name] = (sgs.ai_anti_lord[name] or 0) + 1 end
  elseif other == "loyalist" or other == "loyalish" then change = -intention
  elseif other == "rebel" or other == "rebelish" then change = intention end
  local before = sgs.ai_loyalty[name] or 0
  if math.abs(before) > 80 and before * change < 0 and math.abs(change) >= 80 then
    before = before / 2
    sgs.ai_renegade_suspect[name] = (sgs.ai_renegade_suspect[name] or 0) + 1
  end
  sgs.ai_loyalty[name] = math.max(-160, math.min(160, before + change))
end
function sgs.updateIntentions(from, tos, intention)
  for _, to in ipairs(tos) do sgs.updateIntention(from, to, intention) end
end
-- How often the hidden roles can be dealt to these players, by how likely each is.
local function ways(list, at, loyal, rebel, renegade, known)
  if at > #list then return 1 end
  local key = at * 4096 + loyal * 256 + rebel * 16 + renegade
  if known[key] then return known[key] end
  local w, sum = list[at], 0
  if loyal > 0 then sum = sum + w[1] * ways(list, at + 1, loyal - 1, rebel, renegade, known) end
  if rebel > 0 then sum = sum + w[2] * ways(list, at + 1, loyal, rebel - 1, renegade, known) end
  if renegade > 0 then sum = sum + w[3] * ways(list, at + 1, loyal, rebel, renegade - 1, known) end
  known[key] = sum
  return sum
end
local SURE = {lord = {1, 0, 0}, loyalist = {1, 0, 0}, rebel = {0, 1, 0}, renegade = {0, 0, 1}}
-- How likely each of the living is loyal, a rebel, a renegade: after their deeds, and by how many there are of each.
function SmartAI:roleChances()
  local found, hidden, counts = {}, {}, {loyalist = 0, rebel = 0, renegade = 0}
  for _, p in ipairs(self:everybody()) do
    if p == self.player or p:isLord() or sgs.role_is_shown(p) then
      found[p.number] = SURE[p:getRole()] or SURE.rebel
    else
      local l = (sgs.ai_loyalty[p:objectName()] or 0) / 1.6
      hidden[#hidden + 1] = {((110 + l) / 100) ^ 2, ((110 - l) / 100) ^ 2, (24000 - 2 * l * l) / 10000, number = p.number}
      counts[p:getRole()] = (counts[p:getRole()] or 0) + 1
    end
  end
  local l, r, n = counts.loyalist, counts.rebel, counts.renegade
  for at = 1, #hidden do
    hidden[1], hidden[at] = hidden[at], hidden[1]
    local w, known = hidden[1], {}
    local a = l > 0 and w[1] * ways(hidden, 2, l - 1, r, n, known) or 0
    local b = r > 0 and w[2] * ways(hidden, 2, l, r - 1, n, known) or 0
    local c = n > 0 and w[3] * ways(hidden, 2, l, r, n - 1, known) or 0
    local all = a + b + c
    found[w.number] = all > 0 and {a / all, b / all, c / all} or SURE.rebel
  end
  self.chances = found
  self.count = {loyalist = l, rebel = r, renegade = n}
  for number, of in pairs(found) do
    if of == SURE.rebel then self.count.rebel = self.count.rebel + 1
    elseif of == SURE.renegade then self.count.renegade = self.count.renegade + 1
    elseif of == SURE.loyalist then self.count.loyalist = self.count.loyalist + 1 end
  end
end
-- What a loyalist, a rebel, a renegade and the lord are to somebody of a role.
local function attitudes(role, count)
  if role == "lord" or role == "loyalist" then
    return -2, 5, count.rebel > 0 and 3 or 5, -3
  elseif role == "rebel" then
    return 5, -2, 0.5, 6
  end
  if count.rebel == 0 then return 5, 0, 0, count.loyalist > 0 and -1 or 6 end
  if count.rebel > count.loyalist then return 1, 5, 0, -2 end
  return 4, 2, 0, -1
end
function SmartAI:objectiveLevel(player)
  if player == self.player then return -3 end
  local known = self.levels and self.levels[player.number]
  if known then return known end
  if not self.chances then self:roleChances() end
  local loyal, rebel, renegade, lord = attitudes(self.role, self.count)
  local level = lord
  if not player:isLord() then
    local of = self.chances[player.number] or SURE.rebel
    level = of[1] * loyal + of[2] * rebel + of[3] * renegade
  end
  if self.levels then self.levels[player.number] = level end
  return level
end
function SmartAI:updatePlayers(inclusive)
  for _, flag in ipairs(sgs.ai_global_flags) do sgs[flag] = nil end
  self.chances, self.levels = nil, {}
  self.friends, self.friends_noself, self.enemies = {}, {}, {}
  for _, p in sgs.qlist(self.room:getOtherPlayers(self.player)) do
    local level = self:objectiveLevel(p)
    if level < 0 then
      table.insert(self.friends_noself, p)
      table.insert(self.friends, p)
    elseif level > 0 then
      table.insert(self.enemies, p)
    end
  end
  table.insert(self.friends, self.player)
end
function SmartAI:chancesOf(player)
  if not self.chances then self:roleChances() end
  return self.chances[player.number] or SURE.rebel
end
function SmartAI:isFriend(other, another)
  if not other then return false end
  if another and another ~= self.player then
    if other == another then return true end
    if other == self.player then return self:isFriend(another) end
    local a, b = self:chancesOf(other), self:chancesOf(another)
    return a[1] * b[1] + a[2] * b[2] > 0.5
  end
  return other == self.player or self:objectiveLevel(other) < 0
end
function SmartAI:isEnemy(other, another)
  if not other then return false end
  if another and another ~= self.player then
    if other == another then return false end
    if other == self.player then return self:isEnemy(another) end
    local a, b = self:chancesOf(other), self:chancesOf(another)
    return a[1] * b[2] + a[2] * b[1] > 0.5
  end
  return other ~= self.player and self:objectiveLevel(other) > 0
end
local function those(self, player, asks)
  local found = {}
  for _, p in ipairs(self:everybody()) do if asks(self, p, player) then table.insert(found, p) end end
  return found
end
function SmartAI:getFriends(player) return those(self, player, self.isFriend) end
function SmartAI:getEnemies(player) return those(self, player, self.isEnemy) end
function SmartAI:getFriendsNoself(player)
  local found = {}
  for _, p in ipairs(self:getFriends(player)) do if p ~= (player or self.player) then table.insert(found, p) end end
  return found
end
