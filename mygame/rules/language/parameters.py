"""
Parameters of words, by the type that the word declares: how each is read.

A row of `READ` is a function of the reader at the parameter's place, the parameter, the JSON that
was given, and the arguments of the word that are read already. Part of the reader, like
`references`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ground.errors import suggest
from ..running.choices import RANDOM
from .contexts import find_event, find_question, find_timing, read_context
from .declared import Declared, Question
from .expressions import as_definition
from .lasting import read_modifier, read_trigger, split_changes
from .reading import Reading
from .references import read_id, read_member
from .schema import Arguments, Param
from .tree import About, Block, Context, Literal, Node, TriggerNode, ZoneOf, first_of, literal_value


def _as_list(node: object) -> list[object]:
    return node if isinstance(node, list) else [node]


def _read_entities(reader: Reading, param: Param, node: object, before: Arguments) -> Node:
    return reader.entities(node, param.type)


def _read_condition(reader: Reading, param: Param, node: object, before: Arguments) -> Node:
    return reader.condition(node)


def _read_conditions(
    reader: Reading, param: Param, node: object, before: Arguments
) -> tuple[Node, ...]:
    return tuple(reader.at(f"[{i}]").condition(n) for i, n in enumerate(_as_list(node)))


def _read_values(
    reader: Reading, param: Param, node: object, before: Arguments
) -> tuple[Node, ...]:
    return tuple(reader.at(f"[{i}]").value(n) for i, n in enumerate(_as_list(node)))


def _read_doables(reader: Reading, param: Param, node: object, before: Arguments) -> Block:
    return reader.block(node)


def _read_filter(reader: Reading, param: Param, node: object, before: Arguments) -> About | None:
    return None if node is None else reader.about_each(node, before.get(param.of))


def _read_measure(reader: Reading, param: Param, node: object, before: Arguments) -> About | None:
    return None if node is None else reader.about_each(node, before.get(param.of), "number")


def _read_flag(reader: Reading, param: Param, node: object, before: Arguments) -> bool:
    if not isinstance(node, bool | int):
        reader.problem(f"true or false belongs here, not {node!r}")
    return bool(node)


def _read_choice(reader: Reading, param: Param, node: object, before: Arguments) -> Node | str:
    """One of a few words; a reference, where a word of the pack passes it on."""
    if isinstance(node, str) and ("{" in node or "$" in node):
        return reader.value(node, "symbol")
    if not isinstance(node, str):
        reader.problem(f"{' or '.join(param.domain)} belongs here, not {node!r}")
        return param.domain[0]
    return node


# -- names of what a pack declares -----------------------------------------------------------------


def _read_event(reader: Reading, param: Param, node: object, before: Arguments) -> Declared | None:
    return find_event(reader, node)


def _read_timing(reader: Reading, param: Param, node: object, before: Arguments) -> Declared | None:
    return find_timing(reader, node)


def _read_question(
    reader: Reading, param: Param, node: object, before: Arguments
) -> Question | None:
    return find_question(reader, node)


def _read_prompt(reader: Reading, param: Param, node: object, before: Arguments) -> str:
    if not isinstance(node, str):
        reader.problem("a prompt is the name of a text")
        return "card"
    return node


def _read_name(reader: Reading, param: Param, node: object, before: Arguments) -> str:
    if not isinstance(node, str):
        reader.problem(f"a name belongs here, not {str(node)[:40]!r}")
        return ""
    return node


def _read_property(reader: Reading, param: Param, node: object, before: Arguments) -> Node | None:
    """A property or field of the thing that another parameter names."""
    of = before.get(param.of)
    if not isinstance(of, Node):
        of = Literal(place=reader.place, type="any", value=0)
    return read_member(reader, first_of(of), str(node))


def _read_definition(reader: Reading, param: Param, node: object, before: Arguments) -> Node | None:
    """A card as it is printed: its id, or what names one."""
    return None if node is None else as_definition(reader, reader.value(node, "definition"))


def _read_zone(reader: Reading, param: Param, node: object, before: Arguments) -> ZoneOf | None:
    """A zone, whose owner another parameter may name; `nowhere` where the word allows it."""
    if node is None:
        return None
    if node in param.domain:
        return ZoneOf(place=reader.place, zone=None)
    zones = reader.declarations.layout.zones
    found = zones.get(node) if isinstance(node, str) else None
    if found is None:
        reader.problem(f"there is no zone {node!r}{suggest(node, zones)}")
        return ZoneOf(place=reader.place, zone=None)
    return ZoneOf(place=reader.place, type="cards", zone=found)


def _read_position(reader: Reading, param: Param, node: object, before: Arguments) -> Node | str:
    """A place in a zone: the top, the bottom or a number."""
    return node if node in ("top", "bottom") else reader.value(node, "number")


def _read_owner(reader: Reading, param: Param, node: object, before: Arguments) -> Node | None:
    """
    Whose zone it is: a player, or one of the names of the zone. A word with `owners` can do
    without, and means those of everybody.
    """
    of = before.get(param.of)
    if of is None or of.zone is None or of.zone.of is None:
        return None
    zone = of.zone
    if node is None:
        if param.type == "owner":
            wanted = "a player" if zone.of == "player" else " or ".join(zone.of)
            reader.problem(f"zone {zone.name} needs of: {wanted}")
        return None
    found = reader.value(node, "player" if zone.of == "player" else "any")
    written = literal_value(found)
    if zone.of != "player" and written is not None and written not in zone.of:
        reader.problem(f"zone {zone.name} has no {written}{suggest(written, zone.of)}")
    of.owner = found
    return found


def _read_values_by_name(
    reader: Reading, param: Param, node: object, before: Arguments
) -> Context | dict[str, Node] | None:
    """The context of an event or timing, or a value for each name."""
    given = node if node is not None else {}
    if param.of:
        declared = before.get(param.of)
        return read_context(reader, declared, given) if declared is not None else None
    if not isinstance(given, dict):
        reader.problem("an object with a value for each name belongs here")
        return {}
    return {key: reader.at(f".{key}").value(item) for key, item in given.items()}


def _read_default(
    reader: Reading, param: Param, node: object, before: Arguments
) -> Node | str | None:
    """What is taken for who is away: `minimum`, `maximum`, `random`, or a number."""
    if node is None or node in ("minimum", "maximum", RANDOM):
        return node
    return reader.value(node, "number")


def _read_ids(reader: Reading, param: Param, node: object, before: Arguments) -> tuple[Node, ...]:
    """UUIDs, ids of lasting effects, or what a getter finds."""
    if isinstance(node, dict):
        return (reader.value(node, "any"),)
    found: list[Node] = []
    by_id = before.get("mode", "id") == "id"
    for number, each in enumerate(node if isinstance(node, list) else [node]):
        at = reader.at(f"[{number}]")
        if isinstance(each, dict) or not by_id:
            found.append(at.value(each))
        else:
            found.append(read_id(at, each if isinstance(each, str) else ""))
    return tuple(found)


# -- lasting effects -------------------------------------------------------------------------------


def _read_triggers(
    reader: Reading, param: Param, node: object, before: Arguments
) -> tuple[TriggerNode, ...]:
    """A list of triggers, or one."""
    if not isinstance(node, list | dict):
        reader.problem("triggers is a list")
        return ()
    found = []
    for number, each in enumerate(node if isinstance(node, list) else [node]):
        at = reader.at(f"[{number}]")
        if not isinstance(each, dict):
            at.problem("a trigger is an object")
        elif (one := read_trigger(at, each)) is not None:
            found.append(one)
    return tuple(found)


def _read_modifiers(
    reader: Reading, param: Param, node: object, before: Arguments
) -> tuple[Node, ...]:
    """A list of modifiers, or one; one that changes several properties is one for each."""
    found = []
    for number, each in enumerate(node if isinstance(node, list) else [node]):
        at = reader.at(f"[{number}]")
        if not isinstance(each, dict):
            at.problem("a modifier is an object")
            continue
        for one in split_changes(at, each):
            if (read := read_modifier(at, one)) is not None:
                found.append(read)
    return tuple(found)


#: How a parameter is read, by its type; all others are single values.
READ: dict[str, Callable[[Reading, Param, object, Arguments], object]] = {
    "players": _read_entities,
    "cards": _read_entities,
    "entities": _read_entities,
    "definitions": _read_entities,
    "texts": _read_entities,
    "condition": _read_condition,
    "test": _read_condition,
    "conditions": _read_conditions,
    "values": _read_values,
    "doables": _read_doables,
    "filter": _read_filter,
    "own": lambda reader, param, node, before: None,  # read by the word: see `Word.read`
    "ordering": lambda reader, param, node, before: None,
    "measure": _read_measure,
    "flag": _read_flag,
    "choice": _read_choice,
    "event": _read_event,
    "timing": _read_timing,
    "question": _read_question,
    "prompt": _read_prompt,
    "name": _read_name,
    "property": _read_property,
    "definition": _read_definition,
    "zone": _read_zone,
    "position": _read_position,
    "owner": _read_owner,
    "owners": _read_owner,
    "arguments": _read_values_by_name,
    "default": _read_default,
    "ids": _read_ids,
    "triggers": _read_triggers,
    "modifiers": _read_modifiers,
}
