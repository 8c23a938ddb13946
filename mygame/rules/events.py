"""
Events and triggers.

An event has a *key*: twice its index, plus one for what is heard before it happens. Triggers are
indexed by key, and by key and subject for those that say `of`; with nobody listening an event costs
two look-ups. Who hears first: higher priority, then seat order from the start player, then age.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .compile import Code
from .errors import BudgetExceeded, RuleError
from .state import Frame

MAX_TRIGGERS_PER_EVENT = 500
SUBJECT_SHIFT = 1 << 16


class Trigger(NamedTuple):
    """
    A trigger at work: which declaration, whose, made by which card, with which captured registers.
    """

    definition: int
    owner: int
    source: int
    captured: tuple
    id: tuple | None
    key: int  # where it is indexed
    removers: tuple[int, ...]
    parent: int = 0  # a remover: the UUID that it ends


def drain(m: Any, r: list) -> int:
    """
    The one block of the frame that lets triggers hear an event. Registers: key, context, queue of
    UUIDs, position.

    The context ends with the flags cancelled and countered.
    """
    queue = r[2]
    while r[3] < len(queue) and not r[1][-2]:
        uuid = queue[r[3]]
        r[3] += 1
        trigger = m.triggers.get(uuid)
        if trigger is None:
            continue
        definition = m.pack.triggers[trigger.definition]
        registers = [*trigger.captured, *r[1][:-2]]
        if definition.condition is not None and not definition.condition(m, registers):
            continue
        if trigger.parent:
            m.remove(trigger.parent)
            continue
        if definition.mode == "once":
            m.remove(uuid)
        m.push(definition.code, registers)
        return -1
    return m.leave(r[1])


DRAIN = Code(-1, "events", None)
DRAIN.blocks = (drain,)


def hear(m: Any, key: int, subject: int) -> tuple[int, ...]:
    """The UUIDs of the triggers that listen, in the order in which they are heard."""
    listeners = m.listeners
    queue = listeners.get(key, ()) + (
        listeners.get(key + SUBJECT_SHIFT * subject, ()) if subject > 0 else ()
    )
    if len(queue) > 1:
        if len(queue) > MAX_TRIGGERS_PER_EVENT:
            raise BudgetExceeded(f"more than {MAX_TRIGGERS_PER_EVENT} triggers listen to one event")
        definitions, triggers, order = m.pack.triggers, m.triggers, m.players_from(0)
        place = {player: i for i, player in enumerate(order)}
        queue = tuple(
            sorted(
                queue,
                key=lambda uuid: (
                    -definitions[(t := triggers[uuid]).definition].priority,
                    place.get(t.owner, len(order)),
                    uuid,
                ),
            )
        )
    return queue


def event_frame(m: Any) -> Frame:
    """The innermost event being heard."""
    for frame in reversed(m.stack):
        if frame.code is DRAIN:
            return frame
    raise RuleError("there is no event to counter, cancel or change here")
