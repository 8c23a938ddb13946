-- What comes with a question of a package, for the AI alone (manual 6, L1708-1762).

-- A value as data; `who`: the player that it is, if it is one.
function host.told_data(value, who)
  local data = host.variant(value)
  data.toPlayer = function() return who end
  return data
end
-- What a question is for, its pattern, its prompt, and the data: it is noted while the question waits.
function host.asked(p)
  local asked = host.thaw(host.noted(p.number, "asked")) or {}
  local value = host.thaw(asked.data)
  if value ~= nil then asked.data = host.told_data(value, type(value) == "table" and value.getRoom and value or nil) end
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
    local fine, told = pcall(host.plain, type(data) == "table" and data.value or nil)
    host.note(p.number, "asked", host.plain{reason = text(at[1]), pattern = text(at[2]), prompt = text(at[3]),
      data = fine and told or nil})   -- what cannot be kept is not told
    return answered(p, asks(room, p, ...))
  end
end
