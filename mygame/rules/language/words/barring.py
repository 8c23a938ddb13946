"""Options of menus that are not offered, with the reason that people are told: `unless`."""

from __future__ import annotations

from ...program import form
from ...program.form import Local, Value
from ...program.notation import code, lines
from ...program.values import Steps, call, names_in
from ..emit import Emitter
from ..expressions import NAME
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


def bars_of(options: tuple[OptionNode, ...]) -> list[Value]:
    """What a menu is told of options that are not offered; nothing where none can be barred."""
    return [Local("barred")] if any(option.unless for option in options) else []


def emit_pool_with_bars(
    c: Emitter, values: Emitter, option: OptionNode, offered: Value, pool: Value
) -> Steps:
    """Lines that add an option for each of a pool, but for those for which a reason is told."""
    if not option.unless:
        return lines("options += map(OF, POOL)", OF=offered, POOL=pool)
    left = c.new_local()
    steps = lines("LEFT = POOL", LEFT=left, POOL=pool)
    for bar in option.unless:
        assert isinstance(bar.test, About)  # noqa: S101 (see `read_bars`)
        each, out = c.new_local(), c.new_local()
        steps += lines(
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
    return [*steps, *lines("options += map(OF, LEFT)", OF=offered, LEFT=left)]


def _emit_barred(test: Value, each: form.Local, left: Value) -> Value:
    """
    Those of several for which a test holds. Whether each has no room in one zone is found out of
    all at once, for the room is the same.
    """
    match test:
        case form.Not(form.Call("has_room", (m, form.AsList(one), zone))) if one == each:
            if each.name not in names_in(zone):
                return call("lacking_room", m, left, zone)
    return code("[EACH for EACH in LEFT if TEST]", EACH=each, LEFT=left, TEST=test)
