-- The generals of wu of the native game, written anew in the way of the manual.
module("extensions.twins3_wu", package.seeall)

extension = sgs.Package("twins3_wu")

-- ---------------------------------------------------------------- sunquan
sunquan = sgs.General(extension, "sunquan$", "wu", 4)

zhiheng_card = sgs.CreateSkillCard{
	name = "zhiheng_exchange",
	target_fixed = true,
	on_use = function(self, room, source, targets)
		room:throwCard(self)
		room:drawCards(source, self:getSubcards():length())
	end,
}

zhiheng = sgs.CreateViewAsSkill{
	name = "zhiheng",
	n = 999,
	view_filter = function(self, selected, to_select)
		return true
	end,
	view_as = function(self, cards)
		if #cards == 0 then return nil end
		local card = zhiheng_card:clone()
		for _, each in ipairs(cards) do card:addSubcard(each) end
		card:setSkillName("zhiheng")
		return card
	end,
	enabled_at_play = function(self, player)
		return not player:hasUsed("#zhiheng_exchange") and not player:isNude()
	end,
}

jiuyuan = sgs.CreateTriggerSkill{
	name = "jiuyuan$",
	frequency = sgs.Skill_Compulsory,
	events = {sgs.HpRecover},
	can_trigger = function(self, target)
		return target:hasLordSkill("jiuyuan")
	end,
	on_trigger = function(self, event, player, data)
		local recover = data:toRecover()
		if recover.card and recover.card:inherits("Peach") and player:getHp() <= 0 and recover.who
			and recover.who:objectName() ~= player:objectName() and recover.who:getKingdom() == "wu" then
			local log = sgs.LogMessage()
			log.type = "#jiuyuan"
			log.from = player
			log.arg = "jiuyuan"
			player:getRoom():sendLog(log)
			recover.recover = recover.recover + 1
			data:setValue(recover)
		end
		return false
	end,
}

sunquan:addSkill(zhiheng)
sunquan:addSkill(jiuyuan)

-- ---------------------------------------------------------------- ganning
ganning = sgs.General(extension, "ganning", "wu", 4)

qixi = sgs.CreateViewAsSkill{
	name = "qixi",
	n = 1,
	view_filter = function(self, selected, to_select)
		return to_select:isBlack()
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = cards[1]
			local dismantlement = sgs.Sanguosha:cloneCard("dismantlement", card:getSuit(), card:getNumber())
			dismantlement:addSubcard(card:getId())
			dismantlement:setSkillName("qixi")
			return dismantlement
		end
	end,
	enabled_at_play = function(self, player)
		local black = false
		for _, card in sgs.qlist(player:getCards("he")) do
			if card:isBlack() then black = true end
		end
		if not black then return false end
		for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
			if not other:isAllNude() then return true end
		end
		return false
	end,
}

ganning:addSkill(qixi)

-- ---------------------------------------------------------------- lumeng
lumeng = sgs.General(extension, "lumeng", "wu", 4)

keji = sgs.CreateTriggerSkill{
	name = "keji",
	frequency = sgs.Skill_Frequent,
	events = {sgs.PhaseChange, sgs.CardUsed, sgs.CardResponsed},
	priority = 3,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if event == sgs.PhaseChange then
			return player:getPhase() == sgs.Player_Discard and not player:hasFlag("keji_slashed")
				and player:getHandcardNum() > player:getMaxCards() and room:askForSkillInvoke(player, "keji")
		end
		local card
		if event == sgs.CardUsed then card = data:toCardUse().card else card = data:toCard() end
		if player:getPhase() == sgs.Player_Play and card:inherits("Slash") then
			room:setPlayerFlag(player, "keji_slashed")
		end
		return false
	end,
}

lumeng:addSkill(keji)

-- ---------------------------------------------------------------- huanggai
huanggai = sgs.General(extension, "huanggai", "wu", 4)

kurou_card = sgs.CreateSkillCard{
	name = "kurou_blow",
	target_fixed = true,
	on_use = function(self, room, source, targets)
		room:loseHp(source, 1)
		if source:isAlive() then
			room:drawCards(source, 2)
		end
	end,
}

kurou = sgs.CreateViewAsSkill{
	name = "kurou",
	n = 0,
	view_as = function(self, cards)
		local card = kurou_card:clone()
		card:setSkillName("kurou")
		return card
	end,
}

huanggai:addSkill(kurou)

-- ---------------------------------------------------------------- zhouyu
zhouyu = sgs.General(extension, "zhouyu", "wu", 3)

yingzi = sgs.CreateTriggerSkill{
	name = "yingzi",
	frequency = sgs.Skill_Frequent,
	events = {sgs.DrawNCards},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if room:askForSkillInvoke(player, "yingzi", data) then
			room:playSkillEffect("yingzi")
			data:setValue(data:toInt() + 1)
		end
		return false
	end,
}

