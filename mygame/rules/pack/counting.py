"""
What fields do by themselves: count events (`tallies`), and begin anew after those of a mode; and
which words change them (`enchantments`).

A tally is a field of the players, cards or match whose events it counts; compiled code counts where
it fires them (`language.words.events`), before anybody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..ground.errors import suggest
from ..language.declared import Declarations, Declared, Tally
from ..language.enchantments import Enchantments
from ..running.resets import reset_groups


def declare_tallies(
    declared: Declarations,
    section: Mapping[str, dict[str, Any]],
    fields: Mapping[str, Mapping[str, Any]],
    problem: Callable[[str, str], None],
) -> list[Tally]:
    """The tallies of a pack, which it learns by event; `fields` are its others, by kind."""
    found = []
    for name, spec in section.items():
        place = f"tallies.{name}"
        if any(name in table for table in fields.values()):
            problem(place, "there is a field of this name")
        event = declared.event(spec.get("event"))
        if event is None:
            known = suggest(spec.get("event"), declared.events)
            problem(f"{place}.event", f"there is no event {spec.get('event')!r}{known}")
            continue
        for key, types in (("by", ("player", "card")), ("amount", ("number",)), ("last", None)):
            _check_context_value(event, key, types, spec, place, problem)
        if "per" in spec and spec["per"] not in declared.modes:
            known = suggest(spec["per"], declared.modes)
            problem(f"{place}.per", f"there is no mode {spec['per']!r}{known}")
        tally = Tally(name, event, spec.get("by", ""), spec)
        declared.tallies.setdefault(event.index, []).append(tally)
        found.append(tally)
    return found


def _check_context_value(
    event: Declared,
    key: str,
    types: tuple[str, ...] | None,
    spec: dict[str, Any],
    place: str,
    problem: Callable[[str, str], None],
) -> None:
    """Whether a value of the context of an event is there, and of the right type."""
    name = spec.get(key)
    if name is None:
        return
    if name not in event.context:
        known = suggest(name, event.context, "it has")
        problem(f"{place}.{key}", f"{event.name} has no {name} in its context{known}")
    elif types is not None and event.context[name][0] not in types:
        problem(f"{place}.{key}", f"{name} is no {' or '.join(types)}")


def fields_of_tallies(
    fields: Mapping[str, Mapping[str, Any]], tallies: list[Tally], kinds: tuple[str, ...]
) -> dict[str, dict[str, Any]]:
    """The fields of a pack by kind, with those that count."""
    found = {kind: dict(table) for kind, table in fields.items()}
    for tally in tallies:
        context, spec = tally.event.context, tally.spec
        type, domain = context.get(spec.get("last", ""), ("number", ()))
        field = {"type": list(domain) or type, "reset": spec.get("per", "")}
        if "see" in spec:
            field["see"] = spec["see"]
        of = context[tally.by][0] if tally.by in context else "match"
        for kind in kinds if of == "card" else (of,):
            found.setdefault(kind, {}).setdefault(tally.name, field)
    return found


def declare_enchantments(
    declared: Declarations, section: Mapping[str, Any], problem: Callable[[str, str], None]
) -> None:
    """The words of enchantments; what they mean must be there."""
    enchantments = declared.enchantments = Enchantments(section)
    if len(enchantments.pair) not in (0, 2):
        problem("enchantments.pair", "a pair is two properties")
    for name in sorted(enchantments.properties - declared.modifiable.keys()):
        known = suggest(name, declared.modifiable)
        problem("enchantments", f"there is no property or field {name!r}{known}")
    for name in sorted(enchantments.durations.keys() - declared.modes.keys()):
        known = suggest(name, declared.modes)
        problem("enchantments.durations", f"there is no mode {name!r}{known}")


def find_resets(declared: Declarations) -> None:
    """Which fields begin anew together, and after which events of the modes of that name."""
    declared.resets = reset_groups(
        declared.layout,
        declared.catalogue.rows,
        lambda each: declared.catalogue.by_symbol[each].kind,
    )
    for group in declared.resets.keys() & declared.modes.keys():
        mode = declared.modes[group]
        for name in mode["events"]:
            event = declared.event(name)
            if event is not None:
                context = list(event.context)
                own = context.index(mode["own"]) if mode.get("own") in context else -1
                declared.resets_at.setdefault(event.index, []).append((group, own))
