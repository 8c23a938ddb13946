"""
`card new`, `card copy` and `card write`: a card begins empty, like another one, or as its sentence.

What is made is a draft of one's own (`world.content`), and after every change its author reads what
is wrong with it, its sentences in both languages and what bots think of it. Begin at `do_write`.
"""

from __future__ import annotations

import re
from typing import Any

from evennia.utils.evmenu import get_input

from commands.building.editing import open_entry
from commands.building.menus import carry_out
from commands.building.naming import game_of, names_in, pack_of, piece_text
from commands.building.outside import begin_entry
from commands.building.reporting import check_and_tell
from commands.command import Command
from rules.language import dialect
from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop.headings import Heading, language_of, names_of, parse_heading, usual_kind
from rules.workshop.rewriting import card_text
from world import content
from world.errors import TableError
from world.locale.messages import escape_colours
from world.locale.reader import account_of, reader_of
from world.render import workbench as render

INTO = re.compile(r"\s+(?:as\s|to\s|为|成)\s*|\s*=\s*", re.IGNORECASE)
ASKS = ("?", "？")  # at the end of a sentence: how it could go on
MOST_READINGS = 8


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
        return save_card(command, folder, card, "card.made")
    return _read_sentence(command, folder, pack, found, card)


def new_card(folder: str, pack: Pack, found: Heading) -> dict[str, Any]:
    """The JSON of a new card but for what it does."""
    if not found.names:
        raise TableError("cardNameless")
    id = content.new_card_id(folder, found.names, found.kind, found.facts)
    card: dict[str, Any] = {"id": id, "count": 1, "name": found.names, **found.facts}
    parts = id.split(".")
    if found.kind and found.kind not in parts:
        card["kind"] = found.kind
    return card


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
    return save_card(command, folder, card, "card.copied")


def _kind_of_card(pack: Pack, card: dict[str, Any]) -> str:
    """The kind of a card by its id."""
    known = pack.declarations.catalogue.definitions.get(str(card.get("id")))
    return known.kind if known is not None else usual_kind(pack)


def save_card(command: Command, folder: str, card: dict[str, Any], key: str) -> Any:
    """Keep a card as a draft, with the remarks in it, and tell what is to be said of it."""
    who, address = account_of(command.caller), f"card:{card['id']}"
    known = content.own_draft(who, folder, address)
    text = card_text(known.text if known is not None else "", card)
    draft = content.save_draft(who, folder, address, text)
    name = render.name_of(card, command.reader)
    game = Text(pack_of(folder), command.reader.language).game()
    command.tell(f"workbench.{key}", name=name, address=draft.address, number=draft.pk, game=game)
    for language in languages_without_name(card.get("name")):
        command.tell(f"workbench.unnamed.{language}", name=name, id=escape_colours(card["id"]))
    return check_and_tell(command.caller, draft)


def languages_without_name(names: Any) -> list[str]:
    """The languages in which a card is called by its name in another one."""
    if not isinstance(names, dict) or len(set(names.values())) != 1:
        return []
    written = language_of(next(iter(names.values())))
    return [language for language in names if language != written]


# -- a card as its sentence


def do_write(command: Command, rest: str) -> Any:
    """
    A card by its sentence: `card write 霜火花 2 冰霜：造成3点伤害。`

    A question mark at the end asks how the sentence could go on; under the name of a draft of one's
    own that card gets the sentence.

    :raises TableError: `mayNot`, `cardWriteHow`, `cardNameless`, and why nothing can be read.
    """
    folder, said = game_of(command, rest)
    pack = pack_of(folder)
    found = parse_heading(pack, said)
    if not found.rest:
        raise TableError("cardWriteHow")
    if found.rest.endswith(ASKS):
        return _tell_completions(command, folder, found)
    return _read_sentence(command, folder, pack, found, None)


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


def _read_sentence(
    command: Command, folder: str, pack: Pack, found: Heading, card: dict[str, Any] | None
) -> Any:
    """Read a sentence: one reading is taken, among several the author chooses."""
    caller, text = command.caller, found.rest
    asking = account_of(caller), folder, language_of(text), text, found.kind, found.facts
    command.tell("workbench.reading", game=Text(pack, command.reader.language).game())

    def take(reading: dict[str, Any]) -> Any:
        whole = card or _card_for(command, folder, pack, found)
        whole |= {**reading.get("facts", {}), **found.facts, "behaviors": reading["behaviors"]}
        return save_card(command, folder, whole, "card.written")

    def ask_model() -> Any:
        return content.propose_sentence(*asking).addCallback(chosen)

    def chosen(understood: dict[str, Any]) -> Any:
        readings = distinct_readings(understood["readings"])[:MOST_READINGS]
        reader = reader_of(caller)
        for line in render.remark_lines(text, understood, reader):
            caller.msg(line)
        if len(readings) == 1 and not understood["proposed"]:
            if alike := len(understood["readings"]) - 1:
                command.tell("workbench.alike", count=alike)
            return take(readings[0])
        more = None
        if readings:
            lines = render.reading_lines(readings, reader)
        else:
            readings = [*understood["begun"], *understood["nearby"]]
            more = ask_model if understood["model"] else None
            lines = render.unread_lines(text, understood, reader)
            if not readings and more is None:
                caller.msg("\n".join(lines))
                return None
            lines += render.nearby_lines(understood, reader)
        get_input(caller, "\n".join(lines), _await_choice(command, readings, take, more))
        return None

    return content.read_sentence(*asking).addCallback(chosen)


def distinct_readings(readings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of the readings that say the same, in every language that is known, the first and best."""
    found: dict[str, dict[str, Any]] = {}
    for each in readings:
        found.setdefault(repr(sorted(each["sentence"].items())), each)
    return list(found.values())


def _await_choice(
    command: Command, readings: list[dict[str, Any]], take: Any, ask_model: Any = None
) -> Any:
    """What is done with the number that the author types; `m` asks the house's model."""

    def answered(caller: Any, prompt: str, typed: str) -> bool:
        number = typed.strip()
        if ask_model is not None and number.casefold() == "m":
            command.attempt(ask_model)
            return True  # until it has answered, one of these may still be chosen
        if number.isdecimal() and 1 <= int(number[:6]) <= len(readings):
            command.attempt(take, readings[int(number) - 1])
        else:
            command.tell("workbench.notChosen")
            carry_out(caller, typed)
        return False

    return answered


def _card_for(command: Command, folder: str, pack: Pack, found: Heading) -> dict[str, Any]:
    """The author's own draft of that name, to be given a sentence; else a new card."""
    wanted = {name.casefold() for name in found.names.values()}
    for draft in content.drafts_of(account_of(command.caller), folder, status=("open",)):
        mine = draft.author_id == account_of(command.caller).pk
        if mine and draft.address.startswith("card:") and wanted & names_in(draft):
            card, problems = dialect.parse_json5(draft.text, draft.address)
            if not problems and isinstance(card, dict):
                return card
    return new_card(folder, pack, found)


DEEDS = {"new": do_new, "copy": do_copy, "write": do_write}
