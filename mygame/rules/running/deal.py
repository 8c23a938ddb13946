"""
The deal: the rows of the cards with which a match begins.

A match holds rows for the cards that are played with and for no others: so many copies of each card
as its `count` says for that many seats; where players bring decks, of the cards that belong in
decks only those that they brought. Rows come kind by kind, card by card and copy by copy; with
decks their order is by lot, so that the number of a card tells nothing about the rest of a deck.
Begin with `deal`; it may import `bring` and `state`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from . import bring, decks
from .state import ZONE, next_random

if TYPE_CHECKING:
    from ..pack.definition import Pack


class Deal(NamedTuple):
    """
    The state as it is dealt, its cards in the order in which the pack has them, which of them are
    copies that a player has, and the cards of decks by player (0 is nobody) and part; () where
    nobody brings any.
    """

    state: list[int]
    cards: tuple[int, ...]
    owners: dict[int, int]
    decks: tuple[dict[str, tuple[int, ...]], ...] = ()


class _Copy(NamedTuple):
    """A card that is dealt: by kind and card, in the order of the pack, and whose which copy."""

    kind: int
    card: int
    number: int
    definition: int
    player: int


Known = tuple[list[_Copy], Deal]  # what is the same in all deals of a pack for so many seats


def deal(pack: Pack, seats: int, seed: int, options: Mapping[str, Any]) -> Deal:
    """The deal of a match; equal ones may share it, so it is not to be changed."""
    known = pack.deals.get(seats)
    if known is None:
        copies = sorted(_common(pack, seats))
        known = pack.deals[seats] = copies, _laid_out(pack, copies, range(len(copies)))[0]
    return (
        known[1] if pack.deck_rules is None else _with_decks(pack, known[0], seats, seed, options)
    )


def _with_decks(
    pack: Pack, common: list[_Copy], seats: int, seed: int, options: Mapping[str, Any]
) -> Deal:
    """The deal where players bring decks, beside cards that are common to all."""
    kinds, brought = pack.layout.kinds, []
    for seat, one in enumerate(bring.decks_of(pack, seats, seed, options)):
        used: dict[str, int] = {}
        for part, ids in (one.deck if isinstance(one, decks.Ready) else one).items():
            for id in ids:
                card, used[id] = pack.card(id), used.get(id, -1) + 1
                number = seat * card.count + used[id]
                kind = kinds.index(card.kind)
                brought.append((part, _Copy(kind, card.number, number, card.symbol, seat + 1)))
    # Not sorted together: which lot a card draws must not tell of the decks of others.
    copies = common + [copy for _, copy in brought]
    dealt, row_of = _laid_out(pack, copies, _lots(len(copies), seed))
    found: list[dict[str, tuple[int, ...]]] = [
        dict.fromkeys(decks.rules_of(pack).parts, ()) for _ in range(seats + 1)
    ]
    for part, copy in brought:
        found[copy.player][part] += (row_of[copy],)
    return dealt._replace(decks=tuple(found))


def _common(pack: Pack, seats: int) -> Iterator[_Copy]:
    """The copies of all cards that belong in no deck."""
    kinds, of_decks = pack.layout.kinds, pack.deck_rules.limits if pack.deck_rules else ()
    for card in pack.cards:
        if card.id not in of_decks:
            kind = kinds.index(card.kind)
            for number in range(card.count * seats if card.per_player else card.count):
                player = 1 + number // card.count if card.per_player else 0
                yield _Copy(kind, card.number, number, card.symbol, player)


def _lots(count: int, seed: int) -> list[int]:
    """The numbers below `count` in an order drawn from the seed beside all other chance."""
    numbers, state = list(range(count)), ~seed - 1
    for last in range(count - 1, 0, -1):
        state, bits = next_random(state)
        other = bits % (last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def _laid_out(
    pack: Pack, copies: list[_Copy], order: Sequence[int]
) -> tuple[Deal, dict[_Copy, int]]:
    """The deal with a row for each copy, at the place that `order` says; and those rows."""
    layout = pack.layout
    first, width = layout.first, layout.width
    state = layout.initial + [0] * (width * len(copies))
    row_of = {}
    for copy, place in zip(copies, order, strict=True):
        row = row_of[copy] = first + width * place
        state[row : row + width] = pack.rows[copy.definition]
        state[row + ZONE] = pack.start_zone
    cards = sorted(copies, key=lambda copy: (copy.card, copy.number))
    owners = {row_of[copy]: copy.player for copy in cards if copy.player} if layout.owned else {}
    return Deal(state, tuple([row_of[copy] for copy in cards]), owners), row_of
