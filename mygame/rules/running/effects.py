"""Events, triggers and modifiers; a part of the kernel."""

from __future__ import annotations

from collections.abc import Iterable

from ..ground.errors import BudgetExceeded
from . import events, lasting, modifiers
from .active import Modifier, Trigger
from .code import ModifierDef, TriggerDef
from .contract import kernel
from .frames import Frames
from .machine import MAX_LASTING
from .state import Context, Identifier, Registers, Value, index_for, split_index


class Effects(Frames):
    """What compiled code calls for events and for what lasts."""

    __slots__ = ()

    @kernel(fires=True, asks=True)
    def fire(self, key: int, context: Context, subject: int) -> bool:
        """
        Let an event be heard; its context, as whoever hears it leaves it, is the result. Whether
        they have to wait. A `trace` is told of it before, and may stop the match there: it returns
        whether it does.
        """
        if self.trace is not None and self.trace(key, context, subject):
            return True
        listeners = self.listeners
        if key in listeners or (subject > 0 and index_for(key, subject) in listeners):
            registers = [key, context, events.listeners_of(self, key, subject), 0, None, False]
            if events.next_trigger(self, registers) is not None:
                registers[events.FOUND] = True
                return self.run_framed((events.DRAIN, registers, 0))
        self.result = context
        return False

    @kernel(writes=True)
    def mark_event(self, flag: int, by: int) -> None:
        """
        Mark the innermost event: -1 countered, -2 cancelled, `by` a card (0: the flow of the game).
        """
        registers = events.event_registers(self)
        context = list(registers[1])
        context[flag] = by or 1
        registers[1] = tuple(context)

    @kernel(writes=True)
    def change_event(self, index: int, value: Value) -> Value:
        """Change a value in the context of the innermost event."""
        registers = events.event_registers(self)
        context = list(registers[1])
        context[index] = value
        registers[1] = tuple(context)
        return value

    @kernel(writes=True)
    def add_trigger(
        self,
        definition: TriggerDef,
        r: Registers,
        owner: int,
        subject: int,
        identifier: Identifier | None,
    ) -> None:
        """Add a trigger, and those that will remove it."""
        if definition.unique and any(
            t.id == identifier and t.owner == owner for t in self.triggers.values()
        ):
            return
        uuid, removers = self._new_effect(definition, r, owner)
        captured = (r[0], r[1], 0, *r[3 : definition.captured])
        key = index_for(definition.key, subject) if subject > 0 else definition.key
        self.triggers[uuid] = Trigger(definition, owner, r[1], captured, identifier, key, removers)
        self.listeners[key] = (*self.listeners.get(key, ()), uuid)
        if definition.mode == "inPlay":
            self.attached[r[1]] = (*self.attached.get(r[1], ()), uuid)
        lasting.attach(self, uuid, self.triggers[uuid])

    @kernel(writes=True)
    def add_modifier(
        self, definition: ModifierDef, r: Registers, owner: int, identifier: Identifier | None
    ) -> None:
        """Add a modifier, and the triggers that will remove it."""
        if definition.unique and any(
            t.id == identifier and t.owner == owner for t in self.modifiers.values()
        ):
            return
        uuid, removers = self._new_effect(definition, r, owner)
        self.modifiers[uuid] = Modifier(definition, owner, r[1], tuple(r), identifier, removers)
        for key in modifiers.index_keys(definition, r):
            self.modifiers_of[key] = (*self.modifiers_of.get(key, ()), uuid)
        if definition.duration == "inPlay":
            self.attached[r[1]] = (*self.attached.get(r[1], ()), uuid)
        lasting.attach(self, uuid, self.modifiers[uuid])

    def _new_effect(
        self, definition: TriggerDef | ModifierDef, r: Registers, owner: int
    ) -> tuple[int, tuple[int, ...]]:
        """A UUID for a lasting effect, and triggers that end it when its time is up."""
        if len(self.triggers) + len(self.modifiers) >= MAX_LASTING:
            raise BudgetExceeded(f"more than {MAX_LASTING} lasting effects")
        uuid = self.next_uuid
        self.next_uuid += 1 + len(definition.removers)
        for offset, remover in enumerate(definition.removers, 1):
            captured = (owner, r[1], 0, *r[3 : remover.captured])
            self.triggers[uuid + offset] = Trigger(
                remover, owner, r[1], captured, None, remover.key, (), uuid
            )
            self.listeners[remover.key] = (*self.listeners.get(remover.key, ()), uuid + offset)
        return uuid, tuple(range(uuid + 1, uuid + 1 + len(definition.removers)))

    def remove(self, uuid: int) -> None:
        """End a trigger or modifier."""
        ended: Trigger | Modifier
        trigger = self.triggers.pop(uuid, None)
        if trigger is not None:
            ended = trigger
            _remove_from_index(self.listeners, trigger.key, uuid)
            inplay = not trigger.parent and trigger.definition.mode == "inPlay"
        else:
            modifier = self.modifiers.pop(uuid, None)
            if modifier is None:
                return
            ended = modifier
            for key in modifiers.index_keys(modifier.definition, modifier.captured):
                _remove_from_index(self.modifiers_of, key, uuid)
            inplay = modifier.definition.duration == "inPlay"
        if inplay:
            _remove_from_index(self.attached, ended.source, uuid)
        if ended.definition.bearer >= 0:
            _remove_from_index(self.borne, ended.captured[ended.definition.bearer], uuid)
        for remover in ended.removers:
            self.remove(remover)

    @kernel(writes=True)
    def remove_all(self, uuids: Iterable[int]) -> None:
        for uuid in tuple(uuids):
            self.remove(uuid)

    @kernel()
    def as_uuids(self, value: int | tuple[int, ...]) -> tuple[int, ...]:
        """One UUID or several."""
        return value if isinstance(value, tuple) else (value,)

    @kernel()
    def lasting_by_id(self, identifier: Identifier) -> tuple[int, ...]:
        """The UUIDs of triggers and modifiers with this id."""
        return tuple(
            u
            for table in (self.triggers, self.modifiers)
            for u, t in table.items()
            if t.id == identifier
        )

    @kernel()
    def triggers_by_event(self, event: int) -> tuple[int, ...]:
        """The UUIDs of the triggers that listen to this event, before or after."""
        return tuple(
            u
            for u, t in self.triggers.items()
            if split_index(t.key)[0] // 2 == event and not t.parent
        )


def _remove_from_index(index: dict[int, tuple[int, ...]], key: int, uuid: int) -> None:
    rest = tuple([other for other in index.get(key, ()) if other != uuid])
    if rest:
        index[key] = rest
    else:
        index.pop(key, None)
