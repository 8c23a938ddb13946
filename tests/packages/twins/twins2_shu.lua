-- The generals of shu of the native game, written anew in the way of the manual.
module("extensions.twins2_shu", package.seeall)

extension = sgs.Package("twins2_shu")

-- In the play phase: may one more slash be used, and is there anybody to use it on?
local function can_use_slash(player)
	if not (player:canSlashWithoutCrossbow() or player:hasWeapon("crossbow")) then return false end
	for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
		if player:canSlash(other) then return true end
	end
	return false
end

-- ---------------------------------------------------------------- liubei
liubei = sgs.General(extension, "liubei$", "shu", 4)

rende_card = sgs.CreateSkillCard{
	name = "rende_gift",
	will_throw = false,
	on_use = function(self, room, source, targets)
		local before = source:getMark("rende")
		local now = before + self:subcardsLength()
		room:setPlayerMark(source, "rende", now)
		room:moveCardTo(self, targets[1], sgs.Player_Hand, false)
		if before < 2 and now >= 2 then
			local recover = sgs.RecoverStruct()
			recover.card = self
			recover.who = source
			room:recover(source, recover)
		end
	end,
}

rende_vs = sgs.CreateViewAsSkill{
	name = "rende",
	n = 999,
	view_filter = function(self, selected, to_select)
		return not to_select:isEquipped()
	end,
	view_as = function(self, cards)
		if #cards == 0 then return nil end
		local card = rende_card:clone()
		for _, each in ipairs(cards) do card:addSubcard(each) end
		card:setSkillName("rende")
		return card
	end,
	enabled_at_play = function(self, player)
		return not player:isKongcheng()
	end,
}

rende = sgs.CreateTriggerSkill{
	name = "rende",
	view_as_skill = rende_vs,
	events = {sgs.PhaseChange},
	on_trigger = function(self, event, player, data)
		if player:getPhase() == sgs.Player_Play then
			player:getRoom():setPlayerMark(player, "rende", 0)
		end
		return false
	end,
}

jijiang_card = sgs.CreateSkillCard{
	name = "jijiang_call",
	filter = function(self, targets, to_select)
		return #targets == 0 and sgs.Self:canSlash(to_select)
	end,
	on_use = function(self, room, source, targets)
		local tohelp = sgs.QVariant()
		tohelp:setValue(source)
		for _, liege in sgs.qlist(room:getLieges("shu", source)) do
			local slash = room:askForCard(liege, "slash", "@jijiang-slash:" .. source:objectName(), tohelp)
			if slash then
				local use = sgs.CardUseStruct()
				use.card = slash
				use.from = source
				use.to:append(targets[1])
				room:useCard(use)
				return
			end
		end
		room:setPlayerFlag(source, "jijiang_unheeded")
	end,
}

jijiang_vs = sgs.CreateViewAsSkill{
	name = "jijiang$",
	n = 0,
	view_as = function(self, cards)
		local card = jijiang_card:clone()
		card:setSkillName("jijiang")
		return card
	end,
	enabled_at_play = function(self, player)
		return player:hasLordSkill("jijiang") and can_use_slash(player) and not player:hasFlag("jijiang_unheeded")
			and not player:getRoom():getLieges("shu", player):isEmpty()
	end,
}

jijiang = sgs.CreateTriggerSkill{
	name = "jijiang$",
	view_as_skill = jijiang_vs,
	events = {sgs.CardAsked, sgs.CardUsed},
	can_trigger = function(self, target)
		return target:hasLordSkill("jijiang")
	end,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if event == sgs.CardUsed then
			-- Nobody has come; a card that is used in the play phase is a reason to call again.
			local card = data:toCardUse().card
			if player:getPhase() == sgs.Player_Play and not card:isVirtualCard() and not card:inherits("Nullification") then
				room:setPlayerFlag(player, "-jijiang_unheeded")
			end
			return false
		end
		if data:toString() ~= "slash" then return false end
		local lieges = room:getLieges("shu", player)
		if lieges:isEmpty() or not room:askForSkillInvoke(player, "jijiang", data) then return false end
		local tohelp = sgs.QVariant()
		tohelp:setValue(player)
		for _, liege in sgs.qlist(lieges) do
			local slash = room:askForCard(liege, "slash", "@jijiang-slash:" .. player:objectName(), tohelp)
			if slash then
				room:provide(slash)
				return true
			end
		end
		return false
	end,
}

liubei:addSkill(rende)
liubei:addSkill(jijiang)

-- ---------------------------------------------------------------- guanyu
guanyu = sgs.General(extension, "guanyu", "shu", 4)

local function has_red(player)
	for _, card in sgs.qlist(player:getCards("he")) do
		if card:isRed() then return true end
	end
	return false
end

wusheng = sgs.CreateViewAsSkill{
	name = "wusheng",
	n = 1,
	view_filter = function(self, selected, to_select)
		return to_select:isRed()
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = cards[1]
			local slash = sgs.Sanguosha:cloneCard("slash", card:getSuit(), card:getNumber())
			slash:addSubcard(card:getId())
			slash:setSkillName("wusheng")
			return slash
		end
	end,
	enabled_at_play = function(self, player)
		return has_red(player) and can_use_slash(player)
	end,
	enabled_at_response = function(self, player, pattern)
		return pattern == "slash" and has_red(player)
	end,
}

