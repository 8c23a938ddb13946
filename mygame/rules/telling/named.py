"""In short what the cards do that another card names: the skills of a general, what is summoned."""

from __future__ import annotations

from collections.abc import Iterator

from ..ground.data import Json
from .text import Text

SEPARATED = {"zh": "；", "en": "; "}
ENDS = "。."  # of a sentence that others follow


def rules_of_named_cards(text: Text, card_id: str) -> str:
    """
    Each card that the behaviours of a card name, with what it does: in the words of the pack's
    table `short`, where it has some. "" where none is named, or there is no such card.
    """
    card = text.pack.program.catalogue.definitions.get(card_id)
    does = card.source.get("behaviors", []) if card is not None else []
    named = dict.fromkeys(_ids_in(text, does))
    short = text.words("short") or {}
    others = [id for id in named if id != card_id]
    told = [text.with_cause(short.get(id) or text.rules_text(id), id) for id in others]
    return SEPARATED[text.language].join([*(each.rstrip(ENDS) for each in told[:-1]), *told[-1:]])


def _ids_in(text: Text, node: Json) -> Iterator[str]:
    if isinstance(node, dict | list):
        for each in node.values() if isinstance(node, dict) else node:
            yield from _ids_in(text, each)
    elif isinstance(node, str) and node in text.pack.program.catalogue.definitions:
        yield node
