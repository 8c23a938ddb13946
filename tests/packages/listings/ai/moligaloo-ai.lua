-- The listings of the manual about AI (seed 001, lines 998 to 2890), as they are printed. Blank lines are gone; where the print has
-- lost the end of a line, so that code stands behind a comment, it is there again, and nothing else is changed.

-- 1014-1018
sgs.ai_skill_invoke.songwei = function(self, data)
local who = data:toPlayer() -- 将 data (QVariant 类型)转换为 ServerPlayer* 类型
return self:isFriend(who) -- 如果是对友方,则发动颂威
end

-- 1218
sgs.ai_keep_value.Analeptic = 4.5

-- 1224-1244
sgs.zhangfei_keep_value =
{
Peach = 6,
Analeptic = 5.8,
Jink = 5.7,
FireSlash = 5.6,
Slash = 5.4,
ThunderSlash = 5.5,
ExNihilo = 4.7
}

-- 1250-1262
sgs.shenzhaoyun_suit_value =
{
heart = 6.7, --红桃
spade = 5, --黑桃
club = 4.2, --草花
diamond = 3.9, --方片
}

-- 1270
sgs.ai_use_value.ExNihilo = 10 --无中生有

-- 1280
sgs.ai_use_priority.XinzhanCard = 9.2

-- 1310
sgs.dynamic_value.control_usecard.SupplyShortage = true

-- 1326
sgs.ai_chaofeng.shenguanyu = -6

-- 1576-1586
sgs.ai_filterskill_filter.wushen = function(card, card_place) -- 武神技能的锁定视为技
local suit = card:getSuitString() -- 获得卡牌花色
local number = card:getNumberString() -- 获得卡牌点数
local card_id = card:getEffectiveId() -- 获得卡牌的有效 ID
if card:getSuit() == sgs.Card_Heart then return ("slash:wushen[%s:%s]=%d"):format(suit, number, card_id) end
-- 如果卡牌的花色为红桃,则返回武神杀,花色与点数不变。
end

-- 1668-1680
sgs.ai_view_as.qingguo = function(card, player, card_place)
local suit = card:getSuitString()
local number = card:getNumberString()
local card_id = card:getEffectiveId()
if card:isBlack() and card_place ~= sgs.Player_Equip then -- 如果是黑色牌且不在装备区
return ("jink:qingguo[%s:%s]=%d"):format(suit, number, card_id)
end
end

-- 1684-1698
sgs.ai_view_as.jijiu = function(card, player, card_place)
local suit = card:getSuitString()
local number = card:getNumberString()
local card_id = card:getEffectiveId()
if card:isRed() and player:getPhase()==sgs.Player_NotActive then -- 是红色牌,且在华佗的回合外。
return ("peach:jijiu[%s:%s]=%d"):format(suit, number, card_id)
end
end

-- 1808-1808
sgs.ai_skill_invoke.tuntian = true -- 屯田总是发动

-- 1840-1840
sgs.ai_skill_choice.jilve="zhiheng" -- 极略选择是制衡还是完杀时,总是选择制衡。 --% 例子 2:yitian-ai.lua 第 486 至 489 行关于义舍要牌的代码

-- 1842-1848
sgs.ai_skill_choice.yisheask=function(self,choices)
assert(sgs.yisheasksource) -- 关于 assert ,见 15-Activate.lua
if self:isFriend(sgs.yisheasksource) then return "allow" else return "disallow" end -- 如果义舍要牌的请求来自友方,则接受请求,否则拒绝请求。
end

