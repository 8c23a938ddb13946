-- Creators of the manual (2), and the cards that their skills become.
local sgs, read, fact = shared.sgs, host.read, host.fact
local player, players, card, cards = host.player, host.players, host.object_of_card, host.cards
for at, name in ipairs{"Frequent", "NotFrequent", "Compulsory", "Limited", "Wake"} do sgs["Skill_" .. name] = at end
local FREQUENCIES = {"frequent", "usual", "locked", "limited", "wake"}
local NATURE = host.NATURE
local list, object = host.list, host.object

-- ------------------------------------------------------------------ events (manual 4)
-- Of each: the event of the game, whether it is heard before, what of it is given, and how it is read to data.
local function damage_of(from, to, c, amount, nature)
  return {from = player(from), to = player(to), card = card(c), damage = amount, nature = NATURE[nature] or 0, chain = false}
end
local function writes(field, at) return function(value) host.change(at, type(value) == "table" and value[field] or value) end end
local EVENTS = {
  GameStart = {"onGameStart", "before", {"who"}},
  TurnStart = {"onTurnStart", "before", {"who"}},
  PhaseChange = {"onPhaseChange", "before", {"who"}},
  DrawNCards = {"onDrawNCards", "before", {"who", "amount"}, function(d, n) d.value = n; d.write = function(v) host.change(1, v) end end},
  HpRecover = {"onHpRecover", "before", {"who", "from", "card", "amount"}, function(d, from, c, n)
    d.value = {recover = n, who = player(from), card = card(c)}; d.write = writes("recover", 3) end},
  HpLost = {"onHpLost", "before", {"who", "amount"}, function(d, n) d.value = n end},
  HpChanged = {"onHpChanged", "after", {"who"}},
  StartJudge = {"onStartJudge", "before", {"who"}},
  AskForRetrial = {"onAskForRetrial", "before", {"who", "judged", "card"}, function(d, judged, c)
    d.value = sgs.JudgeStruct(); d.value.who, d.value.card = player(judged), card(c) end},
  FinishJudge = {"onFinishJudge", "before", {"who", "card"}, function(d, c)
    d.value = sgs.JudgeStruct(); d.value.card = card(c) end},
  Pindian = {"onPindian", "before", {"who", "other", "card", "otherCard"}, function(d, other, mine, theirs)
    d.value = {to = player(other), from_card = card(mine), to_card = card(theirs)} end},
  TurnedOver = {"onTurnedOver", "after", {"who"}},
  Predamage = {"onPredamage", "before", {"who", "to", "card", "amount", "nature"}, function(d, to, c, n, nature)
    d.value = damage_of(d.who, to, c, n, nature); d.write = writes("damage", 3) end},
  Predamaged = {"onPredamaged", "before", {"who", "from", "card", "amount", "nature"}, function(d, from, c, n, nature)
    d.value = damage_of(from, d.who, c, n, nature); d.write = writes("damage", 3) end},
  Damage = {"onDamage", "after", {"who", "to", "card", "amount", "nature"}, function(d, to, c, n, nature)
    d.value = damage_of(d.who, to, c, n, nature) end},
  Dying = {"onDying", "before", {"who", "from"}, function(d, from) d.value = {who = player(d.who)} end},
  AskForPeaches = {"onAskForPeaches", "before", {"who", "dying"}, function(d, dying) d.value = {who = player(dying)} end},
  AskForPeachesDone = {"onAskForPeachesDone", "before", {"who"}, function(d) d.value = {who = player(d.who)} end},
  GameOverJudge = {"onGameOverJudge", "before", {"who", "from"}, function(d, from) d.value = {from = player(from), to = player(d.who)} end},
  Death = {"onDeath", "before", {"who", "from"}, function(d, from) d.value = {from = player(from), to = player(d.who)} end},
  CardAsked = {"onCardAsked", "before", {"who", "pattern"}, function(d, pattern) d.value = pattern end},
  CardResponsed = {"onCardResponsed", "before", {"who", "card"}, function(d, c) d.value = card(c) end},
  CardUsed = {"onCardUsed", "before", {"who", "card", "targets"}, function(d, c, targets)
    d.value = {from = player(d.who), card = card(c), to = players(targets)} end},
  CardFinished = {"onCardFinished", "before", {"who", "card", "targets"}, function(d, c, targets)
    d.value = {from = player(d.who), card = card(c), to = players(targets)} end},
  CardDiscarded = {"onCardDiscarded", "after", {"who", "cards"}, function(d, all) d.value = host.dummy(all) end},
  CardLost = {"onCardLost", "after", {"who", "card"}, function(d, c) d.value = {card_id = host.id_of(c), from = player(d.who)} end},
  CardLostDone = {"onCardLostDone", "after", {"who"}},
  CardGot = {"onCardGot", "after", {"who", "card"}, function(d, c) d.value = {card_id = host.id_of(c), to = player(d.who)} end},
  CardGotDone = {"onCardGotDone", "after", {"who"}},
  CardDrawnDone = {"onCardDrawnDone", "after", {"who", "amount"}, function(d, n) d.value = n end},
  CardEffect = {"onCardEffect", "before", {"who", "to", "card"}, function(d, to, c)
    d.value = {from = player(d.who), to = player(to), card = card(c)} end},
  CardEffected = {"onCardEffected", "before", {"who", "from", "card"}, function(d, from, c)
    d.value = {from = player(from), to = player(d.who), card = card(c)} end},
}
for _, row in ipairs{{"SlashEffect", "onSlashEffect", "to"}, {"SlashEffected", "onSlashEffected", "from"},
  {"SlashProceed", "onSlashProceed", "to"}, {"SlashHit", "onSlashHit", "to"}, {"SlashMissed", "onSlashMissed", "to"}} do
  EVENTS[row[1]] = {row[2], "before", {"who", row[3], "card"}, function(d, other, c)
    local from, to = player(d.who), player(other)
    if row[3] == "from" then from, to = to, from end
    d.value = {from = from, to = to, slash = card(c), nature = 0}
  end}
