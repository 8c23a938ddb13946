"""
What skills of packages in Lua are heard of, asked and counted as: laid-out matches of packages.
"""

from __future__ import annotations

import pytest
from packages_in_lua import game_with

from rules.scenario import Player

RULES = ["various.rule.allnear", "various.rule.nospades"]
DECK = ["ex_nihilo_h7", "ex_nihilo_h8", "ex_nihilo_h9", "ex_nihilo_hj", "god_salvation_ha"]
HEARD = """
module("extensions.ears", package.seeall)
extension = sgs.Package("ears")
local function note(room, text)
    local count = room:getTag("count"):toInt() + 1
    room:setTag("count", sgs.QVariant(count))
    room:setTag("heard" .. count, sgs.QVariant(text))
end
local EVENTS = {
    "GameStart", "TurnStart", "PhaseChange", "DrawNCards", "HpRecover", "HpLost", "HpChanged",
    "StartJudge", "AskForRetrial", "FinishJudge", "Pindian", "TurnedOver", "Predamage",
    "Predamaged", "DamageDone", "Damage", "Damaged", "DamageComplete", "Dying", "AskForPeaches",
    "AskForPeachesDone", "GameOverJudge", "Death", "SlashEffect", "SlashEffected", "SlashProceed",
    "SlashHit", "SlashMissed", "CardAsked", "CardUsed", "CardFinished", "CardResponsed",
    "CardDiscarded", "CardLost", "CardGot", "CardLostDone", "CardGotDone", "CardDrawnDone",
    "CardEffect", "CardEffected", "ChoiceMade",
}
local ears = sgs.General(extension, "ears", "qun")
for _, name in ipairs(EVENTS) do
    ears:addSkill(sgs.CreateTriggerSkill{
        name = "#" .. name, events = {sgs[name]}, priority = 9, can_trigger = function() return true end,
        on_trigger = function(self, event, player, data)
            note(player:getRoom(), event .. " " .. player:objectName():sub(4) - 1)
        end
    })
end
"""  # noqa: E501
SKILLS = """
module("extensions.various", package.seeall)
extension = sgs.Package("various")
local function general(name, ...)
    local made = sgs.General(extension, name, "qun")
    for _, skill in ipairs{...} do made:addSkill(skill) end
end
general("reaper", sgs.CreateFilterSkill{
    name = "wushen", view_filter = function(self, card) return card:getSuit() == sgs.Card_Heart and not card:isEquipped() end,
    view_as = function(self, card)
        local slash = sgs.Sanguosha:cloneCard("slash", card:getSuit(), card:getNumber())
        slash:addSubcard(card:getId())
        slash:setSkillName(self:objectName())
        return slash
    end})
general("near2", "allnear")
general("near3", "allnear")
general("near", sgs.CreateDistanceSkill{name = "allnear", correct_func = function() return -1 end})
general("safe", sgs.CreateProhibitSkill{
    name = "nospades", is_prohibited = function(self, from, to, card) return to:hasSkill("nospades") and card:getSuit() == sgs.Card_Spade end})
general("pusher", sgs.CreateTriggerSkill{name = "push", events = {sgs.Predamaged}, frequency = sgs.Skill_Compulsory,
    on_trigger = function(self, event, player, data)
        local damage = data:toDamage()
        damage.to, damage.nature, damage.damage = player:getNextAlive(), sgs.DamageStruct_Fire, damage.damage + 1
        data:setValue(damage)
    end})
general("healer", sgs.CreateTriggerSkill{name = "more", events = {sgs.HpRecover},
    on_trigger = function(self, event, player, data)
        local recover = data:toRecover()
        recover.recover = 2
        data:setValue(recover)
    end})
general("widener", sgs.CreateTriggerSkill{name = "widen", events = {sgs.CardUsed},
    on_trigger = function(self, event, player, data)
        local use = data:toCardUse()
        if use.card:inherits("Slash") then
            use.to = player:getRoom():getOtherPlayers(player)
            data:setValue(use)
        end
    end})
general("piercer", sgs.CreateTriggerSkill{name = "pierce", events = {sgs.CardUsed}, on_trigger = function(self, event, player, data)
        for _, p in sgs.qlist(data:toCardUse().to) do
            p:addMark("qinggang")
            player:getRoom():setTag("shield", sgs.QVariant(tostring(p:hasArmorEffect("renwang_shield"))))
        end
    end})
general("gleaner", sgs.CreateTriggerSkill{name = "glean", events = {sgs.SlashMissed},
    on_trigger = function(self, event, player, data)
        local jink = data:toSlashEffect().jink
        player:obtainCard(jink)
        player:getRoom():setTag("met", sgs.QVariant(jink:objectName() .. " " .. jink:subcardsLength()))
    end})
general("judge", sgs.CreateTriggerSkill{name = "amend", events = {sgs.AskForRetrial, sgs.FinishJudge},
    can_trigger = function(self, target) return target:hasSkill("amend") or true end,
    on_trigger = function(self, event, player, data)
        local judge, room = data:toJudge(), player:getRoom()
        if event == sgs.AskForRetrial and player:hasSkill("amend") and not player:isKongcheng() then
            local old, new = judge.card, player:getHandcards():first()
            room:moveCardTo(new, nil, sgs.Player_DiscardedPile)
            judge.card = new
            room:setTag("old", sgs.QVariant(old:objectName()))
        elseif event == sgs.FinishJudge then
            room:setTag("judged", sgs.QVariant(judge.reason .. " " .. judge.who:objectName() .. " "
                .. tostring(judge:isGood()) .. " " .. judge.card:getSuitString()))
        end
    end})
local secret = sgs.CreateSkillCard{name = "secret", will_throw = false,
    filter = function(self, targets, to_select) return #targets == 0 end,
    on_use = function(self, room, source, targets)
        room:cardEffect(self, source, targets[1])
        room:setTag("used", sgs.QVariant(source:usedTimes("#secret") .. " " .. self:getSubcards():length() .. " "
            .. tostring(self:willThrow()) .. " " .. self:objectName() .. " " .. tostring(self:inherits("SkillCard"))))
    end,
    on_effect = function(self, effect) effect.to:drawCards(1) end}
general("keeper", sgs.CreateViewAsSkill{name = "keep", n = 1, view_filter = function() return true end,
    view_as = function(self, cards)
        if #cards == 1 then local c = secret:clone() c:addSubcard(cards[1]) return c end
    end, enabled_at_play = function(self, player) return player:usedTimes("#secret") < 2 end})
local nobody = sgs.CreateSkillCard{name = "nobody", feasible = function(self, targets) return true end,
    on_use = function(self, room, source, targets) source:drawCards(3 - #targets) end}
general("aimless", sgs.CreateViewAsSkill{name = "aimless", view_as = function() return nobody:clone() end})
general("itself", sgs.CreateViewAsSkill{name = "itself", n = 1, view_filter = function(self, selected, card) return card:isRed() end,
    view_as = function(self, cards) return cards[1] end})
general("suited", sgs.CreateViewAsSkill{name = "suited", n = 2, view_filter = function() return true end,
    view_as = function(self, cards)
        if #cards < 2 then return nil end
        local c = sgs.Sanguosha:cloneCard("ex_nihilo", sgs.Card_Spade, 13)
        c:addSubcard(cards[1])
        c:setSkillName("another")
        return c
    end}, sgs.CreateTriggerSkill{name = "#look", events = {sgs.CardUsed}, on_trigger = function(self, event, player, data)
        local c = data:toCardUse().card
        player:getRoom():setTag("looked", sgs.QVariant(c:getSuitString() .. c:getNumberString() .. " " .. c:getSkillName() .. " "
            .. c:subcardsLength() .. " " .. c:toString()))
    end})
general("stopper", sgs.CreateViewAsSkill{name = "stop", n = 1, view_filter = function(self, selected, card) return card:isBlack() end,
    enabled_at_play = function() return false end, enabled_at_nullification = function() return true end,
    view_as = function(self, cards)
        if #cards == 0 then return nil end
        local c = sgs.Sanguosha:cloneCard("nullification", cards[1]:getSuit(), cards[1]:getNumber())
        c:addSubcard(cards[1])
        return c
    end})
-- At each of these priorities, whoever it is about: which event, and its priority.
local ordered = sgs.General(extension, "ordered", "qun")
for _, priority in ipairs{-2, -1, 1, 2, 3} do
    ordered:addSkill(sgs.CreateTriggerSkill{name = "#at" .. priority, priority = priority,
        events = {sgs.Damaged, sgs.SlashMissed, sgs.SlashHit}, can_trigger = function() return true end,
        on_trigger = function(self, event, player)
            local room = player:getRoom()
            room:setTag("order", sgs.QVariant(room:getTag("order"):toString() .. event .. priority .. " "))
        end})
end
general("idler", sgs.CreateTriggerSkill{name = "idle", events = {sgs.PhaseChange}, priority = 1,
    on_trigger = function(self, event, player) return player:getPhase() == sgs.Player_Draw end})
local both = sgs.CreateTriggerSkill{name = "both", events = {sgs.TurnStart}, can_trigger = function() return true end,
    on_trigger = function(self, event, player) player:gainMark("both") end}
general("one", both)
general("two", "both")
general("crown2", "crowned")
general("crown$", sgs.CreateTriggerSkill{name = "crowned$", events = {sgs.DrawNCards}, on_trigger = function(self, event, player)
    player:gainMark("crowned") end})
"""  # noqa: E501


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("skills")
    return game_with(folder, listings=False, ears=HEARD, various=SKILLS)


