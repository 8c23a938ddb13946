"""The condition words of the specification (seed 000, ConditionType): tests."""

from __future__ import annotations

from ...program import form
from ...program.form import MATCH, Const, Value
from ...program.notation import code
from ...program.values import Piece, call
from .. import access
from ..declared import Declared
from ..emit import Emitter
from ..expressions import make_comparison
from ..read import Reader
from ..references import read_member
from ..schema import Param, Source, Word, condition
from ..tree import Logic, Node, Use, ZoneOf, empty_node, first_of
from .choosers import CAST

SOURCE = "seed 000, ConditionType"
OPERATORS = {
    "Equals": "==",
    "GreaterThan": ">",
    "LessThan": "<",
    "GreaterThanOrEqual": ">=",
    "LessThanOrEqual": "<=",
}


def _read_comparison(reader: Reader, word: Word, node: Source) -> Node:
    found, _ = reader.arguments(word.name, word.params, node)
    a, b = first_of(found["value1"]), first_of(found["value2"])
    return make_comparison(reader, OPERATORS[word.name], a, b)


@condition("Equals", source=SOURCE, tree=True, value1="any", value2="any")
def equals(reader: Reader, word: Word, node: Source) -> Node:
    """Both values are the same."""
    return _read_comparison(reader, word, node)


@condition("GreaterThan", source=SOURCE, tree=True, value1="number", value2="number")
def greater_than(reader: Reader, word: Word, node: Source) -> Node:
    """value1 is greater than value2."""
    return _read_comparison(reader, word, node)


@condition("LessThan", source=SOURCE, tree=True, value1="number", value2="number")
def less_than(reader: Reader, word: Word, node: Source) -> Node:
    """value1 is less than value2."""
    return _read_comparison(reader, word, node)


@condition("GreaterThanOrEqual", source=SOURCE, tree=True, value1="number", value2="number")
def greater_or_equal(reader: Reader, word: Word, node: Source) -> Node:
    """value1 is value2 or greater."""
    return _read_comparison(reader, word, node)


@condition("LessThanOrEqual", source=SOURCE, tree=True, value1="number", value2="number")
def less_or_equal(reader: Reader, word: Word, node: Source) -> Node:
    """value1 is value2 or less."""
    return _read_comparison(reader, word, node)


def _read_joined(reader: Reader, word: Word, node: Source) -> Node:
    found, _ = reader.arguments(word.name, word.params, node)
    items = found["conditions"] if "conditions" in found else (found["condition"],)
    operator = word.name.lower()
    return Logic(place=reader.place, type="boolean", operator=operator, items=items)


@condition("And", source=SOURCE, tree=True, conditions="conditions")
def conjunction(reader: Reader, word: Word, node: Source) -> Node:
    """All conditions hold."""
    return _read_joined(reader, word, node)


@condition("Or", source=SOURCE, tree=True, conditions="conditions")
def disjunction(reader: Reader, word: Word, node: Source) -> Node:
    """At least one condition holds."""
    return _read_joined(reader, word, node)


@condition("Not", source=SOURCE, tree=True, condition="condition")
def negation(reader: Reader, word: Word, node: Source) -> Node:
    """The condition does not hold."""
    return _read_joined(reader, word, node)


PLAYER = Param("player", aliases=("playUUID",))


@condition("HasCard", source=SOURCE, playerUUID=PLAYER, cardUUID="card")
def has_card(c: Emitter, use: Use, playerUUID: Value, cardUUID: Value) -> Value:
    """
    The card lies in one of the player's own zones. The specification's `playUUID` is read as
    `playerUUID`.
    """
    zone = access.zone_of(c, cardUUID)
    return form.Compare("==", form.Lookup("zone_owner", (zone,)), playerUUID)


@condition("HasNoCard", source=SOURCE, playerUUID=PLAYER, cardUUID="card")
def has_no_card(c: Emitter, use: Use, playerUUID: Value, cardUUID: Value) -> Value:
    """The card lies in none of the player's own zones."""
    return code("not A", A=has_card(c, use, playerUUID, cardUUID))


def _read_type_test(reader: Reader, word: Word, node: Source) -> tuple[Use, Node]:
    """What is asked of the type of a card, and the comparison that it is."""
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    type = read_member(reader, found.arguments["cardUUID"], "type") or empty_node(reader.place)
    return found, make_comparison(reader, "==", type, found.arguments["cardType"])


