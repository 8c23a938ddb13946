-- Packages: which file is which, and what tells the generals of one from those of others.
local sgs = shared.sgs
local packages, made = {}, {}   -- by name: the file and line; by file: the names of its packages
local function file_of(name) return "lua/" .. name end
local function own_name(file) return (file:gsub("%.lua$", "")) end

-- The package of a file NAME.lua is called NAME, and there is one in each.
local new_package = sgs.Package
function sgs.Package(name)
  local line, file = host.line()
  if type(name) ~= "string" or name == "" then
    host.problem("sgs.Package needs the name of the package")
    name = own_name(file)
  elseif packages[name] and packages[name] ~= file then
    host.problem("the package " .. name .. " is in " .. file_of(packages[name]) .. " already")
  elseif file ~= name .. ".lua" then
    host.problem("the package of the file " .. file_of(file) .. " is called " .. own_name(file) .. ", not " .. name)
  end
  packages[name], made[file] = packages[name] or file, true
  return new_package(name)
end

-- Skills of one name in two files.
local skills = {}
local declare_skill = host.declare_skill
function host.declare_skill(skill)
  local _, file = host.line()
  local other = skills[skill.name]
  if other and other ~= file then
    host.problem("there is a skill " .. skill.name .. " in " .. file_of(other) .. " already")
    return
  end
  skills[skill.name] = file
  return declare_skill(skill)
end

-- Each package as a card, so that a table can leave it out.
local declare_card = host.card
local declared = {}
function host.card(card)
  if card.kind == "general" then
    local name = card.id:match("^[^.]*")
    card.package = name .. ".package." .. name
    local package = declared[name]
    if not package then
      package = {id = card.package, kind = "package", count = 0, name = host.named(name), description = {zh = "", en = ""}}
      declared[name] = package
      declare_card(package)
    end
    local told = package.description
    told.zh = (told.zh == "" and "武将：" or told.zh .. "、") .. card.name.zh
    told.en = (told.en == "" and "Generals: " or told.en .. ", ") .. card.name.en
  end
  return declare_card(card)
end

-- Files of lang return their translations, which count more than those in packages; those of lang/en are for English readers.
local translations = {}
function host.returned(file, value, globals)
  if file:match("^lang/") then
    if type(value) == "table" then translations[#translations + 1] = {file:match("^lang/en/") and true or false, value} end
  elseif not file:match("^ai/") and not (made[file] and type(globals.extension) == "table") then
    host.problem("no extension holds its package: extension = sgs.Package(\"" .. own_name(file) .. "\") is wanted", 1, file)
  end
end
local finish = host.finish
function host.finish()
  for _, each in ipairs(translations) do
    if each[1] then for key, text in pairs(each[2]) do host.english[key] = text end else sgs.LoadTranslationTable(each[2]) end
  end
  finish()
end

-- Files that others would read: it is told that nothing is read, and the rest of the file runs.
function shared.dofile(path)
  if host.context then error("there is no dofile here: files are not read", 2) end
  host.problem("files are not read here: " .. tostring(path), nil, nil, true)
end
