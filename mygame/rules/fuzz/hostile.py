"""What scripts of people who mean harm, or do not know better, may hold; and changes at random."""

from __future__ import annotations

import re
from random import Random

#: Statements. `room` and `player` may be there, or not.
STATEMENTS = tuple(
    line
    for line in r"""
while true do end
while true do pcall(function() while true do end end) end
repeat local s = pcall(error) until false
xpcall(function() error() end, function() while true do end end)
xpcall(function() error({}) end, function(e) error(e) end)
for i = 1, 1e18 do end
local function f() return f() + 1 end f()
local function f() return pcall(f) end f()
local function f() return tostring(setmetatable({}, {__tostring = f})) end f()
local t = setmetatable({}, {__index = function(t, k) return t[k] end}) local x = t.x
local t = setmetatable({}, {}) getmetatable(t).__index = t local x = t.x
local t = setmetatable({}, {__lt = function() while true do end end}) local x = t < t
local t = setmetatable({}, {__concat = function(a, b) return a .. b end}) local x = t .. t
local t = setmetatable({}, {__len = function() return 1e18 end}) table.unpack(t) table.concat(t)
local t = setmetatable({}, {__call = function(f, ...) return f(...) end}) t(1)
local m = {__eq = function(a, b) return a == b end} x = setmetatable({}, m) == setmetatable({}, m)
error(setmetatable({}, {__tostring = function() while true do end end}))
error(setmetatable({}, {__tostring = function() return {} end}))
error(nil)
error(error)
error()
local t = {} for i = 1, 3000 do t[i] = i % 7 end table.sort(t, function() return true end)
local t = {} for i = 1, 500 do t[i] = {} end table.sort(t)
table.sort({3, 2, 1}, function(a, b) error({}) end)
local t = {} for i = 1, 1e9 do t[i] = {} end
local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1e6) .. i end
local s = "x" while true do s = s .. s end
local s = ("x"):rep(1e6) while true do local t = s .. "a" end
local s = ("x"):rep(1e6) while true do s:upper() end
local s = ("x"):rep(1e6) while true do s:find("y", 1, true) end
pcall(function() local t = {} while true do t[#t + 1] = ("x"):rep(1e6) .. #t end end)
string.rep("x", 1e9)
string.rep("", 1e300)
string.rep("x", -1e300)
string.rep("x", 0 / 0)
string.format("%99999d", 1)
string.format("%s%s%s", ("x"):rep(1e6), ("x"):rep(1e6), ("x"):rep(1e6))
string.format("%d", 1e300)
string.format("%c%c", 300, -1)
string.format("%", 1)
string.format(("%s"):rep(1000))
string.char(1e9)
("x"):rep(1e6):byte(1, -1)
string.byte("x", -1e9, 1e9)
table.unpack({}, 1, 1e7)
table.unpack({}, -1e308, 1e308)
table.concat({}, "x", 1, 1e9)
table.concat(setmetatable({}, {__index = function() return ("x"):rep(1e6) end}), "", 1, 100)
table.insert({}, 1e300, 1)
table.insert(nil, 1)
table.remove({}, -1e9)
select(-1)
select(1e300, 1)
(("a"):rep(40)):match(".-.-.-.-.-.-.-.-b")
(("a"):rep(400)):find(("a?"):rep(40) .. ("a"):rep(40))
(("("):rep(4000)):find("%b()")
(("a"):rep(4000)):gsub("%f[a]a+", "%0%0")
("a"):gsub("a", "%9")
("a"):find("[")
("a"):find("%")
("a"):find(("("):rep(1000))
("a"):find(("(a"):rep(100))
for w in (("a"):rep(1e5)):gmatch("a-") do end
(("a"):rep(1e5)):gsub(".", function(c) while true do end end)
(("a"):rep(1e5)):gsub(".", {})
(("a"):rep(1e3)):gsub(".", ("x"):rep(1e6))
("x"):gsub(".", function() error({}) end)
coroutine.yield(1)
coroutine.wrap(function() while true do coroutine.yield() end end)()
load("\27Lua")
loadstring("while true do end")()
string.dump(function() end)
debug.sethook()
debug.getregistry().x = 1
debug.getupvalue(pcall, 1)
getmetatable("").__index = nil
setmetatable("", {})
string.format = nil
string.len = function() return 1e9 end
table.insert = nil
pairs = nil
_G = nil
_ENV = nil
_ENV = {}
_ENV = setmetatable({}, {__index = _ENV})
local _ENV = {} x = 1
sgs = nil
sgs.Package = nil
sgs.Sanguosha = nil
sgs.Self = 1
leak = (leak or 0) + 1
leaked = leaked or {} leaked[#leaked + 1] = #leaked
leak = function() end
leak = setmetatable({}, {__mode = "k"})
leak = setmetatable({}, {__gc = error})
leak = {} leak.leak = leak
leak = {[{}] = 1}
leak = ("x"):rep(1e6)
leak = "\0\255\128"
leak = 0 / 0
leak = math.huge
leak = {} for i = 1, 1e5 do leak[i] = i end
leak = player leak2 = {player, room}
setmetatable(player, {})
setmetatable(room, {__index = error})
getmetatable(player).__index = nil
getmetatable(room)
player.number = 1e9
player.number = {}
player.order = nil
player.getHp = function() return 100 end
room.drawCards = nil
room.x = (room.x or 0) + 1
rawset(player, "number", 7)
rawset(sgs, "Package", nil)
rawget(room, "x")
rawequal(player, nil)
for k, v in pairs(player) do player[k] = nil end
for k in pairs(_G) do _G[k] = nil end
for k in next, sgs do sgs[k] = nil end
next({}, "nothing")
local t = {1, 2, 3} for k in next, t do t[k] = nil t[k + 1] = 1 end
player:drawCards(-1)
player:drawCards(1e18)
player:drawCards(0 / 0)
player:drawCards(math.huge)
player:drawCards("x")
player:drawCards({})
player:drawCards(2.5)
room:drawCards(nil, 1)
room:drawCards(player, 100)
room:loseHp(player, -5)
room:loseHp(player, 1e18)
room:setPlayerFlag(player, ("x"):rep(1e6))
room:setPlayerFlag(player, "\0\255")
room:setPlayerFlag(player, "-")
room:setPlayerMark(player, "@x", 1e18)
room:setPlayerMark(player, "x\0y", -1)
room:setPlayerMark(player, {}, 1)
room:setTag("x", sgs.QVariant(("x"):rep(1e6)))
room:setTag("x", sgs.QVariant({}))
for i = 1, 1e5 do room:setTag("t" .. i, sgs.QVariant(i)) end
room:askForChoice(player, "x", ("a+"):rep(1e5))
room:askForChoice(player, "x", "\255\254+\0")
room:askForSkillInvoke(nil, nil, nil)
for i = 1, 40 do room:askForSkillInvoke(player, "x") end
while true do room:askForSkillInvoke(player, "x") end
room:throwCard(-1)
room:throwCard(1e18)
room:throwCard(sgs.Sanguosha:getCard(0))
room:obtainCard(player, sgs.Sanguosha:getCard(5))
room:damage(sgs.DamageStruct())
local d = sgs.DamageStruct() d.to = player d.damage = 1e18 room:damage(d)
local d = sgs.DamageStruct() d.to = player d.damage = -3 room:damage(d)
local d = sgs.DamageStruct() d.to = player room:damage(d) room:damage(d) room:damage(d)
room:judge(sgs.JudgeStruct())
room:killPlayer(player)
room:setPlayerProperty(player, "hp", sgs.QVariant(-1e18))
room:setPlayerProperty(player, "maxhp", sgs.QVariant(0))
room:acquireSkill(player, "nothing")
room:acquireSkill(player, ("x"):rep(1e5))
room:acquireSkill(player, "yongsi")
math.random(0)
math.random(1e300)
math.random(5, 1)
math.randomseed(os.time())
goto continue ::continue::
for i = 1, 2 do if i then continue end end
do return end
return {}
return 0 / 0
return "\255"
return math.huge
return true, {}, error
sgs.Sanguosha:cloneCard("nothing", 99, -1)
sgs.Sanguosha:cloneCard({}, {}, {})
sgs.Sanguosha:getCard(1e9)
io.open("/etc/passwd")
require("os")
""".strip().splitlines()
)
EXPRESSIONS = (
    *("nil", "0", "-1", "1e18", "0/0", "math.huge", "{}", '""', '"\\0\\255"', "error", "true"),
    *("(function() while true do end end)", "setmetatable({}, {__index = error})"),
    *('("x"):rep(1e6)', "_G", "_ENV", "sgs", "sgs.Self", "room", "player", "self", "2.5", "..."),
)
_TOKEN = re.compile(
    r"""\s+|--[^\n]*|"[^"\n]*"|'[^'\n]*'|[A-Za-z_]\w*|\d[\w.]*|::|\.\.\.?|.""", re.DOTALL
)
_HEAD = re.compile(r"function\b[^()\n]*\([^()\n]*\)")


