"""Fields that begin anew, and fields that follow a maximum."""

from __future__ import annotations

from ...ground.errors import suggest
from ...program.form import Const, Value
from ...program.notation import code
from ...program.values import Piece, charge
from ...running.catalogue import Fact
from ...running.state import KIND, Field
from .. import access
from ..emit import Emitter
from ..read import Reader
from ..schema import Param, Source, Word, doable
from ..tree import About, Use


def _read_reset(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    group, groups = found.arguments["group"], reader.declarations.resets
    if group not in groups:
        reader.problem(f"no fields begin anew as {group!r}{suggest(group, groups)}", ".group")
    return found


@doable(
    "reset",
    source="language 5",
    read=_read_reset,
    of="entities",
    group="name",
    to=Param("number", None, doc="what they are set to, where that is not what they begin with"),
)
def reset(c: Emitter, use: Use, of: Piece, group: str, to: Value | None) -> None:
    """
    Put the fields of a group (`"reset": group`) back to what they begin with, or all `to` one
    number.
    """
    instead = to if to is not None else Const(None)
    c.add_code("reset_fields(m, GROUP, OF, TO)", GROUP=group, OF=of.as_list, TO=instead)


def _read_settle(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    layout = reader.declarations.layout
    of_cards = [f for f in layout.fields.values() if f.kind not in ("match", "player")]
    for key in ("field", "known"):
        name = found.arguments[key]
        found.arguments[key] = [field for field in of_cards if field.name == name]
        if not found.arguments[key]:
            reader.problem(
                f"cards have no field {name!r}{suggest(name, [f.name for f in of_cards])}",
                f".{key}",
            )
    name = found.arguments["property"]
    found.arguments["property"] = reader.declarations.properties.get(name)
    if found.arguments["property"] is None:
        known = suggest(name, reader.declarations.properties)
        reader.problem(f"there is no property {name!r}{known}", ".property")
    return found


@doable(
    "settleMaximum",
    source="language 5",
    result={"found": "cards"},
    read=_read_settle,
    of="cards",
    property=Param("name", doc="the maximum, with its modifiers"),
    field=Param("name", doc="what is left of it"),
    known=Param("name", doc="the field that keeps the maximum as it was seen last"),
    find=Param("filter", None, of="of", doc="which of them are looked for by the way"),
)
def settle_maximum(
    c: Emitter,
    use: Use,
    of: Piece,
    property: Fact | None,
    field: list[Field],
    known: list[Field],
    find: About | None,
) -> None:
    """
    Let a field of cards follow its maximum, a property that modifiers raise and lower: what it has
    risen by since the last time is added to the field, where it has fallen it caps the field.
    `{id.found}` are those of which `find` holds once their own maximum has been looked at.
    """
    if property is None or not field or not known:
        return
    each, most, rise = c.new_local(), c.new_local(), c.new_local()
    # Cards of all kinds may be among them. Mostly nothing has risen or fallen.
    having = tuple(c.compiler.symbol(one.kind) for one in field)
    found = c.new_local()
    if find is not None:
        c.add_code("FOUND = []", FOUND=found)
    c.add_code(
        "for EACH in OF:\n"
        "    MOST = VALUE\n"
        "    if MOST != v[EACH + KNOWN] and d[v[EACH]][KIND] in HAVING:\n"
        "        RISE = MOST - v[EACH + KNOWN]\n"
        "        v[EACH + KNOWN] = MOST\n"
        "        v[EACH + FIELD] = LEFT\n"
        + ("    if TEST: FOUND.append(EACH)\n" if find is not None else ""),
        EACH=each,
        OF=charge(of.code),
        KIND=KIND,
        HAVING=having,
        MOST=most,
        VALUE=access.property_value(c, property, each).code,
        RISE=rise,
        KNOWN=known[0].base,
        FIELD=field[0].base,
        LEFT=code(
            "clamp_number(HAS + RISE) if RISE > 0 else min(HAS, MOST)",
            HAS=code("v[EACH + FIELD]", EACH=each, FIELD=field[0].base),
            RISE=rise,
            MOST=most,
        ),
        **({"TEST": c.emit_test(find, each), "FOUND": found} if find is not None else {}),
    )
    if use.id is not None:
        c.store_result(use, code("(tuple(FOUND),)", FOUND=found) if find else code("((),)"))
