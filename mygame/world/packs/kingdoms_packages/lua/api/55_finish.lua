-- When all files have loaded: their skills, skill cards and generals as cards.
local sgs, list = shared.sgs, host.list
-- What names what later versions have is left out.
local function is_left_out(one)
  local view = one.view_as_skill
  return host.names_later(one) or (type(view) == "table" and host.names_later(view)) or false
end
local function id_of_package(name) return host.id_for(name, "package", name) end
-- The id of a package, where it has generals: then a table can leave it out.
local function package_with_generals(name)
  for _, general in ipairs(host.generals) do if general.package == name then return id_of_package(name) end end
end
local function declare_skill(skill)
  local out = {id = skill.id, count = 0, kind = "skill", name = host.named(skill.name, skill.package),
    description = host.described(skill.name, skill.package), frequency = skill:frequency_name(),
    lordSkill = skill.lord and 1 or 0, helper = skill:isVisible() and 0 or 1, answers = {}}
  if skill.on_trigger then host.declare_trigger(skill, out) end
  local view = skill.view_as_skill or (skill.kind == "CreateViewAsSkill" and skill)
  if type(view) == "table" and view.kind ~= "broken" then
    out.view = view == skill and skill.name or skill.name .. ".view"
    host.declare_view_as(view, out)
    out.view = nil
  end
  if skill.kind == "CreateFilterSkill" then host.declare_filter(skill, out) end
  if skill.correct_func or skill.is_prohibited then host.declare_rule(skill, out, package_with_generals(skill.package)) end
  host.card(out)
end
-- Each package with generals as a card, so that a table can leave it out; it names them.
local declared = {}
local function package_of(general, name)
  local package = declared[general.package]
  if not package then
    package = {id = id_of_package(general.package), kind = "package", count = 0,
      name = host.named(general.package, general.package), description = {zh = "", en = ""}}
    declared[general.package] = package
    host.card(package)
  end
  local told = package.description
  told.zh = (told.zh == "" and "武将：" or told.zh .. "、") .. name.zh
  told.en = (told.en == "" and "Generals: " or told.en .. ", ") .. name.en
  return package.id
end
local function declare_general(general)
  local gains, known = {}, {}
  for _, added in ipairs(general.skills) do
    local skill = host.skills[added.name]
    if not skill and not host.native_skills[added.name] then
      if not host.told_of[added.name] then host.problem("there is no skill " .. added.name, added.line, added.file, true) end
    elseif not known[added.name] and not (skill and skill.left_out) then
      known[added.name] = true
      gains[#gains + 1] = {type = "gainSkill", skill = host.definition_of_skill(added.name)}
    end
  end
  local name = host.named(general.name, general.package)
  host.card{id = host.id_for(general.package, "general", general.name), name = name, kind = "general",
    package = package_of(general, name), count = general.hidden and 0 or 1, kingdomPrinted = general.kingdom,
    hpPrinted = general.hp, female = general.female and 1 or 0,
    lordGeneral = general.lord and 1 or 0, behaviors = list{{at = "onChosen", ["do"] = list(gains)}}}
end
function host.finish()
  host.load_translations()
  host.declare_texts()
  host.declare_marks()
  host.declare_choices()
  for _, proto in ipairs(host.prototypes) do proto.id = host.id_for(proto.package, "card", proto.name) end
  for _, skill in pairs(host.skills) do skill.id = host.id_for(skill.package, "skill", skill.name) end
  for _, proto in ipairs(host.prototypes) do if not is_left_out(proto) then host.declare_skill_card(proto) end end
  for _, skill in pairs(host.skills) do
    skill.left_out = is_left_out(skill)
    if not skill.left_out then declare_skill(skill) end
  end
  for _, general in ipairs(host.generals) do declare_general(general) end
  host.tell_idle(host.created_skills)
end
-- The player who is asked, in the functions of view-as skills and of skill cards.
host.lock(sgs, setmetatable({}, {__index = function(_, name)
  local who = name == "Self" and host.context and host.context.asked
  return who and host.player(who) or nil
end}))
-- What sgs does not have, while files load.
setmetatable(sgs, {__index = function(_, name) return host.unknown(name, host.broken_skill) end})
