"""
The parts of a game for who edits it: its sections and files, named by what the pack has.

A menu that goes down into the sections; an entry is opened at the workbench by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from commands.building.menus import Menu, carry_out
from commands.building.naming import pack_of
from commands.command import Command, split_verb, verbs_of
from rules.pack import Pack
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.reader import account_of, reader_of
from world.render import announce
from world.render import workbench as render

Open = Callable[[Command, str, str], None]
MOST = 60  # lines of a list


def open_parts(command: Command, folder: str, start: Open) -> None:
    """
    Show the sections and files of a game; `start` opens one of them at the workbench.

    :raises TableError: `mayNot`, `unknownGame`.
    """
    roles.require_right(account_of(command.caller), "write", folder)
    own = {"command": command, "start": start, "pack": pack_of(folder), "folder": folder}
    Menu(command.caller, _menu_page, _take_input, path=(), **own)


def entries_of_part(pack: Pack, path: tuple[str, ...]) -> dict[str, Any]:
    """What is in a part of a pack, by name; nothing where an entry ends."""
    found: Any = pack.origin.raw
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    if path[:1] == ("define",) and len(path) > 2:
        return {}
    return dict(found) if isinstance(found, Mapping) else {}


def _part_lines(menu: Any) -> list[tuple[str, str]]:
    """What the menu lists: the name of each part, and how much there is in it."""
    if menu.path:
        listed = entries_of_part(menu.pack, menu.path)
        return [(name, _size_text(value)) for name, value in listed.items()]
    files = [each.address for each in content.pieces(menu.folder, kind="file")]
    own = [
        (name, _size_text(menu.pack.origin.raw[name])) for name in content.section_names(menu.pack)
    ]
    return [*own, *((address, "") for address in files)]


def _size_text(value: Any) -> str:
    return f"({len(value)})" if isinstance(value, list | Mapping) else str(value)[:60]


def _menu_page(menu: Any) -> list[str]:
    reader = reader_of(menu.caller)
    lines = [reader.say("workbench.parts", game=menu.folder, path=".".join(menu.path))]
    for number, (name, told) in enumerate(_part_lines(menu)[:MOST], 1):
        lines += render.numbered_line(number, name, told, reader)
    return [*lines, reader.say("workbench.partsHint")]


def _take_input(menu: Any, text: str) -> bool:
    """Down into a part, back, or to the workbench with an entry."""
    verb, _ = split_verb(text, verbs_of("workbench.verb"))
    if verb == "done" or (verb == "back" and not menu.path):
        menu.after = partial(menu.command.tell, "workbench.left")
        return False
    if verb == "back" or text == "..":
        menu.path = menu.path[:-1]
        return True
    names = [name for name, _ in _part_lines(menu)]
    number = int(text) if text.isdecimal() else names.index(text) + 1 if text in names else 0
    if not 1 <= number <= len(names):
        if not text.isdecimal() and carry_out(menu.caller, text):
            return True
        error = TableError("workNumber", most=len(names))
        menu.caller.msg(announce.error_text(error, menu.caller))
        return True
    return _choose_part(menu, names[number - 1])


def _choose_part(menu: Any, name: str) -> bool:
    if name.startswith("file:"):
        return _open(menu, name)
    path = (*menu.path, name)
    address = f"entry:{'.'.join(path)}"
    inner = entries_of_part(menu.pack, path)
    try:
        if not any(isinstance(each, Mapping) for each in inner.values()):
            content.find_piece(menu.folder, address)
            return _open(menu, address)
    except TableError as error:
        if not inner:
            menu.caller.msg(announce.error_text(error, menu.caller))
            return True
    menu.path = path
    return True


def _open(menu: Any, address: str) -> bool:
    menu.after = partial(menu.command.attempt, menu.start, menu.command, menu.folder, address)
    return False