end
EVENTS.Damaged = {"onDamaged", "after", EVENTS.Predamaged[3], function(d, from, c, n, nature)
  d.value = damage_of(from, d.who, c, n, nature) end}
EVENTS.DamageDone = {"onDamageDone", "before", EVENTS.Predamaged[3], EVENTS.Damaged[4]}
EVENTS.DamageComplete = {"onDamageComplete", "after", EVENTS.Predamaged[3], EVENTS.Damaged[4]}
for name in pairs(EVENTS) do sgs[name] = name end
sgs.CardResponded = "CardResponsed"

-- ------------------------------------------------------------------ packages and what is in them
local skills, prototypes = {}, {}      -- by name
host.skills, host.prototypes = skills, prototypes
local package                          -- of the file that loads
local General, Skill = {}, {}
General.__index, General.__metatable, Skill.__index, Skill.__metatable = General, false, Skill, false
function Skill.objectName(s) return s.name end
function Skill.getFrequency(s) return s.frequency end
function host.short_name(id) return (id:gsub("^.*%.", "")) end
function host.definition_of_skill(name)
  local own = skills[name]
  return own and own.id or "kingdoms.skill." .. name
end
function host.skill_of_definition(id)
  for _, skill in pairs(skills) do if skill.id == id then return skill end end
end
function host.definition_of_card(c)
  if c.prototype then return c.prototype.id end
  return "kingdoms.card." .. c.class
end
function host.family_of_class(class) return class == "dummy" and "basic" or "trick" end
function sgs.Package(name)
  package = name
  return {name = name}
