"""Lasting effects: triggers and modifiers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...program import form
from ...program.form import Const, Local, Made, Register, Value
from ...program.notation import code, lines
from ...program.values import Piece, Steps, assign, call, charge, if_step
from ..declared import Declared
from ..emit import Emitter
from ..frame import Bound, Frame
from ..schema import Param, doable
from ..tree import Binding, ModifierNode, Name, Node, Select, TriggerNode, Until, Use
from .control import emit_branch
from .events import event_key

SPEC = "seed 000, Doable"


@doable("addTriggers", source=SPEC, triggers="triggers")
def add_triggers(c: Emitter, use: Use, triggers: tuple[TriggerNode, ...]) -> None:
    """Add triggers. An `instant` one is carried out now."""
    for trigger in triggers:
        if trigger.event is None:
            emit_branch(c, trigger.condition, trigger.do)
        else:
            emit_trigger(c, trigger)


def emit_trigger(c: Emitter, trigger: TriggerNode) -> None:
    """Lines that put a trigger to work."""
    c.add_lines(*_lines_for_bearers(c, trigger, {}, lambda: _trigger_lines(c, trigger)))


def _trigger_lines(c: Emitter, trigger: TriggerNode) -> Steps:
    number = define_trigger(c, trigger)
    return lines(
        "m.add_trigger(OF, r, WHO, SUBJECT, ID)",
        OF=Made(f"T{number}"),
        WHO=_owner_value(c, trigger.owner),
        SUBJECT=c.emit_value(trigger.of) if trigger.of is not None else Const(-1),
        ID=c.effect_id(trigger.id),
    )


#: The cards that bear what one word adds, by the tree that names them: where they are kept.
Bearers = dict[int, Value]


def _lines_for_bearers(
    c: Emitter,
    lasting: TriggerNode | ModifierNode,
    known: Bearers,
    add: Callable[[], Steps],
) -> Steps:
    """The steps that add a lasting effect, for each card that is to bear it."""
    if lasting.on is None:
        return add()
    assert lasting.bearer is not None  # noqa: S101 (for mypy)
    if id(lasting.on) not in known:
        on = c.emit_piece(lasting.on).as_list
        known[id(lasting.on)] = kept = Register(c.new_register())
        c.add_lines(assign(kept, on))
    bearer = Register(c.new_register())
    c.bind(lasting.bearer, Piece(bearer))
    return [form.Each(bearer, None, charge(known[id(lasting.on)]), tuple(add()))]


def _bearer_register(c: Emitter, lasting: TriggerNode | ModifierNode) -> int:
    """The register of the card that bears it; -1: none does."""
    bound = c.frame.bound[lasting.bearer].value if lasting.bearer is not None else None
    return -1 if bound is None else _entities_register(bound)


def _owner_value(c: Emitter, owner: Node | None) -> Value:
    return c.emit_value(owner) if owner is not None else Register(0)


def define_trigger(c: Emitter, trigger: TriggerNode) -> int:
    """
    Compile what a trigger does, in a frame of its own that knows what is known here. Gives its
    number in the unit.
    """
    unit = c.compiler
    assert trigger.event is not None  # noqa: S101 (for mypy: instant ones are none)
    name = f"{c.frame.name} on {trigger.event.name}"
    made = _trigger_data(name, trigger.event, trigger.before, trigger.mode, c.frame)
    made |= {"priority": trigger.priority, "unique": trigger.unique}
    made["bearer"] = _bearer_register(c, trigger)
    unit.triggers.append(made)
    number = len(unit.triggers) - 1
    frame = c.frame.nested(name)
    assert trigger.context is not None  # noqa: S101 (for mypy)
    bind_context(frame, trigger.context)
    inner = Emitter(unit, frame)
    if trigger.condition is not None:
        made["condition"] = unit.value_function(inner.pure_emitter().emit_value(trigger.condition))
    if trigger.spell is not None:
        inner.add_lines(assign(Register(2), inner.emit_value(trigger.spell)))
    if trigger.you is not None:
        inner.add_lines(assign(Register(0), inner.emit_value(trigger.you)))
    inner.emit_block(trigger.do)
    made["code"] = unit.new_code(name)
    unit.finish_code(made["code"], inner)
    made["removers"] = _define_removers(c, trigger.until)
    return number


def _trigger_data(
    name: str, event: Declared, before: bool, mode: str, frame: Frame
) -> dict[str, Any]:
    """A trigger as data: see `running.code.TriggerDef`."""
    return {
        "name": name,
        "key": event_key(event, before),
        "mode": mode,
        "captured": frame.registers,
        "priority": 0,
        "unique": False,
        "condition": "",
        "code": -1,
        "bearer": -1,
        "removers": (),
    }


def bind_context(frame: Frame, context: Binding) -> None:
    """Give each value in the context of an event or timing a register."""
    parts = {part: Piece(Register(frame.new_register()), held=True) for part in context.parts}
    frame.bound[context] = Bound(parts=parts)


def _define_removers(c: Emitter, endings: tuple[Until, ...]) -> tuple[int, ...]:
    """The triggers which end a lasting effect."""
    return tuple(_define_remover(c, until) for until in endings)


def _define_remover(c: Emitter, until: Until) -> int:
    unit = c.compiler
    name = f"end of {c.frame.name}"
    made = _trigger_data(name, until.event, until.before, "always", c.frame)
    made["priority"] = -1_000_000
    unit.triggers.append(made)
    number = len(unit.triggers) - 1
    if until.condition is not None:
        frame = c.frame.nested(name)
        bind_context(frame, until.context)
        aside = Emitter(unit, frame, pure=True)
        made["condition"] = unit.value_function(aside.emit_value(until.condition))
    return number


@doable("removeTriggers", source=SPEC, mode=Param("choice", domain=("UUID", "id")), targets="ids")
def remove_triggers(c: Emitter, use: Use, mode: str, targets: tuple[Node, ...]) -> None:
    """Remove triggers by UUID or by id. `targets` is a list, or a getter `{mode, value}`."""
    for target in targets:
        if isinstance(target, Name):
            found = call("m.lasting_by_id", c.effect_id(target))
        else:
            found = c.emit_value(target)
            if not target.is_list:
                found = call("m.as_uuids", found)
        c.add_code("m.remove_all(FOUND)", FOUND=found)


@doable("addModifiers", source="DESIGN 3, modifiers", modifiers="modifiers")
def add_modifiers(c: Emitter, use: Use, modifiers: tuple[Node, ...]) -> None:
    """
    Add modifiers: layers over a property or field of the entities that pass `where` (or of the one
    that `of` names).
    """
    bearers: Bearers = {}
    for modifier in modifiers:
        c.add_lines(*_modifier_lines(c, modifier, bearers))


def _modifier_lines(c: Emitter, modifier: Node, bearers: Bearers) -> Steps:
    """A modifier, or the one of several that a word's parameter means."""
    if isinstance(modifier, Select):
        steps: Steps = []
        by = c.emit_value(modifier.by)
        for name, case in modifier.cases.items():
            test = code("BY == NAME", BY=by, NAME=c.compiler.symbol(name))
            steps.append(if_step(test, _modifier_lines(c, case, bearers)))
        return steps
    assert isinstance(modifier, ModifierNode)  # noqa: S101 (for mypy)
    one = modifier
    return _lines_for_bearers(
        c,
        one,
        bearers,
        lambda: lines(
            "m.add_modifier(OF, r, WHO, ID)",
            OF=Made(f"M{define_modifier(c, one)}"),
            WHO=_owner_value(c, one.owner),
            ID=c.effect_id(one.id),
        ),
    )


