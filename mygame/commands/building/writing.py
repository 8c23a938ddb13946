"""
`card new`, `card copy` and `card write`: a card begins empty, like another one, or as its sentence.

What is made is a draft of one's own (`world.content`), and after every change its author reads what
is wrong with it, its sentences in both languages and what bots think of it. Begin at `do_write`.
"""

from __future__ import annotations

import re
from typing import Any

from commands.building.conversing import Writing, go_on
from commands.building.editing import open_entry
from commands.building.naming import game_of, pack_of, piece_text
from commands.building.outside import begin_entry
from commands.building.saving import new_card, save_card
from commands.command import Command
from rules.language import dialect
from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop.headings import Heading, language_of, names_of, parse_heading, usual_kind
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.reader import account_of, reader_of
from world.render import workbench as render

INTO = re.compile(r"\s+(?:as\s|to\s|为|成)\s*|\s*=\s*", re.IGNORECASE)
ASKS = ("?", "？")  # at the end of a sentence: how it could go on


# -- a new card


def do_new(command: Command, rest: str) -> Any:
    """
    A card with nothing on it but what was said: `card new NAME / NAME 2 frost`.

    :raises TableError: `mayNot`, `cardNameless`, `nameTaken`.
    """
    folder, said = game_of(command, rest)
    pack = pack_of(folder)
    if (entry := begin_entry(command, folder, pack, said)) is not None:
        return open_entry(command, folder, *entry)
    found = parse_heading(pack, said)
    card = new_card(folder, pack, found)
    if not found.rest:
        card["behaviors"] = []
        return save_card(command, folder, card, "card.made")[1]
    return Writing(command, folder, found, card).begin()


def do_copy(command: Command, rest: str) -> Any:
    """
    A card like another one, under another name: `card copy bash as 重击 / Wallop`.

    :raises TableError: `mayNot`, `cardCopyHow`, `pieceNone`, `pieceSeveral`.
    """
    folder, said = game_of(command, rest)
    gap = list(INTO.finditer(said))
    if not gap:
        raise TableError("cardCopyHow")
    old, new = said[: gap[-1].start()].strip(), said[gap[-1].end() :].strip()
    pack = pack_of(folder)
    _, text = piece_text(command, folder, old)
    card, problems = dialect.parse_json5(text, old)
    if problems or not isinstance(card, dict):
        raise TableError("pieceBroken", problem=str(next(iter(problems), old)))
    names = names_of(pack, new)
    if not names:
        raise TableError("cardNameless")
    kind = str(card.get("kind") or "")
    card = {**card, "id": content.new_card_id(folder, names, kind or _kind_of_card(pack, card))}
    card["name"] = names
    card.pop("description", None)
    return save_card(command, folder, card, "card.copied")[1]


def _kind_of_card(pack: Pack, card: dict[str, Any]) -> str:
    """The kind of a card by its id."""
    known = pack.declarations.catalogue.definitions.get(str(card.get("id")))
    return known.kind if known is not None else usual_kind(pack)


# -- a card as its sentence


def do_write(command: Command, rest: str) -> Any:
    """
    A card by its sentence: `card write 霜火花 2 冰霜：造成3点伤害。` What is open is asked.

    A question mark at the end asks how the sentence could go on; under the name of a draft of one's
    own that card gets the sentence. Without anything it goes on where it was left.

    :raises TableError: `mayNot`, `cardWriteHow`, `cardNameless`, and why nothing can be read.
    """
    if not rest:
        return go_on(command)
    folder, said = game_of(command, rest)
    roles.require_right(account_of(command.caller), "write", folder)
    found = parse_heading(pack_of(folder), said)
    if found.rest.endswith(ASKS):
        return _tell_completions(command, folder, found)
    if not found.names:
        raise TableError("cardNameless" if found.rest else "cardWriteHow")
    return Writing(command, folder, found).begin()


def _tell_completions(command: Command, folder: str, found: Heading) -> Any:
    """How a sentence could go on."""
    caller, text = command.caller, found.rest.rstrip("?？ ")
    game = Text(pack_of(folder), command.reader.language).game()
    command.tell("workbench.reading", game=game)
    asked = content.complete_sentence(
        account_of(caller), folder, language_of(text or found.rest), text, found.kind, found.facts
    )

    def tell(understood: dict[str, Any]) -> None:
        caller.msg("\n".join(render.continuation_lines(text, understood, reader_of(caller))))

    return asked.addCallback(tell)


DEEDS = {"new": do_new, "copy": do_copy, "write": do_write}
