-- Mudlet's own map, drawn from `Room.Info` (docs/protocol.md) while one walks.

local map = {}

-- Directions as Mudlet names them, and a step in each.
local STEPS = {
  n = {"north", 0, 1}, ne = {"northeast", 1, 1}, e = {"east", 1, 0}, se = {"southeast", 1, -1}, s = {"south", 0, -1},
  sw = {"southwest", -1, -1}, w = {"west", -1, 0}, nw = {"northwest", -1, 1}, up = {"up", 0, 0, 1}, down = {"down", 0, 0, -1},
}

-- Hears of the room in which one is. What has no place on the map, such as the hall, is not drawn; rooms next to
-- this one are where its ways point, without a name, until one comes there.
function map.hear(room)
  if not addRoom or type(room.coords) ~= "string" or type(room.area) ~= "string" then
    return
  end
  local x, y = room.coords:match("^(%-?%d+),(%-?%d+)$")
  if not x then
    return
  end
  local area = getAreaTable()[room.area] or addAreaName(room.area)
  if not roomExists(room.num) then addRoom(room.num) end
  setRoomArea(room.num, area)
  setRoomName(room.num, room.name)
  setRoomCoordinates(room.num, tonumber(x), tonumber(y), 0)
  local gone = getRoomExits(room.num) or {}
  for short, to in pairs(room.exits) do
    local step = STEPS[short]
    if step then
      if not roomExists(to) then
        addRoom(to)
        setRoomArea(to, area)
        setRoomCoordinates(to, x + step[2], y + step[3], step[4] or 0)
      end
      setExit(room.num, to, step[1])
      gone[step[1]] = nil
    elseif roomExists(to) then
      addSpecialExit(room.num, to, short)
    end
  end
  for way in pairs(gone) do setExit(room.num, -1, way) end
  centerview(room.num)
  if updateMap then updateMap() end
end

return map
