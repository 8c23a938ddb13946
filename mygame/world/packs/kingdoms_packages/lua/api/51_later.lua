-- Names of later versions of the client, and of its Hegemony edition: what they are near to here.
local sgs = shared.sgs
local CREATORS = {CreateTargetModSkill = "CreateTriggerSkill", CreateSlashSkill = "CreateViewAsSkill",
  CreateMaxCardsSkill = "CreateTriggerSkill",
  CreateAttackRangeSkill = "CreateDistanceSkill", CreateInvaliditySkill = "CreateTriggerSkill",
    CreateOneCardViewAsSkill = "CreateViewAsSkill",
  CreateZeroCardViewAsSkill = "CreateViewAsSkill", CreatePhaseChangeSkill = "CreateTriggerSkill",
    CreateDrawCardsSkill = "CreateTriggerSkill",
  CreateBasicCard = "CreateSkillCard", CreateTrickCard = "CreateSkillCard", CreateEquipCard = "CreateSkillCard",
  CreateWeapon = "CreateSkillCard", CreateArmor = "CreateSkillCard", CreateTreasure = "CreateSkillCard",
  CreateSlashNoDistanceLimitSkill = "CreateDistanceSkill", CreateDetachEffectSkill = "CreateTriggerSkill",
  CreateCardMoveReason = "CardMoveStruct", CreateFakeMoveSkill = "CreateTriggerSkill", CreateRetrialSkill = "CreateTriggerSkill",
  CreateAcquireViewAsSkill = "CreateViewAsSkill", CreateProhibitPindianSkill = "CreateProhibitSkill", CreateScenario = "Package"}
local EVENTS = {EventPhaseStart = "PhaseChange", EventPhaseEnd = "PhaseChange", EventPhaseProceeding = "PhaseChange",
  EventPhaseChanging = "PhaseChange", EventPhaseSkipping = "PhaseChange", TargetConfirming = "CardEffected",
    TargetConfirmed = "CardEffected",
  TargetChosen = "CardUsed", TargetChoosing = "CardUsed", TargetSpecified = "CardUsed", TargetSpecifying = "CardUsed",
  PreCardUsed = "CardUsed", CardUsedDone = "CardFinished", DamageCaused = "Predamage", DamageInflicted = "Predamaged",
  ConfirmDamage = "Predamage", DamageForseen = "Predamaged", PreDamageDone = "DamageDone", CardsMoveOneTime = "CardLost",
  BeforeCardsMove = "CardLost", CardsMoving = "CardLost", PreHpRecover = "HpRecover", PreHpLost = "HpLost", PostHpReduced = "HpChanged",
  PostHpLost = "HpLost", MaxHpChanged = "HpChanged", MaxHpLost = "HpLost", GameReady = "GameStart", EventAcquireSkill = "GameStart",
  EventLoseSkill = "GameStart", EnterDying = "Dying", QuitDying = "AskForPeachesDone", PreAskForPeaches = "AskForPeaches",
  BeforeGameOverJudge = "GameOverJudge", BuryVictim = "Death", PindianVerifying = "Pindian", AskforPindianCard = "Pindian",
  FinishRetrial = "FinishJudge", BeforeJudge = "StartJudge", CardEffectConfirmed = "CardEffected", TrickCardCanceling = "CardEffected",
  TrickEffect = "CardEffect", ChainStateChange = "HpChanged", ChainStateChanged = "HpChanged", MarkChanged = "HpChanged",
  TurnStarted = "TurnStart", AfterDrawNCards = "CardDrawnDone", BeforeTurnStart = "TurnStart", AfterDrawInitialCards = "GameStart",
  DrawInitialCards = "GameStart", SlashEffectStart = "SlashEffect", PreCardResponded = "CardResponsed", EventForDiy = "ChoiceMade",
  JinkEffect = "SlashMissed", BeforeCardEffected = "CardEffected", PostCardEffected = "CardEffected", PreDamageInflicted = "Predamaged"}
local OTHERS = {CardMoveReason = "CardMoveStruct", CardsMoveStruct = "CardMoveStruct", CardsMoveOneTimeStruct = "CardMoveStruct",
  PhaseChangeStruct = "player:getPhase", CardResponseStruct = "toCard", MarkStruct = "getMark",
    Slash_IsAvailable = "canSlashWithoutCrossbow",
  AskForMoveCardsStruct = "CardMoveStruct", TargetModSkill_DistanceLimit = "CreateDistanceSkill"}
