"""
JSON Schemas (draft 2020-12) of what authors of a game write, made from the game itself: its words,
kinds, properties, zones, events and cards. Editors complete and check by them.

They say what a checker of JSON can say: which words and keys there are and what may stand where.
What names mean is the business of `python -m rules.pack check`. Begin with `schema_document`;
`words` makes the schemas of what cards do, `sections` those of cards, decks and files, `tables`
those of what is drawn, `forms` has what they share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...pack.definition import Pack
from ..helping import SOURCE
from . import scenarios, sections, spoken, tables, words
from .forms import Schema, ref

DRAFT = "https://json-schema.org/draft/2020-12/schema"

#: What there is a schema of: its title, and the definition that it begins with.
KINDS: dict[str, tuple[str, str]] = {
    "card": ("A card", "card"),
    "cards": ("A file of cards", "cards"),
    "pack": ("Any file of a pack but its scenarios", "file"),
    "deck": ("A deck: its cards by part", "deck"),
    "table": ("How the table is drawn in a browser (board.table)", "table"),
    "faces": ("What the faces of cards show (board.table.faces)", "faces"),
    "scenario": ("A file of scenarios", "scenarios"),
}
_MAKERS: tuple[Callable[[Pack], dict[str, Schema]], ...] = (
    words.word_definitions,
    sections.section_definitions,
    tables.table_definitions,
)


def schema_document(
    pack: Pack, kind: str, address: str = "", language: str = SOURCE
) -> dict[str, Any]:
    """
    The schema of a kind of file, complete in itself; `address` is where it can be had. What it says
    of words and keys is in the language.

    :raises KeyError: there is no such kind.
    """
    title, root = KINDS[kind]
    if kind == "scenario":
        made = scenarios.scenario_definitions(pack)
    else:
        made = {name: each for maker in _MAKERS for name, each in maker(pack).items()}
    if language != SOURCE:
        made = spoken.in_language(made, pack, language)
    head = {"$schema": DRAFT, "title": f"{title}: {pack.id}"}
    if address:
        head["$id"] = address
    return {**head, **ref(root), "$defs": made}


__all__ = ["DRAFT", "KINDS", "schema_document"]
