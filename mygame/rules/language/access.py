"""
Where things are in the state of a match: the code that reads fields, zones and printed properties.

All that knows how the state is laid out is here and in `rules.running`.
"""

from __future__ import annotations

import ast
from typing import Any, Protocol

from ..running.catalogue import Fact
from ..running.state import KIND, ZONE, Field, Layout, index_for
from . import quote
from .declared import Declarations, Declared
from .quote import Piece, code
from .tree import Literal, Member, Node, ZoneOf


class Unit(Protocol):
    """The unit that is written, as far as it says where things are."""

    @property
    def declarations(self) -> Declarations: ...
    @property
    def layout(self) -> Layout: ...
    def symbol(self, name: str) -> int: ...


class Emitter(Protocol):
    """What writes the code of values: `emit.Emitter`, which rests on this."""

    @property
    def compiler(self) -> Unit: ...
    def emit_value(self, node: Node) -> ast.expr: ...
    def new_local(self) -> ast.expr: ...


def emit_member(c: Emitter, node: Member) -> Piece:
    """What follows a dot."""
    means, of = node.means, node.of
    if of is None:
        return _match_member(c, node)
    if isinstance(means, str):
        return Piece(_BUILT_IN[means](c, c.emit_value(of)))
    if isinstance(means, tuple):
        return _printed_property(node, field_value(c, means, of, c.emit_value(of)))
    if hasattr(means, "first"):
        owner = c.emit_value(of)
        content = code("z[FIRST + OWNER]", FIRST=means.first, OWNER=owner)
        if of.type != "player":
            most = c.compiler.layout.players
            content = code("C if OWNER <= MOST else ()", C=content, OWNER=owner, MOST=most)
        return Piece(content, held=True)
    if of.type == "definition":
        return Piece(printed_on_definition(means, c.emit_value(of)))
    return _printed_property(node, property_value(c, means, c.emit_value(of)))


def _printed_property(node: Member, found: Piece) -> Piece:
    return Piece(found.printed or found.code) if node.printed else found


def _match_member(c: Emitter, node: Member) -> Piece:
    means = node.means
    if means == "players":
        return Piece(code("m.seats"))
    if means == "cards":
        return Piece(code("m.cards"), held=True)
    if means == "option":
        return Piece(code("definitions_chosen(m.options, NAME)", NAME=node.name), held=True)
    if isinstance(means, tuple):
        nothing = Literal(place=node.place, type="entity", value=0)
        return _printed_property(node, field_value(c, means, nothing, quote.constant(0)))
    label = node.name.partition(".")[2]
    number = means.first + (means.of.index(label) if label else 0)  # type: ignore[union-attr]
    return Piece(code("z[NUMBER]", NUMBER=number), held=True)


def zone_of(c: Emitter, card: ast.expr) -> ast.expr:
    """The number of the zone in which a card is."""
    return code("v[CARD + ZONE]", CARD=card, ZONE=ZONE)


def has_behavior_at(c: Emitter, timing: Declared, card: ast.expr) -> ast.expr:
    """Whether a card does anything at a timing."""
    text = "(TIMING, v[CARD]) in m.program.behaviors"
    return code(text, TIMING=timing.index, CARD=card)


def definitions_of(c: Emitter, cards: ast.expr) -> ast.expr:
    """The ids of some cards, as symbols."""
    return code("tuple([v[EACH] for EACH in CARDS])", EACH=c.new_local(), CARDS=cards)


_BUILT_IN: dict[str, Any] = {
    "count": lambda c, of: quote.call("len", of),
    "first": lambda c, of: quote.first_or_last("first", of),
    "last": lambda c, of: quote.first_or_last("last", of),
    "seat": lambda c, of: code("OF - 1", OF=of),
    "next": lambda c, of: _next_player(of),
    "previous": lambda c, of: code("m.neighbour(OF, -1)", OF=of),
    "zone": lambda c, of: code("ZONE_FAMILY[ZONE]", ZONE=zone_of(c, of)),
    "owner": lambda c, of: code("ZONE_OWNER[ZONE]", ZONE=zone_of(c, of)),
    "kind": lambda c, of: _kind_of_entity(c, of),
    "position": lambda c, of: quote.call("position", quote.name("m"), of),
}


def _kind_of_entity(c: Emitter, entity: ast.expr) -> ast.expr:
    """The kind of a player, a card or the match."""
    symbols = (c.compiler.symbol(word) for word in ("player", "match"))
    return quote.call("kind_of", quote.name("m"), entity, *symbols)


def _next_player(player: ast.expr) -> ast.expr:
    """The next player by seat: see `zones.Zones.neighbour`."""
    text = "P % m.seats + 1 if P else 0" if quote.is_cheap(player) else "m.neighbour(P, 1)"
    return code(text, P=player)


def property_value(c: Emitter, fact: Fact, entity: ast.expr) -> Piece:
    """A printed property of a card."""
    base = printed_value(c, fact, entity)
    return Piece(_apply_modifiers(c, fact, entity, base), printed=base)


def printed_on_definition(fact: Fact, definition: ast.expr) -> ast.expr:
    """A property as it is printed on a definition."""
    if fact.name == "id":
        return definition
    return code("d[DEFINITION][INDEX]", DEFINITION=definition, INDEX=fact.index)


def printed_value(c: Emitter, fact: Fact, entity: ast.expr) -> ast.expr:
    """A property as it is printed; entities that are no cards read 0."""
    if fact.name == "id":
        return code("v[E]", E=entity)
    if fact.name == "forPlayer":  # of the copy, not of the card
        return (
            code("m.owners.get(E, 0)", E=entity) if c.compiler.layout.owned else quote.constant(0)
        )
    return code("d[v[E]][INDEX]", E=entity, INDEX=fact.index)


