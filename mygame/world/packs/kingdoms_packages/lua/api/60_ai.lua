-- The AI of the manual (9, 10): what its files find, and the cards that their texts mean.
local sgs, read, fact = shared.sgs, host.read, host.fact
local Card, Player, Room = host.classes.Card, host.classes.Player, host.classes.Room
local player = host.player

-- Files of AI come last, these first of them.
local FIRST = {}
for at, name in ipairs{"smart", "smart_roles", "smart_answers", "smart_play", "standard", "standard_cards", "maneuvering"} do
  FIRST["ai/" .. name .. "-ai.lua"] = at
end
function host.rank(name) return name:sub(1, 3) ~= "ai/" and 0 or FIRST[name] or 100 end

-- Methods of this table may be assigned anew by any file; `self` in them is a table of one answer.
shared.SmartAI = {}
function shared.SmartAI.log(_, text) host.tell(tostring(text)) end
local function tells(_, text) if host.advises() then host.tell(tostring(text)) end end
Room.output, Room.writeToConsole = tells, tells

-- ------------------------------------------------------------------ cards of the native skills, as the manual calls them
local NATIVE = {
  rende_gift = "RendeCard", jijiang_call = "JijiangCard", zhiheng_exchange = "ZhihengCard", kurou_blow = "KurouCard",
  fanjian_plot = "FanjianCard", jieyin_bond = "JieyinCard", qingnang_cure = "QingnangCard", lijian_rift = "LijianCard",
}
local SKILL_OF = {RendeCard = "rende", JijiangCard = "jijiang", ZhihengCard = "zhiheng", KurouCard = "kurou", FanjianCard = "fanjian",
  JieyinCard = "jieyin", QingnangCard = "qingnang", LijianCard = "lijian"}
host.SKILL_OF = SKILL_OF
local className = Card.className
function Card.className(c)
  if c.native then return c.native end
  local name = className(c)
  return name == "Skill" and c.row and NATIVE[host.short_name(fact.printedOf(c.row))] or name
end
local getSkillName = Card.getSkillName
function Card.getSkillName(c) return c.native and SKILL_OF[c.native] or getSkillName(c) end
local BASIC = {slash = 1, fire_slash = 1, thunder_slash = 1, jink = 1, peach = 1, analeptic = 1, dummy = 1}
local DELAYED = {indulgence = 1, supply_shortage = 1, lightning = 1}
function host.family_of_class(class)
  return BASIC[class] and "basic" or DELAYED[class] and "delayed" or class == "skill" and "skill" or "trick"
end
local usedTimes = Player.usedTimes
function Player.usedTimes(p, class)
  if class == "Slash" then return read.slashesOf(p.number) end
  local row = SKILL_OF[class] and host.skill_card(p, SKILL_OF[class])
  return row and read.usedOf(row) or usedTimes(p, class)
end
-- What the rules tell an AI by tags: noted for the answer that is going on.
local getTag = Player.getTag
function Player.getTag(p, key)
  local given = host.ai_tags and host.ai_tags[key]
  return given and host.variant(given) or getTag(p, key)
end

-- ------------------------------------------------------------------ card strings (7)
local NUMBER = {A = 1, J = 11, Q = 12, K = 13}
local SUIT = {spade = 0, club = 1, heart = 2, diamond = 3, no_suit = 4}
-- The card with this id; of several copies the one that the player who answers has.
local function card_of_id(id)
  local found = sgs.Sanguosha:getCard(id)
  local me = host.answering
  if not found or not me then return found end
  for _, row in ipairs(read.handOf(me)) do if host.id_of(row) == id then return host.object_of_card(row) end end
  for _, row in ipairs(read.equipsOf(me)) do if host.id_of(row) == id then return host.object_of_card(row) end end
  return found
end
host.card_of_id = card_of_id
local function with_parts(c, ids)
  if ids ~= "." and ids ~= "" then
    for _, id in ipairs(ids:split("+")) do
      local part = tonumber(id) and card_of_id(tonumber(id))
      if not part then return nil end
      c:addSubcard(part)
    end
  end
  local parts = c.subs
  if #parts == 1 and c.suit == 4 and c.number == 0 then
    local one = host.object_of_card(parts[1])
    c.suit, c.number = one:getSuit(), one:getNumber()
  end
  return c
end
-- A text before and after what stands between; nil where that does not.
local function cut(text, between)
  local first, last = (text or ""):find(between, 1, true)
  if first then return text:sub(1, first - 1), text:sub(last + 1) end
