"""
`card edit` and `content edit`: a piece of a game, place by place (Evennia's EvMenu), or as JSON5
(its EvEditor); `json` goes from the one to the other. Every change is kept as a draft at once, and
its author reads what the check has found. Begin at `do_edit`; what lines do is in `work`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from evennia.utils.eveditor import EvEditor

from commands.building.menus import Menu, carry_out
from commands.building.naming import address_of, current_game, game_of, pack_of
from commands.building.parts import open_parts
from commands.building.reporting import check_and_tell
from commands.building.trying import do_try
from commands.building.work import Work
from commands.command import Command
from rules.ground.width import wrap
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.messages import find_message
from world.locale.reader import account_of, reader_of
from world.render import announce, pages

WIDEST = 20_000  # characters of a piece that one edits in the game


def do_edit(command: Command, rest: str) -> Any:
    """
    Edit a piece: a card by its name, any piece by its address.

    :raises TableError: `mayNot`, `pieceWhich`, `pieceNone`, `pieceSeveral`, `pieceBroken`.
    """
    folder, name = game_of(command, rest)
    start(command, folder, address_of(command, folder, name))


def start(command: Command, folder: str, address: str) -> None:
    """Open a piece at the workbench, or in the editor where it is no JSON."""
    who = account_of(command.caller)
    roles.require_right(who, "write", folder)
    draft = content.own_draft(who, folder, address)
    text = draft.text if draft is not None else _published_text(folder, address)
    if address.startswith("file:") and not address.endswith((".json5", ".json")):
        edit_text(command, folder, address, text)
        return
    try:
        work = Work.parse(pack_of(folder), folder, address, text)
    except TableError as error:
        command.tell_refusal(error)
        edit_text(command, folder, address, text)
        return
    open_menu(command, work)


def _published_text(folder: str, address: str) -> str:
    """The text of a piece as it is on the shelf; nothing of what is to be new."""
    try:
        return str(content.find_piece(folder, address).text)
    except TableError as error:
        if error.key == "noPiece" and address.startswith(("entry:", "file:")):
            return ""
        raise


def open_entry(command: Command, folder: str, address: str, draft: Any) -> Any:
    """Go on with what was just begun: at what is to be filled in first; a file is checked."""
    if not address.startswith("entry:"):
        return check_and_tell(command.caller, draft)
    work = Work.parse(pack_of(folder), folder, address, draft.text)
    work.path = work.tree.next_blank() or ()
    open_menu(command, work)
    return None


# -- place by place


def open_menu(command: Command, work: Work) -> None:
    """Show the place where the author is in a piece; lines are for the menu from now on."""
    Menu(command.caller, _menu_lines, _take_line, work=work, command=command)


def _menu_lines(menu: Any) -> list[str]:
    lines: list[str] = menu.work.lines(reader_of(menu.caller))
    return lines


def _take_line(menu: Any, typed: str) -> bool:
    """What the author has typed: a change, a move, or the end of it."""
    work, caller = menu.work, menu.caller
    try:
        outcome = work.take_line(typed, reader_of(caller).language)
        if outcome.changed or outcome.then == "check":
            _keep_draft(caller, work)
        if outcome.then == "help":
            pages.show_lines(
                caller, list(find_message("workbench.help", reader_of(caller).language))
            )
    except TableError as error:
        if error.key != "workNothing" or not carry_out(caller, typed):
            caller.msg(announce.error_text(error, caller))
        return True
    if outcome.then in _AFTER:
        menu.after = partial(_AFTER[outcome.then], menu.command, work)
        return False
    return True


def _keep_draft(caller: Any, work: Work) -> Any:
    """Keep what has changed as a draft, and have it checked."""
    draft = content.save_draft(account_of(caller), work.folder, work.address, work.text())
    return check_and_tell(caller, draft)


def _finish(command: Command, work: Work) -> None:
    command.tell("workbench.done", address=work.address)


def _edit_json(command: Command, work: Work) -> None:
    draft = content.own_draft(account_of(command.caller), work.folder, work.address)
    text = draft.text if draft is not None else work.text()
    edit_text(command, work.folder, work.address, text, work)


def _try_out(command: Command, work: Work) -> None:
    command.attempt(do_try, command, f"{work.folder} {work.address}")


#: What follows when the menu is over.
_AFTER = {"done": _finish, "json": _edit_json, "try": _try_out}


# -- as text


class Editor(EvEditor):
    """Evennia's, whose help is in the author's language."""

    def display_help(self) -> None:
        """What lines with a colon do."""
        reader = reader_of(self._caller)
        lines = find_message("workbench.editorHelp", reader.language)
        self._caller.msg("\n".join(part for line in lines for part in wrap(line, reader.width)))


def edit_text(
    command: Command, folder: str, address: str, text: str, work: Work | None = None
) -> None:
    """
    Edit a piece as JSON5 or whatever its file is. Each `:w` keeps the draft and has it checked;
    `:q` goes back to where one was.
    """
    caller = command.caller

    def load(_: Any) -> str:
        return text

    def save(who: Any, buffer: str) -> bool:
        if len(buffer) > WIDEST:
            who.msg(announce.error_text(TableError("workLong", most=WIDEST), who))
            return False
        try:
            check_and_tell(
                who, content.save_draft(account_of(who), folder, address, buffer.rstrip("\n"))
            )
        except TableError as error:
            who.msg(announce.error_text(error, who))
            return False
        return True

    def leave(who: Any) -> None:
        if work is None:
            command.tell("workbench.done", address=address)
            return
        draft = content.own_draft(account_of(who), folder, address)
        try:
            again = Work.parse(work.pack, folder, address, draft.text if draft else text)
        except TableError as error:
            command.tell_refusal(error)
            return
        again.path = work.path
        open_menu(command, again)

    command.tell("workbench.editor")
    Editor(caller, loadfunc=load, savefunc=save, quitfunc=leave, key=address)


# -- the parts of a game


def do_parts(command: Command, rest: str) -> Any:
    """
    `content edit GAME ADDRESS`; without an address the parts that the game has.

    :raises TableError: as `do_edit`.
    """
    folder, address = game_of(command, rest) if rest else (current_game(command), "")
    if address:
        start(command, folder, address_of(command, folder, address))
        return
    open_parts(command, folder, start)


DEEDS = {"edit": do_edit}