def field_value(c: Emitter, columns: tuple[Field, ...], of: Node, entity: ast.expr) -> Piece:
    """
    A field of an entity; entities of another kind read 0. Cards of all kinds have a field of one
    name at one place.
    """
    column, layout = columns[0], c.compiler.layout
    cheap = quote.is_cheap(entity)
    at: dict[str, Any] = {"E": entity, "BASE": column.base}
    if column.kind == "match":
        base = code("v[BASE]", BASE=column.base)
    elif column.kind == "player" and of.type != "player":
        text = "v[E + BASE] if E <= MOST else 0" if cheap else "player_field(v, BASE, MOST, E)"
        base = code(text, **at, MOST=layout.players)
    elif column.kind != "player" and layout.shared:
        kinds = tuple(c.compiler.symbol(each.kind) for each in columns)
        text = "v[E + BASE] if d[v[E]][KIND] in HAVING else 0"
        if not cheap:
            text = "card_field(v, d, BASE, HAVING, E)"
        elif len(kinds) == 1:
            text = "v[E + BASE] if d[v[E]][KIND] == ONLY else 0"
        base = code(text, **at, KIND=KIND, HAVING=kinds, ONLY=kinds[0])
        if cheap:
            quote.mark_test(base, entity, kinds)
    else:
        base = code("v[E + BASE]", **at)
    found = c.compiler.declarations.modifiable.get(column.name)
    return Piece(_apply_modifiers(c, found, entity, base), printed=base)


def guard_lines(c: Emitter, field: Field, entity: ast.expr) -> ast.stmt:
    """A line that makes sure that an entity, which may be any number, has a field."""
    layout, kind = c.compiler.layout, field.kind
    known = quote.PLAYER
    if kind in ("match", "player"):
        low, high = (1, layout.players) if kind == "player" else (0, 0)
        wrong = code("not LOW <= E <= HIGH", LOW=low, E=entity, HIGH=high)
    else:
        known = c.compiler.symbol(kind)
        wrong = code(
            "E < FIRST or E % WIDTH or d[v[E]][KIND] != OF",
            E=entity,
            FIRST=layout.first,
            WIDTH=layout.width,
            KIND=KIND,
            OF=known,
        )
    line = quote.if_statement(
        wrong, [quote.expression_statement(quote.call("raise_lacks_field", entity, field.name))]
    )
    return line if kind == "match" else quote.mark_test(line, entity, (known,))


def sort_by_property(
    c: Emitter, fact: Fact, cards: ast.expr, definitions: bool = False
) -> ast.expr:
    """
    Cards, or definitions, in the order of a printed property; names in the order in which they are
    declared.
    """
    each = c.new_local()
    key = printed_on_definition(fact, each) if definitions else printed_value(c, fact, each)
    if fact.type == "symbol":
        key = code("m.program.symbols.ranks[KEY]", KEY=key)
    return code("sorted(CARDS, key=lambda EACH: KEY)", CARDS=cards, EACH=each, KEY=key)


def _apply_modifiers(c: Emitter, fact: Fact | None, entity: ast.expr, base: ast.expr) -> ast.expr:
    """A property with its modifiers; mostly there are none."""
    if fact is None or not fact.modified:
        return base
    value = quote.call("modified_value", quote.name("m"), fact.index, entity, base)
    if not quote.is_cheap(entity):
        return value
    changed = code(
        "INDEX in changed and (ANY in changed or ABOUT + E in changed)",
        INDEX=fact.index,
        ANY=~fact.index,
        ABOUT=index_for(fact.index, 0),
        E=entity,
    )
    if fact.owned:
        text = "CHANGED or v[E] in m.program.own_modifiers[INDEX]"
        changed = code(text, CHANGED=changed, E=entity, INDEX=fact.index)
    return code("VALUE if CHANGED else BASE", VALUE=value, CHANGED=changed, BASE=base)


def zone_number(c: Emitter, of: ZoneOf) -> ast.expr:
    """The number of a zone that a word names."""
    zone = of.zone
    if zone is None:
        return quote.constant(0)
    if of.owner is None:
        return quote.constant(zone.first)
    owner = c.emit_value(of.owner)
    if zone.of == "player":
        return code("FIRST + OWNER", FIRST=zone.first, OWNER=owner)
    place = code("m.program.places[ZONE][OWNER]", ZONE=zone.name, OWNER=owner)
    return code("FIRST + PLACE", FIRST=zone.first, PLACE=place)


def players_from_start() -> ast.expr:
    """All players in order from the start player: see `zones.Zones.players_from`."""
    return code("ROTATIONS[m.seats][v[ORDER]]")


def cards_in_zone(c: Emitter, of: ZoneOf) -> Piece:
    """The cards of a zone; of every player's where it does not say whose."""
    zone = of.zone
    if zone is None:
        return Piece(quote.tuple_of([]), held=True)
    if zone.of is None or of.owner is not None:
        return Piece(code("z[NUMBER]", NUMBER=zone_number(c, of)), held=True)
    if zone.of == "player":
        return Piece(
            code(
                "[*joined(PILES[FIRST][m.seats][v[ORDER]](z))]",
                FIRST=zone.first,
            )
        )
    return Piece(
        code(
            "[*joined(z[FIRST:LAST])]",
            FIRST=zone.first,
            LAST=zone.first + zone.size,
        )
    )