end
-- A skill card of the client, or of a package that is not there, by its class.
local function unknown(class) return host.virtual_card{class = "skill", native = class, suit = 4, number = 0} end
function sgs.Card_Parse(text)
  if type(text) ~= "string" and type(text) ~= "number" then return nil end
  if tonumber(text) then return card_of_id(tonumber(text)) end
  local head = text:sub(1, 1)
  if head == "@" then
    local class, ids = cut(text:sub(2), "=")
    if not class then return nil end
    return with_parts(sgs.Sanguosha:cloneSkillCard(class) or unknown(class), ids)
  elseif head == "#" then
    local name, ids = cut(text:sub(2), ":")
    if not name then return nil end
    ids = cut(ids, ":") or ids
    return with_parts(sgs.Sanguosha:cloneSkillCard(name) or unknown("#" .. name), ids)
  elseif head == "$" then
    return with_parts(host.virtual_card{class = "dummy", suit = 4, number = 0}, text:sub(2))
  end
  local front, rest = cut(text, "[")
  local suited, ids = cut(rest, "]=")
  local name, skill = cut(front, ":")
  local suit, number = cut(suited, ":")
  if not number then return nil end
  local c = host.virtual_card{class = name, suit = SUIT[suit] or 4, number = NUMBER[number] or tonumber(number) or 0, skill = skill}
  return with_parts(c, ids)
end
local function ids_of(c)
  local ids = {}
  for at, row in ipairs(host.rows_of(c)) do ids[at] = host.id_of(row) end
  return #ids > 0 and table.concat(ids, "+") or "."
end
function Card.toString(c)
  if not c:isVirtualCard() then return tostring(c:getEffectiveId()) end
  if c.prototype then return "#" .. c.prototype.name .. ":" .. ids_of(c) .. ":" end
  local class = c:className()
  if c.native or class:sub(-4) == "Card" then return "@" .. class .. "=" .. ids_of(c) end
  return ("%s:%s[%s:%s]=%s"):format(c:objectName(), c:getSkillName(), c:getSuitString(), c:getNumberString(), ids_of(c))
end
-- A use as text: a card, an arrow, who it is aimed at. Nil: none.
function host.parsed_use(text)
  if not text or text == "." then return nil end
  local card_text, to = cut(text, "->")
  local use = sgs.CardUseStruct()
  use.card = sgs.Card_Parse(card_text or text)
  if to and to ~= "." then
    for _, name in ipairs(to:split("+")) do use.to:append(host.player_of_name(name)) end
  end
  return use
end
function host.player_of_name(name)
  local number = tonumber((name:gsub("^sgs", "")))
  if not number then error("there is no player " .. name, 0) end
  return player(number)
end

-- ------------------------------------------------------------------ what the AI is told of the game
-- How loyal everybody has seen somebody act: -160 to 160; the lord is.
function sgs.deeds_of(p)
  if p:isLord() then return 160 end
  if read.roleIsShown(p.number) then return p:getRole() == "rebel" and -160 or p:getRole() == "renegade" and 0 or 160 end
  return read.loyaltyOf(p.number) * 1.6
end
function sgs.role_is_shown(p) return read.roleIsShown(p.number) end
-- The card that is being used, if one is.
function sgs.card_in_use()
  local rows = read.tableCards()
  local row = rows[#rows]
  return row and host.object_of_card(row) or nil
end
function sgs.skill_names(p)
  local names = {}
  for at, row in ipairs(read.skillsOf(p.number)) do names[at] = host.short_name(fact.printedOf(row)) end
  return names
end
function sgs.skill_is_frequent(p, name)
  local row = host.skill_card(p, name)
  return row ~= nil and fact.frequencyOn(row) == "frequent"
end
function sgs.range_of(c) return c.row and fact.reachOfWeapon(c.row) or 1 end
function sgs.player_of_name(name) return host.player_of_name(name) end
sgs.list_of = host.new_list
local NATURE_OF = {FireSlash = 1, FireAttack = 1, ThunderSlash = 2, Lightning = 2}
function sgs.nature_of(c) return NATURE_OF[c:className()] or 0 end
function sgs.may_slash(p) return read.maySlashNow(p.number) end
-- How many targets a slash may have: with a halberd three, if it is the last card of the hand.
function sgs.most_targets(p, c)
  local weapon = p:getWeapon()
  return weapon and weapon:inherits("Halberd") and p:getHandcardNum() == #host.rows_of(c) and not c:isEquipped() and 3 or 1
end
