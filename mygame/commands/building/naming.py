"""
What piece of which game a builder means by what they type.

A game may go before the name; else it is the one that is worked at: of the table, or
of the last piece. A card is named by any part of its name or id, also one that is only a draft yet;
every piece by its address (`entry:fields.player.mana`, `file:RULES.md`), places and people of the
world outside also as "place market", "person marta".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pyjson5

from commands.cardnames import cards_called
from commands.command import Command, split_verb, verbs_of
from rules.pack import CardDef, Pack
from rules.pack.pieces import parse_piece
from world import content
from world.errors import TableError
from world.locale.reader import account_of
from world.shelf import games

GAME = "building_game"  # the attribute of an account: the folder of the game worked at last
ADDRESSES = ("card:", "entry:", "file:")
NAMED = 8  # cards that are named where several are meant
SIDES = {"place": "places", "person": "people"}  # words of `building.piece` -> the section


def game_of(command: Command, text: str) -> tuple[str, str]:
    """The folder of the game that is meant, and the rest of what was typed."""
    head, _, rest = text.partition(" ")
    try:
        folder = content.folder_of(head)
    except TableError:
        folder, rest = current_game(command), text
        if (outside := _game_of_piece(text)) and not pack_of(folder).places:
            folder = outside
            account_of(command.caller).attributes.add(GAME, folder)
    else:
        account_of(command.caller).attributes.add(GAME, folder)
    content.prepare_sentences(account_of(command.caller), folder, command.reader.language)
    return folder, rest.strip()


def _game_of_piece(text: str) -> str:
    """The game that has places, where one is meant; "" where any game may be."""
    if not split_verb(text, verbs_of("building.piece"))[0]:
        return ""
    return next((pack.folder for pack in games.games_by_id().values() if pack.places), "")


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
    if (entry := entry_address(command, folder, pack_of(folder), name)) is not None:
        return entry
    for draft in content.drafts_of(account_of(command.caller), folder):
        if draft.address.startswith("card:") and name.casefold() in names_in(draft):
            return str(draft.address)
    return f"card:{card_named(pack_of(folder), name).id}"


def entry_address(command: Command, folder: str, pack: Pack, name: str) -> str | None:
    """
    The address that "place market" or "person marta" means; None: it begins with neither.

    :raises TableError: `entryNone`.
    """
    word, rest = split_verb(name, verbs_of("building.piece"))
    section = SIDES.get(word)
    if section is None or not rest or not getattr(pack, section):
        return None
    found = entry_called(rest, entries_now(command, folder, pack, section), pack)
    if found is None:
        raise TableError("entryNone", text=rest, names=list(getattr(pack, section))[:12])
    return f"entry:{section}.{found}"


def entries_now(command: Command, folder: str, pack: Pack, section: str) -> dict[str, Any]:
    """The entries of a section, with one's own drafts of them."""
    found = dict(getattr(pack, section))
    for draft in content.drafts_beside(account_of(command.caller), folder, f"entry:{section}"):
        head, _, name = draft.address.partition(f"entry:{section}.")
        if not head and name:
            found[name] = parse_piece(draft.text)
    return found


def entry_called(text: str, known: Mapping[str, Any], pack: Pack) -> str | None:
    """The id of the entry of a name."""
    wanted = text.strip().casefold()
    for name, entry in known.items():
        if wanted in {name.casefold(), *(each.casefold() for each in names_of_entry(entry, pack))}:
            return name
    return None


def names_of_entry(entry: Any, pack: Pack) -> Iterable[str]:
    """All that a place or a person is called."""
    if not isinstance(entry, Mapping):
        return []
    card = pack.declarations.catalogue.definitions.get(str(entry.get("card")))
    name = entry.get("name") or (card.name if card is not None else {})
    own = name.values() if isinstance(name, Mapping) else [name]
    return [str(each) for each in (*own, *(entry.get("aliases") or ()))]


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
