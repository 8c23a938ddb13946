"""
Menus of builders: Evennia's, drawn by the renderer alone. What means nothing in a menu and is a
command of the game is carried out as ever (`carry_out`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evennia.commands.cmdhandler import cmdhandler
from evennia.utils.evmenu import EvMenu

from commands import parser

EVERYWHERE = "DefaultCharacter"  # the key of the command set of all that a character can do


class Menu(EvMenu):
    """
    One node, `show`, whose every line goes to `typed`. Both get the menu; `typed` returns whether
    the menu goes on. What `typed` sets as `after` is called when the menu is closed.
    """

    def __init__(
        self,
        caller: Any,
        show: Callable[[Menu], list[str]],
        typed: Callable[[Menu, str], bool],
        **kept: Any,
    ):
        self.show, self.typed = show, typed
        self.after: Callable[[], Any] | None = None
        nodes = {"place": _node_of_place, "end": _end_menu}
        super().__init__(
            caller,
            nodes,
            startnode="place",
            auto_quit=False,
            auto_look=False,
            auto_help=False,
            cmd_on_exit=_close_menu,
            **kept,
        )

    def node_formatter(self, nodetext: str, optionstext: str) -> str:
        return nodetext

    def options_formatter(self, optionlist: Any) -> str:
        return ""

    def display_nodetext(self) -> None:
        if self.nodetext:
            super().display_nodetext()


def command_meant(caller: Any, typed: str) -> tuple[str, str, Any] | None:
    """The command of the game that a line is, whatever menu lies above: name, rest, itself."""
    own = next(each for each in caller.cmdset.cmdset_stack if each.key == EVERYWHERE)
    found = parser.parse(typed, own, caller) if typed else []
    if not found or not found[0][0]:
        return None
    name, args, command, *_ = found[0]
    session = next(iter(caller.sessions.all()), None)
    return (name, args, command) if command.access(caller, "cmd", session=session) else None


def carry_out(caller: Any, typed: str) -> bool:
    """Carry out a command of the game, whatever menu lies above those. Whether it was one."""
    found = command_meant(caller, typed)
    if found is None:
        return False
    name, args, command = found
    session = next(iter(caller.sessions.all()), None)
    cmdhandler(caller, args, callertype="object", session=session, cmdobj=command, cmdobj_key=name)
    return True


def _node_of_place(caller: Any, raw: str, **kwargs: Any) -> tuple[str, Any]:
    menu = caller.ndb._evmenu
    return "\n".join(menu.show(menu)), {"key": "_default", "goto": _take_input}


def _take_input(caller: Any, raw: str, **kwargs: Any) -> str:
    menu = caller.ndb._evmenu
    return "place" if menu.typed(menu, raw.strip()) else "end"


def _end_menu(caller: Any, raw: str, **kwargs: Any) -> tuple[str, None]:
    return "", None


def _close_menu(caller: Any, menu: Menu) -> None:
    if menu.after is not None:
        menu.after()
