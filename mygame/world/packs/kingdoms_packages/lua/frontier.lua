-- 边塞包：距离技、禁止技与锁定视为技
module("extensions.frontier", package.seeall)

extension = sgs.Package("frontier")

-- 田豫
tianyu = sgs.General(extension, "tianyu", "wei")

-- 塞垣：锁定技，当你的体力值不大于 2 时，其他角色与你的距离 +1。
saiyuan = sgs.CreateDistanceSkill{
	name = "saiyuan",
	correct_func = function(self, from, to)
		if to:hasSkill("saiyuan") and to:getHp() <= 2 then return 1 end
		return 0
	end
}

-- 清廉：锁定技，当你没有手牌时，你不能成为【顺手牵羊】和【过河拆桥】的目标。
qinglian = sgs.CreateProhibitSkill{
	name = "qinglian",
	is_prohibited = function(self, from, to, card)
		return to:hasSkill("qinglian") and to:isKongcheng() and (card:inherits("Snatch") or card:inherits("Dismantlement"))
	end
}
tianyu:addSkill(saiyuan)
tianyu:addSkill(qinglian)

-- 牵招：锁定技，你的方块【闪】均视为【杀】。
qianzhao = sgs.General(extension, "qianzhao", "wei")

jiezhan = sgs.CreateFilterSkill{
	name = "jiezhan",
	view_filter = function(self, to_select)
		return to_select:inherits("Jink") and to_select:getSuit() == sgs.Card_Diamond
	end,
	view_as = function(self, card)
		local slash = sgs.Sanguosha:cloneCard("slash", card:getSuit(), card:getNumber())
		slash:addSubcard(card:getId())
		slash:setSkillName(self:objectName())
		return slash
	end
}
qianzhao:addSkill(jiezhan)
qianzhao:addSkill("mashu")

sgs.LoadTranslationTable{
	["frontier"] = "边塞",
	["tianyu"] = "田豫",
	["#tianyu"] = "镇北将军",
	["saiyuan"] = "塞垣",
	[":saiyuan"] = "<b>锁定技</b>，当你的体力值不大于2时，其他角色计算的与你的距离始终+1。",
	["qinglian"] = "清廉",
	[":qinglian"] = "<b>锁定技</b>，当你没有手牌时，你不能成为【顺手牵羊】和【过河拆桥】的目标。",
	["qianzhao"] = "牵招",
	["#qianzhao"] = "雁门之盾",
	["jiezhan"] = "接战",
	[":jiezhan"] = "<b>锁定技</b>，你的方块【闪】均视为【杀】。",
}
