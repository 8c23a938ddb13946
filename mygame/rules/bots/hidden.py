"""
What a seat cannot see, dealt anew.

A bot that searched in the true state would see through the backs of cards. `redeal` gives it a
state that looks the same from its seat: every hidden zone keeps its size, every player keeps the
same cards, their order and place are random, and so are the dice to come.
"""

from __future__ import annotations

from ..match import Match
from ..state import next_random


def redeal(match: Match, seat: int | None, seed: int) -> Match:
    """A clone in which everything hidden from the seat is random."""
    other = match.clone()
    other.rng = next_random(seed ^ match.rng)[1]
    layout = match.pack.layout
    groups: dict[int, list[int]] = {}
    for zone, cards in enumerate(other.zones):
        see, owner = layout.zone_see[zone], layout.zone_owner[zone]
        if len(cards) == 0 or see == "all" or (see == "owner" and owner - 1 == seat):
            continue
        groups.setdefault(owner if owner else -zone, []).append(zone)
    for zones in groups.values():
        loose = [card for zone in zones for card in other.zones[zone] if card not in other.attached]
        dealt = iter(other.sample(loose, len(loose)))
        for zone in zones:
            cards = tuple(
                card if card in other.attached else next(dealt) for card in other.zones[zone]
            )
            other.zones[zone] = cards
            for card in cards:
                other.state[layout.where + card] = zone
    return other
