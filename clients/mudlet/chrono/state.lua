-- What a client knows of the match: the messages of protocol version 3 (docs/protocol.md), put together.
-- Knows nothing of Mudlet. Places in JSON count from 0, in Lua from 1.

local state = {}

-- Whether a decoded value is JSON's null, whatever the decoder makes of it.
function state.is_null(value)
  return value == nil or (yajl ~= nil and value == yajl.null)
end

local function keys_of(path)
  local keys = {}
  for key in path:gmatch("/([^/]*)") do
    keys[#keys + 1] = key:gsub("~1", "/"):gsub("~0", "~")
  end
  return keys
end

-- Applies a JSON Patch (RFC 6902: add, remove, replace) to a value, which is changed; returns it.
function state.patched(value, patch)
  for _, step in ipairs(patch) do
    local keys, at = keys_of(step.path), value
    if #keys == 0 then
      value = step.value
    else
      for i = 1, #keys - 1 do
        local key = keys[i]
        at = at[#at > 0 and tonumber(key) and tonumber(key) + 1 or key]
      end
      local key = keys[#keys]
      local place = tonumber(key)
      if place and (#at > 0 or next(at) == nil) then
        if step.op == "add" then
          table.insert(at, place + 1, step.value)
        elseif step.op == "remove" then
          table.remove(at, place + 1)
        else
          at[place + 1] = step.value
        end
      else
        at[key] = step.op ~= "remove" and step.value or nil
      end
    end
  end
  return value
end

function state.new()
  return {log = {}, prompt = {prompts = {}}, chosen = {}}
end

-- A part of the match, whole or as differences; false if a difference does not fit what is known.
local function take(known, number, message, part)
  if state.is_null(message.since) then
    return true, message[part]
  elseif number ~= message.since then
    return false, known
  elseif state.is_null(known) or state.is_null(message[part]) then
    return true, message[part]
  end
  return true, state.patched(known, message[part])
end

-- Each takes a message into what is known, and says whether it fits; if not, ask for everything again.
local heard = {}

function heard.Table(known, message)
  local number = known.table and known.table.table == message.table and known.table.number or nil
  local fits, public = take(known.public, number, message, "public")
  if not fits then
    return false
  end
  if state.is_null(message.since) then
    known.log, known.over = {}, nil
  end
  known.public, known.table = public, message
  return true
end

function heard.Hand(known, message)
  local fits, private = take(known.private, known.hand and known.hand.number, message, "private")
  if fits then
    known.private, known.hand = private, message
  end
  return fits
end

function heard.Prompt(known, message)
  known.prompt, known.chosen, known.hint = message, {}, nil
  return true
end

function heard.Hint(known, message)
  known.hint = message
  return true
end

function heard.Foretold(known, message)
  local prompt = known.prompt.prompts[1]
  if prompt and known.prompt.number == message.number then
    for i, told in ipairs(message.options) do
      prompt.options[i].does = told.does
    end
  end
  return true
end

function heard.Log(known, message)
  local lines = {}
  for _, line in ipairs(known.log) do
    if line.number < message.start then
      lines[#lines + 1] = line
    end
  end
  for _, line in ipairs(message.lines) do
    lines[#lines + 1] = line
  end
  known.log = lines
  return true
end

function heard.Over(known, message)
  known.over = message
  return true
end

function heard.Lobby(known, message)
  known.lobby = message
  if message.where == "hall" then
    known.table, known.public, known.private, known.hand, known.log, known.over = nil, nil, nil, nil, {}, nil
    known.prompt = {prompts = {}}
  end
  return true
end

function heard.Error(known, message)
  known.error = message
  return true
end

-- A message by the last part of its name ("Table"); whether it fits. Unknown ones are none of ours.
function state.hear(known, name, message)
  return heard[name] == nil or heard[name](known, message)
end

-- The fields and zones of a player as this reader sees them.
function state.player(known, player)
  local private = known.private
  if state.is_null(private) then
    return player.fields, player.zones
  end
  local fields, zones = {}, {}
  if private.you ~= player.seat then
    -- lists count from 1, seats from 0
    local between = private.between and private.between[player.seat + 1] or {}
    for name, value in pairs(player.fields) do fields[name] = value end
    for name, value in pairs(between) do fields[name] = value end
    return fields, player.zones
  end
  for _, part in ipairs({player, private}) do
    for name, value in pairs(part.fields) do fields[name] = value end
    for name, value in pairs(part.zones) do zones[name] = value end
  end
  return fields, zones
end

return state
