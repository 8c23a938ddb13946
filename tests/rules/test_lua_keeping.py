"""
What scripts keep in tables and locals from one call to the next is state of the match: it is the
same wherever the match is taken up, and no other match ever sees it.
"""

from __future__ import annotations

from random import Random

import pytest
from scripted import ANSWERS, API, MATCHES, SCRIPT_OF_TESTS, SECTIONS, built, fresh, picks, played
from tiny import build, value

from rules.ground.errors import ActionFailed
from rules.lua.scripts import KEPT
from rules.running.match import Match

KEEPERS = (
    SCRIPT_OF_TESTS.split('export("frost.play"')[0]
    + """
counts, names, deep = {}, {"a", "b"}, {one = {two = {}}}
local last, times = nil, 0
local Class = {}
Class.__index = Class
function Class.more(self) self.n = self.n + 1 return self.n end
local one = setmetatable({n = 0}, Class)
export("frost.play", function(this, who)
  counts[who] = (counts[who] or 0) + 1
  times = times + 1
  local inner = deep.one.two
  inner[#inner + 1] = times % 3 == 0 and who or mana(who)
  if #inner > 4 then table.remove(inner, 1) end
  local paid = do_pay(who, 3)
  if paid == 2 then counts[who] = nil end
  inner.paid = (inner.paid or 0) + paid
  last = {who, inner.paid}
  table.insert(names, "c" .. paid)
  if #names > 6 then names = {"a"} end
  seen = (seen or 0) + one:more()
  for _, card in ipairs(beasts_there()) do do_hurt(card, 1) break end
  do_wonder(frost(this, who))
end)
function frost(this, who)
  local sum = times + (seen or 0) * 7 + (last and last[2] or 0)
  for _, value in pairs(counts) do sum = sum * 3 + value end
  for at, value in ipairs(deep.one.two) do sum = sum + at * value end
  return (sum + #table.concat(names, "-")) % 1000
end
"""
    + SCRIPT_OF_TESTS.split("return kept + health(this) end")[1].replace(
        'export("ox.strong"',
        """
export("ox.hit", function(this, who, card, amount)
  times = times + 10
  local inner = deep.one.two
  if amount > 1 then inner.paid = (inner.paid or 0) + do_pay(who, 1) do_hurt(this, 1) end
  counts.ox = (counts.ox or 0) + amount
end)
export("ox.strong\"""",
    )
)


@pytest.fixture(scope="module")
def keepers(tmp_path_factory):
    return built(tmp_path_factory.mktemp("keepers"), KEEPERS)


def test_what_scripts_keep_is_the_same_wherever_a_match_is_taken_up(keepers):
    """Cloned, and saved and loaded into another state of Lua, before each answer; replayed."""

    def loaded(match):
        fresh(keepers)
        return Match.load(keepers, match.save())

    kept = waited = 0
    for seed in range(MATCHES):
        hashes, waits, match = played(keepers, seed)
        kept += KEPT in match.tags
        waited += waits
        assert played(keepers, seed, lambda match: match.clone(keep=True))[0] == hashes
        assert played(keepers, seed, loaded)[0] == hashes
        fresh(keepers)
        assert Match.replay(keepers, 2, seed, None, match.journal).hash() == match.hash()
    assert kept > MATCHES / 2
    assert waited > MATCHES


def test_matches_that_take_turns_see_nothing_of_what_another_keeps(keepers):
    alone = [played(keepers, seed)[0] for seed in range(10)]
    matches = [(Match.new(keepers, 2, seed), Random(seed), []) for seed in range(10)]
    order = Random(2)
    for _ in range(ANSWERS):
        order.shuffle(matches)
        for match, dice, hashes in matches:
            hashes.append(match.hash())
            match.answer(*picks(match, dice))
    assert sorted(hashes for _, _, hashes in matches) == sorted(alone)


