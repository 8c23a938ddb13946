-- What comes with a question of a package, for the AI alone (manual 6, L1708-1762).
local object, player = host.object_of_card, host.player

-- A value as data; `who`: the player that it is, if it is one.
function host.told_data(value, who)
  local data = host.variant(value)
  data.toPlayer = function() return who end
  return data
end
-- It is noted while the question waits, as text: players by p, cards by c.
local PARTS = {"from", "to", "who", "card", "slash", "jink", "damage", "nature", "reason", "recover", "card_id", "from_card", "to_card",
  "pattern", "good"}
local function is_plain(part)
  if type(part) ~= "table" then return part ~= nil end
  return part.row ~= nil or part.number ~= nil and part.class == nil
end
local function encode(value)
  if type(value) == "table" then
    if value.row then return "c" .. value.row end
    if value.number and not value.class then return "p" .. value.number end
    local parts = {}
    for _, key in ipairs(PARTS) do
      local part = value[key]
      if key == "pattern" and type(part) == "table" then part = part.text end
      if is_plain(part) then parts[#parts + 1] = key .. "=" .. encode(part) end
    end
    return "{" .. table.concat(parts, "\1")
  end
  return (type(value) == "number" and "n" or type(value) == "boolean" and "b" or "s") .. tostring(value)
end
local function decode(text)
  local kind, rest = text:sub(1, 1), text:sub(2)
  if kind == "p" then return player(tonumber(rest)) end
  if kind == "c" then return object(tonumber(rest)) end
  if kind == "n" then return tonumber(rest) end
  if kind == "b" then return rest == "true" end
  if kind ~= "{" then return rest end
  local value = rest:find("pattern=", 1, true) and shared.sgs.JudgeStruct() or {}
  for _, part in ipairs(rest:split("\1")) do
    local at = part:find("=", 1, true)
    if at then value[part:sub(1, at - 1)] = decode(part:sub(at + 1)) end
  end
  if value.pattern then value.pattern = shared.sgs.QRegExp(value.pattern) end
  return value
end
-- The names of a question: what for, its pattern, its prompt, and the data.
function host.asked(p)
  local text = host.noted(p.number, "asked")
  if not text then return {} end
  local parts = text:split("\n")
  local asked = {reason = parts[1], pattern = parts[2], prompt = parts[3]}
  if parts[4] and parts[4] ~= "" then
    local value = decode(parts[4])
    asked.data = host.told_data(value, parts[4]:sub(1, 1) == "p" and value or nil)
  end
  return asked
end
local function answered(p, ...)
  host.note(p.number, "asked", nil)
  return ...
end
-- Of a request: at which place its reason stands, its pattern, its prompt, its data (0: it has none).
for name, at in pairs{askForSkillInvoke = {1, 0, 0, 2}, askForChoice = {1, 0, 0, 3}, askForDiscard = {1, 0, 0, 0},
  askForExchange = {1, 0, 0, 0}, askForCard = {0, 1, 2, 3}, askForUseCard = {0, 1, 2, 0}, askForCardChosen = {3, 0, 0, 0},
  askForPlayerChosen = {2, 0, 0, 0}, askForAG = {3, 0, 0, 0}, askForCardShow = {2, 0, 0, 0}, askForPindian = {3, 0, 0, 0}} do
  local asks = host.classes.Room[name]
  host.classes.Room[name] = function(room, p, ...)
    local given = {...}
    local function text(place) return place > 0 and type(given[place]) == "string" and given[place] or "" end
    local data = at[4] > 0 and given[at[4]]
    local known = type(data) == "table" and data.value ~= nil and encode(data.value) or ""
    host.note(p.number, "asked", table.concat({text(at[1]), text(at[2]), text(at[3]), known}, "\n"))
    return answered(p, asks(room, p, ...))
  end
end
