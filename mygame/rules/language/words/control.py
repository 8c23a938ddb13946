"""Control: which doables happen, how often, and values with a name."""

from __future__ import annotations

import ast
import json
import operator
import re
from typing import Any

from .. import quote
from ..dialect import objects
from ..emit import Emitter
from ..quote import Piece, code, register
from ..read import MAX_LOOPS, Reader
from ..schema import Param, Word, doable
from ..tree import (
    SINGULAR,
    Binding,
    Block,
    Comparison,
    First,
    Literal,
    Logic,
    Node,
    Operation,
    Reference,
    Several,
    Use,
)

SPEC = "seed 000, Doable"


@doable("if", source=SPEC, condition="test", do="doables", elsedo=Param("doables", None))
def if_(c: Emitter, use: Use, condition: Node, do: Block, elsedo: Block | None) -> None:
    """Carry out `do` when the condition holds, else `elsedo`."""
    either(c, condition, do, elsedo)


def either(c: Emitter, condition: Node | None, do: Block, elsedo: Block | None = None) -> None:
    """One block or another, by a condition."""
    known = known_to_hold(condition) if condition is not None else True
    if known is not None:  # a parameter decided it: the other branch is none
        taken = do if known else elsedo
        if taken is not None:
            c.splice(c.sub(taken))
        return
    assert condition is not None  # noqa: S101 (for mypy: without one it is known)
    test, then = c.single(condition), c.sub(do)
    otherwise = c.sub(elsedo) if elsedo is not None else Emitter(c.compiler, c.frame)
    if then.atomic and otherwise.atomic:
        c.line(quote.choose(test, then.statements(), otherwise.statements()))
        return
    a, b, end = c.label(), c.label(), c.label()
    c.branch(test, a, b)
    c.place_label(a)
    c.splice(then)
    c.goto(end)
    c.place_label(b)
    c.splice(otherwise)
    c.place_label(end)


_ARITHMETIC: dict[str, Any] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "negative": operator.neg,
    "truth": int,
}
_COMPARED: dict[str, Any] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, several: one in several,
    "not in": lambda one, several: one not in several,
}


def known_to_hold(condition: Node) -> bool | None:
    """Whether a condition holds, if that depends on nothing but what is written down."""
    try:
        return bool(_worked_out(condition))
    except (LookupError, ArithmeticError):
        return None


def _worked_out(node: Node) -> Any:
    """What a node comes to. LookupError where that is not known before a match."""
    match node:
        case Literal(value=value):
            return value
        case Reference(binding=Binding(given=Node() as given)) if not node.part:
            return _worked_out(given)
        case Operation(operator=name, items=items) if name in _ARITHMETIC:
            found = [_worked_out(item) for item in items]
            if len(found) == 1:
                return _ARITHMETIC[name](found[0])
            return _ARITHMETIC[name](*found) if len(found) == 2 else _unknown()
        case Comparison(operator=name, left=left, right=right) if name in _COMPARED:
            return _COMPARED[name](_worked_out(left), _worked_out(right))
        case Logic(operator="not", items=(item,)):
            return not _worked_out(item)
        case Logic(operator=name, items=items):
            return (all if name == "and" else any)(_worked_out(item) for item in items)
        case Several(items=items, spread=False):
            return tuple(map(_worked_out, items))
        case First(of=of):
            return _worked_out(of)[0]
        case Use(body=Node() as body):
            return _worked_out(body)
        case Use() if node.name in ("AlwaysTrue", "AlwaysFalse"):
            return node.name == "AlwaysTrue"
    return _unknown()


def _unknown() -> Any:
    raise LookupError


def _read_loop(reader: Reader, word: Word, node: dict) -> Use:
    params = {key: param for key, param in word.params.items() if key != "do"}
    rest = {key: item for key, item in node.items() if key != "do"}
    arguments, given = reader.arguments(word.name, params, rest)
    times, target = arguments["times"], arguments["target"]
    if times is None and target is None:
        reader.problem("a loop has times or target")
    if reader.scope.loops >= MAX_LOOPS:
        reader.problem(f"loops stand inside each other more than {MAX_LOOPS} deep")
    one = SINGULAR.get(target.type, "entity") if target is not None else "number"
    bound = Binding("loop", one, parts={"index": ("number", ())}, valued=target is not None)
    if target is not None:
        bound.parts |= {"target": (one, ()), "UUID": (one, ())}
    if isinstance(node.get("id"), str):
        bound.name = node["id"]
        reader.scope.names[node["id"]] = bound
    if "do" not in node:
        reader.problem("loop needs do (doables)")
    reader.scope.loops += 1
    do = reader.at(".do").block(node.get("do", []))
    reader.scope.loops -= 1
    found = reader.used(word, {**arguments, "do": do}, given | {"do"})
    found.bound = {"loop": bound}
    return found


