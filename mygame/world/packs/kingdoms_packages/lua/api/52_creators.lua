-- Packages, generals and the creators of the manual (1, 2): what files declare.
local sgs = shared.sgs
local kind = host.kind
local KINGDOMS = {wei = 1, shu = 1, wu = 1, qun = 1, god = 1}
-- Skills of the game.
local NATIVE = {}
for _, name in ipairs(("jianxiong hujia fankui guicai ganglie tuxi luoyi tiandu yiji luoshen qingguo rende jijiang wusheng paoxiao "
  .. "guanxing kongcheng longdan tieji mashu jizhi qicai zhiheng jiuyuan qixi keji kurou yingzi fanjian guose liuli qianxun lianying "
  .. "jieyin xiaoji qingnang jijiu wushuang lijian biyue"):split(" ")) do NATIVE[name] = true end
host.native_skills = NATIVE

local skills, prototypes = {}, {}      -- skills by name
host.skills, host.prototypes, host.generals = skills, prototypes, {}
local packages, files = {}, {}         -- by file the name of its package, by name the file
host.packages = packages
local General, Skill = {}, {}
General.__index, General.__metatable, Skill.__index, Skill.__metatable = General, false, Skill, false
kind("made general", General)
kind("skill", Skill)
local function file_of(file) return "lua/" .. file end
local function place_of(one) return file_of(one.file) .. ":" .. one.line end
local function own_name(file) return (file:gsub("%.lua$", "")) end
host.own_name = own_name
local function package_now()
  local _, file = host.line()
  return packages[file] or (own_name(file):gsub("[^%w_]", "_"))
end
-- The package of a file NAME.lua is called NAME, and there is one in each.
function sgs.Package(name)
  local _, file = host.line()
  if type(name) ~= "string" or name == "" then
    host.problem("sgs.Package needs the name of the package")
    name = own_name(file)
  elseif files[name] and files[name] ~= file then
    host.problem("the package " .. name .. " is in " .. file_of(files[name]) .. " already")
  elseif file ~= name .. ".lua" then
    host.problem("the package of the file " .. file_of(file) .. " is called " .. own_name(file) .. ", not " .. name)
  end
  files[name], packages[file] = files[name] or file, name
  return {name = name, objectName = function(p) return p.name end}
end

