-- Functions that cards call, and skill cards (manual 2.3): cards of the game that scripts carry out.
local read = host.read
local player, players, list, object = host.player, host.players, host.list, host.object

-- A function that cards call, of the skill that runs, {this}; `who` is the player that it is about. `asks`: it is one that the client
-- asks who sits there, sgs.Self; `of`: the function of the package that it calls.
function host.export_skill(name, f, asks, of)
  host.export(name, function(this, who, ...)
    host.context = {this = this, who = who, pattern = "", asked = asks and who or nil}
    return f(this, who, ...)
  end, of)
  return name
end
-- The nodes of cards that call it.
function host.holds(name, ...) return {type = "ScriptHolds", ["function"] = name, with = object(...)} end
function host.gives(name, of, ...) return {type = "scriptValue", ["function"] = name, gives = of, with = object(...)} end
function host.does(name, ...) return {type = "script", id = "done", ["function"] = name, with = object(...)} end
local export, holds, does = host.export_skill, host.holds, host.does

function host.declare_skill_card(proto)
  local name = "card_" .. proto.name
  local function the_card(this)
    local c = host.virtual_card{prototype = proto, suit = 4, number = 0, skill = proto.skill_name}
    for at, row in ipairs(read.partsOfCard(this)) do c.subs[at] = row end
    c.row, c.suit, c.number = this, nil, nil
    return c
  end
  export(name .. ".filter", function(this, who, chosen, it)
    local targets = players(chosen).items
    if proto.filter then return proto.filter(the_card(this), targets, player(it), player(who)) and true or false end
    return #targets == 0 and it ~= who
  end, true)
  export(name .. ".feasible", function(this, who, chosen)
    if proto.feasible then return proto.feasible(the_card(this), players(chosen).items, player(who)) and true or false end
    return #chosen > 0
  end, true)
  export(name .. ".use", function(this, who, targets)
    local c, key, plays = the_card(this), "used #" .. proto.name, read.playsOf(who)
    host.note(who, key, {player(who):usedTimes("#" .. proto.name) + 1, plays})
    if proto.on_use then proto.on_use(c, host.room, player(who), players(targets).items) end
  end)
  export(name .. ".effect", function(this, who, to)
    if not proto.on_effect then return end
    local c = the_card(this)
    proto.on_effect(c, {from = player(who), to = player(to), card = c, multiple = false})
  end)
  local out = {id = proto.id, count = 0, name = host.named(proto.name, proto.package),
    description = host.described(proto.name, proto.package), class = "skill",
    family = "skill", keepsParts = (proto.on_use or proto.will_throw == false) and 1 or 0, aimed = proto.target_fixed and 0 or 1,
    atNobody = proto.feasible and 1 or 0, allInUse = proto.on_use and 1 or 0, hostility = host.hostility_of(proto.name), answers = {}}
  if not proto.target_fixed then
    out.answers.mayTarget = holds(name .. ".filter", "this", "{this}", "who", "{who}", "chosen", "{chosen}", "it", "{it}")
    out.answers.sufficient = holds(name .. ".feasible", "this", "{this}", "who", "{who}", "chosen", "{chosen}")
  elseif proto.on_effect and not proto.on_use then
    out.answers.reaches = {type = "IsOneself", who = "{who}", it = "{it}"}
  end
  out.behaviors = list{
    {at = "onUse", ["do"] = list{does(name .. ".use", "this", "{this}", "who", "{you}", "targets", "{onUse.targets}")}},
    {at = "onEffect", ["do"] = list{does(name .. ".effect", "this", "{this}", "who", "{you}", "to", "{onEffect.to}")}},
  }
  if host.intention_function(proto.name) then
    export(name .. ".hostile", function(this, who, targets, it)
      return host.hostility_to(who, it, host.intention_function(proto.name), the_card(this), player(who), players(targets).items, player(who))
    end)
    out.answers.hostile = host.gives(name .. ".hostile", "number", "this", "{this}", "who", "{who}", "targets", "{targets}", "it", "{it}")
  end
  host.card(out)
end
