"""
The deal: the rows of the cards with which a match begins.

A match holds rows for the cards that are played with and for no others: so many copies of each card
as its `count` says for that many seats; where players bring decks, of the cards that belong in
decks only those that they brought. Rows come kind by kind, card by card and copy by copy; with
decks their order is by lot, so that the number of a card tells nothing about the rest of a deck.
Begin with `deal_match`; it may import `bring` and `state`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from . import decks, things
from .bring import DECK, brought_by_seat
from .catalogue import CardDef
from .program import Program, once
from .state import ZONE, draw_numbers


class Deal(NamedTuple):
    """
    The state as it is dealt, its cards in the order in which the pack has them, which of them are
    copies that a player has, the cards of decks by player (0 is nobody) and part (() where nobody
    brings any), and the things that players bring, in their order, each with its card.
    """

    state: list[int]
    cards: tuple[int, ...]
    owners: dict[int, int]
    decks: tuple[dict[str, tuple[int, ...]], ...] = ()
    things: tuple[tuple[things.Thing, int], ...] = ()


class _Copy(NamedTuple):
    """A card that is dealt: its place among all copies of all cards, and whose it is."""

    age: int
    definition: int
    player: int


def _copy_of(card: CardDef, number: int, player: int) -> _Copy:
    """The copy of a card with this number among all of them."""
    return _new_copy((card.number << 32 | number, card.symbol, player))


#: Makes a copy of a tuple with all its parts, at a third of what `_Copy` itself costs.
_new_copy = partial(tuple.__new__, _Copy)


class _Common(NamedTuple):
    """
    What is the same in all deals of a pack for so many seats: the copies that belong in no deck,
    and the deal where nobody brings anything.
    """

    copies: list[_Copy]
    deal: Deal


@once
def _deals(program: Program) -> dict[int, _Common]:
    """By number of seats."""
    return {}


def deal_match(program: Program, seats: int, seed: int, options: Mapping[str, Any]) -> Deal:
    """The deal of a match; equal ones may share it, so it is not to be changed."""
    deals = _deals(program)
    known = deals.get(seats)
    if known is None:
        copies = common_copies(program, seats)
        deal, _ = _lay_out_copies(program, copies, range(len(copies)))
        known = deals[seats] = _Common(copies, deal)
    given = things.things_brought(program, seats, options)
    if program.deck_rules is None and not given:
        return known.deal
    return _deal_what_is_brought(program, known, given, seats, seed, options)


def decks_of(
    program: Program, seats: int, seed: int, options: Mapping[str, Any]
) -> list[decks.Ready | decks.Deck]:
    """The deck that each seat of a match plays: see `decks.decks_brought`."""
    given = [brought_by_seat(options, seat).get(DECK) for seat in range(seats)]
    return decks.decks_brought(program, given, seed)


def _deal_what_is_brought(
    program: Program,
    common: _Common,
    given: Sequence[things.Thing],
    seats: int,
    seed: int,
    options: Mapping[str, Any],
) -> Deal:
    """The deal where players bring decks or things, beside cards that are common to all."""
    parts, copies = [], common.copies.copy()
    has_decks = program.deck_rules is not None
    for seat, one in enumerate(decks_of(program, seats, seed, options) if has_decks else ()):
        used: dict[str, int] = {}
        for part, ids in (one.deck if isinstance(one, decks.Ready) else one).items():
            for id in ids:
                card, used[id] = program.catalogue.card(id), used.get(id, -1) + 1
                number = seat * card.count + used[id]
                parts.append(part)
                copies.append(_copy_of(card, number, seat + 1))
    for index, thing in enumerate(given):
        card = program.catalogue.card(thing.kind)
        number = card.count * seats + index  # beyond all copies of it
        copies.append(_copy_of(card, number, thing.seat + 1))
    # Not sorted together: which lot a card draws must not tell of the decks of others.
    begin, end = len(common.copies), len(copies) - len(given)
    dealt, rows = _lay_out_copies(program, copies, _shuffled_numbers(len(copies), seed))
    dealt = dealt._replace(things=tuple(zip(given, rows[end:], strict=True)))
    if not has_decks:
        return dealt
    found: list[dict[str, tuple[int, ...]]] = [
        dict.fromkeys(decks.deck_rules(program).parts, ()) for _ in range(seats + 1)
    ]
    for part, copy, row in zip(parts, copies[begin:end], rows[begin:end], strict=True):
        found[copy.player][part] += (row,)
    return dealt._replace(decks=tuple(found))


def common_copies(program: Program, seats: int) -> list[_Copy]:
    """The copies of all cards that belong in no deck, kind by kind."""
    of_decks = program.deck_rules.limits if program.deck_rules else ()
    return [
        _copy_of(card, number, 1 + number // card.count if card.per_player else 0)
        for card in sorted(
            program.catalogue.cards, key=lambda card: program.layout.kinds.index(card.kind)
        )
        if card.id not in of_decks
        for number in range(card.count * seats if card.per_player else card.count)
    ]


def _shuffled_numbers(count: int, seed: int) -> list[int]:
    """The numbers below `count` in an order drawn from the seed beside all other chance."""
    numbers = list(range(count))
    _, places = draw_numbers(~seed - 1, range(count, 1, -1))
    for last, other in zip(range(count - 1, 0, -1), places, strict=True):
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def _lay_out_copies(
    program: Program, copies: list[_Copy], order: Sequence[int]
) -> tuple[Deal, list[int]]:
    """The deal with a row for each copy, at the place that `order` says; and those rows."""
    layout, rows_of = program.layout, program.catalogue.rows
    first, width = layout.first, layout.width
    laid: list[tuple[int, ...]] = [()] * len(copies)
    for copy, place in zip(copies, order, strict=True):
        laid[place] = rows_of[copy.definition]
    state = [*layout.initial, *chain.from_iterable(laid)]
    state[first + ZONE :: width] = [program.start_zone] * len(copies)
    rows = [first + width * place for place in order]
    cards = sorted([(age, row, player) for (age, _, player), row in zip(copies, rows, strict=True)])
    owners = {row: player for _, row, player in cards if player} if layout.owned else {}
    return Deal(state, tuple([row for _, row, _ in cards]), owners), rows
