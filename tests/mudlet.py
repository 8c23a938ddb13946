"""Mudlet as far as the package of `clients/mudlet` knows it: Lua 5.1, events and windows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lupa.lua51 import LuaRuntime, lua_type

FOLDER = Path(__file__).resolve().parents[1] / "clients" / "mudlet" / "chrono"
STUB = """
    yajl = {null = newproxy()}
    gmcp, handlers, links = {}, {}, {}
    function registerAnonymousEventHandler(event, heard)
        handlers[event] = heard
        return event
    end
    function killAnonymousEventHandler(event) handlers[event] = nil end
    function getConnectionInfo() return "play.example.org", 4000 end
    local Console = {}
    Console.__index = Console
    function Console:clear() self.text, links = "", {} end
    function Console:cecho(told) self.text = self.text .. told end
    Console.echo = Console.cecho
    function Console:cechoLink(told, command, hint)
        self.text = self.text .. told
        links[#links + 1] = {told, command}
    end
    function Console:show() end
    function Console:hide() end
    Geyser = {UserWindow = {}, MiniConsole = {}}
    function Geyser.UserWindow:new() return {} end
    function Geyser.MiniConsole:new()
        console = setmetatable({text = ""}, Console)
        return console
    end
    rooms, areas, here = {}, {}, nil
    function getAreaTable() return areas end
    function addAreaName(name)
        areas[name] = 1
        return 1
    end
    function roomExists(number) return rooms[number] ~= nil end
    function addRoom(number) rooms[number] = {exits = {}} end
    function setRoomArea(number, area) rooms[number].area = area end
    function setRoomName(number, name) rooms[number].name = name end
    function setRoomCoordinates(number, x, y, z) rooms[number].at = {x, y, z} end
    function getRoomExits(number)
        local found = {}
        for way, to in pairs(rooms[number].exits) do found[way] = to end
        return found
    end
    function setExit(number, to, way) rooms[number].exits[way] = to > 0 and to or nil end
    function addSpecialExit(number, to, line) rooms[number].exits[line] = to end
    function centerview(number) here = number end
    function cecho(told) console.text = console.text .. told end
"""


class Mudlet:
    """A profile with the package: `sent` are GMCP messages and typed lines, `asked` addresses."""

    def __init__(self) -> None:
        self.lua = LuaRuntime(unpack_returned_tuples=True)
        self.lua.execute(STUB)
        self.sent: list[tuple[str, Any]] = []
        self.typed: list[str] = []
        self.asked: list[str] = []
        world = self.lua.globals()
        self.null = world.yajl.null
        world.sendGMCP = self._gmcp
        world.send = lambda line, *_: self.typed.append(line)
        world.getHTTP = lambda url, *_: self.asked.append(url)
        world.yajl.to_value = lambda text: self.value(json.loads(text))
        self.lua.eval("dofile")(str(FOLDER / "main.lua"))(f"{FOLDER}/")
        self.world = world

    def _gmcp(self, told: str) -> None:
        name, _, message = told.partition(" ")
        self.sent.append((name, json.loads(message or "null")))

    def value(self, data: Any) -> Any:
        """JSON as Mudlet decodes it."""
        if data is None:
            return self.null
        if isinstance(data, dict):
            return self.lua.table_from({name: self.value(part) for name, part in data.items()})
        if isinstance(data, list | tuple):
            return self.lua.table_from([self.value(part) for part in data])
        return data

    def event(self, name: str, *args: Any) -> None:
        """Something happens in Mudlet; nothing comes of what the package does not listen to."""
        handler = self.world.handlers[name]
        if handler is not None:
            handler(name, *args)

    def walk(self, message: Any) -> None:
        """`Room.Info` has come."""
        self.world.gmcp.Room = self.lua.table_from({"Info": self.value(message)})
        self.event("gmcp.Room.Info")

    def hear(self, name: str, message: Any) -> None:
        """A GMCP message of the game has come: `Table`."""
        self.world.gmcp.Chrono = self.lua.table_from({name: self.value(message)})
        self.event(f"gmcp.Chrono.{name}")

    def shown(self) -> str:
        """The text of the window."""
        return str(self.world.console.text)

    def click(self, text: str) -> None:
        """Click the first link that has this in its text."""
        for link in self.world.links.values():
            if text in link[1]:
                link[2]()
                return
        raise AssertionError(f"{text!r} is no link in {self.shown()}")

    def known(self, name: str) -> Any:
        """What the package has put together, as JSON without empty lists and objects."""
        return self.json(self.world.chrono.known[name])

    def json(self, value: Any) -> Any:
        """The same of any value of Lua's."""
        if lua_type(value) != "table":
            return value if lua_type(value) is None else None
        names = list(value.keys())
        if names == list(range(1, len(names) + 1)):
            return [self.json(value[place]) for place in names] or None
        return {str(name): self.json(part) for name, part in value.items()}
