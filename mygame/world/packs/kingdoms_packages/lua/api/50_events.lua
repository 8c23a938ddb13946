-- Events of the manual (4): of each the event of the game, what of it is given, and how that is read to data and written back.
local sgs, read, fact = shared.sgs, host.read, host.fact
local player, players, card = host.player, host.players, host.object_of_card
local NATURE, NATURES = {normal = 0, fire = 1, thunder = 2}, {[0] = "normal", "fire", "thunder"}
local PLACES = {hand = 0, weapon = 1, armor = 1, offensive = 1, defensive = 1, judging = 2, discard = 4, deck = 5}

-- What a value of an event is to a script, by its kind, and back (a row is made for a card that is none of the match).
local TO_SCRIPT = {
  player = player, players = players, card = card,
  -- Armour may have met a slash without a card.
  jink = function(row) return card(row) or host.virtual_card{class = "jink", suit = 4, number = 0, of_nothing = true} end,
  number = function(n) return n end, text = function(text) return text end,
  nature = function(name) return NATURE[name] or 0 end,
  truth = function(n) return n ~= 0 end,
  drunk = function(force) return force > 1 end,
  cards = function(rows) return host.dummy(rows) end,
  id = function(row) return host.id_of(row) end,
  place = function(zone) return PLACES[zone] or 3 end,
}
local TO_GAME = {
  player = function(p) return p and p.number or 0 end,
  players = function(list) return host.numbers(list) end,
  card = function(c) return c and host.row_made(c) or 0 end,
  jink = function(c) return c and not c.of_nothing and host.row_made(c) or 0 end,
  number = function(n) return math.floor(tonumber(n) or 0) end,
  nature = function(n) return NATURES[n or 0] or "normal" end,
  truth = function(on) return on and 1 or 0 end,
  drunk = function(on) return on and 2 or 1 end,
}
local function alike(a, b)
  if type(a) ~= "table" or type(b) ~= "table" or #a ~= #b then return a == b end
  for at = 1, #a do if a[at] ~= b[at] then return false end end
  return true
end

local events = {}
host.events = events
-- `given`: the parts of the event in the order in which it has them; `parts`: fields of the structure, or for a single value the
-- name of the part, with the kind of each; `new` makes the structure.
local function event(name, of, when, given, parts, new)
  local index = {}
  for at, part in ipairs(given) do index[part] = at - 1 end
  events[name] = {event = of, when = when, given = given, index = index, parts = parts, new = new}
  sgs[name] = name
end
-- The data of an event, of what was given: a variant.
function host.data_of(of, e)
  local data = host.variant()
  if type(of.parts) == "function" then of.parts(data, e) return data end
  if not of.parts then return data end
  local single = of.parts.value
  local function write(field, what, value)
    local part, kind = what[1], what[2]
    if not TO_GAME[kind] then return end
    local now = TO_GAME[kind](value)
    if not alike(now, e[part]) then
      host.change(of.index[part], now)
      e[part] = now
    end
  end
  if single then
    data.value = TO_SCRIPT[single[2]](e[single[1]])
    data.write = function(value) write("value", single, value) end
    return data
  end
  local value = of.new()
  for field, what in pairs(of.parts) do value[field] = TO_SCRIPT[what[2]](e[what[1]]) end
  data.value = value
  data.write = function(changed)
    if type(changed) ~= "table" then return end
    for field, what in pairs(of.parts) do write(field, what, changed[field]) end
  end
  return data
end

-- ------------------------------------------------------------------ the turn
event("GameStart", "onGameStart", "both", {"who"})
event("TurnStart", "onTurnStart", "both", {"who"})
event("PhaseChange", "onPhaseChange", "both", {"who"})
event("DrawNCards", "onDrawNCards", "both", {"who", "amount"}, {value = {"amount", "number"}})
event("TurnedOver", "onTurnedOver", "after", {"who"})
event("HpChanged", "onHpChanged", "after", {"who"})
event("HpLost", "onHpLost", "both", {"who", "amount"}, {value = {"amount", "number"}})
event("HpRecover", "onHpRecover", "both", {"who", "from", "card", "amount"},
  {recover = {"amount", "number"}, who = {"from", "player"}, card = {"card", "card"}}, sgs.RecoverStruct)

-- ------------------------------------------------------------------ damage, dying, death
local DAMAGE = {from = {"from", "player"}, to = {"to", "player"}, card = {"card", "card"}, damage = {"amount", "number"},
  nature = {"nature", "nature"}, chain = {"chained", "truth"}}
for name, other in pairs{Predamage = "to", Predamaged = "from", DamageDone = "from", Damage = "to", Damaged = "from",
  DamageComplete = "from"} do
  event(name, "on" .. name, "both", {"who", other, "card", "amount", "nature", other == "to" and "from" or "to", "chained"}, DAMAGE,
    sgs.DamageStruct)
