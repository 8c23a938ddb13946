-- The library that scripts see, without what reaches out of the match, depends on the process or takes too long.
--
-- The chunk is given `read` of Python, `spend`, which counts work that no instruction counts, and `exhausted`, which ends what has
-- used up its memory. It returns `base`, what scripts name, `text`, the methods of texts, and `order`, in which tables are gone
-- through.
local read, spend, exhausted = ...
local error, pcall, type, tostring, pairs, select, ipairs = error, pcall, type, tostring, pairs, select, ipairs
local setmetatable, rawget, rawset, rawlen = setmetatable, rawget, rawset, rawlen
local metatable_of = debug.getmetatable
local sort, concat, unpack, insert, remove = table.sort, table.concat, table.unpack, table.insert, table.remove
local find, match, gmatch, gsub, rep, format = string.find, string.match, string.gmatch, string.gsub, string.rep, string.format
local byte, sub, floor, huge = string.byte, string.sub, math.floor, math.huge

local MAX_TEXT = 1000000     -- characters of a text that is made
local MAX_MATCHING = 5000000 -- steps that a pattern may take, as far as they can be foreseen
local MAX_VALUES = 5000      -- values that are given one by one
local order = {}

-- ------------------------------------------------------------------ texts
local function named(value)
  local kind = type(value)
  if kind == "table" or kind == "function" or kind == "thread" or kind == "userdata" then
    local meta = metatable_of(value)
    if kind == "table" and meta and rawget(meta, "__tostring") then return tostring(value) end
    return kind
  end
  if value ~= value then return "nan" end
  return tostring(value)
