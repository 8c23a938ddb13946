-- 后继包：牌堆、觉醒技与限定技
module("extensions.successors", package.seeall)

extension = sgs.Package("successors")

-- 陆抗
lukang = sgs.General(extension, "lukang", "wu")

-- 屯戍：出牌阶段，你可以将一张手牌置于你的武将牌上，称为“戍”（最多五张，每阶段限一次）。
tunshu_card = sgs.CreateSkillCard{
	name = "tunshu",
	target_fixed = true,
	will_throw = false,
	on_use = function(self, room, source, targets)
		for _, id in sgs.qlist(self:getSubcards()) do source:addToPile("shubing", id, true) end
	end
}
tunshu_vs = sgs.CreateViewAsSkill{
	name = "tunshu",
	n = 1,
	view_filter = function(self, selected, to_select) return not to_select:isEquipped() end,
	view_as = function(self, cards)
		if #cards == 0 then return nil end
		local card = tunshu_card:clone()
		card:addSubcard(cards[1])
		return card
	end,
	enabled_at_play = function(self, player)
		return not player:hasUsed("#tunshu") and player:getPile("shubing"):length() < 5
	end
}
-- 每当你成为【杀】的目标时，你可以弃置一张“戍”，令此【杀】对你无效。
tunshu = sgs.CreateTriggerSkill{
	name = "tunshu",
	events = {sgs.CardEffected},
	view_as_skill = tunshu_vs,
	on_trigger = function(self, event, player, data)
		local effect = data:toCardEffect()
		local pile = player:getPile("shubing")
		if not effect.card:inherits("Slash") or pile:isEmpty() then return false end
		local room = player:getRoom()
		if not room:askForSkillInvoke(player, self:objectName(), data) then return false end
		room:fillAG(pile, player)
		local id = room:askForAG(player, pile, false, self:objectName())
		room:throwCard(id)
		player:invoke("clearAG")
		return true
	end
}
-- 承业：觉醒技，回合开始阶段，若你的“戍”不少于三张，你须减一点体力上限，获得所有“戍”，并获得技能“英姿”和“固垒”。
chengye = sgs.CreateTriggerSkill{
	name = "chengye",
	frequency = sgs.Skill_Wake,
	events = {sgs.PhaseChange},
	can_trigger = function(self, target)
		return target:isAlive() and target:hasSkill("chengye") and target:getMark("chengye") == 0
			and target:getPhase() == sgs.Player_Start and target:getPile("shubing"):length() >= 3
	end,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		player:addMark("chengye")
		player:gainMark("@waked")
		room:loseMaxHp(player)
		for _, id in sgs.qlist(player:getPile("shubing")) do room:obtainCard(player, id) end
		room:acquireSkill(player, "yingzi")
		room:acquireSkill(player, "gulei")
		return false
	end
}
-- 固垒：限定技，弃牌阶段开始时，你可以选择一项：摸两张牌，或回复一点体力。
gulei = sgs.CreateTriggerSkill{
	name = "gulei",
	frequency = sgs.Skill_Limited,
	events = {sgs.PhaseChange},
	on_trigger = function(self, event, player, data)
		if player:getPhase() ~= sgs.Player_Discard or player:getMark("gulei_used") > 0 then return false end
		local room = player:getRoom()
		if not room:askForSkillInvoke(player, self:objectName()) then return false end
		room:setPlayerMark(player, "gulei_used", 1)
		local choices = "draw"
		if player:isWounded() then choices = "draw+recover" end
		if room:askForChoice(player, self:objectName(), choices) == "draw" then
			player:drawCards(2)
		else
			local recover = sgs.RecoverStruct()
			recover.who = player
			room:recover(player, recover)
		end
		return false
	end
}
lukang:addSkill(tunshu)
lukang:addSkill(chengye)
-- 固垒只由承业获得，先放在一名不会被选到的武将上
keeper = sgs.General(extension, "shuzu", "wu", 4, true, true)
keeper:addSkill(gulei)

sgs.LoadTranslationTable{
	["successors"] = "后继",
	["lukang"] = "陆抗",
	["#lukang"] = "社稷之臣",
	["shuzu"] = "戍卒",
	["shubing"] = "戍",
	["tunshu"] = "屯戍",
	[":tunshu"] = "出牌阶段限一次，你可以将一张手牌置于武将牌上，称为“戍”（最多五张）。每当【杀】对你生效时，你可以弃置一张“戍”，令此【杀】对你无效。",
	["chengye"] = "承业",
	[":chengye"] = "<b>觉醒技</b>，回合开始阶段，若“戍”不少于三张，你须减1点体力上限，获得所有“戍”，并获得技能“英姿”和“固垒”。",
	["gulei"] = "固垒",
	[":gulei"] = "<b>限定技</b>，弃牌阶段开始时，你可以摸两张牌或回复1点体力。",
	["gulei:draw"] = "摸两张牌",
	["gulei:recover"] = "回复1点体力",
	["@waked"] = "觉醒",
}
