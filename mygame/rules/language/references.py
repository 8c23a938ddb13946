"""
References: what stands in braces, `{you.gold}`, as Python source with its type.

A reference is a name that the scope knows (a parameter, an id, a part of an event), `you`, `this`,
`spell`, `target`, `match` or `it`, and behind dots the members of what it names: fields, zones,
printed facts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..ground.errors import instead
from ..running.code import SPELL, TARGET, THIS, YOU
from ..running.state import ZONE, Field
from .source import SIMPLE, SINGULAR, Expr, key_source, split_chain, split_references

if TYPE_CHECKING:
    from .emitter import Emitter, Symbol


def template(c: Emitter, text: str) -> tuple[str, list[Expr]]:
    """`dc{loop1.index}` as ("dc{}", [expr of the index])."""
    pattern, keys = "", []
    for piece, inside in split_references(text):
        if inside is None:
            pattern += piece
        else:
            pattern += "{}"
            keys.append(reference(c, inside))
    return pattern, keys


def reference(c: Emitter, text: str) -> Expr:
    """What stands between the braces of a reference."""
    chain = split_chain(text.strip())
    head, rest = chain[0], chain[1:]
    scope = c.scope
    pattern, keys = template(c, head) if "{" in head else (head, [])
    symbol = scope.symbols.get(pattern)
    if symbol is not None:
        expr, rest = named(c, symbol, keys, pattern, rest)
    elif pattern == "you":
        expr = Expr(f"r[{YOU}]", "player")
    elif pattern == "this":
        expr = Expr(f"r[{THIS}]", "card")
    elif pattern == "spell":
        expr = Expr(f"r[{SPELL}]", "card")
    elif pattern == "target":
        expr = Expr(f"(r[{TARGET}] or ())", "cards")
    elif pattern == "match":
        return match_member(c, rest)
    elif pattern == "it" and scope.it is not None:
        expr = scope.it
    else:
        known = sorted({*scope.symbols, "you", "this", "spell", "target", "match"})
        c.problem(f"nothing is called {{{text}}} here{instead(head, known, 'known are')}")
        return Expr("0")
    return members(c, expr, rest)


def members(c: Emitter, expr: Expr, names: list[str]) -> Expr:
    """What follows the dots, up to the first that is nothing."""
    for name in names:
        known = len(c.compiler.problems)
        expr = member(c, expr, name)
        if len(c.compiler.problems) > known:
            break
    return expr


def named(
    c: Emitter, symbol: Symbol, keys: list[Expr], name: str, rest: list[str]
) -> tuple[Expr, list[str]]:
    if symbol.parts:
        if rest and rest[0] in symbol.parts:
            return symbol.parts[rest[0]], rest[1:]
        if symbol.expr is not None:
            return symbol.expr, rest
        no_part(c, name, symbol.parts, rest)
        return Expr("0"), []
    if symbol.expr is not None:
        return symbol.expr, rest
    source = f"r[{symbol.register}]"
    if symbol.family:
        source = f"family(r[{symbol.register}], {key_source(keys)})"
    if symbol.record is None:
        return Expr(source, symbol.type), rest
    if not rest or rest[0] not in symbol.record:
        no_part(c, name, symbol.record, rest)
        return Expr("0"), []
    index, type, domain = symbol.record[rest[0]]
    return Expr(f"{source}[{index}]", type, domain), rest[1:]


def no_part(c: Emitter, name: str, known: Any, rest: list[str]) -> None:
    wanted = rest[0] if rest else "a value of its own"
    c.problem(f"{{{name}}} has no {wanted}{instead(wanted, known, 'it has')}")


def match_member(c: Emitter, rest: list[str]) -> Expr:
    if not rest:
        return Expr("0", "entity")
    name, layout = rest[0], c.compiler.layout
    zone = layout.zones.get(name)
    if name == "players":
        expr = Expr("m.seats", "number")
    elif name == "cards":
        expr = Expr("m.cards", "cards")
    elif ("match", name) in layout.fields:
        expr = field(c, layout.fields["match", name], Expr("0", "entity"))
    elif zone is not None and zone.of is None:
        expr = Expr(f"z[{zone.first}]", "cards")
    elif zone is not None and isinstance(zone.of, tuple):
        if len(rest) < 2 or rest[1] not in zone.of:
            c.problem(
                f"zone {name} needs one of {', '.join(zone.of)}: {{match.{name}.{zone.of[0]}}}"
            )
            return Expr("()", "cards")
        expr = Expr(f"z[{zone.first + zone.of.index(rest[1])}]", "cards")
        rest = rest[1:]
    else:
        known = [n for k, n in layout.fields if k == "match"] + [
            z.name for z in layout.zones.values() if z.of != "player"
        ]
        c.problem(f"the match has no {name}{instead(name, ['players', 'cards', *known], 'it has')}")
        return Expr("0")
    return members(c, expr, rest[1:])


def member(c: Emitter, expr: Expr, name: str) -> Expr:
    """What follows a dot."""
    if expr.many:
        if name == "count":
            return Expr(f"len({expr.src})", "number")
        if name in ("first", "bottom", "last", "top"):
            return Expr(
                f"{'first' if name in ('first', 'bottom') else 'last'}({expr.src})",
                SINGULAR[expr.type],
            )
        expr = expr.single
    if name == "UUID":
        return expr
    if name == "base":
        return replace(expr, src=expr.base or expr.src)
    if expr.type in ("player", "entity", "any"):
        found = player_member(c, expr, name)
        if found is not None:
            return found
    if expr.type in ("card", "entity", "any"):
        found = card_member(c, expr, name)
        if found is not None:
            return found
    c.problem(f"a {expr.type} has no {name}{instead(name, _members(c, expr.type), 'it has')}")
    return Expr("0")


def _members(c: Emitter, type: str) -> list[str]:
    """What can follow a dot after a player, a card or either."""
    layout, found = c.compiler.layout, {"UUID"}
    if type in ("player", "entity", "any"):
        found |= {"seat", "next", "previous"}
        found |= {name for kind, name in layout.fields if kind == "player"}
        found |= {zone.name for zone in layout.zones.values() if zone.of == "player"}
    if type in ("card", "entity", "any"):
        found |= {"zone", "owner", *c.compiler.pack.properties}
        found |= {name for kind, name in layout.fields if kind not in ("player", "match")}
    return sorted(found)


def player_member(c: Emitter, expr: Expr, name: str) -> Expr | None:
    layout = c.compiler.layout
    if name == "seat":
        return Expr(f"({expr.src} - 1)", "number")
    if name in ("next", "previous"):
        return Expr(f"m.neighbour({expr.src}, {1 if name == 'next' else -1})", "player")
    if ("player", name) in layout.fields:
        return field(c, layout.fields["player", name], expr)
    zone = layout.zones.get(name)
    if zone is not None and zone.of == "player":
        source = f"z[{zone.first} + {expr.src}]"
        return Expr(
            source
            if expr.type == "player"
            else f"({source} if {expr.src} <= {layout.players} else ())",
            "cards",
        )
    return None


def card_member(c: Emitter, expr: Expr, name: str) -> Expr | None:
    layout = c.compiler.layout
    if name == "zone":
        place = f"v[{expr.src} + {ZONE}]"
        return Expr(f"ZONE_FAMILY[{place}]", "symbol", tuple(layout.zones))
    if name == "owner":
        return Expr(f"ZONE_OWNER[v[{expr.src} + {ZONE}]]", "player")
    fact = c.compiler.pack.properties.get(name)
    if fact is not None:
        base = printed(c, fact, expr.src)
        return Expr(modified(c, fact, expr.src, base), fact.type, fact.domain, base)
    columns = (
        f for (kind, n), f in layout.fields.items() if n == name and kind not in ("player", "match")
    )
    column = next(columns, None)  # cards of all kinds have a field of one name at one place
    return field(c, column, expr) if column is not None else None


def printed(c: Emitter, fact: Any, entity: str) -> str:
    """The source of a printed fact; entities that are no cards read 0."""
    owner = c.compiler.layout.owner
    if fact.name == "id":
        return f"v[{entity}]"
    if fact.name == "forPlayer":  # of the copy, not of the card
        return f"v[{entity} + {owner}]" if owner else "0"
    return f"d[v[{entity}]][{fact.index}]"


def field(c: Emitter, column: Field, expr: Expr) -> Expr:
    """The source that reads a field; entities of another kind read 0."""
    layout, simple = c.compiler.layout, SIMPLE.fullmatch(expr.src)
    place = f"v[{expr.src} + {column.base}]"
    if column.kind == "match":
        base = f"v[{column.base}]"
    elif column.kind == "player" and expr.type != "player":
        base = f"({place} if {expr.src} <= {layout.players} else 0)"
        if not simple:
            base = f"of_player(v, {column.base}, {layout.players}, {expr.src})"
    elif column.kind != "player" and layout.shared:
        base = f"({place} if v[{expr.src}] in HAS_{column.name} else 0)"
        if not simple:
            base = f"of_card(v, {column.base}, HAS_{column.name}, {expr.src})"
    else:
        base = place
    source = modified(c, c.compiler.pack.modifiable.get(column.name), expr.src, base)
    return Expr(source, column.type, column.domain, base)


def modified(c: Emitter, fact: Any, entity: str, base: str) -> str:
    """The source of a property with its modifiers; mostly there are none."""
    if fact is None or not fact.modified:
        return base
    value = f"modified(m, {fact.index}, {entity}, {base})"
    if not SIMPLE.fullmatch(entity):
        return value
    changed = f"{fact.index} in m.modifiers_of"
    if fact.owned:
        changed += f" or v[{entity}] in OWN_{fact.name}"
    return f"({value} if {changed} else {base})"
