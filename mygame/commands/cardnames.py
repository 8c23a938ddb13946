"""Which cards somebody means by a name."""

from __future__ import annotations

from collections.abc import Iterable

from commands.answers import normalize
from rules.pack import CardDef


def cards_called(wanted: str, cards: Iterable[CardDef]) -> list[CardDef]:
    """The cards that somebody means by a name: the whole of it, its beginning, or any part."""
    wanted = normalize(wanted)
    tiers: tuple[list[CardDef], ...] = ([], [], [])
    for card in cards:
        short = card.id.rsplit(".", 1)[-1].replace("_", " ")
        names = {normalize(str(n)) for n in (*card.name.values(), card.id, short)}
        if wanted in names:
            tiers[0].append(card)
        elif any(name.startswith(wanted) for name in names):
            tiers[1].append(card)
        elif any(wanted in name for name in names):
            tiers[2].append(card)
    whole, beginning, part = tiers
    return whole[:1] or [*beginning, *part]
