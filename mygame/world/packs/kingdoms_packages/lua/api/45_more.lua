-- Further names that packages of the manual's time use daily (5, [S]); what each is stands beside its like in 30_players.
local sgs, read, fact, act = shared.sgs, host.read, host.fact, host.act
local card, player, players, row_of = host.object_of_card, host.player, host.players, host.row_of
local Player, Room, Card, General = host.classes.Player, host.classes.Room, host.classes.Card, host.classes.General

function Player.handCards(p) return host.ids(read.handOf(p.number)) end
function Player.wholeHandCards(p)
  local hand = read.handOf(p.number)
  return #hand > 0 and host.dummy(hand) or nil
end
function Player.isLastHandCard(p, c)
  local hand = read.handOf(p.number)
  return #hand == 1 and hand[1] == c.row
end
function Player.hasWeapon(p, name) local c = p:getWeapon(); return c ~= nil and c:objectName() == name end
function Player.hasArmorEffect(p, name)
  local c = p:getArmor()
  return c ~= nil and c:objectName() == name and p:getMark("qinggang") == 0
end
function Player.delayedTricks(p) return p:getJudgingArea() end
function Player.containsTrick(p, name)
  for _, row in ipairs(read.judgingOf(p.number)) do if fact.classOf(row) == name then return true end end
  return false
