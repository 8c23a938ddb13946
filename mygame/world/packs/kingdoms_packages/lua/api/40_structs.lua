-- Structures, variants and patterns of the manual (5).
local sgs = shared.sgs
function sgs.DamageStruct() return {damage = 1, nature = 0, chain = false} end
function sgs.RecoverStruct() return {recover = 1} end
function sgs.CardEffectStruct() return {multiple = false} end
function sgs.CardUseStruct() return {to = host.new_list()} end
function sgs.SlashEffectStruct() return {nature = 0, drank = false} end
function sgs.DyingStruct() return {} end
function sgs.CardMoveStruct() return {} end
function sgs.PindianStruct() return {} end
function sgs.LogMessage() return {to = host.new_list()} end

-- A pattern of three groups: the class of the card, its suit, its number.
local Pattern = {}
Pattern.__index, Pattern.__metatable = Pattern, false
host.kind("pattern", Pattern)
local function fits(part, text)
  part = part:gsub("[()]", "")
  if part == ".*" then return true end
  for one in part:gmatch("[^|]+") do if one == text then return true end end
  return false
end
function Pattern.exactMatch(p, text)
  local a, b, c = p.text:match("^([^:]*):([^:]*):([^:]*)$")
  local x, y, z = text:match("^([^:]*):([^:]*):([^:]*)$")
  if not a or not x then return fits(p.text, text) end
  return fits(a, x) and fits(b, y) and fits(c, z)
end
function sgs.QRegExp(text) return setmetatable({text = text}, Pattern) end
local Judge = {}
Judge.__index, Judge.__metatable = Judge, false
host.kind("judge", Judge)
function Judge.isGood(j, c)
  c = c or j.card
  local pattern = type(j.pattern) == "string" and sgs.QRegExp(j.pattern) or j.pattern
  local hit = pattern:exactMatch(c:objectName() .. ":" .. c:getSuitString() .. ":" .. c:getNumberString())
  return hit == (j.good ~= false)
end
function Judge.isBad(j) return not j:isGood() end
function sgs.JudgeStruct() return setmetatable({good = true, reason = ""}, Judge) end

-- Variants: a value, and where in the event it stands.
local Variant = {}
Variant.__index, Variant.__metatable = Variant, false
function Variant.setValue(v, value)
  v.value = value
  if v.write then v.write(value) end
end
for _, name in ipairs{"toDamage", "toDamageStar", "toCardEffect", "toSlashEffect", "toCardUse", "toCardMove", "toCard", "toPlayer", "toDying",
  "toRecover", "toJudge", "toPindian"} do Variant[name] = function(v) return v.value end end
function Variant.toInt(v) return type(v.value) == "number" and v.value or 0 end
function Variant.toString(v) return v.value ~= nil and tostring(v.value) or "" end
function Variant.toStringList(v) return v.value end
function Variant.toBool(v) return v.value and v.value ~= 0 and true or false end
function host.variant(value, write) return setmetatable({value = value, write = write}, Variant) end
function sgs.QVariant(value) return host.variant(value) end
-- What is kept of a value: numbers, texts and truths, and the numbers of players and cards.
function host.plain(data)
  local value = data
  if type(data) == "table" and getmetatable(data) == false and data.value ~= nil then value = data.value end
  if type(value) == "table" then return value.number or value.row end
  return value
end