def _entities_register(of: Piece) -> int:
    """The register of entities that are known when a lasting effect begins; -1: none."""
    place = of.only or of.code
    if isinstance(place, form.Logic):  # the target of a cast, or nothing
        place = place.items[0]
    return place.number if isinstance(place, Register) else -1


@doable("removeModifiers", source="DESIGN 3, modifiers", targets="ids")
def remove_modifiers(c: Emitter, use: Use, targets: tuple[Name, ...]) -> None:
    """Remove modifiers by id."""
    for target in targets:
        c.add_code("m.remove_all(m.lasting_by_id(ID))", ID=c.effect_id(target))


def define_modifier(c: Emitter, modifier: ModifierNode) -> int:
    """Compile a modifier; gives its number in the unit."""
    unit = c.compiler
    made: dict[str, Any] = {
        "name": c.frame.name,
        "property": modifier.property.index,
        "layer": modifier.layer,
        "mode": modifier.mode,
        "duration": modifier.duration,
        "unique": modifier.unique,
        "where": "",
        "of": -1,
        "bearer": _bearer_register(c, modifier),
        "removers": (),
    }
    unit.modifiers.append(made)
    number = len(unit.modifiers) - 1
    aside = c.pure_emitter()
    aside.bind(modifier.it, Piece(Local("it")))
    if modifier.of is not None:
        of = aside.emit_piece(modifier.of)
        made["where"] = unit.value_function(code("it in OF", OF=of.code), "m r it")
        made["of"] = _entities_register(of)
    elif modifier.where is not None:
        made["where"] = unit.value_function(aside.emit_value(modifier.where), "m r it")
    elif modifier.bearer is not None:
        made["of"] = made["bearer"]
        bearer = Register(made["of"])
        made["where"] = unit.value_function(code("it == BEARER", BEARER=bearer), "m r it")
    made["amount"] = unit.value_function(aside.emit_value(modifier.amount), "m r it")
    made["removers"] = _define_removers(c, modifier.until)
    return number
