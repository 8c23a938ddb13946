"""The value words: a number, a symbol or an entity."""

from __future__ import annotations

from ...ground.errors import suggest
from ...program.form import MATCH, Value
from ...program.notation import code
from ...program.values import Piece, call, charge, plain
from .. import access
from ..declared import Declared
from ..emit import Emitter
from ..expressions import make_operation, number_literal
from ..read import Reader
from ..references import read_id
from ..schema import Arguments, Param, Source, Word, value
from ..tree import About, Member, Name, Node, Use, ZoneOf, empty_node, first_of
from .choosers import filter_pool


def _read_arguments(reader: Reader, word: Word, node: Source) -> Arguments:
    return reader.arguments(word.name, word.params, node)[0]


@value(
    "getCardProperty",
    source="seed 000, listing survival_of_the_fittest",
    tree=True,
    cardUUID=Param("card", aliases=("card",)),
    property=Param("property", of="cardUUID"),
)
def get_card_property(reader: Reader, word: Word, node: Source) -> Node:
    """A property of a card as it is printed, such as `manaCost` (rulebook R57), or a field."""
    found = _read_arguments(reader, word, node)["property"]
    if isinstance(found, Member):
        found.printed = True
    return found or empty_node(reader.place)


@value(
    "getProperty", source="language 3", tree=True, of="entity", property=Param("property", of="of")
)
def get_property(reader: Reader, word: Word, node: Source) -> Node:
    """A property or field of any entity."""
    return _read_arguments(reader, word, node)["property"] or empty_node(reader.place)


def _fold_values(reader: Reader, word: Word, node: Source, operator: str, empty: int = 0) -> Node:
    found = _read_arguments(reader, word, node)
    items = found.get("values") or tuple(found[key] for key in ("value1", "value2") if key in found)
    items = tuple(map(first_of, items))
    if len(items) < 2:
        return items[0] if items else number_literal(reader, empty)
    return make_operation(reader.place, operator, items)


@value("add", source="language 3", tree=True, values="values")
def add(reader: Reader, word: Word, node: Source) -> Node:
    """The sum of the values."""
    return _fold_values(reader, word, node, "+")


@value("multiply", source="language 3", tree=True, values="values")
def multiply(reader: Reader, word: Word, node: Source) -> Node:
    """The product of the values."""
    return _fold_values(reader, word, node, "*", 1)


@value("subtract", source="language 3", tree=True, value1="number", value2="number")
def subtract(reader: Reader, word: Word, node: Source) -> Node:
    """value1 minus value2."""
    return _fold_values(reader, word, node, "-")


@value("divide", source="language 3", tree=True, value1="number", value2="number")
def divide(reader: Reader, word: Word, node: Source) -> Node:
    """value1 divided by value2, rounded down."""
    return _fold_values(reader, word, node, "//")


OVER = {"of": Param("entities", None), "value": Param("measure", None, of="of")}


def value_over_each(c: Emitter, of: Piece, value: About) -> Value:
    """A list: a value of {it} for each of the entities."""
    each = c.new_local()
    test = c.emit_test(value, each)
    return code("[VALUE for EACH in OF]", VALUE=test, EACH=each, OF=charge(of.code))


def _read_extreme(reader: Reader, word: Word, node: Source) -> Node:
    """The least or most of some values is arithmetic; that over entities a word of its own."""
    arguments, given = reader.arguments(word.name, word.params, node)
    if arguments["of"] is not None and arguments["value"] is not None:
        return reader.make_use(word, arguments, given)
    if not arguments["values"]:
        reader.problem(f"{word.name} needs values, or of and value")
        return empty_node(reader.place, "number")
    return _fold_values(reader, word, node, word.name)


EXTREME: dict[str, Param] = {"values": Param("values", None), **OVER}


