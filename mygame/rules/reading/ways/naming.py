"""
Rules for what has a name in a pack: its cards, and bare words of its properties.

`{card}` is a card by its name, `{token}` one that is in no deck; `{PROPERTY value}` a word that a
property can have, such as `{tribe value}`. Begin with `named_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...pack.definition import Pack
from ...telling.phrasebook import book_of
from ..grammar import Rule
from .tokens import spell_pattern

_COST = 0.5


def named_rules(pack: Pack, language: str) -> Iterator[Rule]:
    """Names of cards and of values."""
    book = book_of(pack, language)
    for card in pack.cards:
        if said := spell_pattern(book.names.get(card.id, ""), language):
            for category in ("card", f"card {card.kind}"):
                yield Rule(category, (said,), {"names": [], "absent": [], "means": card.id}, _COST)
    symbols = book.phrases.get("symbol", {})
    for name, prop in pack.declarations.properties.items():
        for value in prop.domain or ():
            said = symbols.get(value, value)
            if isinstance(said, str) and (spelled := spell_pattern(said, language)):
                yield Rule(
                    f"{name} value", (spelled,), {"names": [], "absent": [], "means": value}, _COST
                )