def lord(general="huanggai", **more):
    return {"role": ["lord"], "general": [general], "phase": "play", **more}


def rebel(general="ganning", **more):
    return {"secretRole": ["rebel"], "general": [general], **more}


def renegade(general="lubu", **more):
    return {"secretRole": ["renegade"], "general": [general], **more}


def use(card, *seats):
    return [{"choose": "use", "card": card}, *({"choose": "on", "player": seat} for seat in seats)]


def play(pack, players, when=(), then=None, *, at="onActions", deck=DECK, **given):
    """Lays a match out, gives these answers and looks whether this holds; the match."""
    given = {"at": at, "seat": 0, "rest": "empty", "match": {"current": 0}, **given}
    given |= {"players": players, "zones": {"deck": deck, "inForce": RULES}}
    scenario = {"name": "skills", "seats": len(players), "given": given, "when": [*when]}
    player = Player(pack, {**scenario, "then": then or {"over": False}})
    assert player.play() == []
    return player.match


def tag(match, name):
    return match.tags.get((0, f"tag {name}"))


# ---------------------------------------------------------------- what is heard: the traces
def heard(pack, players, when=(), **more):
    """What a skill that hears everything has heard, the first skill of seat 0's turn on."""
    match = play(pack, [*players], when, **more)
    return [tag(match, f"heard{number}") for number in range(1, (tag(match, "count") or 0) + 1)]