CARD = Param("card", aliases=("playUUID", "playerUUID"))


@condition("IsType", source=SOURCE, tree=True, cardUUID=CARD, cardType="symbol")
def is_type(reader: Reader, word: Word, node: Source) -> Node:
    """
    The card is of this type. The specification's `playUUID` is read as the UUID of the card that is
    played.
    """
    found, test = _read_type_test(reader, word, node)
    found.body = test
    return found


@condition("IsNotType", source=SOURCE, tree=True, cardUUID=CARD, cardType="symbol")
def is_not_type(reader: Reader, word: Word, node: Source) -> Node:
    """The card is not of this type."""
    found, test = _read_type_test(reader, word, node)
    found.body = Logic(place=reader.place, type="boolean", operator="not", items=(test,))
    return found


@condition("AlwaysTrue", source=SOURCE)
def always_true(c: Emitter, use: Use) -> Value:
    """Always holds."""
    return Const(True)


@condition("AlwaysFalse", source=SOURCE)
def always_false(c: Emitter, use: Use) -> Value:
    """Never holds."""
    return Const(False)


@condition("IsAlly", source="language 4", of=Param("entity", "{you}"), entity="entity")
def is_ally(c: Emitter, use: Use, of: Value, entity: Value) -> Value:
    """The player or card is on the same side, or the same."""
    return call("are_allies", MATCH, entity, of)


@condition("IsEnemy", source="language 4", of=Param("entity", "{you}"), entity="entity")
def is_enemy(c: Emitter, use: Use, of: Value, entity: Value) -> Value:
    """The player or card is on another side."""
    return code("not ALLIES", ALLIES=is_ally(c, use, of, entity))


@condition("HasGivenUp", source="language 5", player=Param("player", "{you}"))
def has_given_up(c: Emitter, use: Use, player: Value) -> Value:
    """
    The player has given up, or has settled: whatever they are asked, the default is taken at once.
    """
    return code("m.gave_up(PLAYER)", PLAYER=player)


@condition(
    "HasRoom",
    source="language 5",
    zone=Param("zone"),
    of=Param("owner", None, of="zone"),
    target=Param("cards", None),
)
def has_room(c: Emitter, use: Use, zone: ZoneOf, of: Node | None, target: Piece | None) -> Value:
    """
    The cards of `target` can all be put into a zone, which has a `max` or takes only some cards;
    without them: at least something has room there.
    """
    cards = Const(None) if target is None else target.as_list
    return call("has_room", MATCH, cards, access.zone_number(c, zone))


@condition("HasAim", CAST, source="seed 000, target")
def has_aim(c: Emitter, use: Use, card: Value, player: Value, at: Declared | None) -> Value:
    """There is something that a cast of the card by the player can be aimed at."""
    timing = Const(at.index if at is not None else None)
    return call("has_target", MATCH, card, player, timing)


@condition("LacksAim", CAST, source="seed 002, REQ_TARGET_TO_PLAY")
def lacks_aim(c: Emitter, use: Use, card: Value, player: Value, at: Declared | None) -> Value:
    """
    A cast of the card by the player comes to nothing for want of a target: it has one, or each
    option of a menu in it has, and there is none.
    """
    timing = Const(at.index if at is not None else None)
    return call("lacks_target", MATCH, card, player, timing)


@condition("ActsAt", source="seed 002, Power", card="any", at="timing")
def acts_at(c: Emitter, use: Use, card: Piece, at: Declared | None) -> Value:
    """The card, or what is printed on such a card, does something at a timing."""
    if at is None:
        return Const(0)
    node = first_of(use.arguments["card"])
    of = c.emit_value(node)
    if node.type != "definition":
        of = code("v[CARD]", CARD=of)
    return form.HasBehavior(at.index, of)


@condition("NeedsAim", source="seed 002, REQ_TARGET_TO_PLAY", card="card", at="timing")
def needs_aim(c: Emitter, use: Use, card: Value, at: Declared | None) -> Value:
    """What the card does at a timing is aimed at something, whether there is anything or not."""
    timing = Const(at.index if at is not None else None)
    return call("needs_target", MATCH, card, timing)
