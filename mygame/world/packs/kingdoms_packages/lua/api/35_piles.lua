-- Cards that are moved, piles and marks of players, and what becomes of players (manual 5).
local sgs, read, fact, act = shared.sgs, host.read, host.fact, host.act
local card, player, row_of, rows_of, number = host.object_of_card, host.player, host.row_of, host.rows_of, host.number
local Player, Room = host.classes.Player, host.classes.Room
local NATURES = {[0] = "normal", "fire", "thunder"}

-- ------------------------------------------------------------------ cards
function Room.getNCards(_, n) return host.ids(act.takeOffDeck(n)) end
function Room.drawCard() return host.id_of(act.takeOffDeck(1)[1]) end
local HAND, EQUIP, JUDGING, SPECIAL, DISCARDED, DRAWN = 0, 1, 2, 3, 4, 5
function Room.moveCardTo(_, c, to, place, open)
  local rows, seen = rows_of(c), open ~= false and 1 or 0
  if #rows == 0 then return end
  if place == DISCARDED then return act.discardCards(rows) end
  if place == DRAWN then return act.putOnDeck(rows, seen) end
  if place == SPECIAL and not to then return act.layOnTable(rows) end
  if not to then error("room:moveCardTo needs a player for this place", 2) end
  if place == HAND then act.obtain(to.number, rows, seen)
  elseif place == EQUIP then for _, row in ipairs(rows) do act.putOn(to.number, row) end
  elseif place == JUDGING then for _, row in ipairs(rows) do act.layTrick(to.number, row) end
  elseif place == SPECIAL then to:addToPile("", c, open)
  else error("room:moveCardTo needs a place: sgs.Player_Hand, _Equip, _Judging, _Special, _DiscardedPile or _DrawPile", 2)
  end
end
function Room.getCardFromPile(_, name)
  local deck = read.deckNow()
  for at = #deck, 1, -1 do if fact.classOf(deck[at]) == name then return host.id_of(deck[at]) end end
  return -1
end
function Room.installEquip(_, p, name)
  local id = Room.getCardFromPile(nil, name)
  if id >= 0 then act.putOn(p.number, row_of(id)) end
end
-- Answers what is being asked for: a skill that hears CardAsked plays the card in the asked one's place; with nil nothing is played.
function Room.provide(_, c)
  if host.context.event ~= "CardAsked" then
    error("room:provide is not possible here: it answers CardAsked, in a skill that hears it", 2)
  end
  if not c then return end
  host.change(2, 1)
  host.change(3, c.of_nothing and 0 or host.row_made(c))
end
-- A card as one of the match, which it becomes where it is none yet.
function host.row_made(c)
  if c.row then return c.row end
  local row = act.makeCard(host.definition_of_card(c), {})
  host.dress(row, c, host.context.this)
  return row
end

-- ------------------------------------------------------------------ piles
local piles = {}   -- those that the files name where they lay cards in one
local function id_of_pile(name) return piles[name] and host.id_for("packages", "pile", name) or "packages.pile._any" end
function Player.addToPile(p, pile, c, open)
  local rows = type(c) == "number" and {row_of(c)} or rows_of(c)
  act.layInPile(p.number, rows, open ~= false and 1 or 0, id_of_pile(pile))
  for _, row in ipairs(rows) do host.note(row, "pile", pile) end
