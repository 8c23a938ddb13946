"""
The chooser words: each returns the Python source of a list of entities. Packs define more
(`monsters`).
"""

from __future__ import annotations

from typing import Any

from ..ground.errors import instead
from .emitter import Emitter
from .schema import Param, chooser
from .source import SINGULAR, Expr, tuple_source


def candidates(c: Emitter, node: Any, where: Any) -> Expr:
    """The entities of a node that pass the filter `where`, which calls each of them {it}."""
    return filtered(c, c.entities(node), where)


def filtered(c: Emitter, pool: Expr, where: Any) -> Expr:
    if where is None:
        return pool
    name = c.local()
    test = c.filter(where, Expr(name, SINGULAR[pool.type]), ".where")
    return Expr(f"[{name} for {name} in m.spend({pool.src}) if {test}]", pool.type)


@chooser(
    "players",
    source="seed 000, Chooser; rulebook R2",
    **{
        "except": Param("raw", None),
        "from": Param("player", None),
        "direction": Param("raw", "counterclockwise"),
        "where": Param("filter", None),
    },
)
def players(c: Emitter, direction: str, where: Any, **rest: Any) -> Expr:
    """
    All players in order from the start player (`from`: from this one), counterclockwise unless
    `direction` says clockwise.
    """
    if direction not in ("clockwise", "counterclockwise"):
        c.problem("direction is clockwise or counterclockwise", ".direction")
    start = rest["from"].src if rest["from"] is not None else "0"
    pool = Expr(
        f"m.players_from({start})"
        if direction == "counterclockwise"
        else f"m.players_back({start})",
        "players",
    )
    if rest["except"] is not None:
        name = c.local()
        without = c.entities(rest["except"], "players", ".except")
        pool = Expr(f"[{name} for {name} in {pool.src} if {name} not in {without.src}]", "players")
    return filtered(c, pool, where)


@chooser(
    "cards",
    source="seed 000, Chooser",
    **{
        "zone": Param("raw", None),
        "of": Param("raw", None),
        "from": Param("raw", None),
        "where": Param("filter", None),
        "top": Param("number", None),
        "bottom": Param("number", None),
    },
)
def cards(
    c: Emitter, zone: Any, of: Any, where: Any, top: Expr | None, bottom: Expr | None, **rest: Any
) -> Expr:
    """
    Cards of a zone (of every player's when `of` is missing), or `from` other entities; all cards of
    the match without either.
    """
    if rest["from"] is not None:
        pool = c.entities(rest["from"], "cards", ".from")
    elif zone is None:
        pool = Expr("m.cards", "cards")
    else:
        pool = zone_source(c, zone, of)
    pool = filtered(c, pool, where)
    if top is not None:
        pool = Expr(f"top_of({pool.src}, {top.src})", pool.type)
    if bottom is not None:
        pool = Expr(f"{pool.src}[:{bottom.src}]", pool.type)
    return pool


def zone_source(c: Emitter, name: Any, of: Any) -> Expr:
    """The source of the contents of a zone."""
    zone = c.compiler.layout.zones.get(name) if isinstance(name, str) else None
    if zone is None:
        c.problem(f"there is no zone {name!r}{instead(name, c.compiler.layout.zones)}", ".zone")
        return Expr("()", "cards")
    if zone.of is not None and of is None:
        each = c.local()
        if zone.of == "player":
            return Expr(
                f"[{each} for t in m.players_from(0) for {each} in z[{zone.first} + t]]", "cards"
            )
        return Expr(
            f"[{each} for t in z[{zone.first}:{zone.first + zone.size}] for {each} in t]", "cards"
        )
    return Expr(f"z[{zone_index(c, name, of)}]", "cards")


def zone_index(c: Emitter, name: Any, of: Any) -> str:
    """The source of the number of a zone."""
    zone = c.compiler.layout.zones.get(name) if isinstance(name, str) else None
    if zone is None:
        c.problem(f"there is no zone {name!r}{instead(name, c.compiler.layout.zones)}")
        return "0"
    if zone.of is None:
        return str(zone.first)
    if of is None:
        c.problem(
            f"zone {name} needs of: {'a player' if zone.of == 'player' else ' or '.join(zone.of)}"
        )
        return "0"
    owner = c.value(of, "player" if zone.of == "player" else "any", ".of")
    if zone.of == "player":
        return f"{zone.first} + {owner.src}"
    if owner.literal is not None and owner.literal not in zone.of:
        c.problem(f"zone {name} has no {owner.literal}{instead(owner.literal, zone.of)}", ".of")
    return f"{zone.first} + m.pack.place_in({name!r}, {owner.src})"


@chooser("numbers", source="language 5", **{"from": "number", "to": "number"})
def numbers(c: Emitter, to: Expr, **rest: Any) -> Expr:
    """The whole numbers of a range, ends included; for the options of a menu."""
    return Expr(f"m.span({rest['from'].src}, {to.src})", "numbers")


@chooser("symbols", source="language 5", of="values", where=Param("filter", None))
def symbols(c: Emitter, of: list[Expr], where: Any) -> Expr:
    """A list of bare words, such as levels; for the options of a menu."""
    pool = Expr(tuple_source([expr.src for expr in of]), "symbols")
    domain = tuple(str(expr.literal) for expr in of)
    if where is None:
        return pool
    name = c.local()
    test = c.filter(where, Expr(name, "symbol", domain), ".where")
    return Expr(f"[{name} for {name} in {pool.src} if {test}]", "symbols")


@chooser("deck", source="language 4", of="player", part="raw")
def deck(c: Emitter, of: Expr, part: Any) -> Expr:
    """
    The cards of a part of the deck that a player brought to the match, in their order, wherever
    they are now.
    """
    rules = c.compiler.pack.deck_rules
    parts = rules.parts if rules is not None else {}
    if part not in parts:
        c.problem(f"decks have no part {part!r}; they have {', '.join(parts) or 'none'}", ".part")
        return Expr("()", "cards")
    return Expr(f"m.decks[{of.src}][{part!r}]", "cards")
