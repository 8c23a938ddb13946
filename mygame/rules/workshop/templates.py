"""
A file of cards as the template of another one: the same cards under ids of their own.

A pack names such files (`templates` of its manifest, by kind): the first card of one, of that kind,
is what the file is about, and the others belong to it. So a theme is a file that plays at once, and
is then written over. Begin at `copy_of`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..ground.mending import apply_edits
from ..ground.names import names_by_language
from ..ground.spans import value_spans
from ..pack.pieces import parse_piece
from .layout import one_line


def name_in_ids(names: Mapping[str, str]) -> str:
    """What ids say for a name, the English one first; "" if no letters give anything."""
    told = [names.get("en", ""), *names.values()]
    found = [re.sub(r"[\W_]+", "_", each.lower(), flags=re.ASCII).strip("_") for each in told]
    return next((each for each in found if not each.isdigit()), "")


def is_like(template: str, address: str) -> bool:
    """
    Whether a file at an address is such a one as the template, or that itself.

    >>> is_like("cards/theme_cave.json5", "file:cards/theme_deep_fen.json5")
    True
    """
    return address.startswith(address_of(template, "").removesuffix(".json5"))


def address_of(template: str, name: str) -> str:
    """The address of a copy: beside the template, its last word another one."""
    folder, _, file = template.rpartition("/")
    stem = file.removesuffix(".json5").rpartition("_")[0]
    return f"file:{folder}/{stem}_{name}.json5" if stem else f"file:{folder}/{name}.json5"


def copy_of(text: str, name: str, names: Mapping[str, str]) -> str:
    """
    A file of cards as another one: the first card is called otherwise, the others have its name
    before theirs, and all have ids with the name in them, wherever the file names them. Comments
    stay.

    >>> theme = '{"cards": [{"id": "g.theme.cave", "name": "Cave"}, {"id": "g.foe.bat"}]}'
    >>> print(copy_of(theme, "fen", {"en": "Fen"}))
    {"cards": [{"id": "g.theme.fen", "name": {"en": "Fen"}}, {"id": "g.foe.fen_bat"}]}
    """
    cards, spans = parse_piece(text)["cards"], value_spans(text)
    first = cards[0]["id"]
    renamed = {first: f"{first.rpartition('.')[0]}.{name}"}
    edits = []
    for number, card in enumerate(cards):
        stem, _, last = card["id"].rpartition(".")
        renamed.setdefault(card["id"], f"{stem}.{name}_{last}")
        if (span := spans.get(("cards", number, "name"))) is not None:
            told = one_line(_named(names, card["name"]) if number else dict(names))
            edits.append((span.value, span.end, told))
    text = apply_edits(text, edits)
    known = sorted(map(re.escape, renamed), key=len, reverse=True)
    return re.sub(rf"(?<![\w.])(?:{'|'.join(known)})(?![\w.])", lambda m: renamed[m[0]], text)


def _named(names: Mapping[str, str], own: Any) -> dict[str, str]:
    """The name of something of the copy, by language."""
    found = names_by_language(own)
    gap = {language: "" if language == "zh" else " " for language in found}
    return {key: f"{names.get(key, '')}{gap[key]}{found[key]}".strip() for key in found}
