"""What drafts are called: as their card, their place or their file is, for a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ground.errors import PackError
from rules.pack.pieces import parse_piece
from world.locale.messages import LANGUAGES, strip_marks


def draft_name(row: Any, language: str) -> str:
    """
    The name that a draft's text says in a language, in another one where it lacks that; of what
    takes a piece away the name it had; the last part of the address where nothing says a name.
    """
    for text in (row.text, row.base):
        if name := _name_said(text, language):
            return name
    kind, _, place = str(row.address).partition(":")
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
