"""What is kept of a card that is begun: a draft of one's own, which is checked at once."""

from __future__ import annotations

from typing import Any

from commands.building.naming import pack_of
from commands.building.reporting import check_and_tell
from commands.command import Command
from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop.card_form import usual_count
from rules.workshop.headings import Heading, language_of
from rules.workshop.rewriting import card_text
from world import content
from world.errors import TableError
from world.locale.messages import escape_colours
from world.locale.reader import account_of
from world.render import workbench as render


def new_card(folder: str, pack: Pack, found: Heading) -> dict[str, Any]:
    """The JSON of a new card but for what it does."""
    if not found.names:
        raise TableError("cardNameless")
    id = content.new_card_id(folder, found.names, found.kind, found.facts)
    count = usual_count(pack, found.kind)
    card: dict[str, Any] = {"id": id, "count": count, "name": found.names, **found.facts}
    parts = id.split(".")
    if found.kind and found.kind not in parts:
        card["kind"] = found.kind
    return card


def save_card(
    command: Command, folder: str, card: dict[str, Any], key: str = ""
) -> tuple[Any, Any]:
    """
    Keep a card as a draft, with the remarks in it, and tell what is to be said of it; without a
    `key` only what is wrong. The draft, and a Deferred that fires with its report.
    """
    who, address = account_of(command.caller), f"card:{card['id']}"
    known = content.own_draft(who, folder, address)
    text = card_text(known.text if known is not None else "", card)
    draft = content.save_draft(who, folder, address, text)
    if not key:
        return draft, check_and_tell(command.caller, draft, quiet=True)
    name = render.name_of(card, command.reader)
    game = Text(pack_of(folder), command.reader.language).game()
    command.tell(f"workbench.{key}", name=name, address=draft.address, number=draft.pk, game=game)
    for language in languages_without_name(card.get("name")):
        command.tell(f"workbench.unnamed.{language}", name=name, id=escape_colours(card["id"]))
    return draft, check_and_tell(command.caller, draft)


def languages_without_name(names: Any) -> list[str]:
    """The languages in which a card is called by its name in another one."""
    if not isinstance(names, dict) or len(set(names.values())) != 1:
        return []
    written = language_of(next(iter(names.values())))
    return [language for language in names if language != written]