end
-- The damage of which somebody dies, if it is one.
local function fatal(e, to)
  if e.amount == 0 and e.from == 0 then return nil end
  return {from = player(e.from), to = to, card = card(e.card), damage = e.amount, nature = NATURE[e.nature] or 0, chain = false}
end
local function dying(data, e)
  local who = player(e.dying or e.who)
  data.value = {who = who, damage = fatal(e, who)}
end
event("Dying", "onDying", "both", {"who", "from", "card", "amount", "nature"}, dying)
event("AskForPeaches", "onAskForPeaches", "before", {"who", "dying", "from", "card", "amount", "nature"}, dying)
event("AskForPeachesDone", "onAskForPeachesDone", "both", {"who", "from", "card", "amount", "nature"}, dying)
for _, name in ipairs{"GameOverJudge", "Death"} do
  event(name, "on" .. name, "both", {"who", "from", "card", "amount", "nature"}, function(data, e)
    data.value = fatal(e, player(e.who))
  end)
end

-- ------------------------------------------------------------------ judgements
-- By what the skills and cards of the game judge.
local JUDGED_BY = {
  ganglie = {"(.*):(heart):(.*)", false}, tieji = {"(.*):(heart|diamond):(.*)", true}, luoshen = {"(.*):(spade|club):(.*)", true},
  eight_diagram = {"(.*):(heart|diamond):(.*)", true}, indulgence = {"(.*):(heart):(.*)", true},
  supply_shortage = {"(.*):(club):(.*)", true}, lightning = {"(.*):(spade):([2-9])", false},
}
-- What a card or a skill is called: a card of the deck by its class.
local function name_of(row)
  if row == 0 then return "" end
  local class = fact.kindOf(row) == "card" and fact.classOf(row)
  return class and class ~= "skill" and class or host.short_name(fact.printedOf(row))
end
host.name_of = name_of
-- The structure is shared: what a skill changes of it all who come later see.
local function judging(data, e)
  local judge = sgs.JudgeStruct()
  judge.who, judge.card = player(e.judged or e.who), card(e.card)
  if e.by == "script" then
    local noted = host.thaw(host.noted(0, "judging"))
    judge.pattern, judge.good, judge.reason = sgs.QRegExp(noted.pattern), noted.good, noted.reason
  elseif e.reason ~= 0 then
    local name = name_of(e.reason)
    local by = JUDGED_BY[name] or {"(.*):(.*):(.*)", true}
    judge.pattern, judge.good, judge.reason = sgs.QRegExp(by[1]), by[2], name
  end
  data.value, data.judge = judge, e
end
for _, name in ipairs{"StartJudge", "FinishJudge"} do
  event(name, "on" .. name, "both", {"who", "card", "reason", "by"}, judging)
end
event("AskForRetrial", "onAskForRetrial", "before", {"who", "judged", "card", "reason", "by"}, judging)
-- What a skill has changed of the judgement that it heard of.
function host.end_judging(of, data)
  local judge, e = data.value, data.judge
  local row = TO_GAME.card(judge.card)
  if row ~= e.card then host.change(of.index.card, row) end
  if e.by == "script" then
    local now = host.plain{pattern = host.text_of_pattern(judge.pattern), good = judge.good ~= false, reason = judge.reason}
    if now ~= host.noted(0, "judging") then host.note(0, "judging", now) end
  end
end
event("Pindian", "onPindian", "both", {"who", "other", "card", "otherCard", "why"}, {from = {"who", "player"}, to = {"other", "player"},
  from_card = {"card", "card"}, to_card = {"otherCard", "card"}, reason = {"why", "text"}}, sgs.PindianStruct)

-- ------------------------------------------------------------------ cards
local EFFECT = {from = {"who", "player"}, to = {"to", "player"}, card = {"card", "card"}}
event("CardEffect", "onCardEffect", "both", {"who", "to", "card"}, EFFECT, sgs.CardEffectStruct)
event("CardEffected", "onCardEffected", "both", {"who", "from", "card", "to"},
  {from = {"from", "player"}, to = {"to", "player"}, card = {"card", "card"}}, sgs.CardEffectStruct)
local USE = {from = {"who", "player"}, to = {"targets", "players"}, card = {"card", "card"}}
event("CardUsed", "onCardUsed", "both", {"who", "card", "targets"}, USE, sgs.CardUseStruct)
event("CardFinished", "onCardFinished", "both", {"who", "card", "targets"}, USE, sgs.CardUseStruct)
local SLASH = {from = {"who", "player"}, to = {"to", "player"}, slash = {"card", "card"}, nature = {"nature", "nature"},
  drank = {"force", "drunk"}}
event("SlashEffect", "onSlashEffect", "before", {"who", "to", "card", "nature", "force"}, SLASH, sgs.SlashEffectStruct)
event("SlashEffected", "onSlashEffected", "before", {"who", "from", "card", "nature", "force"}, {from = {"from", "player"},
  to = {"who", "player"}, slash = {"card", "card"}, nature = {"nature", "nature"}, drank = {"force", "drunk"}}, sgs.SlashEffectStruct)