end
function Player.canSlashWithoutCrossbow(p) return read.slashesOf(p.number) == 0 end
function Player.setFaceUp(p, up) if p:faceUp() ~= up then act.turnOver(p.number) end end
local PHASES = {[0] = "start", "judge", "draw", "play", "discard", "finish", "notActive"}
function Player.isSkipped(p, phase) return read.skipsOf(p.number, PHASES[phase]) ~= 0 end
-- The phases of this turn that are left, this one included.
function Player.getPhases(p)
  local left = {}
  for phase = p:getPhase(), 6 do if not p:isSkipped(phase) then left[#left + 1] = phase end end
  return host.new_list(left)
end
function Player.getState() return "online" end
function Player.getGeneral2() return nil end
function Player.getGeneral2Name() return "" end
-- Types of cards that a player neither uses, plays nor discards; any other type: all of them can be used again.
local BARRED = {basic = true, trick = true, equip = true}
function Player.jilei(p, of) act.barCards(p.number, BARRED[of] and of or "none") end
function Player.isJilei(p, c)
  if c:getTypeId() ~= sgs.Card_Skill then return read.IsBarred(p.number, c:getType()) end
  if not c:willThrow() then return false end
  for _, row in ipairs(host.rows_of(c)) do if read.IsBarred(p.number, fact.familyOf(row)) then return true end end
  return false
end

-- ------------------------------------------------------------------ skills by name
local Native = {}
Native.__index, Native.__metatable = Native, false
local FREQUENCIES = {frequent = sgs.Skill_Frequent or 1, usual = sgs.Skill_NotFrequent or 2, locked = sgs.Skill_Compulsory or 3,
  limited = sgs.Skill_Limited or 4, wake = sgs.Skill_Wake or 5}
function Native.objectName(s) return s.name end
function Native.getFrequency(s) return FREQUENCIES[fact.frequencyOn(s.row)] end
function Native.isLordSkill(s) return host.is_so(fact.lordSkillOn(s.row)) end
function Native.isVisible() return true end
function Native.getLocation() return sgs.Skill_Right end
function Native.getDefaultChoice() return "no" end
function Native.setFlag(s, p) p:setFlags(s.name) end
function Native.unsetFlag(s, p) p:setFlags("-" .. s.name) end
local function skill_of_row(row)
  local id = fact.printedOf(row)
  local own = host.skill_of_definition(id)
  return own or setmetatable({name = host.short_name(id), row = row, order = row}, Native)
end
function Player.getVisibleSkillList(p)
  local found = {}
  for _, row in ipairs(read.skillsOf(p.number)) do
    local skill = skill_of_row(row)
    if skill:objectName():sub(1, 1) ~= "#" then found[#found + 1] = skill end
  end
  return host.new_list(found)
end

-- ------------------------------------------------------------------ the room
function Room.nextPlayer() return player(read.currentPlayer()):getNextAlive() end
function Room.peek() return card(read.deckTop()) end

-- ------------------------------------------------------------------ the engine
local Engine = sgs.Sanguosha.__index
function Engine.getSkill(_, name)
  if host.skills[name] then return host.skills[name] end
  if not host.context then return nil end
  local wanted = host.definition_of_skill(name)
  for _, one in ipairs(read.allPlayers()) do
    for _, row in ipairs(read.skillsOf(one)) do if fact.printedOf(row) == wanted then return skill_of_row(row) end end
  end
end
function Engine.getTriggerSkill(engine, name)
  local skill = engine:getSkill(name)
  return skill and skill.on_trigger and skill or nil
end
function Engine.getViewAsSkill(engine, name)
  local skill = engine:getSkill(name)
  return skill and (skill.view_as_skill or (skill.view_as and skill)) or nil
end
function Engine.addSkills(_, list) for _, skill in ipairs(list.items or list) do host.declare_skill(skill) end end
-- Further skills that go with one: those that have its name behind a "#".
function Engine.getRelatedSkills(engine, name)
  local helper = engine:getSkill("#" .. name)
  return host.new_list(helper and {helper} or {})
end
function Engine.getGeneral(_, name)
  for _, made in ipairs(host.generals) do
    if made.name == name then return setmetatable({made = made}, General) end
  end
  if not host.context then return nil end
  for _, row in ipairs(fact.generalCards()) do
    if host.short_name(fact.printedOf(row)) == name then return host.general_of_card(row) end
  end
end
function Engine.getKingdoms() return {"wei", "shu", "wu", "qun", "god"} end
function Engine.translate(_, key) return host.texts[key] or host.native_names[key] or key end
-- Names of generals that nobody plays, by lot.
function Engine.getRandomGenerals(_, n)
  local rows, names = {}, {}
  for at, row in ipairs(read.generalsLeft()) do rows[at] = row end
  for at = 1, math.min(n, #rows) do
    local other = math.random(at, #rows)
    rows[at], rows[other] = rows[other], rows[at]
    names[at] = host.short_name(fact.printedOf(rows[at]))
  end
  return names
end
function Engine.cloneSkillCard(_, name)
  for _, proto in ipairs(host.prototypes) do
    if proto.name == name then return host.virtual_card{prototype = proto, suit = 4, number = 0} end
  end
end
-- What distance skills of packages add from one to another.
function Engine.correctDistance(_, from, to)
  local sum = 0
  for _, skill in pairs(host.skills) do
    if skill.correct_func then sum = sum + (skill:correct_func(from, to) or 0) end
  end
  return sum
end

-- ------------------------------------------------------------------ cards
local SUBTYPES = {
  Slash = "attack_card", FireSlash = "attack_card", ThunderSlash = "attack_card", Jink = "defense_card", Peach = "recover_card",
  Analeptic = "buff_card", SavageAssault = "aoe", ArcheryAttack = "aoe", AmazingGrace = "global_effect", GodSalvation = "global_effect",
  IronChain = "damage_spread", Indulgence = "delayed_trick", SupplyShortage = "delayed_trick", Lightning = "delayed_trick",
}
local SLOTS = {weapon = "weapon", armor = "armor", offensive = "offensive_horse", defensive = "defensive_horse"}
function Card.getSubtype(c)
  local own = SUBTYPES[c:className()]
  if own then return own end
  if c.row and fact.familyOf(c.row) == "equip" then return SLOTS[fact.slotOf(c.row)] end
  return "single_target_trick"
end
function Card.willThrow(c) return not c.prototype or c.prototype.will_throw ~= false end
-- Whether it can be nullified.
function Card.setCancelable(c, on)
  c.sure = not on
  if c.row then act.putSure(c.row, c.sure and 1 or 0) end
end
function Card.isCancelable(c) return c:isNDTrick() and not (c.sure or c.row and read.isSure(c.row) ~= 0) end
function Card.isAggressive() return true end
-- Whether a player could use it in the play phase; of one that is none of the match yet, by its name.
function Card.isAvailable(c, p)
  if c.row then return read.isUsable(p.number, c.row) end
  if c:inherits("Slash") then return read.maySlashNow(p.number) end
  if c:inherits("Peach") then return p:isWounded() end
  if c:inherits("Analeptic") then return read.analepticsOf(p.number) == 0 end
  return not (c:inherits("Jink") or c:inherits("Nullification"))
end

-- Patterns (6): names joined by +; . and .. with a suit or colour; Class,Class|suit,suit|number~number|place|colour, joined by #.
local SUIT_LETTERS = {S = "spade", C = "club", H = "heart", D = "diamond"}
local LETTERS = {A = 1, J = 11, Q = 12, K = 13}
local function colour_is(c, colour) return (colour == "red" and c:isRed()) or (colour == "black" and c:isBlack()) end
local function number_of(text) return LETTERS[text] or tonumber(text) end
local TESTS = {
  function(c, one) return c:inherits(one) or c:objectName() == one end,
  function(c, one) return c:getSuitString() == one or colour_is(c, one) end,
  function(c, one)
    local low, high = one:match("^(%w*)~(%w*)$")
    local n = c:getNumber()
    if not low then return number_of(one) == n end
    return n >= (number_of(low) or 1) and n <= (number_of(high) or 13)
  end,
  function(c, one) return (one == "equipped") == c:isEquipped() end,
  function(c, one) return colour_is(c, one) end,
}
local function fits_parts(c, pattern)
  for at, part in ipairs(pattern:split("|")) do
    local found = part == "." or part == "" or not TESTS[at]
    for _, one in ipairs(found and {} or part:split(",")) do found = found or TESTS[at](c, one) end
    if not found then return false end
  end
  return true
end
local function fits_dots(c, dots, rest)
  if c:isEquipped() and #dots == 1 then return false end
  if rest == "" then return true end
  if rest == "red" or rest == "black" then return colour_is(c, rest) end
  return SUIT_LETTERS[rest] == c:getSuitString()
end
function Card.match(c, pattern)
  for _, one in ipairs(pattern:split("#")) do
    local dots, rest = one:match("^(%.%.?)(%a*)$")
    if dots then
      if fits_dots(c, dots, rest) then return true end
    elseif one:find("|", 1, true) or one:find("^%u") then
      if fits_parts(c, one) then return true end
    else
      for _, name in ipairs(one:split("+")) do
        if c:objectName() == name or (name == "slash" and c:inherits("Slash")) then return true end
      end
    end
  end
  return false
end

-- ------------------------------------------------------------------ card strings (7)
local SUITS = {[0] = "spade", "club", "heart", "diamond", "no_suit"}
local SUIT = {spade = 0, club = 1, heart = 2, diamond = 3, no_suit = 4}
local NUMBERS = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
local function joined_ids(c)
  local ids = c:getSubcards()
  return ids:isEmpty() and "." or ids:join("+")
end
function Card.toString(c)
  if not c:isVirtualCard() then return tostring(c:getId()) end
  local made = host.prototype_of_card(c)
  if made then return "#" .. made.name .. ":" .. joined_ids(c) .. ":" end
  if c:objectName() == "dummy" then return "$" .. joined_ids(c) end
  return ("%s:%s[%s:%s]=%s"):format(c:objectName(), c:getSkillName(), SUITS[c:getSuit()], NUMBERS[c:getNumber()] or "-", joined_ids(c))
end
local function with_ids(c, ids)
  if c and ids ~= "." and ids ~= "" then
    for _, id in ipairs(ids:split("+")) do
      if not tonumber(id) or row_of(tonumber(id)) == 0 then return nil end
      c:addSubcard(tonumber(id))
    end
  end
  return c
end
-- The card of a card string; nil where it is none.
function sgs.Card_Parse(text)
  if type(text) == "number" then text = tostring(text) end
  if type(text) ~= "string" then return nil end
  text = text:split("->")[1]
  if text:find("^%d+$") then return card(row_of(tonumber(text))) end
  local first = text:sub(1, 1)
  if first == "$" then return with_ids(host.dummy{}, text:sub(2)) end
  if first == "#" then
    local parts = text:sub(2):split(":")
    return with_ids(sgs.Sanguosha:cloneSkillCard(parts[1]), parts[2] or ".")
  end
  if first == "@" then
    local class, ids = text:match("^@(%w+)=(.*)$")
    if not class then return nil end
    local snake = class:gsub("%u", function(c) return "_" .. c:lower() end):sub(2)
    return with_ids(sgs.Sanguosha:cloneSkillCard(class) or host.virtual_card{class = snake, suit = 4, number = 0}, ids)
  end
  -- name:skill[suit:number]=ids, part by part: all at once would take long on a long text
  local before, ids = text:split("]=")[1], text:split("]=")[2]
  local head, printed = before:split("[")[1]:split(":"), (before:split("[")[2] or ""):split(":")
  local name, skill, suit, n = head[1], head[2], printed[1], printed[2]
  if not ids or not skill or not SUIT[suit] or not n then return nil end
  local c = with_ids(sgs.Sanguosha:cloneCard(name, SUIT[suit], number_of(n) or 0), ids)
  if c then c:setSkillName(skill) end
  return c
end
-- A use, "card->targets": into a structure.
local function parse_use(use, text)
  local first, last = text:find("->", 1, true)
  use.card = sgs.Card_Parse(first and text:sub(1, first - 1) or text)
  use.to = host.new_list()
  for _, name in ipairs(first and text:sub(last + 1):split("+") or {}) do
    local p = host.player_named(name)
    if p then use.to:append(p) end
  end
end
local new_use = sgs.CardUseStruct
function sgs.CardUseStruct()
  local use = new_use()
  use.parse = parse_use
  use.isValid = use.isValid or function(one) return one.card ~= nil end
  return use
end
function sgs.CardUseStruct_parse(text)
  local use = sgs.CardUseStruct()
  use:parse(text)
  return use
end
