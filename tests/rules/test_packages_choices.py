"""
What packages hear of choices (manual 4 and 10.5): ChoiceMade of every request, by skills and by the
filters of AI files.
"""

from __future__ import annotations

import pytest
from packages_in_lua import Lab, game_with

from rules.playing.bots import make_bot
from rules.running.match import Match
from rules.scenario import Player

ABOVE = """
sgs.LoadTranslationTable{["worded:yes"] = "Is it so?"}
local sample = sgs.CreateSkillCard{name = "sample", target_fixed = true, on_use = function() end}
sgs.Sanguosha:addSkills({
    sgs.CreateTriggerSkill{name = "ear", events = {sgs.ChoiceMade}, can_trigger = function() return true end,
        on_trigger = function(self, event, player, data)
            local use, room = data:toCardUse(), player:getRoom()
            local said = data:toString()
            if use.card then
                said = "use " .. use.from:objectName() .. " " .. use.card:toString()
                for _, p in sgs.qlist(use.to) do said = said .. " " .. p:objectName() end
            end
            room:setTag("told", sgs.QVariant(room:getTag("told"):toString() .. said .. ";"))
        end},
    sgs.CreateViewAsSkill{name = "sampling", view_as = function() return sample:clone() end,
        enabled_at_play = function() return false end,
        enabled_at_response = function(self, p, pattern) return pattern == "@sample" end},
})
"""  # noqa: E501
OTHER = "local other = player:getNextAlive() "
NAKED = "other:throwAllHandCards() "
GIVEN = "room:obtainCard(other, 45) room:obtainCard(other, 46) "
EMPTY = "player:throwAllHandCards() "
IDS = "local ids = sgs.IntList() ids:append(45) ids:append(46) "
THREE = EMPTY + "for _, id in ipairs{45, 46, 30} do room:obtainCard(player, id) end "
USES = """local use = sgs.CardUseStruct()
    use.from, use.card = player, sgs.Sanguosha:getCard({})
    use.to:append(other) room:useCard(use) """