def test_an_answer_that_is_taken_back_takes_back_what_scripts_keep(keepers):
    match, dice = Match.new(keepers, 2, 5), Random(5)
    for _ in range(ANSWERS):
        before = match.clone(keep=True)
        seat, picked = picks(match, dice)
        match.answer(seat, picked)
        other = before.clone(keep=True)
        other.answer(seat, picked)
        assert other.hash() == match.hash()


def play(match, name):
    """Play a spell, answering all that is asked meanwhile by default."""
    option = next(
        at
        for at, each in enumerate(match.choices[0].options)
        if match.card_id(each.entity) == f"t.spell.{name}"
    )
    match.answer(match.choices[0].seat, [option])
    while match.choices[0].prompt != "turn":
        match.answer(match.choices[0].seat, match.choices[0].default)


def with_lines(folder, top, body):
    """The game of the tests, in which frost runs `body` behind the lines at the top of the file."""
    head, _, rest = SCRIPT_OF_TESTS.partition('export("frost.play"')
    _, _, rest = rest.partition("\n")
    frost = f'{top}\nexport("frost.play", function(this, who) {body}\nend)\n'
    return built(folder, head.replace("(kept or 0)", "0") + frost + rest)


@pytest.mark.parametrize(
    ("top", "body", "totals"),
    [
        ("t = {}", "t[1] = (t[1] or 0) + 1 do_wonder(t[1])", [1, 2, 3]),
        ("local t = {}", "t[#t + 1] = who do_wonder(#t)", [1, 2, 3]),
        ("local n = 5", "n = n + 1 do_wonder(n)", [6, 7, 8]),
        ("local a = {b = {c = 1}}", "a.b.c = a.b.c * 2 do_wonder(a.b.c)", [2, 4, 8]),
        ("t = {5, 6, 7}", "do_wonder(#t) table.remove(t)", [3, 2, 1]),
        ("t = {3, 1, 2}", "do_wonder(t[1]) table.sort(t)", [3, 1, 1]),
        ("t = {a = 1, b = 2}", "for k in pairs(t) do do_wonder(1) end t.a = nil", [2, 1, 1]),
        ("t = {x = 1}", "for k, v in next, t do do_wonder(v) end rawset(t, 'y', 1)", [1, 2, 2]),
        ("t = {}", "for _ in ipairs(t) do do_wonder(1) end table.insert(t, 1)", [0, 1, 2]),
        ("x = 1", "do_wonder(x and 1 or 0) x = nil", [1, 0, 0]),
        ("local f = function() return 1 end", "do_wonder(f()) f = math.floor and f", [1, 1, 1]),
        ("local s = 'a'", "s = s .. '\\0\\255；@^;' do_wonder(#s)", [9, 17, 25]),
        ("local h = math.huge", "h = -h do_wonder(h > 0 and 1 or 2)", [2, 1, 2]),
        (
            "local function make() local n = 0 return function() n = n + 1 return n end end"
            " local f = make()",
            "do_wonder(f())",
            [1, 2, 3],
        ),
        (
            "local C = {} C.__index = C function C.f(s) return s.n or 9 end"
            " x = setmetatable({}, C)",
            "do_wonder(x:f()) x.n = 4 y = setmetatable({n = 3}, C) do_wonder(y:f())"
            " if z then do_wonder(z:f()) end z = setmetatable({n = 50}, C)",
            [12, 57, 57],
        ),
        ("function string.twice(s) return s .. s end", "do_wonder(#('ab'):twice())", [4, 4, 4]),
        ("t = {} t.t = t", "t.t.n = (t.n or 0) + 1 do_wonder(t.n)", [1, 2, 3]),
        ("local t = {1}", "do_wonder(#t) _G.z = t t[2] = 1", [1, 2, 2]),
    ],
)
def test_what_a_function_keeps_lasts_until_it_is_called_again(tmp_path, top, body, totals):
    pack = with_lines(tmp_path, top, body)
    for _ in range(2):  # the second match finds all as it was loaded
        match, found = Match.new(pack, 2, 1), []
        for _ in totals:
            before = value(match, "total")
            play(match, "frost")
            fresh(pack) if len(found) == 1 else None
            found.append(value(match, "total") - before - 2 * 5)
        assert found == totals


