-- Players and the room of the manual (5, 6).
local sgs, read, fact, act = shared.sgs, host.read, host.fact, host.act
local card, cards, row_of = host.object_of_card, host.cards, host.row_of
local PHASES = {"start", "judge", "draw", "play", "discard", "finish", "notActive"}
local PHASE = {}
for at, name in ipairs{"Start", "Judge", "Draw", "Play", "Discard", "Finish", "NotActive"} do
  sgs["Player_" .. name] = at - 1
  PHASE[PHASES[at]] = at - 1
end
for at, name in ipairs{"Hand", "Equip", "Judging", "Special", "DiscardedPile", "DrawPile"} do sgs["Player_" .. name] = at - 1 end
sgs.DamageStruct_Normal, sgs.DamageStruct_Fire, sgs.DamageStruct_Thunder = 0, 1, 2
local NATURES = {[0] = "normal", "fire", "thunder"}
host.NATURE = {normal = 0, fire = 1, thunder = 2}

host.texts = {}        -- what packages have translated, by key
host.english = {}      -- of files under lang/en
host.impossible = {}   -- names of the manual that fail here, by object and name: why
-- A name of the manual that cannot be here: calling it fails with one sentence.
function host.cannot(class, object, name, why)
  host.impossible[object .. ":" .. name] = why
  class[name] = function() error(object .. ":" .. name .. " is not possible here: " .. why, 2) end
end
local Player, Room, General = {}, {}, {}
for _, of in ipairs{Player, Room, General} do of.__index, of.__metatable = of, false end
local room = setmetatable({}, Room)
local rows_of, name_noted
host.lock(room)
local player = host.objects(function(number) return setmetatable({number = number, order = number}, Player) end)
host.kind("player", Player, function(p) return p.number end, player)
host.kind("general", General)
local function players(numbers)
  local items = {}
  for at = 1, #numbers do items[at] = player(numbers[at]) end
  return host.new_list(items)
end
local function number(p) return p and p.number or 0 end
local function numbers(list)
  local found = {}
  for at, p in ipairs(list.items or list) do found[at] = p.number end
  return found
end
host.player, host.players, host.room = player, players, room
host.classes.Player, host.classes.Room, host.classes.General = Player, Room, General

