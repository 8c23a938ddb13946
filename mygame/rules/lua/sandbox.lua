-- What runs in a state of Lua: how files are loaded, and how their functions are carried out.
--
-- The chunk is given what Python calls back (`python`: see `scripts.Runner`) and the chunks of `stdlib` and `keeping`, and
-- returns what Python calls. A function of a script runs on a coroutine of its own. It reaches the match by `host`: `host.read`
-- finds something out at once; `host.act` does something that may have to wait, and yields. All that lasts while one call does
-- stands in its `frame`: what instructions are left of its budget, and the objects that were made of players and cards.
local python, stdlib, keeping = ...
local read, keep = python.read, python.keep
local create, resume, status, yield = coroutine.create, coroutine.resume, coroutine.status, coroutine.yield
local running, sethook, getinfo, clock = coroutine.running, debug.sethook, debug.getinfo, os.clock
local getlocal = debug.getlocal
local error, type, tostring, pairs, ipairs, next = error, type, tostring, pairs, ipairs, next
local setmetatable, getmetatable, rawset = setmetatable, debug.getmetatable, rawset
local match, sub, gsub, load, collect = string.match, string.sub, string.gsub, load, collectgarbage

local EVERY = 200   -- instructions from one look at the budget to the next
local SECONDS = 0.4 -- of one call, for what takes its time within few instructions
local AT_ONCE = 0.02 -- from one look to the next no more counts: Python may compile, or collect its garbage, meanwhile
local frame = {left = 1e12}

-- ------------------------------------------------------------------ budgets
-- What is used up ends everything, also what is inside pcall.
local function tired()
  sethook(running(), tired, "", 1)
  error("it does not come to an end", 0)
end
local MEMORY = "not enough memory" -- as Lua says it
local function exhausted()
  sethook(running(), exhausted, "", 1)
  error(MEMORY, 0)
end
local function tick()
  local here, now = frame, clock()
  local left = here.left - EVERY
  here.left = left
  if left < 0 then tired() end
  local since = now - (here.seen or now)
  here.seen = now
  here.took = (here.took or 0) + (since < AT_ONCE and since or AT_ONCE)
  if here.took > SECONDS then tired() end
end
local function spend(work)
  local left = frame.left - work
  frame.left = left
  if left < 0 then tired() end