event("SlashProceed", "onSlashProceed", "before", {"who", "to", "card", "nature", "jinks", "force"}, SLASH, sgs.SlashEffectStruct)
event("SlashHit", "onSlashHit", "both", {"who", "to", "card", "nature", "force"}, SLASH, sgs.SlashEffectStruct)
event("SlashMissed", "onSlashMissed", "both", {"who", "to", "card", "hits", "nature", "force", "jink"}, {from = {"who", "player"},
  to = {"to", "player"}, slash = {"card", "card"}, nature = {"nature", "nature"}, drank = {"force", "drunk"}, jink = {"jink", "jink"}},
  sgs.SlashEffectStruct)
event("CardAsked", "onCardAsked", "before", {"who", "pattern"}, function(data, e)
  data.value = e.pattern ~= "" and e.pattern or host.noted(0, "asked for") or ""
end)
event("CardResponsed", "onCardResponsed", "both", {"who", "card"}, {value = {"card", "card"}})
event("CardDiscarded", "onCardDiscarded", "after", {"who", "cards"}, {value = {"cards", "cards"}})
event("CardLost", "onCardLost", "after", {"who", "card", "from", "to", "by"}, {card_id = {"card", "id"}, from = {"who", "player"},
  to = {"by", "player"}, from_place = {"from", "place"}, to_place = {"to", "place"}}, sgs.CardMoveStruct)
event("CardGot", "onCardGot", "after", {"who", "card", "from", "of"}, function(data, e)
  local row = e.card
  data.value = {card_id = host.id_of(row), from = player(e.of), to = player(e.who), from_place = PLACES[e.from] or 3,
    to_place = PLACES[read.zoneOf(row)] or 3}
end)
event("CardLostDone", "onCardLostDone", "after", {"who"})
event("CardGotDone", "onCardGotDone", "after", {"who"})
event("CardDrawnDone", "onCardDrawnDone", "after", {"who", "amount"}, {value = {"amount", "number"}})

-- ------------------------------------------------------------------ choices (10.5)
-- What a card asks for that is to be played, as the client calls the question.
local PROMPTS = {duel = "duel-slash", savage_assault = "savage-assault-slash", archery_attack = "archery-attack-jink",
  jijiang = "@jijiang-slash", jijiang_call = "@jijiang-slash", hujia = "@hujia-jink"}
function host.prompt_to_play(about, from)
  return (about ~= 0 and PROMPTS[name_of(about)] or "slash-jink") .. (from and ":" .. from:objectName() or "")
end
-- By how it was made: a format, and what fills it, texts or cards. Of requests of scripts it is noted, as they name it.
local CHOICES = {
  told = function() return host.thaw(host.noted(0, "choice")) end,
  skillInvoke = function(e) return {"skillInvoke:%s:%s", host.noted(e.who, "invokes") or name_of(e.card), e.said} end,
  cardChosen = function(e) return {"cardChosen:%s:%s", host.noted(e.who, "chooses for") or name_of(e.about), card(e.card)} end,
  cardResponsed = function(e)
    local pattern = e.said ~= "" and e.said or host.noted(0, "asked for") or ""
    local prompt = host.noted(e.who, "plays for") or host.prompt_to_play(e.about, player(e.other))
    return {"cardResponsed:%s:%s:_%s_", pattern, prompt, card(e.card) or "nil"}
  end,
  AGChosen = function(e) return {"AGChosen:%s:%s", name_of(e.about), card(e.card)} end,
  cardShow = function(e) return {"cardShow:%s:_%s_", name_of(e.about), card(e.card)} end,
  peach = function(e)
    local who = player(e.other)
    return {"peach:%s:%s:%s", who:objectName(), 1 - who:getHp(), card(e.card)}
  end,
  Nullification = function(e)
    return {"Nullification:%s:%s:%s", card(e.card):className(), player(e.other):objectName(), tostring(e.said == "yes")}
  end,
}
-- What somebody has chosen; nil where it is a use.
function host.choice_of(e) return CHOICES[e.how] and CHOICES[e.how](e) end
function host.text_of_choice(choice)
  local texts = {}
  for at = 2, #choice do texts[at - 1] = type(choice[at]) == "table" and choice[at]:toString() or tostring(choice[at]) end
  return choice[1]:format(unpack(texts))
end
event("ChoiceMade", "onChoiceMade", "after", {"who", "how", "card", "other", "said", "targets", "about"}, function(data, e)
  local choice = host.choice_of(e)
  if choice then data.value = host.text_of_choice(choice) return end
  local use = sgs.CardUseStruct()
  use.from, use.card, use.to = player(e.who), card(e.card), players(e.targets)
  data.value = use
end)
sgs.CardResponded = "CardResponsed"
