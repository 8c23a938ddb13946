"""
The condition words of the specification (seed 000, ConditionType); each returns the Python source
of a test.
"""

from __future__ import annotations

from ..running.state import ZONE
from .arithmetic import check_domain
from .emitter import Emitter
from .references import member
from .schema import Param, condition
from .source import Expr

SOURCE = "seed 000, ConditionType"


def compare(c: Emitter, value1: Expr, value2: Expr, operator: str) -> str:
    check_domain(c, value1, value2)
    return f"({value1.single.src} {operator} {value2.single.src})"


@condition("Equals", source=SOURCE, value1="any", value2="any")
def equals(c: Emitter, value1: Expr, value2: Expr) -> str:
    """Both values are the same."""
    return compare(c, value1, value2, "==")


@condition("GreaterThan", source=SOURCE, value1="number", value2="number")
def greater_than(c: Emitter, value1: Expr, value2: Expr) -> str:
    """value1 is greater than value2."""
    return compare(c, value1, value2, ">")


@condition("LessThan", source=SOURCE, value1="number", value2="number")
def less_than(c: Emitter, value1: Expr, value2: Expr) -> str:
    """value1 is less than value2."""
    return compare(c, value1, value2, "<")


@condition("GreaterThanOrEqual", source=SOURCE, value1="number", value2="number")
def greater_or_equal(c: Emitter, value1: Expr, value2: Expr) -> str:
    """value1 is value2 or greater."""
    return compare(c, value1, value2, ">=")


@condition("LessThanOrEqual", source=SOURCE, value1="number", value2="number")
def less_or_equal(c: Emitter, value1: Expr, value2: Expr) -> str:
    """value1 is value2 or less."""
    return compare(c, value1, value2, "<=")


@condition("And", source=SOURCE, conditions="conditions")
def conjunction(c: Emitter, conditions: list[str]) -> str:
    """All conditions hold."""
    return "(" + (" and ".join(conditions) or "True") + ")"


@condition("Or", source=SOURCE, conditions="conditions")
def disjunction(c: Emitter, conditions: list[str]) -> str:
    """At least one condition holds."""
    return "(" + (" or ".join(conditions) or "False") + ")"


@condition("Not", source=SOURCE, condition="condition")
def negation(c: Emitter, condition: str) -> str:
    """The condition does not hold."""
    return f"(not {condition})"


PLAYER = Param("player", aliases=("playUUID",))


@condition("HasCard", source=SOURCE, playerUUID=PLAYER, cardUUID="card")
def has_card(c: Emitter, playerUUID: Expr, cardUUID: Expr) -> str:
    """
    The card lies in one of the player's own zones. The specification's `playUUID` is read as
    `playerUUID`.
    """
    return f"(ZONE_OWNER[v[{cardUUID.src} + {ZONE}]] == {playerUUID.src})"


@condition("HasNoCard", source=SOURCE, playerUUID=PLAYER, cardUUID="card")
def has_no_card(c: Emitter, playerUUID: Expr, cardUUID: Expr) -> str:
    """The card lies in none of the player's own zones."""
    return f"(not {has_card(c, playerUUID, cardUUID)})"


@condition(
    "IsType",
    source=SOURCE,
    cardUUID=Param("card", aliases=("playUUID", "playerUUID")),
    cardType="symbol",
)
def is_type(c: Emitter, cardUUID: Expr, cardType: Expr) -> str:
    """
    The card is of this type. The specification's `playUUID` is read as the UUID of the card that is
    played.
    """
    return compare(c, member(c, cardUUID, "type"), cardType, "==")


@condition(
    "IsNotType",
    source=SOURCE,
    cardUUID=Param("card", aliases=("playUUID", "playerUUID")),
    cardType="symbol",
)
def is_not_type(c: Emitter, cardUUID: Expr, cardType: Expr) -> str:
    """The card is not of this type."""
    return f"(not {is_type(c, cardUUID, cardType)})"


@condition("AlwaysTrue", source=SOURCE)
def always_true(c: Emitter) -> str:
    """Always holds."""
    return "True"


@condition("AlwaysFalse", source=SOURCE)
def always_false(c: Emitter) -> str:
    """Never holds."""
    return "False"
