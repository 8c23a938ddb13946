"""
Functions in Lua as code of the game: a match that waits in the midst of them is cloned, saved,
loaded, replayed and taken back like any other, and goes on as it would have gone on.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from tiny import START, beast, build, spell, value

from rules.ground.errors import ActionFailed, PackError
from rules.running.match import Match
from rules.running.scripts import SCRIPT
from rules.telling.text import Text

MATCHES = int(os.environ.get("MATCHES") or 40)
ANSWERS = 40

API = """
-- What the scripts of the tests see.
local reads, words = {"mana", "health", "beasts_there", "many"}, {"pay", "take", "hurt", "wonder"}
for _, name in ipairs(reads) do shared[name] = host.read[name] end
for _, name in ipairs(words) do shared["do_" .. name] = host.act[name] end
for _, name in ipairs{"export", "problem", "card", "list"} do shared[name] = host[name] end
"""
SCRIPT_OF_TESTS = """
local function spread(this, who, left)
  local total = 0
  for _, card in ipairs(beasts_there()) do
    if left > 0 and health(card) > 0 and math.random(3) > 1 then
      local cost = do_pay(who, 2)
      total = total + cost
      do_hurt(card, 1 + cost)
      left = left - 1
    end
  end
  if left > 2 then total = total + spread(this, who, left - 2) end
  return total
