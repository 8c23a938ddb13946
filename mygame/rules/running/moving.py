"""
Moves into zones that know more: how many cards they take, which ones, and what happens when a card
comes or goes.

`carry` puts cards into a zone one after the other. Where the doables of a zone, `leave` or
`arrive`, have something to do at that, it leaves a frame of its own behind them, so a move can be
interrupted like any effect. Where no zone involved has any it is done at once. Begin with `carry`;
this may import what `state` and `machine` declare.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ground.errors import RuleError
from . import gaps
from .code import Code
from .contract import kernel
from .machine import DONE, MOST, start_code
from .parts import Parts
from .state import NOWHERE, ZONE, Registers
from .zone_rules import NO_RULES

TOP, BOTTOM = ENDS = 0, -1  # positions; from 1 on they are counted from the bottom
BEFORE, AFTER = 0, 1  # positions beside a card
INSTEAD = 2  # the position where a card stood that has left


# Registers of a move: what is moved and where to, as `carry` is told; how many have been dealt with
# and which have come to lie there; the hooks that are still to run for the last one, and who moves.
CARDS, TO, POSITION, BESIDE, NEXT, MOVED, HOOKS, WHO = range(8)


@kernel(moves=True, writes=True, fires=True, asks=True)
def carry(
    m: Parts,
    cards: tuple[int, ...],
    zone: int,
    position: int,
    beside: int | None,
    who: int | None,
) -> bool:
    """
    Put cards into a zone at a position, one behind the other; or into that of another card, right
    BEFORE or AFTER it, or INSTEAD of it where it stood before it left. `who` moves them. The result
    is those that came to lie there. Whether it has to wait.

    :raises RuleError: a card cannot lie there.
    """
    if not cards:
        m.result = ()
        return False
    if beside is not None:
        zone = NOWHERE
        if m.is_card(beside):
            zone = gaps.zone_of(m, beside) if position == INSTEAD else m.state[beside + ZONE]
        cards = cards if zone else ()
    elif position in ENDS and _move_silently(m, cards, zone):
        m.move_all(cards, zone, position == BOTTOM)
        m.result = cards
        return False
    m.spend(cards)
    registers = [cards, zone, position, beside, 0, (), (), who or 0]
    if _move(m, registers, 0) == DONE:
        return False
    m.waiting.append((MOVING, registers, 0))
    return True


def _move_silently(m: Parts, cards: tuple[int, ...], zone: int) -> bool:
    """Whether cards can all be put into a zone, and nothing happens at that."""
    rules, state = m.program.zone_rules, m.state
    there = rules.get(zone, NO_RULES)
    arrive, heeds, holds = there.arrive, there.heeds, there.holds
    if arrive is not None and heeds is None:
        return False
    if there.most is not None and size_of(m, cards, zone) > room(m, zone):
        return False
    first, end, width = m.program.layout.first, len(state), m.program.layout.width
    for card in cards:
        if not first <= card < end or card % width:  # as `is_card` says it
            return False
        definition, left = state[card], state[card + ZONE]
        if left in rules and rules[left].leave is not None:
            return False
        if holds is not None and definition not in holds:
            return False
        if arrive is not None and definition in heeds:  # type: ignore[operator]  # see above
            return False
    return True


def _move(m: Parts, r: Registers, at: int) -> int:
    """The frame of a move at which something happens: see `Code.engine`."""
    while (hook := _continue_move(m, r)) is not None:
        code, given = hook
        if start_code(code, m, *given):
            return 0
    m.result = r[MOVED]
    return DONE


MOVING = Code(None, 1, "move", engine=_move)


def _continue_move(m: Parts, r: Registers) -> tuple[Code, Registers] | None:
    """
    Go on with a move up to doables that have to be carried out first, those of a hook; None: it is
    done.
    """
    while True:
        while r[HOOKS]:
            (arriving, zone, card, other), r[HOOKS] = r[HOOKS][0], r[HOOKS][1:]
            rules = m.program.zone_rules.get(zone, NO_RULES)
            code = rules.arrive if arriving else rules.leave
            # What has gone on meanwhile, or is another card by now, may not arrive.
            state = m.state
            arrives = arriving and state[card + ZONE] == zone and rules.greets(state[card])
            if code is not None and (arrives or not arriving):
                owners = m.program.layout.zone_owner
                player, family = owners[zone] or r[WHO], m.program.zone_family[other]
                return code, [player, card, 0, None, card, player, family, owners[other]]
        if r[NEXT] == len(r[CARDS]):
            return None
        r[NEXT] += 1
        if card := r[CARDS][r[NEXT] - 1]:
            _move_one(m, r, card)


def _move_one(m: Parts, r: Registers, card: int) -> None:
    """Move one card, and say which hooks are to run for it."""
    if not m.is_card(card):
        raise RuleError(f"{card} is no card that could be moved")
    wanted, old = r[TO], m.state[card + ZONE]
    rules = m.program.zone_rules
    zone = zone_with_room(m, card, wanted) if wanted in rules else wanted
    if zone is None:
        return
    there = rules.get(zone, NO_RULES)
    if not there.takes(m.state[card]):
        name = m.program.layout.zone_names[zone]
        raise RuleError(f"{m.card_id(card)} cannot lie in {name}")
    if zone != wanted:
        m.move(card, zone)
    else:
        _place_card(m, r, card, zone)
        r[MOVED] += (card,)
    if zone != old:
        if rules.get(old, NO_RULES).leave is not None:
            r[HOOKS] = ((0, old, card, zone),)
        # What happens when it leaves may turn it into another one.
        if there.arrive is not None and (r[HOOKS] or there.greets(m.state[card])):
            r[HOOKS] += ((1, zone, card, old),)


def _place_card(m: Parts, r: Registers, card: int, zone: int) -> None:
    """Put a card where it belongs in the zone."""
    where, beside = r[POSITION], r[BESIDE]
    if card == beside:
        return
    if where == INSTEAD and beside is not None:
        place = gaps.fill_gap(m, card, beside, zone)
        m.move(card, zone)
        _shift_top_card(m, zone, place)
        return
    m.move(card, zone, beside is None and where == BOTTOM)
    there = m.zones[zone]
    if beside is None and where > 0:
        _shift_top_card(m, zone, where - 1)
        r[POSITION] = min(where, len(there)) + 1
    elif beside in there:
        _shift_top_card(m, zone, there.index(beside) + where)
        if where == AFTER:
            r[BESIDE] = card


def _shift_top_card(m: Parts, zone: int, index: int) -> None:
    """Put the top card of a zone to a place among the others."""
    *others, card = m.zones[zone]
    m.zones[zone] = (*others[:index], card, *others[index:])


def zone_with_room(m: Parts, card: int, zone: int) -> int | None:
    """The zone in which a card comes to lie that is to go there; None: it stays where it is."""
    for _ in range(len(m.zones)):
        rules = m.program.zone_rules.get(zone)
        if rules is None or rules.most is None or m.state[card + ZONE] == zone:
            return zone
        if size_of(m, (card,), zone) <= room(m, zone):
            return zone
        if rules.overflow is None:
            return None
        zone = rules.overflow
    return None


def size_of(m: Parts, cards: tuple[int, ...], zone: int) -> int:
    """How much room cards take in a zone: as many as they are, or the sum of their sizes."""
    size = m.program.zone_rules.get(zone, NO_RULES).size
    if size is None:
        return len(cards)
    owner = m.program.layout.zone_owner[zone]
    return sum([found for card in cards if (found := size(m, owner, card)) > 0])


@kernel()
def room(m: Parts, zone: int) -> int:
    """
    How much more can lie in a zone, in cards, or in their sizes; below 0 where it is overfull. One
    that takes everything has room for `MOST`.
    """
    rules = m.program.zone_rules.get(zone, NO_RULES)
    if rules.most is None:
        return MOST
    if rules.size is not None:
        m.spend(m.zones[zone])
    return rules.most(m, m.program.layout.zone_owner[zone]) - size_of(m, m.zones[zone], zone)


@kernel()
def has_room(m: Parts, cards: tuple[int, ...] | None, zone: int) -> bool:
    """
    Whether cards can all be put into a zone: all that do not lie there have room, and may lie
    there at all. Without cards: whether anything has room.
    """
    rules = m.program.zone_rules.get(zone)
    if rules is None:
        return True
    if cards is None:
        return room(m, zone) > 0
    coming = tuple([card for card in cards if m.is_card(card) and m.state[card + ZONE] != zone])
    if not all(rules.takes(m.state[card]) for card in coming):
        return False
    return not coming or size_of(m, coming, zone) <= room(m, zone)


@kernel()
def lacking_room(m: Parts, cards: Sequence[int], zone: int) -> list[int]:
    """Those of several cards that, each alone, cannot be put into a zone: see `has_room`."""
    rules, lacking = m.program.zone_rules.get(zone, NO_RULES), list[int]()
    if rules.most is None and rules.holds is None:
        return lacking
    owner, size, free = m.program.layout.zone_owner[zone], rules.size, None
    for card in m.spend(cards):
        if not m.is_card(card) or m.state[card + ZONE] == zone:
            continue
        if free is None:
            free = room(m, zone)
        takes = 1 if size is None else max(0, size(m, owner, card))
        if takes > free or not rules.takes(m.state[card]):
            lacking.append(card)
    return lacking


@kernel()
def position(m: Parts, card: int) -> int:
    """The place of a card in its zone, from 1 at the bottom; 0 for what lies in none."""
    layout, state = m.program.layout, m.state
    if card < layout.first or card >= len(state) or card % layout.width:  # as `is_card` says it
        return 0
    zone = state[card + ZONE]
    return m.zones[zone].index(card) + 1 if zone else 0


@kernel()
def neighbours_at(m: Parts, card: int, step: int) -> tuple[int, ...]:
    """The card that lies so many places further in the zone of another one, if there is one."""
    place = position(m, card)
    if not place or not 0 < place + step <= len(m.zones[m.state[card + ZONE]]):
        return ()
    return (m.zones[m.state[card + ZONE]][place + step - 1],)
