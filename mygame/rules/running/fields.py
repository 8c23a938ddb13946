"""
Changing a field of an entity within its limits, and groups of fields that begin anew.

`changer(layout, symbol, fields, adding)` makes what compiled code calls: `change(state, printed,
entity, value)` returns the real change and what a limit swallowed. `Reset` is what a group of
fields begins with; `reset_fields` puts those of some entities back, `reset_all` those of all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NoReturn

from ..ground.errors import RuleError
from .contract import kernel
from .machine import MOST, clamp_number
from .parts import Parts
from .state import KIND, ZONE, Field, Layout

Change = tuple[int, int]
Printed = Mapping[int, tuple[int, ...]]  # what is printed on cards, by definition
Changer = Callable[[list[int], Printed, int, int], Change]


@kernel(writes=True)
def reset_fields(m: Parts, group: str, entities: Collection[int], to: int | None = None) -> None:
    """Put the fields of a group back to what they begin with, or all to one number."""
    of, state, players = m.program.resets[group], m.state, m.program.layout.players
    for entity in m.spend(entities):
        if entity > players:
            beginning = of.cards.get(state[entity], ())
        else:
            beginning = of.player if entity else of.match
        for first, end, values in beginning:
            state[first + entity : end + entity] = values if to is None else (to,) * len(values)


@kernel(writes=True)
def reset_all(m: Parts, group: str, player: int) -> None:
    """Likewise of all there is; of one player, and the cards in their zones, where one is named."""
    of, owner = m.program.resets[group], m.program.layout.zone_owner
    entities = [player] if player else [0, *range(1, m.seats + 1)]
    if of.cards:
        state, cards = m.state, m.cards
        entities += [c for c in cards if owner[state[c + ZONE]] == player] if player else cards
    reset_fields(m, group, entities)


@kernel(writes=True)
def change_together(
    m: Parts,
    amount: int,
    own: tuple[int, int | None],
    players: tuple[tuple[int, int], ...],
    counter: tuple[int, int | None] | None = None,
    sign: int = 1,
) -> None:
    """
    Change a field of players (`own`: its base, and what it never falls below), each with a sign, by
    one amount, and with another sign a `counter` of the match.

    :raises RuleError: nothing changes: the amount is below 0, or more than one of them has.
    """
    (base, least), state = own, m.state
    if amount < 0:
        raise RuleError(f"{amount} cannot change hands: it is below 0")
    if not all(1 <= player <= m.seats for player, _ in players):
        raise RuleError(f"{amount} cannot change hands: nobody is there")
    sides = [(base + player, each, least) for player, each in players]
    if counter is not None:
        sides.append((counter[0], sign, counter[1]))
    for place, each, lowest in sides:
        if each < 0 and lowest is not None and (there := state[place] - lowest) < amount:
            raise RuleError(f"{amount} cannot change hands where there are {there}")
    for place, each, _ in sides:
        state[place] = clamp_number(state[place] + each * amount)


@kernel()
def raise_lacks_field(entity: int, field: str) -> NoReturn:
    """An entity of a kind without the field was to be changed."""
    raise RuleError(f"entity {entity} has no {field}")


def field_changer(
    layout: Layout, symbol: Callable[[str], int], fields: tuple[Field, ...], adding: bool
) -> Changer:
    """
    Sets a field, or adds to it: of several of one name that which the entity has. `symbol` gives
    the number of a kind.
    """
    alike = {(field.minimum, field.maximum, field.maximum_base) for field in fields}
    of_cards = all(field.kind not in ("match", "player") for field in fields)
    if len(fields) == 1 or (of_cards and len(alike) == 1):
        return _changer_of_kind(layout, symbol, fields, adding)
    return _changer_of_any(layout, symbol, fields, adding)


def _changer_of_kind(
    layout: Layout,
    symbol: Callable[[str], int],
    fields: tuple[Field, ...],
    adding: bool,
    known: bool = False,
) -> Changer:
    """
    Of entities of one kind, or of cards of several that keep it at the same place within the same
    limits; `known`: who calls it has looked whether they are of that.
    """
    field = fields[0]
    name, base, first, width = field.name, field.base, layout.first, layout.width
    kinds = frozenset(symbol(each.kind) for each in fields if each.kind not in ("match", "player"))
    low, high = (1, layout.players) if field.kind == "player" else (0, 0)
    least, limited, most_at = field.minimum, field.maximum is not None, field.maximum_base
    most = field.maximum if isinstance(field.maximum, int) else 0

    @kernel(writes=True)
    def change(v: list[int], d: Printed, entity: int, value: int) -> Change:
        if known:
            pass
        elif kinds:
            if entity < first or entity % width or d[v[entity]][KIND] not in kinds:
                raise_lacks_field(entity, name)
        elif not low <= entity <= high:
            raise_lacks_field(entity, name)
        index = base + entity
        old = v[index]
        if adding:
            value += old
            if not -MOST <= value <= MOST:
                value = clamp_number(value)
        wanted = value
        if limited:
            top = v[most_at + entity] if most_at else most
            if value > top:
                value = top
        if least is not None and value < least:
            value = least
        v[index] = value
        real, swallowed = value - old, wanted - value
        if not (-MOST <= real <= MOST and -MOST <= swallowed <= MOST):
            return clamp_number(real), clamp_number(swallowed)
        return real, swallowed

    return change


def _changer_of_any(
    layout: Layout, symbol: Callable[[str], int], fields: tuple[Field, ...], adding: bool
) -> Changer:
    """Of a player, the match, or cards of one kind or another."""
    changers = {
        field.kind: _changer_of_kind(layout, symbol, (field,), adding, known=True)
        for field in fields
    }
    of_match, of_player = changers.pop("match", None), changers.pop("player", None)
    by_kind = {symbol(kind): one for kind, one in changers.items()}
    name, players, first, width = fields[0].name, layout.players, layout.first, layout.width

    @kernel(writes=True)
    def change(v: list[int], d: Printed, entity: int, value: int) -> Change:
        if entity >= first:
            one = None if entity % width else by_kind.get(d[v[entity]][KIND])
        elif 0 <= entity <= players:
            one = of_player if entity else of_match
        else:
            one = None
        if one is None:
            raise_lacks_field(entity, name)
        return one(v, d, entity, value)

    return change


@kernel(writes=True)
def for_each(change: Callable[[int], Change], entities: Iterable[int]) -> Change:
    """A change of several entities; the sums of what it returns."""
    results = [change(entity) for entity in entities]
    real, swallowed = (sum([each[part] for each in results]) for part in range(2))
    return clamp_number(real), clamp_number(swallowed)
