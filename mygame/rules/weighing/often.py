"""
A game in which one card comes up often, so that a few matches tell something about it.

`pack_with_many` deals more copies of it where the game deals cards by their counts; where players
bring decks `decks_with` gives each of them a legal one that holds the card, if there is any. The
card itself is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..pack import CardDef, Pack, versions
from ..running import decks
from ..running.bring import DECK, OPTION

SHARE_OF_ALL = 6  # of so many one is one of several
SHARE = 12  # of so many cards that are dealt alike one is the card
TRIES = 40  # decks by lot, to find one that may hold the card


def pack_with_many(pack: Pack, card: CardDef) -> Pack:
    """The pack with as many copies of a card that it comes up in every match or two."""
    if pack.program.deck_rules is not None and card.id in pack.program.deck_rules.limits:
        return pack
    alike = sum(other.count for other in pack.cards if _shares_pile(pack, card, other))
    count = max(card.count, alike // SHARE)
    if count == card.count or card.per_player or not isinstance(card.source.get("count", 1), int):
        return pack
    return versions.next_version(
        pack, versions.change_of_cards(pack, {card.id: card.source | {"count": count}})
    )


def pack_with_all(pack: Pack, cards: Sequence[CardDef], share: int = SHARE_OF_ALL) -> Pack:
    """
    The same of several cards together, such as those of a script: of so many others one is one of
    them.
    """
    dealt = [card for card in cards if card.count and not card.per_player]
    others: dict[str, dict[str, Any] | None] = {}
    for card in dealt:
        alike = sum(other.count for other in pack.cards if _shares_pile(pack, card, other))
        count = alike // (share * len(dealt))
        if count > card.count:
            others[card.id] = card.source | {"count": count}
    if not others:
        return pack
    return versions.next_version(pack, versions.change_of_cards(pack, others))


def _shares_pile(pack: Pack, card: CardDef, other: CardDef) -> bool:
    """Whether two cards go to the same pile, as far as what they are says so: kind and symbols."""
    symbols = (
        name for name, declared in pack.program.properties.items() if declared.type == "symbol"
    )
    first = next(symbols, None)
    return card.kind == other.kind and (
        first is None or card.facts.get(first) == other.facts.get(first)
    )


def decks_with(pack: Pack, card: CardDef, seats: int, seed: int) -> dict[str, Any]:
    """Options of a match in which each seat that can brings a deck with the card."""
    rules = pack.program.deck_rules
    if rules is None or card.id not in rules.limits:
        return {}
    return {OPTION: [{DECK: _deck_with(pack, card, seed * 101 + seat)} for seat in range(seats)]}


def _deck_with(pack: Pack, card: CardDef, seed: int) -> decks.Deck:
    """A legal deck by lot, with the card if one of the first few can hold it."""
    found = decks.random_deck(pack.program, seed, {card.id})
    for number in range(1, TRIES):
        if any(card.id in cards for cards in found.values()):
            break
        found = decks.random_deck(pack.program, seed + 1009 * number, {card.id})
    return found
