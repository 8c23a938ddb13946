"""
What the cards of a version of a pack say, to be compared with what they said before.

`wordings_by_card` is a task for another process: the pack is loaded and every sentence is made.
"""

from __future__ import annotations

from pathlib import Path

from ..pack import CardDef, load_pack
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text


def wordings_by_card(folder: str) -> dict[str, dict[str, str]]:
    """By language, then by card: its printed numbers and its sentences, as one text."""
    pack = load_pack(Path(folder))
    texts = {language: Text(pack, language) for language in LANGUAGES}
    return {
        language: {card.id: wording_of(text, card) for card in pack.cards}
        for language, text in texts.items()
    }


def wording_of(text: Text, card: CardDef) -> str:
    """
    What a card says.

    >>> wording_of(text, pack.card("base.treasure.common.bash"))
    'mana cost 3. Deal 9 damage; 12 instead if you have a wand equipped.'
    """
    stop, comma = ("。", "，") if text.language == "zh" else (". ", ", ")
    numbers = [
        f"{text.field(name)} {value}"
        for name, value in text.facts(card).items()
        if isinstance(value, int)
        and name in text.pack.declarations.properties
        and text.pack.declarations.properties[name].type == "number"
    ]
    told = text.rules_text(card) or text.description(card)
    return stop.join(filter(None, (comma.join(numbers), told)))
