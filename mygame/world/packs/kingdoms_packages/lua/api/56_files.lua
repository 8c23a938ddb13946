-- What files of packages return, and what they ask for.
local sgs = shared.sgs

-- Files of lang return their translations, which count more than those in packages; those of lang/en are for English readers.
local translations = {}
function host.returned(file, value, globals)
  if file:match("^lang/") then
    if type(value) ~= "table" then return end
    if pcall(pairs, value) then translations[#translations + 1] = {value, file, file:match("^lang/en/") ~= nil}
    else host.problem("what is translated is named by a text: [\"name\"] = \"...\"", 1, file) end
  elseif not file:match("^ai/") and not (host.packages[file] and type(globals.extension) == "table") then
    host.problem("no extension holds its package: extension = sgs.Package(\"" .. host.own_name(file) .. "\") is wanted", 1, file)
  end
end
function host.load_translations()
  for _, each in ipairs(translations) do host.add_texts(table.unpack(each)) end
end

-- Files that others would read: it is told that nothing is read, and the rest of the file runs.
function shared.dofile(path)
  if host.context then error("there is no dofile here: files are not read", 2) end
  host.problem("files are not read here: " .. tostring(path), nil, nil, true)
end
