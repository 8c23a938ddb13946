"""
Where things are in the state of a match: the code that reads fields, zones and printed properties.

All that knows how the state is laid out is here and in `rules.running`.
"""

from __future__ import annotations

from typing import Any, Protocol

from ..program import form
from ..program.form import MATCH, PLAYER, Const, Step, Value
from ..program.notation import code
from ..program.values import Piece, call, first_or_last, is_cheap, plain, tuple_of
from ..running.catalogue import Fact
from ..running.state import ZONE, Field, Layout
from .declared import Declarations, Declared
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
    def emit_value(self, node: Node) -> Value: ...
    def new_local(self) -> form.Local: ...


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
        content: Value = form.Zone(form.Arithmetic("+", Const(means.first), owner))
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
        return Piece(form.OfMatch("seats"))
    if means == "cards":
        return Piece(form.OfMatch("cards"), held=True)
    if means == "option":
        return Piece(code("definitions_chosen(m.options, NAME)", NAME=node.name), held=True)
    if isinstance(means, tuple):
        nothing = Literal(place=node.place, type="entity", value=0)
        return _printed_property(node, field_value(c, means, nothing, Const(0)))
    label = node.name.partition(".")[2]
    number = means.first + (means.of.index(label) if label else 0)  # type: ignore[union-attr]
    return Piece(form.Zone(Const(number)), held=True)


def zone_of(c: Emitter, card: Value) -> Value:
    """The number of the zone in which a card is."""
    return form.Cell(card, ZONE)


def has_behavior_at(c: Emitter, timing: Declared, card: Value) -> Value:
    """Whether a card does anything at a timing."""
    return form.HasBehavior(timing.index, form.Cell(card, 0))


def definitions_of(c: Emitter, cards: Value) -> Value:
    """The ids of some cards, as symbols."""
    return code("tuple([v[EACH] for EACH in CARDS])", EACH=c.new_local(), CARDS=cards)


_BUILT_IN: dict[str, Any] = {
    "count": lambda c, of: plain("len", of),
    "first": lambda c, of: first_or_last("first", of),
    "last": lambda c, of: first_or_last("last", of),
    "seat": lambda c, of: code("OF - 1", OF=of),
    "next": lambda c, of: _next_player(of),
    "previous": lambda c, of: code("m.neighbour(OF, -1)", OF=of),
    "zone": lambda c, of: form.Lookup("zone_family", (zone_of(c, of),)),
    "owner": lambda c, of: form.Lookup("zone_owner", (zone_of(c, of),)),
    "kind": lambda c, of: _kind_of_entity(c, of),
    "position": lambda c, of: call("position", MATCH, of),
}


def _kind_of_entity(c: Emitter, entity: Value) -> Value:
    """The kind of a player, a card or the match."""
    symbols = (c.compiler.symbol(word) for word in ("player", "match"))
    return call("kind_of", MATCH, entity, *symbols)


def _next_player(player: Value) -> Value:
    """The next player by seat: see `zones.Zones.neighbour`."""
    text = "P % m.seats + 1 if P else 0" if is_cheap(player) else "m.neighbour(P, 1)"
    return code(text, P=player)


def property_value(c: Emitter, fact: Fact, entity: Value) -> Piece:
    """A printed property of a card."""
    base = printed_value(c, fact, entity)
    return Piece(_apply_modifiers(c, fact, entity, base), printed=base)


def printed_on_definition(fact: Fact, definition: Value) -> Value:
    """A property as it is printed on a definition."""
    if fact.name == "id":
        return definition
    return form.Printed(definition, fact.index)


def printed_value(c: Emitter, fact: Fact, entity: Value) -> Value:
    """A property as it is printed; entities that are no cards read 0."""
    if fact.name == "id":
        return form.Cell(entity, 0)
    if fact.name == "forPlayer":  # of the copy, not of the card
        return form.Lookup("owners", (entity,)) if c.compiler.layout.owned else Const(0)
    return form.Printed(form.Cell(entity, 0), fact.index)


def field_value(c: Emitter, columns: tuple[Field, ...], of: Node, entity: Value) -> Piece:
    """
    A field of an entity; entities of another kind read 0. Cards of all kinds have a field of one
    name at one place.
    """
    column, layout = columns[0], c.compiler.layout
    base: Value
    if column.kind == "match":
        base = form.Cell(None, column.base)
    elif column.kind == "player" and of.type != "player":
        base = form.PlayerField(entity, column.base, layout.players)
    elif column.kind != "player" and layout.shared:
        kinds = tuple(c.compiler.symbol(each.kind) for each in columns)
        base = form.CardField(entity, column.base, kinds)
    else:
        base = form.Cell(entity, column.base)
    found = c.compiler.declarations.modifiable.get(column.name)
    return Piece(_apply_modifiers(c, found, entity, base), printed=base)


def guard(c: Emitter, field: Field, entity: Value) -> Step:
    """A step that makes sure that an entity, which may be any number, has a field."""
    layout, kind = c.compiler.layout, field.kind
    if kind == "match":
        return form.Guard(entity, field.name, None, 0, 0)
    if kind == "player":
        return form.Guard(entity, field.name, PLAYER, layout.players, 0)
    return form.Guard(entity, field.name, c.compiler.symbol(kind), layout.first, layout.width)


def sort_by_property(c: Emitter, fact: Fact, cards: Value, definitions: bool = False) -> Value:
    """
    Cards, or definitions, in the order of a printed property; names in the order in which they are
    declared.
    """
    each = c.new_local()
    key = printed_on_definition(fact, each) if definitions else printed_value(c, fact, each)
    if fact.type == "symbol":
        key = form.Lookup("ranks", (key,))
    return form.Sorted(cards, each.name, key)


def _apply_modifiers(c: Emitter, fact: Fact | None, entity: Value, base: Value) -> Value:
    """A property with its modifiers; mostly there are none."""
    if fact is None or not fact.modified:
        return base
    value = call("modified_value", MATCH, fact.index, entity, base)
    if not is_cheap(entity):
        return value
    return form.Conditional(form.Modified(fact.index, entity, fact.owned), value, base)


def zone_number(c: Emitter, of: ZoneOf) -> Value:
    """The number of a zone that a word names."""
    zone = of.zone
    if zone is None:
        return Const(0)
    if of.owner is None:
        return Const(zone.first)
    owner = c.emit_value(of.owner)
    if zone.of == "player":
        return form.Arithmetic("+", Const(zone.first), owner)
    place = form.Lookup("places", (Const(zone.name), owner))
    return form.Arithmetic("+", Const(zone.first), place)


def players_from_start() -> Value:
    """All players in order from the start player: see `zones.Zones.players_from`."""
    return form.TurnOrder()


def cards_in_zone(c: Emitter, of: ZoneOf) -> Piece:
    """The cards of a zone; of every player's where it does not say whose."""
    zone = of.zone
    if zone is None:
        return Piece(tuple_of([]), held=True)
    if zone.of is None or of.owner is not None:
        return Piece(form.Zone(zone_number(c, of)), held=True)
    if zone.of == "player":
        return Piece(form.Piles(zone.first))
    return Piece(form.ZoneSpan(zone.first, zone.first + zone.size))
