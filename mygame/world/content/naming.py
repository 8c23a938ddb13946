"""What drafts are called: as their card, their place or their file is, for a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ground.errors import PackError
from rules.pack.pieces import parse_piece
from rules.telling.text import Text
from world.locale.messages import LANGUAGES, strip_marks
from world.shelf import games


def draft_name(row: Any, language: str) -> str:
    """
    The name that a draft's text says in a language, in another one where it lacks that; of what
    takes a piece away the name it had; of a card whose game names it elsewhere that name; the last
    part of the address where nothing says a name.
    """
    for text in (row.text, row.base):
        if name := _name_said(text, language):
            return name
    kind, _, place = str(row.address).partition(":")
    pack = games.games_by_id().get(row.folder) if kind == "card" else None
    card = next((each for each in pack.cards if each.id == place), None) if pack else None
    if pack is not None and card is not None:
        return strip_marks(Text(pack, language).card(card))
    return place.rpartition("/")[2] if kind == "file" else place.rpartition(".")[2] or place


def _name_said(text: str, language: str) -> str:
    try:
        found = parse_piece(text) if text.strip() else None
    except PackError:
        return ""
    names = found.get("name") if isinstance(found, Mapping) else None
    if isinstance(names, Mapping):
        order = (language, *(each for each in LANGUAGES if each != language))
        names = next((names[each] for each in order if names.get(each)), "")
    return strip_marks(names).strip() if isinstance(names, str) else ""