def spoken(text):
    return [line.strip() for line in text.replace("·", "\n").splitlines() if line.strip()]


LAST = renegade("ears.general.ears")
BEGUN = "ChoiceMade 0 · CardUsed 0 · CardLost 0 · CardLostDone 0 · CardEffect 0 · CardEffected 1"
HARMED = "DamageDone 1 · HpChanged 1 · Damage 0 · Damaged 1 · DamageComplete 1"


def test_t1_a_turn_without_skills(pack):
    players = [lord(hp=1, phase="notActive", hand=["slash_c2"]), rebel(), LAST]
    when = [{"choose": "end"}, {"pick": ["slash_c2", "god_salvation_ha"]}]
    told = heard(pack, players, when, at="onTurnStart")
    assert told[: told.index("TurnStart 1")] == spoken("""
        PhaseChange 0 · PhaseChange 0 · PhaseChange 0 · DrawNCards 0 · CardDrawnDone 0
        PhaseChange 0 · PhaseChange 0 · CardLost 0 · CardLostDone 0 · CardLost 0 · CardLostDone 0
        CardDiscarded 0 · PhaseChange 0 · PhaseChange 0""")


def test_t2_a_slash_that_hits(pack):
    told = heard(pack, [lord(hand=["slash_s7", "dilu_c5"]), rebel(), LAST], use("slash_s7", 1))
    assert told == spoken(f"""{BEGUN} · SlashEffect 0 · SlashEffected 1 · SlashProceed 0
        CardAsked 1 · ChoiceMade 1 · SlashHit 0 · Predamage 0 · Predamaged 1 · {HARMED}
        CardFinished 0""")


def test_t3_a_slash_that_is_met_by_a_jink(pack):
    players = [lord(hand=["slash_s7", "dilu_c5"]), rebel(hand=["jink_d2"]), LAST]
    when = [*use("slash_s7", 1), {"by": 1, "choose": "play", "card": "jink_d2"}]
    assert heard(pack, players, when) == spoken(f"""{BEGUN}
        SlashEffect 0 · SlashEffected 1 · SlashProceed 0 · CardAsked 1 · CardLost 1
        CardLostDone 1 · ChoiceMade 1 · CardResponsed 1 · SlashMissed 0 · CardFinished 0""")


