"""
Whether what stands in a pack can be shown to people as it is: on a terminal, in a page, aloud.

A text of a pack reaches screens unchanged. So it has no characters that a screen obeys instead of
showing, or that nobody sees; bars, which colour (`|w`), stand in `words` and `board` alone, and
links (`|lc`), which would type something for who clicks, nowhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from ..ground.data import Json

COLOURED = ("words", "board")  # sections whose texts may have colours
JOINERS = "\u200c\u200d"  # of Persian and Indian letters, and of emoji
MOST_TOLD = 40  # characters of a text that is refused

# Most texts are of these characters alone.
_FINE = re.compile("[ -{}~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2bff"
                   "\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e\n\t]*")  # fmt: skip
_LINK = re.compile(r"\|l[cu]")


def check_legible(raw: dict[str, Any], problem: Callable[[str, str], None]) -> None:
    """Tell every place of merged sections, all or some, whose text cannot be shown as it is."""
    for section, inner in raw.items():
        placed = section in ("cards", "define") and isinstance(inner, dict)
        for place, text in _texts_of_entries(inner) if placed else _walk_texts(inner, section):
            if not _FINE.fullmatch(text) and (
                wrong := describe_illegible(text, section in COLOURED)
            ):
                problem(place, wrong)


def describe_illegible(text: str, coloured: bool = False) -> str:
    """What cannot be shown of a text, as a sentence; "" if all can."""
    for character in text:
        if unicodedata.category(character)[0] == "C" and character not in f"\n\t{JOINERS}":
            return f"a text cannot have the character U+{ord(character):04X}, which nobody sees"
    if _LINK.search(text):
        return f"a text of a pack makes no links (|lc, |lu): {text[:MOST_TOLD]!r}"
    if "|" in text and not coloured:
        return f"a bar makes colours, and belongs into words and board alone: {text[:MOST_TOLD]!r}"
    return ""


def legible_text(text: str) -> str:
    """A text without what `describe_illegible` tells, but for bars."""
    return "".join(
        " " if unicodedata.category(each)[0] == "C" and each not in f"\n\t{JOINERS}" else each
        for each in text
    )


def _texts_of_entries(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of cards and words of a pack, which are kept with their places."""
    for name, each in node.items():
        if isinstance(each, dict):
            yield from _texts_of_entries(each)
        elif isinstance(each, tuple):
            place, entry = each
            yield place, str(name)
            yield from _walk_texts(entry, place)


def _walk_texts(node: Json, place: str) -> Iterator[tuple[str, str]]:
    """Every text in a node with its place, names too."""
    if isinstance(node, str):
        yield place, node
    elif isinstance(node, dict):
        for key, inner in node.items():
            yield place, str(key)
            yield from _walk_texts(inner, f"{place}.{key}")
    elif isinstance(node, list | tuple):
        for number, inner in enumerate(node):
            yield from _walk_texts(inner, f"{place}[{number}]")
