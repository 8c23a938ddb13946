"""Lasting effects: triggers and modifiers."""

from __future__ import annotations

import re
from typing import Any

from ...ground.errors import instead
from ...running.code import ModifierDef, TriggerDef
from ...running.modifiers import LAYERS
from ..emitter import Emitter, Symbol
from ..schema import Param, doable
from ..source import Expr
from ..values import identity
from .control import if_
from .events import event_key

SPEC = "seed 000, Doable"

TRIGGER_KEYS = {
    "id",
    "UUID",
    "event",
    "when",
    "of",
    "condition",
    "mode",
    "until",
    "priority",
    "owner",
    "unique",
    "do",
    "spell",
    "comment",
}


@doable("addTriggers", source=SPEC, triggers="raw")
def add_triggers(c: Emitter, node: dict, triggers: Any) -> None:
    """Add triggers. An `instant` one is carried out now."""
    if isinstance(triggers, dict):
        triggers = [triggers]
    if not isinstance(triggers, list):
        c.problem("triggers is a list", ".triggers")
        return
    for number, trigger in enumerate(triggers):
        at = c.at(f".triggers[{number}]")
        if not isinstance(trigger, dict):
            at.problem("a trigger is an object")
        elif trigger.get("event") == "instant":
            if_(
                at,
                trigger,
                at.condition(trigger.get("condition", True), ".condition"),
                trigger.get("do", []),
                None,
            )
        else:
            add_trigger(at, trigger)


def add_trigger(c: Emitter, node: dict) -> None:
    for key in node.keys() - TRIGGER_KEYS:
        known = sorted(TRIGGER_KEYS - {"comment", "UUID"})
        c.problem(f"a trigger has no {key}{instead(key, known, 'it has')}")
    event, key = event_key(c, node.get("event"), node.get("when", "after"))
    mode = node.get("mode", "always")
    if event is None:
        return
    modes = c.compiler.pack.modes
    if mode not in (lasting := ("once", "always", "inPlay", *modes)):
        c.problem(f"there is no mode {mode!r}{instead(mode, lasting)}", ".mode")
        mode = "always"
    definition = define_trigger(c, node, event, key, mode)
    definition.removers = removers(c, node, mode)
    subject = c.value(node["of"], "entity", ".of").src if "of" in node else "-1"
    c.line(
        f"m.add_trigger({definition.index}, r, {owner_source(c, node)}, {subject}, "
        f"{identity(c, node['id']) if 'id' in node else 'None'})"
    )


def owner_source(c: Emitter, node: dict) -> str:
    return c.value(node["owner"], "player", ".owner").src if "owner" in node else "r[0]"


def define_trigger(c: Emitter, node: dict, event: Any, key: int, mode: str) -> TriggerDef:
    compiler = c.compiler
    name = f"{c.scope.name} on {event.name}"
    definition = TriggerDef(
        len(compiler.triggers), name, key, mode, c.scope.frame.registers, card=c.scope.card
    )
    compiler.triggers.append(definition)
    definition.priority = c.value(node.get("priority", 0), "number", ".priority").literal or 0
    definition.unique = bool(node.get("unique")) and "id" in node
    scope = c.scope.nested(name)
    scope.event, scope.context_at = event, scope.frame.registers
    compiler.bind_context(scope, event, node["event"])
    if event.subject is not None:
        scope.symbols["subject"] = Symbol(expr=scope.symbols[event.name].parts[event.subject])
    inner = Emitter(compiler, scope, c.place)
    if "condition" in node:
        pure = Emitter(compiler, scope, c.place, pure=True)
        compiler.function(definition, "condition", pure.condition(node["condition"], ".condition"))
    if "spell" in node:
        inner.line(f"r[2] = {inner.value(node['spell'], 'card', '.spell').src}")
    inner.at(".do").body(node.get("do", []))
    definition.code = compiler.new_code(name, scope.card)
    compiler.finish_code(definition.code, inner)
    definition.size = definition.code.size
    return definition


def removers(c: Emitter, node: dict, mode: str) -> tuple[int, ...]:
    """
    The triggers which end a lasting effect: those of its mode (seed 000, Trigger) and its `until`.
    """
    compiler = c.compiler
    found = []
    declared = compiler.pack.modes.get(mode)
    if declared is not None:
        for name in declared["events"]:
            event = compiler.pack.event(name)
            own = declared.get("own")
            test = f"{{{name}.{own}}} == {{you}}" if own and own in event.context else True
            found.append(remover(c, name, test))
    until = node.get("until")
    if isinstance(until, dict):
        found.append(
            remover(
                c.at(".until"),
                until.get("event"),
                until.get("condition", True),
                until.get("when", "after"),
            )
        )
    elif until is not None:
        c.problem("until is an object with event and condition", ".until")
    return tuple(index for index in found if index >= 0)


def remover(c: Emitter, name: Any, condition: Any, when: str = "after") -> int:
    event, key = event_key(c, name, when)
    if event is None:
        return -1
    compiler = c.compiler
    definition = TriggerDef(
        len(compiler.triggers),
        f"end of {c.scope.name}",
        key,
        "always",
        c.scope.frame.registers,
        priority=-1_000_000,
    )
    compiler.triggers.append(definition)
    if condition is not True:
        scope = c.scope.nested(definition.name)
        compiler.bind_context(scope, event, name)
        definition.size = scope.frame.registers
        pure = Emitter(compiler, scope, c.place, pure=True)
        compiler.function(definition, "condition", pure.condition(condition, ".condition"))
    return definition.index