def test_t4_deadly_damage(pack):
    players = [
        lord(hand=["slash_s7", "dilu_c5"]), rebel(hp=1, weapon=["axe_d5"]), LAST, rebel("huatuo")
    ]  # fmt: skip
    told = heard(pack, players, use("slash_s7", 1))
    assert told[told.index("DamageDone 1") :] == spoken("""
        DamageDone 1 · HpChanged 1 · Dying 1 · AskForPeaches 0 · AskForPeaches 1 · AskForPeaches 2
        AskForPeaches 3 · AskForPeachesDone 1 · GameOverJudge 1 · Death 1 · CardLost 1
        CardLostDone 1 · CardDrawnDone 0 · Damage 0 · Damaged 1 · DamageComplete 1
        CardFinished 0""")


def test_t5_a_peach_for_the_dying(pack):
    players = [
        lord(hand=["slash_s7", "dilu_c5"]),
        rebel(hp=1),
        renegade("ears.general.ears", hand=["peach_h3"]),
    ]
    when = [*use("slash_s7", 1), {"by": 2, "choose": "save", "card": "peach_h3"}]
    told = heard(pack, players, when)
    assert told[told.index("AskForPeaches 2") :] == spoken("""
        AskForPeaches 2 · ChoiceMade 2 · CardUsed 2 · CardLost 2 · CardLostDone 2 · CardEffect 2
        CardEffected 1 · HpRecover 1 · HpChanged 1 · CardFinished 2 · AskForPeachesDone 1
        Damage 0 · Damaged 1 · DamageComplete 1 · CardFinished 0""")


def test_t6_and_t7_a_judgement_of_an_indulgence(pack):
    players = [
        lord(phase="notActive", judging=["indulgence_s6"]),
        rebel("simayi", hand=["slash_s7"]),
        LAST,
    ]
    when = [{"by": 1, "choose": "yes"}, {"by": 1, "pick": ["slash_s7"]}]
    told = heard(pack, players, when, at="onTurnStart", deck=[*DECK, "slash_d6"])
    first = told.index("CardEffected 0")
    assert told[first : told.index("DrawNCards 0")] == spoken("""
        CardEffected 0 · StartJudge 0 · AskForRetrial 0 · AskForRetrial 1 · ChoiceMade 1
        CardLost 1 · CardLostDone 1 · CardResponsed 1 · AskForRetrial 2 · FinishJudge 0
        CardLost 0 · CardLostDone 0 · PhaseChange 0""")


def test_t8_a_duel(pack):
    told = heard(pack, [lord(hand=["duel_sa", "dilu_c5"]), rebel(), LAST], use("duel_sa", 1))
    assert told == spoken(f"""{BEGUN} · CardAsked 1 · ChoiceMade 1
        Predamage 0 · Predamaged 1 · {HARMED} · CardFinished 0""")


def test_t9_a_nullification(pack):
    players = [
        lord(hand=["duel_sa", "dilu_c5"]),
        rebel(),
        renegade("ears.general.ears", hand=["nullification_sj"]),
    ]
    when = [*use("duel_sa", 1), {"by": 2, "choose": "nullify", "card": "nullification_sj"}]
    assert heard(pack, players, when) == spoken(f"""{BEGUN}
        ChoiceMade 2 · CardUsed 2 · CardLost 2 · CardLostDone 2 · CardFinished 2
        CardFinished 0""")


def test_t10_chained_fire_damage(pack):
    players = [
        lord(hand=["fire_slash_h4", "dilu_c5"]),
        rebel(chained=1),
        renegade("ears.general.ears", chained=1),
    ]
    told = heard(pack, players, use("fire_slash_h4", 1))
    assert told[told.index("Predamage 0") :] == spoken(f"""
        Predamage 0 · Predamaged 1 · {HARMED}
        Predamaged 2 · DamageDone 2 · HpChanged 2 · Damage 0 · Damaged 2 · DamageComplete 2
        CardFinished 0""")


def order(priorities, event):
    return "".join(f"{event}{priority} " for priority in priorities)


def test_t11_who_returns_true_at_the_draw_phase_draws_nothing(pack):
    players = [lord("idler", hp=4, phase="notActive"), rebel(), LAST]
    told = heard(pack, players, at="onTurnStart")
    assert not {"DrawNCards 0", "CardDrawnDone 0"} & set(told)


