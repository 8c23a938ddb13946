"""Options of menus that are not offered, with the reason that people are told: `unless`."""

from __future__ import annotations

import ast

from .. import quote
from ..emit import Emitter
from ..expressions import NAME
from ..quote import Statements
from ..read import Reader
from ..tree import About, Bar, Node, OptionNode


def read_bars(reader: Reader, reasons: object, each: Node | None) -> tuple[Bar, ...]:
    """Why an option is not offered, by name; about {it} where there is one for each of several."""
    if not isinstance(reasons, dict):
        reader.problem("an object belongs here: conditions by the reason they are", ".unless")
        return ()
    found = []
    for reason, node in reasons.items():
        at = reader.at(f".unless.{reason}")
        if not NAME.fullmatch(reason):
            at.problem("a reason has a name of letters and digits")
        test = at.condition(node) if each is None else at.about_each(node, each)
        found.append(Bar(place=at.place, type="boolean", reason=reason, test=test))
    return tuple(found)


def bars_of(options: tuple[OptionNode, ...]) -> list[ast.expr]:
    """What a menu is told of options that are not offered; nothing where none can be barred."""
    return [quote.name("barred")] if any(option.unless for option in options) else []


def emit_pool_with_bars(
    c: Emitter, values: Emitter, option: OptionNode, offered: ast.expr, pool: ast.expr
) -> Statements:
    """Lines that add an option for each of a pool, but for those for which a reason is told."""
    if not option.unless:
        return quote.lines("options += map(OF, POOL)", OF=offered, POOL=pool)
    left = c.new_local()
    lines = quote.lines("LEFT = POOL", LEFT=left, POOL=pool)
    for bar in option.unless:
        assert isinstance(bar.test, About)  # noqa: S101 (see `read_bars`)
        each, out = c.new_local(), c.new_local()
        lines += quote.lines(
            "OUT = THOSE\n"
            "if OUT:\n"
            "    barred += [(REASON, OF(EACH)) for EACH in OUT]\n"
            "    LEFT = [EACH for EACH in LEFT if EACH not in OUT]",
            LEFT=left,
            OUT=out,
            EACH=each,
            THOSE=_emit_barred(values.emit_test(bar.test, each), each, left),
            REASON=bar.reason,
            OF=offered,
        )
    return [*lines, *quote.lines("options += map(OF, LEFT)", OF=offered, LEFT=left)]


def _emit_barred(test: ast.expr, each: ast.expr, left: ast.expr) -> ast.expr:
    """
    Those of several for which a test holds. Whether each has no room in one zone is found out of
    all at once, for the room is the same.
    """
    match test:
        case ast.UnaryOp(
            op=ast.Not(), operand=ast.Call(func=ast.Name(id="has_room"), args=[m, one, zone])
        ) if quote.are_same(one, quote.as_entity_list(each)) and not (
            quote.names_in([each]) & quote.names_in([zone])
        ):
            return quote.call("lacking_room", m, left, zone)
    return quote.code("[EACH for EACH in LEFT if TEST]", EACH=each, LEFT=left, TEST=test)
