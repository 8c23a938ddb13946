"""Scripts are read as the client of their authors reads them, and every line keeps its number."""

from __future__ import annotations

import lupa.lua52 as lupa
import pytest
from scripted import SCRIPT_OF_TESTS, built

from rules.ground.errors import PackError
from rules.lua.source import MOST, prepared, without_continue


def run(source):
    text = without_continue(source)
    assert text.count("\n") == source.count("\n")
    return lupa.LuaRuntime().execute(text)


LOOP = "local s = 0 for i = 1, 6 do\n{} s = s + i end return s"


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (LOOP.format("if i % 2 == 0 then continue end"), 9),
        (LOOP.format("if i % 2 == 0 then continue; end local x = i"), 9),
        (LOOP.format("if i > 4 then break end if i == 2 then continue end"), 8),
        (LOOP.format("for j = 1, 3 do if j == 2 then continue end s = s + 10 end"), 141),
        (LOOP.format("local f = function() for k = 1, 2 do continue end end f()"), 21),
        ("local s, i = 0, 0 while i < 5 do i = i + 1 if i == 3 then continue end s = s + i end"
         " return s", 12),
        ("local s, i = 0, 0 repeat i = i + 1 if i == 3 then continue end s = s + i until i > 4"
         " return s", 12),
        ("for i = 1, 3 do if i < 3 then continue end return i end", 3),
        ("for i = 1, 3 do continue end return 7", 7),
        ("local continue = 4 for i = 1, 2 do continue = continue + 1 end return continue", 6),
        ("local t = {continue = 1} for i = 1, 2 do t.continue = i end return t.continue", 2),
        ("for i = 1, 1 do goto continue ::continue:: end return 5", 5),
        ("local s = 'if x then continue end' --[[ continue ]] --continue\nreturn #s", 22),
        ("local s = [==[ continue ]] ]==] for i = 1, 2 do continue end return #s", 13),
        ("local function continue() return 3 end for i = 1, 2 do continue() end return continue()",
         3),
        ("for i = 1, 2 do do continue end end return 1", 1),
        ("local n = 0 for _, f in ipairs{function() return 1 end} do if f() == 1 then n = 5"
         " continue end n = 9 end return n", 5),
    ],
)  # fmt: skip
def test_continue_leaves_out_the_rest_of_a_turn(source, result):
    assert run(source) == result


def test_a_script_may_begin_with_a_mark_of_its_encoding_or_a_line_for_the_shell():
    assert prepared("\ufeffreturn 1") == "return 1"
    assert prepared("#!lua\nreturn 1").splitlines()[1] == "return 1"


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("\x1bLua\x52\0\1", "byte 5 is not UTF-8"),
        ("x = 1 \0", "byte 6 is not UTF-8"),
        ("-" * (MOST + 1), "at most 1000000 characters"),
        ("x = " + "(" * 100_000, "cards.lua:1"),
        ("x = " + "{" * 1_000, "cards.lua:1"),
        ("x = " + "-" * 90_000 + "1", "cards.lua:1"),
        ("if " * 50_000, "cards.lua:1"),
        ("loadstring('x')", "cards.lua:1: there is no loadstring here"),
        ("setfenv(1, {})", "cards.lua:1: there is no setfenv here"),
        ("\n\nos.time()", "cards.lua:3: there is no os.time here"),
        ("string.dump(print)", "cards.lua:1"),
        ("debug.sethook()", "cards.lua:1"),
    ],
)
def test_what_is_no_script_is_refused_with_a_sentence(tmp_path, script, message):
    with pytest.raises(PackError, match=message):
        built(tmp_path, script)


@pytest.mark.parametrize(
    "lines",
    [
        "",
        'module("extensions.x", package.seeall)',
        'require "lua/sgs_ex"',
        "local name = ... assert(name == 'cards.lua')",
        "assert(table.getn({1, 2}) == 2 and math.mod(5, 3) == 2 and unpack({4}) == 4)",
        "for word in string.gfind('a b', '%a') do assert(word) end",
        "table.foreach({a = 1}, function(k, v) assert(k == 'a' and v == 1) end)",
        "assert(math.pow(2, 3) == 8 and math.log10(100) == 2 and 7 % 4 == 3)",
        "assert(('%d'):format(2.5) == '2' and ('%5.1f|%s'):format(1.25, nil) == '  1.2|nil')",
        "assert(('a,b'):gsub(',', ';') == 'a;b' and #('中文') == 6)",
        "x = 1\r\ny = 2\r\nassert(x + y == 3)\r\n",
        "assert(tostring({}) == 'table' and tostring(print) == 'function')",
        "assert(select('#', pcall(error, nil)) == 2)",
        "assert(next({}) == nil and next({5}) == 1)",
        "print('x') collectgarbage() assert(_VERSION == 'Lua 5.1')",
    ],
)
def test_habits_of_authors_work(tmp_path, lines):
    built(tmp_path, lines + "\n" + SCRIPT_OF_TESTS)
