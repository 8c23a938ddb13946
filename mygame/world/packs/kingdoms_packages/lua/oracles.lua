-- 方士包：判定与拼点
module("extensions.oracles", package.seeall)

extension = sgs.Package("oracles")

-- 管辂：回合开始阶段，你可以进行一次判定：红色，你摸一张牌；黑色，你令一名其他角色弃置一张牌。
guanlu = sgs.General(extension, "guanlu", "wei", 3)

xiangshu = sgs.CreateTriggerSkill{
	name = "xiangshu",
	events = {sgs.PhaseChange},
	on_trigger = function(self, event, player, data)
		if player:getPhase() ~= sgs.Player_Start then return false end
		local room = player:getRoom()
		if not room:askForSkillInvoke(player, self:objectName()) then return false end
		local judge = sgs.JudgeStruct()
		judge.pattern = sgs.QRegExp("(.*):(heart|diamond):(.*)")
		judge.good = true
		judge.reason = self:objectName()
		judge.who = player
		room:judge(judge)
		if judge:isGood() then
			player:drawCards(1)
		else
			local targets = sgs.SPlayerList()
			for _, p in sgs.qlist(room:getOtherPlayers(player)) do
				if not p:isNude() then targets:append(p) end
			end
			if targets:isEmpty() then return false end
			local target = room:askForPlayerChosen(player, targets, self:objectName())
			room:askForDiscard(target, self:objectName(), 1, false, true)
		end
		return false
	end
}

-- 卜算：你的判定牌生效后，你可以获得之（每回合限一次）。
busuan = sgs.CreateTriggerSkill{
	name = "busuan",
	frequency = sgs.Skill_Frequent,
	events = {sgs.FinishJudge},
	priority = 2,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local judge = data:toJudge()
		if player:hasFlag("busuan_used") or not room:askForSkillInvoke(player, self:objectName(), data) then return false end
		room:setPlayerFlag(player, "busuan_used")
		player:obtainCard(judge.card)
		return true
	end
}
guanlu:addSkill(xiangshu)
guanlu:addSkill(busuan)

-- 秦宓：出牌阶段限一次，你可以与一名其他角色拼点：若你赢，你获得其一张牌；若你没赢，其摸一张牌。
qinmi = sgs.General(extension, "qinmi", "shu", 3)

shebian_card = sgs.CreateSkillCard{
	name = "shebian",
	target_fixed = false,
	will_throw = false,
	filter = function(self, targets, to_select)
		return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName() and not to_select:isKongcheng()
	end,
	on_effect = function(self, effect)
		local room = effect.from:getRoom()
		if effect.from:pindian(effect.to, "shebian", self) then
			if not effect.to:isNude() then
				local id = room:askForCardChosen(effect.from, effect.to, "he", "shebian")
				room:obtainCard(effect.from, id)
			end
		else
			effect.to:drawCards(1)
		end
	end
}
shebian = sgs.CreateViewAsSkill{
	name = "shebian",
	n = 1,
	view_filter = function(self, selected, to_select) return not to_select:isEquipped() end,
	view_as = function(self, cards)
		if #cards ~= 1 then return nil end
		local card = shebian_card:clone()
		card:addSubcard(cards[1])
		return card
	end,
	enabled_at_play = function(self, player) return not player:hasUsed("#shebian") and not player:isKongcheng() end
}
qinmi:addSkill(shebian)

sgs.LoadTranslationTable{
	["oracles"] = "方士",
	["guanlu"] = "管辂",
	["#guanlu"] = "神卜",
	["xiangshu"] = "相术",
	[":xiangshu"] = "回合开始阶段，你可以进行一次判定：若结果为红色，你摸一张牌；若为黑色，你令一名有牌的其他角色弃置一张牌。",
	["busuan"] = "卜算",
	[":busuan"] = "每回合限一次，当你的判定牌生效后，你可以获得之。",
	["qinmi"] = "秦宓",
	["#qinmi"] = "天辩",
	["shebian"] = "舌辩",
	[":shebian"] = "出牌阶段限一次，你可以与一名其他角色拼点：若你赢，你获得其一张牌；若你没赢，其摸一张牌。",
}