fanjian_card = sgs.CreateSkillCard{
	name = "fanjian_plot",
	on_effect = function(self, effect)
		local room = effect.from:getRoom()
		local suit = room:askForSuit(effect.to)
		local log = sgs.LogMessage()
		log.type = "#fanjian-suit"
		log.from = effect.to
		log.arg = ({[sgs.Card_Spade] = "spade", [sgs.Card_Club] = "club", [sgs.Card_Heart] = "heart", [sgs.Card_Diamond] = "diamond"})[suit]
		room:sendLog(log)
		local id = effect.from:getRandomHandCardId()
		if id == -1 then return end
		local card = sgs.Sanguosha:getCard(id)
		effect.to:obtainCard(card)
		if card:getSuit() ~= suit then
			local damage = sgs.DamageStruct()
			damage.from = effect.from
			damage.to = effect.to
			room:damage(damage)
		end
	end,
}

fanjian = sgs.CreateViewAsSkill{
	name = "fanjian",
	n = 0,
	view_as = function(self, cards)
		local card = fanjian_card:clone()
		card:setSkillName("fanjian")
		return card
	end,
	enabled_at_play = function(self, player)
		return not player:isKongcheng() and not player:hasUsed("#fanjian_plot")
	end,
}

zhouyu:addSkill(yingzi)
zhouyu:addSkill(fanjian)

-- ---------------------------------------------------------------- daqiao
daqiao = sgs.General(extension, "daqiao", "wu", 3, false)

guose = sgs.CreateViewAsSkill{
	name = "guose",
	n = 1,
	view_filter = function(self, selected, to_select)
		return to_select:getSuit() == sgs.Card_Diamond
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = cards[1]
			local indulgence = sgs.Sanguosha:cloneCard("indulgence", card:getSuit(), card:getNumber())
			indulgence:addSubcard(card:getId())
			indulgence:setSkillName("guose")
			return indulgence
		end
	end,
	enabled_at_play = function(self, player)
		local diamond = false
		for _, card in sgs.qlist(player:getCards("he")) do
			if card:getSuit() == sgs.Card_Diamond then diamond = true end
		end
		if not diamond then return false end
		local room = player:getRoom()
		local indulgence = sgs.Sanguosha:cloneCard("indulgence", sgs.Card_NoSuit, 0)
		for _, other in sgs.qlist(room:getOtherPlayers(player)) do
			if not other:containsTrick("indulgence") and not room:isProhibited(player, other, indulgence) then return true end
		end
		return false
	end,
}

-- As the manual's own listing has it, with a weapon or horse that is given away not counting any more.
local function steps(player, other)
	local others = player:getRoom():getOtherPlayers(player)
	for at = 0, others:length() - 1 do
		if others:at(at):objectName() == other:objectName() then return math.min(at + 1, others:length() - at) end
	end
end

local function reaches_without(player, other, id)
	local weapon, horse = player:getWeapon(), player:getOffensiveHorse()
	local range, distance = player:getAttackRange(), player:distanceTo(other)
	if weapon and weapon:getEffectiveId() == id then range = 1 end
	if horse and horse:getEffectiveId() == id then
		distance = steps(player, other) + (other:getDefensiveHorse() and 1 or 0)
	end
	return distance <= range
end

local function spareable(player, card, from)
	for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
		if other:objectName() ~= from:objectName() and player:canSlash(other, false)
			and reaches_without(player, other, card:getEffectiveId()) then
			return true
		end
	end
	return false
end

local function source_of_slash(player)
	for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
		if other:hasFlag("slash_source") then return other end
	end
	return player
end

liuli_card = sgs.CreateSkillCard{
	name = "liuli_effect",
	filter = function(self, targets, to_select)
		if #targets > 0 or to_select:hasFlag("slash_source") or to_select:objectName() == sgs.Self:objectName() then return false end
		return sgs.Self:canSlash(to_select, false) and reaches_without(sgs.Self, to_select, self:getSubcards():at(0))
	end,
	on_effect = function(self, effect)
		effect.to:getRoom():setPlayerFlag(effect.to, "liuli_target")
	end,
}

liuli_vs = sgs.CreateViewAsSkill{
	name = "liuli",
	n = 1,
	view_filter = function(self, selected, to_select)
		return spareable(sgs.Self, to_select, source_of_slash(sgs.Self))
	end,
	view_as = function(self, cards)
		if #cards == 0 then return nil end
		local card = liuli_card:clone()
		card:addSubcard(cards[1])
		card:setSkillName("liuli")
		return card
	end,
	enabled_at_play = function() return false end,
	enabled_at_response = function(self, player, pattern)
		return pattern == "#liuli_effect"
	end,
}

