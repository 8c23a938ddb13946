-- The listings of the manual from line 76 to 916, and 998: as they are printed, but for what is remarked. Fields stand in a skill or card,
-- and each skill has a general of its own: a name and addSkill.
module("extensions.fundamentals", package.seeall)
extension = sgs.Package("fundamentals")
local function general(name, skill, male) sgs.General(extension, name, "qun", 4, male):addSkill(skill) end

-- 188-194 and 202-210: fields; a view_as is added so that they can be used
local function as_snatch(self, cards)
	if #cards < self.n then return nil end
	local card = sgs.Sanguosha:cloneCard("dismantlement", cards[1]:getSuit(), cards[1]:getNumber())
	for _, each in ipairs(cards) do card:addSubcard(each:getId()) end
	return card
end
oneclub = sgs.CreateViewAsSkill{
name = "oneclub",
n=1,
view_filter = function(self, selected, to_select)
return to_select:getSuit()==sgs.Card_Club
end,
view_as = as_snatch,
}
twoofasuit = sgs.CreateViewAsSkill{
name = "twoofasuit",
n=2,
view_filter = function(self, selected, to_select)
if #selected<1 then return not to_select:isEquipped() end
return to_select:getSuit()==selected[1]:getSuit() and not to_select:isEquipped()
end,
view_as = as_snatch,
}

