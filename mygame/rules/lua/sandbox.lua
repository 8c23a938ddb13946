-- What runs in a state of Lua: the world that scripts see, and how their functions are carried out.
--
-- The chunk is given the table `python` (`read`) and returns what Python calls. A
-- function of a script runs on a coroutine of its own. It reaches the match by `host`: `host.read`
-- finds something out at once; `host.act` does something that may have to wait, and yields.
local python = ...
local read, fact = python.read, python.fact
local create, resume, status, yield = coroutine.create, coroutine.resume, coroutine.status, coroutine.yield
local running, sethook, getinfo = coroutine.running, debug.sethook, debug.getinfo
local error, pcall, type, tostring, pairs, select = error, pcall, type, tostring, pairs, select
local setmetatable, getmetatable, rawget, rawset = setmetatable, getmetatable, rawget, rawset
local sort, concat, unpack, floor = table.sort, table.concat, table.unpack, math.floor
local find, match, gmatch, gsub, rep, format = string.find, string.match, string.gmatch, string.gsub, string.rep, string.format
local load = load

-- ------------------------------------------------------------------ limits
local MAX_TEXT = 1000000     -- characters of a text that is made
local MAX_MATCHING = 2000000 -- steps that a pattern may take, as far as they can be foreseen

-- How often a pattern may go over what is before it, again and again: its open repetitions.
local function repetitions(pattern)
  local count = 0
  for _ in gmatch(pattern, "[*+-]") do count = count + 1 end
  return count
