-- Skills (manual 2) as cards of the game: each is heard, asked or counted as other cards by functions of its script.
local read, fact = host.read, host.fact
local player, card, cards, list = host.player, host.object_of_card, host.cards, host.list
local export, holds, gives, does = host.export_skill, host.holds, host.gives, host.does

-- ------------------------------------------------------------------ trigger skills
-- Registered once for the match, whoever has it.
function host.declare_trigger(skill, out)
  local events = type(skill.events) == "table" and skill.events or {skill.events}
  local locked = skill.frequency == 2 or skill.frequency == 4
  local priority, can = skill.priority or (locked and 2 or 1), skill.can_trigger
  if can then export(skill.name .. ".can_trigger", function(_, who) return can(skill, player(who)) and true or false end) end
  local triggers, known = {}, {}
  for _, name in ipairs(events) do
    local of = host.events[name]
    if not known[name] then
      known[name] = true
      local function carry_out(this, who, ...)
        local e, given = {who = who}, {...}
        for at = 2, #of.given do e[of.given[at]] = given[at - 1] end
        host.context.this = host.skill_card(player(who), skill.name) or this
        host.context.event = name
        local data = host.data_of(of, e)
        data.event, data.about = name, who
        local ends = skill.on_trigger(skill, name, player(who), data) == true
        if data.judge then host.end_judging(of, data) end
        return ends
      end
      local with = {"this", "{this}"}
      for _, part in ipairs(of.given) do
        with[#with + 1] = part
        with[#with + 1] = "{" .. of.event .. "." .. part .. "}"
      end
      local who = "{" .. of.event .. ".who}"
      local condition = can and holds(skill.name .. ".can_trigger", "this", "{this}", "who", who)
        or {type = "OwnsSkill", who = who, skill = skill.id}
      -- A card that has been provided is not asked for any more.
      if name == "CardAsked" then condition = {type = "And", conditions = list{"not {onCardAsked.answered}", condition}} end
      triggers[#triggers + 1] = {
        id = "skill_" .. skill.id .. "_" .. name, unique = true, owner = "{match}", event = of.event, priority = priority,
        when = of.when == "both" and (priority < 0 and "after" or "before") or of.when,
        condition = condition,
        ["do"] = list{does(export(skill.name .. "." .. name, carry_out), table.unpack(with)),
          {type = "if", condition = "{done.returned} == 1", ["do"] = list{{type = "cancel"}}}},
      }
    end
  end
  out.behaviors = out.behaviors or list{}
  out.behaviors[#out.behaviors + 1] = {at = "onGained", ["do"] = list{{type = "addTriggers", triggers = list(triggers)}}}
end

-- ------------------------------------------------------------------ cards that count as others
local function asked_for(pattern)
  if pattern == "" then pattern = host.noted(0, "asked for") end   -- a text that no file holds as it is
  host.context.pattern = (pattern == nil or pattern == "play") and "" or pattern
  return host.context.pattern
end
-- A card of a player as their client shows it: filter skills have been at it.
local filters = {}
local function seen(who, row)
  local c = card(row)
  for _, skill in ipairs(filters) do
    if host.skill_card(player(who), skill.name) and skill:view_filter(c) then
      local made = skill:view_as(c)
      if made then
        made.shown_for = c
        return made
      end
    end
  end
  return c
end
local function all_seen(who, rows)
  if not filters[1] then return cards(rows) end
  local found = {}
  for at = 1, #rows do found[at] = seen(who, rows[at]) end
  return found
end
local function own_cards(who)
  local rows = read.handOf(who)
  local found = {}
  for at = 1, #rows do found[at] = rows[at] end
  for _, row in ipairs(read.equipsOf(who)) do found[#found + 1] = row end
  return found
end
local WHO = {"this", "{this}", "who", "{who}", "pattern", "{pattern}"}
local PICKED = {"this", "{this}", "who", "{who}", "pattern", "{pattern}", "picked", "{picked}"}
-- The answers of a skill by which cards count as others: `may` it be used, does a card fit, what comes of those that are picked.
local function answer(name, out, may, fits, make)
  export(name .. ".usable", function(_, who, pattern)
    pattern = asked_for(pattern)
    if not may(player(who), pattern) then return false end
    for _, row in ipairs(own_cards(who)) do if fits(who, pattern, {}, row) then return true end end
    return make(who, {}) ~= nil
  end, true)
  export(name .. ".fits", function(_, who, pattern, picked, it) return fits(who, asked_for(pattern), picked, it) end, true)
  export(name .. ".gives", function(_, who, pattern, picked)
    asked_for(pattern)
    local made = make(who, picked)
    if not made or player(who):isJilei(made) then return 0 end
    return made.subs and host.definition_of_card(made) or fact.printedOf(made.row)
  end, true)
  export(name .. ".itself", function(_, who, pattern, picked)
    asked_for(pattern)
    local made = make(who, picked)
    return made and not made.subs and made.row or 0
  end, true)
  export(name .. ".made", function(this, who, pattern, picked, row)
    asked_for(pattern)
    local made = make(who, picked)
    if made and made.subs then host.dress(row, made, this) end
  end, true)
  out.answers.usable = holds(name .. ".usable", table.unpack(WHO))
  out.answers.fits = holds(name .. ".fits", "this", "{this}", "who", "{who}", "pattern", "{pattern}", "picked", "{picked}", "it", "{it}")
  out.answers.gives = gives(name .. ".gives", "definition", table.unpack(PICKED))
  out.answers.givesItself = gives(name .. ".itself", "card", table.unpack(PICKED))
  out.behaviors = out.behaviors or list{}
  out.behaviors[#out.behaviors + 1] = {at = "onMade", ["do"] = list{does(name .. ".made", "this", "{this}", "who", "{you}",
    "pattern", "{onMade.pattern}", "picked", "{onMade.picked}", "card", "{onMade.card}")}}
end
function host.declare_view_as(skill, out)
  local n = tonumber(skill.n) or 0
  answer(out.view, out, function(p, pattern)
    if pattern == "" then return skill.enabled_at_play == nil or skill:enabled_at_play(p) end
    if pattern == "nullification" and skill.enabled_at_nullification then return skill:enabled_at_nullification(p) end
    return skill.enabled_at_response and skill:enabled_at_response(p, pattern)
  end, function(who, _, picked, it)
    if #picked >= n or not skill.view_filter then return false end
    return skill:view_filter(all_seen(who, picked), all_seen(who, {it})[1]) and true or false
  end, function(who, picked) return skill.view_as and skill:view_as(all_seen(who, picked)) or nil end)
end
-- A filter skill: whatever passes is nothing but the other card.
function host.declare_filter(skill, out)
  filters[#filters + 1] = skill
  local function other(row)
    local c = card(row)
    return skill:view_filter(c) and skill:view_as(c) or nil
  end
  export(skill.name .. ".becomes", function(_, _, it) return other(it) ~= nil end, true)
  out.answers.becomes = holds(skill.name .. ".becomes", "this", "{this}", "who", "{who}", "it", "{it}")
  answer(skill.name, out, function() return true end, function(who, pattern, picked, it)
    local made = #picked == 0 and other(it)
    if not made then return false end
    if pattern == "" then return made:isAvailable(player(who)) end
    return made:match(pattern)
  end, function(_, picked) return picked[1] and other(picked[1]) or nil end)
end

-- ------------------------------------------------------------------ distances and prohibitions
-- In force whoever has the skill, and once: a card of its own says so. Where its package is left out, from when somebody has the skill.
function host.declare_rule(skill, out, package)
  local rule = {id = host.id_for(skill.package, "rule", skill.name), count = 1, kind = "skill", package = package,
    name = host.named(skill.name, skill.package), answers = {}}
  out.behaviors = out.behaviors or list{}
  local brought = export(skill.name .. ".brought", function() host.act.bringRule(rule.id) end)
  out.behaviors[#out.behaviors + 1] = {at = "onGained", ["do"] = list{does(brought, "this", "{this}")}}
  if skill.correct_func then
    local name = export(skill.name .. ".distance", function(_, from, to)
      return skill:correct_func(player(from), player(to)) or 0
    end, false, skill.correct_func)
    rule.answers.distance = gives(name, "number", "this", "{this}", "from", "{from}", "to", "{to}")
  else
    local name = export(skill.name .. ".prohibits", function(_, from, to, as, row)
      local c = row ~= 0 and card(row) or host.virtual_card{class = as, suit = 4, number = 0}
      return skill:is_prohibited(player(from), player(to), c) and true or false
    end, false, skill.is_prohibited)
    rule.answers.prohibits = holds(name, "this", "{this}", "from", "{from}", "to", "{to}", "as", "{as}", "card", "{card}")
  end
  host.card(rule)
end