-- 218-256: two fields; a view_filter is added, as nothing could be picked without one
borrow = sgs.CreateViewAsSkill{
name = "borrow",
view_filter = function() return true end,
n=1,
view_as = function(self, cards)
if #cards<1 then return nil end
--如果没有牌被选中,那么返回空对象
local suit,number
for _,card in ipairs(cards) do
if suit and (suit~=card:getSuit()) then suit=sgs.Card_NoSuit else suit=card:getSuit() end if number and (number~=card:getNumber()) then number=-1 else number=card:getNumber() end
end
local view_as_card= sgs.Sanguosha:cloneCard("collateral", suit, number)
--生成一张借刀杀人
for _,card in ipairs(cards) do
view_as_card:addSubcard(card:getId())
end
view_as_card:setSkillName(self:objectName())
--标记该借刀杀人是由本技能生成的
return view_as_card
end,
}
-- the same with two cards, where suits and numbers may differ
borrowtwo = sgs.CreateViewAsSkill{name = "borrowtwo", n = 2, view_filter = function() return true end,
	view_as = function(self, cards) if #cards == 2 then return borrow.view_as(self, cards) end end}

-- 624-644: filter and feasible of the card (a comma between them is added); 274-290: its view_as
lijian_Card = sgs.CreateSkillCard{
name = "lijian",
filter=function(self,targets,to_select)
if (not to_select:getGeneral():isMale()) or #targets>1 then return false
elseif to_select:hasSkill("kongcheng") and to_select:isKongcheng() and #targets==0 then return false
else return true end
--当已经选择了多于1名玩家时,不能选择其他玩家。
--空城诸葛不能选择。
end,
feasible=function(self,targets)
return #targets==2
--只有选择了2名玩家时,才能使用牌
end,
on_use = function(self, room, source, targets)
	room:throwCard(self)
	local duel = sgs.Sanguosha:cloneCard("duel", sgs.Card_NoSuit, 0)
	local use = sgs.CardUseStruct()
	use.card, use.from = duel, targets[2]
	use.to:append(targets[1])
	room:useCard(use)
end,
}
lijian = sgs.CreateViewAsSkill{
name = "lijian",
n = 1,
view_filter = function() return true end,
view_as = function(self, cards)
if #cards<1 then return nil end
local view_as_card=lijian_Card:clone()
--lijian_Card的定义应该被包含在同一个module 文件当中。我将在其他文档中讲解技能牌的定义。
for _,card in ipairs(cards) do
view_as_card:addSubcard(card:getId())
end
return view_as_card
end,
}

-- 294-300: a field; its end is inside the remark
fanjian_card = sgs.CreateSkillCard{name = "fanjian", on_effect = function(self, effect)
	effect.from:getRoom():setPlayerFlag(effect.from, "fanjian_used")
	effect.from:getRoom():loseHp(effect.to)
end}
fanjian = sgs.CreateViewAsSkill{
name = "fanjian",
view_as = function() return fanjian_card:clone() end,
enabled_at_play=function(self,player)
return not player:hasFlag("fanjian_used")
--反间只能每回合用一次。如果你已经使用过了,那么你不能再次使用。
end
}

-- 418-444: whole
jianxiong=sgs.CreateTriggerSkill{
frequency = sgs.Skill_NotFrequent,
name = "jianxiong",
events={sgs.Damaged}, --或者events=sgs.Damaged
on_trigger=function(self,event,player,data)
local room = player:getRoom() local card = data:toDamage().card
--这两步通常是必要的。我们需要room 对象来操作大多数的游戏要素,我们也需要将data 对象转成对应的数据类型来得到相应的信息。
if not room:obtainable(card,player) then return end
if room:askForSkillInvoke(player,"jianxiong") then
room:playSkillEffect("jianxiong")
player:obtainCard(card)
end
end
}

-- 466-534: whole
yongsi=sgs.CreateTriggerSkill{
frequency = sgs.Skill_Compulsory, --锁定技
name = "yongsi",
events={sgs.DrawNCards,sgs.PhaseChange}, --两个触发时机
on_trigger=function(self,event,player,data)
local room=player:getRoom()
local getKingdoms=function() --可以在函数中定义函数,本函数返回存活势力的数目
local kingdoms={}
local kingdom_number=0
local players=room:getAlivePlayers()
for _,aplayer in sgs.qlist(players) do
if not kingdoms[aplayer:getKingdom()] then
kingdoms[aplayer:getKingdom()]=true
kingdom_number=kingdom_number+1
end
end
return kingdom_number
end
if event==sgs.DrawNCards then
--摸牌阶段,改变摸牌数
room:playSkillEffect("yongsi") data:setValue(data:toInt()+getKingdoms())
--DrawNCards 事件的data 是一个int 类型的QVariant 即摸牌数,改变该QVariant 对象会改变摸牌数
elseif (event==sgs.PhaseChange) and (player:getPhase()==sgs.Player_Discard) then
--进入弃牌阶段时,先执行庸肆弃牌,然后再执行常规弃牌
local x = getKingdoms()
local e = player:getEquips():length()+player:getHandcardNum()
if e>x then room:askForDiscard(player,"yongsi",x,false,true)
--要求玩家弃掉一些牌
-- 最后两个参数为”是否强制“以及”是否包含装备“
else
--如果玩家的牌未达到庸肆的弃牌数目,那么跳过询问全部弃掉
player:throwAllHandCards()
player:throwAllEquips()
end
end
end }

-- 656-712: a field; `if` and `local damage` are inside remarks, and `judge.isBad()` has a dot
leiji_card = sgs.CreateSkillCard{
name = "leiji",
on_effect=function(self,effect)
--effect 为一个CardEffectStruct ,其from 和to 为player 对象,代表谁使用的牌对谁结算
local from=effect.from
local to =effect.to
local room=to:getRoom()
--sefEmotion 在玩家的头像上显示表情
room:setEmotion(to,"bad")
local judge=sgs.JudgeStruct()
judge.pattern=sgs.QRegExp("(.*):(spade):(.*)")
judge.good=false
judge.reason="leiji"
judge.who=to
--然后,让room 根据此判定对象进行判定。判定结果依然在judge 里面。
room:judge(judge)
if judge:isBad() then
local damage=sgs.DamageStruct()
damage.card = nil
damage.damage = 2
damage.from = from
damage.to = to
damage.nature = sgs.DamageStruct_Thunder
room:damage(damage)
else
room:setEmotion(from,"bad")
end
end,
}
leiji = sgs.CreateViewAsSkill{name = "leiji", n = 1, view_filter = function(self, selected, card) return card:inherits("Jink") end,
	view_as = function(self, cards)
		if #cards < 1 then return nil end
		local card = leiji_card:clone()
		card:addSubcard(cards[1]:getId())
		return card
	end}

-- 718-732: a field
zhiheng_card = sgs.CreateSkillCard{
name = "zhiheng",
target_fixed = true,
will_throw = false,
on_use=function(self,room,source,targets)
--self 代表技能牌本身。由于是将“任意张牌当成制衡牌打出”,
--因此弃置制衡牌就等于弃置所有用来发动制衡的牌,也即被制衡掉的牌。
room:throwCard(self)
--摸取相当于被用来发动制衡的牌的数目的牌。
--可以用self:getSubcards()来获取这些牌的QList 。
room:drawCards(source,self:getSubcards():length())
end,
}
zhiheng = sgs.CreateViewAsSkill{name = "zhiheng", n = 998, view_filter = function() return true end,
	view_as = function(self, cards)
		if #cards < 1 then return nil end
		local card = zhiheng_card:clone()
		for _, each in ipairs(cards) do card:addSubcard(each) end
		return card
	end,
	enabled_at_play = function(self, player) return not player:hasUsed("#zhiheng") end}

-- 754-904: whole
liuli_card=sgs.CreateSkillCard{
name="liuli_effect",
target_fixed=false,
will_throw=true,
filter=function(self,targets,to_select)
if #targets>0 then return false end
if to_select:hasFlag("slash_source") then return false end
local card_id=self:getSubcards()[1]
if sgs.Self:getWeapon() and sgs.Self:getWeapon():getId()==card_id then
return sgs.Self:distanceTo(to_select)<=1
end
return sgs.Self:canSlash(to_select,true)
end,
on_effect=function(self,effect)
effect.to:getRoom():setPlayerFlag(effect.to,"liuli_target")
end
}
liuli_viewAsSkill=sgs.CreateViewAsSkill{
name="liuli_viewAs",
n=1,
view_filter=function(self, selected, to_select)
return true
end,
view_as=function(self, cards)
if #cards==0 then return nil end
local aliuli_card=liuli_card:clone()
--使用之前创建的skillCard 的clone 方法来创建新的skillCard
aliuli_card:addSubcard(cards[1])
return aliuli_card
end,
enabled_at_play=function()
return false
end,
enabled_at_response=function()
return sgs.Self:getPattern()=="#liuli_effect"
--仅在询问流离时可以发动此技能
end
}
liuli_triggerSkill=sgs.CreateTriggerSkill{
name="liuli_main",
view_as_skill=liuli_viewAsSkill,
events={sgs.CardEffected},
on_trigger=function(self,event,player,data)
local room=player:getRoom()
local players=room:getOtherPlayers(player)
local effect=data:toCardEffect()
if effect.card:inherits("Slash") and (not player:isNude()) and room:alivePlayerCount()>2 then
local canInvoke
for _,aplayer in sgs.qlist(players) do
if player:canSlash(aplayer) then
canInvoke=true
end
end
if not canInvoke then return end
local prompt="#liuli_effect:"..effect.from:objectName()
room:setPlayerFlag(effect.from,"slash_source")
if room:askForUseCard(player,"#liuli_effect",prompt) then
room:output("ha?")
for _,aplayer in sgs.qlist(players) do
if aplayer:hasFlag("liuli_target") then
room:setPlayerFlag(effect.from,"-slash_source")
room:setPlayerFlag(aplayer,"-liuli_target")
effect.to=aplayer
room:cardEffect(effect)
return true
end
end
end
end
end,
}
sgs.LoadTranslationTable{
["liuli_main"] = "lua流离",
[":liuli_main"] = "和流离技能描述一摸一样",
["#liuli_effect"] = "和流离的询问字串一摸一样",
}

-- 998-1010: whole but for the body, in a skill that is heard when a judgement of others is over
songwei = sgs.CreateTriggerSkill{name = "songwei$", events = {sgs.FinishJudge}, can_trigger = function(self, target) return true end,
on_trigger = function(self, event, player, data)
local room = player:getRoom()
if not data:toJudge().card:isBlack() or player:getKingdom() ~= "wei" then return end
local players = room:getOtherPlayers(player)
for _, p in sgs.qlist(players) do
local who = sgs.QVariant()
who:setValue(p)
if p:hasLordSkill("songwei") and player:askForSkillInvoke("songwei", who) then
p:drawCards(1)
end
end
end}

general("clubber", oneclub)
general("pairer", twoofasuit)
general("borrower", borrow)
general("borrowtwo", borrowtwo)
general("inciter", lijian, false)
general("plotter", fanjian)
general("villain", jianxiong)
general("usurper", yongsi)
general("thunderer", leiji)
general("balancer", zhiheng)
general("dodger", liuli_triggerSkill)
general("praised$", songwei)
