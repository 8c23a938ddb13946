"""Functions of scripts, carried out or asked."""

from __future__ import annotations

from ...ground.errors import suggest
from ...program.form import MATCH, Value
from ...program.values import Piece, call, tuple_of
from ..emit import Emitter
from ..read import Reader
from ..schema import Param, Source, Word, condition, doable, value
from ..tree import Node, Use

SPEC = "seed 001"
FUNCTION = Param("name", doc="its name: the skill's, a dot, and its own")
WITH = Param("arguments", {}, doc="what it is given, in this order")
NAMED = ("symbol", "definition")
#: What a function that is asked may say.
TYPES = ("number", "player", "card", "players", "cards", "definition")


def _read_call(reader: Reader, word: Word, node: Source) -> Use:
    """A use of a word that calls a function, which must be one of the pack's scripts."""
    arguments, given = reader.arguments(word.name, word.params, node)
    function, known = arguments["function"], reader.declarations.scripts
    if function not in known:
        reader.problem(f"no script has a function {function!r}{suggest(function, known)}")
    use = reader.make_use(word, arguments, given)
    if "gives" in arguments:
        use.type = arguments["gives"]
    return use


def _call(c: Emitter, word: str, function: str, given: dict[str, Node]) -> Value:
    values = tuple_of([_given(c, node) for node in given.values()])
    return call(word, MATCH, c.compiler.symbol(function), values)


def _given(c: Emitter, node: Node) -> Value:
    """A value as a script gets it: symbols and definitions by their names."""
    value = c.emit_held(node)
    if node.type in NAMED:
        return call("symbol_text", MATCH, value)
    return value


@doable(
    "script",
    source=SPEC,
    read=_read_call,
    ends=True,
    result={"returned": "number"},
    function=FUNCTION,
    with_=WITH,
)
def script(c: Emitter, use: Use, function: str, with_: dict[str, Node]) -> None:
    """
    Carry out a function of a script. `{id.returned}` is what it returned: 1 for true, else 0.
    """
    takes = c.store_awaited_result(use)
    c.suspend(_call(c, "run_script", function, with_), takes, at=use)


@condition("ScriptHolds", {"function": FUNCTION, "with": WITH}, source=SPEC, read=_read_call)
def script_holds(c: Emitter, use: Use, function: str, with_: dict[str, Node]) -> Value:
    """A function of a script says that it is so."""
    return _call(c, "ask_script", function, with_)


@value(
    "scriptValue",
    {"function": FUNCTION, "with": WITH, "gives": Param("choice", "number", domain=TYPES)},
    source=SPEC,
    type="any",
    read=_read_call,
)
def script_value(c: Emitter, use: Use, function: str, with_: dict[str, Node], gives: str) -> Piece:
    """What a function of a script works out: a number, or what it says that it `gives`."""
    return Piece(_call(c, "ask_script", function, with_), held=True)
