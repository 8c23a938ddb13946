-- What stands in the window: lists of lines, each a list of pieces {text, colour, command, hint}.
-- Pure: from what is known (state.lua) and the book of the game to lines.

local lines = {}

local COLOURS = {title = "white", own = "cyan", asked = "green", name = "white", link = "yellow", dim = "grey"}

local function named(book, kind, name)
  local words = book and book.words and book.words[kind]
  return words and words[name] or name
end

local function card(book, seen)
  local printed = book and book.cards and book.cards[seen.id]
  return printed and printed.name or seen.id:match("[^.]+$"):gsub("_", " ")
end

local function sorted(map)
  local names = {}
  for name in pairs(map) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- A zone in words: "hand 5: Bash, Shell".
local function zone_told(book, name, zone)
  local cards = {}
  for _, seen in ipairs(zone.cards) do cards[#cards + 1] = card(book, seen) end
  local told = named(book, "zone", name) .. " " .. zone.count
  return #cards > 0 and told .. ": " .. table.concat(cards, ", ") or told
end

-- The table: who stands how, and which cards lie where.
function lines.board(known, book, words, state)
  local found, public = {}, known.public
  if not public then
    return {{{words.none, COLOURS.dim}}}
  end
  found[1] = {{known.table.pack.name, COLOURS.title}}
  local asked = {}
  for _, seat in ipairs(public.waiting) do asked[seat] = true end
  for _, player in ipairs(public.players) do
    local fields, zones = state.player(known, player)
    local me = known.table.you == player.seat
    local line = {{known.table.names[player.seat + 1] .. (me and words.you or ""), me and COLOURS.own or COLOURS.name}}
    if asked[player.seat] then line[#line + 1] = {words.asked, COLOURS.asked} end
    local told = {}
    for _, name in ipairs(sorted(fields)) do
      if type(fields[name]) == "number" and fields[name] ~= 0 then
        told[#told + 1] = named(book, "field", name) .. " " .. fields[name]
      end
    end
    line[#line + 1] = {"  " .. table.concat(told, ", ")}
    found[#found + 1] = line
    for _, name in ipairs(sorted(zones)) do
      if zones[name].count > 0 then
        found[#found + 1] = {{"    " .. zone_told(book, name, zones[name]), COLOURS.dim}}
      end
    end
  end
  for _, name in ipairs(sorted(public.zones)) do
    if #public.zones[name].cards > 0 then
      found[#found + 1] = {{zone_told(book, name, public.zones[name])}}
    end
  end
  return found
end

-- What is asked, each option a link. `pick(place)` and `send()` are called by who clicks.
function lines.prompt(known, words, pick, send, back)
  local prompt = known.prompt.prompts[1]
  if not prompt then
    return {}
  end
  local found = {{{prompt.text, COLOURS.asked}}}
  for place, option in ipairs(prompt.options) do
    local mark = prompt.maximum > 1 and (known.chosen[place] and "[x] " or "[ ] ") or ""
    local line = {{mark .. option.text, COLOURS.link, function() pick(place) end, option.detail}}
    if option.does ~= "" then line[#line + 1] = {"  → " .. option.does, COLOURS.dim} end
    found[#found + 1] = line
  end
  if prompt.maximum > 1 or prompt.minimum == 0 then
    found[#found + 1] = {{words.done, COLOURS.link, send, ""}}
  end
  if prompt.back then found[#found + 1] = {{words.back, COLOURS.link, back, ""}} end
  return found
end

-- The hall, or the table before a match; `say` sends what one would type.
function lines.lobby(known, words, say)
  local lobby, found = known.lobby, {}
  if not lobby then
    return found
  end
  local own = lobby.where == "table" and lobby.table
  if own then
    local seats = {}
    for _, seat in ipairs(own.seats) do
      seats[#seats + 1] = type(seat.name) == "string" and seat.name or words.empty
    end
    found[1] = {{own.number .. " " .. own.name, COLOURS.title}}
    found[2] = {{words.seats .. table.concat(seats, ", ")}}
    found[3] = {{own.todo, COLOURS.dim}}
    local line = {}
    for _, can in ipairs(own.can) do
      if words[can] then line[#line + 1] = {words[can] .. " ", COLOURS.link, function() say(can) end, can} end
    end
    found[4] = line
    return found
  end
  local place = type(lobby.place) == "table" and lobby.place
  local door = type(lobby.door) == "table" and lobby.door
  local function links(listed)
    for _, each in ipairs(listed) do
      found[#found + 1] = {{each.name, COLOURS.link, function() say(each.line) end, each.line}}
    end
  end
  if place then
    found[1] = {{place.name, COLOURS.title}}
    links(place.ways)
    links(lobby.scenes)
    for _, game in ipairs(place.games) do
      local line = {{game.name .. "  "}}
      for _, stake in ipairs(game.stakes) do
        line[#line + 1] = {"[" .. stake.name .. "] ", COLOURS.link, function() say(stake.line) end, stake.line}
      end
      found[#found + 1] = line
    end
    links(place.errands)
    if place.camp then links({{name = words.camp, line = "go on"}}) end
    links({{name = words.hall, line = "hall"}})
    return found
  end
  if door then links({{name = door.text, line = door.line}}) end
  links(lobby.scenes or {})
  for _, game in ipairs(lobby.games) do
    local command = "open " .. game.id
    found[#found + 1] = {{game.name .. "  ", COLOURS.title}, {words.open, COLOURS.link, function() say(command) end, command}}
  end
  for _, table_ in ipairs(lobby.tables) do
    local command = (table_.state == "open" and "join " or "watch ") .. table_.number
    local word = table_.state == "open" and words.join or words.watch
    found[#found + 1] = {{table_.number .. " " .. table_.name .. "  "}, {"[" .. word .. "]", COLOURS.link, function() say(command) end, command}}
  end
  return found
end

return lines
