"""Lasting effects: triggers and modifiers."""

from __future__ import annotations

import ast
from typing import Any

from ...running.code import ModifierDef, TriggerDef
from .. import quote
from ..emit import Bound, Emitter, Frame
from ..quote import Piece, code, register
from ..schema import Param, doable
from ..tree import Binding, ModifierNode, Name, Node, Select, TriggerNode, Until, Use
from .control import either
from .events import key_of

SPEC = "seed 000, Doable"


@doable("addTriggers", source=SPEC, triggers="triggers")
def add_triggers(c: Emitter, use: Use, triggers: tuple[TriggerNode, ...]) -> None:
    """Add triggers. An `instant` one is carried out now."""
    for trigger in triggers:
        if trigger.event is None:
            either(c, trigger.condition, trigger.do)
        else:
            add_trigger(c, trigger)


def add_trigger(c: Emitter, trigger: TriggerNode) -> None:
    """A line that puts a trigger to work."""
    definition = define_trigger(c, trigger)
    definition.removers = _removers(c, trigger.until)
    subject = c.single(trigger.of) if trigger.of is not None else quote.const(-1)
    identity = c.identity(trigger.id)
    who = _owner(c, trigger.owner)
    text = "m.add_trigger(INDEX, r, WHO, SUBJECT, ID)"
    c.do(text, INDEX=definition.index, WHO=who, SUBJECT=subject, ID=identity)


def _owner(c: Emitter, owner: Node | None) -> ast.expr:
    return c.single(owner) if owner is not None else register(0)


def define_trigger(c: Emitter, trigger: TriggerNode) -> TriggerDef:
    """Compile what a trigger does, in a frame of its own that knows what is known here."""
    compiler = c.compiler
    name = f"{c.frame.name} on {trigger.event.name}"
    definition = TriggerDef(
        len(compiler.triggers),
        name,
        key_of(trigger.event, trigger.before),
        trigger.mode,
        c.frame.registers,
        priority=trigger.priority,
        unique=trigger.unique,
        card=c.frame.card,
    )
    compiler.triggers.append(definition)
    frame = c.frame.nested(name)
    assert trigger.context is not None  # noqa: S101 (for mypy)
    bind_context(frame, trigger.context)
    inner = Emitter(compiler, frame)
    if trigger.condition is not None:
        compiler.function(definition, "condition", inner.aside().single(trigger.condition))
    if trigger.spell is not None:
        inner.line(quote.give(register(2), inner.single(trigger.spell)))
    inner.block(trigger.do)
    definition.code = compiler.new_code(name, frame.card)
    compiler.finish_code(definition.code, inner)
    definition.size = definition.code.size
    return definition


def bind_context(frame: Frame, context: Binding) -> None:
    """Give each value in the context of an event or timing a register."""
    parts = {part: Piece(register(frame.new_register()), held=True) for part in context.parts}
    frame.bound[context] = Bound(parts=parts)


def _removers(c: Emitter, endings: tuple[Until, ...]) -> tuple[int, ...]:
    """The triggers which end a lasting effect."""
    return tuple(_remover(c, until) for until in endings)


def _remover(c: Emitter, until: Until) -> int:
    compiler = c.compiler
    definition = TriggerDef(
        len(compiler.triggers),
        f"end of {c.frame.name}",
        key_of(until.event, until.before),
        "always",
        c.frame.registers,
        priority=-1_000_000,
    )
    compiler.triggers.append(definition)
    if until.condition is not None:
        frame = c.frame.nested(definition.name)
        bind_context(frame, until.context)
        definition.size = frame.registers
        aside = Emitter(compiler, frame, pure=True)
        compiler.function(definition, "condition", aside.single(until.condition))
    return definition.index


@doable("removeTriggers", source=SPEC, mode=Param("choice", domain=("UUID", "id")), targets="ids")
def remove_triggers(c: Emitter, use: Use, mode: str, targets: tuple[Node, ...]) -> None:
    """Remove triggers by UUID or by id. `targets` is a list, or a getter `{mode, value}`."""
    for target in targets:
        if isinstance(target, Name):
            found = quote.call("m.lasting_by_id", c.identity(target))
        else:
            found = c.single(target)
            if not target.many:
                found = quote.call("m.uuids", found)
        c.do("m.remove_all(FOUND)", FOUND=found)


@doable("addModifiers", source="DESIGN 3, modifiers", modifiers="modifiers")
def add_modifiers(c: Emitter, use: Use, modifiers: tuple[Node, ...]) -> None:
    """
    Add modifiers: layers over a property or field of the entities that pass `where` (or of the one
    that `of` names).
    """
    for modifier in modifiers:
        c.line(*_modifier_lines(c, modifier))


def _modifier_lines(c: Emitter, modifier: Node) -> quote.Statements:
    """A modifier, or the one of several that a word's parameter means."""
    if isinstance(modifier, Select):
        lines: quote.Statements = []
        by = c.single(modifier.by)
        for name, case in modifier.cases.items():
            test = code("BY == NAME", BY=by, NAME=c.compiler.pack.symbol(name))
            lines.append(quote.choose(test, _modifier_lines(c, case)))
        return lines
    assert isinstance(modifier, ModifierNode)  # noqa: S101 (for mypy)
    definition = define_modifier(c, modifier)
    definition.removers = _removers(c, modifier.until)
    return quote.lines(
        "m.add_modifier(INDEX, r, WHO, ID)",
        INDEX=definition.index,
        WHO=_owner(c, modifier.owner),
        ID=c.identity(modifier.id),
    )


@doable("removeModifiers", source="DESIGN 3, modifiers", targets="ids")
def remove_modifiers(c: Emitter, use: Use, targets: tuple[Any, ...]) -> None:
    """Remove modifiers by id."""
    for target in targets:
        c.do("m.remove_all(m.lasting_by_id(ID))", ID=c.identity(target))


def define_modifier(c: Emitter, modifier: ModifierNode) -> ModifierDef:
    """Compile a modifier."""
    compiler = c.compiler
    definition = ModifierDef(
        len(compiler.modifiers),
        c.frame.name,
        modifier.property.index,
        modifier.layer,
        modifier.mode,
        modifier.duration,
        modifier.unique,
        card=c.frame.card,
    )
    compiler.modifiers.append(definition)
    aside = c.aside()
    aside.bind(modifier.it, Piece(quote.name("it")))
    if modifier.of is not None:
        of = aside.single(modifier.of)
        compiler.function(definition, "where", code("it in OF", OF=of), "m r it")
        definition.of = _register(of)
    elif modifier.where is not None:
        compiler.function(definition, "where", aside.single(modifier.where), "m r it")
    compiler.function(definition, "amount", aside.single(modifier.amount), "m r it")
    return definition


def _register(of: ast.expr) -> int:
    """
    The register that holds these entities, which do not change any more when a lasting effect has
    begun; -1 where they are worked out.
    """
    match of:
        case ast.Subscript(value=ast.Name(id="r"), slice=ast.Constant(value=int(number))):
            return number
        case ast.Tuple(elts=[one]) | ast.Call(func=ast.Name(id="one"), args=[one]):
            return _register(one)
        case ast.BoolOp(op=ast.Or(), values=[one, ast.Tuple(elts=[])]):
            return _register(one)
    return -1