def test_t11_skills_of_a_priority_below_0_are_heard_of_damage_after_all_others(pack):
    players = [lord("ordered", hand=["slash_s7", "dilu_c5"]), rebel("simayi"), LAST]
    # fankui, of priority -1, is asked about when all above it have been heard
    match = play(pack, players, use("slash_s7", 1))
    assert tag(match, "order") == order((3, 2, 1), "SlashHit") + order((3, 2, 1), "Damaged")


def test_t11_an_axe_before_the_rule_and_a_blade_after_it(pack):
    met = [*use("slash_s7", 1), {"by": 1, "choose": "play", "card": "jink_d2"}]
    hand = ["slash_s7", "slash_s8", "dilu_c5", "chitu_h5"]
    players = [lord("ordered", weapon=["axe_d5"], hand=hand), rebel(hand=["jink_d2"]), LAST]
    assert tag(play(pack, players, met), "order") == order((3, 2), "SlashMissed")
    match = play(pack, players, [*met, {"choose": "yes"}, {"pick": ["dilu_c5", "chitu_h5"]}])
    assert tag(match, "order").startswith(order((3, 2, 1), "SlashMissed") + "SlashHit3")
    players[0] = lord("ordered", weapon=["blade_s5"], hand=hand)
    assert tag(play(pack, players, met), "order") == order((3, 2, 1), "SlashMissed")


# ---------------------------------------------------------------- what is changed
def test_all_of_damage_can_be_changed(pack):
    players = [lord(hand=["slash_s7", "dilu_c5"]), rebel("pusher"), LAST]
    play(pack, players, use("slash_s7", 1), {"players.1.hp": 4, "players.2.hp": 2})


def test_recovery_can_be_changed(pack):
    play(
        pack, [lord("healer", hp=1, hand=["peach_h3", "dilu_c5"]), rebel(), LAST], use("peach_h3"),
        {"players.0.hp": 3},
    )  # fmt: skip


def test_targets_can_be_changed(pack):
    players = [lord("widener", hand=["slash_s7", "dilu_c5"]), rebel(), LAST]
    play(pack, players, use("slash_s7", 1), {"players.1.hp": 3, "players.2.hp": 3})


def test_armour_does_nothing_for_whom_the_client_marks_so(pack):
    players = [
        lord("piercer", hand=["slash_s7", "dilu_c5"]),
        rebel(armor=["renwang_shield_c2"]),
        LAST,
    ]
    match = play(pack, players, use("slash_s7", 1), {"players.1.hp": 3})
    assert tag(match, "shield") == "false"


def test_a_slash_that_armour_meets_is_met_by_a_jink_of_no_card(pack):
    players = [
        lord("gleaner", hand=["slash_s7", "dilu_c5"]),
        rebel(armor=["eight_diagram_s2"]),
        LAST,
    ]
    match = play(pack, players, [*use("slash_s7", 1), {"by": 1, "choose": "yes"}])
    assert tag(match, "met") == "jink 0"


def test_a_judgement_is_shared_with_the_game(pack):
    players = [
        lord(phase="notActive", judging=["indulgence_s6"]),
        rebel("judge", hand=["peach_h3"]),
        LAST,
    ]
    match = play(pack, players, [], at="onTurnStart", deck=[*DECK, "slash_s7"])
    assert tag(match, "old") == "slash"
    assert tag(match, "judged") == "indulgence sgs1 true heart"


# ---------------------------------------------------------------- cards that count as others
def skill(name):
    return {"choose": "skill", "card": f"various.skill.{name}"}


def pick(*cards):
    return [{"choose": "pick", "card": card} for card in cards]


def test_a_card_that_is_not_thrown_stays_in_the_hand_and_may_be_aimed_at_oneself(pack):
    players = [lord("keeper", hand=["peach_h3", "slash_s7"]), rebel(), LAST]
    when = [skill("keep"), *pick("peach_h3"), {"choose": "on", "player": 0}]
    again = [*when, {"refused": skill("keep")}]
    match = play(pack, players, when, {"players.0.hand.count": 3, "zones.discard": []})
    assert tag(match, "used") == "1 1 false secret true"
    match = play(pack, players, [*when, *again], {"players.0.hand.count": 4})
    assert tag(match, "used") == "2 1 false secret true"