-- ------------------------------------------------------------------ players
function Player.objectName(p) return "sgs" .. p.number end
function Player.getRoom() return room end
function Player.getHp(p) return read.hpOf(p.number) end
function Player.getMaxHP(p) return read.maxHpOf(p.number) end
Player.getMaxHp = Player.getMaxHP
function Player.getLostHp(p) return read.maxHpOf(p.number) - math.max(read.hpOf(p.number), 0) end
function Player.isWounded(p) return read.hpOf(p.number) < read.maxHpOf(p.number) end
function Player.isAlive(p) return read.isLiving(p.number) end
function Player.isDead(p) return not read.isLiving(p.number) end
function Player.isLord(p) return read.lordPlayer() == p.number end
function Player.getRole(p) return read.roleOf(p.number) end
function Player.getSeat(p) return read.seatOf(p.number) + 1 end
function Player.getKingdom(p) return read.kingdomOf(p.number) end
function Player.getPhase(p) return PHASE[read.phaseOf(p.number)] end
function Player.faceUp(p) return read.isFaceDown(p.number) == 0 end
function Player.isChained(p) return read.isInChain(p.number) ~= 0 end
function host.general_of_card(row) return row ~= 0 and setmetatable({row = row, order = row}, General) or nil end
function Player.getGeneral(p) return host.general_of_card(read.generalOf(p.number)) end
function Player.getGeneralName(p) return host.short_name(fact.printedOf(read.generalOf(p.number))) end
function Player.getHandcards(p) return host.new_list(cards(read.handOf(p.number))) end
function Player.getHandcardNum(p) return #read.handOf(p.number) end
function Player.isKongcheng(p) return #read.handOf(p.number) == 0 end
function Player.isNude(p) return #read.handOf(p.number) == 0 and #read.equipsOf(p.number) == 0 end
function Player.isAllNude(p) return p:isNude() and #read.judgingOf(p.number) == 0 end
function Player.getEquips(p) return host.new_list(cards(read.equipsOf(p.number))) end
function Player.hasEquip(p) return #read.equipsOf(p.number) > 0 end
function Player.getWeapon(p) return card(read.weaponOf(p.number)[1]) end
function Player.getArmor(p) return card(read.armorOf(p.number)[1]) end
function Player.getOffensiveHorse(p) return card(read.ridesFrom(p.number)[1]) end
function Player.getDefensiveHorse(p) return card(read.ridesTo(p.number)[1]) end
function Player.getJudgingArea(p) return host.new_list(cards(read.judgingOf(p.number))) end
function Player.getCards(p, flags)
  local items = {}
  local function add(rows) for _, row in ipairs(rows) do items[#items + 1] = card(row) end end
  if flags:find("h", 1, true) then add(read.handOf(p.number)) end
  if flags:find("e", 1, true) then add(read.equipsOf(p.number)) end
  if flags:find("j", 1, true) then add(read.judgingOf(p.number)) end
  return host.new_list(items)
end
function Player.getCardCount(p, equips) return #read.handOf(p.number) + (equips and #read.equipsOf(p.number) or 0) end
function Player.getMaxCards(p) return read.limitOf(p.number) end
function Player.getSlashCount(p) return read.slashesOf(p.number) end
function Player.distanceTo(p, q) return read.distanceOf(p.number, q.number) end
function Player.getAttackRange(p) return read.rangeOf(p.number) end
function Player.inMyAttackRange(p, q) return read.distanceOf(p.number, q.number) <= read.rangeOf(p.number) end
function Player.canSlash(p, q, limited)
  if p.number == q.number or not read.isLiving(q.number) or read.isSlashProhibited(p.number, q.number) then return false end
  return limited == false or p:inMyAttackRange(q)
end
function Player.getNextAlive(p)
  local living = read.livingPlayers()
  for at, one in ipairs(living) do if one == p.number then return player(living[at % #living + 1]) end end
  return player(living[1])
end
local function skill_card(p, name)
  for _, row in ipairs(read.skillsOf(p.number)) do if host.short_name(fact.printedOf(row)) == name then return row end end
end
function Player.hasSkill(p, name) return skill_card(p, name) ~= nil end
function Player.hasInnateSkill(p, name) return skill_card(p, name) ~= nil and not host.noted(p.number, "acquired " .. name) end
function Player.hasLordSkill(p, name) return skill_card(p, name) ~= nil end
-- Flags go at the end of their player's turn: each is noted with the turn, doubled, and 1 more where it was another's.
function Player.hasFlag(p, flag)
  if flag == "drank" then return read.drunkOf(p.number) ~= 0 end
  local noted = host.noted(p.number, "flag " .. flag)
  if not noted then return false end
  local turn, last, now = math.floor(noted / 2), read.lastTurnOf(p.number), read.turnNow()
  if noted % 2 == 0 then return turn == now end
  return last <= turn or last == now
end
function Player.setFlags(p, flag)
  if flag:sub(1, 1) == "-" then return host.note(p.number, "flag " .. flag:sub(2), nil) end
  host.note(p.number, "flag " .. flag, read.turnNow() * 2 + (read.lastTurnOf(p.number) == read.turnNow() and 0 or 1))
  name_noted(p, "flags", flag)
end
-- The names under which something is noted of a player, joined by blanks: all of it can be forgotten.
function name_noted(p, kind, name)
  local known = host.noted(p.number, kind) or ""
  if not (" " .. known .. " "):find(" " .. name .. " ", 1, true) then host.note(p.number, kind, known .. " " .. name) end
end
function host.forget(p, kind, one)
  for _, name in ipairs((host.noted(p.number, kind) or ""):split(" ")) do
    if name ~= "" then host.note(p.number, one .. name, nil) end
  end
  host.note(p.number, kind, nil)
end
function Player.clearFlags(p) host.forget(p, "flags", "flag ") end
-- The dead have no marks; who is revived begins without.
function Player.getMark(p, mark) return read.isLiving(p.number) and host.noted(p.number, "mark " .. mark) or 0 end
function Player.setMark(p, mark, n)
  if n == p:getMark(mark) then return end
  host.note(p.number, "mark " .. mark, n ~= 0 and n or nil)
  name_noted(p, "marks", mark)
  if mark == "qinggang" then act.ignoreArmorNow(p.number, n > 0 and 1 or 0) end   -- so the client says that armour does nothing
  if mark:sub(1, 1) == "@" then act.mark(p.number, host.definition_of_mark(mark), math.min(math.max(n, 0), 50)) end
end
function Player.gainMark(p, mark, n) p:setMark(mark, p:getMark(mark) + (n or 1)) end
function Player.loseMark(p, mark, n) p:setMark(mark, math.max(p:getMark(mark) - (n or 1), 0)) end
function Player.loseAllMarks(p, mark) p:setMark(mark, 0) end
function Player.addMark(p, mark) p:gainMark(mark, 1) end
function Player.removeMark(p, mark) p:loseMark(mark, 1) end
function Player.getTag(p, key) return host.variant(host.noted(p.number, "tag " .. key)) end
function Player.setTag(p, key, data) host.note(p.number, "tag " .. key, host.plain(data)) end
function Player.removeTag(p, key) host.note(p.number, "tag " .. key, nil) end
function Player.usedTimes(p, class)
  if class == "Slash" then return read.slashesOf(p.number) end
  if class == "Analeptic" then return read.analepticsOf(p.number) end
  local noted = host.noted(p.number, "used " .. class)   -- times, and in which play phase
  return noted and noted[2] == read.playsOf(p.number) and noted[1] or 0
end
function Player.hasUsed(p, class) return p:usedTimes(class) > 0 end
function Player.getPattern() return host.context.pattern end
function Player.drawCards(p, n) act.drawCards(p.number, n) end
function Player.obtainCard(p, c) room:obtainCard(p, c) end
function Player.throwAllHandCards(p) act.throwCards(p.number, read.handOf(p.number)) end
function Player.throwAllEquips(p) act.throwCards(p.number, read.equipsOf(p.number)) end
function Player.throwAllCards(p) p:throwAllHandCards(); p:throwAllEquips() end
function Player.turnOver(p) act.turnOver(p.number) end
function Player.setChained(p, on) act.setChained(p.number, on and 1 or 0) end
function Player.skip(p, phase) act.leavePhaseOut(p.number, PHASES[phase + 1]) end
function Player.gainAnExtraTurn(p) act.extraTurn(p.number) end
function Player.setHp(p, n) act.putHp(p.number, n) end
function Player.setMaxHP(p, n) act.putMaxHp(p.number, n) end
function Player.setKingdom(p, name) act.putKingdom(p.number, name) end
function Player.acquireSkill(p, name) room:acquireSkill(p, name) end
function Player.loseSkill(p, name) room:detachSkillFromPlayer(p, name) end
function Player.askForSkillInvoke(p, name, data) return room:askForSkillInvoke(p, name, data) end
function Player.pindian(p, target, reason, c)
  local row = c and rows_of(c)[1]
  if row then return act.pindianWith(p.number, target.number, row) == 1 end
  return act.pindian(p.number, target.number, reason) == 1
end
function Player.invoke(_, method) room:broadcastInvoke(method) end
function Player.speak() end
function Player.getRandomHandCard(p)
  local hand = read.handOf(p.number)
  return #hand > 0 and card(hand[math.random(#hand)]) or nil
end
function Player.getRandomHandCardId(p) local c = p:getRandomHandCard(); return c and c:getId() or -1 end
-- Generals: of a card of the match, or of what a package has declared.
function General.isFemale(g) if g.row then return host.is_so(fact.femaleOn(g.row)) end return g.made.female and true or false end
function General.isMale(g) return not g:isFemale() end
function General.getKingdom(g) return g.row and fact.kingdomPrintedOn(g.row) or g.made.kingdom end
function General.getMaxHp(g) return g.row and fact.hpPrintedOn(g.row) or g.made.hp end
General.getMaxHP = General.getMaxHp
function General.objectName(g) return g.row and host.short_name(fact.printedOf(g.row)) or g.made.name end

-- ------------------------------------------------------------------ the room
function Room.getAlivePlayers() return players(read.livingPlayers()) end
function Room.getAllPlayers() return players(read.livingPlayers()) end
function Room.getPlayers() return players(read.allPlayers()) end
function Room.alivePlayerCount() return #read.livingPlayers() end
function Room.getOtherPlayers(_, p)
  local living, found, from = read.livingPlayers(), {}, 0
  for at, one in ipairs(living) do if one == p.number then from = at end end
  for at = 1, #living do
    local one = living[(from + at - 1) % #living + 1]
    if one ~= p.number then found[#found + 1] = one end
  end
  return players(found)
end
function Room.getCurrent() return player(read.currentPlayer()) end
function Room.getLord() return player(read.lordPlayer()) end
function Room.findPlayerBySkillName(_, name)
  for _, one in ipairs(read.livingPlayers()) do if skill_card(player(one), name) then return player(one) end end
end
function Room.findPlayer(_, name)
  for _, one in ipairs(read.livingPlayers()) do
    if player(one):getGeneralName() == name or "sgs" .. one == name then return player(one) end
  end
end
function Room.getLieges(_, kingdom, lord)
  local found = {}
  for _, one in ipairs(read.livingPlayers()) do
    if one ~= lord.number and read.kingdomOf(one) == kingdom then found[#found + 1] = one end
  end
  return players(found)
end
function Room.obtainable(_, c, p)
  if not c or not c.row then return false end
  for _, row in ipairs(c:isVirtualCard() and read.partsOfCard(c.row) or {c.row}) do
    if not (read.zoneOf(row) == "hand" and read.ownerOf(row) == p.number) then return true end
  end
  return false
end
-- The cards of the match that an object stands for.
function rows_of(c)
  if type(c) == "number" then c = row_of(c); return c ~= 0 and {c} or {} end
  if c.subs then return c.subs end
  if fact.deckIdOf(c.row) >= 0 then return {c.row} end
  return read.partsOfCard(c.row)
end
host.rows_of = rows_of
function Room.drawCards(_, p, n) act.drawCards(p.number, n) end
function Room.throwCard(_, c)
  local rows = rows_of(c)
  if #rows == 0 then return end
  local owner = read.ownerOf(rows[1])
  if owner ~= 0 then act.throwCards(owner, rows) else act.discardCards(rows) end
end
function Room.obtainCard(_, p, c) act.obtain(p.number, rows_of(c), 1) end
function Room.damage(_, d)
  act.damage(d.to.number, number(d.from), d.card and d.card.row or 0, d.damage, NATURES[d.nature or 0])
end
function Room.recover(_, p, r) act.recover(p.number, number(r.who), r.card and r.card.row or 0, r.recover or 1) end
function Room.loseHp(_, p, n) act.loseHp(p.number, n or 1) end
function Room.loseMaxHp(_, p, n) act.loseMaxHp(p.number, n or 1) end
function Room.judge(_, judge)
  local outer = host.noted(0, "judging")
  host.note(0, "judging", host.plain{pattern = host.text_of_pattern(judge.pattern), good = judge.good ~= false, reason = judge.reason})
  local found = act.judge(judge.who.number, host.context.this, "script")
  local said = host.thaw(host.noted(0, "judging"))
  host.note(0, "judging", outer)
  judge.card, judge.good = card(found), said.good
  judge.pattern = sgs.QRegExp(said.pattern)
end
function Room.cardEffect(_, effect, from, to)
  if from then effect = {card = effect, from = from, to = to} end
  act.takeEffect(number(effect.from), effect.to.number, host.row_made(effect.card))
end
function Room.useCard(_, use, counts)
  act.useCard(use.from.number, host.row_made(use.card), numbers(use.to), counts == false and 0 or 1)
end
function Room.acquireSkill(_, p, skill)
  local name = type(skill) == "table" and skill:objectName() or skill
  if not host.is_skill(name) or skill_card(p, name) then return end
  host.note(p.number, "acquired " .. name, true)
  act.acquireSkill(p.number, host.definition_of_skill(name))
end
function Room.detachSkillFromPlayer(_, p, name)
  if host.is_skill(name) then act.dropSkill(p.number, host.definition_of_skill(name)) end
end
function Room.killPlayer(_, p, reason) if p:isAlive() then act.die(p.number, reason and number(reason.from) or 0) end end
function Room.setPlayerFlag(_, p, flag) p:setFlags(flag) end
function Room.setPlayerMark(_, p, mark, n) p:setMark(mark, n) end
function Room.setPlayerProperty(_, p, name, data)
  local value = host.plain(data)
  if name == "hp" then act.putHp(p.number, value)
  elseif name == "maxhp" then act.putMaxHp(p.number, value)
  elseif name == "kingdom" then act.putKingdom(p.number, value)
  elseif name == "chained" then act.setChained(p.number, value and value ~= 0 and 1 or 0)
  elseif name == "faceup" then if (read.isFaceDown(p.number) == 0) ~= (value and value ~= 0 or false) then act.turnOver(p.number) end
  elseif name == "flags" then p:setFlags(value)
  elseif name == "role" then act.putRole(p.number, "kingdoms.role." .. value)
  elseif name == "general2" or value == "sujiang" or value == "sujiangf" then return   -- how the client shows somebody without skills
  elseif name == "general" then act.transfigure(p.number, host.definition_of_general(value), 0, 0)
  elseif name == "alive" and value and value ~= 0 then act.revive(p.number)
  else error("room:setPlayerProperty is not possible here: there is no property " .. tostring(name) .. " that could be set; there are "
    .. "hp, maxhp, kingdom, role, general, chained, faceup, flags and alive", 2)
  end
end
function Room.getTag(_, key) return host.variant(host.noted(0, "tag " .. key)) end
function Room.setTag(_, key, data) host.note(0, "tag " .. key, host.plain(data)) end
function Room.removeTag(_, key) host.note(0, "tag " .. key, nil) end
function Room.getCardOwner(_, id) return player(read.ownerOf(row_of(id))) end
local PLACES = {hand = 0, weapon = 1, armor = 1, offensive = 1, defensive = 1, judging = 2, discard = 4, deck = 5}
function Room.getCardPlace(_, id) return PLACES[read.zoneOf(row_of(id))] or 3 end
function Room.isProhibited(_, from, to, c)
  if c.row then return read.isProhibited(from.number, to.number, c.row) end
  return read.isProhibitedAs(from.number, to.number, c:inherits("Slash") and "slash" or c:objectName())
end
for _, name in ipairs{"setEmotion", "playSkillEffect", "broadcastSkillInvoke", "output", "writeToConsole", "playCardEffect",
  "sendJudgeResult"} do Room[name] = function() end end
host.skill_card, host.number, host.numbers = skill_card, number, numbers
function host.dummy(rows)
  local c = host.virtual_card{class = "dummy"}
  for at, row in ipairs(rows) do c.subs[at] = row end
  return c
end
