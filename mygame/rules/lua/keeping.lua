-- What scripts keep in tables and locals from one call to the next: state of the match, never of Lua.
--
-- When all files have loaded, every table that they can reach is emptied: what was in it stands in `content`, by its metatable.
-- The first write in a call goes to a copy, so what was loaded stays as it is for whoever calls next. When a call ends, or
-- something is done in it, what differs is frozen to a text, which the match notes; the next call begins with that laid out.
-- Nothing of this costs anything for what only reads. The same holds for locals that functions write (`cells`).
local order, where = ...
local error, type, next, pairs, ipairs, tostring, tonumber = error, type, next, pairs, ipairs, tostring, tonumber
local setmetatable, rawget, rawset, rawequal = debug.setmetatable, rawget, rawset, rawequal
local metatable_of, upvalue, set_upvalue, upvalue_id = debug.getmetatable, debug.getupvalue, debug.setupvalue, debug.upvalueid
local sort, concat, huge = table.sort, table.concat, math.huge
local byte, find, format, gsub, sub, dump, char = string.byte, string.find, string.format, string.gsub, string.sub, string.dump, string.char

local MAX_LENGTH = 20000 -- of what is frozen
local MAX_ENTRIES = 1000 -- of a table in it
local MAX_DEPTH = 20
local content, writable, below = order.content, order.writable, order.below
local keeping = {}
local own = {}              -- what is of the game's own, and no script's
local things, number_of = {}, {} -- tables and functions that were there when all had loaded, by number
local kinds = {}            -- by metatable: its name, and what an object of it is known by; by name likewise
local records, cells = {}, {}
local dirty = {}            -- records of which there is a copy now
local given_meta, used_meta = {}, {}
local first_of, upvalue_numbers, upvalue_count = {}, {}, 0 -- functions by their code and upvalues; these by their ids

