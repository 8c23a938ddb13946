-- The 25 generals.
for name, taunted in pairs{zhangliao = 2, machao = 2, zhugeliang = 1, liubei = 2, zhouyu = 3, sunshangxiang = 2, daqiao = 2, diaochan = 4,
  lvbu = 3, huatuo = 4, guojia = -1, simayi = -2, xiahoudun = -1, caocao = 1, sunquan = 2, huangyueying = 3, ganning = 2, luxun = 1} do
  sgs.ai_chaofeng[name] = taunted
end
sgs.zhangfei_keep_value = {Peach = 6, Analeptic = 5.8, Jink = 5.7, FireSlash = 5.6, Slash = 5.4, ThunderSlash = 5.5, ExNihilo = 4.7}
sgs.guanyu_suit_value = {heart = 3.9, diamond = 3.9}
sgs.zhaoyun_keep_value = {Peach = 6.5, Analeptic = 4.6, Jink = 5, FireSlash = 4.6, Slash = 4.5, ThunderSlash = 4.6}
sgs.zhenji_suit_value = {spade = 4.4, club = 4.4}
sgs.daqiao_suit_value = {diamond = 4.2}
sgs.huatuo_suit_value = {heart = 4.4, diamond = 4.2}

local function view(name, skill, fits)
  return function(card, player, place)
    if fits(card, player, place) then
      return ("%s:%s[%s:%s]=%d"):format(name, skill, card:getSuitString(), card:getNumberString(), card:getEffectiveId())
    end
  end
end
local function hand_card(self, fits)
  local cards = sgs.QList2Table(self.player:getCards("he"))
  self:sortByKeepValue(cards)
  for _, c in ipairs(cards) do if fits(c) then return c end end
end
local function as_in_turn(name, skill, fits)
  local of = {name = skill}
  table.insert(sgs.ai_skills, of)
  function of.getTurnUseCard(self)
    local c = hand_card(self, function(each) return fits(self, each) end)
    return c and sgs.Card_Parse(view(name, skill, function() return true end)(c))
  end
end
local function skill_card(skill, class, card)
  local of = {name = skill}
  table.insert(sgs.ai_skills, of)
  function of.getTurnUseCard(self)
    if card then return card(self) end
    return not self.player:hasUsed(class) and sgs.Card_Parse("@" .. class .. "=.") or nil
  end
end

-- ------------------------------------------------------------------ wei
sgs.ai_skill_invoke.jianxiong = true
function sgs.ai_skill_invoke.hujia(self)
  if self:getCardsNum("Jink", self.player, "he", true) > 0 and not self:isWeak() then return false end
  for _, p in sgs.qlist(self.room:getLieges("wei", self.player)) do if not self:isEnemy(p) then return true end end
  return self:getCardsNum("Jink", self.player, "he", true) == 0
end
sgs.ai_skill_cardask["@hujia-jink"] = function(self, data, pattern, target)
  if not target or not self:isFriend(target) then return "." end
  if self:isWeak() and self:getCardsNum("Jink") < 2 and not target:isLord() then return "." end
end
function sgs.ai_skill_invoke.fankui(self, data)
  local from = data:toDamage().from
  return from ~= nil and not (self:isFriend(from) and from:getHandcardNum() < 3)
end
sgs.ai_skill_cardask["@guicai-card"] = function(self)
  local judge = self.player:getTag("Judge"):toJudge()
  if not self:needRetrial(judge) then return "." end
  local id = self:getRetrialCardId(sgs.QList2Table(self.player:getHandcards()), judge)
  return id ~= -1 and "@GuicaiCard=" .. id or "."
end
function sgs.ai_skill_invoke.ganglie(self, data)
  local from = data:toDamage().from
  return from ~= nil and not self:isFriend(from)
end
function sgs.ai_skill_discard.ganglie(self, discard_num)
  if self.player:getHandcardNum() < discard_num then return {} end
  if self.player:getHp() > 2 and self.player:getHandcardNum() <= 3 then return {} end
  local cards = self:leastKept(sgs.QList2Table(self.player:getHandcards()), discard_num)
  local cost, ids = 0, {}
  for at, c in ipairs(cards) do
    cost, ids[at] = cost + self:getKeepValue(c), c:getEffectiveId()
  end
  if self.player:getHp() > 1 and cost > 8.5 then return {} end
  return ids
