-- What does nothing: skills that no general has and nothing gives, generals without skills. Authors are told; nothing is refused.

-- Behind these a text is the name of a skill without giving it to anybody.
local NAMING = {"name%s*=%s*$", "%[%s*$", "[=~]=%s*$", "SkillName%(%s*$", "[sS]kill%(%s*$", "askForSkillInvoke%([^,()]*,%s*$"}
local function only_names(before)
  for _, pattern in ipairs(NAMING) do if before:find(pattern) then return true end end
  return false
end
-- Whether a line gives a skill that is not named there.
local function gives_unnamed(line)
  for _, call in ipairs{"quireSkill(", "SkillToPlayer("} do
    local _, last = line:find(call, 1, true)
    local second = last and line:sub(last + 1):match("^[^,()]*,%s*(.)")
    if second and second ~= '"' and second ~= "'" then return true end
  end
  return false
end
-- The texts in the code of a package that may name a skill to give it; nil where one is given that has no name there.
local function given_in(file)
  local given = {}
  for _, line in ipairs(host.code_of(file)) do
    if #line >= 1000 or gives_unnamed(line) then return nil end
    for _, pattern in ipairs{'"[^"]*"', "'[^']*'"} do
      local first, last = line:find(pattern)
      while first do
        if not only_names(line:sub(math.max(first - 60, 1), first - 1)) then
          for name in line:sub(first + 1, last - 1):gmatch("[^|,+%s]+") do given[name] = true end
        end
        first, last = line:find(pattern, last + 1)
      end
    end
  end
  return given
end
function host.tell_idle(made)
  local had, given = {}, {}
  for _, general in ipairs(host.generals) do
    if #general.skills == 0 and not general.hidden then
      host.problem("the general " .. general.name .. " has no skill", general.line, general.file, true)
    end
    for _, skill in ipairs(general.skills) do had[skill.name] = true end
  end
  for _, skill in ipairs(made) do
    local view = skill.view_as_skill
    if type(view) == "table" and view.name then had[view.name] = true end
  end
  local idle = {}
  for _, skill in ipairs(made) do
    if not had[skill.name] and not host.told_of[skill.name] and not skill.left_out then idle[#idle + 1] = skill end
  end
  for file in pairs(idle[1] and host.sources or {}) do
    if type(file) == "string" and not file:find("/") then
      local found = given_in(file)
      if not found then return end
      for name in pairs(found) do given[name] = true end
    end
  end
  for _, skill in ipairs(idle) do
    if not given[skill.name] then
      host.problem("no general has the skill " .. skill.name .. ", and nothing gives it", skill.line, skill.file, true)
    end
  end
end
