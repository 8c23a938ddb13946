-- 文士包的 AI

-- 悲愤：红色手牌可当闪
sgs.ai_view_as.beifen = function(card, player, card_place)
	local suit = card:getSuitString()
	local number = card:getNumberString()
	local card_id = card:getEffectiveId()
	if card:isRed() and card_place ~= sgs.Player_Equip then
		return ("jink:beifen[%s:%s]=%d"):format(suit, number, card_id)
	end
end

sgs.ai_skill_invoke.hujiaqu = true

-- 临摹：两张同花色、使用价值低的手牌当无中生有
local linmo_skill = {name = "linmo"}
table.insert(sgs.ai_skills, linmo_skill)
linmo_skill.getTurnUseCard = function(self)
	if self.player:hasFlag("linmo_used") then return end
	local cards = sgs.QList2Table(self.player:getHandcards())
	self:sortByUseValue(cards, true)
	for i = 1, #cards do
		for j = i + 1, #cards do
			local a, b = cards[i], cards[j]
			local cheap = self:getUseValue(a) < 6 and self:getUseValue(b) < 6
			if cheap and a:getSuit() == b:getSuit() and not a:inherits("Peach") and not b:inherits("Peach") then
				return sgs.Card_Parse(("ex_nihilo:linmo[%s:0]=%d+%d"):format(a:getSuitString(), a:getEffectiveId(), b:getEffectiveId()))
			end
		end
	end
end

sgs.ai_chaofeng.caiyan = -1
