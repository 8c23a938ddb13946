"""
Where things are in the state of a match: the code that reads fields, zones and printed properties.

All that knows how the state is laid out is here and in `rules.running`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from . import quote
from .quote import Piece, code
from .tree import Literal, Member, Node, ZoneOf

if TYPE_CHECKING:
    from ..running.state import Field
    from .emit import Emitter


def member(c: Emitter, node: Member) -> Piece:
    """What follows a dot."""
    means, of = node.means, node.of
    if of is None:
        return _of_the_match(c, node)
    if isinstance(means, str):
        return Piece(_BUILT_IN[means](c, c.single(of)))
    if isinstance(means, tuple):
        return _printed(node, field(c, means, of, c.single(of)))
    if hasattr(means, "first"):
        owner = c.single(of)
        content = code("z[FIRST + OWNER]", FIRST=means.first, OWNER=owner)
        if of.type != "player":
            most = c.compiler.layout.players
            content = code("C if OWNER <= MOST else ()", C=content, OWNER=owner, MOST=most)
        return Piece(content, held=True)
    return _printed(node, fact(c, means, c.single(of)))


def _printed(node: Member, found: Piece) -> Piece:
    return Piece(found.printed or found.code) if node.printed else found


def _of_the_match(c: Emitter, node: Member) -> Piece:
    means = node.means
    if means == "players":
        return Piece(code("m.seats"))
    if means == "cards":
        return Piece(code("m.cards"), held=True)
    if isinstance(means, tuple):
        nothing = Literal(place=node.place, type="entity", value=0)
        return _printed(node, field(c, means, nothing, quote.const(0)))
    label = node.name.partition(".")[2]
    number = means.first + (means.of.index(label) if label else 0)  # type: ignore[union-attr]
    return Piece(code("z[NUMBER]", NUMBER=number), held=True)


def zone_of(c: Emitter, card: ast.expr) -> ast.expr:
    """The number of the zone in which a card is."""
    return code("v[WHERE + CARD]", WHERE=c.compiler.layout.where, CARD=card)


def performs(c: Emitter, timing: Any, card: ast.expr) -> ast.expr:
    """Whether a card does anything at a timing."""
    return code("(TIMING, CARD) in m.pack.behaviors", TIMING=timing.index, CARD=card)


def ids_of(c: Emitter, cards: ast.expr) -> ast.expr:
    """The ids of some cards, as symbols."""
    return code("tuple([F_id[EACH] for EACH in CARDS])", EACH=c.local(), CARDS=cards)


_BUILT_IN: dict[str, Any] = {
    "count": lambda c, of: quote.call("len", of),
    "first": lambda c, of: quote.call("first", of),
    "last": lambda c, of: quote.call("last", of),
    "seat": lambda c, of: code("OF - 1", OF=of),
    "next": lambda c, of: code("m.neighbour(OF, 1)", OF=of),
    "previous": lambda c, of: code("m.neighbour(OF, -1)", OF=of),
    "zone": lambda c, of: code("ZONE_FAMILY[ZONE]", ZONE=zone_of(c, of)),
    "owner": lambda c, of: code("ZONE_OWNER[ZONE]", ZONE=zone_of(c, of)),
}


def fact(c: Emitter, fact: Any, entity: ast.expr) -> Piece:
    """A printed property of a card."""
    table = quote.name(f"F_{fact.name}")
    base = code("TABLE[ENTITY]", TABLE=table, ENTITY=entity)
    return Piece(_modified(c, fact, entity, base), printed=base)


def field(c: Emitter, columns: tuple[Field, ...], of: Node, entity: ast.expr) -> Piece:
    """A field of an entity; of several of one name that which the entity has."""
    if len(columns) == 1:
        return _column(c, columns[0], of, entity)
    source: ast.expr = quote.const(0)
    base: ast.expr = quote.const(0)
    for column in columns:
        one = _column(c, column, of, entity)
        source = code("ONE or REST", ONE=one.code, REST=source)
        base = code("ONE or REST", ONE=one.printed, REST=base)
    return Piece(source, printed=base)


def _column(c: Emitter, column: Field, of: Node, entity: ast.expr) -> Piece:
    """The code that reads a field; entities of another kind read 0."""
    at: dict[str, Any] = {"BASE": column.base, "E": entity}
    if column.kind == "match":
        base = code("v[BASE]", BASE=column.base)
    elif column.kind == "player" and of.type == "player":
        base = code("v[BASE + E]", **at)
    elif quote.is_cheap(entity):
        base = code("v[BASE + E] if LOW <= E < HIGH else 0", **at, LOW=column.low, HIGH=column.high)
    else:
        base = quote.call("column", quote.name("v"), column.base, column.low, column.high, entity)
    found = c.compiler.pack.modifiable.get(column.name)
    return Piece(_modified(c, found, entity, base), printed=base)


def _modified(c: Emitter, fact: Any, entity: ast.expr, base: ast.expr) -> ast.expr:
    """A property with its modifiers; mostly there are none."""
    if fact is None or not fact.modified:
        return base
    value = quote.call("modified", quote.name("m"), fact.index, entity, base)
    if not quote.is_cheap(entity):
        return value
    changed = code("INDEX in m.modifiers_of", INDEX=fact.index)
    if fact.owned:
        own = quote.name(f"OWN_{fact.name}")
        changed = code("CHANGED or E in OWN", CHANGED=changed, E=entity, OWN=own)
    return code("VALUE if CHANGED else BASE", VALUE=value, CHANGED=changed, BASE=base)


def zone_number(c: Emitter, of: ZoneOf) -> ast.expr:
    """The number of a zone that a word names."""
    zone = of.zone
    if zone is None:
        return quote.const(0)
    if of.owner is None:
        return quote.const(zone.first)
    owner = c.single(of.owner)
    if zone.of == "player":
        return code("FIRST + OWNER", FIRST=zone.first, OWNER=owner)
    place = quote.call("m.pack.place_in", zone.name, owner)
    return code("FIRST + PLACE", FIRST=zone.first, PLACE=place)


def zone_content(c: Emitter, of: ZoneOf) -> Piece:
    """The cards of a zone; of every player's where it does not say whose."""
    zone = of.zone
    if zone is None:
        return Piece(quote.pack([]), held=True)
    if zone.of is None or of.owner is not None:
        return Piece(code("z[NUMBER]", NUMBER=zone_number(c, of)), held=True)
    each, player = c.local(), c.local()
    if zone.of == "player":
        return Piece(
            code(
                "[EACH for PLAYER in m.players_from(0) for EACH in z[FIRST + PLAYER]]",
                EACH=each,
                PLAYER=player,
                FIRST=zone.first,
            )
        )
    return Piece(
        code(
            "[EACH for PILE in z[FIRST:LAST] for EACH in PILE]",
            EACH=each,
            PILE=player,
            FIRST=zone.first,
            LAST=zone.first + zone.size,
        )
    )