#: Of each request: its lines, what is answered, and what is told of it.
CHOICES = {
    "invoked": ("room:askForSkillInvoke(player, 'invoked')", [[0]], "skillInvoke:invoked:yes"),
    "worded": ("room:askForSkillInvoke(player, 'worded')", [[1]], "skillInvoke:worded:no"),
    "unowned": ("room:askForSkillInvoke(player, 'other')", [[0]], "skillInvoke:other:yes"),
    "choice": ("room:askForChoice(player, 'R', 'a+b+c')", [[1]], "skillChoice:R:b"),
    "player": (
        OTHER + "room:askForPlayerChosen(player, room:getOtherPlayers(player), 'R')", [[1]],
        "playerChosen:R:sgs{third}",
    ),
    "taken": (
        OTHER + "room:installEquip(other, 'axe') room:askForCardChosen(player, other, 'he', 'R')",
        [[1]], "cardChosen:R:59",
    ),
    "unseen": (OTHER + "room:askForCardChosen(player, other, 'h', 'R')", [], ""),
    "grace": (
        IDS + "room:askForAG(player, ids, false, 'R')",
        [[1]], "AGChosen:R:46",
    ),
    "refused_grace": (
        IDS + "room:askForAG(player, ids, true, 'R')",
        [[2]], "AGChosen:R:-1",
    ),
    "discard": (THREE + "room:askForDiscard(player, 'R', 2)", [[0, 2]], "cardDiscard:$45+30"),
    "kept": (THREE + "room:askForDiscard(player, 'R', 2, true)", [[1]], ""),
    "shown": (THREE + OTHER + "room:askForCardShow(player, other, 'R')", [[1]], "cardShow:R:_46_"),
    "played": (
        THREE + "room:askForCard(player, 'jink', '@x:' .. player:objectName())", [[0]],
        "cardResponsed:jink:@x:sgs{first}:_30_",
    ),
    "thrown": (THREE + "room:askForCard(player, '.', '@x')", [[1]], "cardResponsed:.:@x:_46_"),
    "unplayed": (
        THREE + "room:askForCard(player, 'jink', '@x')", [[1]], "cardResponsed:jink:@x:_nil_",
    ),
    "unable": (EMPTY + "room:askForCard(player, 'jink', '@x')", [], "cardResponsed:jink:@x:_nil_"),
    "unused": (
        "room:acquireSkill(player, 'sampling') room:askForUseCard(player, '@sample', '@x')", [[1]],
        "askForUseCard:@sample:@x:nil",
    ),
    "used": (
        "room:acquireSkill(player, 'sampling') room:askForUseCard(player, '@sample', '@x')", [[0]],
        "use sgs{first} #sample:.:",
    ),
    "active": (
        THREE + "player:setHp(1) local use = sgs.CardUseStruct() room:activate(player, use)", [[0]],
        "use sgs{first} 45 sgs{first}",
    ),
    "peach": (
        THREE + OTHER + "room:askForSinglePeach(player, other)", [[0]], "peach:sgs{second}:-2:45",
    ),
    "gifts": (
        IDS + "for _, id in sgs.qlist(ids) do room:obtainCard(player, id) end "
        "room:askForYiji(player, ids)", [[1], [0]],
        "Yiji:yiji:sgs{first}:sgs{second}:$46",
    ),
    "seen": (
        OTHER + NAKED + GIVEN + "room:doGongxin(player, other)", [[1]],
        "viewCards:sgs{first}:sgs{second};skillChoice:gongxin:discard",
    ),
    # of the game's own cards
    "snatched": (
        OTHER + "room:installEquip(other, 'axe') " + USES.format(88), [[1]], "cardChosen:snatch:59",
    ),
    "slashed": (
        OTHER + NAKED + "room:obtainCard(other, 30) " + USES.format(0), [["no card"]],
        "cardResponsed:jink:slash-jink:sgs{first}:_nil_",
    ),
    "duelled": (
        OTHER + NAKED + "room:obtainCard(other, 3) " + USES.format(77), [[0]],
        "cardResponsed:slash:duel-slash:sgs{first}:_3_;"
        "cardResponsed:slash:duel-slash:sgs{second}:_nil_",
    ),
    "burnt": (
        EMPTY + OTHER + NAKED + GIVEN + USES.format(135), [[1]], "cardShow:fire_attack:_46_",
    ),
    "shown_hand": (
        OTHER + "room:showAllCards(player, other)", [], "viewCards:sgs{second}:sgs{first}",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    heard = "room:acquireSkill(player, 'ear') {} say(room:getTag('told'):toString())"
    cases = {name: heard.format(lines) for name, (lines, _, _) in CHOICES.items()}
    return Lab(tmp_path_factory.mktemp("choices"), cases, ABOVE)


@pytest.mark.parametrize("case", CHOICES)
def test_every_request_tells_what_was_chosen(lab, case):
    _, answers, told = CHOICES[case]
    run = lab.run(case)
    for answer in answers:
        run.answer(*answer)
    first = run.match.field("current")
    told = told.format(first=first, second=first % 5 + 1, third=(first + 1) % 5 + 1)
    assert run.go_on().found == (told and told + ";")


FILTERS = """
sgs.heard = ""
local function hear(text) sgs.heard = sgs.heard .. text .. ";" end
table.insert(sgs.ai_choicemade_filter.cardUsed, function(player, use)
    hear(player:objectName() .. " uses " .. use.card:objectName() .. " on " .. use.to:length())
end)
sgs.ai_choicemade_filter.cardResponsed["slash-jink"] = function(player, list)
    hear(player:objectName() .. " answers " .. list[2] .. " " .. list[#list])
end
function SmartAI:activate(use) self:log(sgs.heard) end
"""


def heard(match):
    """What filters have heard when somebody is asked to play."""
    choice = match.choices[0]
    assert choice.prompt == "play"
    make_bot("smart", 1).choose(match, choice.seat)
    return match.program.scripts.output[-1].partition(": ")[2]


def laid_out(pack, hand, answers=()):
    """A match in which the lord, in seat 0, has these cards, after these answers."""
    players = [
        {"role": ["lord"], "general": ["huanggai"], "phase": "play", "hand": hand},
        {"secretRole": ["rebel"], "general": ["ganning"], "hand": ["jink_d2"]},
    ]
    given = {"at": "onActions", "seat": 0, "rest": "empty", "match": {"current": 0}}
    given |= {"players": players, "zones": {"inForce": ["packages.rule.choices"]}}
    scenario = {"name": "choices", "seats": 2, "given": given, "when": [*answers]}
    player = Player(pack, {**scenario, "then": {"over": False}})
    assert player.play() == []
    return player.match


@pytest.fixture(scope="module")
def listening(tmp_path_factory):
    return game_with(tmp_path_factory.mktemp("filters"), **{"ai/x-ai": FILTERS})


SLASH = [
    {"choose": "use", "card": "slash_s7"},
    {"choose": "on", "player": 1},
    {"by": 1, "choose": "play", "card": "jink_d2"},
]


def test_filters_of_ai_files_hear_what_was_chosen_in_this_turn(listening):
    hand = ["slash_s7", "ex_nihilo_h7", "dilu_c5"]
    match = laid_out(listening, hand, SLASH)
    assert heard(match) == "sgs1 uses slash on 1;sgs2 answers jink _33_;"
    assert heard(Match.load(listening, match.save())) == heard(match)


def test_filters_hear_nothing_of_earlier_turns(listening):
    match = laid_out(listening, ["slash_s7", "dilu_c5"], [*SLASH, {"choose": "end"}])
    while match.choices[0].prompt != "play" or match.choices[0].seat == 0:
        match.answer(match.choices[0].seat, match.choices[0].default)
    assert "uses slash" not in heard(match)


def test_nothing_is_noted_where_no_file_of_a_package_has_a_filter(lab):
    match = lab.run("choice").answer(1).match
    assert not [name for _, name in match.tags if name.startswith("choice")]


def test_a_filter_that_fails_is_told_and_the_others_are_heard(tmp_path):
    lines = FILTERS.replace(
        '"slash-jink"] = function(player, list)', '"slash-jink"] = function()\n error("lost")'
    )
    match = laid_out(game_with(tmp_path, **{"ai/x-ai": lines}), ["slash_s7", "dilu_c5"], SLASH)
    assert heard(match) == "sgs1 uses slash on 1;"
    assert any("lost" in line for line in match.program.scripts.output)
