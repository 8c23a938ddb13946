-- The AI of the manual (9, 10): what its files find, and the cards that their texts mean.
local sgs, read, fact = shared.sgs, host.read, host.fact
local Card, Player, Room = host.classes.Card, host.classes.Player, host.classes.Room

-- Files of AI come last, these first of them.
local FIRST = {}
for at, name in ipairs{"smart", "smart_roles", "smart_answers", "smart_play", "standard", "standard_cards", "maneuvering"} do
  FIRST["ai/" .. name .. "-ai.lua"] = at
end
function host.is_own_ai(name) return FIRST[name] ~= nil end
function host.load_order(name) return name:sub(1, 3) ~= "ai/" and 0 or FIRST[name] or 100 end

-- Methods of this table may be assigned anew by any file; `self` in them is a table of one answer.
shared.SmartAI = {}
local function tells(_, text) host.tell(tostring(text)) end
shared.SmartAI.log, Room.output, Room.writeToConsole = tells, tells, tells

-- ------------------------------------------------------------------ cards of the native skills, as the manual calls them
local NATIVE = {
  rende_gift = "RendeCard", jijiang_call = "JijiangCard", zhiheng_exchange = "ZhihengCard", kurou_blow = "KurouCard",
  fanjian_plot = "FanjianCard", jieyin_bond = "JieyinCard", qingnang_cure = "QingnangCard", lijian_rift = "LijianCard",
}
local SKILL_OF = {}
for name, class in pairs(NATIVE) do SKILL_OF[class] = name:match("^[^_]*") end
host.SKILL_OF = SKILL_OF
local className = Card.className
function Card.className(c)
  local name = className(c)
  return name == "Skill" and c.row and NATIVE[host.short_name(fact.printedOf(c.row))] or name
end
local getSkillName = Card.getSkillName
function Card.getSkillName(c)
  local name = getSkillName(c)
  return name == "" and c.class and SKILL_OF[c:className()] or name
end
local BASIC = {slash = 1, fire_slash = 1, thunder_slash = 1, jink = 1, peach = 1, analeptic = 1, dummy = 1}
local DELAYED = {indulgence = 1, supply_shortage = 1, lightning = 1}
function host.family_of_class(class)
  return BASIC[class] and "basic" or DELAYED[class] and "delayed" or (class == "skill" or class:sub(-5) == "_card") and "skill" or "trick"
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
-- Skill cards of the client by class, "@RendeCard=12".
local toString = Card.toString
function Card.toString(c)
  if c.class and c.class:sub(-5) == "_card" then return "@" .. c:className() .. "=" .. toString(c):match("=(.*)$") end
  return toString(c)
end
-- A use as text: a card, an arrow, who it is aimed at. Nil: none.
function host.parsed_use(text)
  if not text or text == "." then return nil end
  local use = sgs.CardUseStruct_parse(text)
  if not use.card then error("this is no card: " .. text, 0) end
  return use
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
function sgs.player_of_name(name) return host.player_named(name) end
sgs.list_of = host.new_list
local NATURE_OF = {FireSlash = 1, FireAttack = 1, ThunderSlash = 2, Lightning = 2}
function sgs.nature_of(c) return NATURE_OF[c:className()] or 0 end
function sgs.may_slash(p) return read.maySlashNow(p.number) end
-- How many targets a slash may have: with a halberd three, if it is the last card of the hand.
function sgs.most_targets(p, c)
  local weapon = p:getWeapon()
  return weapon and weapon:inherits("Halberd") and p:getHandcardNum() == #host.rows_of(c) and not c:isEquipped() and 3 or 1
end
-- What the use of a package's card says of its user about the target, where its AI file says it in a number (10.5): as the
-- game's own cards do (a slash: 3, 80 of the manual).
function host.as_hostility(intention) return math.floor(intention / 26 + 0.5) end
local function intention_of(name)
  local said = host.seen_in("ai", sgs).ai_card_intention or {}
  return said["#" .. name] or said[name]
end
function host.hostility_of(name)
  local intention = intention_of(name)
  return type(intention) == "number" and host.as_hostility(intention) or 0
end
function host.intention_function(name)
  local intention = intention_of(name)
  return type(intention) == "function" and intention or nil
end
-- Where a function says it, by sgs.updateIntention: that is noted while it runs, for the AI that sees what everybody does, the
-- lord's. What else the function writes is gone. Later files have `self` before the rest.
function sgs.note_intention(from, to, intention)
  local noted = host.context and host.context.noted
  if noted and from and to then noted[#noted + 1] = {from.number, to.number, tonumber(intention) or 0} end
  return noted ~= nil
end
function host.hostility_to(who, it, f, ...)
  local ai, sum = host.new_ai(read.lordPlayer()), 0
  host.context.noted = {}
  if host.first_parameter(f) == "self" then f(ai, ...) else f(...) end
  for _, one in ipairs(host.context.noted) do if one[1] == who and one[2] == it then sum = sum + one[3] end end
  return host.as_hostility(sum)
end