end
-- Why something failed, by what was raised on a coroutine, with the line of a script; nothing of a script is called for it.
-- `f`: the function that was carried out; where its frame is gone (`return again()`) the line is that at which it is written.
local scripts, written = {}, {}
local function reason(raised, co, f)
  local kind, place = type(raised), ""
  if raised == MEMORY then return MEMORY end
  if kind == "string" or kind == "userdata" then raised = tostring(raised)
  else raised = kind == "nil" and "an error without a message" or "an error that is a " .. kind end
  raised = gsub(gsub(raised, "^stdlib:%d+: ", ""), "^keeping:%d+: ", "")
  for level = 0, 250 do
    local info = getinfo(co, level, "Sl")
    if not info then break end
    local name = sub(info.source, 2)
    if scripts[name] and info.currentline > 0 then
      place = name .. ":" .. info.currentline .. ": "
      if sub(raised, 1, #name + 1) == name .. ":" then place = ""
      else
        raised = gsub(raised, "^api/[%w_/]+%.lua:%d+: ", "")
        raised = gsub(raised, "^attempt to index local '[%w_]+' %(a (%w+) value%)$", "%1 was given where an object is wanted")
      end
      break
    end
  end
  if place == "" and written[f] and not match(raised, "^[^:]*:%d+: ") then place = written[f] end
  return place .. raised
end

-- What is no UTF-8 in a text; and a table in which each such text has question marks there.
local LETTERS = {
  "[\194-\223][\128-\191]", "\224[\160-\191][\128-\191]", "[\225-\236\238\239][\128-\191][\128-\191]", "\237[\128-\159][\128-\191]",
  "\240[\144-\191][\128-\191][\128-\191]", "[\241-\243][\128-\191][\128-\191][\128-\191]", "\244[\128-\143][\128-\191][\128-\191]",
}
local function is_broken(text)
  for at = 1, #LETTERS do text = gsub(text, LETTERS[at], " ") end
  return match(text, "[\128-\255]") ~= nil
end
local function legible(value)
  if type(value) == "string" then return is_broken(value) and gsub(value, "[\128-\255]", "?") or value end
  if type(value) ~= "table" then return value end
  local broken = {}
  for key, each in next, value do
    if type(each) == "table" then legible(each) else rawset(value, key, legible(each)) end
    if type(key) == "string" and is_broken(key) then broken[#broken + 1] = key end
  end
  for _, key in ipairs(broken) do
    local each = value[key]
    rawset(value, key, nil)
    rawset(value, legible(key), each)
  end
  return value
end

-- ------------------------------------------------------------------ what the game's own files name
local exported, cards, words, problems = {}, {}, {}, {}
local host = {sources = {}}   -- the texts of the files that are not the game's own
-- The line of a script that is being carried out, and of which.
function host.line()
  for level = 2, 40 do
    local info = getinfo(level, "Sl")
    if not info then return 0, "" end
    local name = match(info.source, "^=(.*)$")
    if name and scripts[name] then return info.currentline, name end
  end
  return 0, ""
end
local function where()
  local line, name = host.line()
  return name .. ":" .. line .. ": what is written there"
end
local parts = stdlib(read, spend, exhausted)
local base, order = parts.base, parts.order
keeping = keeping(order, where)
local dirty, cells = keeping.dirty, keeping.cells -- nothing in them: nothing differs from what was loaded

-- What stands in `host.context` is of the function that runs, as `frame` is; others may have run while it waited.
local function going_on(context, here, ...)
  host.context, frame = context, here
  here.seen, here.took = nil, 0
  return ...
end
local function calls_of(make)
  return setmetatable({}, {__index = function(known, name)
    local does = make(name)
    rawset(known, name, does)
    return does
  end})
end
local depth = 0  -- of functions that only find something out
host.act = calls_of(function(name) return function(...)
  if depth > 0 then error("a function that is only asked changes nothing", 2) end
  return going_on(host.context, frame, yield(name, ...))
end end)
-- What a function finds out that answers for a player is kept in `memo` while it runs, for nothing changes meanwhile.
local NOTHING = {}
local memo
local function numbered(value) return value == nil or type(value) == "number" end
local function remembered(name, find, a, b, c, ...)
  if ... ~= nil or not (numbered(a) and numbered(b) and numbered(c)) then return find(a, b, c, ...) end
  local known = memo[name]
  if not known then known = {}; memo[name] = known end
  local key = (a or 0) + (b or 0) * 0x10000 + (c or 0) * 0x100000000
  local value = known[key]
  if value == nil then
    value = find(a, b, c)
    known[key] = value == nil and NOTHING or value
  elseif value == NOTHING then
    value = nil
  end
  return value
end
local function finds_of(make)
  return calls_of(function(name)
    local find, several
    local function finds(...)
      if several then return {find(...)} end
      return find(...)
    end
    return function(...)
      if not find then find, several = make(name) end
      if memo then return remembered(name, finds, ...) end
      return finds(...)
    end
  end)
end
host.read = finds_of(python.reader)
-- What is printed on cards, and is so whenever it is asked: nothing of it is noted.
host.fact = finds_of(python.finder)
-- What a function tells whoever writes it, with the line at which it does.
function host.tell(text)
  local line, name = host.line()
  read("tell", name .. ":" .. line, text)
end
-- What is noted of an entity (0: the match) by a name, for as long as the match lasts.
function host.note(entity, name, value) read("note", entity, name, value) end
function host.change(index, value) read("change", index, value) end  -- of the innermost event
function host.noted(entity, name) return read("noted", entity, name) end
-- A function that the game can call, by the name by which cards call it; `of`: the one of a script that it calls.
function host.export(name, f, of)
  exported[name] = f
  local info = of and getinfo(of, "S")
  written[f] = info and sub(info.source, 2) .. ":" .. info.linedefined .. ": " or nil
end
-- A card of the game; what is a list of it is marked.
local LISTS, OBJECTS = {}, {}
function host.card(card) cards[#cards + 1] = card end
-- Words of the pack in a language, by table and name, as they stand in JSON5: host.words("zh", "said", {key = text}).
function host.words(language, t, texts)
  words[language] = words[language] or {}
  local known = words[language][t] or {}
  words[language][t] = known
  for name, text in pairs(texts) do known[name] = text end
end
function host.list(t) return setmetatable(t or {}, LISTS) end
-- An object whose names stand in this order: name, value, name, value.
function host.object(...) return setmetatable({...}, OBJECTS) end
-- What is wrong with a script, at the line of it that is carried out or at one that is given; the rest of it loads. `left_out`:
-- what it is about is left out of the game, which can be played without it.
function host.problem(message, line, name, left_out)
  if not line then line, name = host.line() end
  problems[#problems + 1] = {name, line, message, left_out == true}
end
-- Where a function stands: its first and last line, and in which script.
function host.lines_of(f)
  local info = getinfo(f, "S")
  return info.linedefined, info.lastlinedefined, match(info.source, "^=(.*)$")
end
-- What a function calls its first parameter.
function host.first_parameter(f) return getlocal(f, 1) end
-- The object of a player or a card by its number: made by `make` once a call, so what a script writes into it is gone with it.
function host.objects(make)
  local of = {}
  return function(number)
    if not number or number == 0 then return nil end
    local known = frame[of]
    if not known then known = {}; frame[of] = known end
    local one = known[number]
    if not one then one = make(number); known[number] = one end
    return one
  end
end
-- Something that is so from the beginning of a match to its end: it is worked out once for it.
function host.once_a_match(work_out)
  local of, count = {}, 0
  return function()
    local match = python.match()
    local found = of[match]
    if found == nil then
      if count >= 50 then of, count = {}, 0 end
      found = work_out()
      of[match], count = found, count + 1
    end
    return found
  end
end
host.kind = keeping.kind
-- A table that scripts can reach: what they write there is theirs alone. `above` stands behind it.
local guarded, behind = {}, {}
function host.lock(t, above)
  if above then behind[#behind + 1] = {t, above} else guarded[#guarded + 1] = t end
end

-- What a chunk of the game's own can name is `host` and `base`; what it gives to scripts it puts into `shared`.
local shared = setmetatable({}, {__index = base})
-- Globals of a script, which those of one folder have together. Those of the game it sees through tables of its own.
local layers, contents = {}, {}
-- Which files run first, the lowest.
function host.load_order() return 0 end
-- A table of the game's own as the files of a folder see it.
function host.seen_in(folder, t) return layers[folder] and layers[folder][t] or t end
local function environment(name)
  local folder = match(name, "^(.*)/") or name
  scripts[name] = contents[folder]
  if contents[folder] then return contents[folder] end
  local known = {}
  layers[folder] = known
  local content = setmetatable({}, {__index = shared})
  content._G, content._M = content, content
  for _, of in ipairs{base, shared} do
    for key, value in next, of do if type(value) == "table" then content[key] = keeping.layer(value, known) end end
  end
  -- A method that a file gives to texts is there for all texts.
  getmetatable(content.string).__newindex = function(layer, key, value)
    if parts.text[key] == nil then parts.text[key] = value end
    rawset(layer, key, value)
  end
  scripts[name], contents[folder] = content, content
  return content
end

-- ------------------------------------------------------------------ loading
local calls = {}
function calls.prelude(source, name)
  local world = setmetatable({host = host, shared = shared, base = base}, {__index = base})
  local chunk, wrong = load(source, "=" .. name, "t", world)
  if not chunk then error(wrong, 0) end
  chunk()
end
-- All of the game's own has loaded.
function calls.ready() keeping.own(host, shared, base, calls, exported, order, stdlib) end
-- Runs a script as it loads; what is wrong with it as a whole is returned.
function calls.script(source, name, budget)
  local world = environment(name)
  host.sources[#host.sources + 1], host.sources[name] = source, source
  if host.refuses and host.refuses(name) then return nil end   -- it has told why
  local chunk, wrong = load(source, "=" .. name, "t", world)
  if not chunk then return wrong end
  local co = create(chunk)
  frame = {left = budget}
  sethook(co, tick, "", EVERY)
  local fine, what = resume(co, name)
  frame = {left = 1e12}
  if not fine then
    local used_up = what == MEMORY
    what = not used_up and reason(what, co)
    co = nil
    collect() -- what it has made is in nobody's way
    return what or name .. ":0: it uses up the memory as it loads"
  end
  if host.returned then host.returned(name, what, world) end
  if status(co) ~= "dead" then return name .. ":0: nothing can be done while a script loads" end
end
function calls.collect() collect() end
function calls.loaded() if host.finish then host.finish() end end
function calls.load_order(name) return host.load_order(name) end
function calls.cards() return legible(cards) end
function calls.shared() return shared end
function calls.words() return legible(words) end
function calls.problems() return problems end
function calls.kind_of(t)
  local meta = getmetatable(t)
  return meta == LISTS and "list" or meta == OBJECTS and "object" or ""
end
-- Nothing that was made while files loaded changes any more; the functions by their names.
function calls.finish()
  for _, one in ipairs(behind) do setmetatable(one[1], {__index = getmetatable(one[2]).__index, __metatable = false}) end
  local roots, names = {}, {}
  for name in pairs(scripts) do names[#names + 1] = name end
  table.sort(names)
  for at, name in ipairs(names) do roots[at], getmetatable(scripts[name]).__metatable = scripts[name], false end
  names = {}
  for name in pairs(exported) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do roots[#roots + 1] = exported[name] end
  for _, known in pairs(layers) do getmetatable(known[parts.text]).__newindex = nil end
  local method_names = {}
  for name in pairs(parts.text) do method_names[#method_names + 1] = name end
  table.sort(method_names)
  for _, name in ipairs(method_names) do roots[#roots + 1] = parts.text[name] end
  keeping.freeze(roots, guarded)
  return exported
end

-- ------------------------------------------------------------------ functions of scripts
-- What comes back of one: the name of what is to be done and with what, or nil and what it returned; or false and why it has
-- failed. What scripts keep is given to `keep` before, where there is anything.
local at, asides, idle = {}, {}, {}
local function over(f, ...) return over(yield(nil, f(...))) end
local function keeps()
  local here = frame
  frame = {left = 1e12}
  local fine, state, rows = pcall(keeping.state)
  frame = here
  if not fine then return state end
  keep(state, rows)
end
-- A function is over; the one around it stands as it stood.
local function drop(depth)
  if not at[depth] then return end
  at[depth] = nil
  if depth > 1 then
    keeping.put_back(asides[depth])
    asides[depth] = nil
  end
end
local function passed(depth, fine, ...)
  local wrong
  if not fine then wrong = reason((...), at[depth]) elseif dirty[1] or cells[1] then wrong = keeps() end
  if wrong then drop(depth); return false, wrong end
  if ... == nil then
    idle[depth] = at[depth] -- it has ended, and carries out another
    drop(depth)
  end
  return ...
end
-- Lays out what is kept (nil: nothing is).
local function lay_out(kept)
  if kept then keeping.lay_out(kept) elseif dirty[1] or cells[1] then keeping.reset() end
end
function calls.begin(depth, f, budget, kept, ...)
  local co = idle[depth] or create(over)
  idle[depth] = nil
  if depth > 1 then asides[depth] = keeping.put_aside() end
  at[depth] = co
  frame = {left = budget}
  if kept or dirty[1] or cells[1] then lay_out(kept) end
  sethook(co, tick, "", EVERY)
  return passed(depth, resume(co, f, ...))
end
-- `kept`: what is kept has changed meanwhile.
function calls.go(depth, kept, ...)
  if kept then keeping.lay_out(kept) end
  return passed(depth, resume(at[depth], ...))
end
calls.drop = drop

-- A function that only finds something out: what, or nil and why it has failed. It runs on a coroutine that serves
-- many, one for each of those inside each other; what it writes is gone.
local MAX_INSIDE = 12 -- of each other: one that asks for itself by way of the game
local asking = {}
local function answers(f, ...) return answers(yield(f(...))) end
local function told(co, context, here, inside, aside, fine, ...)
  depth = depth - 1
  host.context, frame = context, here
  if inside then keeping.put_back(aside) end
  if not fine then asking[depth + 1] = nil; return nil, reason((...), co) end
  return (...)
end
function calls.list(...) return {...} end
function calls.ask(f, budget, kept, ...)
  if depth >= MAX_INSIDE then
    return nil, reason("functions that are asked ask each other more than " .. MAX_INSIDE .. " deep", asking[depth], f)
  end
  local inside = at[1] ~= nil or depth > 0
  local aside = inside and keeping.put_aside()
  depth = depth + 1
  local co, here = asking[depth], frame
  if not co then co = create(answers); asking[depth] = co end
  frame = {left = budget}
  if kept or dirty[1] or cells[1] then lay_out(kept) end
  sethook(co, tick, "", EVERY)
  return told(co, host.context, here, inside, aside, resume(co, f, ...))
end
-- The same of one that answers for a player, in a match that is there for nothing else.
function calls.advise(...)
  memo = {}
  local said, wrong = calls.ask(...)
  memo = nil
  if wrong then return nil, wrong end
  return said
end
return calls