liuli = sgs.CreateTriggerSkill{
	name = "liuli",
	view_as_skill = liuli_vs,
	events = {sgs.CardEffected},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local effect = data:toCardEffect()
		if not effect.card:inherits("Slash") then return false end
		local can_invoke = false
		for _, card in sgs.qlist(player:getCards("he")) do
			if spareable(player, card, effect.from) then can_invoke = true end
		end
		if not can_invoke then return false end
		room:setPlayerFlag(effect.from, "slash_source")
		local used = room:askForUseCard(player, "#liuli_effect", "@liuli:" .. effect.from:objectName())
		room:setPlayerFlag(effect.from, "-slash_source")
		if used then
			for _, other in sgs.qlist(room:getOtherPlayers(player)) do
				if other:hasFlag("liuli_target") then
					room:setPlayerFlag(other, "-liuli_target")
					effect.to = other
					room:cardEffect(effect)
					return true
				end
			end
		end
		return false
	end,
}

daqiao:addSkill(guose)
daqiao:addSkill(liuli)

-- ---------------------------------------------------------------- luxun
luxun = sgs.General(extension, "luxun", "wu", 3)

qianxun = sgs.CreateProhibitSkill{
	name = "qianxun",
	is_prohibited = function(self, from, to, card)
		return to:hasSkill("qianxun") and (card:inherits("Snatch") or card:inherits("Indulgence"))
	end,
}

lianying = sgs.CreateTriggerSkill{
	name = "lianying",
	frequency = sgs.Skill_Frequent,
	events = {sgs.CardLost},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if player:isKongcheng() and data:toCardMove().from_place == sgs.Player_Hand
			and room:askForSkillInvoke(player, "lianying") then
			room:playSkillEffect("lianying")
			player:drawCards(1)
		end
		return false
	end,
}

luxun:addSkill(qianxun)
luxun:addSkill(lianying)

-- ---------------------------------------------------------------- sunshangxiang
sunshangxiang = sgs.General(extension, "sunshangxiang", "wu", 3, false)

jieyin_card = sgs.CreateSkillCard{
	name = "jieyin_bond",
	filter = function(self, targets, to_select)
		return #targets == 0 and to_select:objectName() ~= sgs.Self:objectName()
			and to_select:getGeneral():isMale() and to_select:isWounded()
	end,
	on_effect = function(self, effect)
		local room = effect.from:getRoom()
		local recover = sgs.RecoverStruct()
		recover.card = self
		recover.who = effect.from
		room:recover(effect.from, recover, true)
		room:recover(effect.to, recover, true)
	end,
}

jieyin = sgs.CreateViewAsSkill{
	name = "jieyin",
	n = 2,
	view_filter = function(self, selected, to_select)
		return #selected < 2 and not to_select:isEquipped()
	end,
	view_as = function(self, cards)
		if #cards ~= 2 then return nil end
		local card = jieyin_card:clone()
		card:addSubcard(cards[1])
		card:addSubcard(cards[2])
		card:setSkillName("jieyin")
		return card
	end,
	enabled_at_play = function(self, player)
		if player:hasUsed("#jieyin_bond") or player:getHandcardNum() < 2 then return false end
		for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
			if other:getGeneral():isMale() and other:isWounded() then return true end
		end
		return false
	end,
}

xiaoji = sgs.CreateTriggerSkill{
	name = "xiaoji",
	frequency = sgs.Skill_Frequent,
	events = {sgs.CardLost},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if data:toCardMove().from_place == sgs.Player_Equip and room:askForSkillInvoke(player, "xiaoji") then
			room:playSkillEffect("xiaoji")
			player:drawCards(2)
		end
		return false
	end,
}

sunshangxiang:addSkill(jieyin)
sunshangxiang:addSkill(xiaoji)

sgs.LoadTranslationTable{
	["twins3_wu"] = "吴",
	["sunquan"] = "孙权", ["zhiheng"] = "制衡", ["zhiheng_exchange"] = "制衡换牌", ["jiuyuan"] = "救援",
	["#jiuyuan"] = "%from的%arg生效。",
	["ganning"] = "甘宁", ["qixi"] = "奇袭",
	["lumeng"] = "吕蒙", ["keji"] = "克己",
	["huanggai"] = "黄盖", ["kurou"] = "苦肉", ["kurou_blow"] = "苦肉受罚",
	["zhouyu"] = "周瑜", ["yingzi"] = "英姿", ["fanjian"] = "反间", ["fanjian_plot"] = "反间之计", ["#fanjian-suit"] = "%from猜%arg。",
	["daqiao"] = "大乔", ["guose"] = "国色", ["liuli"] = "流离", ["liuli_effect"] = "流离", ["@liuli"] = "%src对你使用杀，是否发动流离？",
	["luxun"] = "陆逊", ["qianxun"] = "谦逊", ["lianying"] = "连营",
	["sunshangxiang"] = "孙尚香", ["jieyin"] = "结姻", ["jieyin_bond"] = "结姻之约", ["xiaoji"] = "枭姬",
}
