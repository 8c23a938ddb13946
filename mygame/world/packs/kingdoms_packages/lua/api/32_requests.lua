-- What a room asks players (manual 6), and the texts of questions and of lines in the log.
local sgs, read, fact, act = shared.sgs, host.read, host.fact, host.act
local card, player, row_of, rows_of, number = host.object_of_card, host.player, host.row_of, host.rows_of, host.number
local Player, Room = host.classes.Player, host.classes.Room

local function this() return host.context and host.context.this or 0 end
local function rows_of_ids(ids)
  local rows = {}
  for at, id in ipairs(ids.items or ids) do rows[at] = row_of(id) end
  return rows
end
host.rows_of_ids = rows_of_ids
function host.ids(rows)
  local found = {}
  for at, row in ipairs(rows) do found[at] = host.id_of(row) end
  return host.new_list(found)
end
-- The player with an object name; nil where there is none.
function host.player_named(name)
  for _, one in ipairs(read.allPlayers()) do if "sgs" .. one == name then return player(one) end end
end
-- A prompt, "type:src:dest:arg:arg2": its text, the generals of two players, two texts.
local function prompt_of(prompt)
  local parts = tostring(prompt or ""):split(":")
  local function general(name)
    local p = host.player_named(name)
    return p and read.generalOf(p.number) or 0
  end
  return parts[1], general(parts[2]), general(parts[3]), parts[4] or "", parts[5] or ""
end
-- The first of some keys that a package has translated; "" where none is.
local function translated(...)
  for _, key in ipairs{...} do if host.texts[key] then return key end end
  return ""
end

-- What somebody has chosen is told (10.5): a format, and what fills it.
local MOST = 1000   -- characters of what is noted
local function tell(p, ...)
  local choice = host.plain{...}
  if #choice > MOST then return end
  host.note(0, "choice", choice)
  act.tellChoice(p.number, "told")
  host.note(0, "choice", nil)
end
host.tell_choice = tell
-- What a question is for, which the game tells of by itself, is noted while it is asked.
local function asked_for(p, name, value, ask, ...)
  host.note(p.number, name, value)
  local a, b = ask(...)
  host.note(p.number, name, nil)
  return a, b
end

-- ------------------------------------------------------------------ skills and choices
-- What the question tells of an event that is about who is asked: by or to whom, which card, how much, what is wanted.
local TOLD = {
  Damaged = function(damage) return damage.from, damage.card, damage.damage end,
  CardAsked = function(pattern) return nil, nil, 0, pattern:match("^%a[%w_]*$") end,
  AskForRetrial = function(judge) return judge.who, judge.card end,
  FinishJudge = function(judge) return nil, judge.card end,
  CardEffected = function(effect) return effect.from, effect.card end,
}
for _, name in ipairs{"SlashEffect", "SlashProceed", "SlashHit", "SlashMissed"} do TOLD[name] = function(effect) return effect.to end end
local function ask_invoke(p, row, name, data)
  local line = translated(name .. ":yes")
  local of = type(data) == "table" and data.about == p.number and TOLD[data.event]
  if line == "" and of then
    local whom, c, amount, wanted = of(data.value)
    return act.askInvoke(row, p.number, "on" .. data.event, number(whom), c and c.row or 0, amount or 0, wanted or "none") == 1
  end
  local value = type(data) == "table" and not data.event and data.value or data
  local detail = type(value) == "string" and value or ""
  if line == "" and detail == "" then return act.askInvoke(row, p.number) == 1 end
  local frequent = row ~= 0 and fact.kindOf(row) == "skill" and fact.frequencyOn(row) == "frequent"
  return act.askSkill(p.number, row, line, detail, frequent and 1 or 0) == 1
end
function Room.askForSkillInvoke(_, p, name, data)
  local row = host.skill_card(p, name) or this()
  if row ~= 0 and fact.printedOf(row) == host.definition_of_skill(name) then return ask_invoke(p, row, name, data) end
  return asked_for(p, "invokes", name, ask_invoke, p, row, name, data)
