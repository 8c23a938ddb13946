"""
Builders of the world outside the hall: places and people by their names, and new ones.

`card new place 井边 / Well north of market` begins a place with a way there and back, `card new
person marta at market` lets the person of a card stand there; then each field is asked for at the
workbench. What is copied as a whole, such as a theme, is a template that the pack names
(`templates` of its manifest): `card new theme 沼泽 / Swamp`. Begin at `begin_entry`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from commands.building.naming import SIDES, address_of, entries_now, entry_called
from commands.command import Command, split_verb, verbs_of
from rules.pack import Pack
from rules.pack.directions import DIRECTIONS
from rules.workshop import entries, templates
from rules.workshop.headings import kind_names, names_of
from rules.workshop.layout import lay_out
from world import content
from world.errors import TableError
from world.locale.messages import escape_colours
from world.locale.reader import account_of

OF = re.compile(r"^(?:of|from|at|的|在)\s+|^的|^在|\s*(?:of|at|的|边|面|方)$", re.IGNORECASE)


# -- new ones


def begin_entry(command: Command, folder: str, pack: Pack, said: str) -> tuple[str, Any] | None:
    """
    What `card new place ...`, `card new person ...` and `card new theme ...` begin: the address
    and the draft of it. None: it is a card.

    :raises TableError: `mayNot`, `placeNewHow`, `personNewHow`, `entryNone`, `entryTaken`,
        `templateHow`.
    """
    word, rest = split_verb(said, verbs_of("building.piece"))
    section = SIDES.get(word)
    if section is not None and pack.places:
        make = _new_place if section == "places" else _new_person
        name, entry = make(command, folder, pack, rest)
        return _save(command, folder, f"entry:{section}.{name}", lay_out(entry))
    head, _, rest = said.partition(" ")
    template = pack.templates.get(kind_names(pack).get(head.casefold(), ""))
    if template is None:
        return None
    return _save(command, folder, *_new_file(pack, folder, template, rest))


def _save(command: Command, folder: str, address: str, text: str) -> tuple[str, Any]:
    who = account_of(command.caller)
    draft = content.save_draft(who, folder, address, text)
    key = "entryMade" if address.startswith("entry:") else "fileMade"
    command.tell(f"workbench.{key}", address=escape_colours(address), number=draft.pk)
    if beside := content.drafts_beside(who, folder, address):
        command.tell("workbench.beside", numbers=" ".join(str(each.pk) for each in beside))
    return address, draft


def _new_place(command: Command, folder: str, pack: Pack, rest: str) -> tuple[str, dict[str, Any]]:
    """A place that is called so, beside another one or nowhere yet."""
    known = entries_now(command, folder, pack, "places")
    said, way, beside = _split_beside(rest, known, pack)
    names = names_of(pack, said)
    if not names:
        raise TableError("placeNewHow")
    entry = entries.new_place(names, known, way, beside)
    return content.free_entry_id(names, known, "place"), entry


def _split_beside(text: str, known: Mapping[str, Any], pack: Pack) -> tuple[str, str, str]:
    """The names, the direction and the place of "NAMES north of market" or "NAMES 市场北"."""
    words = [(word, way) for way, each in DIRECTIONS.items() for word in each.words]
    for word, way in sorted(words, key=lambda each: -len(each[0])):
        own = rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
        for found in re.finditer(own, text, re.IGNORECASE):
            head, tail = text[: found.start()].rstrip(), text[found.end() :].strip()
            for name in (tail, OF.sub("", tail)):
                if beside := entry_called(name, known, pack):
                    return head, way, beside
            first, _, last = head.rpartition(" ")
            for name in (last, OF.sub("", last)):
                beside = entry_called(name, known, pack)
                if beside and (not tail or OF.fullmatch(tail)):
                    return OF.sub("", first), way, beside
    return text, "", ""


def _new_person(command: Command, folder: str, pack: Pack, rest: str) -> tuple[str, dict[str, Any]]:
    """Somebody whose card there is, who stands at a place."""
    known = entries_now(command, folder, pack, "people")
    said, *where = re.split(r"\s+at\s+|\s*在\s*", rest.strip(), maxsplit=1)
    if not said:
        raise TableError("personNewHow")
    entry: dict[str, Any] = {"card": address_of(command, folder, said).removeprefix("card:")}
    if where:
        entry["place"] = entry_called(where[0], entries_now(command, folder, pack, "places"), pack)
        if entry["place"] is None:
            raise TableError("entryNone", text=where[0], names=list(pack.places)[:12])
    if opens := entries.usual_opening(known.values(), entry["card"]):
        entry["opens"] = opens
    name = entry["card"].rpartition(".")[2]
    if name in known:
        raise TableError("entryTaken", name=name, address=f"entry:people.{name}")
    return name, entry


def _new_file(pack: Pack, folder: str, template: str, said: str) -> tuple[str, str]:
    """A copy of a file of cards under another name."""
    names = names_of(pack, said)
    slug = content.slug_of(names)
    if not names or not slug:
        raise TableError("templateHow")
    address = templates.address_of(template, slug)
    if content.piece_or_none(folder, address) is not None:
        raise TableError("entryTaken", name=slug, address=address)
    text = content.find_piece(folder, f"file:{template}").text
    return address, templates.copy_of(text, slug, names)