@pytest.mark.parametrize(
    ("top", "body", "message"),
    [
        ("t = {}", "\nt.f = function() end", r"cards\.lua:\d+: .* holds a function; only"),
        ("local f", "f = function() end", r"cards\.lua:\d+: f holds a function"),
        ("t = {}", "local x = {} x.x = x t.x = x", r"cards\.lua:\d+: .* holds itself"),
        ("t = {}", "t.x = setmetatable({}, {})", r"cards\.lua:\d+: .* object that cannot be kept"),
        ("t = {}", "for i = 1, 3000 do t[i] = i end", "too much"),
        ("t = {}", "t.x = {} for i = 1, 3000 do t.x[i] = i end", "too much"),
        ("t = {}", "t[{}] = 1", r"cards\.lua:\d+: .* has a key that is no number"),
        ("t = {}", "t.n = 0 / 0", "a number that is none"),
        ("t = {}", "t.s = ('x'):rep(90000)", "too much is kept"),
        ("t = {}", "setmetatable(t, {})", "stays as it is"),
    ],
)
def test_what_cannot_be_kept_fails_with_its_line(tmp_path, top, body, message):
    pack = with_lines(tmp_path, top, body)
    match = Match.new(pack, 2, 1)
    with pytest.raises(ActionFailed, match=message):
        play(match, "frost")
    assert KEPT not in match.tags


def test_what_a_file_writes_into_a_table_of_the_game_is_its_own(tmp_path):
    api = """
    shared.game = {make = function() return 1 end, deep = {n = 1}}
    """
    api = API + api
    break_it = "game.make = nil game.deep.n = 7 table.sort, string.format, pairs = nil, nil, nil"
    use_it = (
        SCRIPT_OF_TESTS + "\nif game.make() ~= 1 or game.deep.n ~= 1 then problem('broken') end"
    )
    lua = {"api/api.lua": api, "a.lua": break_it, "b.lua": use_it}
    pack = build(tmp_path, lua=lua, **SECTIONS)
    match = Match.new(pack, 2, 1)
    play(match, "frost")


def test_a_predicate_keeps_nothing(tmp_path):
    pack = with_lines(tmp_path, "", "do_wonder(frost(this, who))")
    script = SCRIPT_OF_TESTS.replace(
        "return mana(who) * 2 + (kept or 0)", "asked = (asked or 0) + 1 return asked"
    )
    pack = built(tmp_path / "other", script)
    match = Match.new(pack, 2, 1)
    for _ in range(3):
        before = value(match, "total")
        play(match, "frost")
        assert value(match, "total") - before - (match.tags[KEPT][1].count("N1;") and 0) > 0
    assert "asked" not in match.tags[KEPT][1]


FIND = "local deep = at for i = 1, 7 do deep = deep[1] end deep = deep.deep"


@pytest.mark.parametrize("body", ["deep.n = 1", "deep.f = b.f", "deep.f = make().f"])
def test_what_is_kept_does_not_depend_on_when_memory_was_freed(tmp_path, body):
    """Lua makes two functions of one code and nothing else to be one, until it frees memory."""
    top = """
    function make() return {f = function() return 1 end} end
    a = {{{{{{make()}}}}}} %s b = make() local at = {{{{{{{{deep = {}}}}}}}}}"""
    kept = set()
    for number, between in enumerate(["", "for i = 1, 100000 do local x = {i} end"]):
        pack = with_lines(tmp_path / str(number), top % between, f"{FIND} {body}")
        match = Match.new(pack, 2, 1)
        play(match, "frost")
        kept.add(match.tags[KEPT][1])
    assert len(kept) == 1
