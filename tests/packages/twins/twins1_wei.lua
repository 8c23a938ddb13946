-- The generals of wei of the native game, written anew in the way of the manual.
module("extensions.twins1_wei", package.seeall)

extension = sgs.Package("twins1_wei")

local function discarded(room, card)
	return card ~= nil and room:getCardPlace(card:getEffectiveId()) == sgs.Player_DiscardedPile
end

-- ---------------------------------------------------------------- caocao
caocao = sgs.General(extension, "caocao$", "wei", 4)

jianxiong = sgs.CreateTriggerSkill{
	name = "jianxiong",
	events = {sgs.Damaged},
	priority = -1,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local card = data:toDamage().card
		if discarded(room, card) and room:obtainable(card, player) and room:askForSkillInvoke(player, "jianxiong", data) then
			room:playSkillEffect("jianxiong")
			player:obtainCard(card)
		end
		return false
	end,
}

hujia = sgs.CreateTriggerSkill{
	name = "hujia$",
	events = {sgs.CardAsked},
	can_trigger = function(self, target)
		return target:hasLordSkill("hujia")
	end,
	on_trigger = function(self, event, player, data)
		if data:toString() ~= "jink" then return false end
		local room = player:getRoom()
		local lieges = room:getLieges("wei", player)
		if lieges:isEmpty() or not room:askForSkillInvoke(player, "hujia", data) then return false end
		local tohelp = sgs.QVariant()
		tohelp:setValue(player)
		for _, liege in sgs.qlist(lieges) do
			local jink = room:askForCard(liege, "jink", "@hujia-jink:" .. player:objectName(), tohelp)
			if jink then
				room:provide(jink)
				return true
			end
		end
		return false
	end,
}

caocao:addSkill(jianxiong)
caocao:addSkill(hujia)

-- ---------------------------------------------------------------- simayi
simayi = sgs.General(extension, "simayi", "wei", 3)

fankui = sgs.CreateTriggerSkill{
	name = "fankui",
	events = {sgs.Damaged},
	priority = -1,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local from = data:toDamage().from
		if from and from:objectName() ~= player:objectName() and not from:isNude()
			and room:askForSkillInvoke(player, "fankui", data) then
			local id = room:askForCardChosen(player, from, "he", "fankui")
			if room:getCardPlace(id) == sgs.Player_Hand then
				room:moveCardTo(sgs.Sanguosha:getCard(id), player, sgs.Player_Hand, false)
			else
				room:obtainCard(player, id)
			end
		end
		return false
	end,
}

guicai_card = sgs.CreateSkillCard{
	name = "guicai_card",
	target_fixed = true,
	will_throw = false,
}

guicai_vs = sgs.CreateViewAsSkill{
	name = "guicai",
	n = 1,
	view_filter = function(self, selected, to_select)
		return not to_select:isEquipped()
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = guicai_card:clone()
			card:addSubcard(cards[1])
			card:setSkillName("guicai")
			return card
		end
	end,
	enabled_at_play = function() return false end,
	enabled_at_response = function(self, player, pattern)
		return pattern == "@guicai"
	end,
}

guicai = sgs.CreateTriggerSkill{
	name = "guicai",
	view_as_skill = guicai_vs,
	events = {sgs.AskForRetrial},
	can_trigger = function(self, target)
		return target:isAlive() and target:hasSkill("guicai") and not target:isKongcheng()
	end,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local judge = data:toJudge()
		player:setTag("Judge", data)
		local prompt = ("@guicai-card:%s:%s:%s"):format(judge.who:objectName(), "", "guicai")
		local card = room:askForCard(player, "@guicai", prompt, data)
		if card then
			room:throwCard(judge.card)
			judge.card = sgs.Sanguosha:getCard(card:getEffectiveId())
			room:moveCardTo(judge.card, nil, sgs.Player_Special)
		end
		return false
	end,
}

simayi:addSkill(fankui)
simayi:addSkill(guicai)