end
export("bolt.play", function(this, who)
  local before = mana(who)
  local total = spread(this, who, 4)
  local picked = do_take(who, beasts_there())
  for _, card in ipairs(picked) do do_hurt(card, 1) end
  do_wonder(total + before - mana(who))
  return total > 2
end)
export("ox.hit", function(this, who, card, amount)
  if amount > 1 then do_pay(who, 1) do_hurt(this, 1) end
end)
export("frost.cost", function(this, who) return mana(who) * 2 + (kept or 0) end)
export("frost.play", function(this, who) kept = (kept or 0) + 1 do_wonder(frost(this, who)) end)
function frost(this, who) return kept + health(this) end
export("ox.strong", function(this) return health(this) > 5 end)
export("ox.weakest", function()
  local all = beasts_there()
  table.sort(all)
  return {all[1], all[2]}
end)
"""


def call(function, **given):
    return {"type": "script", "function": function, "with": given}


WHO = {"this": "{this}", "who": "{you}"}
PLAYED = {"playerUUID": "{t.target}"}
SECTIONS = {
    "main": [
        {"type": "let", "id": "first", "value": {"chooser": "players"}}, START,
        {"type": "move", "target": {"chooser": "cards", "where": "{it.kind} == beast"},
         "to": "field"},
        {"type": "perform", "at": "onArrive", "target": {"chooser": "cards", "zone": "field"},
         "player": "{first.first}", "with": {"playerUUID": "{first.first}"}},
        {"type": "while", "condition": True, "do": [
            {"type": "loop", "id": "t", "target": {"chooser": "players"}, "do": [
                {"type": "choose", "ask": "{t.target}", "prompt": "turn", "auto": False,
                 "options": [
                    {"id": "play", "each": {"chooser": "cards", "where": "{it.kind} == spell"},
                     "do": [{"type": "perform", "at": "onPlay", "target": "{play}",
                             "player": "{t.target}", "with": PLAYED}]},
                    {"id": "pass"}]}]}]},
    ],
    "define": {
        "values": {
            "mana": {"doc": "x", "source": "x", "params": {"who": "player"},
                     "value": "{who.mana}"},
            "health": {"doc": "x", "source": "x", "params": {"card": "card"},
                       "value": "{card.health}"},
        },
        "conditions": {
            "many": {"doc": "x", "source": "x", "params": {"cards": "cards"},
                     "value": "{cards.count} > 2"}},
        "choosers": {
            "beasts_there": {"doc": "x", "source": "x",
                      "value": {"chooser": "cards", "zone": "field"}}},
        "doables": {
            "pay": {"doc": "x", "source": "x", "params": {"who": "player", "most": "number"},
                    "do": [{"type": "let", "id": "said", "value": {
                        "type": "numberChooser", "ask": "{who}", "minimum": 0,
                        "maximum": "{most}"}}],
                    "result": {"paid": "{said}"}},
            "take": {"doc": "x", "source": "x", "params": {"who": "player", "of": "cards"},
                     "do": [{"type": "let", "id": "said", "value": {
                         "type": "cardChooser", "ask": "{who}", "from": "{of}", "minimum": 0,
                         "maximum": 2}}],
                     "result": {"taken": "{said}"}},
            "hurt": {"doc": "x", "source": "x", "params": {"card": "card", "by": "number"},
                     "do": [{"type": "hit", "target": "{card}", "amount": "{by}"}]},
            "wonder": {"doc": "x", "source": "x", "params": {"by": "number"},
                       "do": [{"type": "note", "amount": "{by}"}]},
        },
    },
    "scripts": {"reads": ["mana", "health", "beasts_there", "many"],
                "words": ["pay", "take", "hurt", "wonder"]},
    "cards": [
        beast("ox", {"at": "onArrive", "do": [{"type": "addTriggers", "triggers": [
            {"event": "onHit", "when": "after", "of": "{this}", "mode": "inPlay", "do": [
                call("ox.hit", **WHO, card="{onHit.beast}", amount="{onHit.amount}")]}]}]},
              count=3),
        spell("bolt", {"at": "onPlay", "do": [
            {**call("bolt.play", **WHO), "id": "done"},
            {"type": "note", "amount": "{done.returned}"}]}),
        spell("frost", {"at": "onPlay", "do": [
            call("frost.play", **WHO),
            {"type": "note", "amount": {"type": "scriptValue", "function": "frost.cost",
                                        "with": WHO}},
            {"type": "loop", "id": "each", "target": {
                "type": "scriptValue", "function": "ox.weakest", "gives": "cards"}, "do": [
                {"type": "if", "condition": {"type": "ScriptHolds", "function": "ox.strong",
                                             "with": {"this": "{each.target}"}},
                 "do": [{"type": "hit", "target": "{each.target}", "amount": 1}]}]}]}),
    ],
}  # fmt: skip


def built(tmp_path, script=SCRIPT_OF_TESTS, api=API, **sections):
    return build(
        tmp_path, lua={"api/api.lua": api, "cards.lua": script}, **{**SECTIONS, **sections}
    )


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return built(tmp_path_factory.mktemp("scripts"))


def picks(match, dice):
    choice = match.choices[0]
    count = dice.randint(choice.minimum, choice.maximum)
    return choice.seat, dice.sample(range(len(choice.options)), count)


def played(pack, seed, between=lambda match: match):
    """The hashes of a match at its choices, of random answers; it goes on from `between` of it."""
    match, dice = Match.new(pack, 2, seed), Random(seed)
    hashes, waits = [], 0
    for _ in range(ANSWERS):
        hashes.append(match.hash())
        waits += any(code is SCRIPT for code, _, _ in match.stack)
        match = between(match)
        match.answer(*picks(match, dice))
    return hashes, waits, match


def fresh(pack):
    """Forget the state of Lua: nothing is kept in one."""
    pack.program.scripts._local.state = None


def test_a_match_that_waits_in_a_script_goes_on_wherever_it_is_taken_up(pack):
    """Cloned, and saved and loaded into another state of Lua, before each answer."""
    waited = 0

    def loaded(match):
        fresh(pack)
        return Match.load(pack, match.save())

    for seed in range(MATCHES):
        hashes, waits, _ = played(pack, seed)
        waited += waits
        assert played(pack, seed, lambda match: match.clone(keep=True))[0] == hashes
        assert played(pack, seed, loaded)[0] == hashes
    assert waited > MATCHES * ANSWERS / 4


def test_a_match_with_scripts_is_replayed_from_its_journal(pack):
    for seed in range(MATCHES // 4):
        _, _, match = played(pack, seed)
        fresh(pack)
        again = Match.replay(pack, 2, seed, None, match.journal)
        assert again.hash() == match.hash()


def test_matches_take_turns_on_one_state_of_lua(pack):
    alone = [played(pack, seed)[0] for seed in range(8)]
    matches = [(Match.new(pack, 2, seed), Random(seed), []) for seed in range(8)]
    order = Random(1)
    for _ in range(ANSWERS):
        order.shuffle(matches)
        for match, dice, hashes in matches:
            hashes.append(match.hash())
            match.answer(*picks(match, dice))
    assert sorted(hashes for _, _, hashes in matches) == sorted(alone)


def test_nothing_that_a_function_writes_into_globals_is_there_the_next_time(pack):
    match = Match.new(pack, 2, 1)
    totals = []
    for _ in range(3):
        option = next(i for i, o in enumerate(match.choices[0].options)
                      if match.card_id(o.entity) == "t.spell.frost")  # fmt: skip
        before = value(match, "total")
        match.answer(match.choices[0].seat, [option])
        while match.choices[0].prompt != "turn":
            match.answer(match.choices[0].seat, match.choices[0].default)
        totals.append(value(match, "total") - before)
    assert totals == [1 + 10, 1 + 10, 1 + 10]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("x = = 1", r"cards\.lua:1.*unexpected symbol near '='"),
        ("\n\nlocal x = nil + 1", r"cards\.lua:3.*arithmetic on a nil value"),
        ("while true do end", r"cards\.lua.*does not come to an end"),
        ("\nproblem('there is no such thing')", r"cards\.lua:2.*there is no such thing"),
        ("do_pay(1, 2)", r"cards\.lua.*nothing can be done while a script loads"),
        ("local y = mana(1)", r"cards\.lua.*only while a match is played"),
        ("card{name = 'x'}", r"api\.lua.*a card that a script declares has no id"),
        ("io.open('x')", r"cards\.lua:1.*index global 'io'"),
    ],
)
def test_what_is_wrong_with_a_script_is_told_with_its_line(tmp_path, script, message):
    with pytest.raises(PackError, match=message):
        built(tmp_path, script)


def test_a_card_names_only_functions_that_scripts_have(tmp_path):
    with pytest.raises(PackError, match=r"no script has a function 'bolt\.pley'.*bolt\.play"):
        built(tmp_path, cards=[spell("bolt", {"at": "onPlay", "do": [call("bolt.pley")]})])


def test_scripts_name_only_words_that_the_pack_defines(tmp_path):
    with pytest.raises(PackError, match=r"no word 'manna'.*mana"):
        built(tmp_path, scripts={"reads": ["manna"], "words": []})


def test_a_script_declares_cards(tmp_path):
    script = (
        SCRIPT_OF_TESTS
        + """
    card{id = "t.spell.made", name = "made", behaviors = list{
        {at = "onPlay", ["do"] = list{{type = "note", amount = 5}}}}}
    """
    )
    pack = built(tmp_path, script)
    assert "t.spell.made" in pack.declarations.catalogue.definitions


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("while true do end", "does not come to an end"),
        ("while true do pcall(function() while true do end end) end", "does not come to an end"),
        ("local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end", "memory|end"),
        ("return (('a'):rep(40)):match('.-.-.-.-.-.-.-.-b')", "pattern could take too long"),
        ("return ('x'):rep(1e9)", "too long"),
        ("return (''):rep(2^40)", "too long"),
        ("error({})", "table"),
        ("local t = setmetatable({}, {__gc = error})", "no __gc"),
        ("table.sort({3, 2, 1}, function(a, b) do_pay(1, 2) return a < b end)", "yield across"),
        ("local function f() return f() + 1 end return f()", "stack overflow|end"),
        ("return nothing.there", "index global 'nothing'"),
        ("for i = 1, 1e9 do mana(1) end", "results|end"),
        ("do_hurt('x')", "number belongs here"),
    ],
)
def test_a_function_that_fails_is_left_out_and_the_answer_stands(tmp_path, body, message):
    script = SCRIPT_OF_TESTS.replace(
        "local before = mana(who)", f"do_wonder(100) if true then {body} end local before = 0"
    )
    pack = built(tmp_path, script)
    match = Match.new(pack, 2, 1)
    option = next(i for i, o in enumerate(match.choices[0].options)
                  if match.card_id(o.entity) == "t.spell.bolt")  # fmt: skip
    with pytest.raises(ActionFailed, match=rf"t\.spell\.bolt: .*({message})"):
        match.answer(match.choices[0].seat, [option])
    assert match.choices[0].seat == 1
    assert value(match, "total") == 0
    again = Match.replay(pack, 2, 1, None, match.journal)
    assert again.hash() == match.hash()


CHOOSING = """
host.words("en", "said", {["a b"] = "A of {who}", ["line"] = "{who} says {word}"})
host.export("bolt.play", function(this, who)
  local said = host.act.choose_text(who, {"a b", "x|y {z}" .. who, "ox", ""}, "line")
  host.act.tell_text(who, said, "line")
end)
host.export("frost.play", function(this, who) host.act.choose_text(who, {1}, "") end)
"""
WITH_TEXTS = {
    "define": {
        **SECTIONS["define"],
        "doables": {
            "choose_text": {
                "doc": "x", "source": "x",
                "params": {"who": "player", "of": "texts", "line": "text"},
                "do": [
                    {"type": "let", "id": "said", "value": "{line}"},
                    {"type": "choose", "ask": "{who}", "prompt": "texts", "options": [
                        {"id": "words", "each": "{of}",
                         "do": [{"type": "let", "id": "said", "value": "{words}"}]}]}],
                "result": {"said": "{said}"}},
            "tell_text": {
                "doc": "x", "source": "x",
                "params": {"who": "player", "word": "text", "line": "text"},
                "do": [{"type": "log", "message": "told",
                        "with": {"who": "{who}", "word": "{word}", "line": "{line}"}}]},
        }},
    "scripts": {"words": ["choose_text", "tell_text"]},
    "words": {"en": {"prompt": {"texts": "which?"}, "option": {"words": "{entity}"},
                     "log": {"told": "{line}!"}}},
}  # fmt: skip


def test_a_player_chooses_among_texts_that_a_script_gives(tmp_path):
    """Shown as the words have them, by the name of a card, or as they stand; kept when saved."""
    cards = [beast("ox"), *(
        spell(name, {"at": "onPlay", "do": [call(f"{name}.play", **WHO)]})
        for name in ("bolt", "frost")
    )]  # fmt: skip
    pack = built(tmp_path, "", CHOOSING, **{**WITH_TEXTS, "cards": cards})
    match = Match.new(pack, 2, 1)
    text = Text(pack, "en", ["Ann", "Bob"])
    while match.choices[0].prompt != "texts":
        offered = [match.card_id(option.entity) for option in match.choices[0].options]
        match.answer(match.choices[0].seat, [offered.index("t.spell.bolt")])
    shown = [text.option(option, match) for option in match.choices[0].options]
    assert shown == ["A of", "x｜y {z}1", "ox", ""]
    fresh(pack)
    match = Match.load(pack, match.save())
    assert match.clone().view(0)["choices"][0]["options"][1]["entity"] == "x|y {z}1"
    match.answer(0, [1])
    assert text.log(match.log[-1], None) == "Ann says x｜y {z}1!"
