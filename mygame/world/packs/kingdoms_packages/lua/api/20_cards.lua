-- Cards of the manual (5): real ones by their place in the deck, and those that are made of them.
local sgs, read, fact = shared.sgs, host.read, host.fact
local SUITS = {[0] = "spade", "club", "heart", "diamond", "no_suit"}
local SUIT = {spade = 0, club = 1, heart = 2, diamond = 3, none = 4, no_suit = 4, red = 4, black = 4}
sgs.Card_Spade, sgs.Card_Club, sgs.Card_Heart, sgs.Card_Diamond, sgs.Card_NoSuit, sgs.Card_AllSuits = 0, 1, 2, 3, 4, -1
sgs.Card_Skill, sgs.Card_Basic, sgs.Card_Trick, sgs.Card_Equip = 0, 1, 2, 3
local TYPES = {skill = 0, basic = 1, trick = 2, delayed = 2, equip = 3}
local NUMBERS = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
-- What is above a class, beside what follows from its family.
local ABOVE = {
  FireSlash = {"NatureSlash", "Slash"}, ThunderSlash = {"NatureSlash", "Slash"},
  SavageAssault = {"AOE"}, ArcheryAttack = {"AOE"}, AmazingGrace = {"GlobalEffect"}, GodSalvation = {"GlobalEffect"},
  Lightning = {"Disaster"}, Duel = {"SingleTargetTrick"}, ExNihilo = {"SingleTargetTrick"}, Snatch = {"SingleTargetTrick"},
  Dismantlement = {"SingleTargetTrick"}, Collateral = {"SingleTargetTrick"}, FireAttack = {"SingleTargetTrick"},
  Nullification = {"SingleTargetTrick"},
}
local OF_FAMILY = {basic = {"BasicCard"}, trick = {"TrickCard"}, delayed = {"TrickCard", "DelayedTrick"}, equip = {"EquipCard"},
  skill = {"SkillCard"}}
local OF_SLOT = {weapon = {"Weapon"}, armor = {"Armor"}, offensive = {"Horse", "OffensiveHorse"}, defensive = {"Horse", "DefensiveHorse"}}
local AIMED = {Slash = 1, FireSlash = 1, ThunderSlash = 1, Duel = 1, Snatch = 1, Dismantlement = 1, Collateral = 1, FireAttack = 1,
  IronChain = 1, Indulgence = 1, SupplyShortage = 1}
local function camel(name) return (("_" .. name):gsub("_(%l)", function(c) return c:upper() end)) end

local Card = {}
Card.__index, Card.__metatable = Card, false
Card.__eq = function(a, b) return a.row == b.row and a.row ~= nil end
-- The object of a card of the match, by its number there.
local card = host.objects(function(row) return setmetatable({row = row, order = row}, Card) end)
host.object_of_card = card
host.kind("card", Card, function(c) return c.row end, card)
function host.cards(rows)
  local items = {}
  for at = 1, #rows do items[at] = card(rows[at]) end
  return items
end
-- Cards by their place in the deck, their id. Copies of one card are printed with the place of the first: `first` of an id is that.
local deck = host.once_a_match(function()
  local rows, first = {}, {}
  for _, row in ipairs(fact.deckCards()) do
    local printed = fact.deckIdOf(row)
    local id = printed
    while rows[id] do id = id + 1 end
    rows[id], first[id] = row, printed
  end
  return {rows = rows, first = first}
end)
-- The copy of this number of a card, for where a bot has dealt others: which row it is is no fact of the deck then.
local function copy_of(printed, number)
  for _, row in ipairs(fact.deckCards()) do
    if fact.deckIdOf(row) == printed then
      if number == 0 then return row end
      number = number - 1
    end
  end
  return 0
end
local function row_of(id)
  if type(id) == "table" then return id.row or 0 end
  if id == nil or id < 0 then return 0 end
  local known = deck()
  local row, printed = known.rows[id], known.first[id]
  if not row or fact.deckIdOf(row) == printed then return row or 0 end
  return copy_of(printed, id - printed)
end
host.row_of = row_of
local function id_of(row)
  local printed, first, id = fact.deckIdOf(row), deck().first, nil
  if printed < 0 then return -1 end
  id = printed
  while first[id] == printed do
    if row_of(id) == row then return id end
    id = id + 1
  end
  return printed
end
host.id_of = id_of
local function class(c) return c.class or fact.classOf(c.row) end
-- The skill card of a package that a card is.
local function prototype(c)
  if c.prototype then return c.prototype end
  return c.row and fact.classOf(c.row) == "skill" and host.prototype_of(fact.printedOf(c.row)) or nil
end
host.prototype_of_card = prototype
function Card.getId(c) return c.row and id_of(c.row) or -1 end
function Card.getEffectiveId(c)
  if c.subs then return c.subs[1] and id_of(c.subs[1]) or -1 end
  local id = id_of(c.row)
  if id >= 0 then return id end
  local parts = read.partsOfCard(c.row)
  return parts[1] and id_of(parts[1]) or -1
end
function Card.getSuit(c) return c.suit or SUIT[read.suitOf(c.row) or "none"] end
function Card.getSuitString(c) return SUITS[c:getSuit()] end
function Card.getNumber(c) return c.number or read.rankOf(c.row) end
function Card.getNumberString(c) return NUMBERS[c:getNumber()] or tostring(c:getNumber()) end
function Card.isRed(c)
  if c.suit then return c.suit == 2 or c.suit == 3 end
  local suit = read.suitOf(c.row)
  return suit == "heart" or suit == "diamond" or suit == "red"
