"""
Cards that come and go while a match is played: made, copied, turned into others, gone.

A created card that lies nowhere and of which nothing speaks any more can never be seen again: its
row is taken for another one. `collect_garbage` looks for such cards between two actions, when every
reference is in the match itself and none in a variable of a block that runs. It takes any number
that looks like a card for one, which at worst keeps a row a while longer. So nothing that refers to
a card can ever come to mean another card. Begin with `create_card`; this may import what `state`,
`machine` and `events` declare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..ground.errors import BudgetExceeded, RuleError
from . import known
from .contract import kernel
from .log import logged_cards
from .machine import MAKE, MAX_CREATED
from .parts import Parts
from .state import FIRST_FIELD, NOWHERE, ZONE, split_index
from .zone_rules import NO_RULES

#: Numbers, somewhere in what is nested; and what scripts were told, which are no numbers.
type Nested = int | str | Iterable[Nested] | None
ENOUGH = 16  # cards that are gone before anybody looks whether their rows can be had


def create_card(m: Parts, definition: int, player: int = 0) -> int:
    """
    A new card, which lies nowhere yet; its fields are as at the beginning.

    :raises RuleError: there is no such card in the pack.
    :raises BudgetExceeded: there are too many created cards.
    """
    row, layout = m.program.catalogue.rows.get(definition), m.program.layout
    if row is None:
        raise RuleError(
            f"{m.program.symbol_name(definition) or definition} is no card of this game"
        )
    m.work -= MAKE
    if m.work < 0:
        m.spend(())
    if m.spare:
        card, m.spare = m.spare[-1], m.spare[:-1]
        m.state[card : card + layout.width] = row
    else:
        card = len(m.state)
        if card - m.dealt >= MAX_CREATED * layout.width:
            raise BudgetExceeded(f"more than {MAX_CREATED} cards were created")
        m.state.extend(row)
    if player and layout.owned:
        m.owners = {**m.owners, card: player}
    return card


def copy_card(m: Parts, card: int, everything: bool) -> int:
    """
    A new card like another one, of the same player, which lies nowhere yet; with `everything` its
    fields are as those of the other one stand.
    """
    state, end = m.state, m.program.layout.width
    new = create_card(m, state[card], m.owners.get(card, 0))
    if everything:
        state[new + FIRST_FIELD : new + end] = state[card + FIRST_FIELD : card + end]
    return new


def transform_card(m: Parts, card: int, definition: int, keep: bool) -> None:
    """
    Turn a card into another one where it lies. What it did while it lay there ends, and what it
    bore. With `keep` it keeps the fields that the other one has too, within its limits.
    """
    layout, state = m.program.layout, m.state
    if definition not in m.program.catalogue.rows or not m.is_card(card):
        name = m.program.symbol_name(definition) or definition
        raise RuleError(f"{card} cannot become {name}")
    row = list(m.program.catalogue.rows[definition])
    row[ZONE] = state[card + ZONE]
    if m.known and row[ZONE] in layout.pools:
        known.note_turning(m, card)
    if keep:
        _keep_fields(m, card, definition, row)
    state[card : card + layout.width] = row
    m.remove_all((*m.attached.pop(card, ()), *m.borne.get(card, ())))
    m.stripped -= {card}


def _keep_fields(m: Parts, card: int, definition: int, row: list[int]) -> None:
    """The fields of a card into its new row; limits may be other fields, which come before."""
    fields, cards = m.program.layout.fields, m.program.catalogue.by_symbol
    old, new = cards[m.state[card]].kind, cards[definition].kind
    for (kind, name), field in fields.items():
        if kind != new or (old, name) not in fields:
            continue
        value, most = m.state[card + field.base], field.maximum
        if isinstance(most, str):
            most = row[field.maximum_base]
        if most is not None:
            value = min(value, most)
        row[field.base] = value if field.minimum is None else max(value, field.minimum)


# -- the words: where there is no room for another row, nothing happens ----------------------------


def has_room(m: Parts) -> bool:
    """Whether another card can be made."""
    return bool(m.spare) or len(m.state) - m.dealt < MAX_CREATED * m.program.layout.width


@kernel(writes=True)
def make_cards(
    m: Parts, pool: Sequence[int], amount: int, zone: int, at_random: bool = False
) -> tuple[int, ...]:
    """
    New cards for a zone, which lie nowhere yet: of the first definition of a pool, or each of one
    of them at random.
    """
    owner = m.program.layout.zone_owner[zone]
    made: list[int] = []
    while pool and len(made) < amount and has_room(m):
        made.append(create_card(m, pool[m.random(len(pool)) if at_random else 0], owner))
    return tuple(made)


@kernel(writes=True)
def duplicate_cards(m: Parts, cards: Sequence[int], zone: int, everything: bool) -> tuple[int, ...]:
    """Copies of cards for a zone, which lie nowhere yet."""
    owner, owned = m.program.layout.zone_owner[zone], m.program.layout.owned
    made: list[int] = []
    for card in filter(m.is_card, cards):
        if has_room(m):
            made.append(copy_card(m, card, everything))
            if owner and owned:
                m.owners = {**m.owners, made[-1]: owner}
    return tuple(made)


@kernel(turns=True, writes=True)
def transform_cards(m: Parts, cards: Sequence[int], definition: int, keep: bool) -> None:
    """
    Turn cards into others where they lie.

    :raises RuleError: such a card cannot lie where one of them lies.
    """
    for card in filter(m.is_card, cards if definition else ()):
        zone = m.state[card + ZONE]
        if not m.program.zone_rules.get(zone, NO_RULES).takes(definition):
            name, where = m.program.symbol_name(definition), m.program.layout.zone_names[zone]
            raise RuleError(f"{name} cannot lie in {where}")
        transform_card(m, card, definition, keep)


def collect_garbage(m: Parts, enough: int = ENOUGH) -> None:
    """Free the rows of created cards that are gone, if there are enough of them."""
    layout, state = m.program.layout, m.state
    width = layout.width
    if (len(state) - layout.first) // width - len(m.cards) - len(m.spare) < enough:
        return
    gone = {
        row
        for row in range(m.dealt, len(state), width)
        if state[row] and state[row + ZONE] == NOWHERE
    }
    empty = [0] * width
    freed = sorted(gone - _parameters_mentioned(m, gone))
    for row in freed:
        state[row : row + width] = empty
        m.spare += (row,)
    if not m.owners.keys().isdisjoint(freed):
        m.owners = {card: player for card, player in m.owners.items() if state[card]}


def _parameters_mentioned(m: Parts, gone: set[int]) -> set[int]:
    """Those of the cards that are gone of which something in the match speaks, maybe by another."""
    state, width = m.state, m.program.layout.width
    found = gone.intersection(_numbers_in(_all_references(m))) | gone.intersection(state[: m.dealt])
    for row in range(m.dealt, len(state), width):
        if row not in gone:
            found |= gone.intersection(state[row : row + width])
    waiting = list(found)
    while waiting:
        row = waiting.pop()
        more = gone.intersection(state[row + FIRST_FIELD : row + width]) - found
        found |= more
        waiting += more
    return found


def _all_references(m: Parts) -> Iterator[Nested]:
    """Everything outside the state that may speak of cards."""
    for _, registers, _ in m.stack:
        yield registers
    yield m.keeping
    yield ((entity, value) for (entity, _), value in m.tags.items())
    yield (abs(card) for _, row in m.gaps or () for card in row)
    yield m.gathered
    for trigger in m.triggers.values():
        yield trigger.state_tuple
        yield split_index(trigger.key)[1]
    for modifier in m.modifiers.values():
        yield modifier.state_tuple
    for choice in (*m.choices, *(choice for choice, _ in m.sealed)):
        yield choice.subject
        yield (logged_cards(value) for _, _, value in choice.values)
        yield (option.entity for option in choice.options)


def _numbers_in(values: Iterable[Nested]) -> Iterator[int]:
    """The numbers in nested tuples and lists."""
    for value in values:
        if isinstance(value, int):
            yield value
        elif value is not None and not isinstance(value, str):
            yield from _numbers_in(value)
