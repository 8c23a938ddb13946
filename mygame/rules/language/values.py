"""The value words: each returns the Python source of a number, a symbol or an entity."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..ground.errors import instead
from .emitter import Emitter
from .references import member, template
from .schema import Param, value
from .source import SINGULAR, Expr, tuple_source


@value(
    "getCardProperty",
    source="seed 000, listing survival_of_the_fittest",
    cardUUID=Param("card", aliases=("card",)),
    property="raw",
)
def get_card_property(c: Emitter, cardUUID: Expr, property: str) -> Expr:
    """A property of a card as it is printed, such as `manaCost` (rulebook R57), or a field."""
    expr = member(c, cardUUID, str(property))
    return replace(expr, src=expr.base or expr.src)


@value("getProperty", source="language 3", of="entity", property="raw")
def get_property(c: Emitter, of: Expr, property: str) -> Expr:
    """A property or field of any entity."""
    return member(c, of, str(property))


def fold(operator: str, values: list[Expr], single: str) -> Expr:
    return Expr(f"bound({f' {operator} '.join(v.src for v in values) or single})", "number")


@value("add", source="language 3", values="values")
def add(c: Emitter, values: list[Expr]) -> Expr:
    """The sum of the values."""
    return fold("+", values, "0")


@value("multiply", source="language 3", values="values")
def multiply(c: Emitter, values: list[Expr]) -> Expr:
    """The product of the values."""
    return fold("*", values, "1")


@value("subtract", source="language 3", value1="number", value2="number")
def subtract(c: Emitter, value1: Expr, value2: Expr) -> Expr:
    """value1 minus value2."""
    return fold("-", [value1, value2], "0")


@value("divide", source="language 3", value1="number", value2="number")
def divide(c: Emitter, value1: Expr, value2: Expr) -> Expr:
    """value1 divided by value2, rounded down."""
    return fold("//", [value1, value2], "0")


OVER = {"of": Param("entities", None), "value": Param("filter", None)}


def over(c: Emitter, of: Expr, value: Any) -> str:
    """The source of a list: a value of {it} for each of the entities."""
    name = c.local()
    outer, c.scope.it = c.scope.it, Expr(name, SINGULAR.get(of.type, "entity"))
    each = c.value(value, "number", ".value").src
    c.scope.it = outer
    return f"[{each} for {name} in m.spend({of.src})]"


def extreme(c: Emitter, name: str, values: list[Expr] | None, of: Expr | None, value: Any) -> Expr:
    if of is not None and value is not None:
        return Expr(f"{name}({over(c, of, value)}, default=0)", "number")
    if not values:
        c.problem(f"{name} needs values, or of and value")
        return Expr("0", "number")
    return Expr(f"{name}({tuple_source([v.src for v in values])})", "number")


@value("min", source="language 3", values=Param("values", None), **OVER)
def minimum(c: Emitter, values: list[Expr] | None, of: Expr | None, value: Any) -> Expr:
    """The smallest of the values, or of a value of {it} over entities (0 when there are none)."""
    return extreme(c, "min", values, of, value)


@value("max", source="language 3", values=Param("values", None), **OVER)
def maximum(c: Emitter, values: list[Expr] | None, of: Expr | None, value: Any) -> Expr:
    """The largest of the values, or of a value of {it} over entities (0 when there are none)."""
    return extreme(c, "max", values, of, value)


@value("count", source="language 3", of="entities")
def count(c: Emitter, of: Expr) -> Expr:
    """How many entities there are."""
    return Expr(f"len({of.src})", "number")


@value(
    "sum",
    source="language 3",
    of="entities",
    property=Param("raw", None),
    value=Param("filter", None),
)
def total(c: Emitter, of: Expr, property: Any, value: Any) -> Expr:
    """The sum over entities of a property, or of a value of {it}."""
    each = over(c, of, value if value is not None else f"{{it.{property}}}")
    return Expr(f"bound(sum({each}))", "number")


@value("triggerGetter", source="seed 000, TriggerGetter", mode="raw", value="raw")
def trigger_getter(c: Emitter, mode: str, value: str) -> Expr:
    """The UUIDs of the triggers with this id, or of those that listen to this event."""
    if mode == "event":
        event = c.compiler.pack.event(value)
        if event is None:
            c.problem(
                f"there is no event {value!r}{instead(value, c.compiler.pack.events)}", ".value"
            )
            return Expr("()", "numbers")
        return Expr(f"m.triggers_by_event({event.index})", "numbers")
    if mode != "id":
        c.problem('mode is "id" or "event"', ".mode")
    return Expr(f"m.lasting_by_id({identity(c, value)})", "numbers")


def identity(c: Emitter, text: str) -> str:
    """The source of a trigger's id, whose references are filled in while the match runs."""
    pattern, keys = template(c, text if isinstance(text, str) else "")
    return tuple_source([str(c.compiler.pack.symbol(pattern)), *(key.src for key in keys)])