-- Methods that are called.
local METHODS = {handleAcquireDetachSkills = "acquireSkill", askForGuanxing = "doGuanxing",
  notifySkillInvoked = "sendLog", addPlayerMark = "setPlayerMark", removePlayerMark = "setPlayerMark", addPlayerHistory = "usedTimes",
  setPlayerCardLimitation = "CreateProhibitSkill", removePlayerCardLimitation = "CreateProhibitSkill", moveCardsAtomic = "moveCardTo",
  moveCards = "moveCardTo", askForUseSlashTo = "askForUseCard", askForPlayersChosen = "askForPlayerChosen", askForRende = "askForYiji",
  sendCompulsoryTriggerLog = "sendLog", toMoveOneTime = "toCardMove", toPhaseChange = "getPhase", toCardResponse = "toCard",
  isSkillValid = "hasSkill", hasShownSkill = "hasSkill", hasShownOneGeneral = "hasSkill", showGeneral = "transfigure",
  getPlayerNumWithSameKingdom = "getLieges", askForDiscardAny = "askForDiscard", damageRevises = "setValue",
  changePlayerGeneral = "transfigure", changeHero = "transfigure", addQinggangTag = "hasArmorEffect", isAllNudeExcept = "isAllNude",
  askForSkillInvokeTo = "askForSkillInvoke", drawInitialCards = "drawCards", retrial = "AskForRetrial", gainMarkFor = "gainMark"}
local HEGEMONY = {"can_preshow", "relate_to_place", "head_max_hp_adjusted_value", "deputy_max_hp_adjusted_value", "on_turn_broken"}

local near = {}
for _, names in ipairs{CREATORS, EVENTS, OTHERS} do for name, other in pairs(names) do near[name] = other end end
local function sentence(name, other) return ("names of a later version: %s; near: %s"):format(name, other) end
-- A name that a script names in vain.
function host.later(name)
  local line, file = host.line()
  host.problem(sentence(name, near[name]), line, file, true)
end
-- An event of a later version, as scripts have it in their lists.
local MARK = "later "
local lines = {}
function host.later_event(event)
  local name = type(event) == "string" and event:sub(1, #MARK) == MARK and event:sub(#MARK + 1)
  return name and sentence(name, near[name]), name and lines[name]
end
-- What a script gets for a name that sgs does not have while it loads: a creator that makes nothing, an event that is none.
function host.unknown(name, broken)
  if type(name) ~= "string" then return nil end
  if EVENTS[name] then
    lines[name] = host.line()
    return MARK .. name
  end
  if CREATORS[name] then
    host.later(name)
    return broken
  end
end

-- ------------------------------------------------------------------ what stands in the texts
-- The lines of a script without what is remarked in it.
local function code_lines(source)
  local found, inside = {}, false
  for at, line in ipairs(source:split("\n")) do
    if inside then
      local close = line:find("]]", 1, true)
      line, inside = close and line:sub(close + 2) or "", not close
    end
    local remark = line:find("--", 1, true)
    if remark then
      if line:sub(remark + 2, remark + 3) == "[[" and not line:find("]]", remark, true) then inside = true end
      line = line:sub(1, remark - 1)
    end
    found[at] = line
  end
  return found
end
local known_lines = {}
local function lines_of(file)
  if not known_lines[file] then known_lines[file] = code_lines(host.sources[file] or "") end
  return known_lines[file]
end
host.code_of = lines_of
-- Names of later versions in lines of a script: {name, line, near}.
local function named_in(file, first, last)
  local found = {}
  for at = first, math.min(last, #lines_of(file)) do
    local line = lines_of(file)[at]
    if #line < 1000 then
      for before, name in line:gmatch("([:.])([%a_][%w_]*)") do
        local after = line:sub((line:find(before .. name, 1, true) or 0) + #name + 1):match("^ *(.?)")
        local other = before == ":" and after == "(" and METHODS[name] or line:find("sgs." .. name, 1, true) and near[name]
        if other then found[#found + 1] = {name, at, other} end
      end
    end
  end
  return found
end
-- Whether functions of a skill name what is of later versions: each is told.
function host.names_later(skill)
  local told, wrong = {}, false
  for _, value in pairs(skill) do
    if type(value) == "function" then
      local first, last, file = host.lines_of(value)
      if host.sources[file] then
        for _, found in ipairs(named_in(file, first, last)) do
          wrong = true
          local key = found[1] .. found[2]
          if not told[key] then host.problem(sentence(found[1], found[3]), found[2], file, true) end
          told[key] = true
        end
      end
    end
  end
  return wrong
end
-- Files of the Hegemony edition do not run.
function host.refuses(file)
  for at, line in ipairs(lines_of(file)) do
    for _, name in ipairs(HEGEMONY) do
      if line:find(name, 1, true) then
        host.problem("this package is of the Hegemony edition, whose skills and generals are built in another way; "
          .. "it cannot be played here", at, file, true)
        return true
      end
    end
  end
  return false
end
