-- What a player is asked, put to the AI of the manual (10.1), and its answer as options. A plan that takes several
-- questions (cards, then targets) is made anew at each: nothing is kept between them.
local sgs, read, fact = shared.sgs, host.read, host.fact
local player, players, object = host.player, host.players, host.object_of_card
local short = host.short_name

-- ------------------------------------------------------------------ a question and its options
local function options_of(q, word)
  local found = {}
  for _, one in ipairs(q.options) do if not word or one.word == word then found[#found + 1] = one end end
  return found
end
local function option_of(q, word) return options_of(q, word)[1] end
-- The option for a card: itself, or another copy that is the same.
local function option_of_id(q, id, word)
  for _, one in ipairs(options_of(q, word)) do
    if one.card and one.card:getEffectiveId() == id then return one end
  end
end
local function option_of_player(q, p, word)
  for _, one in ipairs(options_of(q, word)) do if p and one.entity == p.number then return one end end
end
local function name_of(row)
  local id = fact.printedOf(row)
  if id:find(".skill.", 1, true) then return short(id) end
  return fact.classOf(row)
end
local function option_of_skill(q, name)
  for _, one in ipairs(options_of(q, "skill")) do if name_of(one.entity) == name then return one end end
end
-- The option by which a card is used or played: it, or the skill by which others count as it.
local function option_of_card(q, c, word)
  if not c:isVirtualCard() then return option_of_id(q, c:getEffectiveId(), word) end
  local one = option_of_skill(q, c.by or c:getSkillName())
  local all = options_of(q, "skill")
  return one or (#all == 1 and (c.prototype or c:getSkillName() == "") and all[1]) or nil
end
local function picks(...)
  local found = {}
  for _, one in ipairs{...} do found[#found + 1] = one.at end
  return found
end
local fail = host.no_answer
local function ids_in(options)
  local ids = {}
  for at, one in ipairs(options) do ids[at] = one.card:getEffectiveId() end
  return ids
end
local function options_of_ids(q, ids, what)
  local found, taken = {}, {}
  for _, id in ipairs(ids) do
    local one
    for _, each in ipairs(q.options) do
      if each.card and not taken[each.at] and each.card:getEffectiveId() == id then one = each break end
    end
    if not one then fail(what, nil, "card %s cannot be picked", tostring(id)) end
    taken[one.at] = true
    found[#found + 1] = one.at
  end
  return found
end

-- What a question is for: as the package says, else the card or skill whose it is.
local function reason_of(q)
  local reason = q.asked.reason
  if reason and reason ~= "" then return reason end
  reason = q.value.reason
  return reason and reason ~= 0 and name_of(reason) or "gamerule"
end

-- ------------------------------------------------------------------ what comes with a question, as data
local data_of = host.told_data
-- What has happened: of a slash from oneself, or to oneself from somebody.
local function event_data(ai, q)
  if q.asked.data then return q.asked.data end
  local v = q.value
  local whom, event = player(v.whom), v.event or ""
  local c = v.card and v.card ~= 0 and object(v.card) or nil
  local value = {card = c, slash = c, damage = v.amount, who = whom, from = whom, to = ai.player, nature = 0}
  if event:find("onSlash", 1, true) or event == "onDamage" or event == "onPredamage" then value.from, value.to = ai.player, whom end
  if event == "onCardAsked" then value = v.wanted end
  return data_of(value, whom)
end
-- The judgement that is going on.
local PATTERNS = {
  indulgence = {"(.*):(heart):(.*)", true}, supply_shortage = {"(.*):(club):(.*)", true},
  lightning = {"(.*):(spade):(2|3|4|5|6|7|8|9)", false}, eight_diagram = {"(.*):(heart|diamond):(.*)", true},
  tieji = {"(.*):(heart|diamond):(.*)", true}, ganglie = {"(.*):(heart):(.*)", false}, luoshen = {"(.*):(spade|club):(.*)", true},
}
function sgs.judge_for(reason)
  local known = PATTERNS[reason]
  if not known then return nil end
  local judge = sgs.JudgeStruct()
  judge.pattern, judge.good, judge.reason = sgs.QRegExp(known[1]), known[2], reason
  return judge
end
local function judge_of(q)
  local judge = sgs.JudgeStruct()
  judge.who, judge.card = player(q.value.whom), object(q.value.card)
  local reason = q.value.judging and q.value.judging ~= 0 and name_of(q.value.judging) or ""
  if reason == "" and judge.who and judge.who:getPhase() == sgs.Player_Judge then
    local waiting = read.judgingOf(judge.who.number)
    reason = waiting[#waiting] and fact.classOf(waiting[#waiting]) or ""
  end
  local known = PATTERNS[reason] or {"(.*):(.*):(.*)", true}
  judge.reason, judge.pattern, judge.good = reason, sgs.QRegExp(known[1]), known[2]
  return judge
end

-- ------------------------------------------------------------------ plans of several steps
-- What somebody would use by this skill: in the play phase, or because a pattern of it is asked for.
local function plan_of(ai, skill, pattern)
  local use = sgs.CardUseStruct()
  use.isDummy = false
  if ai.player:getPhase() == sgs.Player_Play and (not pattern or pattern == "") then
    local c = ai:getSkillTurnUse(skill)
    if c then
      ai:useCardOf(c, use)
      if use.card then return use end
    end
  end
  local asked = host.asked(ai.player)
  if asked.prompt and asked.prompt ~= "" and asked.pattern == pattern then
    local said = ai:askForCard(pattern, asked.prompt, asked.data or data_of(nil))
    local c = said and said ~= "." and sgs.Card_Parse(said)
    if c then use.card = c return use end
  end
  for _, key in ipairs{pattern or "", "@@" .. skill, "@" .. skill, "#" .. skill, skill} do
    if sgs.ai_skill_use[key] then
      local said = host.parsed_use(ai:askForUseCard(key, ""))
      if said then return said end
    end
  end
end
-- The plan in which a skill card is used that was made.
local function plan_with(ai, c, pattern)
  local function is_it(plan)
    local of = plan and plan.card
    return of and (of.prototype and of.prototype.id == fact.printedOf(c.row) or of:className() == c:className()) and plan
  end
  local found = pattern and pattern ~= "" and is_it(plan_of(ai, "", pattern))
  if found then return found end
  for _, skill in ipairs(sgs.ai_skills) do
    found = ai.player:hasSkill(skill.name) and is_it(plan_of(ai, skill.name))
    if found then return found end
  end
end
local ask = {}
function ask.play(ai, q)
  local use = sgs.CardUseStruct()
  ai.offered = function(c)
    if option_of_card(q, c, not c:isVirtualCard() and "use" or nil) then return true end
    return c:inherits("IronChain") and option_of(q, "recast") ~= nil
  end
  ai:activate(use)
  local c = use.card
  if not c then return picks(option_of(q, "end")) end
  if c:inherits("IronChain") and not c:isVirtualCard() and use.to:isEmpty() then
    local one = option_of_id(q, c:getEffectiveId(), "recast")
    if one then return picks(one) end
  end
  local one = option_of_card(q, c, not c:isVirtualCard() and "use" or nil)
  if not one then
    local by
    for _, skill in ipairs(sgs.ai_skills) do if skill.name == c.by then by = skill.getTurnUseCard end end
    fail("activate", by, "%s cannot be used now", c:toString())
  end
  return picks(one)
end
function ask.pick(ai, q)
  local skill, fitting = name_of(q.subject), options_of(q, "pick")
  local plan = plan_of(ai, skill, q.asked.pattern)
  if plan and plan.card and #host.rows_of(plan.card) > 0 then
    for _, row in ipairs(host.rows_of(plan.card)) do
      local one = option_of_id(q, host.id_of(row), "pick")
      if one then return picks(one) end
    end
  end
  local enough = option_of(q, "enough")
  if enough then return picks(enough) end
  if #fitting == 0 then return nil end
  local cards = {}
  for at, one in ipairs(fitting) do cards[at] = one.card end
  ai:sortByKeepValue(cards)
  return picks(option_of_id(q, cards[1]:getEffectiveId(), "pick"))
end
function ask.target(ai, q)
  local c, chosen = object(q.subject), {}
  for _, number in ipairs(type(q.value.chosen) == "table" and q.value.chosen or {}) do chosen[number] = true end
  local use = c:getTypeId() == sgs.Card_Skill and plan_with(ai, c, q.asked.pattern)
  if not use then
    use = sgs.CardUseStruct()
    ai:useCardOf(c, use)
  end
  for _, p in ipairs(use.to.items) do
    if not chosen[p.number] then
      local one = option_of_player(q, p, "on")
      if one then return picks(one) end
    end
  end
  local enough = option_of(q, "enough")
  if enough then return picks(enough) end
  local list = {}
  for at, one in ipairs(options_of(q, "on")) do list[at] = player(one.entity) end
  if #list == 0 then return nil end
  return picks(option_of_player(q, ai:anyTarget(c, list), "on"))
end

-- ------------------------------------------------------------------ cards that are asked for
-- An answer to askForCard as an option.
local function card_said(q, said, what)
  if not said or said == "." then return picks(option_of(q, "none")) end
  local c = sgs.Card_Parse(said)
  if not c then fail(what, nil, "%s is no card", tostring(said)) end
  local one = option_of_card(q, c, nil)
  if not one then fail(what, nil, "%s cannot be played now", tostring(said)) end
  return picks(one)
end
function ask.respond(ai, q)
  local v = q.value
  local of, from = q.subject ~= 0 and object(q.subject) or nil, player(v.from)
  local prompt = host.prompt_to_play(q.subject, from)
  if v.manner == "call" then
    local invoked = sgs.ai_choicemade_filter.skillInvoke[v.wanted == "slash" and "jijiang" or "hujia"]
    if invoked and not host.observe_choices then invoked(from, {"skillInvoke", v.wanted == "slash" and "jijiang" or "hujia", "yes"}) end
  end
  local value = {from = from, to = ai.player, card = of, slash = of, left = v.left, damage = v.amount}
  local data = q.asked.data or data_of(value, from)
  return card_said(q, ai:askForCard(v.wanted, prompt, data), "askForCard " .. prompt)
end
function ask.slashOn(ai, q)
  local from, victim = player(q.value.from), player(q.subject)
  local prompt = ("collateral-slash:%s:%s"):format(from and from:objectName() or "", victim:objectName())
  return card_said(q, ai:askForCard("slash", prompt, data_of({from = from, to = victim}, victim)), "askForCard " .. prompt)
end
function ask.slashAgain(ai, q)
  local to = player(q.subject)
  local prompt = "blade-slash:" .. to:objectName()
  return card_said(q, ai:askForCard("slash", prompt, data_of({from = ai.player, to = to}, to)), "askForCard " .. prompt)
end
function ask.nullify(ai, q)
  local v = q.value
  local trick, positive = object(q.subject), true
  local on = type(v.on) == "table" and v.on[1]
  if on then trick, positive = object(on), false end
  local c = ai:askForNullification(trick, player(v.from), player(v.to), positive)
  if not c then return picks(option_of(q, "none")) end
  return card_said(q, c:toString(), "askForNullification")
end
function ask.peach(ai, q) return card_said(q, ai:askForSinglePeach(player(q.subject)), "askForSinglePeach") end
function ask.retrial(ai, q)
  q.value.whom = q.value.whom or read.currentPlayer()
  host.ai_tags = {Judge = judge_of(q)}
  local said = ai:askForCard(".", "@guicai-card", data_of(host.ai_tags.Judge))
  local c = said and said ~= "." and sgs.Card_Parse(said)
  if not c then return {} end
  return options_of_ids(q, {c:getEffectiveId()}, "askForCard @guicai-card")
end
function ask.burn(ai, q)
  local to = player(q.value.to)
  local prompt = ("@fire-attack:%s::%s"):format(to:objectName(), q.value.suit or "")
  local said = ai:askForCard("." .. (q.value.suit or ""):sub(1, 1):upper(), prompt, data_of({from = ai.player, to = to}, to))
  local c = said and said ~= "." and sgs.Card_Parse(said)
  if not c then return {} end
  return options_of_ids(q, {c:getEffectiveId()}, "askForCard " .. prompt)
end

-- ------------------------------------------------------------------ skills
local function yes(q, said) return picks(option_of(q, said and "yes" or "no")) end
-- Native skills that ask at once what the manual asks in one step.
local INVOKED = {}
function INVOKED.guicai(ai, q)
  host.ai_tags = {Judge = judge_of(q)}
  local said = ai:askForCard(".", "@guicai-card", data_of(host.ai_tags.Judge))
  return said ~= nil and said ~= "."
end
function INVOKED.tuxi(ai) return ai:askForUseCard("@@tuxi", "@tuxi-card") ~= "." end
function INVOKED.liuli(ai, q)
  local from = player(q.value.whom)
  return ai:askForUseCard("@@liuli", "@liuli-card:" .. (from and from:objectName() or "")) ~= "."
end
function INVOKED.axe(ai, q)
  local whom = player(q.value.whom)
  local said = ai:askForCard("@axe", "@axe:" .. whom:objectName(), event_data(ai, q))
  return said ~= nil and said ~= "."
end
function ask.invoke(ai, q)
  local name = name_of(q.subject)
  if INVOKED[name] and not sgs.ai_skill_invoke[name] then return yes(q, INVOKED[name](ai, q)) end
  return yes(q, ai:askForSkillInvoke(name, event_data(ai, q)))
end
function ask.tuxi(ai, q)
  local use = host.parsed_use(ai:askForUseCard("@@tuxi", "@tuxi-card"))
  local found = {}
  for _, p in ipairs(use and use.to.items or {}) do
    local one = option_of_player(q, p)
    if one and #found < q.most then found[#found + 1] = one.at end
  end
  return #found >= q.least and found or nil
end
function ask.liuli(ai, q)
  local list = {}
  for at, one in ipairs(q.options) do list[at] = player(one.entity) end
  return picks(option_of_player(q, ai:anyTarget(sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0), list)))
end
function ask.askUse(ai, q)
  local use = host.parsed_use(ai:askForUseCard(q.asked.pattern or "", q.asked.prompt or ""))
  if not use or not use.card then return picks(option_of(q, "none")) end
  local one = option_of_card(q, use.card, not use.card:isVirtualCard() and "use" or nil)
  if not one then
    fail("askForUseCard " .. (q.asked.pattern or ""), nil, "%s cannot be used now", use.card:toString())
  end
  return picks(one)
end
function ask.askCard(ai, q)
  local a = q.asked
  return card_said(q, ai:askForCard(a.pattern or "", a.prompt or "", a.data or data_of(nil)), "askForCard " .. (a.prompt or ""))
end
function ask.askSkill(ai, q) return ask.invoke(ai, q) end
function ask.askChoice(ai, q)
  local reason, choices, by = reason_of(q), {}, {}
  for at, one in ipairs(q.options) do
    local choice = one.entity
    if choice:sub(1, #reason + 1) == reason .. ":" then choice = choice:sub(#reason + 2) end
    choices[at], by[choice] = choice, one
  end
  local said = ai:askForChoice(reason, table.concat(choices, "+"), q.asked.data)
  if not by[said] then fail("askForChoice " .. reason, nil, "%s is no choice", tostring(said)) end
  return picks(by[said])
end

-- ------------------------------------------------------------------ cards to give up, to take, to show
local function with_equips(q)
  for _, one in ipairs(q.options) do if one.card and one.card:isEquipped() then return true end end
  return false
end
function ask.discard(ai, q)
  local reason = reason_of(q)
  local ids = ai:askForDiscard(reason, q.least, false, with_equips(q)) or {}
  local found = {}
  for _, id in ipairs(ids) do
    if #found < q.least then
      local one = option_of_id(q, id)
      if not one then fail("askForDiscard " .. reason, nil, "card %s cannot be discarded", tostring(id)) end
      local taken = false
      for _, at in ipairs(found) do taken = taken or at == one.at end
      if not taken then found[#found + 1] = one.at end
    end
  end
  local cards = {}
  for at, one in ipairs(q.options) do cards[at] = one.card end
  ai:sortByKeepValue(cards)
  for _, c in ipairs(cards) do
    if #found >= q.least then break end
    local one = option_of_id(q, c:getEffectiveId())
    local taken = false
    for _, at in ipairs(found) do taken = taken or at == one.at end
    if not taken then found[#found + 1] = one.at end
  end
  return #found == q.least and found or nil
end
function ask.mayDiscard(ai, q)
  local reason, n = reason_of(q), q.value.amount or 1
  if reason == "double_sword" then
    local said = ai:askForCard(".", "double-sword-card:" .. player(q.value.from):objectName(), data_of({from = player(q.value.from)}))
    return picks(option_of(q, said and said ~= "." and "discardSome" or "no"))
  end
  local ids = ai:askForDiscard(reason, n, true, false) or {}
  return picks(option_of(q, #ids >= n and "discardSome" or "no"))
end
function ask.cardOf(ai, q)
  local who = player(q.subject)
  local unseen = option_of(q, "unseen")
  local flags = (unseen and "h" or "") .. (option_of(q, "equipped") and "e" or "") .. (option_of(q, "delayed") and "j" or "")
  local id = ai:askForCardChosen(who, flags, reason_of(q))
  local one = id and (option_of_id(q, id, "equipped") or option_of_id(q, id, "delayed")) or unseen
  return picks(one or q.options[1])
end
local function shown(q, c, what)
  if not c then return nil end
  return options_of_ids(q, {c:getEffectiveId()}, what)
end
function ask.pindian(ai, q)
  return shown(q, ai:askForPindian(player(q.value.from), reason_of(q)), "askForPindian")
end
function ask.show(ai, q) return shown(q, ai:askForCardShow(player(q.value.from), "fire_attack"), "askForCardShow") end
function ask.grace(ai, q)
  local ids = ids_in(q.options)
  local id = ai:askForAG(ids, false, "amazing_grace")
  if not id or id == -1 then return nil end
  return options_of_ids(q, {id}, "askForAG")
end
function ask.horse(ai, q)
  for _, one in ipairs(q.options) do if one.card:inherits("DefensiveHorse") then return picks(one) end end
  return picks(q.options[1])
end
function ask.yiji(ai, q)
  local cards = {}
  for at, one in ipairs(q.options) do cards[at] = one.card end
  local to, id = ai:askForYiji(cards)
  if not to or not id or id == -1 then return {} end
  return options_of_ids(q, {id}, "askForYiji")
end
function ask.giveTo(ai, q)
  local list = {}
  for at, one in ipairs(q.options) do list[at] = player(one.entity) end
  return picks(option_of_player(q, ai:askForPlayerChosen(host.new_list(list), "yiji") or list[1]))
end
function ask.askPlayer(ai, q)
  local list = {}
  for at, one in ipairs(q.options) do list[at] = player(one.entity) end
  local reason = reason_of(q)
  local chosen = ai:askForPlayerChosen(host.new_list(list), reason)
  local one = option_of_player(q, chosen)
  if not one then fail("askForPlayerChosen " .. reason, nil, "this player cannot be chosen") end
  return picks(one)
end
function ask.askSome(ai, q)
  local reason = reason_of(q)
  if q.least == 1 and q.most == 1 and sgs.ai_cardshow[reason] then
    return shown(q, ai:askForCardShow(player(read.currentPlayer()), reason), "askForCardShow " .. reason)
  end
  return ask.discard(ai, q)
end
function ask.askOne(ai, q)
  local reason, other = reason_of(q), player(q.value.other)
  if sgs.ai_skill_pindian[reason] or not sgs.ai_cardshow[reason] and reason:find("pindian", 1, true) then
    return shown(q, ai:askForPindian(other, reason), "askForPindian " .. reason)
  end
  return shown(q, ai:askForCardShow(other, reason), "askForCardShow " .. reason)
end
function ask.askShown(ai, q)
  local id = ai:askForAG(ids_in(options_of(q, "take")), option_of(q, "none") ~= nil, reason_of(q))
  if id == nil or id == -1 then
    local none = option_of(q, "none")
    return none and picks(none) or nil
  end
  return options_of_ids(q, {id}, "askForAG " .. reason_of(q))
end
function ask.askGifts(ai, q) return ask.yiji(ai, q) end
local SUITS = {[0] = "spadeSuit", "clubSuit", "heartSuit", "diamondSuit"}
function ask.suit(ai, q) return picks(option_of(q, SUITS[ai:askForSuit(reason_of(q))])) end
function ask.scry(ai, q)
  local cards = {}
  for at, one in ipairs(options_of(q, "bottom")) do cards[at] = one.card end
  local _, down = ai:askForGuanxing(cards)
  return picks(down[1] and option_of_id(q, down[1]:getEffectiveId(), "bottom") or option_of(q, "leave"))
end
function ask.scryTop(ai, q)
  local cards = {}
  for at, one in ipairs(options_of(q, "deepest")) do cards[at] = one.card end
  local up = ai:askForGuanxing(cards, true)
  return picks(option_of_id(q, up[#up]:getEffectiveId(), "deepest"))
end
host.ask = ask

-- ------------------------------------------------------------------ the answer
-- A SmartAI for a player, as it stands now: all that it has learnt is learnt anew.
function host.new_ai(number)
  sgs = host.seen_in("ai", shared.sgs)
  local p = player(number)
  host.ai_tags = nil
  host.context = {this = 0, who = number, pattern = ""}
  local ai = setmetatable({player = p, room = host.room, role = p:getRole(), observe = host.observe_choices}, {__index = host.seen_in("ai", shared.SmartAI)})
  ai.lua_ai = ai
  ai:initialize(p)
  return ai
end
host.export("answer", function(who, prompt, subject, words, entities, least, most, names, values)
  local f = ask[prompt]
  if not f then return nil end
  local q = {options = {}, value = {}, least = least, most = most, subject = subject, prompt = prompt}
  for at, word in ipairs(words) do
    local entity = entities[at]
    q.options[at] = {at = at, word = word, entity = entity}
  end
  local living = {}
  for _, number in ipairs(read.allPlayers()) do living[number] = true end
  for _, one in ipairs(q.options) do
    if type(one.entity) == "number" and one.entity ~= 0 and not living[one.entity] then one.card = object(one.entity) end
  end
  for at, name in ipairs(names) do q.value[name] = values[at] end
  q.asked = host.asked(player(who))
  local ai = host.new_ai(who)
  if subject ~= 0 and not living[subject] then q.card = object(subject) end
  return f(ai, q)
end)