end
function Card.isBlack(c)
  if c.suit then return c.suit == 0 or c.suit == 1 end
  local suit = read.suitOf(c.row)
  return suit == "spade" or suit == "club" or suit == "black"
end
function Card.sameColorWith(c, other) return (c:isRed() and other:isRed()) or (c:isBlack() and other:isBlack()) end
function Card.objectName(c) local made = prototype(c); return made and made.name or class(c) end
function Card.className(c) return prototype(c) and "LuaSkillCard" or camel(class(c)) end
local function family(c) if c.prototype then return "skill" end return c.row and fact.familyOf(c.row) or host.family_of_class(c.class) end
function Card.inherits(c, name)
  local own = c:className()
  if own == name then return true end
  for _, above in ipairs(ABOVE[own] or {}) do if above == name then return true end end
  local of = family(c)
  for _, above in ipairs(OF_FAMILY[of] or {}) do if above == name then return true end end
  for _, above in ipairs(c.row and of == "equip" and OF_SLOT[fact.slotOf(c.row)] or {}) do if above == name then return true end end
  return false
end
Card.isKindOf = Card.inherits
function Card.getTypeId(c) return TYPES[family(c)] end
function Card.getType(c) local of = family(c); return of == "delayed" and "trick" or of == "skill" and "skill_card" or of end
function Card.isNDTrick(c) return family(c) == "trick" end
function Card.isEquipped(c)
  local zone = c.row and read.zoneOf(c.row)
  return zone == "weapon" or zone == "armor" or zone == "offensive" or zone == "defensive"
end
function Card.isVirtualCard(c) return c.subs ~= nil or fact.deckIdOf(c.row) < 0 end
function Card.addSubcard(c, one) c.subs[#c.subs + 1] = row_of(one) end
function Card.clearSubcards(c) c.subs = {} end
function Card.getSubcards(c)
  local ids = {}
  for at, row in ipairs(c.subs or read.partsOfCard(c.row)) do ids[at] = id_of(row) end
  return host.new_list(ids)
end
function Card.subcardsLength(c) return #(c.subs or read.partsOfCard(c.row)) end
function Card.setSkillName(c, name) c.skill = name end
function Card.getSkillName(c)
  if c.skill or not c.row then return c.skill or "" end
  local by = read.madeByOf(c.row)
  if by == 0 then return "" end
  local noted = host.noted(c.row, "skill")   -- by which skill it was made, and what it is called there
  return noted and noted:match("^" .. by .. " (.*)$") or host.short_name(fact.printedOf(by))
end
function Card.setSuit(c, suit) if type(suit) == "string" then suit = SUIT[suit] end c.suit = suit end
function Card.setNumber(c, number) c.number = number end
function Card.targetFixed(c)
  local made = prototype(c)
  if made then return made.target_fixed or false end
  return not AIMED[c:className()]
end
function Card.clone(c)
  return setmetatable({prototype = prototype(c), class = not prototype(c) and class(c) or nil, suit = c:getSuit(), number = c:getNumber(),
    subs = {}}, Card)
end
-- The card of the match is what an object of a script says of it.
local GAME_SUITS = {[0] = "spade", "club", "heart", "diamond", "none"}
function host.dress(row, c, by)
  host.act.dress(row, GAME_SUITS[c.suit or 4], math.max(c.number or 0, 0), c.subs or {}, by or 0)
  if c.sure then host.act.putSure(row, 1) end
  host.note(row, "skill", c.skill and (by or 0) .. " " .. c.skill or nil)
end
function Card.toString(c) return tostring(c:getEffectiveId()) end

host.classes = {Card = Card}
-- A card that is not of the match yet: of a class, or of a skill card of a package.
function host.virtual_card(of) of.subs = {}; return setmetatable(of, Card) end
local Sanguosha = {}
Sanguosha.__index, Sanguosha.__metatable = Sanguosha, false
sgs.Sanguosha = setmetatable({}, Sanguosha)
local CLASSES = {}
for of, names in pairs{
  basic = "slash fire_slash thunder_slash jink peach analeptic dummy",
  equip = "crossbow double_sword qinggang_sword ice_sword blade spear axe halberd kylin_bow fan guding_blade eight_diagram "
    .. "renwang_shield vine silver_lion jueying dilu zhuahuangfeidian hualiu chitu dayuan zixing",
  trick = "amazing_grace god_salvation savage_assault archery_attack duel ex_nihilo snatch dismantlement collateral fire_attack "
    .. "iron_chain nullification",
  delayed = "indulgence supply_shortage lightning",
} do for _, name in ipairs(names:split(" ")) do CLASSES[name] = of end end
function host.family_of_class(name) return CLASSES[name] or "trick" end
-- Of a name that no card has: nothing.
function Sanguosha.cloneCard(_, name, suit, number)
  if not CLASSES[name] then return nil end
  return host.virtual_card{class = name, suit = suit or 4, number = number or 0}
end
function Sanguosha.getCard(_, id) return card(row_of(id)) end
function Sanguosha.getCardCount() return 160 end
