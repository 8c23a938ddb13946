"""State: fields, zones, dice, casting, the end of a match and its log."""

from __future__ import annotations

import re
from typing import Any

from ...ground.errors import instead
from ...running.state import Field
from ..choosers import zone_index
from ..emitter import Emitter
from ..schema import Param, doable
from ..source import NUMBER, SIMPLE, SINGULAR, Expr, indent
from .events import context_source

CARDS = ("card", "cards", "entity", "entities", "any")  # what may be cards
ONE = re.compile(r"one\((.*)\)|\((r\[\d+\]),\)")  # the source of a list of one entity


def one_of(entities: Expr) -> str:
    """The source of the only entity of a list, if it is a list of one."""
    found = ONE.fullmatch(entities.src)
    return (found.group(1) or found.group(2)) if found else ""


@doable(
    "set",
    source="seed 000, Doable (health, mana, gold ...)",
    result={"amount": "number", "overflow": "number"},
    of="entities",
    field="raw",
    mode=Param("raw", "set", domain=("add", "set")),
    amount="any",
)
def set_(c: Emitter, node: dict, of: Expr, field: Any, mode: Any, amount: Expr) -> None:
    """
    Change a field, within its limits: `add` an amount or `set` it. `{id.amount}` is the real
    change, `{id.overflow}` what the limit swallowed.
    """
    columns = [f for (_, name), f in c.compiler.layout.fields.items() if name == field]
    singular = SINGULAR.get(of.type, of.type)
    fitting = [
        f
        for f in columns
        if singular in ("entity", "any") or (f.kind == "player") == (singular == "player")
    ]
    fitting = [f for f in fitting if (f.kind == "match") == (of.src == "one(0)")] or fitting
    if not fitting:
        known = sorted({name for _, name in c.compiler.layout.fields})
        c.problem(f"{singular} has no field {field!r}{instead(field, known)}", ".field")
        return
    dynamic = isinstance(mode, str) and "{" in mode
    if not dynamic and mode not in ("add", "set"):  # a problem already
        return
    amount = amount.single
    if amount.literal is not None and fitting[0].domain and amount.literal not in fitting[0].domain:
        meant = instead(amount.literal, fitting[0].domain)
        c.problem(f"{field} is never {amount.literal}{meant}", ".amount")
    register, key = c.name_result(
        node, {"amount": (0, "number", ()), "overflow": (1, "number", ())}
    )
    one, name = one_of(of), c.local()
    entity = one or name
    if register < 0 and not dynamic and len(fitting) == 1 and not fitting[0].limited:
        change = assignment(c, fitting[0], entity, name, mode, amount.src)
    elif dynamic:
        adding = c.compiler.pack.symbol("add")
        add, put = (c.compiler.changer(fitting, word) for word in ("add", "set"))
        test = f"{c.value(mode, 'symbol', '.mode').src} == {adding}"
        change = f"({add} if {test} else {put})(v, {entity}, {amount.src})"
    else:
        change = f"{c.compiler.changer(fitting, mode)}(v, {entity}, {amount.src})"
    if one:
        c.store(register, key, change)
    elif register >= 0:
        c.store(register, key, f"for_each(lambda {entity}: {change}, m.spend({of.src}))")
    else:
        c.line(f"for {entity} in m.spend({of.src}):\n{indent(change)}")


def assignment(c: Emitter, field: Field, entity: str, name: str, mode: str, amount: str) -> str:
    """The lines that change a field without limits of one entity; `name` is free for it."""
    if field.kind == "match" and entity == "0":
        return _changed(f"v[{field.base}]", mode, amount)
    lines = []
    if not SIMPLE.fullmatch(entity):
        lines.append(f"{name} = {entity}")
        entity = name
    lines += [
        f"if {_lacking(c, field.kind, entity)}:",
        f"    lacks({entity}, {field.name!r})",
        _changed(f"v[{entity} + {field.base}]", mode, amount),
    ]
    return "\n".join(lines)


def _lacking(c: Emitter, kind: str, entity: str) -> str:
    """The test that an entity, which may be any number, is not of a kind."""
    layout = c.compiler.layout
    if kind in ("match", "player"):
        low, high = (1, layout.players) if kind == "player" else (0, 0)
        return f"not {low} <= {entity} <= {high}"
    return f"v[{entity}] not in OF_{kind} or {entity} % {layout.width}"


def _changed(place: str, mode: str, amount: str) -> str:
    if mode == "set":
        return f"{place} = {amount}"
    # By a number that is written down nothing gets out of bounds in the time of a match.
    return (
        f"{place} += {amount}"
        if NUMBER.fullmatch(amount)
        else f"{place} = bound({place} + {amount})"
    )


@doable(
    "move",
    source="rulebook R5",
    target="cards",
    to="raw",
    of=Param("raw", None),
    position=Param("raw", "top", domain=("top", "bottom")),
)
def move(c: Emitter, node: dict, target: Expr, to: Any, of: Any, position: Any) -> None:
    """
    Put cards into a zone, one after the other, on the `top` (the end) or at the `bottom`. `nowhere`
    takes them out of the match.
    """
    where = "0" if to == "nowhere" else zone_index(c, to, of)
    name, one = c.local(), one_of(target)
    head = f"{name} = {one}\nif {name}:" if one else f"for {name} in m.spend({target.held}):"
    place = ", True" if position == "bottom" else ""
    c.line(f"{head}\n    m.move({name}, {where}{place})")


