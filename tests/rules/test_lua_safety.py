"""
What scripts that mean harm can do: fail, with a sentence and the line, and nothing else. The same
statements are put into packages at random by `rules.fuzz --scripts`.
"""

from __future__ import annotations

import re

import pytest
from scripted import SCRIPT_OF_TESTS, built, played

from rules.fuzz.hostile import STATEMENTS
from rules.ground.errors import PackError, RuleError
from rules.running.match import Match
from rules.running.symbols import symbol_of

OF_A_GAME = ("player", "room", "sgs")
LINES = [line for line in STATEMENTS if not any(name in line for name in OF_A_GAME)]
END, LONG, MANY = "does not come to an end", "would become too long", "cannot be given one by one"
PATTERN, KEPT = "pattern could take too long", "last from one call to the next"
#: By how a statement begins, what is said of it; None: it does no harm.
SAID = {
    "while true do end": END,
    "while true do pcall(": END,
    "repeat": END,
    "xpcall(function() error() end": END,
    "xpcall(function() error({}) end": None,
    "for i = 1, 1e18": END,
    "local function f() return f() + 1": f"{END}|stack overflow",
    "local function f() return tostring": "C stack overflow",
    "local t = setmetatable({}, {__index": "C stack overflow",
    "local t = setmetatable({}, {__lt": END,
    "local t = setmetatable({}, {__concat": "C stack overflow",
    "local t = setmetatable({}, {__len": MANY,
    "local t = setmetatable({}, {__call": END,
    "error(setmetatable": "an error that is a table",
    "error(nil)": "an error without a message",
    "error(error)": "an error that is a function",
    "local t = {} for i = 1, 3000": "invalid order function",
    "local t = {} for i = 1, 1e9 do t[i] = {} end": f"{END}|memory",
    'local s = "x" while true': "memory|end",
    'local s = ("x"):rep(1e6) while true': END,
    "pcall(function() local t": "memory|end",
    'string.rep("x", 1e9)': LONG,
    'string.format("%99999d"': "invalid format",
    'string.format("%s%s%s"': LONG,
    'string.format("%d", 1e300)': "proper range",
    '("x"):rep(1e6):byte(1, -1)': MANY,
    "table.unpack({}, 1, 1e7)": MANY,
    "table.concat({}": "table.concat needs texts",
    '(("a"):rep(40)):match': PATTERN,
    '(("a"):rep(400)):find': PATTERN,
    '(("("):rep(4000)):find("%b()")': PATTERN,
    '(("a"):rep(1e5)):gsub(".", function': END,
    '(("a"):rep(1e3)):gsub(".", ("x")': LONG,
    "coroutine.yield": "there is no coroutine.yield here",
    "load(": "there is no load here",
    "loadstring(": "there is no loadstring here",
    "string.dump": "nil value",
    "debug.sethook": "nil value",
    'getmetatable("").__index': "index a nil value",
    'setmetatable("", {})': "setmetatable needs a table",
    "leak = function() end": KEPT,
    'leak = setmetatable({}, {__mode = "k"})': "no __gc and no __mode",
    "leak = {} leak.leak": "holds itself",
    "leak = {[{}] = 1}": "has a key that is no number",
    'leak = ("x"):rep(1e6)': "too much is kept",
    "leak = 0 / 0": "a number that is none",
    "math.random(1e300)": "math.random needs two numbers",
    "math.randomseed(os.time())": "there is no os.time here",
    'return "\\255"': "cut in the midst of a letter",
    "return 0 / 0": "a number belongs here",
    "io.open": "there is no io.open here",
    'require("os")': None,
    "_G = nil": None,
    "string.format = nil": None,
    "local _ENV = {}": None,
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    functions = "".join(
        f'\nexport("try.{number}", function(this, who) do ;{line} end end)'
        for number, line in enumerate(LINES)
    )
    return built(tmp_path_factory.mktemp("safety"), SCRIPT_OF_TESTS + functions)


def tried(pack, number):
    """What a statement fails with; None: it does not. The match is thrown away."""
    state, function = pack.program.scripts.state(), symbol_of(f"try.{number}")
    state.by_symbol[function] = state.functions[f"try.{number}"]
    match = Match.new(pack, 2, 1)
    try:
        pack.program.scripts.drive(match, [function, (1, 2), ()], [])
    except RuleError as error:
        return str(error)
    return None


@pytest.mark.parametrize("begins", SAID)
def test_what_means_harm_fails_with_a_sentence(pack, begins):
    number = next(at for at, line in enumerate(LINES) if line.startswith(begins))
    said = tried(pack, number)
    if SAID[begins] is None:
        assert said is None
    else:
        assert re.search(SAID[begins], said)
        assert said.startswith(("cards.lua:", "try.", "C stack", "too much", "a text", "a number"))


def test_no_statement_that_means_harm_changes_a_match_that_comes_after(pack):
    before = played(pack, 5)[0]
    for number in range(len(LINES)):
        tried(pack, number)
    assert played(pack, 5)[0] == before


@pytest.mark.parametrize("line", LINES)
def test_a_file_that_means_harm_as_it_loads_is_refused_or_loads(tmp_path, line):
    said = "tiny/lua/cards.lua"
    try:
        built(tmp_path, f"do ;{line} end\n{SCRIPT_OF_TESTS}")
    except PackError as error:
        said = str(error)
    assert said.startswith("tiny/lua/cards.lua")


def test_a_script_cannot_hide_that_its_memory_is_used_up(tmp_path):
    """How much there is depends on the process: what comes of it must be left out as a whole."""
    hides = """export("frost.play", function(this, who)
      local fine = pcall(function() local s = "x" while true do s = s .. s end end)
      do_wonder(7) end)"""
    script = SCRIPT_OF_TESTS + hides
    made = built(tmp_path, script)
    match = Match.new(made, 2, 1)
    registers = [symbol_of("frost.play"), (1, 2), ()]
    with pytest.raises(RuleError, match="a script has used up its memory"):
        made.program.scripts.drive(match, registers, [])