-- 1884-1938
sgs.ai_skill_discard.ganglie = function(self, discard_num, optional, include_equip)
if self.player:getHp() > self.player:getHandcardNum() then return {} end
-- 若体力值比手牌数多,则不弃牌。此策略有待商榷。
if self.player:getHandcardNum() == 3 then -- 手牌数为 3 时(临界情形)
local to_discard = {} -- 初始化 to_discard 为空表
-- 这一句不可省略,否则 table.insert(to_discard, ...) 会报错
local cards = self.player:getHandcards() -- 获得所有手牌
local index = 0
local all_peaches = 0
for _, card in sgs.qlist(cards) do
if card:inherits("Peach") then
all_peaches = all_peaches + 1 -- 计算出手牌中【桃】的总数。
end
end
if all_peaches >= 2 then return {} end -- 若至少有 2 张【桃】,则不弃牌。
for _, card in sgs.qlist(cards) do
if not card:inherits("Peach") then
table.insert(to_discard, card:getEffectiveId())
-- 把不是【桃】的牌的 ID 加入到弃牌列表之中
index = index + 1
if index == 2 then break end -- 若弃牌列表中已经有两张牌的 ID ,则中止循环
-- 此处去除局部变量 index 而改用 #to_discard 会使代码更为简洁
end
end
return to_discard -- 返回弃牌列表
end
if self.player:getHandcardNum() < 2 then return {} end -- 若手牌数不足 2 张,则无法弃牌。
end -- 其它情况,按照默认行为(弃牌阶段的策略)弃牌。

-- 1990-2000
sgs.ai_skill_cardchosen.qiaobian = function(self, who, flags)
if flags == "ej" then
return card_for_qiaobian(self, who, "card")
-- 调用 mountain-ai.lua 第 1 行开始定义的辅助函数得到结果。
end
end

-- 2052-2070
sgs.ai_skill_cardask["@guicai-card"]=function(self) -- 仅仅用到了第一个参数 self ,后面的都可以省略
local judge = self.player:getTag("Judge"):toJudge() -- 获得判定结构体
if self:needRetrial(judge) then -- 若需要改判
local cards = sgs.QList2Table(self.player:getHandcards()) -- 获得手牌的表
local card_id = self:getRetrialCardId(cards, judge) -- 从所有手牌中寻找可供改判的牌
if card_id ~= -1 then
return "@GuicaiCard=" .. card_id -- 若找到则改判
end
end
return "." -- 若不需要改判或没有可供改判的牌,则不打出任何牌
end

-- 2124-2138
sgs.ai_skill_use["@lianli"] = function(self, prompt)
-- 元素名(即 pattern )为 "@lianli",含有特殊字符 "@",用方括号而不是点作索引 -- 关于方括号和点的区别和联系,见 11-Fundamentals.lua
self:sort(self.friends) -- 将自己的所有友方按嘲讽值排序,关于 SmartAI.sort ,见 12-SmartAI.lua
for _, friend in ipairs(self.friends) do
if friend:getGeneral():isMale() then -- 找到嘲讽最高的友方男性角色
return "@LianliCard=.->" .. friend:objectName() -- 对他使用连理技能卡
end
end
return "." -- 找不到的时候,不使用连理技能卡
end

-- 2166-2184
sgs.ai_skill_askforag.buqu = function(self, card_ids)
for i, card_id in ipairs(card_ids) do
for j, card_id2 in ipairs(card_ids) do
if i ~= j and sgs.Sanguosha:getCard(card_id):getNumber() == sgs.Sanguosha:getCard(card_id2):getNumber() then
-- 若两张牌 ID 不等,但是点数相同
return card_id -- 返回找到的第一组相同点数的卡的第一张的 ID
end
end
end
return card_ids[1] -- 返回第一张(相当于随机)
end

-- 2208-2250
sgs.ai_cardshow.fire_attack = function(self, requestor)
local priority =
{
heart = 4,
spade = 3,
club = 2,
diamond = 1
} -- 优先级,红桃最优先展示,方片最次。
local index = 0
local result
local cards = self.player:getHandcards()
for _, card in sgs.qlist(cards) do
if priority[card:getSuitString()] > index then -- 若找到了优先级更高的卡牌
result = card -- 则应展示优先级更高的卡牌
index = priority[card:getSuitString()]
end end
if self.player:hasSkill("hongyan") and result:getSuit() == sgs.Card_Spade then -- 有技能 “红颜” 且卡牌为黑桃时
result = sgs.Sanguosha:cloneCard(result:objectName(), sgs.Card_Heart, result:getNumber()) -- 转换为红桃,点数和种类不变
result:setSkillName("hongyan") -- 展示的卡牌的技能名为 “红颜”
end
return result -- 返回结果
end

