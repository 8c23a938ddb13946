-- The generals of qun of the native game, written anew in the way of the manual.
module("extensions.twins4_qun", package.seeall)

extension = sgs.Package("twins4_qun")

-- ---------------------------------------------------------------- huatuo
huatuo = sgs.General(extension, "huatuo", "qun", 3)

qingnang_card = sgs.CreateSkillCard{
	name = "qingnang_cure",
	filter = function(self, targets, to_select)
		return #targets == 0 and to_select:isWounded()
	end,
	on_effect = function(self, effect)
		local recover = sgs.RecoverStruct()
		recover.card = self
		recover.who = effect.from
		effect.to:getRoom():recover(effect.to, recover)
	end,
}

qingnang = sgs.CreateViewAsSkill{
	name = "qingnang",
	n = 1,
	view_filter = function(self, selected, to_select)
		return not to_select:isEquipped()
	end,
	view_as = function(self, cards)
		if #cards ~= 1 then return nil end
		local card = qingnang_card:clone()
		card:addSubcard(cards[1])
		card:setSkillName("qingnang")
		return card
	end,
	enabled_at_play = function(self, player)
		if player:hasUsed("#qingnang_cure") or player:isKongcheng() then return false end
		for _, each in sgs.qlist(player:getRoom():getAlivePlayers()) do
			if each:isWounded() then return true end
		end
		return false
	end,
}

jijiu = sgs.CreateViewAsSkill{
	name = "jijiu",
	n = 1,
	view_filter = function(self, selected, to_select)
		return to_select:isRed()
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = cards[1]
			local peach = sgs.Sanguosha:cloneCard("peach", card:getSuit(), card:getNumber())
			peach:addSubcard(card:getId())
			peach:setSkillName("jijiu")
			return peach
		end
	end,
	enabled_at_play = function() return false end,
	enabled_at_response = function(self, player, pattern)
		if not pattern:find("peach") or player:getPhase() ~= sgs.Player_NotActive then return false end
		for _, card in sgs.qlist(player:getCards("he")) do
			if card:isRed() then return true end
		end
		return false
	end,
}

huatuo:addSkill(qingnang)
huatuo:addSkill(jijiu)

-- ---------------------------------------------------------------- lubu
lubu = sgs.General(extension, "lubu", "qun", 4)

-- Against a slash of the owner two jinks are needed; in a duel with the owner two slashes each time.
wushuang = sgs.CreateTriggerSkill{
	name = "wushuang",
	frequency = sgs.Skill_Compulsory,
	events = {sgs.SlashProceed, sgs.CardEffected},
	can_trigger = function(self, target)
		return target:isAlive()
	end,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if event == sgs.SlashProceed then
			if not player:hasSkill("wushuang") then return false end
			local effect = data:toSlashEffect()
			local log = sgs.LogMessage()
			log.type = "#wushuang"
			log.from = player
			log.arg = "wushuang"
			room:sendLog(log)
			local prompt = ":" .. player:objectName()
			local first = room:askForCard(effect.to, "jink", "@wushuang-jink-1" .. prompt, data)
			local second = first and room:askForCard(effect.to, "jink", "@wushuang-jink-2" .. prompt, data)
			room:slashResult(effect, second)
			return true
		end
		local effect = data:toCardEffect()
		if not effect.card:inherits("Duel") or not effect.from then return false end
		local asked, other = effect.to, effect.from
		if not asked:hasSkill("wushuang") and not other:hasSkill("wushuang") then return false end
		if room:isCanceled(effect) then return true end
		while asked:isAlive() do
			local double = other:hasSkill("wushuang")
			local prompt = ":" .. other:objectName()
			local slash = room:askForCard(asked, "slash", (double and "@wushuang-slash-1" or "duel-slash") .. prompt, data)
			if slash and double then
				slash = room:askForCard(asked, "slash", "@wushuang-slash-2" .. prompt, data)
			end
			if not slash then break end
			asked, other = other, asked
		end
		local damage = sgs.DamageStruct()
		damage.card = effect.card
		damage.from = other
		damage.to = asked
		room:damage(damage)
		return true
	end,
}

lubu:addSkill(wushuang)

-- ---------------------------------------------------------------- diaochan
diaochan = sgs.General(extension, "diaochan", "qun", 3, false)

lijian_card = sgs.CreateSkillCard{
	name = "lijian_rift",
	filter = function(self, targets, to_select)
		if not to_select:getGeneral():isMale() or to_select:objectName() == sgs.Self:objectName() then return false end
		if #targets == 0 and to_select:hasSkill("kongcheng") and to_select:isKongcheng() then return false end
		return #targets < 2
	end,
	feasible = function(self, targets)
		return #targets == 2
	end,
	on_use = function(self, room, source, targets)
		room:throwCard(self)
		local to, from = targets[1], targets[2]
		local duel = sgs.Sanguosha:cloneCard("duel", sgs.Card_NoSuit, 0)
		duel:setCancelable(false)
		duel:setSkillName("lijian")
		local use = sgs.CardUseStruct()
		use.card = duel
		use.from = from
		use.to:append(to)
		room:useCard(use)
	end,
}

lijian = sgs.CreateViewAsSkill{
	name = "lijian",
	n = 1,
	view_filter = function(self, selected, to_select)
		return true
	end,
	view_as = function(self, cards)
		if #cards ~= 1 then return nil end
		local card = lijian_card:clone()
		card:addSubcard(cards[1])
		card:setSkillName("lijian")
		return card
	end,
	enabled_at_play = function(self, player)
		if player:hasUsed("#lijian_rift") or player:isNude() then return false end
		local men, duellists = 0, 0
		for _, other in sgs.qlist(player:getRoom():getOtherPlayers(player)) do
			if other:getGeneral():isMale() then
				men = men + 1
				if not (other:hasSkill("kongcheng") and other:isKongcheng()) then duellists = duellists + 1 end
			end
		end
		return men > 1 and duellists > 0
	end,
}

biyue = sgs.CreateTriggerSkill{
	name = "biyue",
	frequency = sgs.Skill_Frequent,
	events = {sgs.PhaseChange},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if player:getPhase() == sgs.Player_Finish and room:askForSkillInvoke(player, "biyue") then
			room:playSkillEffect("biyue")
			player:drawCards(1)
		end
		return false
	end,
}

diaochan:addSkill(lijian)
diaochan:addSkill(biyue)

sgs.LoadTranslationTable{
	["twins4_qun"] = "群",
	["huatuo"] = "华佗", ["qingnang"] = "青囊", ["qingnang_cure"] = "青囊医治", ["jijiu"] = "急救",
	["lubu"] = "吕布", ["wushuang"] = "无双", ["#wushuang"] = "%from的%arg生效。",
	["@wushuang-jink-1"] = "%src对你使用杀：打出一张闪（共需2张），否则受到1点伤害。",
	["@wushuang-jink-2"] = "%src对你使用杀：打出一张闪，否则受到1点伤害。",
	["@wushuang-slash-1"] = "与%src决斗：打出一张杀（共需2张），否则受到1点伤害。",
	["@wushuang-slash-2"] = "与%src决斗：打出一张杀，否则受到1点伤害。",
	["duel-slash"] = "与%src决斗：打出一张杀，否则受到1点伤害。",
	["diaochan"] = "貂蝉", ["lijian"] = "离间", ["lijian_rift"] = "离间之计", ["biyue"] = "闭月",
}