end
sgs.ai_skill_use["@@tuxi"] = function(self)
  local found = {}
  self:sort(self.enemies, "handcard")
  for _, p in ipairs(self.enemies) do
    local glad = p:getHandcardNum() == 1 and self:hasSkills(sgs.need_kongcheng, p)
    if #found < 2 and self:objectiveLevel(p) > 3 and not p:isKongcheng() and not glad then table.insert(found, p:objectName()) end
  end
  if #found == 1 then
    for _, p in ipairs(self.enemies) do
      if #found < 2 and p:objectName() ~= found[1] and not p:isKongcheng() then table.insert(found, p:objectName()) end
    end
  end
  return #found == 2 and "@TuxiCard=.->" .. table.concat(found, "+") or "."
end
function sgs.ai_skill_invoke.luoyi(self)
  local fights = self:getCardsNum("Duel", self.player, "h", true)
  for _, c in ipairs(self:getCards("Slash")) do
    if #self:slashTargets(c) > 0 then fights = fights + 1 break end
  end
  return fights > 0 and self.player:getHandcardNum() >= 3
end
sgs.ai_skill_invoke.tiandu, sgs.ai_skill_invoke.yiji, sgs.ai_skill_invoke.luoshen = true, true, true
function sgs.ai_skill_playerchosen.yiji(self, targets)
  local best
  for _, p in sgs.qlist(targets) do
    if self:isFriend(p) and (not best or p:getHandcardNum() < best:getHandcardNum()) then best = p end
  end
  return best
end
local function black_in_hand(card, _, place) return card:isBlack() and place ~= sgs.Player_Equip end
sgs.ai_view_as.qingguo = view("jink", "qingguo", black_in_hand)

-- ------------------------------------------------------------------ shu
skill_card("rende", "RendeCard", function(self)
  if self.player:isKongcheng() then return nil end
  local cards = sgs.QList2Table(self.player:getHandcards())
  local hand = self.player:getHandcardNum()
  local c, friend = self:getCardNeedPlayer(cards)
  if c and friend and (hand > self.player:getHp() or self.player:isWounded() and hand > 1) then
    return sgs.Card_Parse("@RendeCard=" .. c:getEffectiveId())
  end
end)
function sgs.ai_skill_use_func.RendeCard(card, use, self)
  local c, friend = self:getCardNeedPlayer(sgs.QList2Table(self.player:getHandcards()))
  if not c then return end
  self:aimAt(use, sgs.Card_Parse("@RendeCard=" .. c:getEffectiveId()), friend)
end
skill_card("jijiang", "JijiangCard", function(self)
  if not self:slashIsAvailable() or self:getCardsNum("Slash", self.player, "he", true) > 0 then return nil end
  for _, p in sgs.qlist(self.room:getLieges("shu", self.player)) do
    if self:isFriend(p) then return sgs.Card_Parse("@JijiangCard=.") end
  end
end)
function sgs.ai_skill_use_func.JijiangCard(card, use, self)
  local targets = self:slashTargets(sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0))
  if targets[1] then self:aimAt(use, card, targets[1]) end