@doable(
    "loop",
    source=SPEC,
    read=_read_loop,
    times=Param("number", None),
    target=Param("entities", None),
    do="doables",
)
def loop(c: Emitter, use: Use, times: ast.expr | None, target: Piece | None, do: Block) -> None:
    """
    Repeat `do` a number of `times`, or for each `target` (with `times`: so often). With an id:
    `{id.index}` from 1, `{id.target}`.
    """
    index = register(c.register())
    parts = {"index": Piece(index)}
    each = quote.name("_")
    if target is not None:
        each = register(c.register())
        parts["target"] = parts["UUID"] = Piece(each)
        items = target.listed
        if times is not None:
            items = quote.call("m.repeated", target.code, times)
    else:
        assert times is not None  # noqa: S101 (for mypy: see `_read_loop`)
        items = code("tuple(m.span(1, TIMES))", TIMES=times)
    c.bind_parts(use.bound["loop"], parts, parts.get("target"))
    again, body, end = c.label(), c.label(), c.label()
    c.loops.append(end)
    inner = c.sub(do)
    c.loops.pop()
    if inner.atomic:
        lines = {"ITEMS": items, "DO": inner.statements()}
        targets = {"INDEX": index, "EACH": each}
        if target is not None:
            c.do("for INDEX, EACH in enumerate(m.spend(ITEMS), 1):\n    DO", **targets, **lines)
        else:
            c.do("for INDEX, _ in enumerate(m.spend(ITEMS), 1):\n    DO", INDEX=index, **lines)
        return
    pool = register(c.register())
    c.line(quote.give(pool, quote.call("m.spend", items)), quote.give(index, 0))
    c.place_label(again)
    c.branch(code("INDEX < len(POOL)", INDEX=index, POOL=pool), body, end)
    c.place_label(body)
    if target is not None:
        c.line(quote.give(each, code("POOL[INDEX]", POOL=pool, INDEX=index)))
    c.line(quote.give(index, code("INDEX + 1", INDEX=index)))
    c.splice(inner)
    c.goto(again)
    c.place_label(end)


def _read_while(reader: Reader, word: Word, node: dict) -> Use:
    condition, do = node.get("condition"), node.get("do")
    if _endless(reader, condition, do):
        reader.problem("this never ends: nothing in it stops it or changes what its condition says")
    reader.scope.loops += 1
    arguments, given = reader.arguments(word.name, word.params, node)
    reader.scope.loops -= 1
    return reader.used(word, arguments, given)


@doable("while", source="language 5", read=_read_while, condition="test", do="doables")
def while_(c: Emitter, use: Use, condition: Node, do: Block) -> None:
    """Repeat `do` as long as the condition holds."""
    again, body, end = c.label(), c.label(), c.label()
    c.place_label(again)
    c.branch(c.single(condition), body, end)
    c.place_label(body)
    c.loops.append(end)
    c.splice(c.sub(do))
    c.loops.pop()
    c.goto(again)
    c.place_label(end)


_NAMES = re.compile(r"[{$]([A-Za-z_]\w*)([.}]?)")
_ENDINGS = {"endMatch", "askAll", "perform"}  # what a card does at a timing is not known here
_OF_NAMES = {"AlwaysTrue", "And", "Or", "Not", "Equals", "GreaterThan", "LessThan"}


def _endless(reader: Reader, condition: Any, do: Any) -> bool:
    """
    Whether a loop certainly goes on: nothing inside leaves it or asks anybody, and its condition
    speaks of nothing but names that nothing inside gives anew.
    """
    names = dict(_NAMES.findall(json.dumps(condition)))
    if not names.keys().isdisjoint({"you", "this", "spell", "target"}) or "." in names.values():
        return False
    if any(test.get("type") not in _OF_NAMES for test in objects(condition)):
        return False
    if not names.keys().isdisjoint(str(inner.get("id")) for inner in objects(do)):
        return False
    if not names and known_to_hold(reader.at(".condition").condition(condition)) is not True:
        return False
    return not _leaves(reader, do, {"stop", "finish", *_ENDINGS}, set())


def _leaves(reader: Reader, do: Any, ways: set[str], seen: set[str]) -> bool:
    """Whether one of these words stands in it, or an ending in a word that it uses."""
    for inner in objects(do):
        name = str(inner.get("type"))
        defined = reader.pack.defined("doables", name)
        if name in ways or "ask" in inner:
            return True
        if defined is not None and name not in seen:
            seen.add(name)
            if _leaves(reader, defined.body, _ENDINGS, seen):
                return True
    return False


def _read_stop(reader: Reader, word: Word, node: dict) -> Use:
    if not reader.scope.loops:
        reader.problem("stop stands in no loop")
    return reader.used(word, *reader.arguments(word.name, word.params, node))


@doable("stop", source="language 5", read=_read_stop)
def stop(c: Emitter, use: Use) -> None:
    """Leave the innermost loop."""
    if c.loops:
        c.goto(c.loops[-1])


@doable("finish", source="language 5")
def finish(c: Emitter, use: Use) -> None:
    """End this word, trigger or behaviour."""
    c.finish()


def _read_let(reader: Reader, word: Word, node: dict) -> Use:
    found = reader.used(word, *reader.arguments(word.name, word.params, node))
    if "id" not in node:
        reader.problem("let needs an id")
    reader.name(found, node, found.arguments["value"])
    return found


@doable("let", source="language 5", read=_read_let, value="any")
def let(c: Emitter, use: Use, value: Piece) -> None:
    """Give a value a name: `{id}`."""
    c.store(use, value.listed if use.arguments["value"].many else value.code)
