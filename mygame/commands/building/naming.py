"""
What piece of which game a builder means by what they type.

A game may go before the name; else it is the one that is worked at: of the table, or
of the last piece. A card is named by any part of its name or id, also one that is only a draft yet;
every piece by its address (`entry:fields.player.mana`, `file:RULES.md`).
"""

from __future__ import annotations

from typing import Any

import pyjson5

from commands.cardnames import cards_called
from commands.command import Command
from rules.pack import CardDef, Pack
from world import content
from world.errors import TableError
from world.locale.reader import account_of
from world.shelf import games

GAME = "building_game"  # the attribute of an account: the folder of the game worked at last
ADDRESSES = ("card:", "entry:", "file:")
NAMED = 8  # cards that are named where several are meant


def game_of(command: Command, text: str) -> tuple[str, str]:
    """The folder of the game that is meant, and the rest of what was typed."""
    head, _, rest = text.partition(" ")
    try:
        folder = content.folder_of(head)
    except TableError:
        folder, rest = current_game(command), text
    else:
        account_of(command.caller).attributes.add(GAME, folder)
    content.prepare_sentences(account_of(command.caller), folder, command.reader.language)
    return folder, rest.strip()


def current_game(command: Command) -> str:
    """The folder of the game of the table, of that worked at last, or of the first there is."""
    here = getattr(command.table, "pack", None)
    if here is not None:
        return str(here.folder)
    last, known = account_of(command.caller).attributes.get(GAME), content.pack_folders()
    return str(last) if last in known else known[0]


def pack_of(folder: str) -> Pack:
    """
    The pack of a folder that is on the shelf.

    :raises TableError: `unknownGame`.
    """
    found = next((pack for pack in games.games_by_id().values() if pack.folder == folder), None)
    if found is None:
        raise TableError("unknownGame", game=folder, games=content.pack_folders())
    return found


def find_piece(command: Command, text: str) -> tuple[str, str]:
    """
    The folder and address of the piece that is meant.

    :raises TableError: `pieceWhich`, `pieceNone`, `pieceSeveral`.
    """
    folder, name = game_of(command, text)
    return folder, address_of(command, folder, name)


def address_of(command: Command, folder: str, name: str) -> str:
    """
    The address of the piece of a game that is meant.

    :raises TableError: `pieceWhich`, `pieceNone`, `pieceSeveral`.
    """
    if not name:
        raise TableError("pieceWhich")
    if name.startswith(ADDRESSES):
        return name
    for draft in content.drafts_of(account_of(command.caller), folder):
        if draft.address.startswith("card:") and name.casefold() in names_in(draft):
            return str(draft.address)
    return f"card:{card_named(pack_of(folder), name).id}"


def card_named(pack: Pack, name: str) -> CardDef:
    """
    The one card of a pack that a name means.

    :raises TableError: `pieceNone`, `pieceSeveral`.
    """
    by_id = [card for card in pack.cards if card.id == name or card.id.endswith(f".{name}")]
    found = by_id or cards_called(name, pack.cards)
    if len(found) > 1:
        told = [card.id for card in found[:NAMED]]
        raise TableError("pieceSeveral", text=name, options=told)
    if not found:
        raise TableError("pieceNone", text=name)
    return found[0]


def names_in(draft: Any) -> set[str]:
    """The names and ends of the id of a card that is a draft."""
    address = str(draft.address).partition(":")[2]
    found = {address.casefold(), address.rsplit(".", 1)[-1].casefold()}
    try:
        name = pyjson5.decode(draft.text).get("name")
    except (pyjson5.Json5DecoderException, AttributeError):
        return found
    texts = name.values() if isinstance(name, dict) else [name]
    return found | {str(each).casefold() for each in texts if isinstance(each, str)}


def piece_text(command: Command, folder: str, name: str) -> tuple[str, str]:
    """
    The address and the text of the piece of a name: of one's own draft, else as it is published.

    :raises TableError: `pieceNone`, `pieceSeveral`.
    """
    address = address_of(command, folder, name)
    draft = content.own_draft(account_of(command.caller), folder, address)
    return address, draft.text if draft is not None else content.find_piece(folder, address).text
