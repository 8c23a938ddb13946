"""Texts as somebody has written them, at a table or in a script: how they stand in what is told."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from ..ground.data import Json
from ..ground.templates import fill
from .phrasebook import Phrasebook
from .sentences import Phrase

ALIKE = 0.6  # of 1: a description that only says what the sentences say
MOST_COMPARED = 300  # characters
SCRIPTED = ("script", "ScriptHolds", "scriptValue")  # words whose sentences only name a function


def said(book: Phrasebook, text: str, **values: str) -> str:
    """
    A text as `words.said` has it, with these values in its holes; the name of the card whose id
    ends so, or of the symbol; or as it stands.
    """
    known = book.look_up("said", text) or book.short_names.get(text)
    return fill(known or book.phrases["symbol"].get(text) or plain_text(text), **values)


def plain_text(text: str) -> str:
    """A text that no pack holds, as a template and as a screen can show it."""
    told = "".join(" " if unicodedata.category(each)[0] == "C" else each for each in text)
    return told.replace("|", "｜").replace("{", "{{")


def fill_texts(
    book: Phrasebook, values: dict[str, Phrase], kinds: Iterable[tuple[str, str]]
) -> None:
    """Fill the texts among the values of a line or question: they tell of its other values."""
    texts = [name for name, kind in kinds if kind == "text"]
    told = {name: phrase.text if phrase.tag != "-" else "" for name, phrase in values.items()}
    for name in texts:
        text = values[name].tag
        values[name] = Phrase(said(book, text, **told), tag=text or "-")


def names_of_cards(zone: object, name_of: Callable[[str | None], str]) -> list[str]:
    """The names of those cards of a zone, as views have it, that can be seen."""
    cards = zone.get("cards", ()) if isinstance(zone, Mapping) else ()
    return [name_of(card.get("id")) for card in cards]


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, in its order, with how often it is there."""
    return [f"{name}×{n}" if n > 1 else name for name, n in Counter(names).items()]


def are_alike(text: str, other: str) -> bool:
    """Whether two texts say the same in nearly the same words."""
    a, b = (re.sub(r"[\W_]", "", each).casefold()[:MOST_COMPARED] for each in (text, other))
    return difflib.SequenceMatcher(None, a, b, autojunk=False).ratio() > ALIKE


def is_scripted(node: Json) -> bool:
    """Whether a word in a node of JSON is carried out by a script."""
    if isinstance(node, Mapping):
        return node.get("type") in SCRIPTED or any(map(is_scripted, node.values()))
    return isinstance(node, list) and any(map(is_scripted, node))
