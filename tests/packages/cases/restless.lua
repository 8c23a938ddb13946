module("extensions.restless", package.seeall)
extension = sgs.Package("restless")
sgs.LoadTranslationTable{["restless:one"] = "其一", ["@restless-card"] = "%src：打出%arg", ["#restless"] = "%from 与 %to"}
local asks = {
    function(room, p, q) return room:askForChoice(p, "restless", "one+two" .. p:getHp() .. "+no") end,
    function(room, p, q) return room:askForSkillInvoke(p, "restless", sgs.QVariant("x")) end,
    function(room, p, q) return room:askForDiscard(p, "restless", 1, true, true) end,
    function(room, p, q) return room:askForExchange(p, "restless", 1):subcardsLength() end,
    function(room, p, q) return room:askForCard(p, ".red", "@restless-card:" .. q:objectName() .. "::slash") end,
    function(room, p, q) return room:askForCard(q, "jink", "@restless-card") end,
    function(room, p, q) return room:askForCard(q, "@restless", "@restless-card") end,
    function(room, p, q) return room:askForUseCard(p, "@restless", "@restless-card") end,
    function(room, p, q) return q:isAllNude() or room:askForCardChosen(p, q, "hej", "restless") end,
    function(room, p, q) return room:askForPlayerChosen(p, room:getAlivePlayers(), "restless"):objectName() end,
    function(room, p, q)
        local ids = room:getNCards(3)
        room:fillAG(ids)
        local id = room:askForAG(p, ids, true, "restless")
        if id >= 0 then room:takeAG(p, id) ids:removeOne(id) end
        for _, other in sgs.qlist(ids) do room:takeAG(nil, other) end
        room:broadcastInvoke("clearAG")
    end,
    function(room, p, q) return not q:isKongcheng() and room:askForCardShow(q, p, "restless"):getId() end,
    function(room, p, q) return not p:isKongcheng() and not q:isKongcheng() and p:pindian(q, "restless") end,
    function(room, p, q)
        local ids = room:getNCards(2)
        while room:askForYiji(p, ids) do end
        for _, id in sgs.qlist(ids) do p:addToPile("restless", id, p:getHp() % 2 == 0) end
    end,
    function(room, p, q)
        local pile = p:getPile("restless")
        if pile:length() > 3 then for _, id in sgs.qlist(pile) do room:throwCard(id) end end
    end,
    function(room, p, q) room:doGuanxing(p, room:getNCards(3), p:isWounded()) end,
    function(room, p, q) room:doGongxin(p, q) end,
    function(room, p, q) return room:askForSuit(p), room:askForKingdom(p) end,
    function(room, p, q) room:showAllCards(p, q) p:gainMark("@restless") end,
    function(room, p, q)
        local log = sgs.LogMessage()
        log.type, log.from = "#restless", p
        log.to:append(q)
        room:sendLog(log)
    end,
    function(room, p, q) return room:askForSinglePeach(p, q) end,
    function(room, p, q)
        local use = sgs.CardUseStruct()
        room:activate(p, use)
        if use.card then room:useCard(use) end
    end,
}
card = sgs.CreateSkillCard{name = "restless_card", target_fixed = true, on_use = function(self, room, p) p:drawCards(1) end}
view = sgs.CreateViewAsSkill{
    name = "restless", n = 1, view_filter = function() return true end,
    view_as = function(self, cards)
        if #cards == 1 then local made = card:clone() made:addSubcard(cards[1]) return made end
    end,
    enabled_at_play = function() return false end,
    enabled_at_response = function(self, p, pattern) return pattern == "@restless" end,
}
restless = sgs.CreateTriggerSkill{
    name = "restless", events = {sgs.PhaseChange}, view_as_skill = view,
    can_trigger = function(self, p) return p:isAlive() end,
    on_trigger = function(self, event, p, data)
        local room = p:getRoom()
        if not room:findPlayerBySkillName("restless") then return end
        local at = room:getTag("restless"):toInt() + 1
        room:setTag("restless", sgs.QVariant(at))
        local q = p:getNextAlive()
        if q ~= p and p:getPhase() ~= sgs.Player_NotActive then asks[at % #asks + 1](room, p, q) end
    end,
}
for _, name in ipairs{"first", "second"} do
    sgs.General(extension, name .. "$", "wu", 9):addSkill(restless)
end
