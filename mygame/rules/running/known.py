"""
What seats know of hidden cards: those of pools that they have seen go where they do not see them.

`Match.known` has a number for each such card: bit s says that seat s knows in which zone it lies,
bit `PLACES` + s that it knows its place there as well. It is kept where cards move, in zones of
pools only (`Layout.pools`), and ends when a card leaves that might be the known one:

* Who sees a card on its way, before or after, knows where it goes.
* In a pile, a zone that nobody sees, everybody sees from which place a card is taken. Who does not
  know what lies there can no longer tell which of the cards is gone whose places are unknown.
* Of a hand nobody else sees which card leaves it.
* Who puts cards of their own into a pile knows their places, up to the next shuffle.

So all that a seat knows follows from what it has seen. Begin with `note_move`.
"""

from __future__ import annotations

from collections.abc import Iterable

from .choices import Choice
from .parts import Parts
from .state import NOWHERE, ZONE

PLACES = 16  # the bit from which on seats know the place
SEATS = (1 << PLACES) - 1


def note_move(m: Parts, cards: tuple[int, ...], old: int, zone: int) -> None:
    """Cards have gone from one zone to another, one of them of a pool."""
    layout, known, state = m.program.layout, m.known, m.state
    saw, sees = layout.zone_seers[old], layout.zone_seers[zone]
    shown = saw & ~sees if zone in layout.pools else 0
    if not known and not shown:
        return
    if old == zone:
        forget_places(m, cards)
        return
    left = [card for card in known if state[card + ZONE] == old]
    if not (left or shown) and known.keys().isdisjoint(cards):
        return
    changed, every = known.copy(), (1 << m.seats) - 1
    emptied, unseen = not m.zones[old], every & ~(saw | sees)
    # Who puts cards of their own into a pile.
    placed = shown & every if not sees and layout.zone_see[old] == "owner" else 0
    puzzled = 0  # those who cannot tell which card is gone
    for card in cards:
        mask = changed.pop(card, 0)
        followed = (mask & SEATS) if emptied else mask >> PLACES
        puzzled |= unseen & ~followed
        now = (saw | followed) & ~sees & every
        if now and zone in layout.pools:
            changed[card] = now | placed << PLACES
    for card in left if puzzled else ():
        if mask := changed.pop(card, 0) & ~(puzzled & ~(known[card] >> PLACES)):
            changed[card] = mask
    m.known = changed


def note_turning(m: Parts, card: int) -> None:
    """A card of a pool turns into another one where it lies, as if another one came instead."""
    note_move(m, (card,), m.state[card + ZONE], NOWHERE)


def note_offer(m: Parts, choice: Choice) -> None:
    """A seat is asked about cards, and so sees which ones they are."""
    layout, state, seat = m.program.layout, m.state, 1 << choice.seat
    first, seers, offered = layout.first, layout.zone_seers, choice.options
    if choice.barred:
        offered += tuple([option for _, option in choice.barred])
    for _, card, kind in offered:
        if kind == "card" and card >= first and not seers[zone := state[card + ZONE]] & seat:
            mask = m.known.get(card, 0)
            if zone in layout.pools and not mask & seat:
                m.known = {**m.known, card: mask | seat}


def knows_card(m: Parts, seat: int, card: int) -> bool:
    """Whether a seat sees a card where it lies, or knows that it is there."""
    if m.program.layout.sees(seat, m.state[card + ZONE]):
        return True
    return bool(m.known.get(card, 0) & 1 << seat)


def forget_places(m: Parts, cards: Iterable[int]) -> None:
    """Nobody knows any more in which order these lie."""
    loose = {card: m.known[card] & SEATS for card in cards if card in m.known}
    if loose:
        m.known = m.known | loose
