"""
Sides: seats that are one party, and cards that are nobody's.

A pack names the field that says so (`pack.sides`), of players and, where they have it, of cards:
those with the same value there are on one side. A player with 0 there is on a side of their own, as
all are in packs without such a field. A card with 0 there, or without the field, is on the side of
the player in whose zone it lies; in a shared zone it is nobody's, and on the side of nobody. A side
wins together.

Instead of a field a pack can name a value about a player, which may read what is secret (a role
card): then nobody is taken to know who is on which side. Of whom it fails, is alone. Begin with
`side_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .contract import kernel
from .failing import leave_value_out
from .parts import Parts
from .state import KIND, ZONE

Standings = tuple[tuple[int, ...], ...]  # seats from first to last, ties together
NOBODYS = 0


def side_of(m: Parts, entity: int) -> int:
    """
    The side of an entity: what its field says, else minus the number of the player whose it is;
    that of nobody is 0.
    """
    rule = m.program.side_rule
    if m.is_card(entity):
        of_cards = rule.of_cards.get(m.printed[m.state[entity]][KIND], 0)
        if of_cards and (found := m.state[entity + of_cards]):
            return found
        entity = m.program.layout.zone_owner[m.state[entity + ZONE]]
    if not 1 <= entity <= m.seats:
        return NOBODYS
    if rule.value is not None:
        work = m.work
        try:
            return rule.value(m, entity) or -entity
        except Exception as error:  # noqa: BLE001 (a value may fail in any way)
            leave_value_out(m, "sides", "pack.sides", error, work)
            return -entity
    return (m.state[rule.of_players + entity] if rule.of_players else 0) or -entity


@kernel()
def are_allies(m: Parts, one: int, other: int) -> bool:
    """Whether two are on one side."""
    return side_of(m, one) == side_of(m, other)


@kernel()
def allies_of(m: Parts, of: int, pool: Sequence[int] | None = None) -> tuple[int, ...]:
    """Those of a pool (None: the players) that are on the side of an entity; not itself."""
    own = side_of(m, of)
    return tuple(
        [each for each in _pool_or_players(m, pool) if each != of and side_of(m, each) == own]
    )


@kernel()
def enemies_of(m: Parts, of: int, pool: Sequence[int] | None = None) -> tuple[int, ...]:
    """Those of a pool (None: the players) that are on another side than an entity."""
    own = side_of(m, of)
    return tuple([each for each in _pool_or_players(m, pool) if side_of(m, each) != own])


def _pool_or_players(m: Parts, pool: Sequence[int] | None) -> Iterable[int]:
    return m.players_from(0) if pool is None else m.spend(pool)


def parties_of(m: Parts) -> list[tuple[int, ...]]:
    """
    The seats by side. Where a field says who is on which and not everybody sees it, each is alone:
    a state that is dealt anew would still have it. What is read from cards is dealt anew with them.
    """
    rule = m.program.side_rule
    if not rule.known and rule.value is None:
        return [(seat,) for seat in range(m.seats)]
    parties: dict[int, list[int]] = {}
    for seat in range(m.seats):
        parties.setdefault(side_of(m, seat + 1), []).append(seat)
    return list(map(tuple, parties.values()))


def merge_sides(m: Parts, standings: Standings) -> Standings:
    """Standings in which each side has one place, that of the best of its seats."""
    if not m.program.side_rule.has_parties:
        return standings
    placed: set[int] = set()
    found = []
    for group in standings:
        sides = {side_of(m, seat + 1) for seat in group}
        every = [*group, *(seat for later in standings for seat in later)]
        first = [s for s in dict.fromkeys(every) if side_of(m, s + 1) in sides and s not in placed]
        placed.update(first)
        if first:
            found.append(tuple(first))
    return tuple(found)


def unite_sides(m: Parts, seats: Sequence[int]) -> tuple[int, ...]:
    """Seats, each followed by the others of its side."""
    if not m.program.side_rule.has_parties:
        return tuple(dict.fromkeys(seats))
    if not seats:
        return ()
    sides = [side_of(m, seat + 1) for seat in range(m.seats)]
    found: dict[int, None] = {}
    for seat in seats:
        own = sides[seat]
        found |= dict.fromkeys([seat, *[s for s, side in enumerate(sides) if side == own]])
    return tuple(found)


def are_one_side(m: Parts, seats: Sequence[int]) -> bool:
    """Whether these seats are all of one side."""
    return len({side_of(m, seat + 1) for seat in seats}) == 1
