-- The package in Mudlet: asks for data, hears it, draws a window with links, answers by clicks.
-- Returns a function that takes the folder of the package; what others may call is in `chrono`.

return function(folder)
  local state, lines, words = dofile(folder .. "state.lua"), dofile(folder .. "lines.lua"), dofile(folder .. "words.lua")
  local map = dofile(folder .. "map.lua")
  local known, book, language, site, shown = state.new(), nil, "en", nil, true
  local window, asking
  chrono = chrono or {}
  for _, handler in ipairs(chrono.handlers or {}) do killAnonymousEventHandler(handler) end
  chrono.handlers, chrono.known = {}, known

  local MESSAGES = {"Table", "Hand", "Prompt", "Foretold", "Log", "Over", "Lobby", "Hint", "Error"}
  local LOG_LINES = 12

  local function ask()
    sendGMCP(string.format('Chrono.Subscribe {"language": "%s"}', language))
    sendGMCP('Core.Supports.Add ["Room 1"]') -- a profile may have said that it draws no rooms
  end

  -- Where card names come from: the web pages of the same machine, unless one has said another place.
  local function base()
    local host, port = getConnectionInfo()
    return site or string.format("http://%s:%d", host, port + 1)
  end

  local function fetch()
    local pack = known.table and known.table.pack
    if pack and asking ~= pack.version .. language and getHTTP then
      asking, book = pack.version .. language, nil
      getHTTP(string.format("%s/book/%s/%s/%s.json", base(), pack.id, pack.version, language))
    end
  end

  local function answer(places)
    table.sort(places)
    local picks = {}
    for i, place in ipairs(places) do picks[i] = place - 1 end
    sendGMCP(string.format('Chrono.Answer {"number": %d, "picks": [%s]}', known.prompt.number, table.concat(picks, ", ")))
  end

  function chrono.send()
    local places = {}
    for place in pairs(known.chosen) do places[#places + 1] = place end
    answer(places)
  end

  function chrono.pick(place)
    local prompt = known.prompt.prompts[1]
    if not prompt then
      return
    elseif prompt.maximum == 1 then
      answer({place})
    else
      known.chosen[place] = not known.chosen[place] or nil
      chrono.draw()
    end
  end

  local function write(found)
    for _, line in ipairs(found) do
      for _, piece in ipairs(line) do
        local text, colour, command, hint = piece[1], piece[2], piece[3], piece[4]
        local shade = "<" .. (colour or "light_grey") .. ">"
        local plain = text:gsub("<", "‹") -- no piece of a text is a colour
        if command then
          window:cechoLink(shade .. plain, command, hint or "", true)
        else
          window:cecho(shade .. plain)
        end
      end
      window:echo("\n")
    end
  end

  function chrono.draw()
    if not (window and shown) then
      return
    end
    local own = words[language]
    window:clear()
    if known.public then
      write(lines.board(known, book, own, state))
    else
      write(lines.lobby(known, own, send))
    end
    local told = {}
    for i = math.max(1, #known.log - LOG_LINES + 1), #known.log do
      if known.log[i].text ~= "" then told[#told + 1] = {{known.log[i].text}} end
    end
    write(told)
    if known.over then write({{{known.over.text, "white"}}}) end
    if known.error then write({{{known.error.text, "orange"}}}) end
    if known.hint then write({{{known.hint.text, "grey"}}}) end
    write(lines.prompt(known, own, chrono.pick, chrono.send, function() send("back") end))
  end

  function chrono.hear(name, message)
    if name ~= "Error" then known.error = nil end
    if not state.hear(known, name, message) then
      sendGMCP("Chrono.Again {}")
      return
    end
    fetch()
    chrono.draw()
  end

  -- The alias `chrono`: show or hide, choose the language, or say where the web pages are.
  function chrono.command(typed)
    local word, rest = typed:match("^(%S*)%s*(.-)%s*$")
    if words[word] then
      language = word
      ask()
    elseif word == "site" then
      site, asking = rest ~= "" and rest:gsub("/+$", "") or nil, nil
      fetch()
      cecho(string.format(words[language].site .. "\n", base()))
    else
      shown = not shown
      if shown then
        window:show()
        chrono.draw()
      else
        window:hide()
      end
    end
  end

  local function on(event, heard)
    chrono.handlers[#chrono.handlers + 1] = registerAnonymousEventHandler(event, heard)
  end

  for _, name in ipairs(MESSAGES) do
    on("gmcp.Chrono." .. name, function() chrono.hear(name, gmcp.Chrono[name]) end)
  end
  on("gmcp.Room.Info", function() map.hear(gmcp.Room.Info) end)
  on("sysProtocolEnabled", function(_, protocol)
    if protocol == "GMCP" then ask() end
  end)
  on("sysGetHttpDone", function(_, url, body)
    if asking and url:find("/book/", 1, true) and url:find(language .. ".json", 1, true) then
      book = yajl.to_value(body)
      chrono.draw()
    end
  end)

  if getMudletLanguage and tostring(getMudletLanguage()):find("^zh") then language = "zh" end
  local frame = Geyser.UserWindow:new({name = "chrono_frame", titleText = words[language].title, docked = true})
  window = Geyser.MiniConsole:new({name = "chrono_window", x = 0, y = 0, width = "100%", height = "100%", autoWrap = true, fontSize = 11}, frame)
  if gmcp and next(gmcp) then ask() end
  return chrono
end
