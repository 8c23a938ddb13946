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

local Player, Room, General = {}, {}, {}
for _, of in ipairs{Player, Room, General} do of.__index, of.__metatable = of, false end
local room = setmetatable({}, Room)
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
host.classes.Player, host.classes.Room = Player, Room

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
function Player.getGeneral(p) return setmetatable({number = p.number}, General) end
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
  if p.number == q.number or not read.isLiving(q.number) then return false end
  return limited == false or p:inMyAttackRange(q)
end
function Player.getNextAlive(p)
  local living = read.livingPlayers()
  for at, one in ipairs(living) do if one == p.number then return player(living[at % #living + 1]) end end
  return player(living[1])
end
local function skill_card(p, name)
  local wanted = host.definition_of_skill(name)
  for _, row in ipairs(read.skillsOf(p.number)) do if wanted and fact.printedOf(row) == wanted then return row end end
end
host.skill_card = skill_card
function Player.hasSkill(p, name) return skill_card(p, name) ~= nil end
Player.hasInnateSkill = Player.hasSkill
function Player.hasLordSkill(p, name) return skill_card(p, name) ~= nil end
function Player.hasFlag(p, flag) return host.noted(p.number, "flag " .. flag) ~= nil end
function Player.setFlags(p, flag)
  if flag:sub(1, 1) == "-" then host.note(p.number, "flag " .. flag:sub(2), nil) else host.note(p.number, "flag " .. flag, true) end
end
function Player.getMark(p, mark) return host.noted(p.number, "mark " .. mark) or 0 end
function Player.setMark(p, mark, n) host.note(p.number, "mark " .. mark, n ~= 0 and n or nil) end
function Player.gainMark(p, mark, n) p:setMark(mark, p:getMark(mark) + (n or 1)) end
function Player.loseMark(p, mark, n) p:setMark(mark, math.max(p:getMark(mark) - (n or 1), 0)) end
function Player.loseAllMarks(p, mark) p:setMark(mark, 0) end
function Player.addMark(p, mark) p:gainMark(mark, 1) end
function Player.removeMark(p, mark) p:loseMark(mark, 1) end
function Player.getTag(p, key) return host.variant(host.noted(p.number, "tag " .. key)) end
function Player.setTag(p, key, data) host.note(p.number, "tag " .. key, host.plain(data)) end
function Player.removeTag(p, key) host.note(p.number, "tag " .. key, nil) end
function Player.usedTimes(p, class) return host.noted(p.number, "used " .. class) or 0 end
function Player.hasUsed(p, class) return p:usedTimes(class) > 0 end
function Player.getPattern() return host.context.pattern end
function Player.drawCards(p, n) act.drawCards(p.number, n) end
function Player.obtainCard(p, c) room:obtainCard(p, c) end
function Player.throwAllHandCards(p) act.throwCards(p.number, read.handOf(p.number)) end
function Player.throwAllEquips(p) act.throwCards(p.number, read.equipsOf(p.number)) end
function Player.throwAllCards(p) p:throwAllHandCards(); p:throwAllEquips() end
function Player.turnOver(p) act.turnOver(p.number) end
function Player.setChained(p, on) act.setChained(p.number, on and 1 or 0) end
function Player.skip(p, phase) act.skipPhase(p.number, PHASES[phase + 1]) end
function Player.gainAnExtraTurn(p) act.extraTurn(p.number) end
function Player.setHp(p, n) act.putHp(p.number, n) end
function Player.setMaxHP(p, n) act.putMaxHp(p.number, n) end
function Player.setKingdom(p, name) act.putKingdom(p.number, name) end
function Player.acquireSkill(p, name) room:acquireSkill(p, name) end
function Player.loseSkill(p, name) room:detachSkillFromPlayer(p, name) end
function Player.askForSkillInvoke(p, name, data) return room:askForSkillInvoke(p, name, data) end
function Player.pindian(p, target) return act.pindian(p.number, target.number) == 1 end
function Player.invoke() end
function Player.speak() end
function Player.getRandomHandCard(p)
  local hand = read.handOf(p.number)
  return #hand > 0 and card(hand[math.random(#hand)]) or nil
end
function Player.getRandomHandCardId(p) local c = p:getRandomHandCard(); return c and c:getId() or -1 end
function General.isFemale(g) return read.isWoman(g.number) ~= 0 end
function General.isMale(g) return read.isWoman(g.number) == 0 end
function General.getKingdom(g) return read.kingdomOf(g.number) end
function General.objectName(g) return player(g.number):getGeneralName() end

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
  for _, one in ipairs(read.livingPlayers()) do if player(one):getGeneralName() == name then return player(one) end end
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
local function rows_of(c)
  if type(c) == "number" then return {row_of(c)} end
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
  local found = act.judge(judge.who.number, host.context.this)
  judge.card = card(found)
end
function Room.cardEffect(_, effect, from, to)
  if from then effect = {card = effect, from = from, to = to} end
  act.takeEffect(number(effect.from), effect.to.number, effect.card.row)
end
function Room.useCard(_, use)
  local c = use.card
  local row = c.row or act.makeCard(host.definition_of_card(c), c.subs)
  act.useCard(use.from.number, row, numbers(use.to), 0)
end
function Room.acquireSkill(_, p, skill) act.acquireSkill(p.number, host.definition_of_skill(type(skill) == "table" and skill.name or skill)) end
function Room.detachSkillFromPlayer(_, p, name) act.dropSkill(p.number, host.definition_of_skill(name)) end
function Room.killPlayer(_, p) act.die(p.number) end
function Room.setPlayerFlag(_, p, flag) p:setFlags(flag) end
function Room.setPlayerMark(_, p, mark, n) p:setMark(mark, n) end
function Room.setPlayerProperty(_, p, name, data)
  local value = host.plain(data)
  if name == "hp" then act.putHp(p.number, value)
  elseif name == "maxhp" then act.putMaxHp(p.number, value)
  elseif name == "kingdom" then act.putKingdom(p.number, value)
  elseif name == "chained" then act.setChained(p.number, value and value ~= 0 and 1 or 0)
  elseif name == "faceup" then if (read.isFaceDown(p.number) == 0) ~= (value and value ~= 0) then act.turnOver(p.number) end
  end
end
function Room.getTag(_, key) return host.variant(host.noted(0, "tag " .. key)) end
function Room.setTag(_, key, data) host.note(0, "tag " .. key, host.plain(data)) end
function Room.removeTag(_, key) host.note(0, "tag " .. key, nil) end
function Room.getCardOwner(_, id) return player(read.ownerOf(row_of(id))) end
local PLACES = {hand = 0, weapon = 1, armor = 1, offensive = 1, defensive = 1, judging = 2, discard = 4, deck = 5}
function Room.getCardPlace(_, id) return PLACES[read.zoneOf(row_of(id))] or 3 end
function Room.isProhibited(_, from, to, c) return read.isProhibited(from.number, to.number, c.row) end
for _, name in ipairs{"setEmotion", "playSkillEffect", "broadcastSkillInvoke", "output", "writeToConsole", "playCardEffect",
  "sendJudgeResult", "sendLog", "broadcastInvoke"} do Room[name] = function() end end

-- ------------------------------------------------------------------ requests
function Room.askForSkillInvoke(_, p, name) return act.askInvoke(skill_card(p, name) or host.context.this, p.number) == 1 end
function Room.askForDiscard(_, p, reason, n, optional, equips)
  return act.askDiscard(p.number, n, optional and 1 or 0, equips and 1 or 0) == 1
end
function Room.askForExchange(_, p, reason, n)
  return host.virtual_card{class = "dummy", subs = {}} and host.dummy(act.askSome(p.number, read.handOf(p.number), n, n))
end
function host.dummy(rows)
  local c = host.virtual_card{class = "dummy"}
  for at, row in ipairs(rows) do c.subs[at] = row end
  return c
end
function Room.askForCardChosen(_, p, who, flags)
  local found = act.chooseCardOf(p.number, who.number, flags:find("e", 1, true) and 1 or 0, flags:find("j", 1, true) and 1 or 0,
    flags:find("h", 1, true) and 1 or 0)
  return found ~= 0 and fact.deckIdOf(found) or -1
end
function Room.askForPlayerChosen(_, p, targets)
  local found = numbers(targets)
  if #found <= 1 then return player(found[1]) end
  return player(act.askPlayer(p.number, found))
end
local ASKED_SUITS = {spade = 0, club = 1, heart = 2, diamond = 3}
function Room.askForSuit(_, p) return ASKED_SUITS[act.askSuit(p.number)] end
function Room.askForCard(_, p, pattern)
  local played, found = act.respond(p.number, pattern)
  return played == 1 and card(found) or nil
end
function Room.askForCardShow(_, p)
  local hand = read.handOf(p.number)
  if #hand == 1 then return card(hand[1]) end
  return card(act.askSome(p.number, hand, 1, 1)[1])
end
function Room.doGuanxing(_, p, ids) act.scry(p.number, #(ids.items or ids)) end