guanyu:addSkill(wusheng)

-- ---------------------------------------------------------------- zhangfei
-- No skill that the manual's creators make changes how many slashes may be used: the one of that name is given.
zhangfei = sgs.General(extension, "zhangfei", "shu", 4)
zhangfei:addSkill("paoxiao")

-- ---------------------------------------------------------------- zhugeliang
zhugeliang = sgs.General(extension, "zhugeliang", "shu", 3)

guanxing = sgs.CreateTriggerSkill{
	name = "guanxing",
	frequency = sgs.Skill_Frequent,
	events = {sgs.PhaseChange},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if player:getPhase() == sgs.Player_Start and room:askForSkillInvoke(player, "guanxing") then
			room:playSkillEffect("guanxing")
			room:doGuanxing(player, room:getNCards(math.min(5, room:alivePlayerCount())), false)
		end
		return false
	end,
}

kongcheng = sgs.CreateProhibitSkill{
	name = "kongcheng",
	is_prohibited = function(self, from, to, card)
		return to:hasSkill("kongcheng") and to:isKongcheng() and (card:inherits("Slash") or card:inherits("Duel"))
	end,
}

zhugeliang:addSkill(guanxing)
zhugeliang:addSkill(kongcheng)

-- ---------------------------------------------------------------- zhaoyun
zhaoyun = sgs.General(extension, "zhaoyun", "shu", 4)

local function holds(player, class)
	for _, card in sgs.qlist(player:getHandcards()) do
		if card:inherits(class) then return true end
	end
	return false
end

longdan = sgs.CreateViewAsSkill{
	name = "longdan",
	n = 1,
	view_filter = function(self, selected, to_select)
		if to_select:isEquipped() then return false end
		if sgs.Self:getPattern() == "jink" then return to_select:inherits("Slash") end
		return to_select:inherits("Jink")
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = cards[1]
			local other = sgs.Sanguosha:cloneCard(card:inherits("Slash") and "jink" or "slash", card:getSuit(), card:getNumber())
			other:addSubcard(card)
			other:setSkillName("longdan")
			return other
		end
	end,
	enabled_at_play = function(self, player)
		return holds(player, "Jink") and can_use_slash(player)
	end,
	enabled_at_response = function(self, player, pattern)
		return (pattern == "jink" and holds(player, "Slash")) or (pattern == "slash" and holds(player, "Jink"))
	end,
}

zhaoyun:addSkill(longdan)

-- ---------------------------------------------------------------- machao
machao = sgs.General(extension, "machao", "shu", 4)

tieji = sgs.CreateTriggerSkill{
	name = "tieji",
	events = {sgs.SlashProceed},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local effect = data:toSlashEffect()
		if room:askForSkillInvoke(player, "tieji", data) then
			local judge = sgs.JudgeStruct()
			judge.pattern = sgs.QRegExp("(.*):(heart|diamond):(.*)")
			judge.good = true
			judge.reason = "tieji"
			judge.who = player
			room:judge(judge)
			if judge:isGood() then
				room:slashResult(effect, nil)
				return true
			end
		end
		return false
	end,
}

mashu = sgs.CreateDistanceSkill{
	name = "mashu",
	correct_func = function(self, from, to)
		if from:hasSkill("mashu") then return -1 end
		return 0
	end,
}

machao:addSkill(tieji)
machao:addSkill(mashu)

-- ---------------------------------------------------------------- huangyueying
huangyueying = sgs.General(extension, "huangyueying", "shu", 3, false)

jizhi = sgs.CreateTriggerSkill{
	name = "jizhi",
	frequency = sgs.Skill_Frequent,
	events = {sgs.CardUsed, sgs.CardResponsed},
	on_trigger = function(self, event, player, data)
		local card
		if event == sgs.CardUsed then card = data:toCardUse().card else card = data:toCard() end
		local room = player:getRoom()
		if card:isNDTrick() and room:askForSkillInvoke(player, "jizhi", data) then
			room:playSkillEffect("jizhi")
			player:drawCards(1)
		end
		return false
	end,
}

huangyueying:addSkill(jizhi)
-- No skill that the manual's creators make takes the distance from tricks: the one of that name is given.
huangyueying:addSkill("qicai")

sgs.LoadTranslationTable{
	["twins2_shu"] = "蜀",
	["liubei"] = "刘备", ["rende"] = "仁德", ["rende_gift"] = "仁德赠牌", ["jijiang"] = "激将", ["jijiang_call"] = "激将号令",
	["@jijiang-slash"] = "%src发动激将，请人打出杀：是否替其打出一张？",
	["guanyu"] = "关羽", ["wusheng"] = "武圣",
	["zhangfei"] = "张飞",
	["zhugeliang"] = "诸葛亮", ["guanxing"] = "观星", ["kongcheng"] = "空城",
	["zhaoyun"] = "赵云", ["longdan"] = "龙胆",
	["machao"] = "马超", ["tieji"] = "铁骑", ["mashu"] = "马术",
	["huangyueying"] = "黄月英", ["jizhi"] = "集智",
}
