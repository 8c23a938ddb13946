-- Structures, variants and patterns of the manual (5).
local sgs = shared.sgs
local kind = host.kind or function() end
function sgs.DamageStruct() return {damage = 1, nature = 0, chain = false} end
function sgs.RecoverStruct() return {recover = 1} end
function sgs.CardEffectStruct() return {multiple = false} end
function sgs.CardUseStruct()
  return {to = host.new_list(), isValid = function(use) return use.card ~= nil and use.from ~= nil end}
end
function sgs.SlashEffectStruct() return {nature = 0, drank = false} end
function sgs.DyingStruct() return {} end
function sgs.CardMoveStruct() return {card_id = -1} end
function sgs.PindianStruct() return {} end
function sgs.LogMessage() return {to = host.new_list()} end

-- ------------------------------------------------------------------ patterns of texts
-- A pattern becomes a tree: {"any", a, b} of which one fits, {"all", a, b} one after the other, {"some", part, least, most},
-- {"not", part} where it does not fit here, and functions that say whether one character fits.
local SHORT = {d = "[0-9]", w = "[A-Za-z0-9_]", s = "[ ]", D = "[^0-9]", W = "[^A-Za-z0-9_]", S = "[^ ]"}
local function in_set(set)
  local negative, at, parts = set:sub(1, 1) == "^", 1, {}
  if negative then at = 2 end
  while at <= #set do
    local first, last = set:sub(at, at), set:sub(at, at)
    if set:sub(at + 1, at + 1) == "-" and at + 2 <= #set then last = set:sub(at + 2, at + 2); at = at + 2 end
    parts[#parts + 1] = {first, last}
    at = at + 1
  end
  return function(c)
    for _, part in ipairs(parts) do if c >= part[1] and c <= part[2] then return not negative end end
    return negative
  end
end
local function parse(text)
  local at, either = 1, nil
  local function peek(n) return text:sub(at, at + (n or 1) - 1) end
  local function one()
    local c = peek()
    at = at + 1
    if c == "(" then
      local head = peek(2)
      if head == "?!" or head == "?=" or head == "?:" then at = at + 2 end
      local inside = either()
      at = at + 1
      return head == "?!" and {"not", inside} or inside
    elseif c == "[" then
      local close = text:find("]", at + 1, true) or #text
      local set = text:sub(at, close - 1)
      at = close + 1
      return in_set(set)
    elseif c == "\\" then
      local escaped = peek()
      at = at + 1
      return SHORT[escaped] and in_set(SHORT[escaped]:sub(2, -2)) or function(x) return x == escaped end
    elseif c == "." then
      return function() return true end
    end
    return function(x) return x == c end
  end
  local function times(part)
    local c = peek()
    if c == "*" then at = at + 1; return {"some", part, 0, 1000} end
    if c == "+" then at = at + 1; return {"some", part, 1, 1000} end
    if c == "?" then at = at + 1; return {"some", part, 0, 1} end
    if c == "{" then
      local close = text:find("}", at, true) or #text
      local range = text:sub(at + 1, close - 1):split(",")
      at = close + 1
      local least = tonumber(range[1]) or 0
      return {"some", part, least, range[2] and (tonumber(range[2]) or 1000) or least}
    end
    return part
  end
  function either()
    local choices, parts = {}, {"all"}
    while at <= #text and peek() ~= ")" do
      if peek() == "|" then
        at = at + 1
        choices[#choices + 1], parts = parts, {"all"}
      elseif (peek() == "^" and at == 1) or (peek() == "$" and at == #text) then
        at = at + 1
      else
        parts[#parts + 1] = times(one())
      end
    end
    if #choices == 0 then return parts end
    choices[#choices + 1] = parts
    table.insert(choices, 1, "any")
    return choices
  end
  return either()
end
local fits
local function fits_all(node, number, text, at, go_on)
  if number > #node then return go_on(at) end
  return fits(node[number], text, at, function(next_at) return fits_all(node, number + 1, text, next_at, go_on) end)
end
local function fits_some(node, count, text, at, go_on)
  if count < node[4] and fits(node[2], text, at, function(next_at)
    return next_at > at and fits_some(node, count + 1, text, next_at, go_on) end) then return true end
  return count >= node[3] and go_on(at)
end
function fits(node, text, at, go_on)
  if type(node) == "function" then return at <= #text and node(text:sub(at, at)) and go_on(at + 1) end
  if node[1] == "all" then return fits_all(node, 2, text, at, go_on) end
  if node[1] == "some" then return fits_some(node, 0, text, at, go_on) end
  if node[1] == "not" then return not fits(node[2], text, at, function() return true end) and go_on(at) end
  for number = 2, #node do if fits(node[number], text, at, go_on) then return true end end
  return false
end
local Pattern = {}
Pattern.__index, Pattern.__metatable = Pattern, false
kind("pattern", Pattern)
function Pattern.exactMatch(p, text)
  text = tostring(text)
  return fits(parse(p.text), text, 1, function(at) return at > #text end) and true or false
end
function Pattern.pattern(p) return p.text end
function sgs.QRegExp(text) return setmetatable({text = tostring(text or "")}, Pattern) end
function host.text_of_pattern(pattern) return type(pattern) == "table" and pattern.text or tostring(pattern or "") end

-- ------------------------------------------------------------------ judgements
local Judge = {}
Judge.__index, Judge.__metatable = Judge, false
kind("judge", Judge)
-- Three parts: the class of the card, its suit, its number.
function Judge.isGood(j, c)
  if type(j) ~= "table" then error("isGood and isBad are called with a colon: judge:isBad()", 2) end
  c = c or j.card
  if not c then return false end
  local pattern = type(j.pattern) == "table" and j.pattern or sgs.QRegExp(j.pattern)
  return pattern:exactMatch(c:className() .. ":" .. c:getSuitString() .. ":" .. c:getNumberString()) == (j.good ~= false)
end
function Judge.isBad(j)
  if type(j) ~= "table" then error("isGood and isBad are called with a colon: judge:isBad()", 2) end
  return not j:isGood()
end
function sgs.JudgeStruct() return setmetatable({good = true, reason = "", pattern = sgs.QRegExp("")}, Judge) end

-- ------------------------------------------------------------------ what is kept of values
-- Numbers, texts and truths as they are; else a text: what kind of thing, and what is in it.
local MARK = "\1"
local function sized(text) return #text .. ":" .. text end
local freeze
local MAX_DEPTH = 20
local function freeze_parts(t, depth)
  local parts = {}
  for key, value in pairs(t) do
    local frozen = freeze(value, depth + 1)
    if frozen then parts[#parts + 1] = freeze(key, depth + 1) .. frozen end
  end
  return table.concat(parts)
end
function freeze(value, depth)
  depth = depth or 0
  if depth > MAX_DEPTH then error("what is kept holds itself, or tables inside each other too deep to be kept", 0) end
  local of = type(value)
  if of == "number" then return "N" .. sized(tostring(value)) end
  if of == "string" then return "S" .. sized(value) end
  if of == "boolean" then return value and "B1:1" or "B1:0" end
  if of ~= "table" then return nil end
  if value.write ~= nil or (value.value ~= nil and value.toInt) then return freeze(value.value, depth + 1) end
  if value.number and value.objectName and value.getRoom then return "P" .. sized(tostring(value.number)) end
  if value.row and value.getSuit then return "C" .. sized(tostring(value.row)) end
  if value.subs and value.getSuit then
    return "V" .. sized(freeze_parts({class = value.class, suit = value.suit, number = value.number, skill = value.skill,
      prototype = value.prototype and value.prototype.name, subs = value.subs}, depth))
  end
  if value.exactMatch then return "R" .. sized(value.text) end
  if value.isGood then
    return "J" .. sized(freeze_parts({who = value.who, card = value.card, pattern = value.pattern, good = value.good,
      reason = value.reason}, depth))
  end
  if value.items and value.append then return "L" .. sized(freeze_parts(value.items, depth)) end
  return "T" .. sized(freeze_parts(value, depth))
end
local thaw_one
local function thaw_parts(text)
  local found, at = {}, 1
  while at <= #text do
    local key, value
    key, at = thaw_one(text, at)
    value, at = thaw_one(text, at)
    found[key] = value
  end
  return found
end
function thaw_one(text, at)
  local colon = text:find(":", at, true)
  local of, size = text:sub(at, at), tonumber(text:sub(at + 1, colon - 1))
  local inside, after = text:sub(colon + 1, colon + size), colon + size + 1
  if of == "N" then return tonumber(inside), after end
  if of == "S" then return inside, after end
  if of == "B" then return inside == "1", after end
  if of == "P" then return host.player(tonumber(inside)), after end
  if of == "C" then return host.object_of_card(tonumber(inside)), after end
  if of == "R" then return sgs.QRegExp(inside), after end
  local parts = thaw_parts(inside)
  if of == "L" then return host.new_list(parts), after end
  if of == "J" then return setmetatable(parts, Judge), after end
  if of == "V" then
    local subs = parts.subs
    parts.prototype = parts.prototype and host.prototype_named(parts.prototype)
    local c = host.virtual_card(parts)
    c.subs = subs
    return c, after
  end
  return parts, after
end
function host.plain(data)
  local value = data
  if type(data) == "table" and data.toInt then value = data.value end
  if type(value) == "table" then return MARK .. freeze(value) end
  return value
end
function host.thaw(value)
  if type(value) == "string" and value:sub(1, 1) == MARK then return (thaw_one(value, 2)) end
  return value
end

-- ------------------------------------------------------------------ variants
-- A value; that of an event is given back to it.
local Variant = {}
Variant.__index, Variant.__metatable = Variant, false
kind("variant", Variant)
function Variant.setValue(v, value)
  if type(value) == "table" and value.toInt then value = value.value end
  v.value = value
  if v.write then v.write(value) end
end
local STRUCTS = {toDamage = "DamageStruct", toCardEffect = "CardEffectStruct", toSlashEffect = "SlashEffectStruct",
  toCardUse = "CardUseStruct",
  toCardMove = "CardMoveStruct", toDying = "DyingStruct", toRecover = "RecoverStruct"}
for name, struct in pairs(STRUCTS) do
  Variant[name] = function(v) return type(v.value) == "table" and v.value or sgs[struct]() end
end
-- What may be nothing.
for _, name in ipairs{"toDamageStar", "toJudge", "toPindian", "toCard", "toPlayer"} do
  Variant[name] = function(v) return type(v.value) == "table" and v.value or nil end
end
function Variant.toInt(v)
  if type(v.value) == "boolean" then return v.value and 1 or 0 end
  return math.floor(tonumber(v.value) or 0)
end
function Variant.toString(v)
  if v.value == nil or type(v.value) == "table" then return "" end
  return tostring(v.value)
end
function Variant.toStringList(v)
  if type(v.value) == "table" then return v.value.items or v.value end
  if v.value == nil or v.value == "" then return {} end
  return {tostring(v.value)}
end
function Variant.toBool(v) return v.value ~= nil and v.value ~= false and v.value ~= 0 and v.value ~= "" and v.value ~= "false" end
function host.variant(value, write) return setmetatable({value = host.thaw(value), write = write}, Variant) end
function sgs.QVariant(value)
  if type(value) == "table" and value.toInt then value = value.value end
  return host.variant(value)
end