-- 2300-2330
sgs.ai_skill_playerchosen.fangquan = function(self, targets)
for _, target in sgs.qlist(targets) do
if self:isFriend(target) then
return target -- 返回第一个友方
end
end
end
sgs.ai_skill_playerchosen.luanwu = sgs.ai_skill_playerchosen.zero_card_as_slash -- 乱武
sgs.ai_skill_playerchosen.quhu = sgs.ai_skill_playerchosen.damage -- 驱虎
-- 技能“旋风”是一个很好的例子:
sgs.ai_skill_playerchosen.xuanfeng_damage = sgs.ai_skill_playerchosen.damage
sgs.ai_skill_playerchosen.xuanfeng_slash = sgs.ai_skill_playerchosen.zero_card_as_slash

-- 2610-2668
table.insert(sgs.ai_global_flags, "jijiangsource")
-- 每当执行 SmartAI.updatePlayers 时,清除激将的来源
local jijiang_filter = function(player, carduse)
if carduse.card:inherits("JijiangCard") then -- 如果有人使用了激将技能卡
sgs.jijiangsource = player -- 记录激将来源
else -- 如果有人使用了其它卡(注意是使用不是打出)
sgs.jijiangsource = nil -- 清除激将来源
end
end
table.insert(sgs.ai_choicemade_filter.cardUsed, jijiang_filter)
-- 把上面的函数注册到 sgs.ai_choicemade_filter 里面
sgs.ai_skill_invoke.jijiang = function(self, data)
local cards = self.player:getHandcards()
for _, card in sgs.qlist(cards) do
if card:inherits("Slash") then
return false
end
end
if sgs.jijiangsource then return false else return true end
-- 如果已经有人在激将,则不发动激将
end
sgs.ai_choicemade_filter.skillInvoke.jijiang = function(player, promptlist)
if promptlist[#promptlist] == "yes" then-- 如果有人在要求打出【杀】询问是否发动激将时,选择了发动激将
sgs.jijiangsource = player -- 记录下激将的来源
end
end
-- 中间数行代码略去
sgs.ai_choicemade_filter.cardResponsed["@jijiang-slash"] = function(player, promptlist)
if promptlist[#promptlist] ~= "_nil_" then -- 如果有人响应了激将
sgs.updateIntention(player, sgs.jijiangsource, -40) -- 响应激将者对激将来源的仇恨值为 -40
sgs.jijiangsource = nil -- 当有人响应时,激将的结算结束,故清除激将来源
end
end

-- 2714-2734
sgs.ai_card_intention.QingnangCard = -100 -- 青囊的使用者对使用对象的仇恨值为 -100
-- 例子 2:maneuvering-ai.lua 第 180 至 188 行关于铁索连环的代码。
sgs.ai_card_intention.IronChain=function(card,from,tos,source)
for _, to in ipairs(tos) do -- tos 是一个表
if to:isChained() then -- 若使用对象处于连环状态
-- 注意这里指的是铁索连环使用完之后的状态
sgs.updateIntention(from, to, 80) -- 使用者对使用对象的仇恨值为 80
else
sgs.updateIntention(from, to, -80)
end
end
end
-- 下面以倚天包中义舍的技能代码为例,说明如何综合运用前面介绍的内容来编写完整的技能 AI

-- 2740-2890
local yishe_skill={name="yishe"}
table.insert(sgs.ai_skills,yishe_skill) -- 注册义舍技能
yishe_skill.getTurnUseCard = function(self) -- getTurnUseCard 见 15-Activate.lua
return sgs.Card_Parse("@YisheCard=.") -- 义舍技能卡,未指定子卡
end
sgs.ai_skill_use_func.YisheCard=function(card,use,self) -- 义舍技能卡的使用函数
-- ai_skill_use_func 见 15-Activate.lua
-- 这同时包括两种情况:把手牌加入到“米”中与把“米”中所有牌收回到手牌,故需分情况讨论
if self.player:getPile("rice"):isEmpty() then -- 第一种情况
local cards=self.player:getHandcards()
cards=sgs.QList2Table(cards) -- sgs.QList2Table 见 11-Fundamentals.lua
local usecards={}
for _,card in ipairs(cards) do -- 先加入所有的【屎】牌
if card:inherits("Shit") then table.insert(usecards,card:getId()) end
end
local discards = self:askForDiscard("gamerule", math.min(self:getOverflow(),5-#usecards))
-- 按照弃牌阶段弃牌的策略来选择追加到“米”里面的牌
-- 5-#usecards 表示最多只能义舍 5 张牌
-- 需追加到义舍牌中的牌应该是手牌的溢出部分,且保证追加后“米”数不超过 5
-- SmartAI.getOverflow 见 12-SmartAI.lua
-- SmartAI.askForDiscard 见 14-Responsing.lua
for _,card in ipairs(discards) do -- 把追加的牌插入到“米”中
table.insert(usecards,card)
end
if #usecards>0 then -- 若有牌可以义舍
use.card=sgs.Card_Parse("@YisheCard=" .. table.concat(usecards,"+"))
-- sgs.Card_Parse 见 13-ViewAs.lua
end
else -- 第二种情况
if not self.player:hasUsed("YisheCard") then use.card=card return end
-- 仅当回合内没有使用过义舍,即“米”不是刚刚放进去时,才发动义舍把“米”回收到手牌
-- ServerPlayer::hasUsed 的用法见 15-Activate.lua
end
end
table.insert(sgs.ai_global_flags, "yisheasksource") -- sgs.ai_global_flags 见 16-RoleJudgement.lua
local yisheask_filter = function(player, carduse)
if carduse.card:inherits("YisheAskCard") then
sgs.yisheasksource = player -- 记录下义舍要牌的请求来源
else
sgs.yisheasksource = nil
end
end
table.insert(sgs.ai_choicemade_filter.cardUsed, yisheask_filter) -- 注册到 sgs.ai_choicemade_filter 中
-- sgs.ai_choicemade_filter 见 16-RoleJudgement.lua
sgs.ai_skill_choice.yisheask=function(self,choices) -- sgs.ai_skill_choice 见 14-Responsing.lua -- 决定是否接纳义舍要牌的请求
assert(sgs.yisheasksource) -- 验证义舍要牌的来源已经正确设置,避免出错
-- assert 见 15-Activate.lua
if self:isFriend(sgs.yisheasksource) then return "allow" else return "disallow" end -- 如果是友方,则同意请求,否则拒绝请求
end
-- 对于已经详细阅读过 16-RoleJudgement.lua 的朋友,不妨思考一下
-- 如果想告诉 AI ,接纳义舍要牌的请求属于友善的行为,该写什么代码
local yisheask_skill={name="yisheask"}
table.insert(sgs.ai_skills,yisheask_skill) -- 注册义舍要牌技能
yisheask_skill.getTurnUseCard = function(self)
for _, player in sgs.qlist(self.room:getOtherPlayers(self.player)) do
if player:hasSkill("yishe") and not player:getPile("rice"):isEmpty() then return sgs.Card_Parse("@YisheAskCard=.") end
-- 如果有人有义舍技能且其“米”牌堆不为空,则考虑使用义舍要牌技能卡的可能性
-- 此处可以用 self.room:findPlayerBySkillName 简化代码
end
end
sgs.ai_skill_use_func.YisheAskCard=function(card,use,self) -- 义舍要牌技能卡的使用函数
if self.player:usedTimes("YisheAskCard")>1 then return end -- 每回合最多义舍要牌两次
-- 这里说明了对于限制回合内的最大使用次数的牌,其 AI 该怎样书写
local zhanglu
local cards
for _, player in sgs.qlist(self.room:getOtherPlayers(self.player)) do
if player:hasSkill("yishe") and not player:getPile("rice"):isEmpty() then zhanglu=player cards=player:getPile("rice") break end
end
-- 同样,可以用 self.room:findPlayerBySkillName 简化代码
if not zhanglu or not self:isFriend(zhanglu) then return end -- 如果不是友方,则不发出请求
cards = sgs.QList2Table(cards)
for _, pcard in ipairs(cards) do
if not sgs.Sanguosha:getCard(pcard):inherits("Shit") then -- 若“米”牌中至少有一张不是【屎】牌,则发出请求
use.card = card
return -- 已经正确设置 use.card ,直接返回
end
end
end
