-- Further names that packages of the manual's time use daily (5, [S]); what each is stands beside its like in 30_players.
local sgs, read, fact, act = shared.sgs, host.read, host.fact, host.act
local card, cards, player, players = host.object_of_card, host.cards, host.player, host.players
local Player, Room, Card = host.classes.Player, host.classes.Room, host.classes.Card

local function ids(rows)
  local found = {}
  for at, row in ipairs(rows) do found[at] = fact.deckIdOf(row) end
  return host.new_list(found)
end
function Player.handCards(p) return ids(read.handOf(p.number)) end
function Player.wholeHandCards(p)
  local hand = read.handOf(p.number)
  return #hand > 0 and host.dummy(hand) or nil
end
function Player.isLastHandCard(p, c)
  local hand = read.handOf(p.number)
  return #hand == 1 and hand[1] == c.row
end
function Player.hasWeapon(p, name) local c = p:getWeapon(); return c ~= nil and c:objectName() == name end
function Player.hasArmorEffect(p, name) local c = p:getArmor(); return c ~= nil and c:objectName() == name end
function Player.delayedTricks(p) return p:getJudgingArea() end
function Player.containsTrick(p, name)
  for _, row in ipairs(read.judgingOf(p.number)) do if fact.classOf(row) == name then return true end end
  return false
end
function Player.canSlashWithoutCrossbow(p) return read.slashesOf(p.number) == 0 end
function Player.setFaceUp(p, up) if p:faceUp() ~= up then act.turnOver(p.number) end end
function Player.getVisibleSkillList(p)
  local found = {}
  for _, row in ipairs(read.skillsOf(p.number)) do
    local skill = host.skill_of_definition(fact.printedOf(row))
    if skill then found[#found + 1] = skill end
  end
  return host.new_list(found)
end
function Player.getState() return "online" end
function Player.getGeneral2() return nil end
function Player.getGeneral2Name() return "" end
function Player.isJilei() return false end

function Room.nextPlayer() return player(read.currentPlayer()):getNextAlive() end
function Room.getThread() return host.thread end
host.thread = {delay = function() end}
host.lock(host.thread)
function Room.peek() return card(read.deckTop()) end
function Room.correctDistance() return 0 end
function Room.askForUseCard(_, p, pattern) return act.askUse(p.number, pattern) == 1 end
function Room.askForKingdom(_, p) return p:getKingdom() end
function Room.askForPindian(_, p) return Room.askForCardShow(nil, p) end
function Room.showAllCards() end

local SUBTYPES = {
  Slash = "attack_card", FireSlash = "attack_card", ThunderSlash = "attack_card", Jink = "defense_card", Peach = "recover_card",
  Analeptic = "buff_card", SavageAssault = "aoe", ArcheryAttack = "aoe", AmazingGrace = "global_effect", GodSalvation = "global_effect",
  IronChain = "damage_spread", Indulgence = "delayed_trick", SupplyShortage = "delayed_trick", Lightning = "delayed_trick",
}
local SLOTS = {weapon = "weapon", armor = "armor", offensive = "offensive_horse", defensive = "defensive_horse"}
function Card.getSubtype(c)
  local own = SUBTYPES[c:className()]
  if own then return own end
  if c.row and fact.familyOf(c.row) == "equip" then return SLOTS[fact.slotOf(c.row)] end
  return "single_target_trick"
end
function Card.willThrow(c) return not c.prototype or c.prototype.will_throw ~= false end
function Card.setCancelable() end
function Card.isAggressive() return true end

-- Whether a card is what a pattern asks for (6): slash, jink+peach; . and .. by suit or colour.
local SUIT_LETTERS = {S = "spade", C = "club", H = "heart", D = "diamond"}
function Card.match(c, pattern)
  for one in pattern:gmatch("[^+#]+") do
    local dots, rest = one:match("^(%.+)(.*)$")
    if dots then
      if c:isEquipped() and #dots == 1 then return false end
      if rest == "" then return true end
      if rest == "red" or rest == "black" then return (rest == "red" and c:isRed()) or (rest == "black" and c:isBlack()) end
      if SUIT_LETTERS[rest] == c:getSuitString() then return true end
    elseif c:objectName() == one or (one == "slash" and c:inherits("Slash")) then
      return true
    end
  end
  return false
end
