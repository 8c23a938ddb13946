-- Lists of the manual (5): not tables; counted from 0.
local List = {}
List.__index = function(list, key)
  if type(key) == "number" then return list.items[key] end   -- authors write list[1]
  return List[key]
end
List.__len = function(list) return #list.items end
List.__metatable = false
host.kind("list", List)
function List.length(l) return #l.items end
function List.at(l, at) return l.items[at + 1] end
function List.append(l, item) l.items[#l.items + 1] = item end
function List.prepend(l, item) table.insert(l.items, 1, item) end
function List.isEmpty(l) return #l.items == 0 end
function List.first(l) return l.items[1] end
function List.last(l) return l.items[#l.items] end
local function place(l, item)
  for at, one in ipairs(l.items) do if one == item then return at end end
end
function List.contains(l, item) return place(l, item) ~= nil end
function List.removeOne(l, item) local at = place(l, item); if at then table.remove(l.items, at) end return at ~= nil end
function List.removeAt(l, at) return table.remove(l.items, at + 1) end
function List.join(l, between)
  local texts = {}
  for at, item in ipairs(l.items) do texts[at] = tostring(item) end
  return table.concat(texts, between)
end
-- What the game says of something that is so or not so.
function host.is_so(value) return value ~= nil and value ~= false and value ~= 0 end
shared.sgs = {}
local sgs = shared.sgs
for at, name in ipairs{"Frequent", "NotFrequent", "Compulsory", "Limited", "Wake"} do sgs["Skill_" .. name] = at - 1 end
for at, name in ipairs{"Lord", "Loyalist", "Rebel", "Renegade"} do sgs["Player_" .. name] = at - 1 end
function host.new_list(items) return setmetatable({items = items or {}}, List) end
for _, name in ipairs{"SPlayerList", "PlayerList", "CardList", "IntList", "SkillList"} do sgs[name] = host.new_list end
function sgs.QList2Table(l)
  local items = {}
  for at, item in ipairs(l.items) do items[at] = item end
  return items
end
function sgs.qlist(l)
  local items, at = l.items, 0
  return function() at = at + 1; if items[at] ~= nil then return at - 1, items[at] end end
end
function sgs.list(l) if l.items then return sgs.qlist(l) end return ipairs(l) end
function sgs.reverse(t)
  local back = {}
  for at = #t, 1, -1 do back[#back + 1] = t[at] end
  return back
end
function string.split(text, by)
  local parts, from = {}, 1
  while true do
    local first, last = text:find(by, from, true)
    if not first then break end
    parts[#parts + 1] = text:sub(from, first - 1)
    from = last + 1
  end
  parts[#parts + 1] = text:sub(from)
  return parts
end