-- ------------------------------------------------------------------ while files load
-- All that can be reached from here is of the game's own.
local function mark(thing)
  local waiting = {thing}
  while #waiting > 0 do
    local one = table.remove(waiting)
    local kind = type(one)
    if (kind == "table" or kind == "function") and not own[one] then
      own[one] = true
      if kind == "table" then
        for key, value in next, one do waiting[#waiting + 1] = key; waiting[#waiting + 1] = value end
        waiting[#waiting + 1] = metatable_of(one)
      else
        for at = 1, 255 do
          local name, value = upvalue(one, at)
          if name == nil then break end
          waiting[#waiting + 1] = value
        end
      end
    end
  end
end
function keeping.own(...) for _, thing in ipairs{...} do mark(thing) end end
-- What a file sees of a table of the game's own: what it writes there is its own.
function keeping.layer(t, known)
  local found = known[t]
  if found then return found end
  local meta, layer = {}, {}
  known[t] = layer
  for key, value in pairs(metatable_of(t) or {}) do meta[key] = value end
  meta.__index, meta.__newindex, meta.__metatable = t, nil, false
  for key, value in next, t do
    if type(value) == "table" and type(key) == "string" then layer[key] = keeping.layer(value, known) end
  end
  below[layer] = t
  return setmetatable(layer, meta)
end
-- Objects of the game with this metatable: kept by a number, which `number` gives (nil: by what is in them).
function keeping.kind(name, meta, number, object)
  kinds[meta] = {name = name, number = number}
  kinds[name] = {meta = meta, object = object}
end

-- ------------------------------------------------------------------ when all have loaded
local function wrapped(t, inner)
  -- What a table looks up and does not have: its own metatable is asked, with the table itself.
  if type(inner) == "function" then return function(_, ...) return inner(t, ...) end end
  return inner
end
local function keep_table(t)
  local original = metatable_of(t)
  local kept, meta = {}, {}
  for key, value in next, t do kept[key] = value end
  for key in next, kept do t[key] = nil end
  if original then
    for key, value in next, content[original] and content[original].__index or original do
      if type(key) == "string" and sub(key, 1, 2) == "__" then meta[key] = value end
    end
    local inner = {__index = wrapped(t, meta.__index), __newindex = wrapped(t, meta.__newindex)}
    if next(inner) then setmetatable(kept, inner) end
  end
  given_meta[meta] = original or false
  local record = {table = t, kept = kept, meta = meta, number = number_of[t]}
  local function copied()
    local now = meta.__index
    if now ~= kept then return now end
    local copy = {}
    for key, value in next, kept do copy[key] = value end
    setmetatable(copy, metatable_of(kept))
    meta.__index, meta.__newindex = copy, copy
    if below[kept] then below[copy] = below[kept] end
    dirty[#dirty + 1] = record
    record.where = nil
    return copy
  end
  function record.first(_, key, value)
    local copy = copied()
    record.where = where()
    copy[key] = value
  end
  if below[t] then below[kept] = below[t] end
  meta.__index, meta.__newindex, meta.__ipairs = kept, record.first, order.ipairs
  if not meta.__len then meta.__len = function() return #meta.__index end end
  record.copied = copied
  writable[t], content[t] = copied, meta
  records[record.number] = record
  setmetatable(t, meta)
end

-- The first function of the same code and upvalues. Where one is made anew, Lua takes the last one for it, but only until it has
-- collected garbage: whether they are one or two is a matter of memory, so they are one here.
local function first_like(f)
  if debug.getinfo(f, "S").what == "C" then return f end
  local code = {dump(f)}
  for at = 1, 255 do
    local id = upvalue(f, at) and upvalue_id(f, at)
    if not id then break end
    if not upvalue_numbers[id] then upvalue_count = upvalue_count + 1; upvalue_numbers[id] = upvalue_count end
    code[#code + 1] = upvalue_numbers[id]
  end
  code = concat(code, ",")
  if not first_of[code] then first_of[code] = f end
  return first_of[code]
end
local function number_like(thing)
  return number_of[thing] or type(thing) == "function" and not own[thing] and number_of[first_like(thing)] or nil
end
local function is_same(one, other)
  if rawequal(one, other) then return true end
  return type(one) == "function" and type(other) == "function" and number_like(one) ~= nil and number_like(one) == number_like(other)
end

-- The upvalues that a function, or one inside it, writes, by number: read from its code.
local function written(f)
  local code = dump(f)
  local at, found = 19, {}
  local function int() local a, b, c, d = byte(code, at, at + 3); at = at + 4; return a + b * 256 + c * 65536 + d * 16777216 end
  local function skip_text() local length = int(); at = at + 4; at = at + length end
  local function body()
    at = at + 11
    local writes, inner = {}, {}
    for _ = 1, int() do
      local a, _, c, d = byte(code, at, at + 3)
      if a % 64 == 9 then writes[(d * 256 + c - c % 128) / 128] = true end
      at = at + 4
    end
    for _ = 1, int() do
      local kind = byte(code, at)
      at = at + 1
      if kind == 1 then at = at + 1 elseif kind == 3 then at = at + 8 elseif kind == 4 then skip_text() end
    end
    for number = 1, int() do inner[number] = body() end
    for number = 0, int() - 1 do
      writes[-number - 1] = byte(code, at) == 0 and byte(code, at + 1) or nil
      at = at + 2
    end
    skip_text()
    local lines = int()
    at = at + 4 * lines
    for _ = 1, int() do skip_text(); at = at + 8 end
    for _ = 1, int() do skip_text() end
    local outer = {}
    for number in next, writes do if number >= 0 then outer[number] = true end end
    for _, one in ipairs(inner) do for number in next, one.outer do outer[number] = true end end
    -- Which of those of the function around it these are.
    local around = {}
    for number in next, outer do if writes[-number - 1] then around[writes[-number - 1]] = true end end
    return {outer = around, all = outer}
  end
  for number in next, body().all do found[#found + 1] = number + 1 end
  sort(found)
  return found
end

-- Walks through all that scripts can reach, in an order that is the same in each process.
function keeping.freeze(roots, guarded)
  local waiting, first, seen_cells, found, odd = {}, 1, {}, {}, {}
  local function reach(thing)
    local kind = type(thing)
    if (kind == "table" or kind == "function") and not own[thing] and not number_like(thing) then
      things[#things + 1] = thing
      number_of[thing] = #things
      waiting[#waiting + 1] = thing
    end
  end
  for _, thing in ipairs(guarded) do own[thing] = nil end
  for _, thing in ipairs(guarded) do reach(thing) end
  for _, thing in ipairs(roots) do reach(thing) end
  while waiting[first] or odd[1] do
    local thing = waiting[first]
    if not thing then
      -- What has a table or function as its key comes last: mostly those have their numbers by now.
      sort(odd, function(a, b) return (number_of[a[1]] or huge) < (number_of[b[1]] or huge) end)
      for _, one in ipairs(odd) do reach(one[1]); reach(one[2]) end
      odd, thing = {}, {}
      first = first - 1
    end
    first = first + 1
    if number_of[thing] and type(thing) == "table" then
      found[#found + 1] = thing
      local names = {}
      for key, value in next, thing do
        if type(key) == "table" or type(key) == "function" then odd[#odd + 1] = {key, value}
        else names[#names + 1] = key end
      end
      sort(names, function(a, b)
        local x, y = type(a), type(b)
        if x ~= y then return x < y end
        if x == "boolean" then return not a and b end
        return a < b
      end)
      for _, name in ipairs(names) do reach(thing[name]) end
      reach(metatable_of(thing))
    elseif type(thing) == "function" then
      local any = false
      for at = 1, 255 do
        local name, value = upvalue(thing, at)
        if name == nil or name == "" then break end
        any = true
        reach(value)
      end
      if any then
        for _, at in ipairs(written(thing)) do
          local id = upvalue_id(thing, at)
          if not seen_cells[id] then
            seen_cells[id] = true
            local name, value = upvalue(thing, at)
            cells[#cells + 1] = {f = thing, at = at, kept = value, name = name}
          end
        end
      end
    end
  end
  for _, thing in ipairs(found) do keep_table(thing) end
end

-- A metatable that scripts give: one that is kept has nothing in it, so what stands in its content is used.
function order.metatable(meta)
  local of = content[meta]
  if not of then return meta end
  local used = {}
  for key, value in next, of.__index do
    if type(key) == "string" and sub(key, 1, 2) == "__" then used[key] = value end
  end
  given_meta[used] = meta
  return used
end
function order.given_metatable(meta)
  local given = given_meta[meta]
  if given == nil then return meta end
  return given or nil
end

-- ------------------------------------------------------------------ what is kept as a text
local function not_plain(value, at)
  local what = type(value) == "table" and "an object that cannot be kept" or "a " .. type(value)
  error(at .. " holds " .. what .. "; only numbers, texts, truths, players, cards and tables of them last from one call to the next", 0)
end
local function escaped(text) return (gsub(text, "[%c\\\127-\255]", function(c) return format("\\%03d", byte(c)) end)) end
local function freeze_value(value, into, rows, depth, at)
  local kind, known = type(value), number_like(value)
  if kind == "boolean" then into[#into + 1] = value and "T" or "F"
  elseif kind == "number" then
    if value ~= value then error(at .. " holds a number that is none (0/0)", 0) end
    into[#into + 1] = value == huge and "N1e999;" or value == -huge and "N-1e999;" or format("N%.17g;", value)
  elseif kind == "string" then
    if #value > MAX_LENGTH then error("too much is kept in " .. at, 0) end
    local text = escaped(value)
    into[#into + 1] = "S" .. #text .. ":" .. text
  elseif kind == "nil" then into[#into + 1] = "_"
  elseif known then into[#into + 1] = "R" .. known .. ";"
  elseif kind == "table" then
    local meta = metatable_of(value)
    local of = meta and kinds[meta]
    local number = of and of.number and of.number(value)
    local class = meta and number_of[given_meta[meta] or meta]
    if meta and not of and not class then not_plain(value, at) end
    if number then
      rows[#rows + 1] = number
      into[#into + 1] = "O" .. of.name .. "," .. number .. ";"
      return
    end
    if depth > MAX_DEPTH then error(at .. " holds itself, or tables inside each other too deep to be kept", 0) end
    into[#into + 1] = of and "M" .. of.name .. ";{" or class and "C" .. class .. ";{" or "{"
    local count = 0
    for key in next, value do
      count = count + 1
      if type(key) == "table" or type(key) == "function" then error(at .. " has a key that is no number, text or truth", 0) end
      if count > MAX_ENTRIES then error("too much is kept in " .. at, 0) end
    end
    for _, key in ipairs(order.keys_of(value)) do
      freeze_value(key, into, rows, depth + 1, at)
      freeze_value(value[key], into, rows, depth + 1, at)
      if #into > MAX_LENGTH then error("too much is kept in " .. at, 0) end
    end
    into[#into + 1] = "}"
  else not_plain(value, at) end
end
local function changed_cell(cell)
  local _, value = upvalue(cell.f, cell.at)
  return not is_same(value, cell.kept), value
end
-- What differs from what was loaded, "" for nothing, and the players and cards in it.
function keeping.state()
  if not dirty[1] and not cells[1] then return "", nil end
  local into, rows = {}, {}
  sort(dirty, function(a, b) return a.number < b.number end)
  for _, record in ipairs(dirty) do
    local now, kept, at = record.meta.__index, record.kept, record.where or "a table"
    local begun = false
    local function differs(key, value)
      if not begun then into[#into + 1] = "@" .. record.number .. ";"; begun = true end
      freeze_value(key, into, rows, 0, at)
      freeze_value(value, into, rows, 0, at)
    end
    local keys = {}
    for key in next, now do if not is_same(rawget(now, key), rawget(kept, key)) then keys[key] = true end end
    for key in next, kept do if rawget(now, key) == nil then keys[key] = true end end
    for key in next, keys do
      if type(key) == "table" or type(key) == "function" then error(at .. " has a key that is no number, text or truth", 0) end
    end
    if next(keys) then
      for _, key in ipairs(order.keys_of(keys)) do differs(key, rawget(now, key)) end
    end
  end
  for number, cell in ipairs(cells) do
    local changed, value = changed_cell(cell)
    if changed then
      into[#into + 1] = "^" .. number .. ";"
      local info = debug.getinfo(cell.f, "S")
      freeze_value(value, into, rows, 0, sub(info.source, 2) .. ":" .. info.linedefined .. ": " .. cell.name)
    end
  end
  local text = concat(into)
  if #text > MAX_LENGTH then error("scripts keep too much from one call to the next", 0) end
  return text, rows
end

-- ------------------------------------------------------------------ views
-- All stands as it was loaded.
local function reset()
  for at = #dirty, 1, -1 do
    local record = dirty[at]
    local meta = record.meta
    meta.__index, meta.__newindex, dirty[at] = record.kept, record.first, nil
  end
  for _, cell in ipairs(cells) do set_upvalue(cell.f, cell.at, cell.kept) end
end
local function number_at(text, at)
  local last = find(text, ";", at, true)
  return tonumber(sub(text, at, last - 1)), last + 1
end
local thaw
local function thaw_into(text, at, old, t)
  -- Tables that stand at the same place stay the same tables: somebody may be holding them.
  while byte(text, at) ~= 125 do
    local key, value
    key, at = thaw(text, at)
    value, at = thaw(text, at, old and old[key])
    t[key] = value
  end
  return at + 1
end
function thaw(text, at, old)
  local mark = sub(text, at, at)
  at = at + 1
  if mark == "T" then return true, at elseif mark == "F" then return false, at elseif mark == "_" then return nil, at end
  if mark == "N" then return number_at(text, at) end
  if mark == "R" then local number; number, at = number_at(text, at); return things[number], at end
  if mark == "S" then
    local last = find(text, ":", at, true)
    local length = tonumber(sub(text, at, last - 1))
    local value = sub(text, last + 1, last + length)
    return (gsub(value, "\\(%d%d%d)", function(code) return char(tonumber(code)) end)), last + length + 1
  end
  if mark == "O" then
    local comma = find(text, ",", at, true)
    local kind, number = sub(text, at, comma - 1)
    number, at = number_at(text, comma + 1)
    return kinds[kind].object(number), at
  end
  local meta
  if mark == "M" then
    local last = find(text, ";", at, true)
    meta, at = kinds[sub(text, at, last - 1)].meta, last + 2
  elseif mark == "C" then
    meta, at = number_at(text, at)
    meta, at = order.metatable(things[meta]), at + 1
  end
  local before, t = nil, {}
  local was = type(old) == "table" and not number_of[old] and metatable_of(old)
  if was ~= false and (was == meta or was and given_meta[was] == given_meta[meta]) then
    before, t = {}, old
    for key, value in next, old do before[key] = value end
    for key in next, before do old[key] = nil end
  end
  at = thaw_into(text, at, before, t)
  return meta and setmetatable(t, meta) or t, at
end
-- Lays out what is kept; what the view has now is taken over where it is at the same place.
function keeping.lay_out(text)
  local held = {}
  for _, record in ipairs(dirty) do held[record.number] = record.meta.__index end
  local cells_held = {}
  for number, cell in ipairs(cells) do cells_held[number] = select(2, changed_cell(cell)) end
  reset()
  local at = 1
  while at <= #text do
    local mark, number = sub(text, at, at)
    number, at = number_at(text, at + 1)
    if mark == "^" then
      local value
      value, at = thaw(text, at, cells_held[number])
      set_upvalue(cells[number].f, cells[number].at, value)
    else
      local record = records[number]
      local now, old = record.copied(), held[number]
      while at <= #text and not find(text, "^[@^]", at) do
        local key, value
        key, at = thaw(text, at)
        value, at = thaw(text, at, old and rawget(old, key))
        rawset(now, key, value)
      end
    end
  end
end
-- Begins anew, and gives what was there, for `put_back`; nil where there was nothing.
function keeping.put_aside()
  if not dirty[1] and not cells[1] then return nil end
  local aside = {}
  for at, record in ipairs(dirty) do aside[at] = {record, record.meta.__index} end
  local values = {}
  for number, cell in ipairs(cells) do values[number] = select(2, changed_cell(cell)) end
  aside.cells = values
  reset()
  return aside
end
function keeping.put_back(aside)
  if dirty[1] or cells[1] then reset() end
  if not aside then return end
  for at, one in ipairs(aside) do
    local record, copy = one[1], one[2]
    record.meta.__index, record.meta.__newindex, dirty[at] = copy, copy, record
  end
  for number, cell in ipairs(cells) do set_upvalue(cell.f, cell.at, aside.cells[number]) end
end
keeping.reset, keeping.dirty, keeping.cells = reset, dirty, cells
return keeping