end
local function bounded(text, pattern)
  if type(text) == "number" then text = tostring(text) end
  if type(text) ~= "string" or type(pattern) ~= "string" then return end
  local steps, most = #text + 1, repetitions(pattern)
  for _ = 1, most do
    steps = steps * (#text + 1)
    if steps > MAX_MATCHING then error("this pattern could take too long on so long a text", 3) end
  end
end

local text = {}
for _, name in ipairs{"byte", "char", "len", "lower", "upper", "reverse", "sub"} do text[name] = string[name] end
function text.find(s, p, at, plain) if not plain then bounded(s, p) end return find(s, p, at, plain) end
function text.match(s, p, at) bounded(s, p) return match(s, p, at) end
function text.gmatch(s, p) bounded(s, p) return gmatch(s, p) end
text.gfind = text.gmatch
function text.gsub(s, p, by, n) bounded(s, p) return gsub(s, p, by, n) end
function text.rep(s, n, between)
  s, n = tostring(s), n or 0
  if n > MAX_TEXT or (#s + #(between or "")) * n > MAX_TEXT then error("this text would become too long", 2) end
  return rep(s, n, between)
end
function text.format(pattern, ...)
  local given = {...}
  for at = 1, select("#", ...) do
    local one = given[at]
    if type(one) == "table" or type(one) == "function" or type(one) == "nil" then given[at] = tostring(one) end
    if type(one) == "number" and one ~= floor(one) then pattern = gsub(pattern, "%%d", "%%s") end
  end
  return format(pattern, unpack(given, 1, select("#", ...)))
end
local of_texts = getmetatable("")
of_texts.__index, of_texts.__metatable = text, false

-- ------------------------------------------------------------------ order
-- Tables are gone through in an order that is the same in each process.
local RANK = {boolean = 1, number = 2, string = 3}
local function before(a, b)
  local x, y = RANK[type(a)], RANK[type(b)]
  if x ~= y then return x < y end
  if x == 1 then return not a and b end
  return a < b
end
local function keys_of(t)
  local keys, objects = {}, {}
  for key in pairs(t) do
    if RANK[type(key)] then keys[#keys + 1] = key
    else
      local order = type(key) == "table" and rawget(key, "order")
      if type(order) ~= "number" then error("a table with such keys has no order in which one could go through it", 3) end
      objects[#objects + 1] = key
    end
  end
  sort(keys, before)
  sort(objects, function(a, b) return rawget(a, "order") < rawget(b, "order") end)
  for _, object in ipairs(objects) do keys[#keys + 1] = object end
  return keys
end
local function ordered_next(t, key)
  local keys = keys_of(t)
  if key == nil then return keys[1], t[keys[1]] end
  for at = 1, #keys do if keys[at] == key then return keys[at + 1], t[keys[at + 1]] end end
end
local function ordered_pairs(t)
  if type(t) ~= "table" then error("pairs needs a table, not " .. type(t), 2) end
  local keys, at = keys_of(t), 0
  return function()
    at = at + 1
    while keys[at] ~= nil and t[keys[at]] == nil do at = at + 1 end
    if keys[at] ~= nil then return keys[at], t[keys[at]] end
  end, t, nil
end

-- ------------------------------------------------------------------ what scripts see
local function named(value)
  local kind = type(value)
  if kind == "table" or kind == "function" or kind == "thread" or kind == "userdata" then
    local meta = getmetatable(value)
    if type(meta) == "table" and meta.__tostring then return tostring(value) end
    return kind
  end
  return tostring(value)
end
local function guarded_setmetatable(t, meta)
  if type(meta) == "table" and (rawget(meta, "__gc") ~= nil or rawget(meta, "__mode") ~= nil) then
    error("no __gc and no __mode here", 2)
  end
  return setmetatable(t, meta)
end
local tables = {}
for _, name in ipairs{"concat", "insert", "remove", "sort", "unpack"} do tables[name] = table[name] end
function tables.getn(t) return #t end
function tables.maxn(t) local most = 0; for key in pairs(t) do if type(key) == "number" and key > most then most = key end end return most end
local numbers = {}
for _, name in ipairs{"abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf", "pi", "pow", "sqrt", "exp", "log"} do
  numbers[name] = math[name]
end
numbers.mod = math.fmod
function numbers.randomseed() end
function numbers.random(low, high)
  if low == nil then return read("random", 1000000) / 1000000 end
  if high == nil then low, high = 1, low end
  return low + read("random", high - low + 1)
end

-- A budget that is used up ends everything, also what is inside pcall.
local function tired()
  sethook(running(), tired, "", 1)
  error("it does not come to an end", 0)
end

local base = {
  assert = assert, error = error, ipairs = ipairs, next = ordered_next, pairs = ordered_pairs, pcall = pcall,
  rawequal = rawequal, rawlen = rawlen, select = select, setmetatable = guarded_setmetatable, tonumber = tonumber,
  tostring = named, type = type, xpcall = xpcall, unpack = unpack, string = text, table = tables, math = numbers,
  debug = {traceback = function(message) return message == nil and "" or message end},
}
function base.getmetatable(t) if type(t) == "string" then return nil end return getmetatable(t) end
function base.module() end
base.package = {}

-- ------------------------------------------------------------------ functions of scripts
local exported, cards, words, problems, scripts = {}, {}, {}, {}, {}
local host = {sources = {}}   -- the texts of the files that are not the game's own
-- What stands in `host.context` is of the function that runs; others may have run while it waited.
local function going_on(context, ...)
  host.context = context
  return ...
end
local asking, depth = {}, 0   -- the coroutines of functions that only find something out, one for each inside another
local act = setmetatable({}, {__index = function(acts, name)
  local function does(...)
    if depth > 0 and running() == asking[depth] then error("a function that is only asked changes nothing", 0) end
    return going_on(host.context, yield(name, ...))
  end
  rawset(acts, name, does)
  return does
end})
local reads = setmetatable({}, {__index = function(known, name)
  local function finds(...) return read(name, ...) end
  rawset(known, name, finds)
  return finds
end})
local facts = setmetatable({}, {__index = function(known, name)
  local function finds(...) return fact(name, ...) end
  rawset(known, name, finds)
  return finds
end})
local LISTS, OBJECTS = {}, {}
host.act, host.read = act, reads
-- What is printed on cards, and is so whenever it is asked: nothing of it is noted.
host.fact = facts
-- What is noted of an entity (0: the match) by a name, for as long as the match lasts.
function host.note(entity, name, value) read("note", entity, name, value) end
function host.change(index, value) read("change", index, value) end  -- of the innermost event
function host.noted(entity, name) return read("noted", entity, name) end
-- A function that the game can call, by the name by which cards call it.
function host.export(name, f) exported[name] = f end
-- A card of the game; what is a list of it is marked.
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
-- What is wrong with a script, at the line of it that is carried out; the rest of it loads.
function host.problem(message) local line, name = host.line(); problems[#problems + 1] = {name, line, message} end
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

-- What a chunk of the game's own can name is `host` and `base`; what it gives to scripts it puts into `shared`.
local shared = setmetatable({}, {__index = base})

local function fresh_scratch(content)
  return setmetatable({}, {__index = content})
end
-- Globals of a script: as it loads they are kept; later they go to a table that is gone after each call.
local function environment(name)
  local content = setmetatable({}, {__index = shared})
  content._G = content
  scripts[name] = content
  return content
end
local scratch = {}
local function lock(content, above)
  local kept = setmetatable({}, {__index = above})
  for key, value in pairs(content) do kept[key] = value; content[key] = nil end
  local meta = getmetatable(content)
  local here = fresh_scratch(kept)
  meta.__index = here
  meta.__newindex = function(_, key, value) scratch[#scratch + 1] = meta; here = meta.__index; rawset(here, key, value) end
  meta.__metatable = false
  meta.kept = kept
end
local function forget()
  for at = #scratch, 1, -1 do
    local meta = scratch[at]
    meta.__index, scratch[at] = fresh_scratch(meta.kept), nil
  end
end

local calls = {}
function calls.prelude(source, name)
  local world = setmetatable({host = host, shared = shared, base = base}, {__index = base})
  local chunk, wrong = load(source, "=" .. name, "t", world)
  if not chunk then error(wrong, 0) end
  chunk()
end
-- Runs a script as it loads; what is wrong with it as a whole is returned.
function calls.script(source, name, budget)
  local world = environment(name)
  host.sources[#host.sources + 1] = source
  local chunk, wrong = load(source, "=" .. name, "t", world)
  if not chunk then return wrong end
  local co = create(chunk)
  sethook(co, tired, "", budget)
  local fine, what = resume(co)
  if not fine then return named(what) end
  if status(co) ~= "dead" then return name .. ":0: nothing can be done while a script loads" end
end
-- A table that scripts fill as they load; later what they put there is gone after each call.
local locked = {}
function host.lock(t, above) locked[#locked + 1] = {setmetatable(t, {}), above} end
function calls.loaded()
  if host.finish then host.finish() end
  for _, content in pairs(scripts) do lock(content, shared) end
  for _, one in ipairs(locked) do lock(one[1], one[2]) end
end
function calls.cards() return cards end
function calls.words() return words end
function calls.problems() return problems end
function calls.kind_of(t)
  local meta = getmetatable(t)
  return meta == LISTS and "list" or meta == OBJECTS and "object" or ""
end
function calls.exported() local names = {}; for name in pairs(exported) do names[#names + 1] = name end; return names end

-- A function begins, or goes on; what comes back: the name of what is to be done and with what, or nil and what it returned;
-- or false and why it has failed.
local at = {}
local function passed(depth, fine, ...)
  local co = at[depth]
  if not fine then at[depth] = nil; return false, named((...)) end
  if status(co) == "dead" then at[depth] = nil; return nil, ... end
  return ...
end
function calls.begin(depth, name, budget, ...)
  if depth == 1 and scratch[1] then forget() end
  local co = create(exported[name])
  at[depth] = co
  sethook(co, tired, "", budget)
  return passed(depth, resume(co, ...))
end
function calls.go(depth, ...) return passed(depth, resume(at[depth], ...)) end
function calls.drop(depth) at[depth] = nil end

-- A function that only finds something out: whether it has, and what, or why it has failed. It runs on a coroutine that serves many, one for each of those inside each other.
local function answers(f, ...) return answers(yield(f(...))) end
local function told(co, context, fine, ...)
  depth = depth - 1
  host.context = context
  if not fine then asking[depth + 1] = nil; return false, named((...)) end
  return true, (...)
end
function calls.ask(name, budget, ...)
  if depth == 0 and not at[1] and scratch[1] then forget() end
  depth = depth + 1
  local co = asking[depth]
  if not co then co = create(answers); asking[depth] = co end
  sethook(co, tired, "", budget)
  return told(co, host.context, resume(co, exported[name], ...))
end
return calls
