-- What comes with a question of a package, for the AI alone (manual 6, L1708-1762).
local sgs = shared.sgs

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
-- What an answer says of its player, by the tables of 10.5; they are asked while the answer is noted.
local FILTERS = {askForSkillInvoke = "skillInvoke", askForChoice = "skillChoice", askForPlayerChosen = "playerChosen",
  askForCard = "cardResponsed", askForCardChosen = "cardChosen"}
local function filters_of(kind, key)
  local seen = host.seen_in("ai", sgs)
  local filter = ((seen.ai_choicemade_filter or {})[kind] or {})[key]
  local chosen = kind == "playerChosen" and (seen.ai_playerchosen_intention or {})[(key:gsub("%-", "_"))] or nil
  return type(filter) == "function" and filter or nil, chosen
end
local function as_said(answer)
  if type(answer) == "boolean" then return answer and "yes" or "no" end
  if type(answer) ~= "table" then return answer == nil and "_nil_" or tostring(answer) end
  return answer.getRoom and answer:objectName() or "_" .. answer:toString() .. "_"
end
local function shows(p, request, asked, answer)
  local kind = FILTERS[request]
  local key = kind == "cardResponsed" and asked.prompt:match("^[^:]*") or asked.reason
  local filter, chosen = nil, nil
  if kind then filter, chosen = filters_of(kind, key) end
  if not filter and not chosen then return end
  local list = {kind, key, as_said(answer)}
  if kind == "cardResponsed" then list = {kind, asked.pattern, asked.prompt, as_said(answer)} end
  local whom = kind == "playerChosen" and type(answer) == "table" and answer.number or 0
  host.note(p.number, "asked", host.plain{kind = kind, key = key, list = list, whom = whom})
  host.act.showIntent(p.number)
end
host.export("intended", function(_, who, it)
  local said = host.thaw(host.noted(who, "asked"))
  local filter, chosen = filters_of(said.kind, said.key)
  local sum, p = 0, host.player(who)
  if filter then sum = host.hostility_to(who, it, filter, p, said.list) end
  if type(chosen) == "number" and said.whom == it then sum = sum + host.as_hostility(chosen) end
  if type(chosen) == "function" then sum = sum + host.hostility_to(who, it, chosen, p, host.player(said.whom)) end
  return sum
end)
local function answered(p, request, asked, ...)
  shows(p, request, asked, (...))
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
    local asked = {reason = text(at[1]), pattern = text(at[2]), prompt = text(at[3]), data = fine and told or nil}
    host.note(p.number, "asked", host.plain(asked))   -- what cannot be kept is not told
    return answered(p, name, asked, asks(room, p, ...))
  end
end

-- An answer that is none is told at the function that gave it: that of a table for what is asked ("askForChoice SKILL"), else the
-- method of the AI.
local TABLES = {askForCard = "ai_skill_cardask", askForUseCard = "ai_skill_use", askForChoice = "ai_skill_choice",
  askForDiscard = "ai_skill_discard", askForPlayerChosen = "ai_skill_playerchosen", askForAG = "ai_skill_askforag",
  askForCardShow = "ai_cardshow", askForPindian = "ai_skill_pindian"}
local function given_by(what)
  local method, key = what:match("^(%S+) ?([^:]*)")
  local elements = TABLES[method] and host.seen_in("ai", sgs)[TABLES[method]] or {}
  return elements[key] or elements[key:gsub("%-", "_")] or host.seen_in("ai", shared.SmartAI)[method]
end
function host.no_answer(what, by, said, ...)
  by = by or given_by(what)
  local place = ""
  if type(by) == "function" then
    local line, _, script = host.lines_of(by)
    place = ("%s:%d: "):format(script, line)
  end
  error(place .. what .. ": " .. said:format(...), 0)
end