@value("min", EXTREME, source="language 3", read=_read_extreme)
def minimum(c: Emitter, use: Use, values: list[Value] | None, of: Piece, value: About) -> Value:
    """The smallest of the values, or of a value of {it} over entities (0 when there are none)."""
    return code("least(EACH)", EACH=value_over_each(c, of, value))


@value("max", EXTREME, source="language 3", read=_read_extreme)
def maximum(c: Emitter, use: Use, values: list[Value] | None, of: Piece, value: About) -> Value:
    """The largest of the values, or of a value of {it} over entities (0 when there are none)."""
    return code("most(EACH)", EACH=value_over_each(c, of, value))


@value("count", source="language 3", of="entities", where=Param("filter", None, of="of"))
def count(c: Emitter, use: Use, of: Piece, where: About | None) -> Value:
    """
    How many of several there are: of cards, players, or numbers such as the dice of a roll; with
    `where` those of which that holds.
    """
    return plain("len", filter_pool(c, of, where).code)


def _read_total(reader: Reader, word: Word, node: Source) -> Node:
    if "value" not in node and isinstance(node.get("property"), str):
        node = {**node, "value": f"{{it.{node['property']}}}"}
        at = reader.at(".property")
    else:
        at = reader.at(".value")
    of = {"of": word.params["of"]}
    arguments, given = reader.arguments(word.name, of, {k: n for k, n in node.items() if k == "of"})
    for key in node.keys() - {"type", "of", "value", "property", "comment"}:
        known = suggest(key, word.params, "it has")
        reader.problem(f"{word.name} has no parameter {key}{known}")
    if "value" not in node:
        reader.problem("sum needs a property, or a value of {it}")
    value = at.about_each(node.get("value", 0), arguments["of"], "number")
    return reader.make_use(
        word, {**arguments, "value": value, "property": node.get("property")}, given
    )


@value(
    "sum",
    source="language 3",
    read=_read_total,
    of="entities",
    property=Param("name", None),
    value=Param("measure", None, of="of"),
)
def total(c: Emitter, use: Use, of: Piece, property: str | None, value: About) -> Value:
    """The sum over entities of a property, or of a value of {it}."""
    return code("clamp_number(sum(EACH))", EACH=value_over_each(c, of, value))


@value("room", source="language 5", zone=Param("zone"), of=Param("owner", None, of="zone"))
def room(c: Emitter, use: Use, zone: ZoneOf, of: Node | None) -> Value:
    """
    How much more has room in a zone with a `max`: so many cards, or so much of their sizes. Where
    there is no `max` it is the largest number there is.
    """
    left = call("room", MATCH, access.zone_number(c, zone))
    return plain("max", 0, left)


def _read_getter(reader: Reader, word: Word, node: Source) -> Node:
    mode, wanted = node.get("mode"), node.get("value")
    found: Declared | Name | None
    if mode == "event":
        found = reader.declarations.event(wanted)
        if found is None:
            known = suggest(wanted, reader.declarations.events)
            reader.problem(f"there is no event {wanted!r}{known}", ".value")
            return empty_node(reader.place, "numbers")
    else:
        if mode != "id":
            reader.problem('mode is "id" or "event"', ".mode")
        found = read_id(reader.at(".value"), wanted if isinstance(wanted, str) else "")
    for key in node.keys() - {"type", "mode", "value", "comment"}:
        reader.problem(f"{word.name} has no parameter {key}{suggest(key, word.params, 'it has')}")
    return reader.make_use(word, {"mode": mode, "value": found}, {"mode", "value"})


@value(
    "triggerGetter",
    source="seed 000, TriggerGetter",
    type="numbers",
    read=_read_getter,
    mode=Param("choice", domain=("id", "event")),
    value=Param("name"),
)
def trigger_getter(c: Emitter, use: Use, mode: str, value: Declared | Name) -> Value:
    """The UUIDs of the triggers with this id, or of those that listen to this event."""
    if isinstance(value, Name):
        return call("m.lasting_by_id", c.effect_id(value))
    return call("m.triggers_by_event", value.index)
