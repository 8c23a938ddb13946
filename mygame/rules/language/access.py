"""
Where things are in the state of a match: the code that reads fields, zones and printed properties.

All that knows how the state is laid out is here and in `rules.running`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ..running.state import ZONE
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
    return code("v[CARD + PLACE]", CARD=card, PLACE=ZONE)


def performs(c: Emitter, timing: Any, card: ast.expr) -> ast.expr:
    """Whether a card does anything at a timing."""
    return code("(TIMING, v[CARD]) in m.pack.behaviors", TIMING=timing.index, CARD=card)


def ids_of(c: Emitter, cards: ast.expr) -> ast.expr:
    """The ids of some cards, as symbols."""
    return code("tuple([v[EACH] for EACH in CARDS])", EACH=c.local(), CARDS=cards)


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
    base = printed(c, fact, entity)
    return Piece(_modified(c, fact, entity, base), printed=base)


def printed(c: Emitter, fact: Any, entity: ast.expr) -> ast.expr:
    """What is printed on a card; entities that are no cards have 0."""
    if fact.name == "id":
        return code("v[ENTITY]", ENTITY=entity)
    if fact.name == "forPlayer":  # of the copy, not of the card
        owner = c.compiler.layout.owner
        return code("v[ENTITY + OWNER]", ENTITY=entity, OWNER=owner) if owner else quote.const(0)
    return code("d[v[ENTITY]][INDEX]", ENTITY=entity, INDEX=fact.index)


def rank(c: Emitter, fact: Any, entity: ast.expr) -> ast.expr:
    """What is printed on a card as a number to sort by: symbols in the order of the pack."""
    value = printed(c, fact, entity)
    if fact.type != "symbol":
        return value
    return code("RANKS[VALUE]", RANKS=quote.name("RANK"), VALUE=value)


def lacking(c: Emitter, kind: str, entity: ast.expr) -> ast.expr:
    """The test that an entity, which may be any number, is not of a kind."""
    layout = c.compiler.layout
    if kind in ("match", "player"):
        low, high = (1, layout.players) if kind == "player" else (0, 0)
        return code("not LOW <= E <= HIGH", LOW=low, E=entity, HIGH=high)
    cards, width = quote.name(f"OF_{kind}"), layout.width
    return code("v[E] not in CARDS or E % WIDTH", E=entity, CARDS=cards, WIDTH=width)


def field(c: Emitter, columns: tuple[Field, ...], of: Node, entity: ast.expr) -> Piece:
    """
    A field of an entity; those of another kind read 0. Cards of all kinds have a field of one name
    at one place.
    """
    column, layout, v = columns[0], c.compiler.layout, quote.name("v")
    at: dict[str, Any] = {"BASE": column.base, "E": entity}
    cheap = quote.is_cheap(entity)
    if column.kind == "match":
        base = code("v[BASE]", BASE=column.base)
    elif column.kind == "player" and of.type != "player":
        base = code("v[E + BASE] if E <= MOST else 0", **at, MOST=layout.players)
        if not cheap:
            base = quote.call("of_player", v, column.base, layout.players, entity)
    elif column.kind != "player" and layout.shared:
        having = quote.name(f"HAS_{column.name}")
        base = code("v[E + BASE] if v[E] in HAVING else 0", **at, HAVING=having)
        if not cheap:
            base = quote.call("of_card", v, column.base, having, entity)
    else:
        base = code("v[E + BASE]", **at)
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
        changed = code("CHANGED or v[E] in OWN", CHANGED=changed, E=entity, OWN=own)
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
