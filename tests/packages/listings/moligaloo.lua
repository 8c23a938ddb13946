module("extensions.moligaloo", package.seeall)

extension = sgs.Package("moligaloo")

shiqian = sgs.General(extension, "shiqian", "qun")

shentou = sgs.CreateViewAsSkill{
	name = "shentou",
	n = 1,
	view_filter = function(self, selected, to_select)
		return to_select:getSuit() == sgs.Card_Club and not to_select:isEquipped()
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = cards[1]
			local new_card = sgs.Sanguosha:cloneCard("snatch", card:getSuit(), card:getNumber())
			new_card:addSubcard(card:getId())
			new_card:setSkillName(self:objectName())
			return new_card
		end
	end
}
shiqian:addSkill(shentou)

yuanshu = sgs.General(extension, "yuanshu", "qun", 4)
yongsi = sgs.CreateTriggerSkill{
	name = "yongsi",
	frequency = sgs.Skill_Compulsory,
	events = {sgs.DrawNCards, sgs.PhaseChange},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local getKingdoms = function()
			local kingdoms = {}
			local count = 0
			for _, aplayer in sgs.qlist(room:getAlivePlayers()) do
				if not kingdoms[aplayer:getKingdom()] then
					kingdoms[aplayer:getKingdom()] = true
					count = count + 1
				end
			end
			return count
		end
		if event == sgs.DrawNCards then
			data:setValue(data:toInt() + getKingdoms())
		elseif event == sgs.PhaseChange and player:getPhase() == sgs.Player_Discard then
			local x = getKingdoms()
			local total = player:getHandcardNum() + player:getEquips():length()
			if total <= x then
				player:throwAllHandCards()
				player:throwAllEquips()
			else
				room:askForDiscard(player, "yongsi", x, false, true)
			end
		end
		return false
	end
}
yuanshu:addSkill(yongsi)

zhangjiao = sgs.General(extension, "zhangjiao2", "qun", 3)
jianxiong2 = sgs.CreateTriggerSkill{
	name = "luajianxiong",
	events = sgs.Damaged,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local card = data:toDamage().card
		if room:obtainable(card, player) and room:askForSkillInvoke(player, "luajianxiong", data) then
			room:playSkillEffect("luajianxiong")
			player:obtainCard(card)
		end
	end
}
leiji_card = sgs.CreateSkillCard{
	name = "lualeiji",
	target_fixed = false,
	will_throw = true,
	on_effect = function(self, effect)
		local room = effect.from:getRoom()
		local judge = sgs.JudgeStruct()
		judge.pattern = sgs.QRegExp("(.*):(spade):(.*)")
		judge.good = false
		judge.reason = "lualeiji"
		judge.who = effect.to
		room:judge(judge)
		if judge:isBad() then
			local damage = sgs.DamageStruct()
			damage.card = nil
			damage.damage = 2
			damage.from = effect.from
			damage.to = effect.to
			damage.nature = sgs.DamageStruct_Thunder
			room:damage(damage)
		end
	end
}
leiji = sgs.CreateViewAsSkill{
	name = "lualeiji",
	n = 1,
	view_filter = function(self, selected, to_select) return to_select:isBlack() end,
	view_as = function(self, cards)
		if #cards == 1 then
			local c = leiji_card:clone()
			c:addSubcard(cards[1])
			return c
		end
	end,
	enabled_at_play = function(self, player) return not player:hasUsed("#lualeiji") end
}
zhangjiao:addSkill(jianxiong2)
zhangjiao:addSkill(leiji)
mashu2 = sgs.CreateDistanceSkill{
	name = "luamashu",
	correct_func = function(self, from, to)
		if from:hasSkill("luamashu") then return -1 end
	end
}
zhangjiao:addSkill(mashu2)

daqiao2 = sgs.General(extension, "daqiao2", "wu", 3, false)
liuli_card = sgs.CreateSkillCard{
	name = "lualiuli_effect",
	target_fixed = false,
	will_throw = true,
	filter = function(self, targets, to_select)
		if #targets > 0 then return false end
		if to_select:hasFlag("slash_source") or to_select:objectName() == sgs.Self:objectName() then return false end
		return sgs.Self:canSlash(to_select)
	end,
	on_effect = function(self, effect)
		effect.to:getRoom():setPlayerFlag(effect.to, "lualiuli_target")
	end
}
liuli_vs = sgs.CreateViewAsSkill{
	name = "lualiuli_vs",
	n = 1,
	view_filter = function(self, selected, to_select) return true end,
	view_as = function(self, cards)
		if #cards == 0 then return nil end
		local card = liuli_card:clone()
		card:addSubcard(cards[1])
		return card
	end,
	enabled_at_play = function() return false end,
	enabled_at_response = function(self, player, pattern) return pattern == "#lualiuli_effect" end
}
lualiuli = sgs.CreateTriggerSkill{
	name = "lualiuli",
	view_as_skill = liuli_vs,
	events = {sgs.CardEffected},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local effect = data:toCardEffect()
		if effect.card:inherits("Slash") and not player:isNude() and room:alivePlayerCount() > 2 then
			local canInvoke = false
			for _, aplayer in sgs.qlist(room:getOtherPlayers(player)) do
				if player:canSlash(aplayer) and aplayer:objectName() ~= effect.from:objectName() then canInvoke = true end
			end
			if canInvoke then
				room:setPlayerFlag(effect.from, "slash_source")
				if room:askForUseCard(player, "#lualiuli_effect", "@lualiuli:" .. effect.from:objectName()) then
					room:setPlayerFlag(effect.from, "-slash_source")
					for _, aplayer in sgs.qlist(room:getOtherPlayers(player)) do
						if aplayer:hasFlag("lualiuli_target") then
							room:setPlayerFlag(aplayer, "-lualiuli_target")
							effect.to = aplayer
							room:cardEffect(effect)
							return true
						end
					end
				end
				room:setPlayerFlag(effect.from, "-slash_source")
			end
		end
	end
}
daqiao2:addSkill(lualiuli)

sgs.LoadTranslationTable{
	["moligaloo"] = "太阳神上",
	["shiqian"] = "时迁",
	["shentou"] = "神偷",
	[":shentou"] = "你可以将梅花手牌当【顺手牵羊】使用",
}
