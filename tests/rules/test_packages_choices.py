"""
What packages hear of choices (manual 4 and 10.5): ChoiceMade of every request, by skills and by the
filters of AI files.
"""

from __future__ import annotations

import pytest
from packages_in_lua import Lab

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
EMPTY = "player:throwAllHandCards() "
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
        "local ids = sgs.IntList() ids:append(45) ids:append(46) room:askForAG(player, ids, false, 'R')",
        [[1]], "AGChosen:R:46",
    ),
    "refused_grace": (
        "local ids = sgs.IntList() ids:append(45) ids:append(46) room:askForAG(player, ids, true, 'R')",
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
    "unplayed": (THREE + "room:askForCard(player, 'jink', '@x')", [[1]], "cardResponsed:jink:@x:_nil_"),
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
        "local ids = sgs.IntList() ids:append(45) ids:append(46) room:obtainCard(player, 45) "
        "room:obtainCard(player, 46) room:askForYiji(player, ids)", [[1], [0]],
        "Yiji:yiji:sgs{first}:sgs{second}:$46",
    ),
    "seen": (
        OTHER + "other:throwAllHandCards() room:obtainCard(other, 45) room:obtainCard(other, 46) "
        "room:doGongxin(player, other)", [[1]],
        "viewCards:sgs{first}:sgs{second};skillChoice:gongxin:discard",
    ),
    # of the game's own cards
    "snatched": (
        OTHER + "room:installEquip(other, 'axe') " + USES.format(88), [[1]], "cardChosen:snatch:59",
    ),
    "slashed": (
        OTHER + "other:throwAllHandCards() room:obtainCard(other, 30) " + USES.format(0), [["no card"]],
        "cardResponsed:jink:slash-jink:sgs{first}:_nil_",
    ),
    "duelled": (
        OTHER + "other:throwAllHandCards() room:obtainCard(other, 3) " + USES.format(77), [[0]],
        "cardResponsed:slash:duel-slash:sgs{first}:_3_;cardResponsed:slash:duel-slash:sgs{second}:_nil_",
    ),
    "burnt": (
        EMPTY + OTHER + "other:throwAllHandCards() for _, id in ipairs{45, 46} do room:obtainCard(other, id) end "
        + USES.format(135), [[1]], "cardShow:fire_attack:_46_",
    ),
    "shown_hand": (OTHER + "room:showAllCards(player, other)", [], "viewCards:sgs{second}:sgs{first}"),
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