@doable("shuffle", source="rulebook R19", zone="raw", of=Param("raw", None))
def shuffle(c: Emitter, node: dict, zone: Any, of: Any) -> None:
    """Shuffle a zone."""
    c.line(f"m.shuffle({zone_index(c, zone, of)})")


@doable(
    "roll", source="rulebook R17; seed 004", result={"result": "number"}, sides=Param("number", 6)
)
def roll(c: Emitter, node: dict, sides: Expr) -> None:
    """Roll a die: `{id.result}` is 1 to `sides`."""
    register, key = c.name_result(node, {"result": (0, "number", ())})
    c.store(register, key, f"(m.roll({sides.src}),)")


@doable("pick", source="language 5", result={}, **{"from": "entities"}, amount=Param("number", 1))
def pick(c: Emitter, node: dict, amount: Expr, **rest: Any) -> None:
    """Take entities at random: `{id}` is the list."""
    pool = rest["from"]
    register, key = c.name_result(node, None, pool.type)
    c.store(register, key, f"m.sample({pool.src}, {amount.src})")


@doable(
    "perform",
    source="seed 000, TreasureCardTiming",
    at="raw",
    target="cards",
    player=Param("player", None),
    spell=Param("card", None),
    aim=Param("entities", None),
    **{"as": Param("card", None), "with": Param("raw", None)},
)
def perform(
    c: Emitter,
    node: dict,
    at: Any,
    target: Expr,
    player: Expr | None,
    spell: Expr | None,
    aim: Expr | None,
    **rest: Any,
) -> None:
    """
    Carry out what cards do at a timing. `player` is their {you}; `as` another card that does it in
    their place; `spell` and `aim` make it part of a cast; `with` is the context.
    """
    timing = c.compiler.pack.timing(at)
    if timing is None:
        c.problem(f"there is no timing {at!r}{instead(at, c.compiler.pack.timings)}", ".at")
        return
    context = ", ".join(context_source(c.at(".with"), timing, rest["with"] or {}))
    who = player.src if player is not None else "r[0]"
    cast = spell.src if spell is not None else "0"
    aimed = aim.held if aim is not None else "None"
    actor = rest["as"].src if rest["as"] is not None else ""

    def one(card: str) -> None:
        c.suspend_if(
            f"({timing.index}, v[{card}]) in m.pack.behaviors",
            f"m.perform({timing.index}, {card}, [{who}, {actor or card}, {cast}, {aimed}"
            f"{', ' if context else ''}{context}])",
        )

    single = one_of(target)
    if single:
        card = c.local()
        c.line(f"{card} = {single}")
        one(card)
        return
    pool, index = c.register(), c.register()
    able = f"[t for t in m.spend({target.src}) if ({timing.index}, v[t]) in m.pack.behaviors]"
    c.line(f"r[{pool}] = tuple({able})\nr[{index}] = 0")
    again, body, end = c.label(), c.label(), c.label()
    c.place_label(again)
    c.branch(f"r[{index}] < len(r[{pool}])", body, end)
    c.place_label(body)
    c.line(f"r[{index}] += 1")
    one(f"r[{pool}][r[{index}] - 1]")
    c.goto(again)
    c.place_label(end)


@doable("endMatch", source="rulebook R129-R131", standings="players", by=Param("filter", None))
def end_match(c: Emitter, node: dict, standings: Expr, by: Any) -> None:
    """
    End the match. `standings` are the players from first to last; with `by` (a value of {it}) the
    highest comes first and equals share a place.
    """
    key = "None"
    if by is not None:
        name = c.local()
        outer, c.scope.it = c.scope.it, Expr(name, "player")
        key = f"lambda {name}: {c.value(by, 'number', '.by').src}"
        c.scope.it = outer
    c.suspend(f"m.end({standings.src}, {key})")


@doable(
    "log",
    source="language 8",
    message="raw",
    secret=Param("players", None),
    **{"with": Param("raw", None)},
)
def log(c: Emitter, node: dict, message: Any, secret: Expr | None, **rest: Any) -> None:
    """
    Add a line to the log: a key of `words.log` with its values; with `secret` only these players
    read it as it is.
    """
    given = rest["with"] or {}
    if not isinstance(message, str) or not isinstance(given, dict):
        c.problem("a log line has a message (a name) and with (an object)")
        return
    values = {name: c.value(item, "any", f".with.{name}") for name, item in given.items()}
    c.compiler.pack.messages.setdefault(message, tuple(given))
    note = c.compiler.note(message, tuple((name, expr.type) for name, expr in values.items()))
    reader = secret.held if secret is not None else "None"
    row = ", ".join([str(note), reader, *map(told, values.values())])
    c.line(f"if m.log is not None:\n    m.note(({row}))")


def told(expr: Expr) -> str:
    """The source of what a line of the log keeps of a value; cards with their definitions."""
    return f"m.told({expr.held})" if expr.type in CARDS else expr.held
