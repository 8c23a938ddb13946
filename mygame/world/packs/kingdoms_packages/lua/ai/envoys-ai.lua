-- 使臣包的 AI

local tiaohe_skill = {name = "tiaohe"}
table.insert(sgs.ai_skills, tiaohe_skill)
tiaohe_skill.getTurnUseCard = function(self)
	if self.player:hasUsed("#tiaohe") or self.player:isNude() then return end
	local cards = sgs.QList2Table(self.player:getCards("he"))
	self:sortByKeepValue(cards)
	return sgs.Card_Parse("#tiaohe:" .. cards[1]:getEffectiveId() .. ":")
end

-- 让手牌多的敌人把牌交给手牌少的朋友
sgs.ai_skill_use_func["#tiaohe"] = function(card, use, self)
	local giver, taker
	self:sort(self.enemies, "handcard")
	for i = #self.enemies, 1, -1 do
		if not self.enemies[i]:isKongcheng() then giver = self.enemies[i] break end
	end
	self:sort(self.friends_noself, "handcard")
	taker = self.friends_noself[1]
	if not giver then return end
	if not taker or taker:getHandcardNum() >= giver:getHandcardNum() then
		taker = nil
		for _, enemy in ipairs(self.enemies) do
			if enemy:getHandcardNum() < giver:getHandcardNum() and enemy:objectName() ~= giver:objectName() then taker = enemy break end
		end
		if not taker or self:getOverflow() <= 0 then return end
	end
	use.card = card
	if use.to then
		use.to:append(giver)
		use.to:append(taker)
	end
end

sgs.ai_skill_discard.tiaohe = function(self, discard_num, optional, include_equip)
	local cards = sgs.QList2Table(self.player:getHandcards())
	self:sortByKeepValue(cards)
	return {cards[1]:getEffectiveId()}
end

sgs.ai_use_priority["#tiaohe"] = 4.2
sgs.ai_card_intention["#tiaohe"] = function(card, from, tos, source)
	if #tos == 2 then sgs.updateIntention(from, tos[1], 40) end
end
