"""
A file of cards as the template of another one: the same cards under ids of their own.

A pack names such files (`templates` of its manifest, by kind): the first card of one, of that kind,
is what the file is about, and the others belong to it. So a theme is a file that plays at once, and
is then written over. Begin at `copy_of`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..ground.mending import apply_edits
from ..ground.spans import value_spans
from ..pack.pieces import parse_piece
from .layout import one_line


def address_of(template: str, name: str) -> str:
    """The address of a copy: beside the template, its last word another one."""
    folder, _, file = template.rpartition("/")
    stem = file.removesuffix(".json5").rpartition("_")[0]
    return f"file:{folder}/{stem}_{name}.json5" if stem else f"file:{folder}/{name}.json5"


def copy_of(text: str, name: str, names: Mapping[str, str]) -> str:
    """
    A file of cards as another one: the first card is called otherwise, and all its cards have ids
    with the name in them, wherever the file names them. Comments stay.

    >>> theme = '{"cards": [{"id": "g.theme.cave", "name": "Cave"}, {"id": "g.foe.bat"}]}'
    >>> print(copy_of(theme, "fen", {"en": "Fen"}))
    {"cards": [{"id": "g.theme.fen", "name": {"en": "Fen"}}, {"id": "g.foe.fen_bat"}]}
    """
    cards = parse_piece(text)["cards"]
    first = cards[0]["id"]
    renamed = {first: f"{first.rpartition('.')[0]}.{name}"}
    for card in cards[1:]:
        stem, _, last = card["id"].rpartition(".")
        renamed[card["id"]] = f"{stem}.{name}_{last}"
    span = value_spans(text)["cards", 0, "name"]
    text = apply_edits(text, [(span.value, span.end, one_line(dict(names)))])
    known = sorted(map(re.escape, renamed), key=len, reverse=True)
    return re.sub(rf"(?<![\w.])(?:{'|'.join(known)})(?![\w.])", lambda m: renamed[m[0]], text)