end
function Player.getPile(p, name)
  local rows = {}
  for _, row in ipairs(read.pilesOf(p.number)) do if host.noted(row, "pile") == name then rows[#rows + 1] = row end end
  return host.ids(rows)
end
function Player.getPileName(p, id)
  local row = row_of(id)
  for _, one in ipairs(read.pilesOf(p.number)) do if one == row then return host.noted(row, "pile") or "" end end
  return ""
end

-- ------------------------------------------------------------------ marks that everybody sees
local marks = {["@"] = true}
-- What the files name in a call, if it begins so, as cards.
local function find_named(source, call, start, known)
  local at = 1
  while true do
    local found = source:find(call, at, true)
    if not found then return end
    local line = source:sub(found, found + 200):match("^[^\n]*")
    for _, quote in ipairs{'"', "'"} do
      local from = line:find(quote .. start, 1, true)
      local to = from and line:find(quote, from + 1, true)
      if to then known[line:sub(from + 1, to - 1)] = true end
    end
    at = found + 5
  end
end
local function id_of_mark(name)
  return "packages.mark." .. (name == "@" and "any" or (name:sub(2):gsub("[^%w_]", "_")))
end
function host.definition_of_mark(name) return id_of_mark(marks[name] and name or "@") end
function host.declare_marks()
  for _, source in ipairs(host.sources) do
    find_named(source, "Mark(", "@", marks)
    find_named(source, "addToPile(", "", piles)
  end
  piles[""] = nil
  host.card{id = "packages.pile._any", kind = "pile", count = 0, name = {zh = "牌堆", en = "pile"}}
  for name in pairs(piles) do
    local told = host.named(name)
    host.card{id = id_of_pile(name), kind = "pile", count = 0, name = {zh = "“" .. told.zh .. "”牌", en = told.en .. " pile"}}
  end
  local skills = {}   -- a mark that is called like a skill says that it is a mark
  for name in pairs(host.skills) do skills[host.texts[name] or name] = true end
  for name in pairs(marks) do
    local told = host.texts[name] or (name == "@" and "标记" or name:sub(2))
    local both = told == name:sub(2) and told or name:sub(2) .. " (" .. told .. ")"
    local like = name ~= "@" and skills[told]
    host.card{id = id_of_mark(name), kind = "mark", count = 0, name = {zh = like and told .. "标记" or told,
      en = name == "@" and "mark" or host.english[name] or like and both .. " mark" or both}}
  end
end

-- ------------------------------------------------------------------ what becomes of players
function Room.revivePlayer(_, p)
  if p:isAlive() then return end
  host.forget(p, "marks", "mark ")
  act.revive(p.number)
end
function Room.enterDying(_, p, reason) act.dying(p.number, reason and number(reason.from) or 0) end
function Player.bury(p) act.bury(p.number) end
-- The winners: roles, or players by object name, joined by "+".
function Room.gameOver(_, winner)
  local wanted, won = {}, {}
  for _, each in ipairs(tostring(winner):split("+")) do wanted[each] = true end
  for _, one in ipairs(read.allPlayers()) do
    if wanted[read.roleOf(one)] or wanted["sgs" .. one] then won[#won + 1] = one end
  end
  act.endFor(won)
end
function Room.setCurrent(_, p) act.putCurrent(p.number) end
function Room.attachSkillToPlayer(room, p, name) room:acquireSkill(p, name) end
function host.definition_of_general(name)
  for _, made in ipairs(host.generals) do if made.name == name then return host.id_for(made.package, "general", name) end end
  for _, row in ipairs(fact.generalCards()) do
    if host.short_name(fact.printedOf(row)) == name then return fact.printedOf(row) end
  end
  error("there is no general " .. tostring(name), 3)
end
function Room.transfigure(_, p, name, full_state, invoke_start)
  act.transfigure(p.number, host.definition_of_general(name), full_state and 1 or 0, 1)
  if invoke_start then act.startAnew(p.number) end
end
function Room.setFixedDistance(_, from, to, n) act.fixWay(from.number, to.number, n) end
function Room.slashEffect(_, effect) act.slash(effect.from.number, effect.to.number, host.row_made(effect.slash)) end
function Room.slashResult(_, effect, jink)
  local row = host.row_made(effect.slash)
  act.resultOfSlash(effect.from.number, effect.to.number, row, jink and 1 or 0, NATURES[effect.nature or 0], effect.drank and 2 or 1)
end

-- ------------------------------------------------------------------ the thread
local HEARD = {}
for _, name in ipairs{"GameStart", "TurnStart", "PhaseChange", "HpChanged", "TurnedOver", "CardLostDone", "CardGotDone", "CardDrawnDone",
  "CardResponsed", "CardUsed", "CardFinished", "Damage", "Damaged"} do HEARD[name] = true end
local Thread = {delay = function() end}
function Thread.trigger(_, event, p, data)
  if not HEARD[event] then
    error("thread:trigger is not possible here: the rules alone can bring it about that there is " .. tostring(event), 2)
  end
  local value = data
  if type(data) == "table" and data.toInt then value = data.value end
  local d = type(value) == "table" and value or {}
  local c = d.card or (d.row and d)
  local other = event == "Damage" and d.to or d.from
  return act.hear(event, p.number, event:sub(1, 6) == "Damage" and number(other) or 0, c and host.row_made(c) or 0,
    d.to and d.to.items and host.numbers(d.to) or {}, type(value) == "number" and value or d.damage or 0,
    NATURES[d.nature or 0]) == 1
end
-- A skill of a package is heard from now on although nobody has it: it says itself for whom (can_trigger).
function Thread.addTriggerSkill(_, skill)
  local name = type(skill) == "table" and skill:objectName() or skill
  if host.skills[name] and host.is_skill(name) then act.hearSkill(host.definition_of_skill(name)) end
end
host.thread = Thread
host.lock(Thread)
function Room.getThread() return Thread end

host.cannot(Room, "room", "swapSeat", "the seats of a table are fixed while a match is played")
