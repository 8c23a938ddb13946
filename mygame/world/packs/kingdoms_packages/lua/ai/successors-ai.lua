-- 后继包的 AI

local tunshu_skill = {name = "tunshu"}
table.insert(sgs.ai_skills, tunshu_skill)
tunshu_skill.getTurnUseCard = function(self)
	if self.player:hasUsed("#tunshu") or self.player:getPile("shubing"):length() >= 5 then return end
	if self.player:isKongcheng() then return end
	local cards = sgs.QList2Table(self.player:getHandcards())
	self:sortByKeepValue(cards)
	for _, card in ipairs(cards) do
		if not card:inherits("Peach") and (self:getOverflow() > 0 or self:getKeepValue(card) < 3) then
			return sgs.Card_Parse("#tunshu:" .. card:getEffectiveId() .. ":")
		end
	end
end

sgs.ai_skill_use_func["#tunshu"] = function(card, use, self)
	use.card = card
end
sgs.ai_use_priority["#tunshu"] = 0.5

-- 有闪就不用弃“戍”，除非快死了
sgs.ai_skill_invoke.tunshu = function(self, data)
	local effect = data:toCardEffect()
	if effect.from and self:isFriend(effect.from) and not self:isWeak() then return false end
	return self:isWeak() or self:getCardsNum("Jink") == 0
end

sgs.ai_skill_askforag.tunshu = function(self, card_ids)
	local cards = {}
	for _, id in ipairs(card_ids) do table.insert(cards, sgs.Sanguosha:getCard(id)) end
	self:sortByKeepValue(cards)
	return cards[1]:getEffectiveId()
end

sgs.ai_skill_invoke.gulei = function(self, data)
	return self:isWeak() or self:getOverflow() <= 0
end

sgs.ai_skill_choice.gulei = function(self, choices)
	if self.player:isWounded() and self:isWeak() then return "recover" end
	return "draw"
end