-- ------------------------------------------------------------------ generals
local function number_in(text) return type(text) == "number" and text or type(text) == "string" and tonumber(text:match("%d+")) end
function sgs.General(extension, name, kingdom, hp, male, hidden, never_shown)
  local line, file = host.line()
  local made = setmetatable({skills = {}, package = type(extension) == "table" and extension.name or package_now(), line = line,
    file = file,
    female = male == false, hidden = hidden or never_shown or false, kingdom = kingdom}, General)
  if type(name) ~= "string" or name == "" or name == "$" then
    host.problem("a general needs a name: sgs.General(extension, \"name\", \"kingdom\")")
    return made
  end
  made.lord = name:sub(-1) == "$"
  made.name = made.lord and name:sub(1, -2) or name
  made.hp = math.floor(math.min(math.max(number_in(hp) or 4, 1), 99))
  for _, other in ipairs(host.generals) do
    if other.name == made.name and other.package == made.package then
      host.problem("there are two generals " .. made.name)
      return made
    elseif other.name == made.name then
      host.problem("there is a general " .. made.name .. " at " .. place_of(other) .. " as well", line, file, true)
    end
  end
  if not KINGDOMS[kingdom] then
    host.problem("there is no kingdom " .. tostring(kingdom) .. "; there are wei, shu, wu, qun and god")
    made.kingdom = "qun"
  end
  host.generals[#host.generals + 1] = made
  return made
end
function General.addSkill(g, skill)
  local line, file = host.line()
  local name = type(skill) == "table" and skill.name or skill
  if type(name) ~= "string" then host.problem("addSkill needs a skill, or the name of one") return end
  g.skills[#g.skills + 1] = {name = name, line = line, file = file}
  if type(skill) == "table" then host.declare_skill(skill) end
end
function General.addRelateSkill() end
function General.objectName(g) return g.name end
function General.isMale(g) return not g.female end
function General.isFemale(g) return g.female end
function General.isLord(g) return g.lord end
function General.getKingdom(g) return g.kingdom end
function General.getMaxHp(g) return g.hp end

-- ------------------------------------------------------------------ texts
local texts = host.texts
-- What each package says itself, by its name; where a key was said last: {file = ..., line = ...}.
local own, own_english, said_at = {}, {}, {}
local NOT_SHOWN = {"~", "$", "designer:", "cv:", "illustrator:"}
local function is_shown(key)
  for _, start in ipairs(NOT_SHOWN) do if key:sub(1, #start) == start then return false end end
  return true
end
local function package_of_file(file) return own_name(file:gsub("^.*/", "")) end
local function add_text(key, text, line, file)
  if type(key) ~= "string" or host.context then return end
  local package, before = package_of_file(file), said_at[key]
  if before and texts[key] ~= text and package_of_file(before.file) ~= package and is_shown(key) then
    host.problem("there is another text of " .. key .. " at " .. place_of(before), line, file, true)
  end
  own[package] = own[package] or {}
  texts[key], own[package][key], said_at[key] = text, text, {file = file, line = line}
end
-- The texts of a file of translations.
function host.add_texts(t, file, english)
  local package = package_of_file(file)
  for key, text in pairs(t) do
    if not english then add_text(key, text, 1, file)
    else
      own_english[package] = own_english[package] or {}
      host.english[key], own_english[package][key] = text, text
    end
  end
end
function sgs.LoadTranslationTable(t)
  if type(t) ~= "table" then host.problem("LoadTranslationTable needs a table") return end
  local line, file = host.line()
  for key, text in pairs(t) do add_text(key, text, line, file) end
end
function sgs.AddTranslationEntry(key, text) add_text(key, text, host.line()) end
local function short(text, most) return #text <= most and text or nil end
local function written(of, key, all)
  local text = of and of[key] or all[key]
  return type(text) == "string" and text:match("%S") and text or nil
end
local function plain(text)
  return text and text:gsub("<[^<>]*>", ""):gsub("%c", " "):gsub("|", "｜"):gsub("{", "（"):gsub("}", "）")
end
-- The name that an author has given in Chinese, in a package if it has one of its own; English readers have both, or the English one.
function host.named(name, package)
  local given = written(own[package], name, texts)
  local zh = given and short(given, 200) or name
  local english = written(own_english[package], name, host.english)
  return {zh = zh, en = english and short(english, 200) or (zh == name and name or name .. " (" .. zh .. ")")}
end
function host.described(name, package)
  local zh = plain(written(own[package], ":" .. name, texts))
  local english = plain(written(own_english[package], ":" .. name, host.english))
  if not zh then return {zh = "作者没有写说明。", en = english or "Its author has not written what it does."} end
  return {zh = zh, en = english or "In the author's words: " .. zh}
end

-- ------------------------------------------------------------------ skills
local FREQUENCIES = {[0] = "frequent", "usual", "locked", "limited", "wake"}
function Skill.objectName(s) return s.name end
function Skill.getFrequency(s) return s.frequency or sgs.Skill_NotFrequent end
-- Where the client shows the button of a skill (a name that came later, and that packages of the time use).
sgs.Skill_Left, sgs.Skill_Right = 0, 1
function Skill.getLocation() return sgs.Skill_Right end
function Skill.isLordSkill(s) return s.lord or false end
function Skill.isVisible(s) return s.name:sub(1, 1) ~= "#" end
function Skill.getDefaultChoice(s) return s.default_choice or "no" end
function Skill.setFlag(s, p) p:setFlags(s.name) end
function Skill.unsetFlag(s, p) p:setFlags("-" .. s.name) end
function Skill.frequency_name(s) return FREQUENCIES[s.frequency or 1] or "usual" end
-- The id of what a file declares: letters, digits and _ stand for themselves, other characters as _x and their code.
function host.id_for(package, of, name)
  local function coded(text) return (text:gsub("_x", "_x5fx"):gsub("[^%w_]", function(c) return ("_x%02x"):format(c:byte()) end)) end
  return coded(package) .. "." .. of .. "." .. coded(name)
end
function host.short_name(id)
  return (id:gsub("^.*%.", ""):gsub("_x(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
end
function host.definition_of_skill(name)
  local own = skills[name]
  return own and own.id or "kingdoms.skill." .. name
end
-- Whether there is a skill of this name; what would give or take another does nothing, as in the client.
function host.is_skill(name)
  local own = skills[name]
  return own and not own.left_out or not own and NATIVE[name] or false
end
function host.skill_of_definition(id)
  local skill = skills[host.short_name(id)]
  return skill and skill.id == id and skill or nil
end
function host.prototype_of(id)
  for _, proto in ipairs(prototypes) do if proto.id == id then return proto end end
end
function host.prototype_named(name)
  for _, proto in ipairs(prototypes) do if proto.name == name then return proto end end
end
function host.definition_of_card(c)
  if c.prototype then return c.prototype.id end
  return "kingdoms.card." .. c.class
end
function host.declare_skill(skill)
  if skill.kind == "broken" or skills[skill.name] == skill then return end
  local other = skills[skill.name]
  if not other then skills[skill.name] = skill
  elseif other.file == skill.file then host.problem("there are two skills " .. skill.name)
  else host.problem("there is a skill " .. skill.name .. " at " .. place_of(other) .. " already", skill.line, skill.file) end
end

host.told_of = {["?"] = true}   -- skills that are left out, as what is wrong with them has been told
local function broken() return setmetatable({name = "?", kind = "broken"}, Skill) end
host.broken_skill = broken
-- Whether a list of events is of events; what is wrong is told.
local function check_events(t)
  local list, fine = type(t.events) == "table" and t.events or {t.events}, true
  local last = 0
  for key in pairs(list) do if type(key) == "number" and key > last then last = key end end
  if last == 0 then
    host.problem(t.name .. " has no event that is known: events = {sgs.Damaged}, for example", t.line, t.file)
    return false
  end
  for at = 1, last do
    local later, line = host.later_event(list[at])
    if later then
      host.problem(later, line, t.file, true)
    elseif list[at] == nil then
      host.problem(t.name .. " has nothing as event " .. at .. ": no event is called so", t.line, t.file)
    elseif not host.events[list[at]] then
      host.problem("there is no event " .. tostring(list[at]), t.line, t.file)
    end
    fine = fine and list[at] ~= nil and host.events[list[at]] ~= nil
  end
  return fine
end
local all = {}   -- whether generals have them or not
host.created_skills = all
local function creator(kind_of_skill, needed, functions)
  return function(t)
    if type(t) ~= "table" or type(t.name) ~= "string" or t.name == "" or t.name == "$" then
      host.problem("a skill needs a name: " .. kind_of_skill .. "{name = \"...\"}")
      return broken()
    end
    t.line, t.file = host.line()
    t.package = package_now()
    t.kind = kind_of_skill
    for _, field in ipairs(needed) do
      if t[field] == nil then host.problem(t.name .. " has no " .. field); t.kind = "broken" end
    end
    for _, field in ipairs(functions) do
      if t[field] ~= nil and type(t[field]) ~= "function" then
        host.problem(t.name .. " needs a function as " .. field)
        t.kind = "broken"
      end
    end
    if t.events ~= nil and t.kind ~= "broken" and not check_events(t) then t.kind = "broken" end
    if t.kind == "broken" then host.told_of[t.name] = true end
    if type(t.frequency) ~= "number" or not FREQUENCIES[t.frequency] then t.frequency = nil end
    if type(t.priority) ~= "number" then t.priority = nil end
    t.lord = t.name:sub(-1) == "$"
    if t.lord then t.name = t.name:sub(1, -2) end
    all[#all + 1] = t
    return setmetatable(t, Skill)
  end
end
local VIEW = {"view_filter", "view_as", "enabled_at_play", "enabled_at_response", "enabled_at_nullification"}
sgs.CreateTriggerSkill = creator("CreateTriggerSkill", {"events", "on_trigger"}, {"on_trigger", "can_trigger"})
sgs.CreateViewAsSkill = creator("CreateViewAsSkill", {}, VIEW)
sgs.CreateDistanceSkill = creator("CreateDistanceSkill", {"correct_func"}, {"correct_func"})
sgs.CreateProhibitSkill = creator("CreateProhibitSkill", {"is_prohibited"}, {"is_prohibited"})
sgs.CreateFilterSkill = creator("CreateFilterSkill", {"view_filter", "view_as"}, {"view_filter", "view_as"})
-- A trigger skill of one event, whose function is called `field` and gets the player alone.
local function simple(kind_of_skill, event, field)
  local create = creator(kind_of_skill, {field}, {field, "can_trigger"})
  sgs[kind_of_skill] = function(t)
    local made = create(t)
    if made.kind == "broken" then return made end
    made.events = {event}
    local carry_out = made[field]
    made.on_trigger = function(self, _, player, data) carry_out(self, player, data) return false end
    return made
  end
end
simple("CreateMasochismSkill", "Damaged", "on_damaged")
simple("CreateGameStartSkill", "GameStart", "on_gamestart")
function sgs.CreateSkillCard(t)
  local fine = type(t) == "table" and type(t.name) == "string" and t.name ~= ""
  if not fine then host.problem("a skill card needs a name") t = {name = "?"} end
  for _, field in ipairs{"filter", "feasible", "on_use", "on_effect"} do
    if t[field] ~= nil and type(t[field]) ~= "function" then
      host.problem("the skill card " .. t.name .. " needs a function as " .. field)
      t[field] = nil
    end
  end
  if fine then
    t.line, t.file = host.line()
    t.package = package_now()
    local other = host.prototype_named(t.name)
    if other and other.file == t.file then host.problem("there are two skill cards " .. t.name)
    elseif other then host.problem("there is a skill card " .. t.name .. " at " .. place_of(other) .. " already")
    else prototypes[#prototypes + 1] = t end
  end
  return host.virtual_card{prototype = t, suit = 4, number = 0}
end
