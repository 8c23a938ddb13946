-- 边塞包的 AI

sgs.ai_filterskill_filter.jiezhan = function(card, card_place)
	local suit = card:getSuitString()
	local number = card:getNumberString()
	local card_id = card:getEffectiveId()
	if card:inherits("Jink") and card:getSuit() == sgs.Card_Diamond then
		return ("slash:jiezhan[%s:%s]=%d"):format(suit, number, card_id)
	end
end

sgs.ai_trick_prohibit.qinglian = function(card, self, to)
	return to:isKongcheng() and (card:inherits("Snatch") or card:inherits("Dismantlement"))
end

sgs.ai_chaofeng.tianyu = 1
