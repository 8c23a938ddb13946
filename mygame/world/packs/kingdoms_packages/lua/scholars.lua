-- 文士包：视为技（一张牌当另一张牌，两张同花色的牌当一张牌，打出时的视为技）
module("extensions.scholars", package.seeall)

extension = sgs.Package("scholars")

-- 蔡琰：你可以将一张红色手牌当【闪】使用或打出。
caiyan = sgs.General(extension, "caiyan", "qun", 3, false)

beifen = sgs.CreateViewAsSkill{
	name = "beifen",
	n = 1,
	view_filter = function(self, selected, to_select)
		return to_select:isRed() and not to_select:isEquipped()
	end,
	view_as = function(self, cards)
		if #cards ~= 1 then return nil end
		local jink = sgs.Sanguosha:cloneCard("jink", cards[1]:getSuit(), cards[1]:getNumber())
		jink:addSubcard(cards[1]:getId())
		jink:setSkillName(self:objectName())
		return jink
	end,
	enabled_at_play = function(self, player) return false end,
	enabled_at_response = function(self, player, pattern) return pattern == "jink" end
}

-- 胡笳：每当你受到一次伤害后，你可以摸一张牌。
hujia_song = sgs.CreateTriggerSkill{
	name = "hujiaqu",
	frequency = sgs.Skill_Frequent,
	events = sgs.Damaged,
	priority = -1,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if room:askForSkillInvoke(player, "hujiaqu", data) then
			player:drawCards(1)
		end
	end
}
caiyan:addSkill(beifen)
caiyan:addSkill(hujia_song)

-- 钟繇：出牌阶段限一次，你可以将两张同花色的手牌当【无中生有】使用。
zhongyao = sgs.General(extension, "zhongyao", "wei", 3)

linmo = sgs.CreateViewAsSkill{
	name = "linmo",
	n = 2,
	view_filter = function(self, selected, to_select)
		if to_select:isEquipped() then return false end
		return #selected == 0 or selected[1]:getSuit() == to_select:getSuit()
	end,
	view_as = function(self, cards)
		if #cards < 2 then return nil end
		local trick = sgs.Sanguosha:cloneCard("ex_nihilo", cards[1]:getSuit(), 0)
		for _, card in ipairs(cards) do trick:addSubcard(card) end
		trick:setSkillName(self:objectName())
		return trick
	end,
	enabled_at_play = function(self, player) return not player:hasFlag("linmo_used") end
}
linmo_once = sgs.CreateTriggerSkill{
	name = "#linmo",
	events = {sgs.CardUsed},
	on_trigger = function(self, event, player, data)
		if data:toCardUse().card:getSkillName() == "linmo" then
			player:getRoom():setPlayerFlag(player, "linmo_used")
		end
	end
}
zhongyao:addSkill(linmo)
zhongyao:addSkill(linmo_once)

sgs.LoadTranslationTable{
	["scholars"] = "文士",
	["caiyan"] = "蔡琰",
	["#caiyan"] = "胡笳十八拍",
	["beifen"] = "悲愤",
	[":beifen"] = "你可以将一张红色手牌当【闪】使用或打出。",
	["hujiaqu"] = "胡笳",
	[":hujiaqu"] = "每当你受到一次伤害后，你可以摸一张牌。",
	["zhongyao"] = "钟繇",
	["#zhongyao"] = "楷书之祖",
	["linmo"] = "临摹",
	[":linmo"] = "出牌阶段限一次，你可以将两张同花色的手牌当【无中生有】使用。",
}
