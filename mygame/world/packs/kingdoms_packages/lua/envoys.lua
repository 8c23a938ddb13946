-- 使臣包：有两名目标的技能牌
module("extensions.envoys", package.seeall)

extension = sgs.Package("envoys")

-- 费祎：出牌阶段限一次，你可以弃置一张牌并选择两名手牌数不同的其他角色，手牌多的交给手牌少的一张手牌，然后你摸一张牌。
feiyi = sgs.General(extension, "feiyi", "shu", 3)

tiaohe_card = sgs.CreateSkillCard{
	name = "tiaohe",
	target_fixed = false,
	will_throw = true,
	filter = function(self, targets, to_select)
		if to_select:objectName() == sgs.Self:objectName() then return false end
		if #targets == 0 then return true end
		return #targets == 1 and targets[1]:getHandcardNum() ~= to_select:getHandcardNum()
	end,
	feasible = function(self, targets)
		return #targets == 2
	end,
	on_use = function(self, room, source, targets)
		room:throwCard(self)
		local giver, taker = targets[1], targets[2]
		if giver:getHandcardNum() < taker:getHandcardNum() then giver, taker = taker, giver end
		if not giver:isKongcheng() then
			local gift = room:askForExchange(giver, "tiaohe", 1)
			room:moveCardTo(gift, taker, sgs.Player_Hand, false)
		end
		source:drawCards(1)
	end
}
tiaohe = sgs.CreateViewAsSkill{
	name = "tiaohe",
	n = 1,
	view_filter = function(self, selected, to_select) return true end,
	view_as = function(self, cards)
		if #cards == 0 then return nil end
		local card = tiaohe_card:clone()
		card:addSubcard(cards[1])
		card:setSkillName(self:objectName())
		return card
	end,
	enabled_at_play = function(self, player) return not player:hasUsed("#tiaohe") end
}

-- 持重：锁定技，若你未装备防具，【杀】对你造成的伤害不会大于 1。
chizhong = sgs.CreateTriggerSkill{
	name = "chizhong",
	frequency = sgs.Skill_Compulsory,
	events = {sgs.Predamaged},
	on_trigger = function(self, event, player, data)
		local damage = data:toDamage()
		if player:getArmor() == nil and damage.card and damage.card:inherits("Slash") and damage.damage > 1 then
			damage.damage = 1
			data:setValue(damage)
		end
		return false
	end
}
feiyi:addSkill(tiaohe)
feiyi:addSkill(chizhong)

sgs.LoadTranslationTable{
	["envoys"] = "使臣",
	["feiyi"] = "费祎",
	["#feiyi"] = "和而不同",
	["tiaohe"] = "调和",
	[":tiaohe"] = "出牌阶段限一次，你可以弃置一张牌并选择两名手牌数不同的其他角色，手牌较多的角色将一张手牌交给另一名角色，然后你摸一张牌。",
	["chizhong"] = "持重",
	[":chizhong"] = "<b>锁定技</b>，若你没有装备防具，【杀】对你造成的伤害不会大于1点。",
}
