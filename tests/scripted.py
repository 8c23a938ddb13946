"""A game whose cards call functions in Lua, for the tests of scripts; and random matches of it."""

from __future__ import annotations

import os
from random import Random

from tiny import START, beast, build, spell

from rules.running.match import Match
from rules.running.scripts import SCRIPT

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
