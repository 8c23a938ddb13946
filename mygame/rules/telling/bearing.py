"""
What a card bears, in a few words: for boards, where the sentence that put it there is long gone.

It may import what the sentences of cards are made of; begin with `borne_texts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..language.enchantments import Enchantment, enchantments_of_view
from ..running.lasting import Borne
from .text import Text


def borne_texts(text: Text, bears: Sequence[Borne]) -> list[str]:
    """
    The lasting effects on a card (`bears` of a view): "+2/+1 this turn"; what short texts of the
    pack cannot say, such as a trigger, by the name of the card that put it there.
    """
    words, told = text.pack.declarations.enchantments, []
    short = [each for each in bears if each.get("property") in words.properties]
    for _, (changes, until) in enchantments_of_view(short):
        duration = until if until in words.durations else None
        told.append(words.text_of(Enchantment(changes, duration), text.language))
    others = (each["from"] for each in bears if each.get("property") not in words.properties)
    return [*told, *dict.fromkeys(text.card(source) for source in others if source)]
