"""What builders look at: cards and other pieces as they are published, drafts, who made them."""

from __future__ import annotations

from typing import Any

from commands.building.naming import (
    SIDES,
    entries_now,
    find_piece,
    game_of,
    names_of_entry,
    pack_of,
)
from commands.command import Command, split_verb, verbs_of
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.reader import account_of
from world.render import content as render
from world.render.announce import escape_colours

FOUND = 40  # pieces that `find` lists
SHOWN = 20  # versions that `history` lists


def do_list(command: Command, rest: str) -> None:
    """The cards that a game has itself; those with every word, if there are any."""
    folder, words = game_of(command, rest)
    word, _ = split_verb(words, verbs_of("building.piece"))
    if pack_of(folder).places and word in SIDES:
        _list_entries(command, folder, SIDES[word])
        return
    pack, wanted = pack_of(folder), words.casefold().split()
    drafts = {draft.address for draft in content.drafts_of(account_of(command.caller), folder)}
    lines = []
    for card in pack.cards:
        told = " ".join((card.id, *card.name.values())).casefold()
        if all(word in told for word in wanted):
            lines.append(render.card_line(card, f"card:{card.id}" in drafts, command.reader))
    new = [
        each
        for each in sorted(drafts)
        if each.removeprefix("card:") not in pack.declarations.catalogue.definitions
    ]
    lines += [f"  {escape_colours(each)}{command.say('content.hasDraft')}" for each in new]
    head = command.say("content.cards", game=escape_colours(folder), count=len(lines))
    command.show([head, *lines])


def _list_entries(command: Command, folder: str, section: str) -> None:
    """The places of a game, or the people, with one's own drafts."""
    pack, lines = pack_of(folder), []
    for name, entry in entries_now(command, folder, pack, section).items():
        own = content.own_draft(account_of(command.caller), folder, f"entry:{section}.{name}")
        mark = command.say("content.hasDraft") if own is not None else ""
        names = ", ".join(dict.fromkeys(names_of_entry(entry, pack)))
        lines.append(f"  {escape_colours(f'{name}: {names}')}{mark}")
    game = escape_colours(folder)
    command.show([command.say("content.entries", game=game, count=len(lines)), *lines])


def do_show(command: Command, rest: str) -> None:
    """
    A piece as it stands in its file; a draft by its number.

    :raises TableError: `noPiece`, `badAddress`, `pieceWhich`, `pieceNone`, `pieceSeveral`.
    """
    if (draft := draft_by_number(command, rest)) is not None:
        line = render.draft_line(draft, command.reader)
        command.show([*render.number_lines([line], command.reader), *render.text_lines(draft.text)])
        return
    folder, address = find_piece(command, rest)
    need_builder(command, folder)
    own = content.own_draft(account_of(command.caller), folder, address)
    lines = []
    if own is not None:
        lines = [
            *render.number_lines([command.say("content.youHave", number=own.pk)], command.reader)
        ]
        if address.removeprefix("card:") not in pack_of(folder).declarations.catalogue.definitions:
            command.show([*lines, *render.text_lines(own.text)])
            return
    command.show([*render.piece_lines(content.find_piece(folder, address), command.reader), *lines])


def do_find(command: Command, rest: str) -> None:
    """Cards and files of all games whose text holds every word."""
    words = rest.strip()
    if not words:
        raise TableError("findWhat")
    lines = []
    for folder in content.pack_folders():
        if roles.is_allowed(account_of(command.caller), "write", folder):
            for kind in ("card", "file"):
                found = content.pieces(folder, kind=kind, query=words)
                lines += [
                    f"  {escape_colours(folder)} {escape_colours(each.address)}" for each in found
                ]
    head = command.say("content.found", count=len(lines), words=escape_colours(words))
    more = [command.say("content.more", count=len(lines) - FOUND)] if len(lines) > FOUND else []
    command.show([head, *lines[:FOUND], *more])


def do_diff(command: Command, rest: str) -> None:
    """What a draft changes: by its number, or one's own of a piece; else the last version of it."""
    draft, reader = draft_by_number(command, rest), command.reader
    if draft is None:
        folder, address = find_piece(command, rest)
        need_builder(command, folder)
        draft = content.own_draft(account_of(command.caller), folder, address)
        if draft is None:
            rows = content.history_of(folder, address)
            if not rows:
                raise TableError("noPiece", address=address, game=folder)
            before = rows[0].before.text if rows[0].before is not None else ""
            head = render.number_lines([render.revision_line(rows[0], reader)], reader)
            command.show([*head, *render.difference_lines(before, rows[0].text, reader)])
            return
    command.show(render.draft_difference_lines(draft, content.text_now(draft), reader))


def do_history(command: Command, rest: str) -> None:
    """The versions of a piece; without one the publications of a game."""
    folder, name = game_of(command, rest)
    need_builder(command, folder)
    if name:
        _, address = find_piece(command, rest)
        rows = content.history_of(folder, address)
        lines = [render.revision_line(row, command.reader) for row in rows]
    else:
        published = content.publications_of(folder)
        lines = [render.publication_line(row, command.reader) for row in published[: SHOWN + 1]]
    head = command.say("content.history", name=escape_colours(rest or folder), count=len(lines))
    command.show([head, *render.number_lines(lines[:SHOWN], command.reader)])


def do_drafts(command: Command, rest: str) -> None:
    """One's own drafts, and those that wait for one's review."""
    folder = content.folder_of(rest) if rest else ""
    rows = list(content.drafts_of(account_of(command.caller), folder))
    if not rows:
        command.tell("content.noDrafts")
        return
    lines = [render.draft_line(row, command.reader) for row in rows]
    command.show(render.number_lines(lines, command.reader))


def need_builder(command: Command, folder: str) -> None:
    """:raises TableError: `mayNot`: to read the sources of a game one has to build it."""
    roles.require_right(account_of(command.caller), "write", folder)


def draft_by_number(command: Command, text: str) -> Any:
    """
    The draft of a number that was typed; None if it is no number.

    :raises TableError: `noDraft`.
    """
    number = text.strip().removeprefix("#")
    if not number.isdecimal() or len(number) > 9:
        return None
    return content.draft_numbered(account_of(command.caller), int(number))


DEEDS = {
    "list": do_list,
    "show": do_show,
    "find": do_find,
    "diff": do_diff,
    "history": do_history,
    "drafts": do_drafts,
}
