"""
Events and triggers.

An event has a *key*: twice its index, plus one for what is heard before it happens. Triggers are
indexed by key, and by key and subject for those that say `of`; with nobody listening an event costs
two look-ups. Who hears first: higher priority, then seat order from the start player, then age; or
(`pack.listeners`) by age alone, which a field of cards may say. Where the pack says so
(`pack.simultaneous`) players order effects of their own as they want.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ground.errors import BudgetExceeded, RuleError
from .active import Trigger
from .code import Code, TriggerDef
from .failing import leave_out
from .machine import DONE, start_code
from .parts import Parts
from .state import Context, Registers, index_for

MAX_TRIGGERS_PER_EVENT = 500
# Registers of `drain_event`: what its owner wants first; whether the next trigger was looked for
# already.
FIRST, FOUND = 4, 5


def drain_event(m: Parts, r: Registers, at: int) -> int:
    """
    The frame that lets triggers hear an event: see `Code.engine`. It waits for what they do, or, at
    ORDERED, for an owner who says which effect comes first. Registers: key, context, queue of
    UUIDs, position, the card whose effect its owner has put first (see `_bring_forward`), and
    whether the trigger at the position is known to have something to do.

    The context ends with the flags cancelled and countered.
    """
    if at == ORDERED:
        r[FIRST] = m.result
    while (trigger := next_trigger(m, r)) is not None:
        if m.program.turns.simultaneous and r[3] + 1 < len(r[2]):
            if _bring_forward(m, r, trigger):
                return ORDERED
            trigger = m.triggers[r[2][r[3]]]
        definition = trigger.definition
        if definition.mode == "once":
            m.remove(r[2][r[3]])
        r[3] += 1
        # One that is no remover has a code.
        if start_code(definition.code, m, *trigger.captured, *r[1][:-2]):  # type: ignore[arg-type]
            return HEARD
    m.result = r[1]
    return DONE


def next_trigger(m: Parts, r: Registers) -> Trigger | None:
    """The next trigger that has something to do, at the position in the queue."""
    context, queue = r[1], r[2]
    if r[FOUND]:
        r[FOUND] = False
        found: Trigger = m.triggers[queue[r[3]]]
        return found
    if context[-2]:
        return None
    for position in range(r[3], len(queue)):
        trigger: Trigger | None = m.triggers.get(queue[position])
        if trigger is None or not _goes_off(m, context, trigger):
            continue
        if trigger.parent:
            m.remove(trigger.parent)
            continue
        r[3] = position
        return trigger
    r[3] = len(queue)
    return None


def _goes_off(m: Parts, context: Context, trigger: Trigger) -> bool:
    """Whether the condition of a trigger holds for the event that is heard; not one that fails."""
    definition = trigger.definition
    if (definition.code or definition) in m.muted:
        return False
    condition = definition.condition
    if condition is None:
        return True
    try:
        return condition(m, [*trigger.captured, *context[:-2]])
    except Exception as error:  # noqa: BLE001 (a card may fail in any way)
        leave_out(m, definition.code or definition, error)
        return False


def _bring_forward(m: Parts, r: Registers, trigger: Trigger) -> bool:
    """
    Bring the effect to the position that its owner wants there: where effects of several cards of
    one player happen at the same moment, that player says which comes first. Whether to wait for
    that.
    """
    effects = _simultaneous_effects(m, r, trigger)
    if len(effects) < 2:
        return False
    if r[FIRST] is None:
        if m.ask_order(trigger.owner, tuple(effects)):
            return True
        r[FIRST] = m.result
    uuid = effects[r[FIRST][0]]
    others = [other for other in r[2][r[3] :] if other != uuid]
    r[2], r[FIRST] = (*r[2][: r[3]], uuid, *others), None
    return False


def _simultaneous_effects(m: Parts, r: Registers, trigger: Trigger) -> dict[int, int]:
    """
    Card -> UUID of its first effect: the effects of the owner of this one, of its priority, that
    would go off now. Of several cards with the same effect one stands for all.
    """
    owner, priority = trigger.owner, trigger.definition.priority
    effects: dict[int, int] = {}
    known: set[TriggerDef] = set()
    for uuid in r[2][r[3] :]:
        other = m.triggers.get(uuid)
        if other is None:
            continue
        if other.owner != owner or other.definition.priority != priority:
            break
        new = other.source not in effects and other.definition not in known
        if owner and other.source and new and not other.parent and _goes_off(m, r[1], other):
            effects[other.source] = uuid
            known.add(other.definition)
    return effects


HEARD, ORDERED = 0, 1  # points at which it waits
DRAIN = Code(None, 0, "events", engine=drain_event)


def listeners_of(m: Parts, key: int, subject: int) -> tuple[int, ...]:
    """The UUIDs of the triggers that listen, in the order in which they are heard."""
    listeners = m.listeners
    queue = listeners.get(key, ())
    if subject > 0:
        queue += listeners.get(index_for(key, subject), ())
    if len(queue) > 1:
        if len(queue) > MAX_TRIGGERS_PER_EVENT:
            raise BudgetExceeded(f"more than {MAX_TRIGGERS_PER_EVENT} triggers listen to one event")
        rank = _age_order(m) if m.program.turns.listeners == "age" else _seat_order(m)
        triggers = m.triggers
        queue = tuple(
            sorted(
                queue,
                key=lambda uuid: (-(t := triggers[uuid]).definition.priority, rank(t), uuid),
            )
        )
    return queue


def _seat_order(m: Parts) -> Callable[[Trigger], int]:
    """The place of a trigger's owner in the order from the start player; nobody's are last."""
    order = m.players_from(0)
    place = {player: i for i, player in enumerate(order)}
    return lambda trigger: place.get(trigger.owner, len(order))


def _age_order(m: Parts) -> Callable[[Trigger], int]:
    """How old the card is that a trigger is of: that bears it, or that has put it to work."""
    base, state = m.program.turns.age_base, m.state

    def age(trigger: Trigger) -> int:
        bearer = trigger.definition.bearer
        card = trigger.captured[bearer] if bearer >= 0 else trigger.source
        return state[card + base] if base and m.is_card(card) else 0

    return age


def event_registers(m: Parts) -> Registers:
    """The registers of the innermost event being heard."""
    for code, registers, *_ in reversed(m.stack):
        if code is DRAIN:
            return registers
    raise RuleError("there is no event to counter, cancel or change here")
