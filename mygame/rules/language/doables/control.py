"""Control: which doables happen, how often, and values with a name."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from ..dialect import objects
from ..emitter import Emitter, Symbol
from ..schema import Param, doable
from ..source import SINGULAR, Expr

SPEC = "seed 000, Doable"
MAX_LOOPS = 8  # inside each other


@doable("if", source=SPEC, condition="condition", do="doables", elsedo=Param("doables", None))
def if_(c: Emitter, node: dict, condition: str, do: list, elsedo: list | None) -> None:
    """Carry out `do` when the condition holds, else `elsedo`."""
    then, otherwise = c.sub(do, ".do"), c.sub(elsedo or [], ".elsedo")
    known = _known(condition)
    if known is not None:  # a parameter decided it: the other branch is none
        c.splice(then if known else otherwise)
        return
    if then.atomic and otherwise.atomic:
        c.line(
            f"if {condition}:\n{then.block()}"
            + (f"\nelse:\n{otherwise.block()}" if otherwise.items else "")
        )
        return
    a, b, end = c.label(), c.label(), c.label()
    c.branch(condition, a, b)
    c.place_label(a)
    c.splice(then)
    c.goto(end)
    c.place_label(b)
    c.splice(otherwise)
    c.place_label(end)


def _known(condition: str) -> bool | None:
    """Whether a compiled condition holds, if that depends on nothing but numbers."""
    tree = ast.parse(condition, mode="eval")
    if any(isinstance(node, ast.Name) for node in ast.walk(tree)):
        return None
    try:
        return bool(eval(compile(tree, "condition", "eval")))  # noqa: S307 (no name is left in it)
    except ArithmeticError:
        return None


@doable(
    "loop", source=SPEC, times=Param("number", None), target=Param("entities", None), do="doables"
)
def loop(c: Emitter, node: dict, times: Expr | None, target: Expr | None, do: list) -> None:
    """
    Repeat `do` a number of `times`, or for each `target` (with `times`: so often). With an id:
    `{id.index}` from 1, `{id.target}`.
    """
    if times is None and target is None:
        c.problem("a loop has times or target")
        return
    if len(c.loops) >= MAX_LOOPS:
        c.problem(f"loops stand inside each other more than {MAX_LOOPS} deep")
        return
    index = c.register()
    parts = {"index": Expr(f"r[{index}]", "number")}
    if target is not None:
        current = c.register()
        parts["target"] = parts["UUID"] = Expr(f"r[{current}]", SINGULAR.get(target.type, "entity"))
        items = target.held
        if times is not None:
            items = f"m.repeated({target.src}, {times.src})"
    elif times is not None:
        items = f"tuple(m.span(1, {times.src}))"
    if isinstance(node.get("id"), str):
        c.scope.symbols[node["id"]] = Symbol(expr=parts.get("target"), parts=parts)
    again, body, end = c.label(), c.label(), c.label()
    c.loops.append(end)
    inner = c.sub(do, ".do")
    c.loops.pop()
    each = f"r[{current}]" if target is not None else "_"
    if inner.atomic:
        c.line(f"for r[{index}], {each} in enumerate(m.spend({items}), 1):\n{inner.block()}")
        return
    pool = c.register()
    c.line(f"r[{pool}] = m.spend({items})\nr[{index}] = 0")
    c.place_label(again)
    c.branch(f"r[{index}] < len(r[{pool}])", body, end)
    c.place_label(body)
    if target is not None:
        c.line(f"{each} = r[{pool}][r[{index}]]")
    c.line(f"r[{index}] += 1")
    c.splice(inner)
    c.goto(again)
    c.place_label(end)


@doable("while", source="language 5", condition="raw", do="doables")
def while_(c: Emitter, node: dict, condition: Any, do: list) -> None:
    """Repeat `do` as long as the condition holds."""
    if _endless(c, condition, do):
        c.problem("this never ends: nothing in it stops it or changes what its condition says")
    again, body, end = c.label(), c.label(), c.label()
    c.place_label(again)
    c.branch(c.condition(condition, ".condition"), body, end)
    c.place_label(body)
    c.loops.append(end)
    c.splice(c.sub(do, ".do"))
    c.loops.pop()
    c.goto(again)
    c.place_label(end)


_NAMES = re.compile(r"[{$]([A-Za-z_]\w*)([.}]?)")
_ENDINGS = {"endMatch", "askAll", "perform"}  # what a card does at a timing is not known here
_OF_NAMES = {"AlwaysTrue", "And", "Or", "Not", "Equals", "GreaterThan", "LessThan"}


def _endless(c: Emitter, condition: Any, do: Any) -> bool:
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
    if not names:
        pure = Emitter(c.compiler, c.scope, c.place, pure=True)
        if _known(pure.condition(condition, ".condition")) is not True:
            return False
    return not _leaves(c, do, {"stop", "finish", *_ENDINGS}, set())


def _leaves(c: Emitter, do: Any, ways: set[str], seen: set[str]) -> bool:
    """Whether one of these words stands in it, or an ending in a word that it uses."""
    for inner in objects(do):
        name = str(inner.get("type"))
        defined = c.compiler.pack.defined("doables", name)
        if name in ways or "ask" in inner:
            return True
        if defined is not None and name not in seen:
            seen.add(name)
            if _leaves(c, defined.body, _ENDINGS, seen):
                return True
    return False


@doable("stop", source="language 5")
def stop(c: Emitter, node: dict) -> None:
    """Leave the innermost loop."""
    if c.loops:
        c.goto(c.loops[-1])
    else:
        c.problem("stop stands in no loop")


@doable("finish", source="language 5")
def finish(c: Emitter, node: dict) -> None:
    """End this word, trigger or behaviour."""
    c.finish()


@doable("let", source="language 5", value="any")
def let(c: Emitter, node: dict, value: Expr) -> None:
    """Give a value a name: `{id}`."""
    source = value.held
    register, key = c.name_result(node, None, value.type)
    if register < 0:
        c.problem("let needs an id")
        return
    c.scope.symbols[
        next(n for n, s in c.scope.symbols.items() if s.register == register)
    ].type = value.type
    c.store(register, key, source)