@doable("removeTriggers", source=SPEC, mode=Param("raw", domain=("UUID", "id")), targets="raw")
def remove_triggers(c: Emitter, node: dict, mode: Any, targets: Any) -> None:
    """Remove triggers by UUID or by id. `targets` is a list, or a getter `{mode, value}`."""
    if isinstance(targets, dict):
        c.line(f"m.remove_all({c.value(targets, 'any', '.targets').src})")
        return
    for number, target in enumerate(targets if isinstance(targets, list) else [targets]):
        at = c.at(f".targets[{number}]")
        if isinstance(target, dict):
            c.line(f"m.remove_all({at.value(target).src})")
        elif mode == "id":
            c.line(f"m.remove_all(m.lasting_by_id({identity(at, target)}))")
        else:
            c.line(f"m.remove_all(m.uuids({at.value(target).src}))")


# The source of entities that do not change any more when a lasting effect has begun.
IN_REGISTER = re.compile(r"(?:one\(|\()?r\[(\d+)\](?:,\)|\)| or \(\)\))?")
MODIFIER_KEYS = {
    "id",
    "property",
    "mode",
    "amount",
    "where",
    "of",
    "duration",
    "until",
    "layer",
    "unique",
    "owner",
    "comment",
}


@doable("addModifiers", source="DESIGN 3, modifiers", modifiers="raw")
def add_modifiers(c: Emitter, node: dict, modifiers: Any) -> None:
    """
    Add modifiers: layers over a property or field of the entities that pass `where` (or of the one
    that `of` names).
    """
    for number, modifier in enumerate(modifiers if isinstance(modifiers, list) else [modifiers]):
        at = c.at(f".modifiers[{number}]")
        if not isinstance(modifier, dict):
            at.problem("a modifier is an object")
            continue
        modifier_lines(
            at,
            modifier,
            {"mode": tuple(LAYERS), "duration": (*c.compiler.pack.modes, "always", "inPlay")},
        )


def modifier_lines(c: Emitter, node: dict, choices: dict[str, tuple[str, ...]]) -> None:
    """
    A modifier whose mode or duration is a word's parameter: one declaration for each that it can
    be.
    """
    for key, known in choices.items():
        if isinstance(node.get(key), str) and "{" in node[key]:
            chosen = c.value(node[key], "symbol", f".{key}")
            for name in chosen.domain or known:
                inner = Emitter(c.compiler, c.scope, c.place, c.pure)
                modifier_lines(inner, {**node, key: name}, choices)
                c.line(f"if {chosen.src} == {c.compiler.pack.symbol(name)}:\n{inner.block()}")
            return
    c.line(modifier_line(c, node))


def modifier_line(c: Emitter, node: dict) -> str:
    definition = define_modifier(c, node)
    if definition is None:
        return "pass"
    definition.removers = removers(c, node, definition.duration)
    identifier = identity(c, node["id"]) if "id" in node else "None"
    return f"m.add_modifier({definition.index}, r, {owner_source(c, node)}, {identifier})"


@doable("removeModifiers", source="DESIGN 3, modifiers", targets="raw")
def remove_modifiers(c: Emitter, node: dict, targets: Any) -> None:
    """Remove modifiers by id."""
    for number, target in enumerate(targets if isinstance(targets, list) else [targets]):
        c.line(f"m.remove_all(m.lasting_by_id({identity(c.at(f'.targets[{number}]'), target)}))")


def define_modifier(c: Emitter, node: dict) -> ModifierDef | None:
    """Compile a modifier."""
    compiler = c.compiler
    for key in node.keys() - MODIFIER_KEYS:
        known = sorted(MODIFIER_KEYS - {"comment"})
        c.problem(f"a modifier has no {key}{instead(key, known, 'it has')}")
    fact = compiler.pack.modifiable.get(node.get("property"))
    mode = node.get("mode", "add")
    if fact is None:
        name, names = node.get("property"), compiler.pack.modifiable
        c.problem(f"there is no property or field {name!r}{instead(name, names)}", ".property")
        return None
    if mode not in LAYERS:
        c.problem(f"there is no mode {mode!r}{instead(mode, LAYERS)}", ".mode")
        return None
    duration = node.get("duration", "always")
    if duration not in (durations := (*compiler.pack.modes, "always", "inPlay")):
        c.problem(f"there is no duration {duration!r}{instead(duration, durations)}", ".duration")
        duration = "always"
    layer = c.value(node.get("layer", LAYERS[mode]), "number", ".layer").literal or 0
    definition = ModifierDef(
        len(compiler.modifiers),
        c.scope.name,
        fact.index,
        layer,
        mode,
        duration,
        bool(node.get("unique")) and "id" in node,
        card=c.scope.card,
    )
    compiler.modifiers.append(definition)
    pure = Emitter(compiler, c.scope, c.place, pure=True)
    candidate = Expr("it", fact.entity)
    if "of" in node:
        of = pure.entities(node["of"], "entities", ".of").src
        compiler.function(definition, "where", f"it in {of}", "m, r, it")
        if register := IN_REGISTER.fullmatch(of):
            definition.of = int(register.group(1))
    elif "where" in node:
        compiler.function(
            definition, "where", pure.filter(node["where"], candidate, ".where"), "m, r, it"
        )
    outer, pure.scope.it = pure.scope.it, candidate
    amount = pure.value(node.get("amount", 0), "any", ".amount")
    pure.scope.it = outer
    compiler.function(definition, "amount", amount.src, "m, r, it")
    return definition