def test_a_skill_card_may_be_used_on_nobody_where_that_is_feasible(pack):
    players = [lord("various.general.aimless", hand=["dilu_c5"]), rebel(), LAST]
    when = [{"choose": "skill", "card": "various.skill.aimless"}]
    play(pack, players, [*when, {"choose": "enough"}], {"players.0.hand.count": 4})
    aimed = [{"choose": "on", "player": 1}, {"choose": "enough"}]
    play(pack, players, [*when, *aimed[:1]], {"players.0.hand.count": 3})


def test_a_skill_may_give_a_card_that_is_there(pack):
    players = [lord("various.general.itself", hand=["ex_nihilo_h7", "dilu_c5"]), rebel(), LAST]
    when = [skill("itself"), *pick("ex_nihilo_h7")]
    play(
        pack, players, when, {"zones.discard": ["ex_nihilo_h7"], "players.0.hand.count": 3},
        deck=DECK[1:],
    )  # fmt: skip


def test_suit_number_name_and_subcards_are_what_the_skill_says(pack):
    players = [
        lord("various.general.suited", hand=["peach_h3", "slash_c2", "dilu_c5"]),
        rebel(),
        LAST,
    ]
    when = [skill("suited"), *pick("peach_h3", "slash_c2")]
    match = play(pack, players, when, {"zones.discard": ["peach_h3"]})
    assert tag(match, "looked") == "spadeK another 1 ex_nihilo:another[spade:K]=45"


def test_a_skill_can_nullify(pack):
    players = [lord(hand=["duel_sa", "dilu_c5"]), rebel("stopper", hand=["slash_s7"]), LAST]
    nullify = [{"by": 1, **skill("stop")}, {"by": 1, "choose": "pick", "card": "slash_s7"}]
    play(pack, players, [*use("duel_sa", 1), *nullify], {"players.1.hp": 4, "players.1.hand": []})


def test_a_filtered_card_is_nothing_but_the_other(pack):
    players = [lord("reaper", hp=1, hand=["peach_h3", "dilu_c5"]), rebel(), LAST]
    when = [
        {"refused": "use peach_h3"},
        {"choose": "skill", "card": "various.skill.wushen"},
        *pick("peach_h3"),
        {"choose": "on", "player": 1},
    ]
    play(pack, players, when, {"players.1.hp": 3, "players.0.hp": 1})
    # in response, too
    players = [lord(hand=["duel_sa", "dilu_c5"]), rebel("reaper", hand=["jink_h2"]), LAST]
    respond = [
        {"by": 1, "choose": "skill", "card": "various.skill.wushen"},
        {"by": 1, "choose": "pick", "card": "jink_h2"},
    ]
    play(pack, players, [*use("duel_sa", 1), *respond], {"players.0.hp": 3})


# ---------------------------------------------------------------- in force, heard, had
def test_a_distance_skill_is_in_force_once_whoever_has_it(pack):
    hand, far = ["snatch_s3", "dilu_c5"], {"hand": ["peach_h4"]}
    nobody = [lord(hand=hand), rebel(), rebel("huatuo", **far), rebel("zhangfei"), LAST]
    play(pack, nobody, use("snatch_s3", 2), {"players.2.hand": []})
    owners = [
        lord("near", hand=hand), rebel("near2"), rebel("near3"), rebel("huatuo", **far),
        rebel("zhangfei"), LAST,
    ]  # fmt: skip
    play(pack, owners, [{"refused": "use snatch_s3"}])


def test_a_prohibit_skill_knows_the_card(pack):
    players = [lord(hand=["slash_s7", "slash_c2"]), rebel("safe"), LAST]
    on = {"choose": "on", "player": 1}
    play(pack, players, [{"choose": "use", "card": "slash_s7"}, {"refused": on}])
    play(pack, players, use("slash_c2", 1), {"players.1.hp": 3})


def test_a_skill_is_heard_once_however_many_have_it(pack):
    players = [lord("one", hand=["dilu_c5"]), rebel("two"), LAST]
    match = play(pack, players, [{"choose": "end"}], {"match.current": 1})
    assert match.tags[2, "mark both"] == 1


def test_a_skill_of_lords_is_the_lords(pack):
    players = [lord("crown", phase="notActive", hand=["dilu_c5"]), rebel("crown2"), LAST]
    match = play(pack, players, [{"choose": "end"}], {"match.current": 1}, at="onTurnStart")
    assert (2, "mark crowned") not in match.tags
    assert match.tags[1, "mark crowned"] == 1