end
function sgs.General(extension, name, kingdom, hp, male, hidden)
  local lord = name:sub(-1) == "$"
  if lord then name = name:sub(1, -2) end
  local made = {name = name, kingdom = kingdom, hp = tonumber(hp) or 4, female = male == false, lord = lord, skills = {}, package = extension.name}
  if not ({wei = 1, shu = 1, wu = 1, qun = 1, god = 1})[kingdom] then
    host.problem("there is no kingdom " .. tostring(kingdom) .. "; there are wei, shu, wu, qun and god")
    made.kingdom = "qun"
  end
  host.generals[#host.generals + 1] = made
  return setmetatable(made, General)
end
host.generals = {}
function General.addSkill(g, skill)
  local name = type(skill) == "table" and skill.name or skill
  if type(name) ~= "string" then host.problem("addSkill needs a skill, or the name of one") return end
  g.skills[#g.skills + 1] = name
  if type(skill) == "table" then host.declare_skill(skill) end
end
local texts = host.texts
function sgs.LoadTranslationTable(t) for key, text in pairs(t) do texts[key] = text end end
local function named(name)
  local zh = texts[name] or name
  return {zh = zh, en = zh == name and name or name .. " (" .. zh .. ")"}
end

-- ------------------------------------------------------------------ skills as cards
-- A function that cards call, of the skill that runs, {this}; `who` is the player that it is about.
local function export(name, f)
  host.export(name, function(this, who, ...)
    host.context = {this = this, who = who, pattern = ""}
    return f(this, who, ...)
  end)
  return name
end
-- The nodes of cards that call it.
local function holds(name, ...) return {type = "ScriptHolds", ["function"] = name, with = object(...)} end
local function does(name, ...) return {type = "script", id = "done", ["function"] = name, with = object(...)} end
local function asked_for(pattern)
  if pattern == "" then pattern = host.noted(0, "asked for") end   -- a text that no file holds as it is
  host.context.pattern = (pattern == nil or pattern == "play") and "" or pattern
  return host.context.pattern
end
local function default_can_trigger(skill)
  return function(_, target) return target:isAlive() and target:hasSkill(skill.name) end
end

local function declare_trigger(skill, out)
  local events = type(skill.events) == "table" and skill.events or {skill.events}
  local can = skill.can_trigger or default_can_trigger(skill)
  export(skill.name .. ".can_trigger", function(this, who) return can(skill, player(who)) and true or false end)
  local triggers = {}
  for _, event in ipairs(events) do
    local of = EVENTS[event]
    if not of then host.problem("there is no event " .. tostring(event)) else
      local reads = of[4]
      local name = export(skill.name .. "." .. event, function(this, who, ...)
        local data = host.variant()
        data.who = who
        host.context.event = event
        if reads then reads(data, ...) end
        return skill.on_trigger(skill, event, player(who), data) == true
      end)
      local given = {"this", "{this}"}
      for _, part in ipairs(of[3]) do
        given[#given + 1] = part
        given[#given + 1] = "{" .. of[1] .. "." .. part .. "}"
      end
      triggers[#triggers + 1] = {
        id = "skill_" .. skill.name .. "_" .. event, unique = true, owner = "{match}", event = of[1], when = of[2],
        priority = skill.priority or ((skill.frequency == sgs.Skill_Compulsory or skill.frequency == sgs.Skill_Wake) and 2 or 1),
        condition = holds(skill.name .. ".can_trigger", "this", "{this}", "who", "{" .. of[1] .. ".who}"),
        ["do"] = list{does(name, table.unpack(given)),
          {type = "if", condition = "{done.returned} == 1", ["do"] = list{{type = "cancel"}}}},
      }
    end
  end
  out.behaviors = list{{at = "onGained", ["do"] = list{{type = "addTriggers", triggers = list(triggers)}}}}
end

local function declare_view_as(skill, out)
  local n, name = skill.n or 0, out.view or skill.name
  export(name .. ".usable", function(this, who, pattern)
    local p = player(who)
    pattern = asked_for(pattern)
    if pattern == "" then return skill.enabled_at_play == nil or skill:enabled_at_play(p) and true or false end
    if pattern == "nullification" and skill.enabled_at_nullification then
      return skill:enabled_at_nullification(p) and true or false
    end
    return skill.enabled_at_response and skill:enabled_at_response(p, pattern) and true or false
  end)
  export(name .. ".fits", function(this, who, pattern, picked, it)
    if #picked >= n or not skill.view_filter then return false end
    asked_for(pattern)
    return skill:view_filter(cards(picked), card(it)) and true or false
  end)
  export(name .. ".gives", function(this, who, pattern, picked)
    asked_for(pattern)
    local made = skill.view_as and skill:view_as(cards(picked))
    return made and host.definition_of_card(made) or 0
  end)
  out.answers.usable = holds(name .. ".usable", "this", "{this}", "who", "{who}", "pattern", "{pattern}")
  out.answers.fits = holds(name .. ".fits", "this", "{this}", "who", "{who}", "pattern", "{pattern}", "picked", "{picked}", "it", "{it}")
  out.answers.gives = {type = "scriptValue", ["function"] = name .. ".gives", gives = "definition",
    with = object("this", "{this}", "who", "{who}", "pattern", "{pattern}", "picked", "{picked}")}
end

local function declare_rule(skill, out)
  local name = skill.name
  if skill.correct_func then
    export(name .. ".distance", function(this, from, to) return skill:correct_func(player(from), player(to)) or 0 end)
    out.answers.distance = {type = "scriptValue", ["function"] = name .. ".distance",
      with = object("this", "{this}", "from", "{from}", "to", "{to}")}
  elseif skill.is_prohibited then
    export(name .. ".prohibits", function(this, from, to, as)
      return skill:is_prohibited(player(from), player(to), host.virtual_card{class = as, suit = 4, number = 0}) and true or false
    end)
    out.answers.prohibits = holds(name .. ".prohibits", "this", "{this}", "from", "{from}", "to", "{to}", "as", "{as}")
  end
end

function host.declare_skill(skill)
  if skills[skill.name] == skill then return end
  if skills[skill.name] then host.problem("there are two skills " .. skill.name) return end
  skills[skill.name] = skill
  skill.package = package
end

-- ------------------------------------------------------------------ skill cards
local function declare_skill_card(proto)
  local name = "card_" .. proto.name
  local out = {id = proto.id, count = 0, name = named(proto.name), class = "skill", family = "skill", aimed = proto.target_fixed and 0 or 1,
    keepsParts = 1, answers = {}}
  local function the_card(this)
    local c = host.virtual_card{prototype = proto, suit = 4, number = 0, skill = proto.skill_name}
    for at, row in ipairs(read.partsOfCard(this)) do c.subs[at] = row end
    c.row = this
    return c
  end
  export(name .. ".filter", function(this, who, chosen, it)
    local targets = players(chosen).items
    if proto.filter then return proto.filter(the_card(this), targets, player(it), player(who)) and true or false end
    return #targets == 0 and it ~= who
  end)
  export(name .. ".feasible", function(this, who, chosen)
    if proto.feasible then return proto.feasible(the_card(this), players(chosen).items, player(who)) and true or false end
    return proto.target_fixed or #chosen > 0
  end)
  export(name .. ".use", function(this, who, targets)
    local c = the_card(this)
    local key = "used #" .. proto.name
    host.note(who, key, (host.noted(who, key) or 0) + 1)
    if proto.on_use then proto.on_use(c, host.room, player(who), players(targets).items)
    elseif proto.will_throw ~= false then host.room:throwCard(c) end
  end)
  export(name .. ".effect", function(this, who, to)
    if proto.on_use or not proto.on_effect then return end
    local c = the_card(this)
    proto.on_effect(c, {from = player(who), to = player(to), card = c})
  end)
  if proto.target_fixed then
    out.answers.reaches = {type = "IsOneself", who = "{who}", it = "{it}"}
  else
    out.answers.mayTarget = holds(name .. ".filter", "this", "{this}", "who", "{who}", "chosen", "{chosen}", "it", "{it}")
    out.answers.sufficient = holds(name .. ".feasible", "this", "{this}", "who", "{who}", "chosen", "{chosen}")
  end
  out.behaviors = list{
    {at = "onUse", ["do"] = list{does(name .. ".use", "this", "{this}", "who", "{you}", "targets", "{onUse.targets}")}},
    {at = "onEffect", ["do"] = list{does(name .. ".effect", "this", "{this}", "who", "{you}", "to", "{onEffect.to}")}},
  }
  host.card(out)
end

-- ------------------------------------------------------------------ creators
local function creator(kind, needed)
  return function(t)
    if type(t) ~= "table" or type(t.name) ~= "string" then
      host.problem("a skill needs a name: " .. kind .. "{name = \"...\"}")
      return setmetatable({name = "?", kind = "broken"}, Skill)
    end
    for _, field in ipairs(needed) do
      if t[field] == nil then host.problem(t.name .. " has no " .. field); t.kind = "broken" end
    end
    t.lord = t.name:sub(-1) == "$"
    if t.lord then t.name = t.name:sub(1, -2) end
    t.kind = t.kind or kind
    return setmetatable(t, Skill)
  end
end
sgs.CreateTriggerSkill = creator("CreateTriggerSkill", {"events", "on_trigger"})
sgs.CreateViewAsSkill = creator("CreateViewAsSkill", {})
sgs.CreateDistanceSkill = creator("CreateDistanceSkill", {"correct_func"})
sgs.CreateProhibitSkill = creator("CreateProhibitSkill", {"is_prohibited"})
sgs.CreateFilterSkill = creator("CreateFilterSkill", {"view_filter", "view_as"})
function sgs.CreateMasochismSkill(t)
  t.events = {sgs.Damaged}
  t.on_trigger = function(self, event, p) self:on_damaged(p) end
  return sgs.CreateTriggerSkill(t)
end
function sgs.CreateGameStartSkill(t)
  t.events = {sgs.GameStart}
  t.on_trigger = function(self, event, p) self:on_gamestart(p) end
  return sgs.CreateTriggerSkill(t)
end
function sgs.CreateSkillCard(t)
  if type(t) ~= "table" or type(t.name) ~= "string" then host.problem("a skill card needs a name") t = {name = "?"} end
  prototypes[#prototypes + 1] = t
  t.package = package
  local c = host.virtual_card{prototype = t, suit = 4, number = 0}
  return c
end

-- When all files have loaded: their skills, skill cards and generals as cards.
function host.finish()
  host.declare_texts()
  host.declare_marks()
  for _, proto in ipairs(prototypes) do proto.id = (proto.package or "packages") .. ".card." .. proto.name end
  for _, skill in pairs(skills) do skill.id = (skill.package or "packages") .. ".skill." .. skill.name end
  for _, proto in ipairs(prototypes) do declare_skill_card(proto) end
  for _, skill in pairs(skills) do
    if skill.kind ~= "broken" then
      local out = {id = skill.id, count = 0, kind = "skill", name = named(skill.name), frequency = FREQUENCIES[skill.frequency or 2],
        lordSkill = skill.lord and 1 or 0, answers = {}}
      if skill.on_trigger then declare_trigger(skill, out) end
      local view = skill.view_as_skill or (skill.view_as and skill.kind == "CreateViewAsSkill" and skill)
      if view then declare_view_as(view, out) end
      declare_rule(skill, out)
      host.card(out)
    end
  end
  for _, general in ipairs(host.generals) do
    local gains = {}
    for _, name in ipairs(general.skills) do
      gains[#gains + 1] = {type = "gainSkill", skill = host.definition_of_skill(name)}
    end
    host.card{id = general.package .. ".general." .. general.name, name = named(general.name), kind = "general", kingdomPrinted = general.kingdom,
      hpPrinted = general.hp, female = general.female and 1 or 0, lordGeneral = general.lord and 1 or 0,
      behaviors = list{{at = "onChosen", ["do"] = list(gains)}}}
  end
end
-- The player who is asked, in the functions of view-as skills and of skill cards.
host.lock(sgs, setmetatable({}, {__index = function(_, name) return name == "Self" and host.context and player(host.context.who) or nil end}))
