"""
Choosers that ask: `monsterChooser`, `cardChooser`, `numberChooser` ... for every kind of thing.

Each is a suspension: `Match.ask` puts a choice to a player, and the answer lands in a register.
`language.asking` reads them.
"""

from __future__ import annotations

from ...program.form import MATCH, RESULT, Const, Evaluate, Register, Value
from ...program.notation import code
from ...program.values import Piece, assign, call, registers_in, tuple_of
from ...running.choices import BY_LOT, FIRST, LAST, RANDOM, chooser_sort
from ...running.code import THIS
from .. import access
from ..emit import Emitter
from ..schema import Param, asking
from ..tree import About, Node, Use
from .choosers import filter_pool
from .telling import WITH, emit_told_values

ASKED = {
    "ask": Param("player"),
    "from": Param("entities", None, doc="what may be picked; usually all of its kind"),
    "where": Param("filter", None, of="from"),
    "minimum": Param("number", 1, aliases=("min",)),
    "maximum": Param("number", None, aliases=("max",), doc="as `minimum` where it is not given"),
    "prompt": Param("prompt", None),
    "default": Param("default", None),
    "sort": Param("name", None, doc="a printed property by which the options are sorted"),
    "with": WITH,
    "keep": Param("flag", None, doc="whether the answer holds while `keepAnswers` lasts"),
}
LIMITS = {
    "minimum": Param("number", 0, aliases=("min",)),
    "maximum": Param("number", 0, aliases=("max",)),
}


@asking("number", {**ASKED, **LIMITS}, source="seed 000, Chooser", type="numbers")
@asking("card", ASKED, source="seed 000, Chooser")
def ask(
    c: Emitter,
    use: Use,
    ask: Value,
    from_: Piece | None,
    where: About | None,
    minimum: Value,
    maximum: Value | None,
    prompt: str,
    default: Node | str | None,
    sort: str | None,
    with_: dict[str, Node],
    keep: bool,
) -> Piece:
    """What a player picks of a kind of thing."""
    kind, plural = use.arguments["kind"], use.arguments["plural"]
    one = Const(1)
    if from_ is None:  # numbers are picked one at a time, between minimum and maximum
        most = maximum or Const(0)
        pool, lowest = Piece(call("m.number_range", minimum, most)), minimum
        minimum, maximum = one, one
    else:
        pool, lowest = filter_pool(c, from_, where), Const(0)
    things = pool.code
    if sort is not None:
        fact, definitions = c.compiler.declarations.properties[sort], use.type == "definitions"
        things = access.sort_by_property(c, fact, things, definitions)
    told = emit_told_values(c, c, use, prompt, with_)
    aims = use.arguments["aims"]
    number = _aim_register(c, use, plural, things) if aims and c.frame.cast else c.new_register()
    word = "player" if use.type == "players" else kind
    c.compiler.note_offer(prompt, word, chooser_sort(word))
    asks = call(
        "m.ask", ask, prompt, things, word, minimum, maximum or minimum,
        Register(THIS), _default_place(c, default, lowest), *([] if told is None else [told]),
    )  # fmt: skip
    takes = [assign(Register(number), RESULT)]
    unknown = code("R is None", R=Register(number))
    if number == c.frame.target:
        c.suspend_if(unknown, asks, takes, at=use)
    elif keep:
        key = tuple_of([Register(THIS), Const(c.compiler.symbol(plural))])
        c.add_lines(assign(Register(number), call("kept_answer", MATCH, key)))
        c.suspend_if(unknown, asks, takes, at=use)
        c.add_lines(Evaluate(call("keep_answer", MATCH, key, Register(number))))
    else:
        c.suspend(asks, takes, at=use)
    return Piece(Register(number), held=True)


def _aim_register(c: Emitter, use: Use, plural: str, things: Value) -> int:
    """
    The register of the target of a cast, which is asked for once, before anything is paid; or of an
    option that has its own.
    """
    frame = c.frame
    if frame.aims not in ("", plural):
        c.problem(use, f"a cast aims at {frame.aims} or at {plural}, not at both")
    frame.aims = plural
    before = all(place < frame.known for place in registers_in(things))
    if before and not frame.aimed:  # known before the cast, and no further mention of its target
        frame.pools.append(c.compiler.value_function(things))
    frame.aimed = True
    return frame.target


def _default_place(c: Emitter, default: Node | str | None, lowest: Value) -> Value:
    """The place of the default in the pool, or which it is (`choices.FIRST`, `LAST`, `BY_LOT`)."""
    if default is None:
        return Const(FIRST)
    if isinstance(default, str):
        return Const({"minimum": 0, "maximum": LAST, RANDOM: BY_LOT}[default])
    return code("DEFAULT - LOWEST", DEFAULT=c.emit_value(default), LOWEST=lowest)