end
-- The default: "no", else what the skill says, else the first.
function Room.askForChoice(_, p, skill, choices)
  local offered, labels, usual = {}, {}, nil
  for _, choice in ipairs(type(choices) == "table" and (choices.items or choices) or tostring(choices):split("+")) do
    local label = translated(skill .. ":" .. choice)
    if label == "" then label = choice end
    if labels[label] == nil then
      offered[#offered + 1], labels[label] = label, choice
      if choice == "no" then usual = #offered end
    end
  end
  if #offered == 0 then error("room:askForChoice needs choices", 2) end
  usual = usual or 1
  local before, after = {}, {}
  for at, label in ipairs(offered) do
    if at < usual then before[at] = label elseif at > usual then after[at - usual] = label end
  end
  local chosen = labels[act.askChoice(p.number, before, {offered[usual]}, after, "")]
  tell(p, "skillChoice:%s:%s", skill, chosen)
  return chosen
end
local ASKED_SUITS = {spade = 0, club = 1, heart = 2, diamond = 3}
function Room.askForSuit(_, p) return ASKED_SUITS[act.askSuit(p.number)] end
function Room.askForKingdom(_, p) return act.askKingdom(p.number) end
function Room.askForPlayerChosen(_, p, targets, reason)
  local found = host.numbers(targets)
  if #found <= 1 then return player(found[1]) end
  local chosen = player(act.askPlayer(p.number, found))
  tell(p, "playerChosen:%s:%s", reason or "", chosen:objectName())
  return chosen
end

-- ------------------------------------------------------------------ cards of one's own
function Room.askForDiscard(_, p, reason, n, optional, equips, ...)
  if type(optional) == "number" then optional, equips = equips, ... end   -- of a later version: the fewest stands in between
  local done, rows = act.askDiscard(p.number, n, optional and 1 or 0, equips and 1 or 0, reason == "gamerule" and 0 or this())
  if done == 1 then tell(p, "cardDiscard:%s", host.dummy(rows)) end
  return done == 1
end
function Room.askForExchange(_, p, _, n) return host.dummy(act.askSome(p.number, read.handOf(p.number), n, n)) end
-- The cards of a player that a pattern means; those that are put on only where it says so.
local function fitting(p, pattern)
  if pattern:sub(1, 1) == "@" or pattern:sub(1, 1) == "#" then return {} end
  local rows = {}
  for _, row in ipairs(read.handOf(p.number)) do if card(row):match(pattern) then rows[#rows + 1] = row end end
  if pattern:sub(1, 2) == ".." or pattern:find("|", 1, true) then
    for _, row in ipairs(read.equipsOf(p.number)) do if card(row):match(pattern) then rows[#rows + 1] = row end end
  end
  return rows
end
-- The card that answers, and whether it has been told already.
local function ask_card(p, pattern, prompt)
  host.note(0, "asked for", pattern)
  local played, found, off = act.askedForCard(p.number, pattern)
  -- Armour may answer without a card.
  if played == 1 then return card(found) or host.virtual_card{class = pattern, suit = 4, number = 0, of_nothing = true} end
  if off == 1 or (p:isNude() and pattern:sub(1, 1) ~= "@") then return nil end
  host.note(0, "asked for", pattern)
  local discards = pattern:sub(1, 1) == "."
  played, found = asked_for(p, "plays for", prompt or "", act.askCard, p.number, pattern, fitting(p, pattern), discards and 1 or 0,
    prompt_of(prompt))
  return played == 1 and card(found) or nil, played == 1 and not discards
end
function Room.askForCard(_, p, pattern, prompt)
  local found, told = ask_card(p, pattern, prompt)
  if not told then tell(p, "cardResponsed:%s:%s:_%s_", pattern, prompt or "", found or "nil") end
  return found
end
function Room.askForUseCard(_, p, pattern, prompt)
  local rows = {}
  for _, row in ipairs(fitting(p, pattern)) do if read.isUsable(p.number, row) then rows[#rows + 1] = row end end
  host.note(0, "asked for", pattern)
  local used = act.askUse(p.number, pattern, rows, prompt_of(prompt)) == 1
  if not used then tell(p, "askForUseCard:%s:%s:nil", pattern, prompt or "") end
  return used
end
function Room.askForSinglePeach(_, p, dying)
  local rows = fitting(p, p == dying and "peach+analeptic" or "peach")
  local found = #rows > 0 and card(act.askShown(p.number, rows, 1)) or nil
  if found then tell(p, "peach:%s:%s:%s", dying:objectName(), 1 - dying:getHp(), found) end
  return found
end
function Room.askForNullification(_, trick, from, to)
  return act.askNullification(host.row_made(trick), to.number, number(from)) == 1
end
-- Whether the effect of a trick is nullified: who could do so are asked.
function Room.isCanceled(room, effect)
  return effect.card:isCancelable() and room:askForNullification(effect.card, effect.from, effect.to, true)
end
local function ask_one(p, other)
  local hand = read.handOf(p.number)
  if #hand <= 1 then return card(hand[1]) end
  return card(act.askOne(p.number, hand, number(other))), true
end
function Room.askForCardShow(_, p, requestor, reason)
  local shown, asked = ask_one(p, requestor)
  if asked then tell(p, "cardShow:%s:_%s_", reason or "", shown) end
  return shown
end
function Room.askForPindian(_, p, from, to) return (ask_one(p, p == from and to or from)) end
-- Gives some of these to one other; the list loses them.
function Room.askForYiji(_, p, ids)
  local rows, before = {}, {}
  for at, id in ipairs(ids.items or ids) do rows[at], before[at] = row_of(id), read.ownerOf(row_of(id)) end
  if #rows == 0 or act.askGifts(p.number, rows) == 0 then return false end
  local items, given = ids.items or ids, {}
  for at = #rows, 1, -1 do
    if read.ownerOf(rows[at]) ~= before[at] then
      table.remove(items, at)
      table.insert(given, 1, rows[at])
    end
  end
  local to = given[1] and player(read.ownerOf(given[1]))
  if to then tell(p, "Yiji:%s:%s:%s:%s", "yiji", p:objectName(), to:objectName(), host.dummy(given)) end
  return true
end
-- What a player would do now in the play phase: it is put into `use`, and not done.
function Room.activate(_, p, use)
  local row, targets = act.askActivity(p.number)
  use.from, use.card, use.to = p, card(row), host.players(targets or {})
  if use.card then act.tellUse(p.number, row, targets) end
end

-- ------------------------------------------------------------------ cards of others
function Room.askForCardChosen(_, p, who, flags, reason)
  local function has(flag) return flags:find(flag, 1, true) and 1 or 0 end
  local found = asked_for(p, "chooses for", reason or "", act.chooseCardOf, p.number, who.number, has("e"), has("j"), has("h"), this())
  return found ~= 0 and card(found):getEffectiveId() or -1
end
function Room.fillAG(_, ids, who)
  local rows = rows_of_ids(ids)
  if who then act.showTo(who.number, rows, who.number) else act.showForTaking(rows) end
end
function Room.askForAG(_, p, ids, refusable, reason)
  local rows = rows_of_ids(ids)
  if #rows == 0 then return -1 end
  local found = act.askShown(p.number, rows, refusable and 1 or 0)
  if #rows > 1 or refusable then tell(p, "AGChosen:%s:%s", reason or "", found ~= 0 and card(found) or -1) end
  return found ~= 0 and host.id_of(found) or -1
end
function Room.takeAG(_, p, id)
  if id == nil or row_of(id) == 0 then return end
  if p then act.obtain(p.number, {row_of(id)}, 1) else act.discardCards{row_of(id)} end
end
-- The client's own methods do nothing here, but for the one that ends what fillAG has begun.
function Room.broadcastInvoke(_, method)
  if method == "clearAG" and #read.graceCards() > 0 then act.endTaking() end
end
function Room.doGuanxing(_, p, ids, up_only) act.arrange(p.number, rows_of_ids(ids), up_only and 1 or 0) end
-- As the client has it: one of the hearts is shown to all, and discarded or laid on the deck.
function Room.doGongxin(_, p, target)
  tell(p, "viewCards:%s:%s", p:objectName(), target:objectName())
  local row, discards = act.askLook(p.number, target.number)
  if row == 0 then return end
  act.showAll(target.number, {row})
  tell(p, "skillChoice:gongxin:%s", discards == 1 and "discard" or "put")
  if discards == 1 then act.discardCards{row} else act.putOnDeck({row}, 1) end
end
function Room.showCard(_, p, id, only_viewer)
  if only_viewer then act.showTo(p.number, {row_of(id)}, only_viewer.number) else act.showAll(p.number, {row_of(id)}) end
end
function Room.showAllCards(_, p, to)
  local hand = read.handOf(p.number)
  if not to then return act.showAll(p.number, hand) end
  act.showTo(p.number, hand, to.number)
  tell(to, "viewCards:%s:%s", to:objectName(), p:objectName())
end

-- ------------------------------------------------------------------ what is told
-- Lines of the client that packages name.
local LINES = {
  ["#TriggerSkill"] = {"%from的【%arg】被触发", "%from: %arg takes effect"},
  ["#InvokeSkill"] = {"%from发动了【%arg】", "%from uses %arg"},
  ["#SkillNullify"] = {"%from的【%arg】使【%arg2】无效", "%from: %arg2 has no effect because of %arg"},
  ["$ChangedJudge"] = {"%from把%to的判定牌改为%card", "%from replaces the judgement card of %to by %card"},
}
for key, both in pairs(LINES) do host.texts[key], host.english[key] = both[1], both[2] end
-- A line that nobody has put into words is not told.
function Room.sendLog(_, log)
  local rows = {}
  if log.card_str and log.card_str ~= "" then
    local c = sgs.Card_Parse(log.card_str)
    rows = c and rows_of(c) or {}
  end
  local function text(value) return value ~= nil and tostring(value) or "" end
  if translated(text(log.type)) == "" then return end
  act.tellLine(text(log.type), number(log.from), log.to and host.numbers(log.to) or {}, rows, text(log.arg), text(log.arg2))
end

-- ------------------------------------------------------------------ translations
local PLACEHOLDERS = {"%src", "{src}", "%dest", "{dest}", "%arg2", "{arg2}", "%2arg", "{arg2}", "%arg", "{arg}", "%from", "{from}",
  "%to", "{to}", "%card", "{card}"}
-- A text of a package as questions and lines of the game have it.
local function template_of(text)
  text = text:gsub("{", "{{"):gsub("|", "｜"):gsub("%c", " ")
  if #text < 1000 then text = text:gsub("<[^<>]*>", "") end
  for at = 1, #PLACEHOLDERS, 2 do text = text:gsub("%" .. PLACEHOLDERS[at], PLACEHOLDERS[at + 1]) end
  return text
end
function host.declare_texts()
  for language, texts in pairs{zh = host.texts, en = host.english} do
    local said = {}
    for key, text in pairs(texts) do
      if type(text) == "string" and type(key) == "string" and key:sub(1, 1) ~= ":" and not key:find("%c") then
        said[key] = template_of(text)
      end
    end
    host.words(language, "said", said)
  end
end