end
-- A text that has been given, its length counted as work.
local function taken(value)
  if type(value) == "number" then return tostring(value) end
  if type(value) ~= "string" then error("a text belongs here, not " .. (value == nil and "nothing" or "a " .. type(value)), 3) end
  spend(#value / 64)
  return value
end
-- Refuses a pattern that could take too long: each of its repetitions may begin at each place behind the one before.
local function bounded(value, pattern)
  local length, repetitions, twice = #value, sub(pattern, 1, 1) == "^" and 0 or 1, 0
  for _ in gmatch(pattern, "[*+-]") do repetitions = repetitions + 1 end
  for _ in gmatch(pattern, "%%[b1-9]") do repetitions = repetitions + 1 end
  for _ in gmatch(pattern, "%?") do twice = twice + 1 end
  local steps = 2 ^ twice * (#pattern + 1) ^ 0.5
  for at = 1, repetitions do
    steps = steps * (length + at) / at
    if steps > MAX_MATCHING then break end
  end
  if steps > MAX_MATCHING then error("this pattern could take too long on so long a text", 3) end
  spend(steps / 100)
end
local function short(length)
  if length > MAX_TEXT then error("this text would become too long", 3) end
  spend(length / 64)
end

local text = {char = string.char}
function text.len(s) return #taken(s) end
for _, name in ipairs{"lower", "upper", "reverse", "sub"} do
  local does = string[name]
  text[name] = function(s, ...) return does(taken(s), ...) end
end
function text.byte(s, from, to)
  s = taken(s)
  from = from or 1
  if (to or from) ~= from then s, from, to = sub(s, from, to), 1, -1 end
  if to == -1 and #s > MAX_VALUES then error("so many letters cannot be given one by one", 2) end
  return byte(s, from, to)
end
function text.find(s, p, at, plain)
  s, p = taken(s), taken(p)
  if plain then spend(#s * #p / 1000) else bounded(s, p) end
  return find(s, p, at, plain)
end
function text.match(s, p, at) s, p = taken(s), taken(p); bounded(s, p); return match(s, p, at) end
function text.gmatch(s, p)
  s, p = taken(s), taken(p)
  bounded(s, p)
  local next_of, cost = gmatch(s, p), #s / 100
  return function() spend(cost); return next_of() end
end
text.gfind = text.gmatch
function text.gsub(s, p, by, n)
  s, p = taken(s), taken(p)
  bounded(s, p)
  if type(by) == "string" then short(#s * (1 + (#by > 1 and #by or 0))) end
  return gsub(s, p, by, n)
end
function text.rep(s, n, between)
  s, n, between = taken(s), tonumber(n) or 0, between and taken(between) or ""
  if not (n <= MAX_TEXT) then error("this text would become too long", 2) end
  short((#s + #between) * n)
  return rep(s, n, between)
end
function text.format(pattern, ...)
  pattern = taken(pattern)
  local given, count, length, at = {...}, select("#", ...), #pattern, 0
  for directive in gmatch(gsub(pattern, "%%%%", ""), "%%[-+ #0]*%d*%.?%d*(%a)") do
    at = at + 1
    local one = given[at]
    if directive == "s" then
      one = named(one)
      length = length + #one
    elseif find(directive, "[dic]") and type(one) == "number" then
      if one ~= one or one == huge or one == -huge then error("a whole number belongs here, not " .. named(one), 2) end
      one = one < 0 and -floor(-one) or floor(one)
    elseif directive == "q" and type(one) == "string" then length = length + 4 * #one end
    given[at] = one
  end
  short(length)
  return format(pattern, unpack(given, 1, count > at and count or at))
end
local of_texts = metatable_of("")
of_texts.__index, of_texts.__metatable = text, false

-- ------------------------------------------------------------------ tables
-- What stands in a table that is kept (see `keeping`), and in those below it.
order.content, order.writable, order.below = {}, {}, {}
local content, writable, below = order.content, order.writable, order.below
local function inside(t) local of = content[t]; if of then return of.__index end return t end
order.inside = inside
-- The table into which is written what is written to `t`.
local function outside(t) if writable[t] then return writable[t]() end return t end

-- Tables are gone through in an order that is the same in each process.
local RANK = {boolean = 1, number = 2, string = 3}
local function before(a, b)
  local x, y = RANK[type(a)], RANK[type(b)]
  if x ~= y then return x < y end
  if x == 1 then return not a and b end
  return a < b
end
local function by_order(a, b) return rawget(inside(a), "order") < rawget(inside(b), "order") end
local function keys_of(t)
  local keys, objects, found, t = {}, {}, {}, t
  while t do
    local here = inside(t)
    for key in next, here do
      if not found[key] then
        found[key] = true
        if RANK[type(key)] then keys[#keys + 1] = key
        else
          local placed = type(key) == "table" and rawget(inside(key), "order")
          if type(placed) ~= "number" then error("a table with such keys has no order in which one could go through it", 3) end
          objects[#objects + 1] = key
        end
      end
    end
    t = below[here] or below[t]
  end
  spend(#keys)
  sort(keys, before)
  sort(objects, by_order)
  for at = 1, #objects do keys[#keys + 1] = objects[at] end
  return keys
end
order.keys_of = keys_of
local function a_table(t, who)
  if type(t) ~= "table" then error(who .. " needs a table, not " .. (t == nil and "nothing" or "a " .. type(t)), 3) end
end
-- Where `next` stands: it is mostly called for one key after the other.
local last, last_keys, last_at
local function ordered_next(t, key)
  a_table(t, "next")
  if key == nil then last, last_keys, last_at = t, keys_of(t), 0
  elseif last ~= t or last_keys[last_at] ~= key then
    last, last_keys, last_at = t, keys_of(t), nil
    for at = 1, #last_keys do if last_keys[at] == key then last_at = at end end
    if not last_at then last = nil; error("next needs a key of the table", 2) end
  end
  repeat
    last_at = last_at + 1
    local following = last_keys[last_at]
    if following == nil then last = nil; return nil end
    if t[following] ~= nil then return following, t[following] end
  until false
end
function order.forget_next() last = nil end
local function ordered_pairs(t)
  a_table(t, "pairs")
  local keys, at = keys_of(t), 0
  return function()
    at = at + 1
    while keys[at] ~= nil and t[keys[at]] == nil do at = at + 1 end
    if keys[at] ~= nil then return keys[at], t[keys[at]] end
  end, t, nil
end
local function following(t, at)
  at = at + 1
  local value = t[at]
  if value ~= nil then return at, value end
end
function order.ipairs(t) return following, t, 0 end

local tables = {}
function tables.concat(t, between, from, to)
  a_table(t, "table.concat")
  t, between, from, to = inside(t), between and taken(between) or "", from or 1, to or #t
  local length = 0
  for at = from, to do
    local one = t[at]
    if type(one) ~= "string" and type(one) ~= "number" then
      error("table.concat needs texts, and number " .. named(at) .. " is " .. (one == nil and "nothing" or "a " .. type(one)), 2)
    end
    length = length + #tostring(one) + #between
    if length > MAX_TEXT then error("this text would become too long", 2) end
  end
  short(length)
  return concat(t, between, from, to)
end
function tables.insert(t, ...)
  a_table(t, "table.insert")
  t = outside(t)
  spend(select("#", ...) > 1 and #t / 10 or 0)
  return insert(t, ...)
end
function tables.remove(t, at)
  a_table(t, "table.remove")
  t = outside(t)
  if at == nil then return remove(t) end
  spend(#t / 10)
  return remove(t, at)
end
function tables.sort(t, less)
  a_table(t, "table.sort")
  t = outside(t)
  spend(#t * 4)
  return sort(t, less)
end
function tables.unpack(t, from, to)
  a_table(t, "unpack")
  from, to = from or 1, to or #t
  if not (to - from < MAX_VALUES) then error("so many values cannot be given one by one", 2) end
  return unpack(inside(t), from, to)
end
function tables.pack(...) return {n = select("#", ...), ...} end
function tables.getn(t) return #t end
function tables.maxn(t)
  local most = 0
  for key in next, inside(t) do if type(key) == "number" and key > most then most = key end end
  return most
end
function tables.foreach(t, f) for key, value in ordered_pairs(t) do local said = f(key, value); if said ~= nil then return said end end end
function tables.foreachi(t, f) for at = 1, #t do local said = f(at, t[at]); if said ~= nil then return said end end end

-- ------------------------------------------------------------------ numbers
local numbers = {}
for _, name in ipairs{"abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf", "pi", "pow", "sqrt", "exp", "log"} do
  numbers[name] = math[name]
end
numbers.mod = math.fmod
local log = math.log
function numbers.log10(x) return log(x, 10) end
function numbers.randomseed() end
function numbers.random(low, high)
  if low == nil then return read("random", 1000000) / 1000000 end
  if high == nil then low, high = 1, low end
  if type(low) ~= "number" or type(high) ~= "number" or not (high - low < 2 ^ 31 and high >= low) then
    error("math.random needs two numbers, the smaller first", 2)
  end
  low = floor(low)
  return low + read("random", floor(high) - low + 1)
end

-- ------------------------------------------------------------------ all of it
local function guarded_setmetatable(t, meta)
  a_table(t, "setmetatable")
  if meta ~= nil then a_table(meta, "setmetatable") end
  if content[t] then error("the metatable of a table that was made as the file loaded stays as it is", 2) end
  if meta and (rawget(inside(meta), "__gc") ~= nil or rawget(inside(meta), "__mode") ~= nil) then
    error("no __gc and no __mode here", 2)
  end
  return setmetatable(t, meta and order.metatable(meta))
end
-- How much memory there is depends on the process: what has failed for it can do nothing else any more.
local function after(fine, ...)
  if not fine and (...) == "not enough memory" then exhausted() end
  return fine, ...
end
local function guarded_pcall(...) return after(pcall(...)) end
-- A handler is called when all has been left: where the error stands no hook is called, and none could end the handler.
local function handled(handler, fine, ...)
  if fine then return true, ... end
  return false, (select(2, guarded_pcall(handler, ...)))
end
local function guarded_xpcall(f, handler, ...) return handled(handler, guarded_pcall(f, ...)) end
local base = {
  assert = assert, error = error, ipairs = ipairs, next = ordered_next, pairs = ordered_pairs, pcall = guarded_pcall,
  rawequal = rawequal, select = select, setmetatable = guarded_setmetatable, tonumber = tonumber,
  tostring = named, type = type, xpcall = guarded_xpcall, unpack = tables.unpack, string = text, table = tables, math = numbers,
  bit32 = bit32, _VERSION = "Lua 5.1",
}
base.debug = {traceback = function(message) return message == nil and "" or message end}
-- A metatable as whoever set it knows it.
function order.metatable(meta) return meta end
function order.given_metatable(meta) return meta end
function base.getmetatable(t)
  if type(t) ~= "table" then return nil end
  local meta = metatable_of(t)
  if not meta then return nil end
  local protected = rawget(meta, "__metatable")
  if protected ~= nil then return protected end
  return order.given_metatable(meta)
end
local function plain(t, who)
  a_table(t, who)
  local meta = metatable_of(t)
  if meta and rawget(meta, "__metatable") ~= nil then error(who .. " is not for what the game gives", 3) end
end
function base.rawget(t, key) plain(t, "rawget"); return rawget(inside(t), key) end
function base.rawset(t, key, value) plain(t, "rawset"); rawset(outside(t), key, value); return t end
function base.rawlen(t) if type(t) == "string" then return #t end plain(t, "rawlen"); return rawlen(inside(t)) end
function base.print() end
function base.gcinfo() return 0 end
function base.collectgarbage() return 0 end
-- The files of the client that are there anyway; others are not read.
function base.require() return base.package end
function base.module() end
base.package = {loaded = {}, path = "", seeall = function() end}
local ABSENT = {
  loadstring = "texts are not carried out", load = "texts are not carried out", dofile = "files are not read",
  loadfile = "files are not read", setfenv = "the globals of a function stay its file's", getfenv = "the globals of a function are its file's",
  newproxy = "there are no proxies",
}
for name, why in pairs(ABSENT) do base[name] = function() error("there is no " .. name .. " here: " .. why, 2) end end
for _, name in ipairs{"io", "os", "coroutine"} do
  base[name] = setmetatable({}, {__metatable = false, __index = function(_, key)
    if name == "os" and (key == "time" or key == "clock") then
      error("there is no os." .. key .. " here: a match that is replayed would not be the same", 2)
    end
    error("there is no " .. name .. "." .. tostring(key) .. " here", 2)
  end})
end
return {base = base, text = text, order = order}