-- ---------------------------------------------------------------- xiahoudun
xiahoudun = sgs.General(extension, "xiahoudun", "wei", 4)

ganglie = sgs.CreateTriggerSkill{
	name = "ganglie",
	events = {sgs.Damaged},
	priority = -1,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local from = data:toDamage().from
		if not from or not from:isAlive() or not room:askForSkillInvoke(player, "ganglie", data) then return false end
		local judge = sgs.JudgeStruct()
		judge.pattern = sgs.QRegExp("(.*):(heart):(.*)")
		judge.good = false
		judge.reason = "ganglie"
		judge.who = player
		room:judge(judge)
		if judge:isGood() and not room:askForDiscard(from, "ganglie", 2, true) then
			local damage = sgs.DamageStruct()
			damage.from = player
			damage.to = from
			room:damage(damage)
		end
		return false
	end,
}

xiahoudun:addSkill(ganglie)

-- ---------------------------------------------------------------- zhangliao
zhangliao = sgs.General(extension, "zhangliao", "wei", 4)

tuxi_card = sgs.CreateSkillCard{
	name = "tuxi_card",
	filter = function(self, targets, to_select)
		return #targets < 2 and to_select:objectName() ~= sgs.Self:objectName() and not to_select:isKongcheng()
	end,
	on_use = function(self, room, source, targets)
		for _, target in ipairs(targets) do
			local id = room:askForCardChosen(source, target, "h", "tuxi")
			room:moveCardTo(sgs.Sanguosha:getCard(id), source, sgs.Player_Hand, false)
		end
	end,
}

tuxi_vs = sgs.CreateViewAsSkill{
	name = "tuxi",
	n = 0,
	view_as = function(self, cards)
		local card = tuxi_card:clone()
		card:setSkillName("tuxi")
		return card
	end,
	enabled_at_play = function() return false end,
	enabled_at_response = function(self, player, pattern)
		return pattern == "@@tuxi"
	end,
}

tuxi = sgs.CreateTriggerSkill{
	name = "tuxi",
	view_as_skill = tuxi_vs,
	events = {sgs.PhaseChange},
	on_trigger = function(self, event, player, data)
		if player:getPhase() ~= sgs.Player_Draw then return false end
		local room = player:getRoom()
		for _, other in sgs.qlist(room:getOtherPlayers(player)) do
			if not other:isKongcheng() then
				return room:askForUseCard(player, "@@tuxi", "@tuxi-card")
			end
		end
		return false
	end,
}

zhangliao:addSkill(tuxi)

-- ---------------------------------------------------------------- xuchu
xuchu = sgs.General(extension, "xuchu", "wei", 4)

luoyi = sgs.CreateTriggerSkill{
	name = "luoyi",
	events = {sgs.DrawNCards},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if data:toInt() > 0 and room:askForSkillInvoke(player, "luoyi", data) then
			room:setPlayerFlag(player, "luoyi")
			data:setValue(data:toInt() - 1)
		end
		return false
	end,
}

luoyi_buff = sgs.CreateTriggerSkill{
	name = "#luoyi",
	events = {sgs.Predamage},
	can_trigger = function(self, target)
		return target:isAlive() and target:hasFlag("luoyi")
	end,
	on_trigger = function(self, event, player, data)
		local damage = data:toDamage()
		if damage.card and (damage.card:inherits("Slash") or damage.card:inherits("Duel")) then
			damage.damage = damage.damage + 1
			data:setValue(damage)
		end
		return false
	end,
}

xuchu:addSkill(luoyi)
xuchu:addSkill(luoyi_buff)

-- ---------------------------------------------------------------- guojia
guojia = sgs.General(extension, "guojia", "wei", 3)

tiandu = sgs.CreateTriggerSkill{
	name = "tiandu",
	frequency = sgs.Skill_Frequent,
	events = {sgs.FinishJudge},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		local card = data:toJudge().card
		if room:obtainable(card, player) and room:askForSkillInvoke(player, "tiandu", data) then
			player:obtainCard(card)
			return true
		end
		return false
	end,
}