def mutate_script(text: str, chance: Random) -> str:
    """A script with one to three changes."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = chance.choice(CHANGES)(text, chance)
    return text


def _insert(text: str, chance: Random) -> str:
    """A hostile statement where a function begins, or where the file does."""
    places = [found.end() for found in _HEAD.finditer(text)] or [0]
    at = chance.choice(places)
    line = chance.choice(STATEMENTS)
    if line.startswith(("return", "continue")):
        line = f"do {line} end"
    return f"{text[:at]} {line.replace('(("', ';(("', 1) if line[0] == '(' else line} {text[at:]}"


def _replace(text: str, chance: Random) -> str:
    tokens, places = _tokens(text)
    at = chance.choice(places)
    tokens[at] = f" {chance.choice(EXPRESSIONS)} "
    return "".join(tokens)


def _delete(text: str, chance: Random) -> str:
    tokens, places = _tokens(text)
    del tokens[chance.choice(places)]
    return "".join(tokens)


def _double(text: str, chance: Random) -> str:
    tokens, places = _tokens(text)
    at = chance.choice(places)
    tokens[at] = f"{tokens[at]} {tokens[at]}"
    return "".join(tokens)


def _swap(text: str, chance: Random) -> str:
    tokens, places = _tokens(text)
    a, b = chance.choice(places), chance.choice(places)
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


def _tokens(text: str) -> tuple[list[str], list[int]]:
    """The tokens of a script, and the places of those that say something."""
    tokens = _TOKEN.findall(text)
    return tokens, [at for at, each in enumerate(tokens) if each.strip()] or [0]


CHANGES = (*[_insert] * 6, *[_replace] * 4, _delete, _double, *[_swap] * 2)
