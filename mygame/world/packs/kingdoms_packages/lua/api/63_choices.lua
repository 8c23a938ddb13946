-- What has been chosen in this turn (manual 10.5), for AI files of packages that judge by it: it is noted as the match goes on, and
-- told to their filters where an answer begins. Where no package has a filter nothing is noted.
local sgs, read = shared.sgs, host.read
local player, players, card, list = host.player, host.players, host.object_of_card, host.list
local KEPT = 12      -- choices, the last ones
local LONGEST = 1000 -- characters of one

local function has_filter()
  for _, of in pairs(host.seen_in("ai", sgs).ai_choicemade_filter or {}) do
    for _, f in pairs(type(of) == "table" and of or {}) do
      if type(f) == "function" and not host.is_own_ai(select(3, host.lines_of(f))) then return true end
    end
  end
  return false
end
-- A card that is made of others is gone when it has been used: what it was made of.
local function kept(c)
  if type(c) ~= "table" or not c.row or not c:isVirtualCard() then return c end
  local copy = c:clone()
  copy.skill = c:getSkillName()
  for at, row in ipairs(read.partsOfCard(c.row)) do copy.subs[at] = row end
  return copy
end
local function note(e)
  local choice, use = host.choice_of(e), nil
  if choice then
    for at = 2, #choice do choice[at] = kept(choice[at]) end
  else
    use = {card = kept(card(e.card)), to = players(e.targets)}
  end
  local text = host.plain{turn = read.turnNow(), who = player(e.who), choice = choice, use = use}
  if #text > LONGEST then return end
  local at = (host.noted(0, "choices") or 0) % KEPT + 1
  host.note(0, "choices", at)
  host.note(0, "choice " .. at, text)
end
local function tell(filters, who, choice, use)
  if use then
    use.from = who
    for _, f in ipairs(filters.cardUsed) do f(who, use) end
    return
  end
  local parts = host.text_of_choice(choice):split(":")
  local of = filters[parts[1]]
  local f = type(of) == "table" and of[parts[parts[1] == "cardResponsed" and 3 or 2]]
  if f then f(who, parts) end
end
local function observe()
  local filters, now, last = host.seen_in("ai", sgs).ai_choicemade_filter, read.turnNow(), host.noted(0, "choices") or 0
  for at = last + 1, last + KEPT do
    local known = host.thaw(host.noted(0, "choice " .. (at - 1) % KEPT + 1))
    if known and known.turn == now then
      local fine, why = pcall(tell, filters, known.who, known.choice, known.use)
      if not fine then host.tell(why) end
    end
  end
end
function host.declare_choices()
  if not has_filter() then return end
  host.observe_choices = observe
  local of = host.events.ChoiceMade
  local name = host.export_skill("choices.note", function(_, who, ...)
    local e, given = {who = who}, {...}
    for at = 2, #of.given do e[of.given[at]] = given[at - 1] end
    note(e)
  end)
  local with = {"this", "{this}"}
  for _, part in ipairs(of.given) do
    with[#with + 1] = part
    with[#with + 1] = "{" .. of.event .. "." .. part .. "}"
  end
  host.card{id = "packages.rule.choices", count = 1, kind = "skill", name = {zh = "选择的记录", en = "choices"}, behaviors = list{
    {at = "onGained", ["do"] = list{{type = "addTriggers", triggers = list{{id = "choices_noted", unique = true, owner = "{match}",
      event = of.event, when = of.when, priority = 100, ["do"] = list{host.does(name, table.unpack(with))}}}}}}}}
end
