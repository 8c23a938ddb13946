"""
Parameters of words, by the type that the word declares: how each is read.

A row of `READ` is a function of the reader at the parameter's place, the parameter, the JSON that
was given, and the arguments of the word that are read already. Part of the reader, like
`references`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ground.errors import instead
from .contexts import context, event, timing
from .declared import Declared
from .expressions import as_printed
from .lasting import modifier, single_changes, trigger
from .reading import Reading
from .references import member, named
from .schema import Arguments, Param
from .tree import About, Block, Context, Literal, Node, TriggerNode, ZoneOf, single, written_down


def _listed(node: object) -> list[object]:
    return node if isinstance(node, list) else [node]


def _entities(reader: Reading, param: Param, node: object, before: Arguments) -> Node:
    return reader.entities(node, param.type)


def _condition(reader: Reading, param: Param, node: object, before: Arguments) -> Node:
    return reader.condition(node)


def _conditions(reader: Reading, param: Param, node: object, before: Arguments) -> tuple[Node, ...]:
    return tuple(reader.at(f"[{i}]").condition(n) for i, n in enumerate(_listed(node)))


def _values(reader: Reading, param: Param, node: object, before: Arguments) -> tuple[Node, ...]:
    return tuple(reader.at(f"[{i}]").value(n) for i, n in enumerate(_listed(node)))


def _doables(reader: Reading, param: Param, node: object, before: Arguments) -> Block:
    return reader.block(node)


def _filter(reader: Reading, param: Param, node: object, before: Arguments) -> About | None:
    return None if node is None else reader.about(node, before.get(param.of))


def _measure(reader: Reading, param: Param, node: object, before: Arguments) -> About | None:
    return None if node is None else reader.about(node, before.get(param.of), "number")


def _flag(reader: Reading, param: Param, node: object, before: Arguments) -> bool:
    if not isinstance(node, bool | int):
        reader.problem(f"true or false belongs here, not {node!r}")
    return bool(node)


def _choice(reader: Reading, param: Param, node: object, before: Arguments) -> Node | str:
    """One of a few words; a reference, where a word of the pack passes it on."""
    if isinstance(node, str) and ("{" in node or "$" in node):
        return reader.value(node, "symbol")
    if not isinstance(node, str):
        reader.problem(f"{' or '.join(param.domain)} belongs here, not {node!r}")
        return param.domain[0]
    return node


# -- names of what a pack declares -----------------------------------------------------------------


def _event(reader: Reading, param: Param, node: object, before: Arguments) -> Declared | None:
    return event(reader, node)


def _timing(reader: Reading, param: Param, node: object, before: Arguments) -> Declared | None:
    return timing(reader, node)


def _prompt(reader: Reading, param: Param, node: object, before: Arguments) -> str:
    if not isinstance(node, str):
        reader.problem("a prompt is the name of a text")
        return "card"
    return node


def _name(reader: Reading, param: Param, node: object, before: Arguments) -> str:
    if not isinstance(node, str):
        reader.problem(f"a name belongs here, not {str(node)[:40]!r}")
        return ""
    return node


def _property(reader: Reading, param: Param, node: object, before: Arguments) -> Node | None:
    """A property or field of the thing that another parameter names."""
    of = before.get(param.of)
    if not isinstance(of, Node):
        of = Literal(place=reader.place, type="any", value=0)
    return member(reader, single(of), str(node))


def _definition(reader: Reading, param: Param, node: object, before: Arguments) -> Node | None:
    """A card as it is printed: its id, or what names one."""
    return None if node is None else as_printed(reader, reader.value(node, "definition"))


def _zone(reader: Reading, param: Param, node: object, before: Arguments) -> ZoneOf | None:
    """A zone, whose owner another parameter may name; `nowhere` where the word allows it."""
    if node is None:
        return None
    if node in param.domain:
        return ZoneOf(place=reader.place, zone=None)
    zones = reader.declarations.layout.zones
    found = zones.get(node) if isinstance(node, str) else None
    if found is None:
        reader.problem(f"there is no zone {node!r}{instead(node, zones)}")
        return ZoneOf(place=reader.place, zone=None)
    return ZoneOf(place=reader.place, type="cards", zone=found)


def _position(reader: Reading, param: Param, node: object, before: Arguments) -> Node | str:
    """A place in a zone: the top, the bottom or a number."""
    return node if node in ("top", "bottom") else reader.value(node, "number")


def _owner(reader: Reading, param: Param, node: object, before: Arguments) -> Node | None:
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
    written = written_down(found)
    if zone.of != "player" and written is not None and written not in zone.of:
        reader.problem(f"zone {zone.name} has no {written}{instead(written, zone.of)}")
    of.owner = found
    return found


def _arguments(
    reader: Reading, param: Param, node: object, before: Arguments
) -> Context | dict[str, Node] | None:
    """The context of an event or timing, or a value for each name."""
    given = node if node is not None else {}
    if param.of:
        declared = before.get(param.of)
        return context(reader, declared, given) if declared is not None else None
    if not isinstance(given, dict):
        reader.problem("an object with a value for each name belongs here")
        return {}
    return {key: reader.at(f".{key}").value(item) for key, item in given.items()}


def _default(reader: Reading, param: Param, node: object, before: Arguments) -> Node | str | None:
    """What is taken for who is away: `minimum`, `maximum`, or a number."""
    if node is None or node in ("minimum", "maximum"):
        return node
    return reader.value(node, "number")


def _ids(reader: Reading, param: Param, node: object, before: Arguments) -> tuple[Node, ...]:
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
            found.append(named(at, each if isinstance(each, str) else ""))
    return tuple(found)


# -- lasting effects -------------------------------------------------------------------------------


def _triggers(
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
        elif (one := trigger(at, each)) is not None:
            found.append(one)
    return tuple(found)


def _modifiers(reader: Reading, param: Param, node: object, before: Arguments) -> tuple[Node, ...]:
    """A list of modifiers, or one; one that changes several properties is one for each."""
    found = []
    for number, each in enumerate(node if isinstance(node, list) else [node]):
        at = reader.at(f"[{number}]")
        if not isinstance(each, dict):
            at.problem("a modifier is an object")
            continue
        for one in single_changes(at, each):
            if (read := modifier(at, one)) is not None:
                found.append(read)
    return tuple(found)


#: How a parameter is read, by its type; all others are single values.
READ: dict[str, Callable[[Reading, Param, object, Arguments], object]] = {
    "players": _entities,
    "cards": _entities,
    "entities": _entities,
    "definitions": _entities,
    "condition": _condition,
    "test": _condition,
    "conditions": _conditions,
    "values": _values,
    "doables": _doables,
    "filter": _filter,
    "own": lambda reader, param, node, before: None,  # read by the word: see `Word.read`
    "ordering": lambda reader, param, node, before: None,
    "measure": _measure,
    "flag": _flag,
    "choice": _choice,
    "event": _event,
    "timing": _timing,
    "prompt": _prompt,
    "name": _name,
    "property": _property,
    "definition": _definition,
    "zone": _zone,
    "position": _position,
    "owner": _owner,
    "owners": _owner,
    "arguments": _arguments,
    "default": _default,
    "ids": _ids,
    "triggers": _triggers,
    "modifiers": _modifiers,
}
