-- 方士包的 AI

sgs.ai_skill_invoke.xiangshu = true
sgs.ai_skill_invoke.busuan = function(self, data)
	return self:getOverflow() < 3
end

sgs.ai_skill_playerchosen.xiangshu = function(self, targets)
	local list = sgs.QList2Table(targets)
	self:sort(list, "handcard")
	for _, p in ipairs(list) do
		if self:isEnemy(p) then return p end
	end
end

sgs.ai_skill_cardchosen.shebian = function(self, who, flags)
	if who:getArmor() then return who:getArmor():getEffectiveId() end
	if who:getWeapon() then return who:getWeapon():getEffectiveId() end
end

local shebian_skill = {name = "shebian"}
table.insert(sgs.ai_skills, shebian_skill)
shebian_skill.getTurnUseCard = function(self)
	if self.player:hasUsed("#shebian") or self.player:isKongcheng() then return end
	local max_card = self:getMaxCard()
	if not max_card or max_card:getNumber() < 10 then return end
	return sgs.Card_Parse("#shebian:" .. max_card:getEffectiveId() .. ":")
end

sgs.ai_skill_use_func["#shebian"] = function(card, use, self)
	self:sort(self.enemies, "handcard")
	for _, enemy in ipairs(self.enemies) do
		if not enemy:isKongcheng() then
			use.card = card
			if use.to then use.to:append(enemy) end
			return
		end
	end
end

sgs.ai_skill_pindian.shebian = function(minusecard, self, requestor, maxcard)
	if self:isFriend(requestor) then return minusecard end
	return maxcard
end

sgs.ai_card_intention["#shebian"] = 50
sgs.ai_cardneed.qinmi = sgs.ai_cardneed.bignumber