end
table.insert(sgs.ai_global_flags, "jijiangsource")
table.insert(sgs.ai_choicemade_filter.cardUsed, function(player, use)
  sgs.jijiangsource = use.card:inherits("JijiangCard") and player or nil
end)
function sgs.ai_choicemade_filter.skillInvoke.jijiang(player, promptlist)
  if promptlist[#promptlist] == "yes" then sgs.jijiangsource = player end
end
function sgs.ai_skill_invoke.jijiang(self)
  if self:getCardsNum("Slash", self.player, "he", true) > 0 then return false end
  return not sgs.jijiangsource
end
sgs.ai_skill_cardask["@jijiang-slash"] = function(self, data, pattern, target)
  if not target or not self:isFriend(target) then return "." end
  if self.role == "renegade" and self:getCardsNum("Slash") < 2 then return "." end
end
local function is_red(self, c) return c:isRed() and not c:inherits("Slash") and not c:inherits("Peach") end
sgs.ai_view_as.wusheng = view("slash", "wusheng", function(card) return card:isRed() end)
as_in_turn("slash", "wusheng", function(self, c)
  if not is_red(self, c) or c:isEquipped() and not c:inherits("OffensiveHorse") then return false end
  return self:getKeepValue(c) < 4.9 or self:getOverflow() > 0
end)
sgs.ai_view_as.longdan = function(card, player, place)
  if place == sgs.Player_Equip then return nil end
  local as = card:inherits("Slash") and "jink" or card:inherits("Jink") and "slash"
  return as and view(as, "longdan", function() return true end)(card)
end
as_in_turn("slash", "longdan", function(self, c)
  return c:inherits("Jink") and (not self:isWeak() or self:getCardsNum("Jink") > 2)
end)
function sgs.ai_slash_prohibit.kongcheng(self, to) return to:isKongcheng() end
function sgs.ai_trick_prohibit.kongcheng(card, self, to) return card:inherits("Duel") and to:isKongcheng() end
function sgs.ai_skill_invoke.tieji(self, data)
  local to = data:toSlashEffect().to
  return not to or not self:isFriend(to)
end
sgs.ai_cardneed.jizhi = function(friend, card) return card:getTypeId() == sgs.Card_Trick and card:isNDTrick() end
sgs.ai_cardneed.paoxiao = function(friend, card) return card:inherits("Slash") and friend:getHandcardNum() < 4 end

-- ------------------------------------------------------------------ wu
skill_card("zhiheng", "ZhihengCard", function(self)
  if self.player:hasUsed("ZhihengCard") then return nil end
  local ids = {}
  for _, c in sgs.qlist(self.player:getHandcards()) do
    local jinks = c:inherits("Jink") and self:getCardsNum("Jink") <= 1
    if not c:inherits("Peach") and not jinks and not c:inherits("ExNihilo") and not (c:inherits("Nullification") and self:isWeak()) then
      table.insert(ids, c:getEffectiveId())
    end
  end
  local armor = self.player:getArmor()
  if armor and (armor:inherits("SilverLion") and self.player:isWounded()) then table.insert(ids, armor:getEffectiveId()) end
  return #ids > 0 and sgs.Card_Parse("@ZhihengCard=" .. table.concat(ids, "+")) or nil
end)
function sgs.ai_skill_use_func.ZhihengCard(card, use, self) use.card = card end
as_in_turn("dismantlement", "qixi", function(self, c)
  return c:isBlack() and not c:inherits("Dismantlement") and not c:isEquipped() and self:getKeepValue(c) < 4.3
end)
function sgs.ai_skill_invoke.keji(self) return self:getOverflow() > 0 end
skill_card("kurou", "KurouCard", function(self)
  local hp = self.player:getHp()
  local saved = self:getCardsNum("Peach") + self:getCardsNum("Analeptic")
  if hp > 3 and self.player:getHandcardNum() <= hp or hp > 2 and self.player:getHandcardNum() < 2
    or self:isEquip("Crossbow") and hp + saved > 2 and #self:slashTargets(sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0)) > 0 then
    return sgs.Card_Parse("@KurouCard=.")
  end
end)
function sgs.ai_skill_use_func.KurouCard(card, use) use.card = card end
sgs.ai_skill_invoke.yingzi = true
skill_card("fanjian", "FanjianCard")
function sgs.ai_skill_use_func.FanjianCard(card, use, self)
  if self.player:isKongcheng() then return end
  local valued = 0
  for _, c in sgs.qlist(self.player:getHandcards()) do if c:inherits("Peach") then valued = valued + 1 end end
  if valued * 2 > self.player:getHandcardNum() then return end
  local best, most = nil, 0
  for _, p in ipairs(self.enemies) do
    local gain = self:objectiveLevel(p) > 3 and self:hurtValue(p, 1) or 0
    if gain > most then best, most = p, gain end
  end
  if best then self:aimAt(use, card, best) end
end
function sgs.ai_skill_suit.fanjian(self)
  local lots = {sgs.Card_Spade, sgs.Card_Heart, sgs.Card_Club, sgs.Card_Diamond, sgs.Card_Diamond}
  return lots[math.random(#lots)]
end
as_in_turn("indulgence", "guose", function(self, c)
  return c:getSuit() == sgs.Card_Diamond and not c:inherits("Peach") and not c:isEquipped()
end)
sgs.ai_skill_use["@@liuli"] = function(self, prompt)
  local from = prompt:split(":")[2]
  local cards = sgs.QList2Table(self.player:getCards("he"))
  self:sortByKeepValue(cards)
  local others = sgs.QList2Table(self.room:getOtherPlayers(self.player))
  self:sort(others, "defense")
  for _, c in ipairs(cards) do
    if not c:inherits("Peach") or self:isWeak() then
      for _, p in ipairs(others) do
        local near = self.player:distanceTo(p) <= (c:inherits("Weapon") and c:isEquipped() and 1 or self.player:getAttackRange())
        if p:objectName() ~= from and near and not self:isFriend(p) and not (p:hasSkill("kongcheng") and p:isKongcheng()) then
          return ("@LiuliCard=%d->%s"):format(c:getEffectiveId(), p:objectName())
        end
      end
    end
  end
  return "."
end
function sgs.ai_skill_discard.liuli(self)
  local use = self:askForUseCard("@@liuli", "")
  local id = use:match("^@LiuliCard=(%d+)")
  return id and {tonumber(id)} or nil
end
function sgs.ai_trick_prohibit.qianxun(card, self, to) return card:inherits("Snatch") or card:inherits("Indulgence") end
skill_card("jieyin", "JieyinCard", function(self)
  if self.player:hasUsed("JieyinCard") or self.player:getHandcardNum() < 2 then return nil end
  local cards = self:leastKept(sgs.QList2Table(self.player:getHandcards()), 2)
  if self:getKeepValue(cards[1]) + self:getKeepValue(cards[2]) > 10 then return nil end
  return sgs.Card_Parse(("@JieyinCard=%d+%d"):format(cards[1]:getId(), cards[2]:getId()))
end)
function sgs.ai_skill_use_func.JieyinCard(card, use, self)
  self:sort(self.friends_noself, "hp")
  for _, p in ipairs(self.friends_noself) do
    if p:getGeneral():isMale() and p:isWounded() then return self:aimAt(use, card, p) end
  end
  if not self.player:isWounded() or self.player:getHp() > 2 then return end
  for _, p in sgs.qlist(self.room:getOtherPlayers(self.player)) do
    if p:getGeneral():isMale() and p:isWounded() and self:objectiveLevel(p) <= 3 then return self:aimAt(use, card, p) end
  end
end
sgs.ai_cardneed.xiaoji = sgs.ai_cardneed.equip

-- ------------------------------------------------------------------ qun
skill_card("qingnang", "QingnangCard", function(self)
  if self.player:hasUsed("QingnangCard") or self.player:isKongcheng() then return nil end
  local cards = sgs.QList2Table(self.player:getHandcards())
  self:sortByKeepValue(cards)
  return sgs.Card_Parse("@QingnangCard=" .. cards[1]:getId())
end)
function sgs.ai_skill_use_func.QingnangCard(card, use, self)
  local best, most = nil, 0
  for _, p in ipairs(self.friends) do
    if p:isWounded() then
      local level = p == self.player and -2.2 or self:objectiveLevel(p)
      local gain = -level * (1 + (p:getHp() <= 1 and 1.5 or p:getHp() == 2 and 0.6 or 0)) + (p:isLord() and 0.5 or 0)
      if gain > most then best, most = p, gain end
    end
  end
  if best then self:aimAt(use, card, best) end
end
sgs.ai_view_as.jijiu = view("peach", "jijiu", function(card, player) return card:isRed() and player:getPhase() == sgs.Player_NotActive end)
skill_card("lijian", "LijianCard", function(self)
  if self.player:hasUsed("LijianCard") or self.player:isNude() then return nil end
  local cards = sgs.QList2Table(self.player:getCards("he"))
  self:sortByKeepValue(cards)
  if self:getKeepValue(cards[1]) > 6 then return nil end
  return sgs.Card_Parse("@LijianCard=" .. cards[1]:getEffectiveId())
end)
-- The first is aimed at by the duel, the second fights it: who holds less loses.
function sgs.ai_skill_use_func.LijianCard(card, use, self)
  local men = {}
  for _, p in ipairs(self.enemies) do if p:getGeneral():isMale() then table.insert(men, p) end end
  local best, first, second = 0, nil, nil
  for _, a in ipairs(men) do
    for _, b in ipairs(men) do
      if a ~= b and not (a:hasSkill("kongcheng") and a:isKongcheng()) then
        local loser = a:getHandcardNum() <= b:getHandcardNum() and a or b
        local gain = self:objectiveLevel(loser) > 3 and self:hurtValue(loser, 1) or 0.1
        if gain > best then best, first, second = gain, a, b end
      end
    end
  end
  if first then
    self:aimAt(use, card, first)
    if use.to then use.to:append(second) end
  end
end
for class, of in pairs{RendeCard = {-70, 5.5}, JijiangCard = {0, 2.4}, ZhihengCard = {0, 0.5}, KurouCard = {0, 6.8}, FanjianCard = {70, 3},
  JieyinCard = {-80, 3.4}, QingnangCard = {-100, 4.2}, LijianCard = {80, 4}} do
  sgs.ai_card_intention[class], sgs.ai_use_priority[class], sgs.ai_use_value[class] = of[1], of[2], 3
end