yiji = sgs.CreateTriggerSkill{
	name = "yiji",
	frequency = sgs.Skill_Frequent,
	events = {sgs.Damaged},
	priority = -1,
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if not room:askForSkillInvoke(player, "yiji", data) then return false end
		room:playSkillEffect("yiji")
		for _ = 1, data:toDamage().damage do
			local had = {}
			for _, id in sgs.qlist(player:handCards()) do had[id] = true end
			player:drawCards(2)
			local new = sgs.IntList()
			for _, id in sgs.qlist(player:handCards()) do
				if not had[id] then new:append(id) end
			end
			while not new:isEmpty() and room:askForYiji(player, new) do
				local left = sgs.IntList()
				for _, id in sgs.qlist(new) do
					local owner = room:getCardOwner(id)
					if owner and owner:objectName() == player:objectName() then left:append(id) end
				end
				new = left
			end
		end
		return false
	end,
}

guojia:addSkill(tiandu)
guojia:addSkill(yiji)

-- ---------------------------------------------------------------- zhenji
zhenji = sgs.General(extension, "zhenji", "wei", 3, false)

luoshen = sgs.CreateTriggerSkill{
	name = "luoshen",
	frequency = sgs.Skill_Frequent,
	events = {sgs.PhaseChange, sgs.FinishJudge},
	on_trigger = function(self, event, player, data)
		local room = player:getRoom()
		if event == sgs.PhaseChange and player:getPhase() == sgs.Player_Start then
			while room:askForSkillInvoke(player, "luoshen") do
				local judge = sgs.JudgeStruct()
				judge.pattern = sgs.QRegExp("(.*):(spade|club):(.*)")
				judge.good = true
				judge.reason = "luoshen"
				judge.who = player
				room:judge(judge)
				if judge:isBad() then break end
			end
		elseif event == sgs.FinishJudge then
			local judge = data:toJudge()
			if judge.reason == "luoshen" and judge.card:isBlack() then
				player:obtainCard(judge.card)
				return true
			end
		end
		return false
	end,
}

qingguo = sgs.CreateViewAsSkill{
	name = "qingguo",
	n = 1,
	view_filter = function(self, selected, to_select)
		return to_select:isBlack() and not to_select:isEquipped()
	end,
	view_as = function(self, cards)
		if #cards == 1 then
			local card = cards[1]
			local jink = sgs.Sanguosha:cloneCard("jink", card:getSuit(), card:getNumber())
			jink:addSubcard(card)
			jink:setSkillName("qingguo")
			return jink
		end
	end,
	enabled_at_play = function() return false end,
	enabled_at_response = function(self, player, pattern)
		if pattern ~= "jink" then return false end
		for _, card in sgs.qlist(player:getHandcards()) do
			if card:isBlack() then return true end
		end
		return false
	end,
}

zhenji:addSkill(luoshen)
zhenji:addSkill(qingguo)

sgs.LoadTranslationTable{
	["twins1_wei"] = "魏",
	["caocao"] = "曹操", ["jianxiong"] = "奸雄", ["hujia"] = "护驾",
	["@hujia-jink"] = "%src发动护驾，请人打出闪：是否替其打出一张？",
	["simayi"] = "司马懿", ["fankui"] = "反馈", ["guicai"] = "鬼才", ["guicai_card"] = "鬼才",
	["@guicai-card"] = "是否发动%arg代替%src的判定牌？",
	["xiahoudun"] = "夏侯惇", ["ganglie"] = "刚烈",
	["zhangliao"] = "张辽", ["tuxi"] = "突袭", ["tuxi_card"] = "突袭", ["@tuxi-card"] = "是否发动突袭？",
	["xuchu"] = "许褚", ["luoyi"] = "裸衣",
	["guojia"] = "郭嘉", ["tiandu"] = "天妒", ["yiji"] = "遗计",
	["zhenji"] = "甄姬", ["luoshen"] = "洛神", ["qingguo"] = "倾国",
}
